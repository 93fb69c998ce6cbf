//! A semaphore with a bounded queue that is fair between callers.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use adjutant_service::Error;

use crate::lanes::BUSY_RETRY_SECONDS;
use crate::request_limits::Caller;

/// Limits on permits and queue length, in total and per caller.
#[derive(Debug, Clone, Copy)]
pub struct FairLimits {
    pub permits: usize,
    pub per_caller: usize,
    pub queue: usize,
    pub queue_per_caller: usize,
}

pub struct FairSemaphore {
    bounds: FairLimits,
    max_wait: Duration,
    state: Mutex<FairState>,
}

#[derive(Default)]
struct FairState {
    in_use: usize,
    by_caller: HashMap<Caller, usize>,
    waiting: VecDeque<(Caller, oneshot::Sender<FairPermit>)>,
}

/// A permit, released when dropped.
pub struct FairPermit {
    semaphore: Arc<FairSemaphore>,
    caller: Caller,
}

impl Drop for FairPermit {
    fn drop(&mut self) {
        self.semaphore.release(self.caller);
    }
}

impl FairSemaphore {
    pub fn new(bounds: FairLimits, patience: Duration) -> FairSemaphore {
        FairSemaphore { bounds, max_wait: patience, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, FairState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Acquires a permit, waiting in the queue if necessary. Dropping the future leaves the queue.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] if the queue is full, in total or for this caller, or after waiting
    /// too long.
    pub async fn acquire(self: &Arc<FairSemaphore>, caller: Caller) -> Result<FairPermit, Error> {
        let busy = || Error::Busy { seconds: BUSY_RETRY_SECONDS };
        let turn = {
            let mut inside = self.state();
            if self.has_capacity(&inside, caller) {
                inside.add_holder(caller);
                return Ok(FairPermit { semaphore: Arc::clone(self), caller });
            }
            inside.waiting.retain(|(_, turn)| !turn.is_closed());
            let own = inside.waiting.iter().filter(|(other, _)| *other == caller).count();
            if inside.waiting.len() >= self.bounds.queue || own >= self.bounds.queue_per_caller {
                return Err(busy());
            }
            let (give, turn) = oneshot::channel();
            inside.waiting.push_back((caller, give));
            turn
        };
        match tokio::time::timeout(self.max_wait, turn).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(busy()),
        }
    }

    fn has_capacity(&self, inside: &FairState, caller: Caller) -> bool {
        let own = inside.by_caller.get(&caller).copied().unwrap_or_default();
        inside.in_use < self.bounds.permits && own < self.bounds.per_caller
    }

    fn release(self: &Arc<FairSemaphore>, caller: Caller) {
        self.state().remove_holder(caller);
        loop {
            let mut inside = self.state();
            let next = inside.waiting.iter().position(|(who, _)| self.has_capacity(&inside, *who));
            let Some((who, turn)) = next.and_then(|at| inside.waiting.remove(at)) else { return };
            if turn.is_closed() {
                continue;
            }
            inside.add_holder(who);
            drop(inside);
            // If the waiter has gone, the permit is dropped, which serves the next one.
            let _gone = turn.send(FairPermit { semaphore: Arc::clone(self), caller: who });
        }
    }
}

impl FairState {
    fn add_holder(&mut self, caller: Caller) {
        self.in_use += 1;
        *self.by_caller.entry(caller).or_default() += 1;
    }

    fn remove_holder(&mut self, caller: Caller) {
        self.in_use -= 1;
        if let Some(own) = self.by_caller.get_mut(&caller) {
            *own -= 1;
            if *own == 0 {
                self.by_caller.remove(&caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(patience: u64) -> Arc<FairSemaphore> {
        let bounds = FairLimits { permits: 2, per_caller: 1, queue: 4, queue_per_caller: 2 };
        Arc::new(FairSemaphore::new(bounds, Duration::from_millis(patience)))
    }

    const ONE: Caller = Caller::Account(1);
    const OTHER: Caller = Caller::Account(2);

    #[actix_web::test]
    async fn one_caller_never_takes_the_last_place_nor_the_whole_queue() {
        let gate = gate(50);
        let held = gate.acquire(ONE).await.expect("the first place");
        let more: Vec<_> = (0..3).map(|_| gate.acquire(ONE)).collect();
        let more = futures_util::future::join_all(more).await;
        assert!(more.iter().all(|one| matches!(one, Err(Error::Busy { .. }))));
        let other = gate.acquire(OTHER).await;
        assert!(other.is_ok(), "somebody else finds a place at once");
        drop((held, other));
        assert!(gate.state().by_caller.is_empty() && gate.state().in_use == 0);
    }

    #[actix_web::test]
    async fn who_waits_comes_in_when_somebody_leaves_and_who_is_gone_is_passed_over() {
        let gate = gate(5_000);
        let held = gate.acquire(ONE).await.expect("a place");
        let gone = {
            let gate = Arc::clone(&gate);
            actix_web::rt::spawn(async move { gate.acquire(ONE).await.is_ok() })
        };
        actix_web::rt::task::yield_now().await;
        let waits = {
            let gate = Arc::clone(&gate);
            actix_web::rt::spawn(async move { gate.acquire(ONE).await.is_ok() })
        };
        tokio::time::sleep(Duration::from_millis(20)).await;
        gone.abort();
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(held);
        assert!(waits.await.expect("it ends"));
        assert_eq!(gate.state().in_use, 0);
    }
}
