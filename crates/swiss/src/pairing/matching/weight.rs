//! Weights that are compared field by field, the first field first.

use std::ops::{Add, Neg, Sub};

/// A weight or dual value. Sums are per field and never carry into the previous field, so that each field is a
/// criterion, or several packed by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight<const K: usize>(pub [i128; K]);

impl<const K: usize> Weight<K> {
    pub const ZERO: Weight<K> = Weight([0; K]);

    /// Half the weight; every field must be even.
    #[must_use]
    pub fn half(self) -> Weight<K> {
        debug_assert!(self.0.iter().all(|field| field % 2 == 0), "{self:?} is odd");
        Weight(self.0.map(|field| field / 2))
    }

    #[must_use]
    pub fn twice(self) -> Weight<K> {
        Weight(self.0.map(|field| field * 2))
    }
}

impl<const K: usize> Add for Weight<K> {
    type Output = Weight<K>;

    fn add(mut self, other: Weight<K>) -> Weight<K> {
        for (field, more) in self.0.iter_mut().zip(other.0) {
            *field += more;
        }
        self
    }
}

impl<const K: usize> Sub for Weight<K> {
    type Output = Weight<K>;

    fn sub(mut self, other: Weight<K>) -> Weight<K> {
        for (field, less) in self.0.iter_mut().zip(other.0) {
            *field -= less;
        }
        self
    }
}

impl<const K: usize> Neg for Weight<K> {
    type Output = Weight<K>;

    fn neg(self) -> Weight<K> {
        Weight(self.0.map(|field| -field))
    }
}
