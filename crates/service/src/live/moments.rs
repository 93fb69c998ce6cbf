//! Time in live games: a monotonic clock for the games, and the wall clock for dates.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use crate::threads::lock;
use adjutant_domain::moment::{Micros, SECOND};

/// A smaller drift between the two clocks, in microseconds, is ignored.
const SMALL: i64 = SECOND;
/// The number of recorded drifts.
const MOST_PARTINGS: usize = 1_000;

type Clock = Arc<dyn Fn() -> Micros + Send + Sync>;

/// The clocks, provided by the web layer.
#[derive(Clone)]
pub struct Source {
    /// Monotonic, regardless of adjustments of the system clock: for the clocks of games.
    pub even: Clock,
    /// The system clock: for dates, appointments and expiry.
    pub wall: Clock,
    /// Whether the monotonic clock goes as fast as that of the database, so that it can be set by those of
    /// other servers.
    pub is_of_the_system: bool,
}

impl<F: Fn() -> Micros + Send + Sync + ?Sized + 'static> From<Arc<F>> for Source {
    /// One clock for both purposes.
    fn from(clock: Arc<F>) -> Source {
        let own = Arc::clone(&clock);
        Source {
            even: Arc::new(move || own()),
            wall: Arc::new(move || clock()),
            is_of_the_system: false,
        }
    }
}

/// The current time of games and of the calendar. The monotonic clock is moved beyond all stored
/// times, so that no player gains time if the system clock was set back.
#[derive(Clone)]
pub struct Moments {
    source: Source,
    /// The offset of the monotonic clock.
    ahead: Arc<AtomicI64>,
    latest: Arc<AtomicI64>,
    partings: Arc<Mutex<Vec<Parting>>>,
}

/// The difference between calendar and game time, from a game time on.
#[derive(Debug, Clone, Copy)]
struct Parting {
    from: Micros,
    by: i64,
}

impl Moments {
    /// Uses `source`, with no game time before `known`.
    pub fn new(source: impl Into<Source>, known: Micros) -> Moments {
        let source = source.into();
        let ahead = known.since((source.even)()).max(0);
        Moments::ahead_by(source, ahead, known)
    }

    /// Uses `source`, from the game time `now` on: that of servers which run already, whatever the wall clock of this one says.
    pub(super) fn beside_others(source: Source, now: Micros) -> Moments {
        let ahead = now.since((source.even)());
        Moments::ahead_by(source, ahead, now)
    }

    fn ahead_by(source: Source, ahead: i64, known: Micros) -> Moments {
        let ahead = Arc::new(AtomicI64::new(ahead));
        let (latest, partings) = (Arc::new(AtomicI64::new(known.0)), Arc::default());
        let moments = Moments { source, ahead, latest, partings };
        moments.look_at_the_wall();
        moments
    }

    /// The current game time, which never goes back.
    pub fn now(&self) -> Micros {
        let now = (self.source.even)().saturating_add(self.ahead.load(Ordering::Relaxed));
        Micros(self.latest.fetch_max(now.0, Ordering::Relaxed)).max(now)
    }

    /// Moves the monotonic clock forward, to that of another server.
    pub(super) fn advance(&self, by: i64) {
        if self.source.is_of_the_system {
            self.ahead.fetch_add(by.max(0), Ordering::Relaxed);
        }
    }

    /// The current calendar time, which may go back.
    pub fn on_the_wall(&self) -> Micros {
        (self.source.wall)()
    }

    /// The calendar time at a game time. Before this start both are taken to be the same, but no
    /// past time is in the future.
    pub fn as_on_the_wall(&self, at: Micros) -> Micros {
        let partings = lock(&self.partings);
        match partings.iter().rev().find(|parting| parting.from <= at) {
            Some(parting) => at.saturating_add(parting.by),
            None => at.min(self.on_the_wall()),
        }
    }

    /// Records the difference of the clocks; called regularly.
    pub fn look_at_the_wall(&self) {
        let now = self.now();
        let by = self.on_the_wall().since(now);
        let mut partings = lock(&self.partings);
        if partings.last().is_none_or(|last| (last.by - by).abs() > SMALL) {
            if partings.len() >= MOST_PARTINGS {
                partings.remove(0);
            }
            partings.push(Parting { from: now, by });
        }
    }
}

impl std::fmt::Debug for Moments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Moments(+{})", self.ahead.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::moment::HOUR;

    use super::*;

    fn of(source: &Arc<AtomicI64>) -> Clock {
        let own = Arc::clone(source);
        Arc::new(move || Micros(own.load(Ordering::Relaxed)))
    }

    #[test]
    fn a_source_that_goes_back_is_not_followed() {
        let source = Arc::new(AtomicI64::new(100));
        let moments = Moments::new(of(&source), Micros(1000));
        assert_eq!(moments.now(), Micros(1000), "what is known already comes first");
        source.store(150, Ordering::Relaxed);
        assert_eq!(moments.now(), Micros(1050));
        source.store(20, Ordering::Relaxed);
        assert_eq!(moments.now(), Micros(1050));
        source.store(160, Ordering::Relaxed);
        assert_eq!(moments.now(), Micros(1060));
    }

    #[test]
    fn beside_others_it_is_as_late_as_there_whatever_ones_own_clock_says() {
        let source = Arc::new(AtomicI64::new(HOUR));
        for others in [Micros(100), Micros(2 * HOUR)] {
            source.store(HOUR, Ordering::Relaxed);
            let moments = Moments::beside_others(of(&source).into(), others);
            assert_eq!(moments.now(), others);
            source.store(HOUR + 50, Ordering::Relaxed);
            assert_eq!(moments.now(), others.saturating_add(50));
        }
    }

    #[test]
    fn the_calendar_is_the_walls_and_a_moment_is_dated_as_the_wall_was_then() {
        let (even, wall) = (Arc::new(AtomicI64::new(HOUR)), Arc::new(AtomicI64::new(HOUR)));
        let moments = Moments::new(
            Source { even: of(&even), wall: of(&wall), is_of_the_system: false },
            Micros(0),
        );
        even.store(2 * HOUR, Ordering::Relaxed);
        // The machine was suspended for eight hours, which no monotonic clock counts.
        wall.store(10 * HOUR, Ordering::Relaxed);
        moments.look_at_the_wall();
        even.store(3 * HOUR, Ordering::Relaxed);
        wall.store(11 * HOUR, Ordering::Relaxed);
        moments.look_at_the_wall();
        assert_eq!((moments.now(), moments.on_the_wall()), (Micros(3 * HOUR), Micros(11 * HOUR)));
        assert_eq!(moments.as_on_the_wall(Micros(HOUR + 5)), Micros(HOUR + 5), "before it slept");
        assert_eq!(moments.as_on_the_wall(Micros(2 * HOUR + 5)), Micros(10 * HOUR + 5), "after it");
        // A step back by a time server.
        wall.store(4 * HOUR, Ordering::Relaxed);
        moments.look_at_the_wall();
        assert_eq!(moments.as_on_the_wall(Micros(3 * HOUR)), Micros(4 * HOUR));
        assert_eq!(moments.as_on_the_wall(Micros(5)), Micros(5), "before this start");
    }

    #[test]
    fn what_an_earlier_run_has_dated_in_the_future_is_dated_now() {
        let source = Arc::new(AtomicI64::new(100));
        let moments = Moments::new(of(&source), Micros(5_000_000));
        assert_eq!(moments.as_on_the_wall(Micros(4_000_000)), Micros(100));
    }
}
