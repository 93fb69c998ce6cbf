//! Counts all rounds again and again until the ranking stays.

use std::cmp::Reverse;

use super::{Line, Ranking, Rules};
use crate::Tournament;
use crate::points::Points;
use crate::tiebreak::Value;

/// What the rounds of each entrant count.
pub struct Count<'a> {
    rules: &'a Rules,
    /// By pairing number.
    start: Vec<usize>,
    /// Whose value counts how much, in percent; the own one counts once.
    parts: Vec<Vec<(usize, i64)>>,
}

impl Count<'_> {
    pub fn new<'a>(tournament: &Tournament, rules: &'a Rules, rounds: usize) -> Count<'a> {
        let mut start: Vec<usize> = (0..tournament.entrants.len()).collect();
        start.sort_by_key(|entrant| (tournament.entrants[*entrant].number, *entrant));
        let rounds = rounds.min(tournament.played);
        let parts = tournament.entrants.iter().enumerate().map(|(own, entrant)| {
            let entries = entrant.entries.iter().take(rounds);
            let part =
                |entry| (crate::entrant::Entry::opponent(entry), i64::from(rules.percent(entry)));
            let counted = entries.map(part).filter(|(_, percent)| *percent > 0);
            let of = counted.map(|(opponent, percent)| (opponent.unwrap_or(own), percent));
            of.chain([(own, 100)]).collect()
        });
        Count { rules, start, parts: parts.collect() }
    }

    pub fn rank(&self, most: usize) -> Ranking {
        let mut seen = vec![self.start.clone()];
        loop {
            let before = &seen[seen.len() - 1];
            let after = self.order(&self.points(&self.values(before), 1));
            let passes = seen.len();
            if after == *before {
                return self.ranking(&seen[passes - 1..], passes, true);
            }
            if let Some(at) = seen.iter().position(|known| *known == after) {
                return self.ranking(&seen[at..], passes, false);
            }
            if passes >= most {
                return self.ranking(&seen[passes - 1..], passes, false);
            }
            seen.push(after);
        }
    }

    /// The value of each entrant in a ranking.
    fn values(&self, order: &[usize]) -> Vec<i64> {
        let mut values = vec![0; order.len()];
        for (place, entrant) in order.iter().enumerate() {
            values[*entrant] = i64::from(self.rules.value_of(place, order.len()));
        }
        values
    }

    /// The points of each entrant, in tenths, with the average of `among` values that are summed up.
    fn points(&self, sums: &[i64], among: i64) -> Vec<i64> {
        let value = |of: usize| sums.get(of).copied().unwrap_or(0);
        // The value times the part, in tenths, rounded half up.
        let amount = |(of, percent): &(usize, i64)| {
            (2 * value(*of) * percent + 10 * among).div_euclid(20 * among)
        };
        self.parts.iter().map(|parts| parts.iter().map(amount).sum()).collect()
    }

    /// Everybody by their points, and equal ones by pairing number.
    fn order(&self, points: &[i64]) -> Vec<usize> {
        let mut order = self.start.clone();
        order.sort_by_key(|entrant| Reverse(points[*entrant]));
        order
    }

    /// The ranking with the average values of some orders.
    fn ranking(&self, orders: &[Vec<usize>], passes: usize, is_settled: bool) -> Ranking {
        let mut sums = vec![0; self.start.len()];
        for order in orders {
            sums.iter_mut().zip(self.values(order)).for_each(|(sum, value)| *sum += value);
        }
        let points = self.points(&sums, orders.len() as i64);
        let line = |entrant: usize| Line {
            entrant,
            value: Value::whole(sums[entrant]).shared(orders.len()),
            points: Points(i32::try_from(points[entrant]).unwrap_or(i32::MAX)),
        };
        let lines = self.order(&points).into_iter().map(line).collect();
        Ranking { lines, passes, is_settled }
    }
}
