//! Quick pairing: who of those that wait for a game play each other.
//!
//! Each has a window around their rating that widens while they wait. Two are paired if the window of
//! either reaches the other, so that nobody who has waited long is passed over.

use crate::game::GameKind;
use crate::moment::{Micros, SECOND};
use salpakan::clock::Pace;

/// Who waits for an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seeker {
    pub account: i32,
    pub game: GameKind,
    pub pace: Pace,
    /// In points; [`UNRATED`] without games.
    pub rating: i32,
    pub since: Micros,
    /// Accounts with which they are never paired.
    pub avoids: Vec<i32>,
}

/// The rating of somebody without rated games.
pub const UNRATED: i32 = 1500;
/// The distance in points that a window reaches at first.
const NARROWEST: i32 = 100;
/// How many points it widens by, per second.
const WIDENS_BY: i64 = 15;
/// After this time everybody is within the window, in microseconds.
pub const WIDEST_AFTER: i64 = 60 * SECOND;

/// How far the window reaches after this time of waiting, in points; `None` for any distance.
pub fn window(waited: i64) -> Option<i32> {
    let seconds = waited.clamp(0, WIDEST_AFTER) / SECOND;
    (waited < WIDEST_AFTER).then_some(NARROWEST + (seconds * WIDENS_BY) as i32)
}

/// Whether the two may play each other at all.
pub fn are_compatible(one: &Seeker, other: &Seeker) -> bool {
    one.account != other.account
        && one.game == other.game
        && one.pace == other.pace
        && !one.avoids.contains(&other.account)
        && !other.avoids.contains(&one.account)
}

/// Whether the window of either reaches the other.
fn is_reached(one: &Seeker, other: &Seeker, now: Micros) -> bool {
    let distance = one.rating.abs_diff(other.rating);
    let widest = window(now.since(one.since.min(other.since)));
    widest.is_none_or(|reach| distance <= reach.unsigned_abs())
}

