//! The application state that every use case works with.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use adjutant_store::seal::{SealedKind, Sealer};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{
    AnyConnection, Location, Store, StoreError, delivery_key, deployments, game_writer,
    id_sequence, players, search,
};
use ledger_ratings::Day;

use super::accounts::{self, AuthLimits};
use super::analyses::Analyses;
use super::contests;
use super::database::needs_key;
use super::edition::Edition;
use super::formations;
use super::knowing::Spectators;
use super::leaderboard::Boards;
use super::notices::DeliveryKeys;
use super::own_set_ups;
use super::quiz;
use super::replicas::ReplicaTicket;
use super::retries::Retries;
use super::sealed;
use super::serving::Serving;
use super::tallies::Tallies;
use super::{Error, Result};

/// Locations of the database and the key file.
#[derive(Debug, Clone)]
pub struct AppSettings {
    pub database: Location,
    /// The key that seals unrevealed data; never stored inside the database.
    pub key_file: PathBuf,
}

/// The name of the pulse file.
const PULSE: &str = "pulse";
/// The name of the file with the key of what is sent.
const DELIVERY_KEY: &str = "delivery.key";
/// The name of the file with the index of revealed set-ups.
const FORMATIONS: &str = "formations.index";
/// The timeout of readiness queries.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// The open application: a migrated database and the sealing key.
#[derive(Clone)]
pub struct App {
    store: Store,
    sealer: Sealer,
    pub(super) memory: Arc<Memory>,
    key_file: PathBuf,
}

/// What a process keeps in memory beside its database.
#[derive(Default)]
pub(super) struct Memory {
    pub boards: Boards,
    editions: Edition,
    auth_limits: AuthLimits,
    retries: Retries,
    pub quizzes: quiz::Sets,
    pub finals: contests::ContestSummaryCache,
    pub contests: contests::ContestCache,
    pub former_addresses: contests::FormerAddresses,
    pub formations: formations::FormationCache,
    pub tallies: Tallies,
    pub analyses: Analyses,
    pub spectators: Spectators,
    /// Whether the computer plays games here.
    pub computer_plays: AtomicBool,
    delivery_keys: OnceLock<DeliveryKeys>,
}

impl App {
    /// The largest number of connections of each pool.
    pub const CONNECTIONS_LIMIT: u32 = Store::POOL_SIZE;

    /// Opens the database, migrates it, and reads or creates the key.
    pub fn open(settings: &AppSettings) -> Result<App> {
        let app = App::open_without_key(settings)?;
        app.needs_its_key()?;
        Ok(app)
    }

    /// Like [`App::open`], but works without the key: if it is missing or wrong, nothing can be
    /// sealed or unsealed and everything else works (see [`App::why_shut`]).
    pub fn open_without_key(settings: &AppSettings) -> Result<App> {
        let store = Store::open(settings.database.clone())?;
        let migrated = store.migrate()?;
        if let Some(last) = migrated.last() {
            let count = migrated.len();
            tracing::info!(count, last, "the database was brought to this version");
        }
        fill_look_keys(&store)?;
        fill_search_keys(&store)?;
        let sealer = sealer(&store, settings)?;
        let key_file = settings.key_file.clone();
        let app = App { store, sealer, memory: Arc::default(), key_file };
        contests::refresh_former_addresses(&app, &mut *app.store.connection()?)?;
        Ok(app)
    }

    /// The directory of the sealing key, and of what the server keeps beside it.
    pub fn data_dir(&self) -> PathBuf {
        match self.key_file.parent() {
            Some(directory) if !directory.as_os_str().is_empty() => directory.to_owned(),
            _ => PathBuf::from("."),
        }
    }

    /// The file beside the sealing key that records until when a server ran.
    pub fn pulse_file(&self) -> PathBuf {
        self.key_file.with_file_name(PULSE)
    }

    /// The file beside the sealing key with the index of revealed set-ups.
    pub(super) fn formations_file(&self) -> PathBuf {
        self.key_file.with_file_name(FORMATIONS)
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Runs `work` in one transaction that holds the writer lock: what it reads stays as it is
    /// until it has written.
    pub(super) fn write<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        in_transaction(&mut *self.store.connection()?, |conn| {
            id_sequence::lock_writer(conn)?;
            work(conn)
        })
    }

