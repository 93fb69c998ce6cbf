//! Criteria packed into weights: each is a digit, and those that count more stand before those that count less.

use super::super::matching::Weight;

/// Evaluates an expression in which a name stands for how many fields weights have, at least so many; `None` where
/// they would be too many.
macro_rules! of_width {
    ($fields:expr, $width:ident => $value:expr) => {
        of_width!(@among $fields, $width => $value, [2, 3, 4, 6, 16, 32])
    };
    (@among $fields:expr, $width:ident => $value:expr, [$($most:literal),*]) => {
        match $fields {
            $(fields if fields <= $most => {
                const $width: usize = $most;
                Some($value)
            })*
            _ => None,
        }
    };
}

/// A digit that stays below 2^100 leaves room for sums of dual values beside it.
const ROOM: u128 = 1 << 100;

/// Where digits stand. The last field of each weight is kept for the order among equals.
#[derive(Debug, Default)]
pub struct Places {
    /// Of a digit: its field, counted from the back, and what one of it is worth there.
    places: Vec<(usize, i128)>,
    fields: usize,
}

impl Places {
    /// Places for digits of which no sum reaches these bounds, the most important first.
    pub fn new(bounds: &[u128]) -> Places {
        let (mut field, mut worth) = (1, 1_u128);
        let mut places = Vec::with_capacity(bounds.len());
        for bound in bounds.iter().rev() {
            if worth.saturating_mul(*bound) > ROOM {
                (field, worth) = (field + 1, 1);
            }
            places.push((field, i128::try_from(worth).unwrap_or(i128::MAX)));
            worth = worth.saturating_mul(*bound);
        }
        places.reverse();
        Places { places, fields: field + 1 }
    }

    /// How many fields a weight needs.
    pub const fn fields(&self) -> usize {
        self.fields
    }

    /// Adds to a digit.
    pub fn add<const K: usize>(&self, weight: &mut Weight<K>, digit: usize, much: i128) {
        let (field, worth) = self.places[digit];
        weight.0[K - 1 - field] += worth * much;
    }
}

/// A weight that differs from another in the order among equals alone.
pub fn nudged<const K: usize>(mut weight: Weight<K>, by: i128) -> Weight<K> {
    weight.0[K - 1] += by;
    weight
}
