//! The ledgers of all players of a pool, computed from all its games.

use rayon::prelude::*;

use game_record::Color;

use super::board::{Totals, Trend};
use super::history::{Entry, LedgerFault, Writer, read};
use super::{Change, Day, FoldGame, Glicko, PlayerState, Pool, Score, fold};

/// A player's ledger in a pool, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The player's number in the store.
    pub player: i64,
    pub glicko: Glicko,
    pub totals: Totals,
    /// The day of the last rated game.
    pub last_day: Day,
    /// The highest rating, in hundredths, after a game that left it established.
    pub peak: Option<i32>,
    pub trend: Trend,
    /// The encoded entries ([`super::history`]).
    pub history: Vec<u8>,
}

impl Ledger {
    /// The ledger with these entries, in order.
    pub fn of(pool: &Pool, player: i64, entries: &[Entry]) -> Ledger {
        let mut ledger = Ledger {
            player,
            glicko: pool.system.start,
            totals: Totals::default(),
            last_day: Day::UNKNOWN,
            peak: None,
            trend: Trend::default(),
            history: Vec::new(),
        };
        let mut writer = Writer::new(pool.system.start, entries.len());
        let mut opponents = Vec::with_capacity(entries.len());
        for entry in entries {
            writer.push(entry);
            ledger.count(pool, entry);
            opponents.push(entry.opponent);
        }
        opponents.sort_unstable();
        opponents.dedup();
        ledger.totals.opponents = u32::try_from(opponents.len()).unwrap_or(u32::MAX);
        ledger.history = writer.finish();
        ledger
    }

    fn count(&mut self, pool: &Pool, entry: &Entry) {
        self.glicko = entry.change.after;
        self.totals.count(entry.score);
        self.last_day = self.last_day.max(entry.day);
        self.trend.push(self.glicko.rating);
        if !pool.is_provisional(self.glicko.deviation) {
            self.peak = self.peak.max(Some(self.glicko.rating));
        }
    }

    /// Decodes the entries.
    pub fn entries(&self, pool: &Pool) -> Result<Vec<Entry>, LedgerFault> {
        read(pool.system.start, &self.history)
    }
}

/// One player's side of a rated game, without what the previous entry contains.
#[derive(Clone, Copy)]
struct Seat {
    number: i64,
    player: u32,
    opponent: u32,
    day: Day,
    color: Color,
    score: Score,
    grown: i32,
    after: Glicko,
}

impl Seat {
    const fn of(game: &FoldGame, number: i64, color: Color, change: Change) -> Seat {
        let (player, opponent, score) = match color {
            Color::White => (game.white, game.black, game.white_score),
            Color::Black => (game.black, game.white, game.white_score.reversed()),
        };
        let grown = change.before.deviation;
        Seat { number, player, opponent, day: game.day, color, score, grown, after: change.after }
    }
}

/// The number of players per shelf: a shelf's seats are a few megabytes and are sorted within the
/// cache.
const SHELF: usize = 1 << 13;

/// All games of a pool with their changes, grouped by player.
pub struct Books<'a> {
    pool: &'a Pool,
    /// The players' numbers in the store, by their numbers in the fold.
    players: Vec<i64>,
    /// The games of each `SHELF` players in order. The fold thus appends to a few lists instead of
    /// one per player.
    shelves: Vec<Vec<Seat>>,
}

impl<'a> Books<'a> {
    /// Folds all `games` of a pool, in canonical order. `numbers` are the games' numbers in the
    /// store, `players` those of the players 0, 1, 2 …
    ///
    /// # Panics
    /// Panics if a game refers to a player beyond `players` or has no number, or there are more
    /// than 2,000,000,000 games.
    pub fn fold(
        pool: &'a Pool,
        games: &[FoldGame],
        numbers: &[i64],
        players: Vec<i64>,
    ) -> Books<'a> {
        let mut states = vec![PlayerState::new(pool); players.len()];
        let mut shelves = empty_shelves(games, players.len());
        fold(pool, &mut states, games, |index, white, black| {
            let (game, number) = (&games[index], numbers[index]);
            for (color, change) in [(Color::White, white), (Color::Black, black)] {
                let seat = Seat::of(game, number, color, change);
                shelves[seat.player as usize / SHELF].push(seat);
            }
        });
        Books { pool, players, shelves }
    }

    /// The number of players.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Whether there are no players.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// The number of shelves, which are groups of consecutive players, for [`Books::shelf`].
    pub fn shelves(&self) -> usize {
        self.shelves.len()
    }

    /// Applies `work` to each player of a shelf, with their number in the store and their entries
    /// in order. Results are by player; runs on all cores.
    ///
    /// # Panics
    /// Panics if `shelf` is not below [`Books::shelves`].
    pub fn shelf<T: Send>(&self, shelf: usize, work: impl Fn(i64, &[Entry]) -> T + Sync) -> Vec<T> {
        let seats = &self.shelves[shelf];
        let first = shelf * SHELF;
        let players = &self.players[first..self.players.len().min(first + SHELF)];
        let (starts, order) = by_player(seats, first, players.len());
        let each = players.par_iter().enumerate();
        each.map_init(Vec::new, |entries, (at, player)| {
            let own = &order[starts[at] as usize..starts[at + 1] as usize];
            self.read(seats, own, entries);
            work(*player, entries)
        })
        .collect()
    }

    pub fn ledgers(&self) -> Vec<Ledger> {
        let ledger = |player, entries: &[Entry]| Ledger::of(self.pool, player, entries);
        (0..self.shelves()).flat_map(|shelf| self.shelf(shelf, ledger)).collect()
    }

    /// Writes the entries of the player with these seats to `entries`.
    fn read(&self, seats: &[Seat], own: &[u32], entries: &mut Vec<Entry>) {
        let mut last = self.pool.system.start;
        entries.clear();
        entries.extend(own.iter().map(|at| {
            let seat = &seats[*at as usize];
            let before = Glicko { deviation: seat.grown, ..last };
            last = seat.after;
            Entry {
                game: seat.number,
                opponent: self.players[seat.opponent as usize],
                day: seat.day,
                color: seat.color,
                score: seat.score,
                change: Change { before, after: seat.after },
            }
        }));
    }
}

/// Shelves with capacity for the players' games.
fn empty_shelves(games: &[FoldGame], players: usize) -> Vec<Vec<Seat>> {
    let mut seats = vec![0; players.div_ceil(SHELF)];
    for game in games {
        seats[game.white as usize / SHELF] += 1;
        seats[game.black as usize / SHELF] += 1;
    }
    seats.into_iter().map(Vec::with_capacity).collect()
}

/// The indices of a shelf's seats by player, in order, and where each player's begin, followed by
/// the end of the last.
fn by_player(seats: &[Seat], first: usize, players: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; players + 1];
    for seat in seats {
        starts[seat.player as usize - first + 1] += 1;
    }
    for player in 0..players {
        starts[player + 1] += starts[player];
    }
    let mut next = starts.clone();
    let mut order = vec![0; seats.len()];
    for (at, seat) in (0..).zip(seats) {
        let place = &mut next[seat.player as usize - first];
        order[*place as usize] = at;
        *place += 1;
    }
    (starts, order)
}
