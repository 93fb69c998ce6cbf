//! Starting: what passed while no server ran is charged to nobody.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, OnceLock};

use crate::service::{App, Error};
use crate::store::outages::{self, Outage};
use crate::store::transaction::in_transaction;
use crate::store::{StoreError, counted, plays};

use super::pulse::Pulse;
use super::rater::{Rater, Rating};
use super::rounds::{Following, Rounds};
use super::timer::{Ticking, Timer};
use super::writer::{Running, Writer};
use super::{Chance, Desk, Live, Moments};

/// The threads behind the desk. They end when it is dropped, after what was begun is done.
pub struct Threads {
    _timer: Ticking,
    _following: Following,
    _rating: Rating,
    _writer: Running,
}

impl Live {
    /// Opens the desk. `source` gives microseconds since 1970; `pulse` is the file that says up to when
    /// a server ran.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where the file, a connection or a thread cannot be had.
    pub fn start(
        app: &App,
        source: Arc<dyn Fn() -> i64 + Send + Sync>,
        pulse: &Path,
    ) -> Result<(Live, Threads), Error> {
        Live::start_with(app, source, Chance::of_the_system(), pulse)
    }

    /// The same, with chance from elsewhere than the operating system.
    ///
    /// # Errors
    /// As [`Live::start`].
    pub fn start_with(
        app: &App,
        source: Arc<dyn Fn() -> i64 + Send + Sync>,
        chance: Chance,
        pulse: &Path,
    ) -> Result<(Live, Threads), Error> {
        let unwritable = |e| Error::Unavailable(format!("the file {}: {e}", pulse.display()));
        let (mut pulse_file, last_beat) = Pulse::open(pulse).map_err(unwritable)?;
        let known = last_known(app, last_beat)?;
        let moments = Moments::new(source, known);
        let now = moments.now();
        // Without a beat nothing is known of when the last server stopped, and nothing is charged.
        note_outage(app, last_beat.unwrap_or(0), now)?;
        pulse_file.beat(now).map_err(unwritable)?;
        let (writer, running) = Writer::start(app.store())?;
        let (rounds, told) = Rounds::new();
        let (rater, rating) = Rater::start(app)?;
        let live = Live(Arc::new(Desk {
            app: app.clone(),
            moments,
            chance,
            writer,
            tables: Mutex::new(HashMap::new()),
            attendance: Mutex::new(HashMap::new()),
            listeners: Mutex::default(),
            ear: OnceLock::new(),
            due: Mutex::default(),
            broken_since: Mutex::new(None),
            written_at: AtomicI64::new(0),
            rater,
            rounds,
            began_at: now,
        }));
        let ticking = Timer::start(&live, pulse_file)?;
        let following = Following::start(&live, told)?;
        let threads =
            Threads { _timer: ticking, _following: following, _rating: rating, _writer: running };
        Ok((live, threads))
    }
}

/// The latest moment that anything is known of.
fn last_known(app: &App, last_beat: Option<i64>) -> Result<i64, Error> {
    let newest = outages::newest(&mut *app.store().connection()?)?;
    let resumed = newest.map_or(0, |outage| outage.resumed_at);
    Ok(last_beat.unwrap_or(0).max(resumed))
}

/// Keeps that nothing ran between these moments.
pub(super) fn note_outage(app: &App, stopped_at: i64, resumed_at: i64) -> Result<(), Error> {
    if resumed_at <= stopped_at {
        return Ok(());
    }
    let noted: Result<(), StoreError> =
        in_transaction(&mut *app.store().connection()?, |connection| {
            counted::claim(connection)?;
            // Where nobody ever played there is nobody to be charged, and the place stays empty.
            if plays::any(connection)? {
                outages::add(connection, Outage { stopped_at, resumed_at })?;
            }
            Ok(())
        });
    Ok(noted?)
}
