//! Full recomputation: folds all games, compares the result with the stored ledgers, and writes
//! differences.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use adjutant_store::ledgers::{self, PoolState, fingerprint_entries};
use adjutant_store::sliced_writes::WritePace;
use adjutant_store::{AnyConnection, Store, id_sequence};
use ledger_ratings::{Books, Difference, Ledger, Pool, difference};

use super::super::pools::PoolList;
use super::super::{Error, Result};
use super::gather::{Gathered, gather};
use super::more::number;
use super::rater::{Rater, expect_version};

/// A recomputed pool beside the stored one.
#[derive(Debug, Clone)]
pub struct Recomputed {
    pub pool: &'static Pool,
    pub computed: PoolState,
    pub stored: PoolState,
    pub different: usize,
    /// The first of them by player id, with their first difference.
    pub differences: Vec<(i32, Difference)>,
}

impl Recomputed {
    /// Whether the stored ledgers and totals agree with the recomputed ones.
    pub fn agrees(&self) -> bool {
        self.different == 0 && self.computed == self.stored
    }
}

/// Recomputes every pool and compares it with the stored ledgers; returns the first `explain`
/// differences of each.
pub(super) fn compare(store: &Store, explain: usize) -> Result<Vec<Recomputed>> {
    let mut conn = store.connection()?;
    let seen = Seen::read(&mut conn)?;
    let mut done = Vec::new();
    for gathered in all(store, &mut conn, seen.through)? {
        let into = &mut Into::Nothing(&mut conn);
        done.push(folded(gathered, explain, |task| task.reconcile(into))?);
    }
    expect_version(ledgers::version(&mut conn)?, seen.version)?;
    Ok(sorted(done))
}

/// Like [`compare`], and replaces the stored ledgers: in one transaction per pool or, while live
/// games are in progress, in small steps published at once.
pub(super) fn write(store: &Store, rater: &mut Rater, explain: usize) -> Result<Vec<Recomputed>> {
    let seen = Seen::read(rater.slices.connection())?;
    let gathered = all(store, rater.slices.connection(), seen.through)?;
    match WritePace::current(rater.slices.connection())? {
        WritePace::Alone => at_once(rater, &seen, gathered, explain),
        WritePace::Gentle => in_slices(rater, &seen, gathered, explain),
    }
}

/// The state before anything was read.
struct Seen {
    version: i64,
    /// The id of the last game.
    through: i64,
}

impl Seen {
    fn read(conn: &mut AnyConnection) -> Result<Seen> {
        let version = ledgers::version(conn)?;
        Ok(Seen { version, through: id_sequence::counter(conn, "games")? })
    }
}

fn at_once(
    rater: &mut Rater,
    seen: &Seen,
    gathered: Vec<Gathered>,
    explain: usize,
) -> Result<Vec<Recomputed>> {
    let mut version = seen.version;
    let mut done = Vec::new();
    for gathered in gathered {
        done.push(folded(gathered, explain, |task| {
            rater.slices.run_short(|conn| {
                version = expect_version(ledgers::bump_version(conn)?, version + 1)?;
                let done = task.reconcile(&mut Into::Rows(conn))?;
                if done.computed != done.stored {
                    ledgers::set_pool_state(conn, task.pool.id, done.computed)?;
                }
                Ok(done)
            })
        })?);
    }
    rater.slices.run_short(|conn| {
        expect_version(ledgers::bump_version(conn)?, version + 1)?;
        Ok::<_, Error>(ledgers::set_rated_through(conn, seen.through)?)
    })?;
    Ok(sorted(done))
}

fn in_slices(
    rater: &mut Rater,
    seen: &Seen,
    gathered: Vec<Gathered>,
    explain: usize,
) -> Result<Vec<Recomputed>> {
    let run = rater.begin()?;
    let mut done = Vec::new();
    for gathered in gathered {
        let into = &mut Into::Staged(rater, run);
        done.push(folded(gathered, explain, |task| task.reconcile(into))?);
    }
    let changed = done.iter().filter(|done| done.computed != done.stored);
    let states: Vec<_> = changed.map(|done| (done.pool.id, done.computed)).collect();
    rater.show(run, seen.version, seen.through, &states)?;
    Ok(sorted(done))
}

