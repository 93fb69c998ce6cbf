//! Incremental updates of stored ledgers: rates new games and, in canonical order, the old games
//! that they affect. A game later than all others changes two ledgers; a late import of an old game
//! changes all games that depend on it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use game_record::Color;

use super::history::{Entry, LedgerFault};
use super::{Change, GameOrder, Ledger, PlayerState, Pool, Score, formula};

/// A rated game that is not yet in the ledgers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The game's number in the store.
    pub game: i64,
    pub order: GameOrder,
    /// The players' numbers in the store.
    pub white: i64,
    pub black: i64,
    pub white_score: Score,
}

/// Access to stored ledgers and games.
pub trait Source {
    type Error: From<LedgerFault>;

    /// The entries of a player's ledger in the pool; empty without rated games there.
    fn entries(&mut self, player: i64) -> Result<Vec<Entry>, Self::Error>;

    /// The sort key of a stored game that an entry refers to.
    fn order(&mut self, game: i64) -> Result<GameOrder, Self::Error>;
}

/// The result of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Going {
    /// The complete changed ledgers by player, and the number of rated games.
    Done { ledgers: Vec<Ledger>, rated: usize },
    /// Too many games depend on the new ones: recompute everything.
    TooMany,
}

/// Rates `additions` in a game-by-game `pool`, and all stored games that they affect, up to `limit`
/// games. The ledgers are the same as recomputed ones. Games that are already in a ledger are
/// ignored. Errors are those of `source`.
pub fn go_on<S: Source>(
    pool: &Pool,
    source: &mut S,
    additions: Vec<Addition>,
    limit: usize,
) -> Result<Going, S::Error> {
    let mut work = Work {
        pool,
        source,
        books: HashMap::new(),
        orders: HashMap::new(),
        queue: BinaryHeap::new(),
        queued: BTreeSet::new(),
    };
    for addition in additions {
        work.add(addition)?;
    }
    let mut rated = 0;
    while let Some(game) = work.next() {
        if rated == limit {
            return Ok(Going::TooMany);
        }
        rated += 1;
        work.rate(&game)?;
    }
    Ok(Going::Done { ledgers: work.ledgers(), rated })
}

/// A game to be rated, in canonical order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    order: GameOrder,
    game: i64,
    white: i64,
    black: i64,
    white_score: Score,
}

/// A player's entries, which are correct up to the next due game.
struct Book {
    entries: Vec<Entry>,
    changed: bool,
}

struct Work<'a, S> {
    pool: &'a Pool,
    source: &'a mut S,
    books: HashMap<i64, Book>,
    orders: HashMap<i64, GameOrder>,
    queue: BinaryHeap<Reverse<Due>>,
    queued: BTreeSet<i64>,
}

impl<S: Source> Work<'_, S> {
    fn add(&mut self, addition: Addition) -> Result<(), S::Error> {
        let Addition { game, order, white, black, white_score } = addition;
        self.open(white)?;
        if self.books[&white].entries.iter().any(|entry| entry.game == game) {
            return Ok(());
        }
        self.orders.insert(game, order.clone());
        self.push(Due { order, game, white, black, white_score });
        Ok(())
    }

    fn push(&mut self, due: Due) {
        if self.queued.insert(due.game) {
            self.queue.push(Reverse(due));
        }
    }

    fn next(&mut self) -> Option<Due> {
        let Reverse(due) = self.queue.pop()?;
        self.queued.remove(&due.game);
        Some(due)
    }

    fn open(&mut self, player: i64) -> Result<(), S::Error> {
        if !self.books.contains_key(&player) {
            let entries = self.source.entries(player)?;
            self.books.insert(player, Book { entries, changed: false });
        }
        Ok(())
    }

    /// The index of `due` in a player's entries, or where to insert it.
    fn place(&mut self, player: i64, due: &Due) -> Result<usize, S::Error> {
        self.open(player)?;
        let day = due.order.day;
        let entries = &self.books[&player].entries;
        let mut at = entries.partition_point(|entry| entry.day < day);
        while let Some(entry) = self.books[&player].entries.get(at) {
            if entry.day != day || entry.game == due.game {
                break;
            }
            if self.order(entry.game)? > due.order {
                break;
            }
            at += 1;
        }
        Ok(at)
    }

    fn order(&mut self, game: i64) -> Result<GameOrder, S::Error> {
        if let Some(order) = self.orders.get(&game) {
            return Ok(order.clone());
        }
        let order = self.source.order(game)?;
        self.orders.insert(game, order.clone());
        Ok(order)
    }

    fn rate(&mut self, due: &Due) -> Result<(), S::Error> {
        let white_at = self.place(due.white, due)?;
        let black_at = self.place(due.black, due)?;
        let white = self.state(due.white, white_at).entering(self.pool, due.order.day);
        let black = self.state(due.black, black_at).entering(self.pool, due.order.day);
        let (white_after, black_after) =
            formula::rate_game(&self.pool.system, white, black, due.white_score);
        let white_change = Change { before: white, after: white_after };
        let black_change = Change { before: black, after: black_after };
        self.enter(due, Color::White, white_at, white_change)?;
        self.enter(due, Color::Black, black_at, black_change)
    }

    /// The player's state before the entry at `at`.
    fn state(&self, player: i64, at: usize) -> PlayerState {
        match at.checked_sub(1).and_then(|last| self.books[&player].entries.get(last)) {
            Some(entry) => PlayerState { glicko: entry.change.after, last: entry.day },
            None => PlayerState::new(self.pool),
        }
    }

    /// Writes the change; the player's next game becomes due if the values after this one have
    /// changed.
    fn enter(
        &mut self,
        due: &Due,
        color: Color,
        at: usize,
        change: Change,
    ) -> Result<(), S::Error> {
        let (player, opponent, score) = match color {
            Color::White => (due.white, due.black, due.white_score),
            Color::Black => (due.black, due.white, due.white_score.reversed()),
        };
        let entry = Entry { game: due.game, opponent, day: due.order.day, color, score, change };
        let Some(book) = self.books.get_mut(&player) else { return Ok(()) };
        let moved = match book.entries.get_mut(at) {
            Some(old) if old.game == due.game => {
                let old_change = std::mem::replace(&mut old.change, change);
                book.changed |= old_change != change;
                old_change.after != change.after
            }
            _ => {
                book.entries.insert(at, entry);
                book.changed = true;
                true
            }
        };
        if moved { self.push_next(player, at + 1) } else { Ok(()) }
    }

    fn push_next(&mut self, player: i64, at: usize) -> Result<(), S::Error> {
        let Some(entry) = self.books[&player].entries.get(at).copied() else { return Ok(()) };
        if self.queued.contains(&entry.game) {
            return Ok(());
        }
        let order = self.order(entry.game)?;
        let (white, black, white_score) = match entry.color {
            Color::White => (player, entry.opponent, entry.score),
            Color::Black => (entry.opponent, player, entry.score.reversed()),
        };
        self.push(Due { order, game: entry.game, white, black, white_score });
        Ok(())
    }

    fn ledgers(self) -> Vec<Ledger> {
        let mut changed: Vec<(i64, Book)> =
            self.books.into_iter().filter(|(_, book)| book.changed).collect();
        changed.sort_unstable_by_key(|(player, _)| *player);
        changed
            .into_iter()
            .map(|(player, book)| Ledger::of(self.pool, player, &book.entries))
            .collect()
    }
}
