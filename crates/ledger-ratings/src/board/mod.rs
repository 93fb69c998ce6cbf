//! A pool's leaderboard as a snapshot in memory: places, pages, histogram.
//!
//! A snapshot never changes: an update makes a new one that shares nearly everything with
//! the old. A million players take about 200 MB; a place is two binary searches.

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

/// A row with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// From 1; equal rating and deviation share it (1, 2, 2, 4).
    pub place: usize,
    pub row: Row,
}

/// Consecutive rows, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub rows: Vec<Placed>,
    /// Asks for the rows before these; `None` at the top.
    pub previous: Option<Cursor>,
    /// Asks for the rows after these; `None` at the end.
    pub next: Option<Cursor>,
    /// Players with a place.
    pub total: usize,
}

/// Where a rating stands among the players with a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The place it has or would have.
    pub place: usize,
    /// Players with a place who are strictly worse: over `total` it is the percentile.
    pub below: usize,
    /// Players with a place.
    pub total: usize,
}

/// A player of the pool: on the board, or where he would be and what is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub row: Row,
    pub position: Position,
    /// Empty: the position is a real one.
    pub shortfalls: Vec<Shortfall>,
}

/// Players with a place whose rating is in `from..from + width`, whole points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    pub from: i32,
    pub players: usize,
}

/// Players who lack each thing that a place needs; one who lacks two is counted in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lacking {
    pub games: usize,
    pub opponents: usize,
    pub deviation: usize,
    pub activity: usize,
}

/// A pool's leaderboard.
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
    /// Width of a histogram's bucket in points.
    pub const BUCKET: i32 = 25;

    /// A snapshot from every player who has a rated game in the pool, in any order. `today`
    /// only tells which days are in the future: a mistyped year makes nobody else a sleeper.
    #[must_use]
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

    /// The snapshot after these players' rows changed or were added.
    #[must_use]
    pub fn updated(&self, rows: Vec<Row>) -> Board {
        // Beyond this share of the board one sort is cheaper than many insertions.
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

    /// The snapshot as another day sees it: games of the future may have become past.
    #[must_use]
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

    #[must_use]
    pub const fn pool(&self) -> &'static Pool {
        self.pool
    }

    /// The newest day on which a player of the pool last played, without days of the future:
    /// activity counts back from it.
    #[must_use]
    pub const fn newest(&self) -> Day {
        self.newest
    }

    /// The day that was given as the present one.
    #[must_use]
    pub const fn today(&self) -> Day {
        self.today
    }

    /// How many players lack what for a place; looks at every player.
    #[must_use]
    pub fn lacking(&self) -> Lacking {
        let mut lacking = Lacking::default();
        for row in self.rows.iter() {
            for shortfall in self.pool.eligibility.shortfalls(&row.evidence(), self.newest) {
                match shortfall {
                    Shortfall::Games { .. } => lacking.games += 1,
                    Shortfall::Opponents { .. } => lacking.opponents += 1,
                    Shortfall::Deviation { .. } => lacking.deviation += 1,
                    Shortfall::Activity { .. } => lacking.activity += 1,
                    // Not a lack, and nobody's business how many there are.
                    Shortfall::KeepsOff => {}
                }
            }
        }
        lacking
    }

    /// Players with a place.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.order.len()
    }

    /// Players with a rated game, with or without a place.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.rows.len()
    }

    /// A player's row.
    #[must_use]
    pub fn row(&self, player: i64) -> Option<&Row> {
        self.rows.get(player)
    }

    /// Up to `limit` rows after `cursor`, or from the top. The cursor holds the values by
    /// which rows are ordered, so that it stays right while players move around it.
    #[must_use]
    pub fn page(&self, after: Option<&Cursor>, limit: usize) -> Page {
        let from = after.map_or(0, |cursor| self.order.index_of(&cursor.slot(), false));
        self.page_at(from, limit)
    }

    /// Up to `limit` rows before `cursor`, best first.
    #[must_use]
    pub fn page_before(&self, before: &Cursor, limit: usize) -> Page {
        let end = self.order.index_of(&before.slot(), true);
        let from = end.saturating_sub(limit);
        self.page_at(from, end - from)
    }

    /// Up to `limit` rows from the `place`-th player on; beyond the end, the last page.
    #[must_use]
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

    /// Where a rating and deviation (hundredths) would stand.
    #[must_use]
    pub fn would_be(&self, rating: i32, deviation: i32) -> Position {
        Position {
            place: self.order.better_than(rating, deviation) + 1,
            below: self.total() - self.order.not_worse_than(rating, deviation),
            total: self.total(),
        }
    }

    /// Where a player stands or would stand; `None` without a rated game in the pool.
    #[must_use]
    pub fn standing(&self, player: i64) -> Option<Standing> {
        let row = self.rows.get(player)?.clone();
        let position = self.would_be(row.glicko.rating, row.glicko.deviation);
        let shortfalls = self.pool.eligibility.shortfalls(&row.evidence(), self.newest);
        Some(Standing { row, position, shortfalls })
    }

    /// Players with a place by rating, from the lowest bucket in use to the highest.
    #[must_use]
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

/// Hundredths a bucket.
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
