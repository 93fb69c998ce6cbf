//! The two integer types for sums.

/// An integer for sums. Arithmetic wraps: the final results are known to fit, so wrapped intermediate values do no
/// harm.
pub trait Number: Copy + PartialEq {
    const ZERO: Self;
    const ONE: Self;
    fn from_small(value: u8) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// `from * (from - 1) * ...` with `choices` factors: the ways to give `choices` labelled pieces different ones of
    /// `from` items.
    fn falling(from: i32, choices: i32) -> Self;
    fn wide(self) -> u128;
}

macro_rules! number {
    ($($type:ty)+) => {
        $(impl Number for $type {
            const ZERO: $type = 0;
            const ONE: $type = 1;
            #[inline]
            fn from_small(value: u8) -> $type {
                value.into()
            }
            #[inline]
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }
            #[inline]
            fn times(self, other: $type) -> $type {
                self.wrapping_mul(other)
            }
            #[inline]
            fn falling(from: i32, choices: i32) -> $type {
                FALLING[place(from)][place(choices)] as $type
            }
            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }
        })+
    };
}

number!(u64 u128);

/// One more than the size of the largest army.
const SIZE: usize = 28;

/// Nothing can be chosen from zero or fewer items: row 0.
#[inline]
const fn place(value: i32) -> usize {
    if value <= 0 {
        0
    } else if value as usize >= SIZE {
        SIZE - 1
    } else {
        value as usize
    }
}

static FALLING: [[u128; SIZE]; SIZE] = {
    let mut table = [[0; SIZE]; SIZE];
    let mut from = 0;
    while from < SIZE {
        table[from][0] = 1;
        let mut choices = 1;
        while choices <= from {
            table[from][choices] = table[from][choices - 1] * (from - choices + 1) as u128;
            choices += 1;
        }
        from += 1;
    }
    table
};

/// `n!`, for at most 27.
pub fn factorial(n: u8) -> u128 {
    u128::falling(i32::from(n), i32::from(n))
}
