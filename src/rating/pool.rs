//! Pools: which games are rated together, and how. One table; no code knows a pool by name.

use crate::clock::Speed;
use crate::rules::RuleSet;

use super::{Day, Eligibility, Glicko};

/// The rule-sets that a pool takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// `standard` without options: the published game.
    Standard,
}

impl Family {
    /// Whether games under `ruleset` belong to the family.
    #[must_use]
    pub fn takes(self, ruleset: &RuleSet) -> bool {
        match self {
            Family::Standard => *ruleset == RuleSet::STANDARD,
        }
    }
}

/// What is rated together. `period` is in days: for every whole period since a player's
/// last rated game his deviation grows once before the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Each game at once, from both players' values before it.
    GameByGame { period: u32 },
    /// All games of an event from the values before the event. An event is one `Event` tag
    /// and takes place on the day of its last game; a game without a tag is an event of its
    /// own. In the ledger the change falls due with the player's last game of the event.
    EventByEvent { period: u32 },
}

/// Glicko-2's parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct System {
    /// How freely the volatility moves; Glickman: between 0.3 and 1.2.
    pub tau: f64,
    /// Everybody's values before his first game.
    pub start: Glicko,
    /// A rating whose deviation is above this is provisional; hundredths of a point.
    pub provisional_above: i32,
}

/// A set of games rated together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pool {
    /// The number under which the store keeps it; frozen.
    pub id: i16,
    /// Its name in addresses and in the catalogues (`pool-<key>`); frozen.
    pub key: &'static str,
    pub family: Family,
    pub speeds: &'static [Speed],
    pub mode: Mode,
    pub system: System,
    pub eligibility: Eligibility,
}

/// Glickman's start values and his tau. Above a deviation of 110 the 95 % interval is wider
/// than +-216 points, four titles; about a dozen games bring a new player below it.
const GLICKMAN: System = System {
    tau: 0.5,
    start: Glicko { rating: 150_000, deviation: 35_000, volatility: 600_000 },
    provisional_above: 11_000,
};

const WEEKLY: Mode = Mode::GameByGame { period: 7 };

const fn standard(id: i16, key: &'static str, speeds: &'static [Speed]) -> Pool {
    Pool {
        id,
        key,
        family: Family::Standard,
        speeds,
        mode: WEEKLY,
        system: GLICKMAN,
        eligibility: Eligibility::USUAL,
    }
}

static POOLS: [Pool; 4] = [
    standard(0, "blitz", &[Speed::Blitz]),
    standard(1, "rapid", &[Speed::Rapid]),
    standard(2, "classical", &[Speed::Classical]),
    standard(3, "untimed", &[Speed::Untimed]),
];

impl Pool {
    /// Every pool, in the order in which pages list them.
    pub const ALL: &'static [Pool] = &POOLS;

    /// The pool with this key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<&'static Pool> {
        Pool::ALL.iter().find(|pool| pool.key == key)
    }

    /// The pool with this stored number.
    #[must_use]
    pub fn by_id(id: i16) -> Option<&'static Pool> {
        Pool::ALL.iter().find(|pool| pool.id == id)
    }

    /// The pool of games under `ruleset` at `speed`, if such games are rated.
    #[must_use]
    pub fn of(ruleset: &RuleSet, speed: Speed) -> Option<&'static Pool> {
        Pool::ALL.iter().find(|pool| pool.family.takes(ruleset) && pool.speeds.contains(&speed))
    }

    /// Whether a rating with this deviation (hundredths) is provisional here.
    #[must_use]
    pub const fn is_provisional(&self, deviation: i32) -> bool {
        deviation > self.system.provisional_above
    }

    /// Whole periods without a game between two days of play.
    #[must_use]
    pub fn idle_periods(&self, last: Day, now: Day) -> u32 {
        match self.mode {
            Mode::GameByGame { period } | Mode::EventByEvent { period } => {
                now.periods_since(last, period)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn keys_and_numbers_are_unique() {
        let keys: BTreeSet<_> = Pool::ALL.iter().map(|pool| pool.key).collect();
        let ids: BTreeSet<_> = Pool::ALL.iter().map(|pool| pool.id).collect();
        assert_eq!((keys.len(), ids.len()), (Pool::ALL.len(), Pool::ALL.len()));
    }

    #[test]
    fn each_speed_of_the_standard_game_has_one_pool() {
        for speed in Speed::ALL {
            let takers = Pool::ALL.iter().filter(|pool| pool.speeds.contains(&speed)).count();
            assert_eq!(takers, 1, "{}", speed.key());
        }
    }

    #[test]
    fn variants_have_no_pool() {
        let open: RuleSet = "standard+open-flag".parse().expect("a known option");
        assert!(Pool::of(&open, Speed::Rapid).is_none());
        assert_eq!(Pool::of(&RuleSet::STANDARD, Speed::Rapid).map(|pool| pool.key), Some("rapid"));
    }
}