    pub fn doors(&self) -> &AuthLimits {
        &self.memory.auth_limits
    }

    pub(super) fn editions(&self) -> &Edition {
        &self.memory.editions
    }

    /// The keys of what is sent, from the file beside the sealing key, which is made on first use.
    pub(super) fn delivery_keys(&self) -> Result<&DeliveryKeys> {
        if let Some(keys) = self.memory.delivery_keys.get() {
            return Ok(keys);
        }
        let path = self.key_file.with_file_name(DELIVERY_KEY);
        let key = delivery_key::read_or_create(&path, rand::random())?;
        Ok(self.memory.delivery_keys.get_or_init(|| DeliveryKeys::new(key)))
    }

    /// Makes the key of what is sent if there is none yet, so that a second server can be given it beside the sealing key.
    pub fn prepare_delivery_key(&self) -> Result<()> {
        self.delivery_keys().map(|_| ())
    }

    /// Failed due actions that are to be retried.
    pub fn retries(&self) -> &Retries {
        &self.memory.retries
    }

    /// Sets the current date, so that leaderboards ignore later ones; until it is set, none is
    /// ignored. Pages follow with the next [`look_for_changes`](super::edition::look_for_changes).
    pub fn set_today(&self, today: Day) {
        self.memory.boards.set_today(today);
    }

    /// The day that was set, otherwise [`Day::LAST`].
    pub fn today(&self) -> Day {
        self.memory.boards.today()
    }

    /// A number that increases with every change of public data, whatever it concerns: immediately
    /// if this process made it, otherwise when [`look_for_changes`](super::edition::look_for_changes) finds it.
    pub fn edition(&self) -> u64 {
        self.store.read_at().map_or_else(|| self.memory.editions.number(), ReplicaTicket::edition)
    }

    /// The same application, which reads at a replica: its edition is the one that the replica has at least.
    pub fn reading_at(&self, ticket: ReplicaTicket) -> App {
        App { store: self.store.reading_at(ticket), ..self.clone() }
    }

    /// The same application, which reads at the primary: for what is kept for others.
    pub(super) fn at_primary(&self) -> App {
        App { store: self.store.at_primary(), ..self.clone() }
    }

    /// Whether reads are made at a replica, so that nothing read may be kept for others.
    pub(super) fn reads_at_replica(&self) -> bool {
        self.store.read_at().is_some()
    }

    pub(super) fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// Why nothing can be sealed or unsealed; `None` if the key is available.
    pub fn why_shut(&self) -> Option<String> {
        self.sealer.unavailable_reason()
    }

    /// Whether the key file still exists; a running server keeps the key in memory.
    pub fn has_key_file(&self) -> bool {
        self.sealer.has_key_file()
    }

    /// Whether data may still be sealed under a key that is being replaced.
    pub fn key_is_being_replaced(&self) -> bool {
        self.sealer.is_rotating()
    }

    /// Checks that the key is available; one that was restored is loaded.
    pub(super) fn needs_its_key(&self) -> Result<()> {
        self.sealer.try_recover_key(|found| {
            let mut conn = self.store.connection().map_err(|e| e.to_string())?;
            fits(found, &mut conn, &self.key_file).map_err(|e| e.to_string())
        });
        self.why_shut().map_or(Ok(()), |why| Err(Error::Unavailable(why)))
    }

    /// Whether reading a few rows by key takes microseconds without blocking, so that it costs less
    /// than moving it to another thread.
    pub fn reads_at_once(&self) -> bool {
        self.store.can_read_immediately()
    }

    /// Sets the function called on a disk failure below SQLite, after which the server must not go
    /// on.
    pub fn where_the_disk_fails(stop: fn(&str)) {
        adjutant_store::transaction::set_disk_failure_hook(stop);
    }

    /// Acquires the lock of the single serving instance. `lost` is called if another instance gets
    /// it, since a restarted PostgreSQL server forgets locks.
    ///
    /// # Errors
    /// Returns [`Error::Conflict`] if another instance serves this database.
    pub fn lock_for_serving(&self, lost: fn(&str)) -> Result<Serving> {
        Serving::begin(&self.store, lost)
    }

