//! The time of the games that are played here: microseconds since 1970, and never back.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Where moments come from. The source is given by the edge; what it says is brought beyond every
/// moment that is known already, so that a system clock that was set back starts nobody's time anew.
#[derive(Clone)]
pub struct Moments {
    source: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// What is added to the source.
    ahead: i64,
    latest: Arc<AtomicI64>,
}

impl Moments {
    /// Moments of `source`, none of them before `known`.
    pub fn new(source: Arc<dyn Fn() -> i64 + Send + Sync>, known: i64) -> Moments {
        let ahead = known.saturating_sub(source()).max(0);
        Moments { source, ahead, latest: Arc::new(AtomicI64::new(known)) }
    }

    /// The present moment; never earlier than one that was given before.
    #[must_use]
    pub fn now(&self) -> i64 {
        let now = (self.source)().saturating_add(self.ahead);
        self.latest.fetch_max(now, Ordering::Relaxed).max(now)
    }
}

impl std::fmt::Debug for Moments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Moments(+{})", self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::Moments;

    #[test]
    fn a_source_that_goes_back_is_not_followed() {
        let source = Arc::new(AtomicI64::new(100));
        let own = Arc::clone(&source);
        let moments = Moments::new(Arc::new(move || own.load(Ordering::Relaxed)), 1000);
        assert_eq!(moments.now(), 1000, "what is known already comes first");
        source.store(150, Ordering::Relaxed);
        assert_eq!(moments.now(), 1050);
        source.store(20, Ordering::Relaxed);
        assert_eq!(moments.now(), 1050);
        source.store(160, Ordering::Relaxed);
        assert_eq!(moments.now(), 1060);
    }
}
