//! Replicas: standbys that answer reads which may be a little late.
//!
//! How late a replica is, its copy of the servers' beats tells (`servers.rs`): who sees a beat sees all that was committed
//! before it. Ages are counted by the clock of this process from before it wrote the beat, so that no wall clock matters;
//! and a replica that follows another primary than ours never shows a new beat of ours.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::r2d2::Pool;
use diesel::sql_types::{BigInt, Bool, Integer};
use diesel::{QueryableByName, RunQueryDsl};
use scheduled_thread_pool::ScheduledThreadPool;

use super::connection::{StoreConnection, StoreConnectionManager, TrackedConnection};
use super::{Location, Result, Store, StoreError};
use adjutant_domain::moment::Micros;

/// A replica that has not answered a look begun within this time is not asked.
const ANSWERS_WITHIN: Duration = Duration::from_millis(700);
/// How long a read waits for a connection to a replica before it is made at the primary.
const CONNECTION_TIMEOUT: Duration = Duration::from_millis(200);
/// At the start no beat is there yet.
const LOOKS_BEFORE_COMPLAINT: u32 = 20;
/// The number of beats remembered; of older ones nobody would be told.
const MARKS: usize = 1_000;

/// A beat of this server, and what was known before it was written.
struct Mark {
    server: i32,
    game_at: i64,
    began: Instant,
    edition: u64,
}

/// The state that a replica is known to have reached.
#[derive(Debug, Clone, Copy)]
struct Reached {
    /// Whatever was committed by then is there.
    began: Instant,
    /// The version of the public data at that time.
    edition: u64,
}

/// What the last look at a replica told.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// When the last look began that was answered.
    answered: Option<Instant>,
    is_standby: bool,
    reached: Option<Reached>,
}

struct Replica {
    name: String,
    location: Location,
    seen: Mutex<Seen>,
    /// Made anew whenever the replica is well again, so that no broken connection is left in it.
    pool: Mutex<Option<Pool<StoreConnectionManager>>>,
    reads: AtomicU64,
    given_up: AtomicU64,
}

/// The replicas of a database.
pub struct Replicas {
    max_age: Duration,
    all: Vec<Arc<Replica>>,
    marks: Mutex<VecDeque<Mark>>,
    turn: AtomicUsize,
    opening_threads: Arc<ScheduledThreadPool>,
}

/// A replica as operators see it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplicaFigures {
    /// Host and port.
    pub name: String,
    pub is_in_use: bool,
    /// How old its data are at most; `None` if that is unknown.
    pub age: Option<Duration>,
    /// Requests that were read there.
    pub reads: u64,
    /// Those that had to be read again at the primary.
    pub given_up: u64,
}

/// The permission to read at one replica, for one request.
#[derive(Clone)]
pub struct ReplicaTicket {
    replica: Arc<Replica>,
    edition: u64,
}

impl fmt::Debug for ReplicaTicket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReplicaTicket({}, {})", self.replica.name, self.edition)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Replica {
    fn answers(&self) -> bool {
        let seen = *lock(&self.seen);
        seen.is_standby && seen.answered.is_some_and(|at| at.elapsed() < ANSWERS_WITHIN)
    }

    /// What it has reached, if it may be read.
    fn usable(&self, max_age: Duration) -> Option<Reached> {
        let reached = lock(&self.seen).reached?;
        (self.answers() && reached.began.elapsed() <= max_age).then_some(reached)
    }

    fn connection(&self) -> Result<StoreConnection> {
        let away = |reason: &str| StoreError::Open {
            place: self.location.to_string(),
            reason: reason.to_owned(),
        };
        if !self.answers() {
            return Err(away("the replica does not answer"));
        }
        let pool = lock(&self.pool).clone().ok_or_else(|| away("the replica was not well yet"))?;
        pool.get_timeout(CONNECTION_TIMEOUT).map_err(|e| away(&e.to_string()))
    }
}

impl ReplicaTicket {
    /// The version of the public data that the replica has at least.
    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Whether the replica answers; what waits for one that does not need not wait any longer.
    pub fn answers(&self) -> bool {
        self.replica.answers()
    }

