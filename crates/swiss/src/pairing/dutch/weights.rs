//! Packs criteria into weights: each is a digit, the more important ones before the others.

use super::super::matching::Weight;

/// Evaluates an expression with a name for the number of fields of a weight, rounded up to a supported one; `None` if
/// it would be too large.
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

/// Digits below 2^100 leave room for sums of dual values.
const ROOM: u128 = 1 << 100;

/// The positions of digits. The last field of each weight is reserved for the order among equals.
#[derive(Debug, Default)]
pub struct Places {
    /// For each digit, its field, counted from the back, and its unit there.
    places: Vec<(usize, i128)>,
    fields: usize,
}

impl Places {
    /// Positions for digits whose sums stay below these bounds, the most important first.
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

    /// The number of fields of a weight.
    pub const fn fields(&self) -> usize {
        self.fields
    }

    pub fn add<const K: usize>(&self, weight: &mut Weight<K>, digit: usize, much: i128) {
        let (field, worth) = self.places[digit];
        weight.0[K - 1 - field] += worth * much;
    }
}

/// A weight changed in the order among equals only.
pub fn nudged<const K: usize>(mut weight: Weight<K>, by: i128) -> Weight<K> {
    weight.0[K - 1] += by;
    weight
}
