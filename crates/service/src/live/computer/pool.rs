//! The threads in which the computer thinks: few, of the lowest priority, so that people's games do not feel them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use adjutant_domain::moment::Micros;
use adjutant_domain::play::PlayId;
use adjutant_store::{computers, play_queries};
use salpakan::record::short_id_text;

use super::super::lobby::{accept, decline};
use super::super::session::Refused;
use super::super::watch::see;
use super::super::{Listening, Live, LiveState, Notification, SeekId};
use super::matches;
use super::players::{self, ComputerPlayer};
use super::turns::{take_turn, time_by_clock};
use crate::retries::Chore;
use crate::threads::{lock, lowest_priority, spawn};
use crate::{Error, Result};

/// How often games are searched in which nobody told of the computer's turn, as after a start.
const SWEEP: Duration = Duration::from_secs(5);
/// The most games of one level that a sweep takes up.
const AT_ONCE: i64 = 1_000;

/// How much the computer may take of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputerSettings {
    /// Threads of lowest priority; 0 for no computer.
    pub threads: u8,
    /// Games against the computer at a time.
    pub games: u16,
    /// How long it waits before it does something, so that people see what they did first.
    pub pause: Duration,
    /// Minutes from one rated game between its levels to the next; 0 for none.
    pub match_minutes: u16,
}