/// The pairs among those who wait, by their places in the list: who has waited longest comes first,
/// and gets the nearest in rating. Nobody is left who could be paired.
pub fn pairs(seekers: &[Seeker], now: Micros) -> Vec<(usize, usize)> {
    let mut waiting: Vec<usize> = (0..seekers.len()).collect();
    waiting.sort_by_key(|at| (seekers[*at].since, seekers[*at].account));
    let mut found = Vec::new();
    let mut next = 0;
    while next < waiting.len() {
        let one = &seekers[waiting[next]];
        let best = (next + 1..waiting.len())
            .filter(|at| {
                let other = &seekers[waiting[*at]];
                are_compatible(one, other) && is_reached(one, other, now)
            })
            .min_by_key(|at| one.rating.abs_diff(seekers[waiting[*at]].rating));
        match best {
            Some(at) => {
                found.push((waiting[next], waiting.remove(at)));
                waiting.remove(next);
            }
            None => next += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::moment::MINUTE;

    const NOW: Micros = Micros(1_795_000_000_000_000);

    fn seeker(account: i32, rating: i32, waited: i64) -> Seeker {
        let pace = Pace::parse("600+5").expect("a pace");
        let game = GameKind::Salpakan;
        Seeker { account, game, pace, rating, since: NOW - waited, avoids: Vec::new() }
    }

    fn any_seeker() -> impl Strategy<Value = Seeker> {
        let pace = prop::sample::select(vec!["600+5", "1200+5"]);
        let avoids = prop::collection::vec(0..12, 0..3);
        let game = prop::sample::select(GameKind::ALL.to_vec());
        (0..12, game, pace, 800..2400, 0..90 * SECOND, avoids).prop_map(
            |(account, game, pace, rating, waited, avoids)| {
                let pace = Pace::parse(pace).expect("a pace");
                Seeker { account, game, pace, rating, since: NOW - waited, avoids }
            },
        )
    }

    #[test]
    fn a_window_widens_until_it_reaches_everybody() {
        assert_eq!((window(0), window(10 * SECOND)), (Some(100), Some(250)));
        assert_eq!((window(WIDEST_AFTER - 1), window(WIDEST_AFTER)), (Some(985), None));
        assert_eq!(window(-MINUTE), Some(100), "a clock that was set back");
    }

    #[test]
    fn the_nearest_within_reach_is_the_opponent_of_who_waits_longest() {
        let all = [seeker(1, 1500, 5 * SECOND), seeker(2, 1600, 0), seeker(3, 1550, 0)];
        assert_eq!(pairs(&all, NOW), [(0, 2)]);
        let far = [seeker(1, 1500, 0), seeker(2, 1700, 0)];
        assert_eq!(pairs(&far, NOW), []);
        let late = [seeker(1, 1500, 10 * SECOND), seeker(2, 1700, 0)];
        assert_eq!(pairs(&late, NOW), [(0, 1)]);
        let patient = [seeker(1, 900, MINUTE), seeker(2, 2400, 0)];
        assert_eq!(pairs(&patient, NOW), [(0, 1)]);
    }

    #[test]
    fn who_waits_for_another_game_is_no_opponent_however_long_they_wait() {
        let other = Seeker { game: GameKind::ThreeGenerals, ..seeker(2, 1500, MINUTE) };
        assert_eq!(pairs(&[seeker(1, 1500, MINUTE), other.clone()], NOW), []);
        let third = Seeker { account: 3, ..other.clone() };
        assert_eq!(pairs(&[seeker(1, 1500, MINUTE), other, third], NOW), [(1, 2)]);
    }

    #[test]
    fn nobody_meets_whom_they_avoid_however_long_they_wait() {
        let avoids = Seeker { avoids: vec![2], ..seeker(1, 1500, MINUTE) };
        assert_eq!(pairs(&[avoids.clone(), seeker(2, 1500, MINUTE)], NOW), []);
        assert_eq!(pairs(&[seeker(2, 1500, MINUTE), avoids], NOW), []);
    }

    proptest! {
        #[test]
        fn pairs_are_of_two_compatible_people_and_nobody_is_in_two(
            all in prop::collection::vec(any_seeker(), 0..16)
        ) {
            let mut seen = HashSet::new();
            for (one, other) in pairs(&all, NOW) {
                prop_assert!(are_compatible(&all[one], &all[other]));
                prop_assert!(seen.insert(one) && seen.insert(other));
                prop_assert!(is_reached(&all[one], &all[other], NOW));
            }
        }

        #[test]
        fn nobody_waits_beside_a_compatible_person_within_reach(
            all in prop::collection::vec(any_seeker(), 0..16)
        ) {
            let paired: HashSet<usize> =
                pairs(&all, NOW).into_iter().flat_map(|(one, other)| [one, other]).collect();
            let left: Vec<&Seeker> =
                (0..all.len()).filter(|at| !paired.contains(at)).map(|at| &all[at]).collect();
            for (at, one) in left.iter().enumerate() {
                for other in &left[at + 1..] {
                    prop_assert!(!(are_compatible(one, other) && is_reached(one, other, NOW)));
                    let long = now_since(one).max(now_since(other)) >= WIDEST_AFTER;
                    prop_assert!(!(are_compatible(one, other) && long), "past the widest window");
                }
            }
        }

        #[test]
        fn the_order_of_the_list_changes_nothing(
            mut all in prop::collection::vec(any_seeker(), 0..10)
        ) {
            let mut known = HashSet::new();
            all.retain(|one| known.insert(one.account));
            let named = |all: &[Seeker]| {
                let pair = |(one, other): (usize, usize)| (all[one].account, all[other].account);
                pairs(all, NOW).into_iter().map(pair).collect::<HashSet<_>>()
            };
            let before = named(&all);
            all.sort_by_key(|one| one.account);
            let sorted = named(&all);
            // Two at the same distance are told apart by how long they have waited.
            let ratings: HashSet<i32> = all.iter().map(|one| one.rating).collect();
            prop_assume!(ratings.len() == all.len());
            prop_assert_eq!(before, sorted);
        }
    }

    fn now_since(one: &Seeker) -> i64 {
        NOW.since(one.since)
    }
}
