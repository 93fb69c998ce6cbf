//! Lines that are bound to the rights by which they were opened: what changes in those ends the line within a second, and
//! with it the presence of whoever listened, whether or not he still reads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::account::session::SessionLifetimes;
use crate::service::access::{Actor, Credential};
use crate::service::live::{self, Attendance, Listening, Live, Pass};
use crate::service::{Error, standing};

/// By what a line was opened.
#[derive(Debug, Clone)]
pub enum StreamAuth {
    Actor(Actor),
    Pass(Pass),
}

/// Somebody counts as present as long as this lives.
pub enum Presence {
    Seat(Attendance),
    Calls(Listening),
}

type SharedPresence = Arc<Mutex<Option<Presence>>>;

struct RegisteredStream {
    right: StreamAuth,
    revoked: watch::Sender<bool>,
    held: SharedPresence,
}

/// All lines that are bound.
#[derive(Default)]
pub struct StreamRegistry(Mutex<RegistryState>);

#[derive(Default)]
struct RegistryState {
    next: u64,
    all: HashMap<u64, RegisteredStream>,
}

impl std::fmt::Debug for StreamRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bonds").field("lines", &self.state().all.len()).finish()
    }
}

/// What a line holds: it is to end once this is cut.
pub struct StreamHandle {
    registry: Arc<StreamRegistry>,
    number: u64,
    /// `None` where nobody's rights could change.
    revoked: Option<watch::Receiver<bool>>,
    held: SharedPresence,
}

fn take_presence(held: &SharedPresence) -> Option<Presence> {
    held.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl StreamRegistry {
    fn state(&self) -> MutexGuard<'_, RegistryState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Binds a line to the right by which it is opened, together with the presence that it gives.
    pub fn register(
        bonds: &Arc<StreamRegistry>,
        right: StreamAuth,
        presence: Option<Presence>,
    ) -> StreamHandle {
        let held = Arc::new(Mutex::new(presence));
        let free = matches!(&right, StreamAuth::Actor(actor)
            if matches!(actor.credential, Credential::Nobody | Credential::Command));
        let mut lines = bonds.state();
        lines.next += 1;
        let number = lines.next;
        let cut = (!free).then(|| {
            let (sender, cut) = watch::channel(false);
            lines.all.insert(
                number,
                RegisteredStream { right, revoked: sender, held: Arc::clone(&held) },
            );
            cut
        });
        drop(lines);
        StreamHandle { registry: Arc::clone(bonds), number, revoked: cut, held }
    }

    /// Cuts every line whose right has changed at `now`, in microseconds since 1970; gives how many.
    ///
    /// # Errors
    /// [`Error`] where the store fails: then all are left as they are.
    pub fn close_revoked(
        &self,
        live: &Live,
        lives: SessionLifetimes,
        now: i64,
    ) -> Result<usize, Error> {
        let (mut actors, mut passes) = (Vec::new(), Vec::new());
        for (number, bound) in &self.state().all {
            match &bound.right {
                StreamAuth::Actor(actor) => actors.push((*number, actor.clone())),
                StreamAuth::Pass(pass) => passes.push((*number, *pass)),
            }
        }
        let (numbers, actors): (Vec<u64>, Vec<Actor>) = actors.into_iter().unzip();
        let stand = standing::stand(live.app(), &actors, lives, now)?;
        let mut gone: Vec<u64> =
            numbers.into_iter().zip(stand).filter(|(_, stands)| !stands).map(|one| one.0).collect();
        for (number, pass) in passes {
            if !live::pass_holds(live, &pass)? {
                gone.push(number);
            }
        }
        let cut: Vec<RegisteredStream> = {
            let mut lines = self.state();
            gone.iter().filter_map(|number| lines.all.remove(number)).collect()
        };
        for bound in &cut {
            // Whoever does not read keeps nobody waiting for him.
            drop(take_presence(&bound.held));
            bound.revoked.send_replace(true);
        }
        Ok(cut.len())
    }
}

impl StreamHandle {
    /// Whether the line is to end now.
    pub fn is_revoked(&self) -> bool {
        self.revoked.as_ref().is_some_and(|cut| *cut.borrow())
    }

    /// Comes back once the line is to end.
    pub async fn wait_until_revoked(&mut self) {
        match &mut self.revoked {
            // Without a sender it was cut, too.
            Some(cut) => drop(cut.wait_for(|cut| *cut).await),
            None => std::future::pending().await,
        }
    }
}

impl Drop for StreamHandle {
    fn drop(&mut self) {
        drop(self.registry.state().all.remove(&self.number));
        drop(take_presence(&self.held));
    }
}
