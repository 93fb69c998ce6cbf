//! Small boards for lists: every face is drawn once, and each board names the faces on it.

use crate::web::board::symbol;
use crate::web::i18n::Texts;
use crate::web::ranks::RankWords;
use salpakan::rules::{FILES, Rank, RuleSet};

use super::Cells;

/// One side of a cell.
const CELL: usize = 70;
/// Where boards begin, so that every corner is written in three digits: a list is as long
/// whatever stands where.
const BEGIN: usize = 100;

/// A face that boards on the page refer to.
pub struct Face {
    /// Its id: the sprite's name for the rank behind `own-` or, where the rank has a name of its own,
    /// behind `other-`.
    pub id: String,
    pub symbol: &'static str,
    pub label: &'static str,
}

/// What small boards refer to: every face, also with the names that rule-sets give the ranks, and
/// the empty board.
pub struct Faces {
    pub faces: Vec<Face>,
    /// For three rows and for four.
    pub grounds: [Ground; 2],
}

/// An empty board.
pub struct Ground {
    pub rows: usize,
    pub width: usize,
    pub height: usize,
    /// Corners of its darker cells.
    pub dark: Vec<(usize, usize)>,
}

impl Ground {
    fn of(rows: usize) -> Ground {
        let files = usize::from(FILES);
        let all = (0..rows).flat_map(|row| (0..files).map(move |file| (file, row)));
        let dark = all.filter(|(file, row)| (file + row).is_multiple_of(2));
        Ground {
            rows,
            width: files * CELL,
            height: rows * CELL,
            dark: dark.map(|(file, row)| (BEGIN + file * CELL, BEGIN + row * CELL)).collect(),
        }
    }
}

impl Faces {
    /// Those that set-ups under these rules need.
    #[must_use]
    pub fn of(texts: Texts, all: impl Iterator<Item = RuleSet>) -> Faces {
        let mut faces: Vec<Face> = Vec::new();
        for rules in all {
            for rank in Rank::ALL.into_iter().filter(|rank| rules.army().count(*rank) > 0) {
                let id = id(rules, rank);
                if faces.iter().all(|face| face.id != id) {
                    let label = RankWords { texts, rules }.label(rank);
                    faces.push(Face { id, symbol: symbol(Some(rank)), label });
                }
            }
        }
        Faces { faces, grounds: [3, 4].map(Ground::of) }
    }
}

fn id(rules: RuleSet, rank: Rank) -> String {
    let begins = if rules.own_name(rank).is_some() { "other" } else { "own" };
    format!("{begins}-{}", rank.letter())
}

/// A set-up, small.
pub struct SmallBoard {
    pub width: usize,
    pub height: usize,
    pub rows: usize,
    /// Corner and face of each piece.
    pub pieces: Vec<(usize, usize, String)>,
}

impl SmallBoard {
    #[must_use]
    pub fn new(cells: &Cells) -> SmallBoard {
        let files = usize::from(FILES);
        let corner = |at: usize| (BEGIN + at % files * CELL, BEGIN + at / files * CELL);
        let placed = cells.ranks().iter().enumerate();
        SmallBoard {
            width: files * CELL,
            height: cells.rows() * CELL,
            rows: cells.rows(),
            pieces: placed
                .filter_map(|(at, rank)| {
                    let (x, y) = corner(at);
                    Some((x, y, id(cells.rules(), (*rank)?)))
                })
                .collect(),
        }
    }
}
