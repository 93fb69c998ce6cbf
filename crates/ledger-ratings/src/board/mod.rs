//! The leaderboard of a pool as an immutable snapshot in memory: places, pages, histogram.
//!
//! An update makes a new snapshot that shares almost all data with the old one. A million players
//! take about 200 MB; finding a place takes two binary searches.

mod cursor;
mod order;
mod row;
mod rows;

pub use cursor::{Cursor, CursorError};
pub use order::Slot;
pub use row::{Row, Totals, Trend};

use order::Order;
use rows::Rows;

use super::{Day, Glicko, Pool, Shortfall};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// From 1; players with equal rating and deviation share it (1, 2, 2, 4).
    pub place: usize,
    pub row: Row,
}

/// Consecutive rows, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub rows: Vec<Placed>,
    /// The cursor for the rows before these; `None` at the top.
    pub previous: Option<Cursor>,
    /// The cursor for the rows after these; `None` at the end.
    pub next: Option<Cursor>,
    /// The number of ranked players.
    pub total: usize,
}

/// The position of a rating among the ranked players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The actual or hypothetical place.
    pub place: usize,
    /// The number of ranked players who are strictly worse; divided by `total` it is the
    /// percentile.
    pub below: usize,
    /// The number of ranked players.
    pub total: usize,
}

/// A player of the pool, ranked, or with a hypothetical position and what is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub row: Row,
    pub position: Position,
    /// Empty if the player is ranked.
    pub shortfalls: Vec<Shortfall>,
}

/// The number of ranked players with a rating in `from..from + width`, in whole points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    pub from: i32,
    pub players: usize,
}

/// How many players lack each requirement for a place; players who lack several count for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lacking {
    pub games: usize,
    pub opponents: usize,
    pub deviation: usize,
    pub activity: usize,
}

#[derive(Debug, Clone)]
pub struct Board {
    pool: &'static Pool,
    today: Day,
    newest: Day,
    rows: Rows,
    order: Order,
    buckets: Vec<usize>,
}

impl Board {
    /// The width of a histogram's bucket, in points.
    pub const BUCKET: i32 = 25;

    /// A snapshot of all players with rated games in the pool, in any order. `today` is used only
    /// to recognise days in the future, so that a mistyped year does not make everybody else
    /// inactive.
    pub fn build(pool: &'static Pool, rows: Vec<Row>, today: Day) -> Board {
        Board::of(pool, Rows::build(rows), today)
    }

    fn of(pool: &'static Pool, rows: Rows, today: Day) -> Board {
        let newest = newest(rows.iter(), today);
        let rule = pool.eligibility;
        let slots: Vec<Slot> =
            rows.iter().filter(|row| rule.admits(&row.evidence(), newest)).map(Slot::of).collect();
        let mut buckets = vec![0; BUCKETS];
        slots.iter().for_each(|slot| buckets[bucket_of(slot.rating)] += 1);
        Board { pool, today, newest, rows, order: Order::build(slots), buckets }
    }

    /// The snapshot after rows were changed or added.
    pub fn updated(&self, rows: Vec<Row>) -> Board {
        // Above this share of the board, sorting is cheaper than inserting.
        if rows.len() > 1_000 + self.rows.len() / 16 {
            let mut all = self.rows.clone();
            rows.into_iter().for_each(|row| drop(all.put(row)));
            return Board::of(self.pool, all, self.today);
        }
        let newest = newest(rows.iter(), self.today);
        let mut board = self.clone();
        if newest > board.newest {
            board.advance(newest);
        }
        board.put(rows);
        board
    }

    /// The snapshot on another day: games in the future may now be in the past.
    pub fn turned(&self, today: Day) -> Board {
        if newest(self.rows.iter(), today) == self.newest {
            return Board { today, ..self.clone() };
        }
        Board::of(self.pool, self.rows.clone(), today)
    }

    fn advance(&mut self, newest: Day) {
        let first_known = self.newest == Day::UNKNOWN;
        self.newest = newest;
        let window = i32::try_from(self.pool.eligibility.active_days).unwrap_or(i32::MAX);
        let oldest = if first_known { newest } else { newest.plus(-window) };
        for slot in self.order.expire(oldest) {
            self.buckets[bucket_of(slot.rating)] -= 1;
        }
    }

    fn put(&mut self, rows: Vec<Row>) {
        let (mut gone, mut come) = (Vec::new(), Vec::new());
        for row in rows {
            if self.admits(&row) {
                self.buckets[bucket_of(row.glicko.rating)] += 1;
                come.push(Slot::of(&row));
            }
            if let Some(old) = self.rows.put(row).filter(|old| self.admits(old)) {
                self.buckets[bucket_of(old.glicko.rating)] -= 1;
                gone.push(Slot::of(&old));
            }
        }
        self.order.replace(&gone, come);
    }

    fn admits(&self, row: &Row) -> bool {
        self.pool.eligibility.admits(&row.evidence(), self.newest)
    }

