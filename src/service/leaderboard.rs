//! The leaderboards, kept in memory beside the store: a snapshot a pool.
//!
//! Pages read a snapshot and never the database. After each rating run the changed rows go
//! into a new snapshot; if another process rated, everything is read anew.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::store::Store;
use crate::store::ledgers;
use crate::store::players::{self, Privacy};
use crate::store::rating_summaries::{self, RatingSummary};
use ledger_ratings::board::{Board, Row, Standing};
use ledger_ratings::{Day, Pool};

use super::access::Actor;
use super::pools::PoolList;
use super::ratings::{Changed, Update};
use super::{App, Error};

/// Every pool's snapshot; read from the store when it is first asked for.
#[derive(Debug)]
pub struct Boards {
    current: RwLock<Option<Arc<Snapshot>>>,
    /// One refresh at a time; readers of an older snapshot do not wait for it.
    refreshing: Mutex<()>,
    /// The present day as it was told last.
    today: AtomicI32,
}

impl Default for Boards {
    fn default() -> Boards {
        let today = AtomicI32::new(Day::LAST.0);
        Boards { current: RwLock::default(), refreshing: Mutex::default(), today }
    }
}

/// The boards at one version of the ratings.
#[derive(Debug, Clone)]
struct Snapshot {
    version: i64,
    today: Day,
    /// By the pools' numbers; an organisation's pool is there once somebody is rated in it.
    boards: BTreeMap<i16, Arc<Board>>,
}

impl Snapshot {
    fn read(store: &Store, today: Day) -> Result<Snapshot, Error> {
        let mut connection = store.connection()?;
        // Read first: rows may be newer than it says, and are then read once more.
        let version = ledgers::version(&mut connection)?;
        let stored = ledgers::pools(&mut connection)?;
        let list = PoolList::with(&mut connection, stored.into_iter())?;
        let mut rows: Vec<Vec<Row>> = list.pools().iter().map(|_| Vec::new()).collect();
        rating_summaries::scan_all(&mut connection, |summary| {
            if let Some(at) = list.index(summary.pool) {
                rows[at].push(row_of(summary));
            }
        })?;
        let with_rows = list.pools().iter().zip(rows);
        let with_rows = with_rows.filter(|(pool, rows)| pool.owner.is_none() || !rows.is_empty());
        let boards = with_rows
            .map(|(pool, rows)| (pool.id, Arc::new(Board::build(pool, rows, today))))
            .collect();
        Ok(Snapshot { version, today, boards })
    }

    /// The same ratings as another day sees them.
    fn turned(&self, today: Day) -> Snapshot {
        let boards =
            self.boards.iter().map(|(id, board)| (*id, Arc::new(board.turned(today)))).collect();
        Snapshot { version: self.version, today, boards }
    }
}

fn row_of(summary: RatingSummary) -> Row {
    let handle: Arc<str> = summary.handle.into();
    let same = *handle == *summary.name_key;
    Row {
        player: i64::from(summary.player),
        handle_key: if same { handle.clone() } else { summary.name_key.into() },
        handle,
        glicko: summary.glicko,
        totals: summary.totals,
        last_day: summary.last_day,
        peak: summary.peak,
        trend: summary.trend,
        keeps_off: summary.keeps_off,
    }
}

impl Boards {
    fn current(&self) -> Option<Arc<Snapshot>> {
        // A panic while a pointer is copied is not possible, so poison carries no meaning.
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, snapshot: Snapshot) -> Arc<Snapshot> {
        let snapshot = Arc::new(snapshot);
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Some(snapshot.clone());
        snapshot
    }

    fn get(&self, store: &Store) -> Result<Arc<Snapshot>, Error> {
        if let Some(snapshot) = self.current() {
            return Ok(snapshot);
        }
        let _one = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        match self.current() {
            Some(snapshot) => Ok(snapshot),
            None => Ok(self.replace(Snapshot::read(store, self.today())?)),
        }
    }

    /// Puts what an update of the ratings changed on the boards.
    pub(super) fn apply(&self, store: &Store, update: &Update) -> Result<(), Error> {
        let _one = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(current) = self.current().filter(|own| own.version < update.versions.1) else {
            return Ok(());
        };
        let next = match &update.changed {
            Changed::Some { ledgers, .. } if current.version == update.versions.0 => {
                let mut next = Snapshot { version: update.versions.1, ..(*current).clone() };
                for (pool, ledgers) in ledgers {
                    next.put(store, pool, ledgers)?;
                }
                next
            }
            _ => Snapshot::read(store, self.today())?,
        };
        self.replace(next);
        Ok(())
    }

    /// Shows players as they are called and listed now, after `version` was claimed for it.
    pub(super) fn show_again(
        &self,
        store: &Store,
        version: i64,
        players: &[i32],
    ) -> Result<(), Error> {
        let _one = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(current) = self.current().filter(|own| own.version < version) else {
            return Ok(());
        };
        if current.version != version - 1 {
            self.replace(Snapshot::read(store, self.today())?);
            return Ok(());
        }
        let mut next = Snapshot { version, ..(*current).clone() };
        let found = rating_summaries::for_players(&mut *store.connection()?, players)?;
        for (pool, board) in &mut next.boards {
            let own = found.iter().filter(|summary| summary.pool == *pool).cloned();
            let rows: Vec<Row> = own.map(row_of).collect();
            if !rows.is_empty() {
                *board = Arc::new(board.updated(rows));
            }
        }
        self.replace(next);
        Ok(())
    }

