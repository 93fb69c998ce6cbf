//! Lines that are bound to the rights by which they were opened: what changes in those ends the line within a second, and
//! with it the presence of whoever listened, whether or not he still reads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::account::session::Lives;
use crate::service::access::{Actor, Through};
use crate::service::live::{self, Attendance, Listening, Live, Pass};
use crate::service::{Error, standing};

/// By what a line was opened.
#[derive(Debug, Clone)]
pub enum Right {
    Actor(Actor),
    Pass(Pass),
}

/// Somebody counts as present as long as this lives.
pub enum Presence {
    Seat(Attendance),
    Calls(Listening),
}

type Held = Arc<Mutex<Option<Presence>>>;

struct Bound {
    right: Right,
    cut: watch::Sender<bool>,
    held: Held,
}

/// All lines that are bound.
#[derive(Default)]
pub struct Bonds(Mutex<Lines>);

#[derive(Default)]
struct Lines {
    next: u64,
    all: HashMap<u64, Bound>,
}

impl std::fmt::Debug for Bonds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bonds").field("lines", &self.lines().all.len()).finish()
    }
}

/// What a line holds: it is to end once this is cut.
pub struct Bond {
    bonds: Arc<Bonds>,
    number: u64,
    /// `None` where nobody's rights could change.
    cut: Option<watch::Receiver<bool>>,
    held: Held,
}

fn take(held: &Held) -> Option<Presence> {
    held.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Bonds {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Binds a line to the right by which it is opened, together with the presence that it gives.
    pub fn bind(bonds: &Arc<Bonds>, right: Right, presence: Option<Presence>) -> Bond {
        let held = Arc::new(Mutex::new(presence));
        let free = matches!(&right, Right::Actor(actor)
            if matches!(actor.through, Through::Nobody | Through::Command));
        let mut lines = bonds.lines();
        lines.next += 1;
        let number = lines.next;
        let cut = (!free).then(|| {
            let (sender, cut) = watch::channel(false);
            lines.all.insert(number, Bound { right, cut: sender, held: Arc::clone(&held) });
            cut
        });
        drop(lines);
        Bond { bonds: Arc::clone(bonds), number, cut, held }
    }

    /// Cuts every line whose right has changed at `now`, in microseconds since 1970; gives how many.
    ///
    /// # Errors
    /// [`Error`] where the store fails: then all are left as they are.
    pub fn look(&self, live: &Live, lives: Lives, now: i64) -> Result<usize, Error> {
        let (mut actors, mut passes) = (Vec::new(), Vec::new());
        for (number, bound) in &self.lines().all {
            match &bound.right {
                Right::Actor(actor) => actors.push((*number, actor.clone())),
                Right::Pass(pass) => passes.push((*number, *pass)),
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
        let cut: Vec<Bound> = {
            let mut lines = self.lines();
            gone.iter().filter_map(|number| lines.all.remove(number)).collect()
        };
        for bound in &cut {
            // Whoever does not read keeps nobody waiting for him.
            drop(take(&bound.held));
            bound.cut.send_replace(true);
        }
        Ok(cut.len())
    }
}

impl Bond {
    /// Whether the line is to end now.
    pub fn is_cut(&self) -> bool {
        self.cut.as_ref().is_some_and(|cut| *cut.borrow())
    }

    /// Comes back once the line is to end.
    pub async fn cut(&mut self) {
        match &mut self.cut {
            // Without a sender it was cut, too.
            Some(cut) => drop(cut.wait_for(|cut| *cut).await),
            None => std::future::pending().await,
        }
    }
}

impl Drop for Bond {
    fn drop(&mut self) {
        drop(self.bonds.lines().all.remove(&self.number));
        drop(take(&self.held));
    }
}