    /// Notes that the request has to be read again at the primary.
    pub fn give_up(&self) {
        self.replica.given_up.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn connection(&self) -> Result<StoreConnection> {
        self.replica.connection()
    }
}

#[derive(QueryableByName)]
struct LookRow {
    #[diesel(sql_type = Bool)]
    is_standby: bool,
    #[diesel(sql_type = Integer)]
    id: i32,
    #[diesel(sql_type = BigInt)]
    game_at: i64,
}

const LOOK: &str =
    "SELECT pg_is_in_recovery() AS is_standby, id, game_at FROM servers WHERE gone = 0";

impl Replicas {
    /// The replicas at these addresses, of which none is read before a [`ReplicaWatch`] has seen it. Data older than
    /// `max_age` are not read.
    pub fn new(addresses: &[String], max_age: Duration) -> Replicas {
        let replica = |address: &String| {
            Arc::new(Replica {
                name: host_of(address),
                location: Location::Postgres(address.clone()),
                seen: Mutex::default(),
                pool: Mutex::default(),
                reads: AtomicU64::default(),
                given_up: AtomicU64::default(),
            })
        };
        // Apart from those of the primary's pools: opening a connection may hang.
        let threads = ScheduledThreadPool::builder().num_threads(addresses.len().max(1));
        Replicas {
            max_age,
            all: addresses.iter().map(replica).collect(),
            marks: Mutex::default(),
            turn: AtomicUsize::default(),
            opening_threads: Arc::new(threads.thread_name_pattern("replicas-{}").build()),
        }
    }

    /// Notes a beat of this server that is committed. It was begun at `began`, when the public data had the version
    /// `edition`.
    pub fn note_beat(&self, server: i32, game_at: Micros, (began, edition): (Instant, u64)) {
        let mut marks = lock(&self.marks);
        marks.push_back(Mark { server, game_at: game_at.0, began, edition });
        if marks.len() > MARKS {
            marks.pop_front();
        }
    }

    /// A replica that may be read and has at least this version of the public data, each in turn.
    pub fn choose(&self, at_least: u64) -> Option<ReplicaTicket> {
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let in_turn = (0..self.all.len()).map(|n| &self.all[(first + n) % self.all.len()]);
        let usable = |replica: &Arc<Replica>| {
            let reached = replica.usable(self.max_age)?;
            (reached.edition >= at_least).then(|| (Arc::clone(replica), reached.edition))
        };
        let (replica, edition) = in_turn.filter_map(usable).next()?;
        replica.reads.fetch_add(1, Ordering::Relaxed);
        Some(ReplicaTicket { replica, edition })
    }

    pub fn figures(&self) -> Vec<ReplicaFigures> {
        let figures = |replica: &Arc<Replica>| ReplicaFigures {
            name: replica.name.clone(),
            is_in_use: replica.usable(self.max_age).is_some(),
            age: lock(&replica.seen).reached.map(|reached| reached.began.elapsed()),
            reads: replica.reads.load(Ordering::Relaxed),
            given_up: replica.given_up.load(Ordering::Relaxed),
        };
        self.all.iter().map(figures).collect()
    }

    /// What is to be called again and again, in a thread for each replica.
    pub fn watches(&self) -> Vec<ReplicaWatch> {
        let watch = |replica: &Arc<Replica>| ReplicaWatch {
            replica: Arc::clone(replica),
            connection: None,
            was_read: None,
            looks: 0,
        };
        self.all.iter().map(watch).collect()
    }

    fn pool_of(&self, replica: &Replica) -> Pool<StoreConnectionManager> {
        Pool::builder()
            .max_size(Store::POOL_SIZE)
            .min_idle(Some(1))
            .connection_timeout(CONNECTION_TIMEOUT)
            .test_on_check_out(false)
            .thread_pool(Arc::clone(&self.opening_threads))
            .build_unchecked(StoreConnectionManager::of_replica(&replica.location))
    }

    /// The newest state of which one of these beats tells.
    fn reached(&self, rows: &[LookRow]) -> Option<Reached> {
        let marks = lock(&self.marks);
        let shown = |mark: &&Mark| {
            rows.iter().any(|row| row.id == mark.server && row.game_at == mark.game_at)
        };
        let newest = marks.iter().rev().find(shown)?;
        Some(Reached { began: newest.began, edition: newest.edition })
    }
}

/// Looks at one replica.
pub struct ReplicaWatch {
    replica: Arc<Replica>,
    connection: Option<TrackedConnection>,
    /// What the log says; `None` at the start.
    was_read: Option<bool>,
    looks: u32,
}

impl ReplicaWatch {
    /// Looks once, which may take long where the replica hangs.
    pub fn look(&mut self, replicas: &Replicas) {
        let began = Instant::now();
        let was_usable = self.replica.usable(replicas.max_age).is_some();
        let failure = match self.ask() {
            Ok(rows) => {
                let mut seen = lock(&self.replica.seen);
                seen.answered = Some(began);
                seen.is_standby = rows.first().is_some_and(|row| row.is_standby);
                // A beat may be here before its server notes that it is committed.
                seen.reached = replicas.reached(&rows).or(seen.reached);
                None
            }
            Err(e) => {
                self.connection = None;
                // After a restart a standby may show less than before.
                *lock(&self.replica.seen) = Seen::default();
                Some(e.to_string())
            }
        };
        let is_usable = self.replica.usable(replicas.max_age).is_some();
        if is_usable && (!was_usable || lock(&self.replica.pool).is_none()) {
            let pool = replicas.pool_of(&self.replica);
            *lock(&self.replica.pool) = Some(pool);
        }
        self.log_change(is_usable, failure);
    }