    /// Reads everything anew if the ratings are others than the snapshot's, and turns it to
    /// the present day; whether anything was to do.
    pub(super) fn refresh(&self, store: &Store) -> Result<bool, Error> {
        let version = ledgers::version(&mut *store.connection()?)?;
        let Some(seen) = self.current() else { return Ok(false) };
        if seen.version == version && seen.today == self.today() {
            return Ok(false);
        }
        let Ok(_one) = self.refreshing.try_lock() else { return Ok(false) };
        // Another refresh may have ended just before.
        let today = self.today();
        let next = match self.current() {
            Some(own) if own.version == version && own.today == today => return Ok(false),
            Some(own) if own.version == version => own.turned(today),
            _ => Snapshot::read(store, today)?,
        };
        self.replace(next);
        Ok(true)
    }

    fn today(&self) -> Day {
        Day(self.today.load(Ordering::Acquire))
    }

    pub(super) fn set_today(&self, today: Day) {
        self.today.store(today.0, Ordering::Release);
    }
}

/// The leaderboard of a pool as it is now: pages, places, histogram, all without the store.
///
/// # Errors
/// [`Error`] where it is not yet in memory and the store fails.
pub fn board(app: &App, pool: &'static Pool) -> Result<Arc<Board>, Error> {
    Ok(app.boards().get(app.store())?.board(pool))
}

/// The leaderboard of a pool if it is in memory already, which it is after the first
/// question: never waits for the store.
#[must_use]
pub fn at_hand(app: &App, pool: &'static Pool) -> Option<Arc<Board>> {
    Some(app.boards().current()?.board(pool))
}

/// A number that each change of any leaderboard raises: for entity tags.
///
/// # Errors
/// As [`board`].
pub fn version(app: &App) -> Result<i64, Error> {
    Ok(app.boards().get(app.store())?.version)
}

/// Notices ratings that another process wrote, such as an import by command while this one
/// serves, and a new day: one point read if there is neither. To be called every few seconds.
/// Gives whether a leaderboard was made anew.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn refresh(app: &App) -> Result<bool, Error> {
    app.boards().refresh(app.store())
}

/// Where the player of this handle stands in a pool, or would; `None` without such a
/// player or without a rated game of his in the pool. Whoever keeps off is as if he had none,
/// except to himself: only minors keep off, so that any other answer would tell his age.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn find(
    app: &App,
    actor: &Actor,
    pool: &'static Pool,
    handle: &str,
) -> Result<Option<Standing>, Error> {
    let named = players::by_handle(&mut *app.store().read_connection()?, handle)?;
    let board = board(app, pool)?;
    let standing = named.and_then(|named| {
        let himself = actor.player == Some(named.id);
        board.standing(i64::from(named.id)).filter(|found| himself || !found.row.keeps_off)
    });
    Ok(standing)
}

/// What the player of this handle has in a pool, without a place: the same of everybody, whether
/// he keeps off or not.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn row(app: &App, pool: &'static Pool, handle: &str) -> Result<Option<Row>, Error> {
    let named = players::by_handle(&mut *app.store().read_connection()?, handle)?;
    let board = board(app, pool)?;
    Ok(named.and_then(|named| board.row(i64::from(named.id)).cloned()))
}

impl Snapshot {
    /// A pool's board, without anybody where nobody is rated in it.
    fn board(&self, pool: &'static Pool) -> Arc<Board> {
        match self.boards.get(&pool.id) {
            Some(board) => board.clone(),
            None => Arc::new(Board::build(pool, Vec::new(), self.today)),
        }
    }

    fn put(
        &mut self,
        store: &Store,
        pool: &'static Pool,
        ledgers: &[ledger_ratings::Ledger],
    ) -> Result<(), Error> {
        let board = self.board(pool);
        let strangers: Vec<i32> = ledgers
            .iter()
            .filter(|ledger| board.row(ledger.player).is_none())
            .filter_map(|ledger| i32::try_from(ledger.player).ok())
            .collect();
        let rows = players::with_privacy(&mut *store.connection()?, &strangers)?;
        let names: std::collections::HashMap<i64, (String, Privacy)> = rows
            .into_iter()
            .map(|(named, privacy)| (i64::from(named.id), (named.name, privacy)))
            .collect();
        let rows = ledgers.iter().filter_map(|ledger| {
            let (handle, handle_key, keeps_off) = match board.row(ledger.player) {
                Some(row) => (row.handle.clone(), row.handle_key.clone(), row.keeps_off),
                None => {
                    let (handle, privacy) = names.get(&ledger.player)?;
                    let key = crate::store::names::name_key(handle).into();
                    (handle.as_str().into(), key, privacy.is_off_leaderboards())
                }
            };
            Some(Row {
                player: ledger.player,
                handle,
                handle_key,
                glicko: ledger.glicko,
                totals: ledger.totals,
                last_day: ledger.last_day,
                peak: ledger.peak,
                trend: ledger.trend,
                keeps_off,
            })
        });
        let updated = board.updated(rows.collect());
        self.boards.insert(pool.id, Arc::new(updated));
        Ok(())
    }
}
