//! Which servers run: each writes several times a second until when it could write, and reads when the
//! others did. What a lost one leaves behind is a time in which no clock runs.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::threads::{Rings, lock};
use crate::{App, Error, Result};
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_store::servers::{self, ServerRow};
use adjutant_store::{
    AnyConnection, Location, StoreError, TrackedConnection, id_sequence, with_private_mode,
};

use super::{Other, ServerMessage};
use crate::live::{Live, Moments, Source, start};

/// How often a server that begins looks whether the others know of it.
const GLANCE: Duration = Duration::from_millis(20);
/// The interval of beats.
const BEAT: Duration = Duration::from_millis(250);
/// A server of which nothing new is seen for so long, in so many looks, is lost.
const LOST_AFTER: Duration = Duration::from_millis(1_250);
const LOST_LOOKS: u32 = 5;
/// A server that runs but has not been able to write for so long, in microseconds, is lost, too.
const STUCK: i64 = 2 * SECOND;
/// By the clock of the database: who has written within this time, in microseconds, may still run.
const RECENT: i64 = 2 * SECOND;
/// Clocks of servers that differ by less, in microseconds, are left alone.
const SAME: i64 = 2_000;
/// Larger differences are closed at once, smaller ones by a thousandth of a second a beat.
const JUMP: i64 = SECOND / 4;
const STEP: i64 = 1_000;
/// The number of readings of which the middle one counts.
const READINGS: usize = 3;

/// The file beside the pulse with the id of the server that uses this directory.
const OWN: &str = "server";

/// This server among those of its database.
pub(in crate::live) struct Entry {
    pub(super) id: i32,
    /// Those that ran already, and know of this one.
    pub(super) others: Vec<ServerRow>,
    /// Held as long as this server uses its directory; `None` if another one does.
    own_file: Option<File>,
}

impl Entry {
    /// Writes the id, so that the next server in this directory knows that this one has ended.
    fn note(&mut self) {
        let Some(file) = self.own_file.as_mut() else { return };
        let written = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.set_len(0))
            .and_then(|()| file.write_all(self.id.to_string().as_bytes()));
        if let Err(e) = written {
            tracing::warn!(error = %e, "the file with the number of this server cannot be written");
        }
    }
}

/// Enters this server, after the time without any is known; `beaten` is until when the last one in
/// this directory ran. Returns the clocks, and no entry with SQLite.
pub(in crate::live) fn enter(
    app: &App,
    source: Source,
    known: Micros,
    (beaten, pulse): (Micros, &Path),
) -> Result<(Moments, Option<Entry>)> {
    if matches!(app.store().location(), Location::Sqlite(_)) {
        let moments = Moments::new(source, known);
        // Without a beat it is unknown when the last server stopped; no time then counts.
        start::note_outage(app, beaten, moments.now())?;
        return Ok((moments, None));
    }
    let (own_file, before) = own_file(&pulse.with_file_name(OWN));
    let mut conn = app.store().connection()?;
    let clock = servers::clock(&mut conn)?;
    let rows = servers::present(&mut conn)?;
    let last_ran = servers::last_ran(&mut conn)?.unwrap_or(Micros::NEVER);
    drop(conn);
    let (run, ended): (Vec<ServerRow>, Vec<ServerRow>) = rows
        .into_iter()
        .partition(|row| Some(row.id) != before && clock.since(row.clock_at).abs() < RECENT);
    let latest = run.iter().map(|row| game_time(row, clock, source.is_of_the_system)).max();
    let known = known.max(last_ran).max(latest.unwrap_or(known));
    // A wall clock that is wrong must not move that of the games, which all servers share.
    let moments = match source.is_of_the_system && !run.is_empty() {
        true => Moments::beside_others(source, known),
        false => Moments::new(source, known),
    };
    let now = moments.now();
    // The last server in this directory, if others have not noticed yet that it has ended.
    let own = ended.iter().find(|row| Some(row.id) == before).map(|row| row.ran_until.max(beaten));
    let id = app.write(|conn| {
        for row in &ended {
            servers::leave(conn, row.id, None)?;
        }
        servers::enter(conn, env!("CARGO_PKG_VERSION"), now, clock)
    })?;
    match own {
        Some(ran_until) if !run.is_empty() => start::note_outage(app, ran_until, now)?,
        _ if !run.is_empty() => {}
        _ => start::note_outage(app, beaten.max(last_ran), now)?,
    }
    let others = if run.is_empty() { run } else { wait_until_known(app, id)? };
    let mut entry = Entry { id, others, own_file };
    entry.note();
    Ok((moments, Some(entry)))
}

