//! From nothing: fold all games, compare with what is stored, write what differs.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::rating::{Books, Difference, Ledger, Pool, difference};
use crate::store::ledgers::{self, PoolState, fingerprint_of};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, Store, games};

use super::super::pools::PoolList;
use super::super::{Error, refusals};
use super::gather::{Gathered, gather};
use super::more::number;

/// A pool folded from nothing beside what was stored.
#[derive(Debug, Clone)]
pub struct Recomputed {
    pub pool: &'static Pool,
    /// What the fold gives.
    pub computed: PoolState,
    /// What the pool's stored sums say.
    pub stored: PoolState,
    /// How many players' ledgers differ.
    pub different: usize,
    /// The first of them, by player's number, with where they differ first.
    pub differences: Vec<(i32, Difference)>,
}

impl Recomputed {
    /// Whether the stored rows and their sums are those of the fold.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.different == 0 && self.computed == self.stored
    }
}

/// Folds every pool from nothing and compares; with `write`, the stored ledgers become the
/// computed ones. Keeps the first `explain` differences of each pool.
///
/// # Errors
/// [`Error::Conflict`] where games or ratings were added meanwhile.
pub(super) fn recompute(
    store: &Store,
    write: bool,
    explain: usize,
) -> Result<Vec<Recomputed>, Error> {
    let mut connection = store.connection()?;
    let mut version = ledgers::version(&mut connection)?;
    let through = games::counter(&mut connection, "games")?;
    let gathered = gather(store, number(through)?)?;
    let mut done = Vec::new();
    let known = known_pools(&mut connection)?;
    let absent = known.iter().filter(|pool| gathered.iter().all(|own| own.pool.id != pool.id));
    let empty = absent.map(|pool| Gathered {
        pool,
        games: Vec::new(),
        numbers: Vec::new(),
        players: Vec::new(),
    });
    let mut all: Vec<Gathered> = empty.collect();
    all.extend(gathered);
    for Gathered { pool, games, numbers, players } in all {
        let books = Books::fold(pool, &games, &numbers, players);
        let count = games.len();
        drop((games, numbers));
        let task = Task { pool, books: &books, games: count, write, explain };
        done.push(if write {
            in_transaction(&mut connection, |connection| {
                version = expect_version(ledgers::claim(connection)?, version + 1)?;
                task.reconcile(connection)
            })?
        } else {
            task.reconcile(&mut connection)?
        });
    }
    if write {
        in_transaction(&mut connection, |connection| {
            expect_version(ledgers::claim(connection)?, version + 1)?;
            Ok::<_, Error>(ledgers::set_rated_through(connection, through)?)
        })?;
    } else {
        expect_version(ledgers::version(&mut connection)?, version)?;
    }
    done.sort_by_key(|done| done.pool.id);
    Ok(done)
}

/// The site's pools, and those of organisations that have anything stored.
fn known_pools(connection: &mut AnyConnection) -> Result<Vec<&'static Pool>, Error> {
    let stored = ledgers::pools(connection)?;
    let list = PoolList::with(connection, stored.iter().copied())?;
    let of_interest = |pool: &&&Pool| pool.owner.is_none() || stored.contains(&pool.id);
    Ok(list.pools().iter().filter(of_interest).copied().collect())
}

fn expect_version(found: i64, expected: i64) -> Result<i64, Error> {
    if found == expected {
        return Ok(found);
    }
    Err(Error::conflict(refusals::RATINGS_CHANGED))
}

/// One pool's comparison.
struct Task<'a> {
    pool: &'static Pool,
    books: &'a Books<'a>,
    games: usize,
    write: bool,
    explain: usize,
}

/// Ledgers of consecutive players with the sum of their fingerprints.
type Batch = (Vec<Ledger>, i64);

impl Task<'_> {
    fn reconcile(&self, connection: &mut AnyConnection) -> Result<Recomputed, Error> {
        let stored = ledgers::pool_state(connection, self.pool.id)?;
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
            self.take(connection, batches, &mut done)
        })?;
        if self.write && done.computed != stored {
            ledgers::set_pool_state(connection, self.pool.id, done.computed)?;
        }
        Ok(done)
    }

    fn batch(&self, shelf: usize) -> Batch {
        let both = self.books.shelf(shelf, |player, entries| {
            let print = fingerprint_of(self.pool, entries.iter().copied());
            (Ledger::of(self.pool, player, entries), print)
        });
        let (ledgers, prints): (Vec<Ledger>, Vec<i64>) = both.into_iter().unzip();
        (ledgers, prints.into_iter().fold(0, i64::wrapping_add))
    }

    fn take(
        &self,
        connection: &mut AnyConnection,
        batches: Receiver<Batch>,
        done: &mut Recomputed,
    ) -> Result<(), Error> {
        let fresh = ledgers::is_empty(connection, self.pool.id)?;
        let mut next = 0;
        for (computed, sum) in batches {
            done.computed.checksum = done.computed.checksum.wrapping_add(sum);
            let Some(last) = computed.last() else { continue };
            let last = number(last.player)?;
            if fresh {
                self.note_all(&computed, done)?;
                if self.write {
                    ledgers::put_new(connection, self.pool.id, &computed)?;
                }
            } else {
                let stored = ledgers::between(connection, self.pool.id, next, last)?;
                self.compare(connection, &stored, &computed, done)?;
            }
            next = last.saturating_add(1);
            // Giving so many ledgers' memory back takes a while, and others wait for this thread.
            rayon::spawn(move || drop(computed));
        }
        let rest = ledgers::between(connection, self.pool.id, next, i32::MAX)?;
        if !fresh {
            self.compare(connection, &rest, &[], done)?;
        }
        Ok(())
    }

    fn note_all(&self, computed: &[Ledger], done: &mut Recomputed) -> Result<(), Error> {
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
        connection: &mut AnyConnection,
        stored: &[Ledger],
        computed: &[Ledger],
        done: &mut Recomputed,
    ) -> Result<(), Error> {
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
        if self.write {
            ledgers::put(connection, self.pool.id, &changed)?;
            ledgers::remove(connection, self.pool.id, &gone)?;
        }
        Ok(())
    }
}

type Pair<'a> = (i64, Option<&'a Ledger>, Option<&'a Ledger>);

/// Each player of either list with his ledger in both; both lists ascend by player.
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
