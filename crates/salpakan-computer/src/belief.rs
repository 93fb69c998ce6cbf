//! Guesses of the enemy's army: drawn from all that agree with what was seen, each with its weight.

use salpakan::rules::Rank;
use salpakan_bot::Random;

use crate::Sight;

/// The weight of each rank for one piece; 0 for those that it cannot have.
pub type Row = [f32; Rank::COUNT];

/// A chain of guesses (Metropolis): each step exchanges the ranks of two pieces, and is taken with the ratio of the weights. Its
/// guesses are distributed as the product of the pieces' weights, over all ways to complete the army.
#[derive(Clone)]
pub struct Guesses {
    rows: Vec<Row>,
    guess: Vec<Rank>,
}

/// Exchanges between two guesses that are used: ten for each piece of the army.
const STEPS: u32 = 210;

impl Guesses {
    /// Starts a chain. `None` if no army agrees with what was seen, which no judged game brings about.
    pub fn new(sight: &Sight, rows: Vec<Row>, random: &mut Random) -> Option<Guesses> {
        let guess = complete(sight, &rows)?;
        let mut guesses = Guesses { rows, guess };
        for _ in 0..8 {
            guesses.next(random);
        }
        Some(guesses)
    }

    /// The next guess, by enemy origin.
    pub fn next(&mut self, random: &mut Random) -> &[Rank] {
        let pieces = self.guess.len() as u32;
        for _ in 0..STEPS {
            let (a, b) = (random.below(pieces) as usize, random.below(pieces) as usize);
            let (one, other) = (self.guess[a], self.guess[b]);
            if one == other {
                continue;
            }
            let before = self.rows[a][one.index()] * self.rows[b][other.index()];
            let after = self.rows[a][other.index()] * self.rows[b][one.index()];
            if after >= before || unit(random) * before < after {
                (self.guess[a], self.guess[b]) = (other, one);
            }
        }
        &self.guess
    }
}

/// A number from 0 to 1.
pub(crate) fn unit(random: &mut Random) -> f32 {
    (random.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

/// Some army that agrees with the rows: augmenting paths from piece to rank (Kuhn's algorithm).
fn complete(sight: &Sight, rows: &[Row]) -> Option<Vec<Rank>> {
    let army = sight.army();
    let slots: Vec<Rank> = Rank::ALL
        .into_iter()
        .flat_map(|rank| std::iter::repeat_n(rank, usize::from(army.count(rank))))
        .collect();
    let mut holder: Vec<Option<usize>> = vec![None; slots.len()];
    for piece in 0..rows.len() {
        let mut seen = vec![false; slots.len()];
        if !place(piece, rows, &slots, &mut holder, &mut seen) {
            return None;
        }
    }
    let mut guess = vec![Rank::Flag; rows.len()];
    for (slot, piece) in holder.into_iter().enumerate() {
        guess[piece?] = slots[slot];
    }
    Some(guess)
}

fn place(
    piece: usize,
    rows: &[Row],
    slots: &[Rank],
    holder: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for slot in 0..slots.len() {
        if seen[slot] || rows[piece][slots[slot].index()] <= 0.0 {
            continue;
        }
        seen[slot] = true;
        let is_free = match holder[slot] {
            None => true,
            Some(other) => place(other, rows, slots, holder, seen),
        };
        if is_free {
            holder[slot] = Some(piece);
            return true;
        }
    }
    false
}
