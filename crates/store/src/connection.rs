//! Connections and connection pools.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::r2d2::{ManageConnection, Pool, PooledConnection};
use diesel::sql_types::Text;
use diesel::sqlite::SqliteConnection;
use diesel::{Connection, RunQueryDsl};
use scheduled_thread_pool::ScheduledThreadPool;

use super::any_connection::{AnyConnection, Engine};
use super::postgres_servers::{PostgresServers, ServerPosition, connect};
use super::replicas::{ReplicaTicket, Replicas};
use super::{Location, Result, StoreError, WriteTurns};

/// A connection with the position of its server.
pub struct TrackedConnection {
    inner: AnyConnection,
    /// `None` for SQLite.
    standing: Option<ServerPosition>,
}

impl Deref for TrackedConnection {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.inner
    }
}

impl DerefMut for TrackedConnection {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.inner
    }
}

/// The purpose of a pooled connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionPurpose {
    /// Read-only, enforced by the database engine.
    Reading,
    /// Reading and writing.
    Any,
}

impl ConnectionPurpose {
    /// The PostgreSQL settings, with timeouts of statements and locks.
    const fn postgres_setup(self) -> &'static str {
        match self {
            ConnectionPurpose::Reading => {
                "SET default_transaction_read_only = on; SET statement_timeout = '30s'; SET lock_timeout = '5s'"
            }
            ConnectionPurpose::Any => "SET statement_timeout = '10min'; SET lock_timeout = '15s'",
        }
    }

    /// The SQLite settings; the lock timeout is set for all connections.
    const fn sqlite_setup(self) -> Option<&'static str> {
        match self {
            ConnectionPurpose::Reading => Some("PRAGMA query_only = ON"),
            ConnectionPurpose::Any => None,
        }
    }
}

/// Opens connections; our own manager, so that the engine's errors reach the operator.
#[derive(Debug, Clone)]
pub struct StoreConnectionManager {
    location: Location,
    /// For a PostgreSQL address whose primary is wanted; a replica has none.
    servers: Option<Arc<PostgresServers>>,
    /// The purpose of pooled connections; other connections have no timeouts.
    purpose: ConnectionPurpose,
}

impl StoreConnectionManager {
    fn new(location: Location) -> StoreConnectionManager {
        let servers = match &location {
            Location::Postgres(address) => Some(Arc::new(PostgresServers::from_address(address))),
            Location::Sqlite(_) => None,
        };
        StoreConnectionManager { location, servers, purpose: ConnectionPurpose::Any }
    }

    /// Of a standby, for reads alone.
    pub(super) fn of_replica(location: &Location) -> StoreConnectionManager {
        let (location, purpose) = (location.clone(), ConnectionPurpose::Reading);
        StoreConnectionManager { location, servers: None, purpose }
    }

    fn with_purpose(&self, purpose: ConnectionPurpose) -> StoreConnectionManager {
        StoreConnectionManager { purpose, ..self.clone() }
    }

    /// Opens a connection with the timeouts of a pool.
    fn open_limited(&self) -> Result<TrackedConnection> {
        let mut connected = self.open()?;
        match connected.inner.engine() {
            Engine::Postgres(inner) => inner.batch_execute(self.purpose.postgres_setup())?,
            Engine::Sqlite(inner) => {
                self.purpose.sqlite_setup().map_or(Ok(()), |words| inner.batch_execute(words))?;
            }
        }
        Ok(connected)
    }

    pub(super) fn open(&self) -> Result<TrackedConnection> {
        let opened = match (&self.location, &self.servers) {
            (Location::Sqlite(path), _) => open_sqlite(path).map(|inner| (inner, None)),
            (Location::Postgres(address), None) => {
                connect(address).map(|inner| (AnyConnection::from(inner), None))
            }
            (Location::Postgres(_), Some(servers)) => servers
                .connect_primary()
                .map(|(inner, standing)| (AnyConnection::from(inner), Some(standing))),
        };
        let fail = |reason| StoreError::Open { place: self.location.to_string(), reason };
        opened.map(|(inner, standing)| TrackedConnection { inner, standing }).map_err(fail)
    }
}

