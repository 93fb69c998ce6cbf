//! The canonical order of games: day, event, round, content. It depends on the records only, never
//! on when or in which order they were imported.

use std::cmp::Ordering;

use super::Day;

/// The sort key of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOrder {
    pub day: Day,
    /// The `Event` tag, compared by bytes.
    pub event: String,
    /// The `Round` tag, compared by [`natural`].
    pub round: String,
    /// The content id, compared by bytes; it is unique, so no two games are equal.
    pub key: Vec<u8>,
}

impl Ord for GameOrder {
    fn cmp(&self, other: &Self) -> Ordering {
        self.day
            .cmp(&other.day)
            .then_with(|| self.event.cmp(&other.event))
            .then_with(|| natural(&self.round, &other.round))
            .then_with(|| self.key.cmp(&other.key))
    }
}

impl PartialOrd for GameOrder {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares rounds in natural order: part by part between dots (`4.2` before `4.10`), numerically
/// if both parts are digits, digits before words, words by bytes. Equal numbers written differently
/// (`1`, `01`) are finally compared by bytes.
pub fn natural(left: &str, right: &str) -> Ordering {
    let (mut lefts, mut rights) = (left.split('.'), right.split('.'));
    loop {
        let order = match (lefts.next(), rights.next()) {
            (None, None) => return left.cmp(right),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(left), Some(right)) => part(left, right),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

fn part(left: &str, right: &str) -> Ordering {
    match (digits(left), digits(right)) {
        // Without leading zeros, a longer number is larger.
        (Some(left), Some(right)) => left.len().cmp(&right.len()).then_with(|| left.cmp(right)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => left.cmp(right),
    }
}

/// The digits without leading zeros, if the part is a number.
fn digits(part: &str) -> Option<&str> {
    let number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    number.then(|| part.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rounds_are_counted_not_spelled() {
        let mut rounds =
            ["10", "final", "2", "?", "4.10", "4.2", "4", "01", "1", "99999999999999999999"];
        rounds.sort_by(|left, right| natural(left, right));
        let expected =
            ["01", "1", "2", "4", "4.2", "4.10", "10", "99999999999999999999", "?", "final"];
        assert_eq!(rounds, expected);
    }

    proptest! {
        #[test]
        fn it_is_a_total_order(rounds in prop::collection::vec("[0-9a.?]{0,4}", 3)) {
            let (a, b, c) = (&rounds[0], &rounds[1], &rounds[2]);
            prop_assert_eq!(natural(a, b), natural(b, a).reverse());
            prop_assert_eq!(natural(a, b) == Ordering::Equal, a == b);
            if natural(a, b) != Ordering::Greater && natural(b, c) != Ordering::Greater {
                prop_assert_ne!(natural(a, c), Ordering::Greater);
            }
        }
    }
}