fn sorted(mut done: Vec<Recomputed>) -> Vec<Recomputed> {
    done.sort_by_key(|done| done.pool.id);
    done
}

fn all(store: &Store, conn: &mut AnyConnection, through: i64) -> Result<Vec<Gathered>> {
    let gathered = gather(store, number(through)?)?;
    let known = known_pools(conn)?;
    let absent = known.iter().filter(|pool| gathered.iter().all(|own| own.pool.id != pool.id));
    let empty = absent.map(|pool| Gathered {
        pool,
        games: Vec::new(),
        numbers: Vec::new(),
        players: Vec::new(),
    });
    let mut all: Vec<Gathered> = empty.collect();
    all.extend(gathered);
    Ok(all)
}

/// Folds a pool's games and runs `work` on the result.
fn folded(
    gathered: Gathered,
    explain: usize,
    work: impl FnOnce(&Task<'_>) -> Result<Recomputed>,
) -> Result<Recomputed> {
    let Gathered { pool, games, numbers, players } = gathered;
    let books = Books::fold(pool, &games, &numbers, players);
    let count = games.len();
    drop((games, numbers));
    work(&Task { pool, books: &books, games: count, explain })
}

enum Into<'a> {
    Nothing(&'a mut AnyConnection),
    /// In a transaction of the caller.
    Rows(&'a mut AnyConnection),
    /// In transactions of its own, for this run.
    Staged(&'a mut Rater, i64),
}

impl Into<'_> {
    fn connection(&mut self) -> &mut AnyConnection {
        match self {
            Into::Nothing(conn) | Into::Rows(conn) => conn,
            Into::Staged(rater, _) => rater.slices.connection(),
        }
    }

    fn put(&mut self, pool: &Pool, fresh: bool, ledgers: &[Ledger]) -> Result<()> {
        match self {
            Into::Nothing(_) => Ok(()),
            Into::Rows(conn) if fresh => Ok(ledgers::insert_new(conn, pool.id, ledgers)?),
            Into::Rows(conn) => Ok(ledgers::upsert(conn, pool.id, ledgers)?),
            Into::Staged(rater, run) => rater.stage(*run, pool, ledgers),
        }
    }

    fn remove(&mut self, pool: &Pool, players: &[i64]) -> Result<()> {
        match self {
            Into::Nothing(_) => Ok(()),
            Into::Rows(conn) => Ok(ledgers::remove(conn, pool.id, players)?),
            Into::Staged(rater, run) => rater.stage_gone(*run, pool, players),
        }
    }
}

/// The site's pools, and those of organisations with stored data.
fn known_pools(conn: &mut AnyConnection) -> Result<Vec<&'static Pool>> {
    let stored = ledgers::pools(conn)?;
    let list = PoolList::with(conn, stored.iter().copied())?;
    let of_interest = |pool: &&&Pool| pool.owner.is_none() || stored.contains(&pool.id);
    Ok(list.pools().iter().filter(of_interest).copied().collect())
}

struct Task<'a> {
    pool: &'static Pool,
    books: &'a Books<'a>,
    games: usize,
    explain: usize,
}

/// Ledgers of consecutive players with the sum of their fingerprints.
type Batch = (Vec<Ledger>, i64);

