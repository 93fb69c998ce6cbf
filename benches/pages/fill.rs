//! The database: simulated games through the real import, and a place for everybody.

use std::io::{self, Read};
use std::path::Path;
use std::time::Instant;

use adjutant_domain::moment::Micros;
use adjutant_service::import::import;
use adjutant_service::records::Provenance;
use adjutant_service::{App, games, ratings};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use salpakan::record::notation::ggn;
use salpakan::rules::RuleSet;
use salpakan_bot::{Endings, Field, simulate};

/// One in so many players is a regular: a quarter of all games are among them.
pub const REGULARS: u32 = 100;

/// Players who play very often: the games of a few, beside those of everybody.
pub struct Veterans {
    pub players: u32,
    pub games: u64,
}

/// Each has about 1,000 games.
pub const VETERANS: Veterans = Veterans { players: 20, games: 10_000 };

impl Veterans {
    pub fn field(&self) -> Field {
        Field::new(3, self.players, self.games)
    }
}

/// Fills an empty database; one that has games is taken as it is.
pub fn fill(app: &App, path: &Path, size: u32) {
    let start = Instant::now();
    if games::totals(app).expect("counts").games == 0 {
        let feed = Feed::new(size);
        import(app, feed, Provenance::Command, Micros(0), &mut |_, _| {}).expect("the games go in");
        ratings::bring_up_to_date(app).expect("they are rated");
        place_everybody(path);
    }
    let totals = games::totals(app).expect("counts");
    println!(
        "{} games, {} players, {} events; ready in {:.0?}",
        totals.games,
        totals.players,
        totals.events,
        start.elapsed()
    );
}

/// The `n`-th of the numbers below `size` in an order without order.
pub fn scattered(n: u32, size: u32) -> u32 {
    let mixed = (u64::from(n) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) % u64::from(size)) as u32
}

/// Simulated games as text: first those of veterans, then three of anybody, one of regulars, and so on.
struct Feed {
    anybody: Field,
    regulars: Field,
    veterans: Field,
    next: u64,
    games: u64,
    text: String,
    read: usize,
}

impl Feed {
    fn new(size: u32) -> Feed {
        let games = u64::from(size);
        Feed {
            // Of so many about `size` come to play at least once.
            anybody: Field::new(1, size / 10 * 17, games * 3 / 4),
            regulars: Field::new(2, size / REGULARS, games / 4),
            veterans: VETERANS.field(),
            next: 0,
            games: games + VETERANS.games,
            text: String::new(),
            read: 0,
        }
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() && self.next < self.games {
            let (turn, of_four) = (self.next / 4, self.next % 4);
            let (field, index) = if self.next < VETERANS.games {
                (&self.veterans, self.next)
            } else if of_four == 3 {
                (&self.regulars, turn)
            } else {
                (&self.anybody, turn * 3 + of_four)
            };
            self.text.clear();
            self.read = 0;
            if let Some(game) = simulate(field, &RuleSet::STANDARD, index, Endings::All) {
                ggn::write(&mut self.text, &game);
            }
            self.next += 1;
        }
        let part = &self.text.as_bytes()[self.read..];
        let length = part.len().min(buffer.len());
        buffer[..length].copy_from_slice(&part[..length]);
        self.read += length;
        Ok(length)
    }
}

/// A place needs a dozen games in a pool, which most players of this field do not have:
/// everybody gets a row in the pool of rapid games that fulfils the conditions, those who
/// have one keep their games in it.
fn place_everybody(path: &Path) {
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    let sql = "PRAGMA synchronous = OFF;
         CREATE TEMP TABLE model AS SELECT trend, last_day FROM player_ratings
             WHERE pool = 1 ORDER BY wins + draws + losses DESC, last_day DESC LIMIT 1;
         INSERT OR IGNORE INTO player_ratings
             SELECT id, 1, 150000, 9000, 600000, 0, 0, 0, 0, 0, NULL, x'', x'01' FROM players;
         UPDATE player_ratings SET wins = wins + 7, losses = losses + 6, opponents = opponents + 9,
             rating = 120000 + player_id * 7919 % 40000 + player_id * 104729 % 30000,
             deviation = 5000 + player_id * 31 % 5000, peak = 165000,
             trend = (SELECT trend FROM model), last_day = (SELECT last_day FROM model)
             WHERE pool = 1;
         PRAGMA wal_checkpoint(TRUNCATE);";
    raw.batch_execute(sql).expect("the rows go in");
}
