//! Who stands on a pool's leaderboard: figures, printed on the page as they are.

use super::Day;

/// What a player must show for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Eligibility {
    /// Rated games in the pool, at least.
    pub games: u32,
    /// Different opponents among them, at least: two friends alone make no ladder.
    pub opponents: u32,
    /// Deviation, at most; hundredths of a point.
    pub deviation: i32,
    /// The last rated game at most so many days before the pool's newest that is not of the
    /// future. Measured from the games, not from the wall clock: an archive of old games has a
    /// board too. The clock only tells which dates must be slips of the pen.
    pub active_days: u32,
}

/// What a player has to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    pub games: u32,
    pub opponents: u32,
    pub deviation: i32,
    pub last_day: Day,
    /// Whether he keeps off the leaderboards, as minors do.
    pub keeps_off: bool,
}

/// One thing that is missing: what the player has, and what is asked.
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
    /// Hundredths of a point; `needs` is the most that is allowed.
    Deviation {
        has: i32,
        needs: i32,
    },
    /// Days since the last rated game, `None` if its day is unknown; `needs` is the most
    /// that is allowed.
    Activity {
        has: Option<u32>,
        needs: u32,
    },
    /// He keeps off the leaderboards; no figure changes that.
    KeepsOff,
}

impl Eligibility {
    /// The same for every default pool.
    pub const USUAL: Eligibility =
        Eligibility { games: 12, opponents: 5, deviation: 11_000, active_days: 365 };

    /// For the pools of organisations: a club of eight that meets once a week has a board after
    /// a month and a half. Among players who are all new, six games bring the deviation down to
    /// about 180, so that places say less than the site's do; the page says so by its figures.
    pub const CLUB: Eligibility =
        Eligibility { games: 6, opponents: 3, deviation: 20_000, active_days: 365 };

    /// Whether nothing is missing, the newest rated game of the pool being of `newest`.
    #[must_use]
    pub fn admits(&self, player: &Evidence, newest: Day) -> bool {
        !player.keeps_off
            && player.games >= self.games
            && player.opponents >= self.opponents
            && player.deviation <= self.deviation
            && self.is_active(player.last_day, newest)
    }

    /// Everything that is missing, in the order of the fields.
    #[must_use]
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

    /// Whether a last game on `last` is recent enough, as a later one than `newest` is. In a
    /// pool without any known day nobody is out of date.
    #[must_use]
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