fn open_sqlite(path: &Path) -> Result<AnyConnection, String> {
    let text = path.to_str().ok_or("the path is not UTF-8")?;
    if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        std::fs::create_dir_all(dir)
            .map_err(|e| format!("the directory {} cannot be made: {e}", dir.display()))?;
    }
    create_private_file(path).map_err(|e| {
        format!("the file {} cannot be made: {e}; is the directory writable?", path.display())
    })?;
    let mut inner = SqliteConnection::establish(text)
        .map_err(|e| format!("{e}; is the directory writable?"))?;
    enable_wal(&mut inner).map_err(explain_open_failure)?;
    inner
        .batch_execute(
            "PRAGMA busy_timeout = 30000; PRAGMA synchronous = FULL; \
             PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; \
             PRAGMA mmap_size = 1073741824; PRAGMA wal_autocheckpoint = 4000; \
             PRAGMA secure_delete = ON;",
        )
        .map_err(explain_open_failure)?;
    Ok(AnyConnection::from(inner))
}

/// Creates the file if it does not exist, accessible only to the program's user; SQLite gives its
/// auxiliary files (`-wal`, `-shm`, `-journal`) the same mode. An existing file keeps its mode.
fn create_private_file(path: &Path) -> std::io::Result<()> {
    match with_private_mode(std::fs::OpenOptions::new().write(true).create_new(true)).open(path) {
        Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => Err(e),
        _ => Ok(()),
    }
}

/// Sets a mode for new files that prevents access by others.
pub fn with_private_mode(options: &mut std::fs::OpenOptions) -> &mut std::fs::OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Explains why SQLite cannot open a file.
fn explain_open_failure(e: diesel::result::Error) -> String {
    if e.to_string().contains("malformed") {
        return e.to_string();
    }
    format!("{e}; is the directory writable, and is this a SQLite file?")
}

/// The minimum SQLite version: in earlier ones a checkpoint during writes could lose data
/// (<https://sqlite.org/wal.html#walresetbug>).
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

pub(super) fn check_sqlite_version(version: &str) -> Result<(), String> {
    let parts: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if parts.as_slice() >= OLDEST_SQLITE.as_slice() {
        return Ok(());
    }
    let [major, minor, patch] = OLDEST_SQLITE;
    Err(format!(
        "this program was built with SQLite {version}, which may lose what is written beside a checkpoint; \
         build it with SQLite {major}.{minor}.{patch} or newer"
    ))
}

/// Enables the write-ahead log. SQLite does not wait for locks here, so two programs that open a
/// new file could refuse each other.
fn enable_wal(inner: &mut SqliteConnection) -> diesel::QueryResult<()> {
    const TRIES: u32 = 100;
    let mut tries = 0;
    loop {
        tries += 1;
        match inner.batch_execute("PRAGMA journal_mode = WAL") {
            Err(e) if tries < TRIES && e.to_string().contains("locked") => {
                std::thread::sleep(Duration::from_millis(50));
            }
            done => return done,
        }
    }
}

impl ManageConnection for StoreConnectionManager {
    type Connection = TrackedConnection;
    type Error = StoreError;

    fn connect(&self) -> Result<TrackedConnection> {
        self.open_limited()
    }

    /// SQLite connections stay valid; a server may disappear or be superseded.
    fn is_valid(&self, connection: &mut TrackedConnection) -> Result<()> {
        let (Engine::Postgres(inner), Some(standing), Some(servers)) =
            (connection.inner.engine(), &mut connection.standing, &self.servers)
        else {
            return Ok(());
        };
        let fail = |reason| StoreError::Open { place: self.location.to_string(), reason };
        servers.check_primary(inner, standing).map_err(fail)
    }

    /// A use case that panics may leave a transaction open, and with it SQLite's only write lock:
    /// such a connection must not be reused.
    fn has_broken(&self, connection: &mut TrackedConnection) -> bool {
        use diesel::connection::TransactionManager;
        type Manager = <AnyConnection as Connection>::TransactionManager;
        std::thread::panicking() || Manager::is_broken_transaction_manager(&mut connection.inner)
    }
}

/// A database with its connection pools.
#[derive(Clone)]
pub struct Store {
    pool: Pool<StoreConnectionManager>,
    /// For reads only, so that pending writes do not block reads.
    readers: Pool<StoreConnectionManager>,
    opener: StoreConnectionManager,
    turns: Arc<WriteTurns>,
    stalled: Arc<AtomicBool>,
    replicas: Arc<OnceLock<Replicas>>,
    /// Where reads are made instead of the primary.
    read_at: Option<ReplicaTicket>,
}

pub type StoreConnection = PooledConnection<StoreConnectionManager>;