impl Default for ComputerSettings {
    fn default() -> Self {
        let pause = Duration::from_millis(500);
        ComputerSettings { threads: 1, games: 200, pause, match_minutes: 360 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum What {
    /// Something may be to do in a game.
    Turn(PlayId),
    /// Somebody requests a game.
    Request(SeekId),
}

type Job = (i32, What);

#[derive(Default)]
struct Jobs {
    /// Earliest first.
    waiting: BTreeSet<(Instant, Job)>,
    due: HashMap<Job, Instant>,
    /// What a thread works at; the same comes up again only after that.
    in_progress: HashSet<Job>,
    is_over: bool,
}

impl Jobs {
    /// A job that waits already stays where it is, unless this is earlier.
    fn put(&mut self, job: Job, at: Instant) {
        if let Some(before) = self.due.get(&job).copied() {
            if before <= at {
                return;
            }
            self.waiting.remove(&(before, job));
        }
        self.due.insert(job, at);
        self.waiting.insert((at, job));
    }

    /// Takes the earliest job that is due, or returns when one will be.
    fn take(&mut self, now: Instant) -> Result<Job, Option<Instant>> {
        let is_free = |(_, job): &&(Instant, Job)| !self.in_progress.contains(job);
        let Some((at, job)) = self.waiting.iter().find(is_free).copied() else { return Err(None) };
        if at > now {
            return Err(Some(at));
        }
        self.waiting.remove(&(at, job));
        self.due.remove(&job);
        self.in_progress.insert(job);
        Ok(job)
    }
}

/// The computer's players on this server, and what waits for them.
pub(in super::super) struct Pool {
    settings: ComputerSettings,
    players: Mutex<HashMap<i32, (ComputerPlayer, Listening)>>,
    jobs: Mutex<Jobs>,
    news: Condvar,
    /// How long it waits in games in which its time is short.
    short_pauses: Mutex<HashMap<PlayId, Duration>>,
    swept_at: Mutex<Option<Instant>>,
    plies: AtomicU64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ComputerFigures {
    /// Games in which the computer has something to do.
    pub waiting: usize,
    /// How late the earliest of it is.
    pub lag: Duration,
    /// What it has done since the start.
    pub done: u64,
}

/// The threads; dropping this ends them after their current move.
pub struct ComputerThreads {
    pool: Arc<Pool>,
    threads: Vec<JoinHandle<()>>,
}

impl Drop for ComputerThreads {
    fn drop(&mut self) {
        lock(&self.pool.jobs).is_over = true;
        self.pool.news.notify_all();
        for thread in self.threads.drain(..) {
            let _ended = thread.join();
        }
        lock(&self.pool.players).clear();
    }
}

impl Live {
    /// Lets the computer play on this server. `None` if it shall not, or does already.
    ///
    /// # Errors
    /// Returns [`crate::Error::Unavailable`] if a thread cannot be started.
    pub fn start_computer(&self, settings: ComputerSettings) -> Result<Option<ComputerThreads>> {
        if settings.threads == 0 {
            return Ok(None);
        }
        let pool = Arc::new(Pool {
            settings,
            players: Mutex::default(),
            jobs: Mutex::default(),
            news: Condvar::new(),
            short_pauses: Mutex::default(),
            swept_at: Mutex::default(),
            plies: AtomicU64::new(0),
        });
        if self.0.computers.set(Arc::clone(&pool)).is_err() {
            return Ok(None);
        }
        let work = |number: u8| {
            let (pool, live) = (Arc::clone(&pool), Arc::downgrade(&self.0));
            spawn(&format!("computer {number}"), move || pool.work(&live))
        };
        self.app().memory.computer_plays.store(true, Ordering::Relaxed);
        let threads = (1..=settings.threads).map(work).collect::<Result<Vec<_>>>()?;
        Ok(Some(ComputerThreads { pool, threads }))
    }

    pub(in super::super) fn computers(&self) -> Option<&Arc<Pool>> {
        self.0.computers.get()
    }

    /// Whether the computer plays on this server.
    pub fn has_computer(&self) -> bool {
        self.computers().is_some()
    }

    /// How busy the computer is on this server.
    pub fn computer_figures(&self) -> ComputerFigures {
        let Some(pool) = self.computers() else { return ComputerFigures::default() };
        let jobs = lock(&pool.jobs);
        let earliest = jobs.waiting.first().map(|(at, _)| *at);
        let lag = earliest.map_or(Duration::ZERO, |at| at.elapsed());
        let waiting = jobs.waiting.len() + jobs.in_progress.len();
        ComputerFigures { waiting, lag, done: pool.plies.load(Ordering::Relaxed) }
    }
}

impl Pool {
    pub(super) fn most_games(&self) -> u16 {
        self.settings.games
    }

    /// Takes up the computer's players; they listen from now on.
    pub(super) fn know(&self, live: &Live, all: Vec<ComputerPlayer>) {
        let mut players = lock(&self.players);
        for one in all {
            if !one.is_active {
                players.remove(&one.account);
            } else {
                let account = one.account;
                players.entry(account).or_insert_with(|| (one, live.listening(account)));
            }
        }
    }

    /// What one of the accounts of this server is told of may concern the computer.
    pub(in super::super) fn notified(&self, live: &Live, account: i32, notification: Notification) {
        let what = match notification {
            Notification::GameStarted { play, .. }
            | Notification::YourTurn { play, .. }
            | Notification::GameOver { play } => What::Turn(play),
            Notification::Offered { seek } => What::Request(seek),
            Notification::Declined { .. } => return,
        };
        self.tell(live, account, what);
    }

    /// Something other than a ply was said in a game, which may ask for an answer.
    pub(in super::super) fn spoken_to(
        &self,
        live: &Live,
        play: PlayId,
        accounts: [Option<i32>; 2],
    ) {
        for account in accounts.into_iter().flatten() {
            self.tell(live, account, What::Turn(play));
        }
    }

    fn tell(&self, live: &Live, account: i32, what: What) {
        if lock(&self.players).contains_key(&account) {
            let pause = match what {
                What::Turn(play) => lock(&self.short_pauses).get(&play).copied(),
                What::Request(_) => None,
            };
            let pause = pause.unwrap_or(self.settings.pause);
            self.put((account, what), Instant::now() + pause + turn_of_others(live, what));
        }
    }

    fn put(&self, job: Job, at: Instant) {
        lock(&self.jobs).put(job, at);
        self.news.notify_one();
    }

    /// Works until the pool is over or the live games are gone.
    fn work(&self, live: &std::sync::Weak<LiveState>) {
        lowest_priority();
        while let Some(job) = self.next(live) {
            let Some(live) = live.upgrade().map(Live) else { return };
            let again = catch_unwind(AssertUnwindSafe(|| self.run(&live, job)));
            lock(&self.jobs).in_progress.remove(&job);
            match again {
                Ok(Some(after)) => self.put(job, Instant::now() + after),
                Ok(None) => {}
                Err(_) => tracing::error!("a turn of the computer failed; a bug in it"),
            }
        }
    }

    /// Waits for a job; sweeps meanwhile. `None` at the end.
    fn next(&self, live: &std::sync::Weak<LiveState>) -> Option<Job> {
        loop {
            {
                let live = live.upgrade().map(Live)?;
                if self.is_time_to_sweep()
                    && let Err(e) = self.sweep(&live)
                {
                    tracing::warn!(error = %e, "the games of the computer could not be searched");
                }
            }
            let mut jobs = lock(&self.jobs);
            if jobs.is_over {
                return None;
            }
            let wait = match jobs.take(Instant::now()) {
                Ok(job) => return Some(job),
                Err(at) => at.map_or(SWEEP, |at| at.saturating_duration_since(Instant::now())),
            };
            let waited = self.news.wait_timeout(jobs, wait.min(SWEEP));
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn is_time_to_sweep(&self) -> bool {
        let mut swept_at = lock(&self.swept_at);
        let is_time = swept_at.is_none_or(|at| at.elapsed() >= SWEEP);
        if is_time {
            *swept_at = Some(Instant::now());
        }
        is_time
    }

    /// Takes up the computer's players, and its games that wait for it.
    fn sweep(&self, live: &Live) -> Result<()> {
        let all = players::all(&mut *live.app().store().read_connection()?)?;
        if live.broken_since().is_some() || all.is_empty() {
            return Ok(());
        }
        let accounts: Vec<i32> = all.iter().map(|one| one.account).collect();
        self.know(live, all);
        matches::begin_if_due(live, self.settings.match_minutes)?;
        let conn = &mut *live.app().store().read_connection()?;
        for account in accounts {
            for row in play_queries::running_for_account(conn, account, AT_ONCE)? {
                let what = What::Turn(row.public_id);
                self.put((account, what), Instant::now() + turn_of_others(live, what));
            }
        }
        Ok(())
    }

    /// Does a job; returns after what time it is to be done again.
    fn run(&self, live: &Live, (account, what): Job) -> Option<Duration> {
        let computer = lock(&self.players).get(&account).map(|(player, _)| player.clone())?;
        match what {
            What::Turn(play) => self.turn(live, &computer, play),
            What::Request(seek) => {
                answer_request(live, &computer, &seek);
                None
            }
        }
    }

    /// Has the next turn wait for a shorter time, where the clock asks for that.
    fn note_time(&self, play: PlayId, time: Option<Duration>) {
        let pause = time.map(|time| time / 4).filter(|pause| *pause < self.settings.pause);
        let mut short = lock(&self.short_pauses);
        match pause {
            Some(pause) => short.insert(play, pause),
            None => short.remove(&play),
        };
    }

    fn turn(&self, live: &Live, computer: &ComputerPlayer, play: PlayId) -> Option<Duration> {
        let (chore, now) = (Chore::Computer(play), live.moments().now());
        let retries = live.app().retries();
        if let Some(again) = retries.again_at(chore).filter(|again| *again > now) {
            return Some(until(again, now));
        }
        let done = see(live, &computer.actor(), &play).map_err(Refused::from).and_then(|seen| {
            let time = time_by_clock(&seen, live.moments().now());
            self.note_time(play, time);
            take_turn(live, computer, &play, &seen, time)
        });
        match done {
            Ok(goes_on) => {
                self.plies.fetch_add(1, Ordering::Relaxed);
                retries.done(chore);
                goes_on.then_some(Duration::ZERO)
            }
            // The game went on meanwhile, or is no more.
            Err(Refused::Rules(_) | Refused::Error(Error::Missing { .. } | Error::NotFound(_))) => {
                retries.done(chore);
                None
            }
            Err(Refused::Faults(_)) => {
                tracing::error!(play = short_id_text(&play), "a set-up by the computer is illegal");
                retries.fail(chore, now);
                None
            }
            Err(Refused::Error(e)) => {
                tracing::warn!(play = short_id_text(&play), error = %e, "the computer could not play");
                Some(until(retries.fail(chore, now), now))
            }
        }
    }
}

fn until(then: Micros, now: Micros) -> Duration {
    Duration::from_micros(then.since(now).max(0).unsigned_abs())
}

/// How long this server leaves something to another one, which does it by then unless it is lost.
fn turn_of_others(live: &Live, what: What) -> Duration {
    let (What::Turn(id) | What::Request(id)) = what;
    let wait = live.servers().own_turn(&id, Micros(0));
    Duration::from_micros(wait.0.unsigned_abs())
}

/// Accepts a game, or declines it if the computer or who asks has too many.
fn answer_request(live: &Live, computer: &ComputerPlayer, seek: &SeekId) {
    let actor = computer.actor();
    let Some(pool) = live.computers() else { return };
    let running =
        || -> Result<i64> { Ok(computers::running(&mut *live.app().store().read_connection()?)?) };
    let is_free = running().is_ok_and(|running| running < i64::from(pool.most_games()));
    let accepted = if is_free { accept(live, &actor, seek).map(|_| true) } else { Ok(false) };
    let done = match accepted {
        Ok(false) | Err(Error::Conflict(_)) => decline(live, &actor, seek),
        accepted => accepted.map(|_| ()),
    };
    if let Err(e) = done {
        tracing::debug!(error = %e, "a game request to the computer came to nothing");
    }
}
