//! Commands and writes in progress.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use adjutant_domain::moment::Micros;
use adjutant_domain::play::PlayId;

use super::{Live, SentCommand};
use crate::threads::lock;

/// A write that takes longer than this counts as stuck.
const STUCK: Duration = Duration::from_secs(5);

/// Beginnings by key: how many began at the same time, and when the first did by the machine's own
/// clock.
type Beginnings<K> = BTreeMap<(K, Micros), (u32, Instant)>;

/// What is in progress, by key.
#[derive(Debug, Clone, Default)]
pub(super) struct UnderWay<K>(Arc<Mutex<Beginnings<K>>>);

/// Marks something as in progress while it lives.
#[derive(Debug)]
pub(super) struct Begun<K: Ord + Copy> {
    all: UnderWay<K>,
    of: (K, Micros),
}

impl<K: Ord + Copy> UnderWay<K> {
    /// Begins something. The time is taken and registered under the lock, so that later queries see
    /// everything that began earlier.
    pub(super) fn begin(&self, of: K, moment: impl FnOnce() -> Micros) -> Begun<K> {
        let mut all = lock(&self.0);
        let of = (of, moment());
        all.entry(of).or_insert_with(|| (0, Instant::now())).0 += 1;
        drop(all);
        Begun { all: self.clone(), of }
    }

    /// When the oldest one in progress began.
    pub(super) fn oldest(&self, of: K) -> Option<Micros> {
        self.oldest_with_age(of).map(|(at, _)| at)
    }

    fn oldest_with_age(&self, of: K) -> Option<(Micros, Duration)> {
        let all = lock(&self.0);
        let ((_, at), (_, began)) = all.range((of, Micros::MIN)..=(of, Micros::MAX)).next()?;
        Some((*at, began.elapsed()))
    }
}

impl<K: Ord + Copy> Begun<K> {
    pub(super) const fn began_at(&self) -> Micros {
        self.of.1
    }
}

impl<K: Ord + Copy> Drop for Begun<K> {
    fn drop(&mut self) {
        let mut all = lock(&self.all.0);
        if let Some((count, _)) = all.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.of);
            }
        }
    }
}

/// A received command, in progress while this lives; no clock runs out before it was received.
#[derive(Debug)]
pub struct Receipt(Begun<Option<PlayId>>);

impl Receipt {
    pub const fn at(&self) -> Micros {
        self.0.began_at()
    }
}

impl Live {
    /// Registers a command that was received completely, before it waits for anything. `None` if
    /// its game is not known yet.
    pub fn receive(&self, play: Option<PlayId>) -> Receipt {
        Receipt(self.0.receipts.begin(play, || self.moments().now()))
    }

    /// The same of a command for a known game. One that has come before while nothing could be written counts from when games went on;
    /// a clock may have run out between.
    pub fn receive_sent(&self, sent: SentCommand) -> Receipt {
        let moment = || self.0.unserved.arrives(sent, self.moments().now(), self.broken_since());
        Receipt(self.0.receipts.begin(Some(sent.play), moment))
    }

    /// Whether a command that may concern this game was received until then and is in progress.
    pub(super) fn is_awaited(&self, play: PlayId, until: Micros) -> bool {
        let received = |of| self.0.receipts.oldest(of).is_some_and(|at| at <= until);
        received(Some(play)) || received(None)
    }

    pub(super) fn writing(&self) -> Begun<()> {
        self.0.writes.begin((), || self.moments().now())
    }

    /// Since when a write has been stuck, if one is.
    pub(super) fn stuck_since(&self) -> Option<Micros> {
        self.0.writes.oldest_with_age(()).filter(|(_, age)| *age > STUCK).map(|(at, _)| at)
    }

    /// Until when this server could certainly write: neither during a failure nor while the outcome
    /// of a write is unknown.
    pub(super) fn ran_until(&self, now: Micros) -> Micros {
        let last = self.broken_since().or_else(|| self.0.writes.oldest(()));
        last.map_or(now, |last| last.min(now))
    }
}

#[cfg(test)]
mod tests {
    use super::UnderWay;
    use adjutant_domain::moment::Micros;

    #[test]
    fn the_oldest_is_known_until_it_is_done() {
        let all = UnderWay::default();
        let (first, second) = (all.begin(1, || Micros(5)), all.begin(1, || Micros(5)));
        let later = all.begin(1, || Micros(7));
        let _other = all.begin(2, || Micros(3));
        drop(first);
        assert_eq!(all.oldest(1), Some(Micros(5)), "the other of the same moment");
        drop(second);
        assert_eq!(all.oldest(1), Some(Micros(7)));
        drop(later);
        assert_eq!((all.oldest(1), all.oldest(2)), (None, Some(Micros(3))));
    }
}
