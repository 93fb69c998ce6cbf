//! Explains the faults of a draft to its author.

use crate::board::fill_placeholders;
use crate::ranks::RankNames;
use crate::replay::square_name;
use salpakan::rules::{Color, DraftFault, Rank};

use super::DraftCells;

#[derive(Clone, PartialEq, Eq)]
pub struct DraftFaultText {
    /// Names ranks, and so is for the author only.
    pub words: String,
    /// The cells concerned; empty if pieces are missing.
    pub cells: Vec<usize>,
}

/// All faults of White's draft, in the order of the rules.
pub fn draft_fault_texts(ranks: RankNames, cells: &DraftCells) -> Vec<DraftFaultText> {
    let found = cells.to_deployment().err().unwrap_or_default();
    found.iter().map(|fault| draft_fault_text(ranks, cells, fault)).collect()
}

/// The messages for a draft of either side.
pub fn draft_fault_messages(ranks: RankNames, found: &[DraftFault]) -> Vec<String> {
    let cells = DraftCells::empty(ranks.rules);
    found.iter().map(|fault| draft_fault_text(ranks, &cells, fault).words).collect()
}

fn draft_fault_text(ranks: RankNames, cells: &DraftCells, fault: &DraftFault) -> DraftFaultText {
    let texts = ranks.texts;
    let cell = |square| cells.cell_of(Color::White, square).into_iter().collect();
    let of_square = |key, square| {
        let words = fill_placeholders(texts.text(key), &[("square", square_name(square))]);
        DraftFaultText { words, cells: cell(square) }
    };
    match fault {
        DraftFault::OutsideZone(square) => of_square("deploy-outside", *square),
        DraftFault::Crowded(square) => of_square("deploy-crowded", *square),
        DraftFault::BorderCrowded(squares) => DraftFaultText {
            words: fill_placeholders(
                texts.text("js-deploy-border"),
                &[("count", &squares.len().to_string())],
            ),
            cells: squares.iter().flat_map(cell).collect(),
        },
        DraftFault::WrongCount { rank, have, want, .. } => {
            let values = [
                ("rank", ranks.name(*rank).to_owned()),
                ("have", have.to_string()),
                ("want", want.to_string()),
            ];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            let words = fill_placeholders(texts.text("js-deploy-count"), &values);
            DraftFaultText {
                words,
                cells: if have > want { cells_holding(cells, *rank) } else { Vec::new() },
            }
        }
    }
}

fn cells_holding(cells: &DraftCells, rank: Rank) -> Vec<usize> {
    let all = cells.ranks().iter().enumerate();
    all.filter(|(_, own)| **own == Some(rank)).map(|(at, _)| at).collect()
}
