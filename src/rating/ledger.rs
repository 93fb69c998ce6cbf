//! The ledgers of all players of a pool from all its games: the fold with its books.

use rayon::prelude::*;

use crate::rules::Color;

use super::board::{Totals, Trend};
use super::history::{Entry, Reader, Writer};
use super::{Change, Day, FoldGame, Glicko, PlayerState, Pool, fold};

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

/// A change without what the change before it tells.
#[derive(Clone, Copy)]
struct Packed {
    grown: i32,
    after: Glicko,
}

impl Packed {
    const fn of(change: Change) -> Packed {
        Packed { grown: change.before.deviation, after: change.after }
    }
}

/// A rated game: all that two ledgers say of it, in one cache line, because they are read in
/// the order of players.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rated {
    number: i64,
    game: FoldGame,
    changes: [Packed; 2],
}

/// A pool folded from nothing: every game's changes, to be read player by player.
pub struct Books<'a> {
    pool: &'a Pool,
    games: Vec<Rated>,
    /// The players' numbers in the store, by their number in the fold.
    players: Vec<i64>,
    /// Each player's games, in order, end to end; `starts` has one more than there are players.
    seats: Vec<u32>,
    starts: Vec<usize>,
}

impl<'a> Books<'a> {
    /// Folds all `games` of a pool, in canonical order; `numbers` are their numbers in the
    /// store, `players` those of the players that the games call 0, 1, 2 …
    ///
    /// # Panics
    /// Where a game names a player beyond `players` or has no number.
    #[must_use]
    pub fn fold(
        pool: &'a Pool,
        games: &[FoldGame],
        numbers: &[i64],
        players: Vec<i64>,
    ) -> Books<'a> {
        let mut states = vec![PlayerState::new(pool); players.len()];
        let mut rated = Vec::with_capacity(games.len());
        fold(pool, &mut states, games, |index, white, black| {
            let changes = [Packed::of(white), Packed::of(black)];
            rated.push(Rated { number: numbers[index], game: games[index], changes });
        });
        let (seats, starts) = seats_of(games, players.len());
        Books { pool, games: rated, players, seats, starts }
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
        let entries: Vec<Entry> = self.seats[self.starts[player]..self.starts[player + 1]]
            .iter()
            .map(|game| {
                let entry = self.entry(&self.games[*game as usize], player, last);
                last = entry.change.after;
                entry
            })
            .collect();
        Ledger::of(self.pool, self.players[player], &entries)
    }

    fn entry(&self, Rated { number, game, changes }: &Rated, player: usize, last: Glicko) -> Entry {
        let white = game.white as usize == player;
        let packed = changes[usize::from(!white)];
        let opponent = if white { game.black } else { game.white };
        Entry {
            game: *number,
            opponent: self.players[opponent as usize],
            day: game.day,
            color: if white { Color::White } else { Color::Black },
            score: if white { game.white_score } else { game.white_score.reversed() },
            change: Change {
                before: Glicko { deviation: packed.grown, ..last },
                after: packed.after,
            },
        }
    }
}

/// Each player's games, in order: one count, one pass.
fn seats_of(games: &[FoldGame], players: usize) -> (Vec<u32>, Vec<usize>) {
    let mut starts = vec![0; players + 1];
    for game in games {
        starts[game.white as usize + 1] += 1;
        starts[game.black as usize + 1] += 1;
    }
    for player in 0..players {
        starts[player + 1] += starts[player];
    }
    let mut next = starts.clone();
    let mut seats = vec![0; games.len() * 2];
    for (index, game) in (0..).zip(games) {
        for player in [game.white as usize, game.black as usize] {
            seats[next[player]] = index;
            next[player] += 1;
        }
    }
    (seats, starts)
}