    pub const fn pool(&self) -> &'static Pool {
        self.pool
    }

    /// The most recent day on which a player of the pool last played, ignoring days in the future:
    /// activity is measured from it.
    pub const fn newest(&self) -> Day {
        self.newest
    }

    /// The day that was given as today.
    pub const fn today(&self) -> Day {
        self.today
    }

    /// Counts the players who lack each requirement. Visits every player.
    pub fn lacking(&self) -> Lacking {
        let mut lacking = Lacking::default();
        for row in self.rows.iter() {
            for shortfall in self.pool.eligibility.shortfalls(&row.evidence(), self.newest) {
                match shortfall {
                    Shortfall::Games { .. } => lacking.games += 1,
                    Shortfall::Opponents { .. } => lacking.opponents += 1,
                    Shortfall::Deviation { .. } => lacking.deviation += 1,
                    Shortfall::Activity { .. } => lacking.activity += 1,
                    // Not a requirement, and the number of these players is private.
                    Shortfall::KeepsOff => {}
                }
            }
        }
        lacking
    }

    /// The number of ranked players.
    pub const fn total(&self) -> usize {
        self.order.len()
    }

    /// The number of players with rated games, ranked or not.
    pub const fn players(&self) -> usize {
        self.rows.len()
    }

    pub fn row(&self, player: i64) -> Option<&Row> {
        self.rows.get(player)
    }

    /// Up to `limit` rows after the cursor, or from the top. A cursor holds the sort key, so that
    /// it stays valid while players move around it.
    pub fn page(&self, after: Option<&Cursor>, limit: usize) -> Page {
        let from = after.map_or(0, |cursor| self.order.index_of(&cursor.0, false));
        self.page_at(from, limit)
    }

    /// Up to `limit` rows before the cursor, best first.
    pub fn page_before(&self, before: &Cursor, limit: usize) -> Page {
        let end = self.order.index_of(&before.0, true);
        let from = end.saturating_sub(limit);
        self.page_at(from, end - from)
    }

    /// Up to `limit` rows from the given place on; beyond the end, the last page.
    pub fn jump(&self, place: usize, limit: usize) -> Page {
        let last = self.total().saturating_sub(limit);
        let from = place.saturating_sub(1);
        self.page_at(if from < self.total() { from } else { last }, limit)
    }

    fn page_at(&self, from: usize, limit: usize) -> Page {
        let mut rows: Vec<Placed> = Vec::with_capacity(limit.min(self.total()));
        for (index, slot) in (from..).zip(self.order.from(from).take(limit)) {
            let Some(row) = self.rows.get(slot.player) else { continue };
            let place = match rows.last() {
                Some(last) if same_strength(last.row.glicko, row.glicko) => last.place,
                Some(_) => index + 1,
                None => self.order.better_than(slot.rating, slot.deviation) + 1,
            };
            rows.push(Placed { place, row: row.clone() });
        }
        let end = from + rows.len();
        let cursor = |placed: Option<&Placed>| placed.map(|placed| Cursor::of(&placed.row));
        Page {
            previous: cursor(rows.first()).filter(|_| from > 0),
            next: cursor(rows.last()).filter(|_| end < self.total()),
            total: self.total(),
            rows,
        }
    }

    /// Up to `limit` rows, ranked or not, those with the most games first; without players who are
    /// excluded from leaderboards. Visits every player.
    pub fn most_played(&self, limit: usize) -> Vec<&Row> {
        let key = |row: &&Row| (std::cmp::Reverse(row.totals.games()), row.player);
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| !row.keeps_off).collect();
        if limit < rows.len() {
            rows.select_nth_unstable_by_key(limit, key);
            rows.truncate(limit);
        }
        rows.sort_unstable_by_key(key);
        rows
    }

    /// The position that a rating and deviation (hundredths) would have.
    pub fn would_be(&self, rating: i32, deviation: i32) -> Position {
        Position {
            place: self.order.better_than(rating, deviation) + 1,
            below: self.total() - self.order.not_worse_than(rating, deviation),
            total: self.total(),
        }
    }

    /// The actual or hypothetical position of a player; `None` without rated games in the pool.
    pub fn standing(&self, player: i64) -> Option<Standing> {
        let row = self.rows.get(player)?.clone();
        let position = self.would_be(row.glicko.rating, row.glicko.deviation);
        let shortfalls = self.pool.eligibility.shortfalls(&row.evidence(), self.newest);
        Some(Standing { row, position, shortfalls })
    }

    /// Ranked players by rating, from the lowest to the highest non-empty bucket.
    pub fn histogram(&self) -> Vec<Bucket> {
        let used = |players: &usize| *players > 0;
        let first = self.buckets.iter().position(used).unwrap_or(0);
        let end = self.buckets.iter().rposition(used).map_or(0, |last| last + 1);
        (first..end)
            .map(|index| Bucket { from: bucket_from(index), players: self.buckets[index] })
            .collect()
    }
}

fn newest<'a>(rows: impl Iterator<Item = &'a Row>, today: Day) -> Day {
    rows.map(|row| row.last_day).filter(|day| *day <= today).max().unwrap_or(Day::UNKNOWN)
}

fn same_strength(left: Glicko, right: Glicko) -> bool {
    (left.rating, left.deviation) == (right.rating, right.deviation)
}

/// The width in hundredths.
const WIDTH: i32 = Board::BUCKET * 100;
#[allow(clippy::cast_sign_loss)]
const BUCKETS: usize = ((Glicko::RATINGS.1 - Glicko::RATINGS.0) / WIDTH + 1) as usize;

fn bucket_of(rating: i32) -> usize {
    let above = rating.saturating_sub(Glicko::RATINGS.0).max(0) / WIDTH;
    usize::try_from(above).unwrap_or_default().min(BUCKETS - 1)
}

fn bucket_from(index: usize) -> i32 {
    Glicko::RATINGS.0 / 100 + i32::try_from(index).unwrap_or_default() * Board::BUCKET
}
