//! Nine levels, from a beginner to full strength.

use salpakan::rules::Rank;

use crate::{Computer, Effort, Weights};

/// A level of strength, 1 to 9, named by a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level may spend, and how evenly it chooses among what it found.
struct Strength {
    rank: Rank,
    nodes: u32,
    noise: f32,
}

/// Those without nodes play what the policy thinks likely, at once, as beginners do; above them more nodes see further. The
/// matches that set the numbers are in docs/computer.md.
const STRENGTHS: [Strength; 9] = [
    Strength { rank: Rank::Private, nodes: 0, noise: 6.0 },
    Strength { rank: Rank::Sergeant, nodes: 0, noise: 2.0 },
    Strength { rank: Rank::SecondLieutenant, nodes: 0, noise: 0.6 },
    Strength { rank: Rank::Captain, nodes: 60, noise: 0.5 },
    Strength { rank: Rank::Major, nodes: 150, noise: 0.3 },
    Strength { rank: Rank::Colonel, nodes: 400, noise: 0.1 },
    Strength { rank: Rank::BrigadierGeneral, nodes: 1_200, noise: 0.0 },
    Strength { rank: Rank::General, nodes: 5_000, noise: 0.0 },
    Strength { rank: Rank::GeneralOfTheArmy, nodes: 20_000, noise: 0.0 },
];

/// The first level that gives up what is lost. Those below play on: a learner should see how a game is won, and against them much
/// is still possible.
const FIRST_TO_RESIGN: u8 = 7;

impl Level {
    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=9).map(Level)
    }

    /// The level with this number, 1 to 9.
    pub fn new(number: u8) -> Option<Level> {
        (1..=9).contains(&number).then_some(Level(number))
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
        let Strength { nodes, noise, .. } = *self.strength();
        let resigns_below = if self.0 >= FIRST_TO_RESIGN { 0.01 } else { 0.0 };
        Computer { noise, resigns_below, ..Computer::new(weights, Effort::of_nodes(nodes)) }
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn there_are_nine_and_none_beyond() {
        assert_eq!(Level::all().count(), 9);
        assert!(Level::new(0).is_none() && Level::new(10).is_none());
        let ranks: std::collections::HashSet<_> = Level::all().map(Level::rank).collect();
        assert_eq!(ranks.len(), 9);
    }
}
