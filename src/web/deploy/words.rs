//! What is wrong with a draft, in words for who made it.

use crate::web::board::fill;
use crate::web::ranks::RankWords;
use crate::web::replay::square_name;
use salpakan::rules::{Color, DraftFault, Rank};

use super::Cells;

/// A fault of a draft.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// It names ranks: for the draft's author only.
    pub words: String,
    /// The cells that it is about; none where pieces are missing.
    pub cells: Vec<usize>,
}

/// All that is wrong with a draft of White's, in the order of the rules.
#[must_use]
pub fn faults(ranks: RankWords, cells: &Cells) -> Vec<Fault> {
    let found = cells.check().err().unwrap_or_default();
    found.iter().map(|fault| fault_of(ranks, cells, fault)).collect()
}

/// The same of a draft of either side, in words alone.
#[must_use]
pub fn fault_words(ranks: RankWords, found: &[DraftFault]) -> Vec<String> {
    let cells = Cells::empty(ranks.rules);
    found.iter().map(|fault| fault_of(ranks, &cells, fault).words).collect()
}

fn fault_of(ranks: RankWords, cells: &Cells, fault: &DraftFault) -> Fault {
    let texts = ranks.texts;
    let cell = |square| cells.cell(Color::White, square).into_iter().collect();
    let of_square = |key, square| {
        let words = fill(texts.text(key), &[("square", square_name(square))]);
        Fault { words, cells: cell(square) }
    };
    match fault {
        DraftFault::OutsideZone(square) => of_square("deploy-outside", *square),
        DraftFault::Crowded(square) => of_square("deploy-crowded", *square),
        DraftFault::BorderCrowded(squares) => Fault {
            words: fill(texts.text("js-deploy-border"), &[("count", &squares.len().to_string())]),
            cells: squares.iter().flat_map(cell).collect(),
        },
        DraftFault::WrongCount { rank, have, want, .. } => {
            let values = [
                ("rank", ranks.said(Some(*rank))),
                ("have", have.to_string()),
                ("want", want.to_string()),
            ];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            let words = fill(texts.text("js-deploy-count"), &values);
            Fault { words, cells: if have > want { holding(cells, *rank) } else { Vec::new() } }
        }
    }
}

fn holding(cells: &Cells, rank: Rank) -> Vec<usize> {
    let all = cells.ranks().iter().enumerate();
    all.filter(|(_, own)| **own == Some(rank)).map(|(at, _)| at).collect()
}
