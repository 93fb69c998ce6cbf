//! The one thread of a server that makes analyses, with what processor time nobody else needs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_store::analyses::{self as rows, AnalysisRow};
use adjutant_store::games as game_rows;

use super::super::edition::Topic;
use super::super::stored::{Sealed, read_many};
use super::super::threads::{Bell, Rings, Worker, lowest_priority};
use super::super::{App, Result};
use super::analyst::Analysable;

/// How long a worker has a request for itself.
const LEASE: i64 = 2 * MINUTE;
/// How often it says that it still works.
const RENEWED_AFTER: Duration = Duration::from_secs(20);
/// How often it looks for requests to other servers.
const POLL: Duration = Duration::from_secs(5);
/// Claims after which a request counts as one that brings servers down.
const MOST_TRIES: i16 = 3;

/// A clock; a function, so that the edge says what time it is.
type Clock = fn() -> Micros;

/// Makes analyses until it is dropped; then it gives back what it was working on.
pub struct AnalysisWorker {
    stop: Arc<AtomicBool>,
    _worker: Worker,
}

impl AnalysisWorker {
    pub fn start(app: &App, clock: Clock) -> Result<AnalysisWorker> {
        let (bell, rings) = Bell::new();
        let stop = Arc::new(AtomicBool::new(false));
        let (own, stopped) = (app.clone(), Arc::clone(&stop));
        let worker = Worker::start("analyses", &bell, move || run(&own, &rings, &stopped, clock))?;
        // Of several workers of a process the first is woken; the others look now and then.
        let _second = app.memory.analyses.bell.set(bell);
        Ok(AnalysisWorker { stop, _worker: worker })
    }
}

impl Drop for AnalysisWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
    }
}

fn run(app: &App, rings: &Rings, stop: &AtomicBool, clock: Clock) {
    lowest_priority();
    loop {
        let worked = work(app, stop, clock).unwrap_or_else(|e| {
            tracing::warn!(error = %e, "an analysis could not be made or stored; it is tried again");
            false
        });
        if stop.load(Ordering::Acquire) || (!worked && rings.wait(Some(POLL)).is_none()) {
            return;
        }
    }
}

/// Makes all analyses that wait, in the calling thread; returns how many.
pub fn work_off(app: &App, clock: Clock) -> Result<usize> {
    let (mut made, stop) = (0, AtomicBool::new(false));
    while work(app, &stop, clock)? {
        made += 1;
    }
    Ok(made)
}

/// Makes the analysis that has waited for longest; `false` if none waits.
fn work(app: &App, stop: &AtomicBool, clock: Clock) -> Result<bool> {
    let now = clock();
    if !rows::is_any_due(&mut *app.store().read_connection()?, now)? {
        return Ok(false);
    }
    let until = now.saturating_add(LEASE);
    let claimed: Option<AnalysisRow> = app.write(|conn| rows::claim(conn, (now, until)))?;
    let Some(mut row) = claimed else { return Ok(false) };
    let body = if row.tries > MOST_TRIES {
        None
    } else {
        let made = catch_unwind(AssertUnwindSafe(|| analyse(app, &mut row, stop, clock)));
        match made {
            Ok(Ok(Made::Whole(body))) => Some(body),
            Ok(Ok(Made::Nothing)) | Err(_) => None,
            Ok(Ok(Made::Interrupted)) => {
                app.write(|conn| rows::extend(conn, &mut row, Micros::NEVER))?;
                return Ok(false);
            }
            Ok(Err(e)) => return Err(e),
        }
    };
    if body.is_none() {
        tracing::error!(game = row.game_id, tries = row.tries, "a game could not be analysed");
    }
    if app.write(|conn| rows::finish(conn, &row, body.as_deref(), clock()))? {
        app.editions().touch([Topic::Game(row.game_id)]);
    }
    Ok(true)
}

/// What came of a request.
enum Made {
    Whole(Vec<u8>),
    /// The record has gone, is hidden again, or cannot be analysed; or the request is for another version.
    Nothing,
    /// The server stops, or another one has taken the request.
    Interrupted,
}

fn analyse(app: &App, row: &mut AnalysisRow, stop: &AtomicBool, clock: Clock) -> Result<Made> {
    let mut conn = app.store().read_connection()?;
    let found = game_rows::by_ids(&mut conn, &[row.game_id])?;
    let same = |one: &adjutant_store::games::NarrowGameRow| {
        one.revealed != 0 && one.content_id == row.content_id
    };
    let found: Vec<_> = found.into_iter().filter(same).collect();
    let raws = read_many(&mut conn, found, Sealed::Leave)?;
    drop(conn);
    let Some(raw) = raws.first() else { return Ok(Made::Nothing) };
    let stored = raw.decode()?;
    let game = Analysable::of_stored(&stored).filter(|game| game.version() == row.version);
    let Some(game) = game else { return Ok(Made::Nothing) };
    let mut body = Vec::new();
    let mut renewed = Instant::now();
    for ply in 1..=game.plies() {
        if stop.load(Ordering::Acquire) {
            return Ok(Made::Interrupted);
        }
        if renewed.elapsed() > RENEWED_AFTER {
            let until = clock().saturating_add(LEASE);
            if !app.write(|conn| rows::extend(conn, row, until))? {
                return Ok(Made::Interrupted);
            }
            renewed = Instant::now();
        }
        if game.write_turn(ply, &mut body).is_none() {
            return Ok(Made::Nothing);
        }
    }
    Ok(Made::Whole(body))
}