/// Waits until every other server has looked at the servers since this one was entered, or is lost: none of
/// them may take itself to be alone any more. Returns those that run.
fn wait_until_known(app: &App, own: i32) -> Result<Vec<ServerRow>> {
    let others = || -> Result<Vec<ServerRow>> {
        let rows = servers::present(&mut *app.store().connection()?)?;
        Ok(rows.into_iter().filter(|row| row.id != own).collect())
    };
    let mut now = others()?;
    // A server beats and then looks, so that its second beat follows a look.
    for _ in 0..2 {
        let (before, began) = (now, Instant::now());
        loop {
            now = others()?;
            let is_silent = |row: &ServerRow| {
                now.iter().any(|one| one.id == row.id && one.clock_at == row.clock_at)
            };
            if !before.iter().any(is_silent) || began.elapsed() >= LOST_AFTER {
                break;
            }
            std::thread::sleep(GLANCE);
        }
    }
    Ok(now)
}

/// The game time of another server at a moment of the database's clock.
fn game_time(row: &ServerRow, clock: Micros, goes_on: bool) -> Micros {
    let since = if goes_on { clock.since(row.clock_at).max(0) } else { 0 };
    row.game_at.saturating_add(since)
}

/// The locked file of this directory with the id of the last server that used it. Neither if another
/// process uses the directory.
fn own_file(path: &Path) -> (Option<File>, Option<i32>) {
    let mut options = OpenOptions::new();
    let options = with_private_mode(options.read(true).write(true).create(true).truncate(false));
    let Ok(mut file) = options.open(path) else { return (None, None) };
    if file.try_lock().is_err() {
        return (None, None);
    }
    let mut text = String::new();
    let id = Read::by_ref(&mut file).take(20).read_to_string(&mut text).ok();
    let id = id.and_then(|_| text.trim().parse().ok());
    (Some(file), id)
}

/// The thread that writes this server's beats and looks at those of the others.
pub(super) struct Registry {
    live: Live,
    entry: Entry,
    /// `None` after a failure.
    conn: Option<TrackedConnection>,
    /// The last differences to the clock that is furthest ahead.
    behind: VecDeque<i64>,
    /// When the last beat that was written began.
    beaten_at: Micros,
    failing: bool,
}

impl Registry {
    pub(super) fn new(live: &Live, entry: Entry) -> Registry {
        let (live, behind, beaten_at) = (live.clone(), VecDeque::new(), live.moments().now());
        Registry { live, entry, conn: None, behind, beaten_at, failing: false }
    }

    pub(super) fn work(mut self, rings: &Rings) {
        loop {
            match self.beat() {
                Ok(()) => self.failing = false,
                Err(e) => {
                    self.conn = None;
                    // Whether or not anybody tries to play meanwhile.
                    self.live.broke(&e, self.beaten_at);
                    if !std::mem::replace(&mut self.failing, true) {
                        tracing::warn!(error = %e, "the other servers cannot be looked at");
                    }
                }
            }
            if rings.wait(Some(BEAT)).is_none() {
                break;
            }
        }
        // Others need not wait to find out.
        let id = self.entry.id;
        let left = self.connected().and_then(|conn| Ok(servers::leave(conn, id, None)?));
        if let Err(e) = left {
            tracing::warn!(error = %e, "the other servers could not be told that this one stops");
        }
    }

    fn connected(&mut self) -> Result<&mut AnyConnection> {
        let store = self.live.app().store();
        if self.conn.as_ref().is_none_or(|held| store.is_superseded(held)) {
            self.conn = None;
            let mut conn = store.tracked_connection()?;
            servers::do_not_wait_for_the_disk(&mut conn)?;
            self.conn = Some(conn);
        }
        let missing = || Error::Internal("no connection where one was made".to_owned());
        self.conn.as_deref_mut().ok_or_else(missing)
    }

    fn beat(&mut self) -> Result<()> {
        let (live, id) = (self.live.clone(), self.entry.id);
        // Whoever sees this beat sees all changes of this edition.
        let edition = live.app().edition();
        let (now, asked_at) = (live.moments().now(), Instant::now());
        let ran_until = live.ran_until(now);
        let is_known = servers::beat(self.connected()?, id, ran_until, now)?;
        self.beaten_at = now;
        if is_known {
            let conn = self.connected()?;
            if let Some(replicas) = live.app().store().replicas() {
                replicas.note_beat(id, now, (asked_at, edition));
            }
            let rows = servers::present(conn)?;
            let clock = servers::clock(conn)?;
            let after = live.moments().now();
            self.align(&rows, clock, Micros(i64::midpoint(now.0, after.0)));
            for lost in self.look_at(rows, (now, asked_at)) {
                self.bury(&lost)?;
            }
        } else if now.since(ran_until) < STUCK {
            self.come_back(now)?;
        }
        Ok(())
    }

