//! What every use case works with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use crate::store::seal::{KEY_BYTES, SealedKind, Sealer};
use crate::store::{AnyConnection, Location, Store, deployments, game_writer, players};
use ledger_ratings::Day;

use super::Error;
use super::accounts::{self, AuthLimits};
use super::contests;
use super::database::needs_key;
use super::edition::Edition;
use super::formations;
use super::knowing::Spectators;
use super::leaderboard::Boards;
use super::looked_at::Kept;
use super::own_set_ups;
use super::play_seals;
use super::quiz;
use super::retries::Retries;
use super::roster;
use super::serving::Serving;
use super::tallies::Tallies;

/// Where things are.
#[derive(Debug, Clone)]
pub struct AppSettings {
    pub database: Location,
    /// The key that seals what is not revealed; never inside the database.
    pub key_file: PathBuf,
}

/// Its name.
const PULSE: &str = "pulse";
/// The name of the file with the set-ups of revealed games.
const FORMATIONS: &str = "formations.index";
/// Who asks whether the store answers wants to know it soon.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// The open service: a migrated store and the sealing key.
#[derive(Clone)]
pub struct App {
    store: Store,
    sealer: Sealer,
    boards: Arc<Boards>,
    editions: Arc<Edition>,
    doors: Arc<AuthLimits>,
    quizzes: Arc<quiz::Sets>,
    rosters: Arc<Kept<roster::Options>>,
    event_files: Arc<Kept<contests::ImportOptions>>,
    finals: Arc<contests::ContestSummaryCache>,
    contests: Arc<contests::ContestCache>,
    formations: Arc<formations::FormationCache>,
    tallies: Arc<Tallies>,
    spectators: Arc<Spectators>,
    retries: Arc<Retries>,
    key_file: PathBuf,
}

impl App {
    /// Opens the database, brings it to this version, and reads or makes the key.
    ///
    /// # Errors
    /// [`Error::Unavailable`] with what is wrong and what to do.
    pub fn open(settings: &AppSettings) -> Result<App, Error> {
        let app = App::open_without_key(settings)?;
        app.needs_its_key()?;
        Ok(app)
    }

    /// The same for what is public, which needs no key: where the key is lost or another one, nothing is
    /// sealed or opened, and all else goes on (see [`App::why_shut`]).
    ///
    /// # Errors
    /// [`Error::Unavailable`] where the database cannot be used.
    pub fn open_without_key(settings: &AppSettings) -> Result<App, Error> {
        let store = Store::open(settings.database.clone())?;
        let migrated = store.migrate()?;
        if let Some(last) = migrated.last() {
            let count = migrated.len();
            tracing::info!(count, last, "the database was brought to this version");
        }
        fill_look_keys(&store)?;
        let sealer = sealer(&store, settings)?;
        Ok(App {
            store,
            sealer,
            key_file: settings.key_file.clone(),
            boards: Arc::default(),
            editions: Arc::default(),
            doors: Arc::default(),
            quizzes: Arc::default(),
            rosters: Arc::default(),
            event_files: Arc::default(),
            finals: Arc::default(),
            contests: Arc::default(),
            formations: Arc::default(),
            tallies: Arc::default(),
            spectators: Arc::default(),
            retries: Arc::default(),
        })
    }

    /// The file beside the sealing key that says up to when a server ran.
    #[must_use]
    pub fn pulse_file(&self) -> PathBuf {
        self.key_file.with_file_name(PULSE)
    }

    /// The file beside the sealing key that has the set-ups of revealed games.
    pub(super) fn formations_file(&self) -> PathBuf {
        self.key_file.with_file_name(FORMATIONS)
    }

    #[must_use]
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn boards(&self) -> &Boards {
        &self.boards
    }

    /// Where guesses are counted and passwords hashed.
    #[must_use]
    pub fn doors(&self) -> &AuthLimits {
        &self.doors
    }

    pub(super) fn editions(&self) -> &Edition {
        &self.editions
    }

    pub(super) fn contests(&self) -> &contests::ContestCache {
        &self.contests
    }

    pub(super) fn formations(&self) -> &formations::FormationCache {
        &self.formations
    }

    pub(super) fn spectators(&self) -> &Spectators {
        &self.spectators
    }

    /// What was due, has failed, and waits to be tried again.
    #[must_use]
    pub fn retries(&self) -> &Retries {
        &self.retries
    }

    pub(super) fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    pub(super) fn quizzes(&self) -> &quiz::Sets {
        &self.quizzes
    }

    pub(super) fn finals(&self) -> &contests::ContestSummaryCache {
        &self.finals
    }

    pub(super) fn rosters(&self) -> &Kept<roster::Options> {
        &self.rosters
    }

    pub(super) fn event_files(&self) -> &Kept<contests::ImportOptions> {
        &self.event_files
    }

    /// Tells which day it is, so that leaderboards know which dates are of the future; until
    /// then none is. What is shown follows with the
    /// next [`look_for_changes`](super::edition::look_for_changes).
    pub fn set_today(&self, today: Day) {
        self.boards.set_today(today);
    }

    /// A number that every change of what the public can see raises: at once where this
    /// process made it, otherwise when [`look_for_changes`](super::edition::look_for_changes)
    /// finds it.
    #[must_use]
    pub fn edition(&self) -> u64 {
        self.editions.number()
    }

    pub(super) fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// Why nothing can be sealed or opened here; `None` where the key is there.
    #[must_use]
    pub fn why_shut(&self) -> Option<String> {
        self.sealer.unavailable_reason()
    }