    /// Logs once whether the replica is read, and why not.
    fn log_change(&mut self, is_usable: bool, failure: Option<String>) {
        let replica = self.replica.name.as_str();
        if is_usable {
            if self.was_read != Some(true) {
                tracing::info!(replica, "a replica is read");
            }
        } else if self.was_read != Some(false) && self.looks > LOOKS_BEFORE_COMPLAINT {
            let is_standby = lock(&self.replica.seen).is_standby;
            let why = failure.unwrap_or_else(|| match is_standby {
                true => "its data are too old".to_owned(),
                false => "it is no standby".to_owned(),
            });
            tracing::warn!(replica, why, "a replica is not read until it is well again");
        } else {
            self.looks += 1;
            return;
        }
        self.was_read = Some(is_usable);
    }

    fn ask(&mut self) -> Result<Vec<LookRow>> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let manager = StoreConnectionManager::of_replica(&self.replica.location);
                let mut connection = manager.open()?;
                connection.batch_execute("SET statement_timeout = '500ms'")?;
                none.insert(connection)
            }
        };
        Ok(diesel::sql_query(LOOK).load(&mut **connection)?)
    }
}

/// Host and port of an address, as metrics name a replica.
fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = &rest[..rest.find(['/', '?']).unwrap_or(rest.len())];
    match authority.rsplit_once('@').map_or(authority, |(_, host)| host) {
        "" => "local".to_owned(),
        host => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replicas() -> Replicas {
        let addresses =
            ["postgres://a:secret@one:5433/db".to_owned(), "postgres://two/db".to_owned()];
        Replicas::new(&addresses, Duration::from_secs(2))
    }

    /// Has a replica seen as a look would that shows this beat.
    fn show(replicas: &Replicas, of: usize, game_at: i64) {
        let rows = [LookRow { is_standby: true, id: 1, game_at }];
        let reached = replicas.reached(&rows);
        let answered = Some(Instant::now());
        *lock(&replicas.all[of].seen) = Seen { answered, is_standby: true, reached };
    }

    #[test]
    fn a_replica_is_read_up_to_the_age_of_the_newest_beat_that_it_shows() {
        let replicas = replicas();
        let now = Instant::now();
        assert!(replicas.choose(0).is_none(), "nothing is known of it");
        let ago = |millis| now.checked_sub(Duration::from_millis(millis)).unwrap();
        replicas.note_beat(1, Micros(10), (ago(3_000), 4));
        replicas.note_beat(1, Micros(20), (ago(1_000), 5));
        show(&replicas, 0, 10);
        assert!(replicas.choose(0).is_none(), "it is too old");
        show(&replicas, 0, 20);
        let ticket = replicas.choose(0).unwrap();
        assert_eq!(ticket.edition(), 5);
        assert!(replicas.choose(6).is_none(), "it has not reached that version");
        show(&replicas, 0, 30);
        assert!(replicas.choose(0).is_none(), "no server of ours wrote that");
    }

    #[test]
    fn one_that_is_promoted_or_silent_is_not_read_and_the_others_take_turns() {
        let replicas = replicas();
        replicas.note_beat(1, Micros(10), (Instant::now(), 1));
        show(&replicas, 0, 10);
        show(&replicas, 1, 10);
        let names: Vec<String> =
            (0..4).map(|_| replicas.choose(0).unwrap().replica.name.clone()).collect();
        assert_eq!(names, ["one:5433", "two", "one:5433", "two"]);
        lock(&replicas.all[0].seen).is_standby = false;
        let silent = Instant::now().checked_sub(ANSWERS_WITHIN);
        assert!((0..4).all(|_| replicas.choose(0).unwrap().replica.name == "two"));
        lock(&replicas.all[1].seen).answered = silent;
        assert!(replicas.choose(0).is_none());
    }

    #[test]
    fn a_replica_goes_by_host_and_port_without_the_password() {
        assert_eq!(host_of("postgres://a:secret@one:5433/db?x=y"), "one:5433");
        assert_eq!(host_of("postgresql:///db?host=/run/a"), "local");
    }
}
