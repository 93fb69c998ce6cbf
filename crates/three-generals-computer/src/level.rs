//! Five levels, from a beginner to full strength.

use salpakan::rules::Rank;

use crate::{Computer, Effort, Weights};

/// A level of strength, 1 to 5, named by a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level may spend, and how it errs.
struct Strength {
    rank: Rank,
    effort: Effort,
    /// The share of enemy pieces that it overlooks.
    overlooks: f32,
    /// How evenly it chooses among what it found.
    noise: f32,
}

/// The lower levels err as people do: they look few plies ahead, overlook pieces, and take a lesser move; the higher ones see further
/// with more nodes. The matches that set the numbers are in docs/computer.md.
const STRENGTHS: [Strength; 5] = [
    errs(Rank::Private, 600, 1, 0.35, 0.6),
    errs(Rank::Sergeant, 1_000, 1, 0.22, 0.36),
    errs(Rank::Captain, 2_000, 2, 0.13, 0.22),
    errs(Rank::Colonel, 5_000, 3, 0.04, 0.1),
    sound(Rank::General, 40_000),
];

const fn errs(rank: Rank, nodes: u32, depth: i32, overlooks: f32, noise: f32) -> Strength {
    Strength { rank, effort: Effort { nodes, lines: 6, depth }, overlooks, noise }
}

const fn sound(rank: Rank, nodes: u32) -> Strength {
    Strength { rank, effort: Effort::of_nodes(nodes), overlooks: 0.0, noise: 0.0 }
}

/// The first level that gives up what is lost. Those below play on: a learner should see how a game is won, and against them much
/// is still possible.
const FIRST_TO_RESIGN: u8 = 5;

impl Level {
    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=5).map(Level)
    }

    /// The level with this number, 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        (1..=5).contains(&number).then_some(Level(number))
    }

    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank that it is named by.
    pub const fn rank(self) -> Rank {
        self.strength().rank
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0 as usize - 1]
    }

    /// A player of this level.
    pub fn player(self, weights: &Weights) -> Computer<'_> {
        let Strength { effort, noise, overlooks, .. } = *self.strength();
        let resigns_below = if self.0 >= FIRST_TO_RESIGN { 0.01 } else { 0.0 };
        Computer { weights, effort, noise, overlooks, resigns_below }
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, STRENGTHS};

    #[test]
    fn there_are_five_and_none_beyond() {
        assert_eq!(Level::all().count(), 5);
        assert!(Level::new(0).is_none() && Level::new(6).is_none());
        let ranks: std::collections::HashSet<_> = Level::all().map(Level::rank).collect();
        assert_eq!(ranks.len(), 5);
    }

    #[test]
    fn each_level_sees_more_and_errs_no_more_than_the_one_below() {
        for pair in STRENGTHS.windows(2) {
            let [below, above] = pair else { continue };
            assert!(above.effort.nodes > below.effort.nodes, "{}", above.rank.name());
            assert!(above.effort.depth >= below.effort.depth && above.noise <= below.noise);
            assert!(above.overlooks <= below.overlooks, "{}", above.rank.name());
        }
        let top = &STRENGTHS[4];
        assert_eq!((top.noise, top.overlooks), (0.0, 0.0));
    }
}
