//! In-memory leaderboards: one snapshot for all pools.
//!
//! Pages read a snapshot instead of the database. After each rating update the changed rows go into
//! a new snapshot; if another process has updated ratings, all rows are read again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use adjutant_store::Store;
use adjutant_store::ledgers;
use adjutant_store::players::{self, Privacy};
use adjutant_store::rating_summaries::{self, RatingSummary};
use ledger_ratings::board::{Board, Row, Standing};
use ledger_ratings::{Day, Pool};

use super::access::Actor;
use super::pools::PoolList;
use super::ratings::{Changed, Update};
use super::{App, Result};

/// The snapshot of all pools, read from the database on first use.
#[derive(Debug)]
pub struct Boards {
    current: RwLock<Option<Arc<Snapshot>>>,
    /// Serialises refreshes, for which readers do not wait.
    refreshing: Mutex<()>,
    today: AtomicI32,
}

impl Default for Boards {
    fn default() -> Boards {
        let today = AtomicI32::new(Day::LAST.0);
        Boards { current: RwLock::default(), refreshing: Mutex::default(), today }
    }
}

/// What a refresh of the boards came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refreshed {
    Nothing,
    /// Ratings by another process.
    Ratings,
    /// Another day, on which others are active.
    Day,
}

/// The boards at one version of the ratings.
#[derive(Debug, Clone)]
struct Snapshot {
    version: i64,
    today: Day,
    /// By pool id; an organisation's pool is included once somebody is rated in it.
    boards: BTreeMap<i16, Arc<Board>>,
}

impl Snapshot {
    fn read(store: &Store, today: Day) -> Result<Snapshot> {
        let mut conn = store.read_connection()?;
        // Read first: rows changed since are read again.
        let version = ledgers::version(&mut conn)?;
        let stored = ledgers::pools(&mut conn)?;
        let list = PoolList::with(&mut conn, stored.into_iter())?;
        let mut rows: Vec<Vec<Row>> = list.pools().iter().map(|_| Vec::new()).collect();
        rating_summaries::scan_all(&mut conn, |summary| {
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

    /// The same ratings on another day.
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
        // No panic is possible while the pointer is copied, so poison has no meaning.
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace(&self, snapshot: Snapshot) -> Arc<Snapshot> {
        let snapshot = Arc::new(snapshot);
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Some(snapshot.clone());
        snapshot
    }

    fn get(&self, store: &Store) -> Result<Arc<Snapshot>> {
        if let Some(snapshot) = self.current() {
            return Ok(snapshot);
        }
        let _one = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        match self.current() {
            Some(snapshot) => Ok(snapshot),
            None => Ok(self.replace(Snapshot::read(store, self.today())?)),
        }
    }

    /// Applies a rating update to the boards.
    pub(super) fn apply(&self, store: &Store, update: &Update) -> Result<()> {
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

    /// Updates the names and visibility of players, after `version` was claimed for it.
    pub(super) fn show_again(&self, store: &Store, version: i64, players: &[i32]) -> Result<()> {
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

    /// Reads all rows again if the ratings have changed, and adopts the current date.
    pub(super) fn refresh(&self, store: &Store) -> Result<Refreshed> {
        let version = ledgers::version(&mut *store.connection()?)?;
        let Some(seen) = self.current() else { return Ok(Refreshed::Nothing) };
        if seen.version == version && seen.today == self.today() {
            return Ok(Refreshed::Nothing);
        }
        let Ok(_one) = self.refreshing.try_lock() else { return Ok(Refreshed::Nothing) };
        // Another refresh may just have finished.
        let today = self.today();
        let Some(own) = self.current() else { return Ok(Refreshed::Nothing) };
        let turned = own.today != today;
        let next = match own.version == version {
            true if !turned => return Ok(Refreshed::Nothing),
            true => own.turned(today),
            false => Snapshot::read(store, today)?,
        };
        self.replace(next);
        Ok(if turned { Refreshed::Day } else { Refreshed::Ratings })
    }

    pub(super) fn today(&self) -> Day {
        Day(self.today.load(Ordering::Acquire))
    }

    pub(super) fn set_today(&self, today: Day) {
        self.today.store(today.0, Ordering::Release);
    }
}

/// The current leaderboard of a pool, which needs no further queries.
pub fn board(app: &App, pool: &'static Pool) -> Result<Arc<Board>> {
    Ok(app.memory.boards.get(&app.store().at_primary())?.board(pool))
}

/// The leaderboard of a pool if it is in memory, which it is after the first use.
pub fn at_hand(app: &App, pool: &'static Pool) -> Option<Arc<Board>> {
    Some(app.memory.boards.current()?.board(pool))
}

/// The pool with the most rated players, or the first if nobody is rated.
pub fn busiest_pool(app: &App) -> Result<&'static Pool> {
    let mut best = (&Pool::ALL[0], 0);
    for pool in Pool::ALL {
        let players = board(app, pool)?.players();
        if players > best.1 {
            best = (pool, players);
        }
    }
    Ok(best.0)
}

/// A number that every change of a leaderboard increases, for entity tags.
pub fn version(app: &App) -> Result<i64> {
    Ok(app.memory.boards.get(&app.store().at_primary())?.version)
}

/// Like [`version`], if the leaderboards are in memory.
pub(super) fn version_at_hand(app: &App) -> Option<i64> {
    Some(app.memory.boards.current()?.version)
}

/// Adopts ratings written by another process, and a new day; costs one point query if there is
/// nothing to do. Called every few seconds.
pub fn refresh(app: &App) -> Result<Refreshed> {
    app.memory.boards.refresh(app.store())
}

/// The standing of a player in a pool, also without a place; `None` for an unknown player, or one
/// without rated games in it. For others the same holds of players who are not listed publicly:
/// only minors are unlisted, so that any other response would reveal their age.
pub fn find(
    app: &App,
    actor: &Actor,
    pool: &'static Pool,
    handle: &str,
) -> Result<Option<Standing>> {
    let named = players::by_handle(&mut *app.store().read_connection()?, handle)?;
    let board = board(app, pool)?;
    let standing = named.and_then(|named| {
        let himself = actor.player == Some(named.id);
        board.standing(i64::from(named.id)).filter(|found| himself || !found.row.keeps_off)
    });
    Ok(standing)
}

/// The row of a player in a pool, without a place, whether or not they are listed publicly.
pub fn row(app: &App, pool: &'static Pool, handle: &str) -> Result<Option<Row>> {
    let named = players::by_handle(&mut *app.store().read_connection()?, handle)?;
    let board = board(app, pool)?;
    Ok(named.and_then(|named| board.row(i64::from(named.id)).cloned()))
}

impl Snapshot {
    /// The board of a pool; empty if nobody is rated in it.
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
    ) -> Result<()> {
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
                    let key = adjutant_store::names::name_key(handle).into();
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
