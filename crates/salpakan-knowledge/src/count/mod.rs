//! How many armies are consistent with what is known of each piece, exactly.
//!
//! Known is, of each piece by itself, the set of ranks it may have. Wanted is the number of ways to give every
//! piece a rank so that the army comes out, and of those the number in which a given piece has a given rank.
//! Four steps make it fast, and none of them rounds:
//!
//! 1. Pieces whose rank is certain go, with their ranks (`Reduced`).
//! 2. Pieces with equal sets are a *group*; ranks that no group tells apart are a *class* (`Reduced`).
//! 3. Groups whose sets lie one in the other are a *chain*. Were all pieces of an army told apart, the pieces of
//!    a chain, the smallest set first, would have a number of choices that does not depend on what was chosen
//!    before: a product, and no search (`chain.rs`). The pieces about which nothing is known are always in it.
//! 4. Only for the rest, few pieces, all choices are gone through, class by class, and what comes to the same
//!    numbers is counted together (`walk.rs`).
//!
//! Steps 3 and 4 tell equal pieces apart; the number of ways to do so is a constant, by which all is divided in the
//! end. Sums below 2^64 are made in `u64`, others in `u128`; no army of 27 pieces needs more.

mod chain;
mod number;
mod reduce;
mod walk;

use salpakan::rules::Rank;

use super::Ranks;
use number::factorial;
use reduce::Reduced;
use walk::{Tally, walk};

/// The numbers of consistent armies.
///
/// Two armies differ where a square has different ranks: the six Privates are alike.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// All consistent armies; 0 where what is known contradicts itself.
    pub total: u128,
    /// By group of pieces of which the same is known: in how many armies one of them has each rank.
    groups: Vec<[u128; Rank::COUNT]>,
    /// By piece: its group.
    group_of: Vec<u8>,
}

impl Counts {
    /// In how many armies the piece with this number has each rank, in the order of [`Rank::ALL`].
    #[must_use]
    pub fn of(&self, piece: usize) -> &[u128; Rank::COUNT] {
        &self.groups[self.group_of[piece] as usize]
    }
}

/// Counts the armies of `left` pieces of each rank in which each piece has one of its `known` ranks.
///
/// There are as many pieces as ranks in the army, 27 at most.
#[must_use]
pub fn count(left: [u8; Rank::COUNT], known: &[Ranks]) -> Counts {
    let Some(reduced) = Reduced::new(left, known) else {
        let groups = vec![[0; Rank::COUNT]];
        return Counts { total: 0, groups, group_of: vec![0; known.len()] };
    };
    let tally = if reduced.fits_u64() { walk::<u64>(&reduced) } else { walk::<u128>(&reduced) };
    unlabelled(&reduced, &tally)
}

/// From pieces told apart back to ranks.
fn unlabelled(reduced: &Reduced, tally: &Tally) -> Counts {
    let labels: u128 = reduced.left.iter().map(|&count| factorial(count)).product();
    let scale = tally.scale;
    let total = tally.total * scale / labels;
    let mut groups = Vec::with_capacity(reduced.groups.len() + reduced.certain.len());
    for by_class in &tally.groups {
        let mut counts = [0; Rank::COUNT];
        for (class, ways) in reduced.classes.iter().zip(by_class) {
            for rank in class.ranks.iter() {
                // The class's pieces are alike, so each rank has its share of them.
                let share = u128::from(reduced.left[rank.index()]);
                counts[rank.index()] = ways * scale * share / (u128::from(class.size) * labels);
            }
        }
        groups.push(counts);
    }
    for rank in reduced.certain.iter() {
        let mut counts = [0; Rank::COUNT];
        counts[rank.index()] = total;
        groups.push(counts);
    }
    Counts { total, groups, group_of: reduced.group_of.clone() }
}
