//! Pairs those who are free.

use std::cmp::Reverse;

use crate::Color;
use crate::pairing::Pairing;
use crate::points::Points;

/// Somebody who waits for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Free {
    /// The number by which they are called in pairings.
    pub entrant: usize,
    pub points: Points,
    pub rating: u32,
    /// Who they met in their last game.
    pub last: Option<usize>,
    pub last_color: Option<Color>,
    /// Games with White, less those with Black.
    pub surplus: i32,
    /// Whether they were free before the others became so; then somebody else stays without a game.
    pub waited: bool,
}

impl Free {
    fn has_just_met(&self, other: &Free) -> bool {
        self.last == Some(other.entrant) || other.last == Some(self.entrant)
    }
}

/// Pairs everybody but one if their number is odd: neighbors by points, then by rating, but nobody twice in a row with
/// the same where another is free. Who two such are is for the caller to see ([`Free::last`]).
///
/// If one stays without, it is the lowest of those who have not waited yet.
pub fn pair(free: &[Free]) -> Vec<Pairing> {
    let mut order: Vec<&Free> = free.iter().collect();
    order.sort_by_key(|one| (Reverse(one.points), Reverse(one.rating), one.entrant));
    if order.len() % 2 == 1 {
        let lowest = order.iter().rposition(|one| !one.waited).unwrap_or(order.len() - 1);
        order.remove(lowest);
    }
    let mut pairs: Vec<[&Free; 2]> = Vec::new();
    while !order.is_empty() {
        let first = order.remove(0);
        let next = order.iter().position(|other| !first.has_just_met(other)).unwrap_or(0);
        pairs.push([first, order.remove(next)]);
    }
    part_repeated(&mut pairs);
    pairs.iter().map(|[higher, lower]| colored(higher, lower)).collect()
}

/// Exchanges opponents with the nearest pair above or below where two have just met.
fn part_repeated(pairs: &mut [[&Free; 2]]) {
    let is_new = |[one, other]: &[&Free; 2]| !one.has_just_met(other);
    for at in 0..pairs.len() {
        if is_new(&pairs[at]) {
            continue;
        }
        let mut others: Vec<usize> = (0..pairs.len()).filter(|other| *other != at).collect();
        others.sort_by_key(|other| other.abs_diff(at));
        for other in others {
            let ([a, b], [c, d]) = (pairs[at], pairs[other]);
            let exchanges = [[[a, c], [b, d]], [[a, d], [b, c]]];
            if let Some(new) = exchanges.into_iter().find(|new| new.iter().all(is_new)) {
                (pairs[at], pairs[other]) = (new[0], new[1]);
                break;
            }
        }
    }
}

/// White is for the one who had it less often, otherwise for the one who had Black last, otherwise for the lower.
fn colored(higher: &Free, lower: &Free) -> Pairing {
    let first_is_white = match higher.surplus.cmp(&lower.surplus) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            higher.last_color == Some(Color::Black) && lower.last_color != Some(Color::Black)
        }
    };
    let [white, black] = if first_is_white { [higher, lower] } else { [lower, higher] };
    Pairing { white: white.entrant, black: black.entrant }
}
