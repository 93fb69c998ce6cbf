//! The requirements for a place on a leaderboard, which pages show.

use super::Day;

/// The requirements for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Eligibility {
    /// The minimum number of rated games in the pool.
    pub games: u32,
    /// The minimum number of different opponents: two friends alone do not make a ladder.
    pub opponents: u32,
    /// The maximum deviation, in hundredths of a point.
    pub deviation: i32,
    /// The maximum number of days from the last rated game to the most recent day of the pool that
    /// is not in the future. It is measured from games rather than the clock, so that an archive of
    /// old games has a board, too; the clock only serves to recognise mistyped dates.
    pub active_days: u32,
}

/// A player's figures for the requirements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    pub games: u32,
    pub opponents: u32,
    pub deviation: i32,
    pub last_day: Day,
    /// Whether the player is excluded from leaderboards, as minors are.
    pub keeps_off: bool,
}

/// An unmet requirement: the player's figure, and the required one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shortfall {
    Games {
        has: u32,
        needs: u32,
    },
    Opponents {
        has: u32,
        needs: u32,
    },
    /// In hundredths of a point; `needs` is the maximum.
    Deviation {
        has: i32,
        needs: i32,
    },
    /// Days since the last rated game, `None` if unknown; `needs` is the maximum.
    Activity {
        has: Option<u32>,
        needs: u32,
    },
    /// The player is excluded from leaderboards, regardless of figures.
    KeepsOff,
}

impl Eligibility {
    /// The requirements of all default pools.
    pub const USUAL: Eligibility =
        Eligibility { games: 12, opponents: 5, deviation: 11_000, active_days: 365 };

    /// The requirements of organisations' pools: a club of eight with weekly meetings has a board
    /// after six weeks. Among new players only, six games reduce the deviation to about 180, so
    /// that places mean less than on the site; the page shows the figures.
    pub const CLUB: Eligibility =
        Eligibility { games: 6, opponents: 3, deviation: 20_000, active_days: 365 };

    /// Whether all requirements are met, if the pool's most recent rated game is of `newest`.
    pub fn admits(&self, player: &Evidence, newest: Day) -> bool {
        !player.keeps_off
            && player.games >= self.games
            && player.opponents >= self.opponents
            && player.deviation <= self.deviation
            && self.is_active(player.last_day, newest)
    }

    /// All unmet requirements, in the order of the fields.
    pub fn shortfalls(&self, player: &Evidence, newest: Day) -> Vec<Shortfall> {
        let mut missing = Vec::new();
        if player.games < self.games {
            missing.push(Shortfall::Games { has: player.games, needs: self.games });
        }
        if player.opponents < self.opponents {
            missing.push(Shortfall::Opponents { has: player.opponents, needs: self.opponents });
        }
        if player.deviation > self.deviation {
            missing.push(Shortfall::Deviation { has: player.deviation, needs: self.deviation });
        }
        if !self.is_active(player.last_day, newest) {
            let has = days_between(player.last_day, newest);
            missing.push(Shortfall::Activity { has, needs: self.active_days });
        }
        if player.keeps_off {
            missing.push(Shortfall::KeepsOff);
        }
        missing
    }

    /// Whether a last game on `last` is recent enough; so is one after `newest`. In a pool without
    /// any known day everybody is active.
    pub fn is_active(&self, last: Day, newest: Day) -> bool {
        newest == Day::UNKNOWN
            || days_between(last, newest).is_some_and(|days| days <= self.active_days)
    }
}

fn days_between(last: Day, newest: Day) -> Option<u32> {
    if last == Day::UNKNOWN {
        return None;
    }
    Some(newest.periods_since(last, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Eligibility = Eligibility::USUAL;
    const REGULAR: Evidence = Evidence {
        games: 12,
        opponents: 5,
        deviation: 11_000,
        last_day: Day(1000),
        keeps_off: false,
    };

    #[test]
    fn the_stated_figures_are_enough() {
        assert!(RULE.admits(&REGULAR, Day(1365)));
        assert!(RULE.shortfalls(&REGULAR, Day(1365)).is_empty());
    }

    #[test]
    fn each_lack_is_told_in_numbers() {
        let beginner = Evidence {
            games: 3,
            opponents: 1,
            deviation: 20_000,
            last_day: Day(0),
            keeps_off: false,
        };
        let expected = vec![
            Shortfall::Games { has: 3, needs: 12 },
            Shortfall::Opponents { has: 1, needs: 5 },
            Shortfall::Deviation { has: 20_000, needs: 11_000 },
            Shortfall::Activity { has: Some(366), needs: 365 },
        ];
        assert_eq!(RULE.shortfalls(&beginner, Day(366)), expected);
        assert!(!RULE.admits(&beginner, Day(366)));
    }

    #[test]
    fn who_keeps_off_has_no_place_whatever_he_shows() {
        let private = Evidence { keeps_off: true, ..REGULAR };
        assert!(!RULE.admits(&private, Day(1000)));
        assert_eq!(RULE.shortfalls(&private, Day(1000)), [Shortfall::KeepsOff]);
    }

    #[test]
    fn a_player_without_dates_is_active_only_where_nobody_has_any() {
        let undated = Evidence { last_day: Day::UNKNOWN, ..REGULAR };
        assert!(RULE.admits(&undated, Day::UNKNOWN));
        assert!(!RULE.admits(&undated, Day(10)));
    }
}
