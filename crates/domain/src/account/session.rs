//! Session lifetimes, robust against clocks that jump.

use crate::moment::{DAY, MINUTE, Micros};

/// How far a clock may be set back without ending sessions that have just begun.
const CLOCK_TOLERANCE: i64 = 10 * MINUTE;
/// How often a session's last use is written at most.
const TOUCH_INTERVAL: i64 = 10 * MINUTE;
/// How long after entering the password irreversible actions do not ask for it again.
pub const REAUTHENTICATION_TTL: i64 = 10 * MINUTE;

/// The lifetimes of a session, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLifetimes {
    /// It ends this long after its last use.
    pub idle: i64,
    /// It ends this long after it began, even if in use.
    pub absolute: i64,
}

impl SessionLifetimes {
    pub const fn from_days(idle: u16, absolute: u16) -> SessionLifetimes {
        SessionLifetimes { idle: idle as i64 * DAY, absolute: absolute as i64 * DAY }
    }

    /// Whether a session with these times is still valid. A session that begins in the future was
    /// made under a wrong clock and is not valid; a last use in the future counts as now, since the
    /// beginning still bounds it.
    pub fn is_alive(&self, created_at: Micros, seen_at: Micros, now: Micros) -> bool {
        created_at <= now.saturating_add(CLOCK_TOLERANCE)
            && now.since(created_at) < self.absolute
            && now.since(seen_at) < self.idle
    }
}

/// Whether the last use should be written: after an interval, or if the stored time is in the
/// future.
pub fn is_touch_due(seen_at: Micros, now: Micros) -> bool {
    now.since(seen_at) >= TOUCH_INTERVAL || seen_at > now.saturating_add(CLOCK_TOLERANCE)
}

/// Whether a password entered at `proved_at` still counts as recent.
pub fn is_recently_authenticated(proved_at: Micros, now: Micros) -> bool {
    proved_at <= now && now.since(proved_at) < REAUTHENTICATION_TTL
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVES: SessionLifetimes = SessionLifetimes::from_days(14, 90);
    const NOW: Micros = Micros(1_760_000_000_000_000);

    #[test]
    fn a_session_ends_when_it_is_not_used_and_at_last_anyway() {
        assert!(LIVES.is_alive(NOW, NOW, NOW));
        assert!(LIVES.is_alive(NOW - 13 * DAY, NOW - 13 * DAY, NOW));
        assert!(!LIVES.is_alive(NOW - 14 * DAY, NOW - 14 * DAY, NOW));
        assert!(LIVES.is_alive(NOW - 89 * DAY, NOW, NOW));
        assert!(!LIVES.is_alive(NOW - 90 * DAY, NOW, NOW));
    }

    #[test]
    fn a_clock_that_jumps_makes_no_session_eternal() {
        let minute_ahead = NOW + MINUTE;
        assert!(LIVES.is_alive(minute_ahead, minute_ahead, NOW), "set back by a minute");
        assert!(!LIVES.is_alive(NOW + DAY, NOW + DAY, NOW), "made under a wrong clock");
        assert!(LIVES.is_alive(NOW, NOW + 3650 * DAY, NOW), "used under a wrong clock");
        assert!(is_touch_due(NOW + 3650 * DAY, NOW), "and put right at once");
        assert!(!LIVES.is_alive(NOW - 90 * DAY, NOW + 3650 * DAY, NOW));
        assert!(!LIVES.is_alive(Micros::MIN, Micros::MIN, Micros::MAX));
        assert!(!LIVES.is_alive(Micros::MAX, Micros::MAX, NOW));
    }

    #[test]
    fn a_password_is_fresh_for_ten_minutes_and_never_ahead_of_time() {
        assert!(
            is_recently_authenticated(NOW, NOW) && is_recently_authenticated(NOW - 9 * MINUTE, NOW)
        );
        assert!(
            !is_recently_authenticated(NOW - 10 * MINUTE, NOW)
                && !is_recently_authenticated(NOW + 1, NOW)
                && !is_recently_authenticated(Micros(0), NOW)
        );
    }
}
