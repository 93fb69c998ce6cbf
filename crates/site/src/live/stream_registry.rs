//! Open streams with the permissions they were opened with. When a permission is revoked, the
//! stream ends within a second, and so does the presence of its subscriber, whether or not they
//! still read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::live::{self, Attendance, Listening, Live, Pass};
use adjutant_service::{Error, standing};

#[derive(Debug, Clone)]
pub enum StreamAuth {
    Actor(Actor),
    Pass(Pass),
}

/// Marks a subscriber as present while it lives.
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

/// A registered stream, to be ended once it is revoked.
pub struct StreamHandle {
    registry: Arc<StreamRegistry>,
    number: u64,
    /// `None` if the permission cannot change.
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

    /// Registers a stream with its permission and the presence it provides.
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

    /// Ends every stream whose permission is revoked at `now`, and returns their number.
    ///
    /// # Errors
    /// Returns [`Error`] if the database fails; all streams then stay open.
    pub fn close_revoked(
        &self,
        live: &Live,
        lives: SessionLifetimes,
        now: Micros,
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
            // Presence ends now, even if the subscriber does not read.
            drop(take_presence(&bound.held));
            bound.revoked.send_replace(true);
        }
        Ok(cut.len())
    }
}

impl StreamHandle {
    pub fn is_revoked(&self) -> bool {
        self.revoked.as_ref().is_some_and(|cut| *cut.borrow())
    }

    pub async fn wait_until_revoked(&mut self) {
        match &mut self.revoked {
            // A dropped sender also means that the stream was revoked.
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