    /// Checks that the database responds.
    pub fn ready(&self) -> Result<()> {
        let mut conn = self.store.read_connection_within(READY_WITHIN)?;
        Ok(game_writer::check_readable(&mut conn)?)
    }

    /// Whether writes are stalled, so that no new one should start.
    pub fn is_stalled(&self) -> bool {
        self.store.is_stalled()
    }

    pub fn engine(&self) -> &'static str {
        match self.store.location() {
            Location::Sqlite(_) => "sqlite",
            Location::Postgres(_) => "postgresql",
        }
    }

    /// Open and idle connections by purpose.
    pub fn connections(&self) -> [(&'static str, u32, u32); 2] {
        let [any, reading] = self.store.pool_usage();
        [("any", any.0, any.1), ("reading", reading.0, reading.1)]
    }
}

/// Fills in the lookalike keys of players stored by older versions; logs progress.
fn fill_look_keys(store: &Store) -> Result<()> {
    let mut conn = store.connection()?;
    let filled = players::fill_look_keys(&mut conn, &mut |done| {
        if done % 100_000 == 0 {
            tracing::info!(players = done, "look-alike handles: keys are filled in, once");
        }
    })?;
    if filled > 0 {
        tracing::info!(players = filled, "look-alike handles: every player has a key now");
    }
    Ok(())
}

/// Computes the search keys of names stored by older versions or restored; logs progress.
fn fill_search_keys(store: &Store) -> Result<()> {
    let mut conn = store.connection()?;
    let filled = search::fill_search_keys(&mut conn, &mut |done| {
        if done % 100_000 == 0 {
            tracing::info!(names = done, "search: names are indexed, once");
        }
    })?;
    if filled > 0 {
        tracing::info!(names = filled, "search: every name is indexed now");
    }
    Ok(())
}

/// Checks that the key opens sealed data; a wrong one would seal new games beside those it cannot
/// read.
pub(super) fn fits(sealer: &Sealer, conn: &mut AnyConnection, key_file: &Path) -> Result<()> {
    let game = deployments::any_sealed_deployment(conn)?;
    let opens = |one: deployments::SealedDeployment| {
        sealer.open(SealedKind::Armies, &one.game, &one.body).is_ok()
    };
    let shut = if !game.is_none_or(opens) {
        "the games that are"
    } else if !sealed::opens_plays(conn, sealer)? {
        "what of plays is"
    } else if own_set_ups::opens(conn, sealer)? == Some(false) {
        "the set-ups of accounts that are"
    } else if !accounts::can_open_totp_keys(conn, sealer)? {
        "the second factors of accounts that are"
    } else {
        return Ok(());
    };
    Err(Error::Unavailable(format!(
        "the key file {} does not open {shut} sealed in this database: put the key back that was made \
         with it, or name the right --data-dir; where that key is lost for good, move this one away and \
         see `adjutant admin seal-lost`",
        key_file.display(),
    )))
}

/// Loads the key. A missing one is created only while nothing is sealed or hashed with an old one;
/// if it is wrong or missing, the sealer reports that and does nothing.
fn sealer(store: &Store, settings: &AppSettings) -> Result<Sealer> {
    let mut conn = store.connection()?;
    let key_file = &settings.key_file;
    if key_file.exists() || needs_key(&mut conn)? {
        let loaded = Sealer::load(key_file).map_err(Error::from);
        let fitting = loaded.and_then(|sealer| fits(&sealer, &mut conn, key_file).map(|()| sealer));
        return match fitting {
            Err(Error::Unavailable(why)) => Ok(Sealer::without_key(key_file, why)),
            fitting => fitting,
        };
    }
    new_key(key_file)
}

/// Creates the key file if it does not exist.
pub(super) fn new_key(key_file: &Path) -> Result<Sealer> {
    if let Some(dir) = key_file.parent() {
        std::fs::create_dir_all(dir).map_err(|e| {
            Error::Unavailable(format!("the directory {} cannot be made: {e}", dir.display()))
        })?;
    }
    match Sealer::create(key_file, rand::random()) {
        // Another process has just created it.
        Err(_) if key_file.exists() => Ok(Sealer::load(key_file)?),
        made => Ok(made?),
    }
}
