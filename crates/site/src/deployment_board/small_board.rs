//! Small boards for lists: each face is drawn once and then referred to.

use crate::board::symbol;
use crate::i18n::Texts;
use crate::ranks::RankNames;
use salpakan::rules::{FILES, Rank, RuleSet};

use super::DraftCells;

/// The side length of a cell.
const CELL_SIZE: usize = 70;
/// The offset of boards, which makes all coordinates three digits: the length of a page does not
/// depend on the set-ups.
const BOARD_ORIGIN: usize = 100;

/// A face that boards refer to.
pub struct PieceFace {
    /// Its id: the sprite name of the rank prefixed with `own-` or, if the rule-set renames the
    /// rank, with `other-`.
    pub id: String,
    pub symbol: &'static str,
    pub label: &'static str,
}

/// All faces that small boards refer to, including renamed ranks, and the empty boards.
pub struct PieceFaces {
    pub faces: Vec<PieceFace>,
    /// With three rows and with four.
    pub grounds: [EmptyBoard; 2],
}

pub struct EmptyBoard {
    pub rows: usize,
    pub width: usize,
    pub height: usize,
    /// Corners of the darker cells.
    pub dark: Vec<(usize, usize)>,
}

impl EmptyBoard {
    fn with_rows(rows: usize) -> EmptyBoard {
        let files = usize::from(FILES);
        let all = (0..rows).flat_map(|row| (0..files).map(move |file| (file, row)));
        let dark = all.filter(|(file, row)| (file + row).is_multiple_of(2));
        EmptyBoard {
            rows,
            width: files * CELL_SIZE,
            height: rows * CELL_SIZE,
            dark: dark
                .map(|(file, row)| {
                    (BOARD_ORIGIN + file * CELL_SIZE, BOARD_ORIGIN + row * CELL_SIZE)
                })
                .collect(),
        }
    }
}

impl PieceFaces {
    /// The faces needed for set-ups under these rules.
    pub fn for_rule_sets(texts: Texts, all: impl Iterator<Item = RuleSet>) -> PieceFaces {
        let mut faces: Vec<PieceFace> = Vec::new();
        for rules in all {
            for rank in Rank::ALL.into_iter().filter(|rank| rules.army().count(*rank) > 0) {
                let id = face_id(rules, rank);
                if faces.iter().all(|face| face.id != id) {
                    let label = RankNames { texts, rules }.label(rank);
                    faces.push(PieceFace { id, symbol: symbol(Some(rank)), label });
                }
            }
        }
        PieceFaces { faces, grounds: [3, 4].map(EmptyBoard::with_rows) }
    }
}

/// The id of a face in the page.
pub fn face_id(rules: RuleSet, rank: Rank) -> String {
    let begins = if rules.own_name(rank).is_some() { "other" } else { "own" };
    format!("{begins}-{}", rank.letter())
}

/// A set-up as a small board.
pub struct SmallBoard {
    pub width: usize,
    pub height: usize,
    pub rows: usize,
    /// Corner and face of each piece.
    pub pieces: Vec<(usize, usize, String)>,
}

impl SmallBoard {
    pub fn new(cells: &DraftCells) -> SmallBoard {
        let files = usize::from(FILES);
        let corner = |at: usize| {
            (BOARD_ORIGIN + at % files * CELL_SIZE, BOARD_ORIGIN + at / files * CELL_SIZE)
        };
        let placed = cells.ranks().iter().enumerate();
        SmallBoard {
            width: files * CELL_SIZE,
            height: cells.rows() * CELL_SIZE,
            rows: cells.rows(),
            pieces: placed
                .filter_map(|(at, rank)| {
                    let (x, y) = corner(at);
                    Some((x, y, face_id(cells.rules(), (*rank)?)))
                })
                .collect(),
        }
    }
}
