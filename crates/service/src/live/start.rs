//! Starting live games; the time without a server does not count for players.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, OnceLock};

use crate::threads::{Bell, Worker};
use crate::{App, Error, Result};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::Outage;
use adjutant_store::outages;
use adjutant_store::{AnyConnection, StoreError, plays};

use super::presence::Attendees;
use super::pulse::{Beat, Pulse};
use super::servers::{self, ServerMessage, Servers};
use super::timer::Timer;
use super::under_way::UnderWay;
use super::unserved::Unserved;
use super::writer::{Running, Writer};
use super::{Chance, Live, LiveState, Source, recording, rounds};

/// The background threads. Dropping it ends them after their current work.
pub struct Threads {
    _timer: Worker,
    _following: Worker,
    _rating: Worker,
    _servers: servers::Threads,
    _writer: Running,
}

impl Live {
    /// Starts live games. `source` provides the time; `pulse` is the file that records until when a
    /// server ran.
    pub fn start(app: &App, source: impl Into<Source>, pulse: &Path) -> Result<(Live, Threads)> {
        Live::start_with(app, source, Chance::of_the_system(), pulse)
    }

    /// Like [`Live::start`], with a given source of randomness.
    pub fn start_with(
        app: &App,
        source: impl Into<Source>,
        chance: Chance,
        pulse: &Path,
    ) -> Result<(Live, Threads)> {
        let unwritable = |e| Error::Unavailable(format!("the file {}: {e}", pulse.display()));
        let (mut pulse_file, last_beat) = Pulse::open(pulse).map_err(unwritable)?;
        let last_beat = of_this_store(app, last_beat)?;
        let beaten = last_beat.map_or(Micros::NEVER, |beat| beat.at);
        let known = last_known(app, beaten)?;
        let (moments, entry) = servers::enter(app, source.into(), known, (beaten, pulse))?;
        let now = moments.now();
        let last = last_beat.and_then(|beat| beat.last);
        pulse_file.beat(Beat { at: now, last }).map_err(unwritable)?;
        // Without the key all games are stopped until it is restored.
        let broken_since = app.why_shut().map(|_| now);
        let (writer, running) = Writer::start(app.store())?;
        let (servers, told) = Servers::new(entry.as_ref(), now);
        let (rater, record_rings) = Bell::new();
        let (rounds, event_rings) = Bell::new();
        let (ticks, no_rings) = Bell::new();
        let live = Live(Arc::new(LiveState {
            app: app.clone(),
            moments,
            chance,
            writer,
            servers,
            sessions: Mutex::new(HashMap::new()),
            players: Attendees::default(),
            listeners: Attendees::default(),
            presence_order: Mutex::default(),
            listener: OnceLock::new(),
            computers: OnceLock::new(),
            due: Mutex::default(),
            broken_since: Mutex::new(broken_since),
            unserved: Unserved::default(),
            written_at: AtomicI64::new(0),
            written_last: Mutex::new(last),
            receipts: UnderWay::default(),
            writes: UnderWay::default(),
            rater,
            rounds,
            began_at: AtomicI64::new(now.0),
        }));
        let timer = Timer::new(&live, pulse_file);
        let servers = servers::Threads::start(&live, entry, told)?;
        tell_of_changes(&live);
        let (rating_app, following) = (app.clone(), live.clone());
        let threads = Threads {
            _rating: Worker::start("ratings", &live.0.rater, move || {
                recording::rate(&rating_app, &record_rings);
            })?,
            _timer: Worker::start("moments", &ticks, move || timer.work(&no_rings))?,
            _following: Worker::start("rounds", &live.0.rounds, move || {
                rounds::follow_all(&following, &event_rings);
            })?,
            _servers: servers,
            _writer: running,
        };
        Ok((live, threads))
    }
}

/// The last beat, unless it belongs to a more recent state of the database: the pulse may be newer
/// than a restored copy.
fn of_this_store(app: &App, last_beat: Option<Beat>) -> Result<Option<Beat>> {
    let Some((play, version)) = last_beat.and_then(|beat| beat.last) else { return Ok(last_beat) };
    let row = plays::by_public_id(&mut *app.store().connection()?, &play)?;
    let has = row.and_then(|row| u32::try_from(row.version).ok()).unwrap_or(0);
    if has >= version {
        return Ok(last_beat);
    }
    tracing::warn!("the pulse tells of another database; nobody is charged since this one stopped");
    Ok(None)
}

fn last_known(app: &App, last_beat: Micros) -> Result<Micros> {
    let newest = outages::newest(&mut *app.store().connection()?)?;
    Ok(newest.map_or(Micros::NEVER, |outage| outage.resumed).max(last_beat))
}

/// Records an outage between these times, without overlap with earlier ones.
pub(super) fn note_outage(app: &App, stopped: Micros, resumed: Micros) -> Result<()> {
    let noted: Result<(), StoreError> = app.write(|conn| store_outage(conn, stopped, resumed));
    Ok(noted?)
}

/// The same in a transaction of the caller, who holds the writer lock.
pub(super) fn store_outage(
    conn: &mut AnyConnection,
    stopped: Micros,
    resumed: Micros,
) -> Result<(), StoreError> {
    outages::end_ongoing(conn, resumed)?;
    let known = outages::newest(conn)?.map_or(stopped, |last| last.resumed);
    let stopped = stopped.max(known);
    // Without any game the outage concerns nobody, and is not recorded.
    if stopped < resumed && plays::has_any(conn)? {
        outages::add(conn, Outage { stopped, resumed })?;
    }
    Ok(())
}

/// Tells other servers of changes of public data.
fn tell_of_changes(live: &Live) {
    let state = Arc::downgrade(&live.0);
    live.app().editions().set_listener(Box::new(move || {
        if let Some(live) = state.upgrade() {
            live.servers.tell(|| ServerMessage::Changed);
        }
    }));
}
