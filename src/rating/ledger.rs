//! The ledgers of all players of a pool from all its games: the fold with its books.

use rayon::prelude::*;

use crate::rules::Color;

use super::board::{Totals, Trend};
use super::history::{Entry, Reader, Writer};
use super::{Change, Day, FoldGame, Glicko, PlayerState, Pool, Score, fold};

/// A player's whole account in a pool: what the store keeps of him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The player's number in the store.
    pub player: i64,
    pub glicko: Glicko,
    pub totals: Totals,
    /// The day of the last rated game.
    pub last_day: Day,
    /// Highest rating after a game that left the player established, in hundredths.
    pub peak: Option<i32>,
    pub trend: Trend,
    /// The entries, packed ([`super::history`]).
    pub history: Vec<u8>,
}

impl Ledger {
    /// The account that these entries make, in their order.
    #[must_use]
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

    /// The entries.
    ///
    /// # Errors
    /// Where the packed ledger is damaged.
    pub fn entries(&self, pool: &Pool) -> Result<Vec<Entry>, super::history::LedgerFault> {
        let mut reader = Reader::new(pool.system.start, &self.history)?;
        let mut entries = Vec::with_capacity(self.totals.games() as usize);
        while let Some(entry) = reader.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// One player's side of a rated game, without what his entry before it tells.
#[derive(Clone, Copy)]
struct Seat {
    number: i64,
    opponent: u32,
    day: Day,
    color: Color,
    score: Score,
    grown: i32,
    after: Glicko,
}

impl Seat {
    const EMPTY: Seat = Seat {
        number: 0,
        opponent: 0,
        day: Day::UNKNOWN,
        color: Color::White,
        score: Score::Draw,
        grown: 0,
        after: Glicko { rating: 0, deviation: 0, volatility: 0 },
    };

    const fn of(game: &FoldGame, number: i64, color: Color, change: Change) -> Seat {
        let (opponent, score) = match color {
            Color::White => (game.black, game.white_score),
            Color::Black => (game.white, game.white_score.reversed()),
        };
        let grown = change.before.deviation;
        Seat { number, opponent, day: game.day, color, score, grown, after: change.after }
    }
}

/// A pool folded from nothing: every game's changes, player by player.
pub struct Books<'a> {
    pool: &'a Pool,
    /// The players' numbers in the store, by their number in the fold.
    players: Vec<i64>,
    /// Each player's games, in order, end to end.
    seats: Vec<Seat>,
    /// Where each player's games begin; one more than there are players.
    starts: Vec<u32>,
}

impl<'a> Books<'a> {
    /// Folds all `games` of a pool, in canonical order; `numbers` are their numbers in the
    /// store, `players` those of the players that the games call 0, 1, 2 …
    ///
    /// # Panics
    /// Where a game names a player beyond `players` or has no number, or there are more than
    /// 2,000,000,000 games.
    #[must_use]
    pub fn fold(
        pool: &'a Pool,
        games: &[FoldGame],
        numbers: &[i64],
        players: Vec<i64>,
    ) -> Books<'a> {
        let mut states = vec![PlayerState::new(pool); players.len()];
        let starts = starts_of(games, players.len());
        let mut next = starts.clone();
        let mut seats = vec![Seat::EMPTY; games.len() * 2];
        let mut put = |player: u32, seat: Seat| {
            let at = &mut next[player as usize];
            seats[*at as usize] = seat;
            *at += 1;
        };
        fold(pool, &mut states, games, |index, white, black| {
            let (game, number) = (&games[index], numbers[index]);
            put(game.white, Seat::of(game, number, Color::White, white));
            put(game.black, Seat::of(game, number, Color::Black, black));
        });
        Books { pool, players, seats, starts }
    }

    /// How many players there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Whether there is no player.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// The ledgers of some players, by their numbers in the fold, on all cores.
    #[must_use]
    pub fn ledgers(&self, players: std::ops::Range<usize>) -> Vec<Ledger> {
        players.into_par_iter().map(|player| self.ledger(player)).collect()
    }

    fn ledger(&self, player: usize) -> Ledger {
        let mut last = self.pool.system.start;
        let own = self.starts[player] as usize..self.starts[player + 1] as usize;
        let entries: Vec<Entry> = self.seats[own]
            .iter()
            .map(|seat| {
                let entry = self.entry(seat, last);
                last = seat.after;
                entry
            })
            .collect();
        Ledger::of(self.pool, self.players[player], &entries)
    }

    fn entry(&self, seat: &Seat, last: Glicko) -> Entry {
        Entry {
            game: seat.number,
            opponent: self.players[seat.opponent as usize],
            day: seat.day,
            color: seat.color,
            score: seat.score,
            change: Change { before: Glicko { deviation: seat.grown, ..last }, after: seat.after },
        }
    }
}

/// Where each player's games begin when all players' games stand end to end.
fn starts_of(games: &[FoldGame], players: usize) -> Vec<u32> {
    let mut starts = vec![0; players + 1];
    for game in games {
        starts[game.white as usize + 1] += 1;
        starts[game.black as usize + 1] += 1;
    }
    for player in 0..players {
        starts[player + 1] += starts[player];
    }
    starts
}