    /// Enters again after others have found this server lost.
    fn come_back(&mut self, now: Micros) -> Result<()> {
        let clock = servers::clock(self.connected()?)?;
        let entered: Result<i32, StoreError> = self
            .live
            .app()
            .write(|conn| servers::enter(conn, env!("CARGO_PKG_VERSION"), now, clock));
        self.entry.id = entered?;
        self.entry.note();
        let known = self.live.servers();
        {
            let mut state = lock(&known.state);
            state.own = self.entry.id;
            state.others.clear();
            // Until the next look, nothing is certain.
            state.is_certain = false;
        }
        // Nothing is written to a game before they look at the database for it.
        wait_until_known(self.live.app(), self.entry.id)?;
        tracing::warn!(server = self.entry.id, "other servers had taken over; this one is back");
        self.live.reload_games();
        Ok(())
    }

    /// Takes in what the others have written; returns who is lost.
    fn look_at(&self, rows: Vec<ServerRow>, (now, asked_at): (Micros, Instant)) -> Vec<ServerRow> {
        let mut state = lock(&self.live.servers().state);
        let own = state.own;
        let others: Vec<ServerRow> = rows.into_iter().filter(|row| row.id != own).collect();
        let gone: Vec<i32> = state.others.keys().copied().collect();
        let gone = gone.into_iter().filter(|id| others.iter().all(|row| row.id != *id));
        let gone: Vec<i32> = gone.collect();
        let is_new = others.iter().any(|row| !state.others.contains_key(&row.id));
        state.others.retain(|id, _| !gone.contains(id));
        let mut lost = Vec::new();
        for row in others {
            let known = state.others.entry(row.id).or_insert_with(|| Other::of(&row));
            if known.clock_at == row.clock_at {
                known.looks += 1;
            } else {
                *known = Other::of(&row);
            }
            let is_silent = known.looks >= LOST_LOOKS && known.seen.elapsed() >= LOST_AFTER;
            let is_stuck = known.looks == 0 && row.game_at.since(row.ran_until) >= STUCK;
            if is_silent || is_stuck {
                lost.push(row);
            }
        }
        (state.looked_at, state.is_certain) = (asked_at, true);
        drop(state);
        if is_new || !gone.is_empty() {
            self.live.servers_changed(&gone, now);
        }
        lost
    }

    /// Marks a lost server as gone. The time since it last ran is charged to nobody, since its players
    /// could do nothing.
    fn bury(&self, lost: &ServerRow) -> Result<()> {
        let now = self.live.moments().now();
        let is_ours = self.live.app().write(|conn| {
            id_sequence::lock_writer(conn)?;
            if !servers::leave(conn, lost.id, Some(lost.clock_at))? {
                return Ok(false);
            }
            start::store_outage(conn, lost.ran_until, now)?;
            Ok::<_, StoreError>(true)
        })?;
        if is_ours {
            let seconds = now.since(lost.ran_until) / SECOND;
            tracing::warn!(server = lost.id, seconds, "a server is lost; the others take over");
            self.live.reload_games();
            self.live.servers().tell(|| ServerMessage::Outage);
        }
        lock(&self.live.servers().state).others.remove(&lost.id);
        self.live.servers_changed(&[lost.id], now);
        Ok(())
    }

    /// Moves the clock of games to the one that is furthest ahead, so that all servers have the same.
    fn align(&mut self, rows: &[ServerRow], clock: Micros, now: Micros) {
        let own = self.entry.id;
        let others = rows.iter().filter(|row| row.id != own);
        let behind = others.map(|row| game_time(row, clock, true).since(now)).max();
        let Some(behind) = behind else { return self.behind.clear() };
        self.behind.push_back(behind);
        if self.behind.len() < READINGS {
            return;
        }
        let mut sorted: Vec<i64> = self.behind.drain(..).collect();
        sorted.sort_unstable();
        // One reading is wrong when the clock of the database is set.
        let middle = sorted[READINGS / 2];
        if middle > SAME {
            self.live.moments().advance(if middle > JUMP { middle } else { STEP });
        }
    }
}
