//! A gate with so many places and a short queue, in which callers take turns.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::service::Error;

use super::lanes::COME_AGAIN;
use super::limits::Caller;

/// How many may be inside, and how many may wait; of all, and of one caller.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub places: usize,
    pub of_one: usize,
    pub queue: usize,
    pub queue_of_one: usize,
}

/// The gate.
pub struct Gate {
    bounds: Bounds,
    patience: Duration,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    taken: usize,
    by: HashMap<Caller, usize>,
    waiting: VecDeque<(Caller, oneshot::Sender<Place>)>,
}

/// A place within; it is the next one's when this is dropped.
pub struct Place {
    gate: Arc<Gate>,
    caller: Caller,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.leave(self.caller);
    }
}

impl Gate {
    pub fn new(bounds: Bounds, patience: Duration) -> Gate {
        Gate { bounds, patience, inside: Mutex::default() }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place, waited for in the queue. Who stops waiting leaves it.
    ///
    /// # Errors
    /// [`Error::Busy`] where the queue is full, of all or of this caller, or nothing was free in time.
    pub async fn enter(self: &Arc<Gate>, caller: Caller) -> Result<Place, Error> {
        let busy = || Error::Busy { seconds: COME_AGAIN };
        let turn = {
            let mut inside = self.inside();
            if self.has_room(&inside, caller) {
                inside.begin(caller);
                return Ok(Place { gate: Arc::clone(self), caller });
            }
            inside.waiting.retain(|(_, turn)| !turn.is_closed());
            let own = inside.waiting.iter().filter(|(other, _)| *other == caller).count();
            if inside.waiting.len() >= self.bounds.queue || own >= self.bounds.queue_of_one {
                return Err(busy());
            }
            let (give, turn) = oneshot::channel();
            inside.waiting.push_back((caller, give));
            turn
        };
        match tokio::time::timeout(self.patience, turn).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(busy()),
        }
    }

    fn has_room(&self, inside: &Inside, caller: Caller) -> bool {
        let own = inside.by.get(&caller).copied().unwrap_or_default();
        inside.taken < self.bounds.places && own < self.bounds.of_one
    }

    fn leave(self: &Arc<Gate>, caller: Caller) {
        self.inside().end(caller);
        loop {
            let mut inside = self.inside();
            let next = inside.waiting.iter().position(|(who, _)| self.has_room(&inside, *who));
            let Some((who, turn)) = next.and_then(|at| inside.waiting.remove(at)) else { return };
            if turn.is_closed() {
                continue;
            }
            inside.begin(who);
            drop(inside);
            // Who is gone by now gives it back, which asks for the next.
            let _gone = turn.send(Place { gate: Arc::clone(self), caller: who });
        }
    }
}

impl Inside {
    fn begin(&mut self, caller: Caller) {
        self.taken += 1;
        *self.by.entry(caller).or_default() += 1;
    }

    fn end(&mut self, caller: Caller) {
        self.taken -= 1;
        if let Some(own) = self.by.get_mut(&caller) {
            *own -= 1;
            if *own == 0 {
                self.by.remove(&caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(patience: u64) -> Arc<Gate> {
        let bounds = Bounds { places: 2, of_one: 1, queue: 4, queue_of_one: 2 };
        Arc::new(Gate::new(bounds, Duration::from_millis(patience)))
    }

    const ONE: Caller = Caller::Account(1);
    const OTHER: Caller = Caller::Account(2);

    #[actix_web::test]
    async fn one_caller_never_takes_the_last_place_nor_the_whole_queue() {
        let gate = gate(50);
        let held = gate.enter(ONE).await.expect("the first place");
        let more: Vec<_> = (0..3).map(|_| gate.enter(ONE)).collect();
        let more = futures_util::future::join_all(more).await;
        assert!(more.iter().all(|one| matches!(one, Err(Error::Busy { .. }))));
        let other = gate.enter(OTHER).await;
        assert!(other.is_ok(), "somebody else finds a place at once");
        drop((held, other));
        assert!(gate.inside().by.is_empty() && gate.inside().taken == 0);
    }

    #[actix_web::test]
    async fn who_waits_comes_in_when_somebody_leaves_and_who_is_gone_is_passed_over() {
        let gate = gate(5_000);
        let held = gate.enter(ONE).await.expect("a place");
        let gone = {
            let gate = Arc::clone(&gate);
            actix_web::rt::spawn(async move { gate.enter(ONE).await.is_ok() })
        };
        actix_web::rt::task::yield_now().await;
        let waits = {
            let gate = Arc::clone(&gate);
            actix_web::rt::spawn(async move { gate.enter(ONE).await.is_ok() })
        };
        tokio::time::sleep(Duration::from_millis(20)).await;
        gone.abort();
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(held);
        assert!(waits.await.expect("it ends"));
        assert_eq!(gate.inside().taken, 0);
    }
}