    /// Whether the key file is where it was; a server goes on with the key in memory, up to its end.
    #[must_use]
    pub fn has_key_file(&self) -> bool {
        self.sealer.has_key_file()
    }

    /// Whether something may still be sealed under a key that is being replaced.
    #[must_use]
    pub fn key_is_being_replaced(&self) -> bool {
        self.sealer.is_rotating()
    }

    /// Refuses what takes the key where it is not there. A key that is put back is found.
    ///
    /// # Errors
    /// [`Error::Unavailable`] with what is wrong and what to do.
    pub(super) fn needs_its_key(&self) -> Result<(), Error> {
        self.sealer.try_recover_key(|found| {
            let mut connection = self.store.connection().map_err(|e| e.to_string())?;
            fits(found, &mut connection, &self.key_file).map_err(|e| e.to_string())
        });
        self.why_shut().map_or(Ok(()), |why| Err(Error::Unavailable(why)))
    }

    /// Whether reading a few rows by their keys takes microseconds and waits for nobody, so
    /// that it costs less than handing it to another thread.
    #[must_use]
    pub fn reads_at_once(&self) -> bool {
        self.store.can_read_immediately()
    }

    /// Has `stop` told where the disk below SQLite fails: whoever serves may not go on.
    pub fn where_the_disk_fails(stop: fn(&str)) {
        crate::store::transaction::set_disk_failure_hook(stop);
    }

    /// Takes the lock of the one serving instance, and holds it; `lost` is told where another
    /// instance has it after all, for a PostgreSQL server that ends forgets who had it.
    ///
    /// # Errors
    /// [`Error::Conflict`] where another instance serves this database.
    pub fn lock_for_serving(&self, lost: fn(&str)) -> Result<Serving, Error> {
        Serving::begin(&self.store, lost)
    }

    /// Whether the store answers.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where it does not.
    pub fn ready(&self) -> Result<(), Error> {
        let mut connection = self.store.read_connection_within(READY_WITHIN)?;
        Ok(game_writer::check_readable(&mut connection)?)
    }

    /// Whether writes are not answered, so that none is begun.
    #[must_use]
    pub fn is_stalled(&self) -> bool {
        self.store.is_stalled()
    }

    /// The name of the database's engine.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        match self.store.location() {
            Location::Sqlite(_) => "sqlite",
            Location::Postgres(_) => "postgresql",
        }
    }

    /// How many connections to the database there are and are idle, by what they are for.
    #[must_use]
    pub fn connections(&self) -> [(&'static str, u32, u32); 2] {
        let [any, reading] = self.store.pool_usage();
        [("any", any.0, any.1), ("reading", reading.0, reading.1)]
    }
}

/// Players of an older program get their look keys; the log says that it takes a while.
fn fill_look_keys(store: &Store) -> Result<(), Error> {
    let mut connection = store.connection()?;
    let filled = players::fill_look_keys(&mut connection, &mut |done| {
        if done % 100_000 == 0 {
            tracing::info!(players = done, "look-alike handles: keys are filled in, once");
        }
    })?;
    if filled > 0 {
        tracing::info!(players = filled, "look-alike handles: every player has a key now");
    }
    Ok(())
}

/// A key that opens nothing here would seal new games beside those that it cannot read.
pub(super) fn fits(
    sealer: &Sealer,
    connection: &mut AnyConnection,
    key_file: &Path,
) -> Result<(), Error> {
    let game = deployments::any_sealed_deployment(connection)?;
    let opens = |one: deployments::SealedDeployment| {
        sealer.open(SealedKind::Armies, &one.game, &one.body).is_ok()
    };
    let shut = if !game.is_none_or(opens) {
        "the games that are"
    } else if !play_seals::fits(connection, sealer)? {
        "what of plays is"
    } else if own_set_ups::opens(connection, sealer)? == Some(false) {
        "the set-ups of accounts that are"
    } else if !accounts::can_open_totp_keys(connection, sealer)? {
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

/// A missing key is made anew only while nothing is sealed or hashed under the old one. Where it is not
/// the right one, or needed and not there, the sealer says so and does nothing.
fn sealer(store: &Store, settings: &AppSettings) -> Result<Sealer, Error> {
    let mut connection = store.connection()?;
    let key_file = &settings.key_file;
    if key_file.exists() || needs_key(&mut connection)? {
        let loaded = Sealer::load(key_file).map_err(Error::from);
        let fitting =
            loaded.and_then(|sealer| fits(&sealer, &mut connection, key_file).map(|()| sealer));
        return match fitting {
            Err(Error::Unavailable(why)) => Ok(Sealer::without_key(key_file, why)),
            fitting => fitting,
        };
    }
    new_key(key_file)
}

/// Makes the key file where there is none.
///
/// # Errors
/// [`Error::Unavailable`] where it cannot be written.
pub(super) fn new_key(key_file: &Path) -> Result<Sealer, Error> {
    if let Some(dir) = key_file.parent() {
        std::fs::create_dir_all(dir).map_err(|e| {
            Error::Unavailable(format!("the directory {} cannot be made: {e}", dir.display()))
        })?;
    }
    let mut key = [0; KEY_BYTES];
    rand::rng().fill_bytes(&mut key);
    match Sealer::create(key_file, key) {
        // Another process made it a moment ago.
        Err(_) if key_file.exists() => Ok(Sealer::load(key_file)?),
        made => Ok(made?),
    }
}
