//! Exact tie-break values.

use std::cmp::Ordering;
use std::fmt;

use crate::points::Points;

/// An exact number: a fraction of two integers.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    numerator: i64,
    /// Positive.
    denominator: i64,
}

impl Value {
    pub const ZERO: Value = Value::whole(0);

    /// A count, rating or place.
    pub const fn whole(number: i64) -> Value {
        Value { numerator: number, denominator: 1 }
    }

    pub const fn points(points: Points) -> Value {
        Value { numerator: points.0 as i64, denominator: 10 }
    }

    /// A number of hundredths: a product of two scores, or an expected score.
    pub const fn hundredths(number: i64) -> Value {
        Value { numerator: number, denominator: 100 }
    }

    /// The value divided by `among`; zero if that is zero.
    #[must_use]
    pub const fn shared(self, among: usize) -> Value {
        if among == 0 {
            return Value::ZERO;
        }
        Value { numerator: self.numerator, denominator: self.denominator * among as i64 }
    }

    /// A part of the value, in percent.
    #[must_use]
    pub const fn percent(self, part: u8) -> Value {
        Value { numerator: self.numerator * part as i64, denominator: self.denominator * 100 }
    }

    /// The nearest integer; halves are rounded up, as required by C.07, article 10.
    pub const fn rounded(self) -> i64 {
        (2 * self.numerator + self.denominator).div_euclid(2 * self.denominator)
    }

    /// The value rounded to a tenth; halves are rounded up.
    #[must_use]
    pub const fn in_tenths(self) -> Value {
        let tenths = Value { numerator: self.numerator * 10, denominator: self.denominator };
        Value { numerator: tenths.rounded(), denominator: 10 }
    }

    /// The nearest number of hundredths, for display.
    pub const fn in_hundredths(self) -> i64 {
        Value { numerator: self.numerator * 100, denominator: self.denominator }.rounded()
    }

    /// The sum, over the least common denominator so that sums of many averages stay small.
    #[must_use]
    pub const fn plus(self, other: Value) -> Value {
        if self.denominator == other.denominator {
            let numerator = self.numerator + other.numerator;
            return Value { numerator, denominator: self.denominator };
        }
        let (mut divisor, mut rest) = (self.denominator, other.denominator);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let (own, others) = (other.denominator / divisor, self.denominator / divisor);
        Value {
            numerator: self.numerator * own + other.numerator * others,
            denominator: self.denominator * own,
        }
    }

    /// The sum of several values.
    pub(super) fn sum(addends: impl Iterator<Item = Value>) -> Value {
        addends.reduce(Value::plus).unwrap_or(Value::ZERO)
    }
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        if self.denominator == other.denominator {
            return self.numerator == other.numerator;
        }
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    #[inline]
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    #[inline]
    fn cmp(&self, other: &Value) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let own = i128::from(self.numerator) * i128::from(other.denominator);
        own.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}

impl fmt::Display for Value {
    /// `13`, `12.5`, `9.25`; rounded to two decimals for display, but compared exactly.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.in_hundredths();
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            rest if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            rest => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_exactly_and_printed_short() {
        let third = Value::whole(1).shared(3);
        assert!(third > Value::hundredths(33) && third < Value::hundredths(34));
        assert_eq!(third.plus(third).plus(third), Value::whole(1));
        assert_eq!(third.to_string(), "0.33");
        assert_eq!(Value::points(Points(125)).to_string(), "12.5");
        assert_eq!(Value::hundredths(925).to_string(), "9.25");
        assert_eq!(Value::whole(13).to_string(), "13");
        assert_eq!(Value::hundredths(-205).to_string(), "-2.05");
    }

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!(Value::whole(7550).shared(4).rounded(), 1888);
        assert_eq!(Value::whole(-1).shared(2).rounded(), 0);
        assert_eq!(Value::whole(5).shared(0), Value::ZERO);
    }
}
