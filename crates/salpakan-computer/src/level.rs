//! Nine levels, from a beginner to full strength.

use salpakan::rules::Rank;

use crate::{Computer, Effort, Personality, Weights};

/// A level of strength, 1 to 9, named by a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level may spend, and how it errs.
struct Strength {
    rank: Rank,
    nodes: u32,
    /// The share of challenges that it forgets.
    forgets: f32,
    /// The share of enemy pieces that it overlooks.
    overlooks: f32,
    /// How evenly it chooses among what it found.
    noise: f32,
    /// The share of its pieces that it sets up anywhere.
    scatters: f32,
}

/// The lower levels err as people do: they set up without a plan, forget what was seen, overlook pieces, and take a lesser move; the
/// higher ones see further with more nodes. The matches that set the numbers are in docs/computer.md.
const STRENGTHS: [Strength; 9] = [
    errs(Rank::Private, 12, 1.0, 1.0, 6.0, 0.35),
    errs(Rank::Sergeant, 45, 0.97, 0.695, 1.57, 0.18),
    errs(Rank::SecondLieutenant, 55, 0.89, 0.577, 0.8, 0.067),
    errs(Rank::Captain, 59, 0.7, 0.4, 0.395, 0.0),
    errs(Rank::Major, 60, 0.41, 0.223, 0.114, 0.0),
    sound(Rank::Colonel, 66),
    sound(Rank::BrigadierGeneral, 190),
    sound(Rank::General, 900),
    sound(Rank::GeneralOfTheArmy, 20_000),
];

const fn errs(
    rank: Rank,
    nodes: u32,
    forgets: f32,
    overlooks: f32,
    noise: f32,
    scatters: f32,
) -> Strength {
    Strength { rank, nodes, forgets, overlooks, noise, scatters }
}

const fn sound(rank: Rank, nodes: u32) -> Strength {
    errs(rank, nodes, 0.0, 0.0, 0.0, 0.0)
}

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
        let Strength { nodes, noise, forgets, overlooks, scatters, .. } = *self.strength();
        let resigns_below = if self.0 >= FIRST_TO_RESIGN { 0.01 } else { 0.0 };
        let full = Computer::new(weights, Effort::of_nodes(nodes));
        // Whoever sets up without a plan takes the first that comes to mind.
        let set_ups = if scatters > 0.0 { 1 } else { full.set_ups };
        Computer { noise, forgets, overlooks, scatters, set_ups, resigns_below, ..full }
    }

    /// A player of this level with a personality.
    pub fn player_like(self, weights: &Weights, personality: Option<Personality>) -> Computer<'_> {
        let usual = self.player(weights);
        Computer { effort: Effort { personality, ..usual.effort }, ..usual }
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, STRENGTHS};

    #[test]
    fn there_are_nine_and_none_beyond() {
        assert_eq!(Level::all().count(), 9);
        assert!(Level::new(0).is_none() && Level::new(10).is_none());
        let ranks: std::collections::HashSet<_> = Level::all().map(Level::rank).collect();
        assert_eq!(ranks.len(), 9);
    }

    #[test]
    fn each_level_sees_no_less_and_errs_no_more_than_the_one_below() {
        for pair in STRENGTHS.windows(2) {
            let [below, above] = pair else { continue };
            let differs = above.nodes > below.nodes
                || above.noise < below.noise
                || above.forgets < below.forgets
                || above.overlooks < below.overlooks
                || above.scatters < below.scatters;
            assert!(differs, "{}", above.rank.name());
            assert!(above.nodes >= below.nodes && above.noise <= below.noise);
            assert!(above.forgets <= below.forgets && above.overlooks <= below.overlooks);
            assert!(above.scatters <= below.scatters);
        }
        let top = &STRENGTHS[8];
        let errors = [top.noise, top.forgets, top.overlooks, top.scatters];
        assert_eq!(errors, [0.0; 4]);
    }
}