/// The timeout for getting a connection. A server that is back is retried after at most half of it.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// The threads that open and close pooled connections, shared by all pools of this process: a
/// pool's own threads would outlive it by up to 30 s, until its next clean-up.
static OPENING_THREADS: LazyLock<Arc<ScheduledThreadPool>> = LazyLock::new(|| {
    let threads = ScheduledThreadPool::builder().num_threads(6);
    Arc::new(threads.thread_name_pattern("connections-{}").build())
});

impl Store {
    /// The largest number of connections of a pool; more than cores would gain nothing.
    pub const POOL_SIZE: u32 = 8;

    /// Opens the database and checks that it can be connected to.
    pub fn open(location: Location) -> Result<Store> {
        let on_a_server = matches!(location, Location::Postgres(_));
        let opener = StoreConnectionManager::new(location);
        if let Engine::Sqlite(inner) = opener.open()?.inner.engine() {
            let version: String =
                diesel::select(sql::<Text>("sqlite_version()")).get_result(inner)?;
            check_sqlite_version(&version).map_err(|reason| StoreError::Open {
                place: opener.location.to_string(),
                reason,
            })?;
        }
        let pool = |purpose: ConnectionPurpose| {
            Pool::builder()
                .max_size(Store::POOL_SIZE)
                .min_idle(Some(1))
                .connection_timeout(CONNECTION_TIMEOUT)
                .test_on_check_out(on_a_server)
                .thread_pool(Arc::clone(&OPENING_THREADS))
                .build(opener.with_purpose(purpose))
                .map_err(|e| StoreError::Open {
                    place: opener.location.to_string(),
                    reason: e.to_string(),
                })
        };
        let (pool, readers) = (pool(ConnectionPurpose::Any)?, pool(ConnectionPurpose::Reading)?);
        Ok(Store {
            pool,
            readers,
            opener,
            turns: Arc::default(),
            stalled: Arc::default(),
            replicas: Arc::default(),
            read_at: None,
        })
    }

    /// Sets the replicas, once for all copies of this store.
    pub fn set_replicas(&self, replicas: Replicas) {
        let _second = self.replicas.set(replicas);
    }

    pub fn replicas(&self) -> Option<&Replicas> {
        self.replicas.get()
    }

    /// The same store, whose reads are made at a replica.
    pub fn reading_at(&self, ticket: ReplicaTicket) -> Store {
        Store { read_at: Some(ticket), ..self.clone() }
    }

    /// The same store, whose reads are made at the primary.
    pub fn at_primary(&self) -> Store {
        Store { read_at: None, ..self.clone() }
    }

    /// The replica at which reads are made instead of the primary.
    pub fn read_at(&self) -> Option<&ReplicaTicket> {
        self.read_at.as_ref()
    }

    /// Sets whether writes are stalled. Meanwhile none is started, which would hold a connection
    /// and wait too.
    pub fn set_stalled(&self, stalled: bool) {
        self.stalled.store(stalled, Ordering::Release);
    }

