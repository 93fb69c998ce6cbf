//! Counts exactly how many armies are consistent with the known ranks of each piece.
//!
//! Given, for each piece, the set of ranks it may have, this computes the number of ways to give each piece a rank such
//! that the army is complete, and in how many of them a given piece has a given rank. Four steps make this fast without
//! rounding:
//!
//! 1. Pieces with a certain rank are removed, with their ranks (`Reduced`).
//! 2. Pieces with equal sets form a *group*; ranks that no group distinguishes form a *class* (`Reduced`).
//! 3. Groups with nested sets form a *chain*. If all pieces of an army are labelled, the pieces of a chain, smallest
//!    set first, have a number of choices that does not depend on earlier choices: a product without a search
//!    (`chain.rs`). Pieces about which nothing is known are always in the chain.
//! 4. For the few other pieces, all choices are enumerated class by class, with equivalent states merged (`walk.rs`).
//!
//! Steps 3 and 4 label equal pieces; the number of ways to do so is a constant, by which the result is divided. Sums
//! below 2^64 are computed in `u64`, others in `u128`, which suffices for armies of 27 pieces.

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
/// Two armies differ if a square has different ranks: the six Privates are interchangeable.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// All consistent armies; 0 if the known ranks contradict each other.
    pub total: u128,
    /// By group of pieces with equal knowledge: in how many armies one of them has each rank.
    groups: Vec<[u128; Rank::COUNT]>,
    group_of: Vec<u8>,
}

impl Counts {
    /// In how many armies the piece with this index has each rank, in the order of [`Rank::ALL`].
    pub fn of(&self, piece: usize) -> &[u128; Rank::COUNT] {
        &self.groups[self.group_of[piece] as usize]
    }
}

/// Counts the armies with `left` pieces of each rank in which each piece has one of its `known` ranks.
///
/// There must be as many pieces as ranks in the army, at most 27.
pub fn count(left: [u8; Rank::COUNT], known: &[Ranks]) -> Counts {
    let Some(reduced) = Reduced::new(left, known) else {
        let groups = vec![[0; Rank::COUNT]];
        return Counts { total: 0, groups, group_of: vec![0; known.len()] };
    };
    let tally = if reduced.fits_u64() { walk::<u64>(&reduced) } else { walk::<u128>(&reduced) };
    unlabelled(&reduced, &tally)
}

/// Converts counts of labelled pieces to counts by rank.
fn unlabelled(reduced: &Reduced, tally: &Tally) -> Counts {
    let labels: u128 = reduced.left.iter().map(|&count| factorial(count)).product();
    let scale = tally.scale;
    let total = tally.total * scale / labels;
    let mut groups = Vec::with_capacity(reduced.groups.len() + reduced.certain.len());
    for by_class in &tally.groups {
        let mut counts = [0; Rank::COUNT];
        for (class, ways) in reduced.classes.iter().zip(by_class) {
            for rank in class.ranks.iter() {
                // The pieces of a class are interchangeable, so each rank has its share of them.
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