impl Task<'_> {
    fn reconcile(&self, into: &mut Into<'_>) -> Result<Recomputed> {
        let stored = ledgers::pool_state(into.connection(), self.pool.id)?;
        let mut done = Recomputed {
            pool: self.pool,
            computed: PoolState {
                games: i64::try_from(self.games).unwrap_or(i64::MAX),
                players: i64::try_from(self.books.len()).unwrap_or(i64::MAX),
                checksum: 0,
            },
            stored,
            different: 0,
            differences: Vec::new(),
        };
        thread::scope(|scope| {
            let (sender, batches) = sync_channel(2);
            scope.spawn(move || {
                for shelf in 0..self.books.shelves() {
                    if sender.send(self.batch(shelf)).is_err() {
                        return;
                    }
                }
            });
            self.take(into, batches, &mut done)
        })?;
        Ok(done)
    }

    fn batch(&self, shelf: usize) -> Batch {
        let both = self.books.shelf(shelf, |player, entries| {
            let print = fingerprint_entries(self.pool, entries.iter().copied());
            (Ledger::of(self.pool, player, entries), print)
        });
        let (ledgers, prints): (Vec<Ledger>, Vec<i64>) = both.into_iter().unzip();
        (ledgers, prints.into_iter().fold(0, i64::wrapping_add))
    }

    fn take(
        &self,
        into: &mut Into<'_>,
        batches: Receiver<Batch>,
        done: &mut Recomputed,
    ) -> Result<()> {
        let fresh = ledgers::is_pool_empty(into.connection(), self.pool.id)?;
        let mut next = 0;
        for (computed, sum) in batches {
            done.computed.checksum = done.computed.checksum.wrapping_add(sum);
            let Some(last) = computed.last() else { continue };
            let last = number(last.player)?;
            if fresh {
                self.note_all(&computed, done)?;
                into.put(self.pool, fresh, &computed)?;
            } else {
                let stored = ledgers::in_player_range(into.connection(), self.pool.id, next, last)?;
                self.compare(into, &stored, &computed, done)?;
            }
            next = last.saturating_add(1);
            // Freeing this much memory is slow, and other threads wait for this one.
            rayon::spawn(move || drop(computed));
        }
        if !fresh {
            let rest = ledgers::in_player_range(into.connection(), self.pool.id, next, i32::MAX)?;
            self.compare(into, &rest, &[], done)?;
        }
        Ok(())
    }

    fn note_all(&self, computed: &[Ledger], done: &mut Recomputed) -> Result<()> {
        done.different += computed.len();
        for ledger in computed {
            if done.differences.len() >= self.explain {
                break;
            }
            done.differences.push((number(ledger.player)?, Difference::NotStored));
        }
        Ok(())
    }

    /// Compares ledgers of the same range of players, both ascending by player.
    fn compare(
        &self,
        into: &mut Into<'_>,
        stored: &[Ledger],
        computed: &[Ledger],
        done: &mut Recomputed,
    ) -> Result<()> {
        let (mut changed, mut gone) = (Vec::new(), Vec::new());
        for (player, old, new) in side_by_side(stored, computed) {
            let Some(difference) = difference(self.pool, old, new) else { continue };
            done.different += 1;
            if done.differences.len() < self.explain {
                done.differences.push((number(player)?, difference));
            }
            match new {
                Some(ledger) => changed.push(ledger.clone()),
                None => gone.push(player),
            }
        }
        into.put(self.pool, false, &changed)?;
        into.remove(self.pool, &gone)
    }
}

type Pair<'a> = (i64, Option<&'a Ledger>, Option<&'a Ledger>);

/// Pairs the ledgers of each player in two lists that are ascending by player.
fn side_by_side<'a>(stored: &'a [Ledger], computed: &'a [Ledger]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::with_capacity(stored.len().max(computed.len()));
    let (mut olds, mut news) = (stored.iter().peekable(), computed.iter().peekable());
    loop {
        let player = match (olds.peek(), news.peek()) {
            (None, None) => return pairs,
            (Some(old), None) => old.player,
            (None, Some(new)) => new.player,
            (Some(old), Some(new)) => old.player.min(new.player),
        };
        let old = olds.next_if(|old| old.player == player);
        let new = news.next_if(|new| new.player == player);
        pairs.push((player, old, new));
    }
}