    pub fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::Acquire)
    }

    /// The numbers of open and idle connections of each pool: for any purpose, then for reading.
    pub fn pool_usage(&self) -> [(u32, u32); 2] {
        [&self.pool, &self.readers].map(|pool| {
            let state = pool.state();
            (state.connections, state.idle_connections)
        })
    }

    /// A read-only connection.
    pub fn read_connection(&self) -> Result<StoreConnection> {
        self.read_connection_within(CONNECTION_TIMEOUT)
    }

    /// Like [`Store::read_connection`], with a given timeout.
    pub fn read_connection_within(&self, patience: Duration) -> Result<StoreConnection> {
        if let Some(ticket) = &self.read_at {
            return ticket.connection();
        }
        self.checkout(&self.readers, patience)
    }

    fn checkout(
        &self,
        pool: &Pool<StoreConnectionManager>,
        patience: Duration,
    ) -> Result<StoreConnection> {
        pool.get_timeout(patience).map_err(|e| StoreError::Open {
            place: self.location().to_string(),
            reason: e.to_string(),
        })
    }

    pub fn location(&self) -> &Location {
        &self.opener.location
    }

    /// Coordinates the writers that share this store.
    pub fn write_turns(&self) -> &WriteTurns {
        &self.turns
    }

    /// Whether a point query does not block: SQLite's readers do not wait for writers, and a
    /// connection is idle.
    pub fn can_read_immediately(&self) -> bool {
        matches!(self.location(), Location::Sqlite(_)) && self.readers.state().idle_connections > 0
    }

    /// A connection outside the pools.
    pub fn dedicated_connection(&self) -> Result<AnyConnection> {
        Ok(self.opener.open()?.inner)
    }

    /// Like [`Store::dedicated_connection`], to be held for long: [`Store::is_superseded`] tells
    /// when it must be given up.
    pub fn tracked_connection(&self) -> Result<TrackedConnection> {
        self.opener.open()
    }

    /// Whether another server has become primary, so that nothing may be written to this
    /// connection.
    pub fn is_superseded(&self, connection: &TrackedConnection) -> bool {
        let standing = connection.standing.zip(self.opener.servers.as_ref());
        standing.is_some_and(|(standing, servers)| servers.is_superseded(standing))
    }

    /// Checks all servers of the address for a new primary.
    pub fn refresh_primary(&self) {
        if let Some(servers) = &self.opener.servers {
            servers.refresh_primary();
        }
    }

    /// A dedicated connection for bulk writes: pages written repeatedly, such as those of indexes,
    /// reach the database file less often, and deleted data is overwritten only if that costs no
    /// additional writes. Commits are as durable as on any other connection.
    pub fn bulk_connection(&self) -> Result<AnyConnection> {
        let mut connection = self.dedicated_connection()?;
        match connection.engine() {
            Engine::Sqlite(inner) => inner.batch_execute(
                "PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 50000; \
                 PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = FAST;",
            )?,
            // A cached plan is made for the initial size of a table: for an empty one it scans the
            // table, and would still do so with a million games.
            Engine::Postgres(inner) => {
                inner.batch_execute("SET plan_cache_mode = force_custom_plan")?;
            }
        }
        Ok(connection)
    }

    /// Truncates SQLite's write-ahead log, which may contain deleted data, unless there is a reader
    /// all the time; PostgreSQL needs nothing.
    pub fn truncate_wal(&self) -> Result<()> {
        if matches!(self.location(), Location::Sqlite(_)) {
            // A dedicated connection with a shorter timeout for readers.
            let mut connection = self.dedicated_connection()?;
            connection
                .batch_execute("PRAGMA busy_timeout = 2000; PRAGMA wal_checkpoint(TRUNCATE);")?;
        }
        Ok(())
    }

    /// A connection for reading and writing.
    ///
    /// # Errors
    /// Returns [`StoreError::Stalled`] while writes are stalled.
    pub fn connection(&self) -> Result<StoreConnection> {
        if self.is_stalled() {
            return Err(StoreError::Stalled);
        }
        self.checkout(&self.pool, CONNECTION_TIMEOUT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sqlite_that_may_lose_what_is_written_is_refused_and_our_own_is_not() {
        for version in ["3.51.3", "3.52.0", "4.0.0"] {
            assert_eq!(check_sqlite_version(version), Ok(()), "{version}");
        }
        for version in ["3.51.2", "3.40.1", "2.9.9", "", "new"] {
            let why = check_sqlite_version(version).unwrap_err();
            assert!(why.contains("3.51.3 or newer"), "{version}: {why}");
        }
        let dir = tempfile::tempdir().unwrap();
        Store::open(Location::Sqlite(dir.path().join("a.sqlite"))).map(|_| ()).unwrap();
    }

    #[test]
    fn stores_that_are_closed_leave_no_threads() {
        let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
        let dir = tempfile::tempdir().unwrap();
        let open = || Store::open(Location::Sqlite(dir.path().join("a.sqlite"))).unwrap();
        open();
        let before = threads();
        for _ in 0..50 {
            open();
        }
        // Other tests run at the same time.
        assert!(threads() < before + 50, "{before} threads, then {}", threads());
    }

    #[test]
    fn a_panic_within_a_transaction_keeps_nobody_else_from_writing() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Location::Sqlite(dir.path().join("a.sqlite"))).unwrap();
        let write = |sql: &str| store.connection().unwrap().batch_execute(sql);
        write("CREATE TABLE things (id INTEGER)").unwrap();
        for _ in 0..=Store::POOL_SIZE {
            let store = store.clone();
            let panicked = std::thread::spawn(move || {
                let mut connection = store.connection().unwrap();
                connection.transaction::<(), diesel::result::Error, _>(|connection| {
                    connection.batch_execute("INSERT INTO things VALUES (1)")?;
                    panic!("a use case has a fault")
                })
            });
            assert!(panicked.join().is_err());
        }
        write("PRAGMA busy_timeout = 1; INSERT INTO things VALUES (2)").unwrap();
    }
}
