//! Speed of games that are played: `cargo bench --bench live -- [case] [number] [seconds] [postgres]`.
//!
//! Starts the built program on loopback with a real database in a directory under `target`, so that a commit
//! reaches a disk, and plays random legal games over HTTP as programs do: plies by POST with a token, events
//! by server-sent events. Client and server share the machine's cores. Cases:
//!
//! - `steady` (500 games, 20 s): each game a ply a second; a ply's time runs from the moment it was
//!   to be sent to its durable answer, an event's from the same moment to its arrival at the opponent.
//! - `flood` (64 games, 8 s): as fast as answers come, beside what the disk alone does in single syncs;
//!   then with 2 ms more for each sync, for where the disk is fast the processor is what limits.
//! - `crowd` (10,000 spectators, 20 s): one game, a ply a second, everybody else listens.
//! - `import` (50 games, 20 s, 300,000 records): steady plies while another process imports records.
//! - `late` (50 games, 20 s, 1,000,000 records): the same while one record older than all others has them rated anew.
//! - `beside` (600 callers, 20 s): 50 games with a ply a second each, while the callers have pictures drawn and what could be
//!   known counted of a game of 20,000 plies.
//! - `computer` (500 games, 20 s): steady plies alone, and beside 50 more games against the computer's highest level.
//! - `restart` (10,000 games): from the start of the program to its first answer to a ply.

#[path = "../../tests/support/postgres.rs"]
mod postgres;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;

mod cases;
mod client;
mod disk;
mod hall;
mod heavy;
mod opponents;
mod players;
mod records;
mod server;

use std::path::PathBuf;

use hall::Hall;

const CASES: [&str; 8] =
    ["steady", "flood", "crowd", "import", "late", "beside", "computer", "restart"];

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let number = |place: usize, usual: usize| {
        words.iter().filter_map(|word| word.parse().ok()).nth(place).unwrap_or(usual)
    };
    let on_postgres = words.iter().any(|word| word == "postgres");
    let wanted = |case: &str| {
        words.iter().any(|word| word == case) || !words.iter().any(|word| CASES.contains(&&**word))
    };
    server::raise_limit(20_000);
    let cluster = on_postgres.then(|| postgres::Cluster::start(postgres::Durability::Durable));
    println!("{}", if on_postgres { "PostgreSQL" } else { "SQLite, synchronous FULL" });
    let dir = directory();
    println!("the disk alone: {:.0} syncs of 4 KB a second", disk::syncs_a_second(dir.path()));
    for case in CASES.into_iter().filter(|case| wanted(case)) {
        let usual = match case {
            "steady" | "computer" => (500, 20),
            "flood" => (64, 8),
            "crowd" => (10_000, 20),
            "import" | "late" => (50, 20),
            "beside" => (600, 20),
            _ => (10_000, 0),
        };
        let (count, seconds) = (number(0, usual.0), number(1, usual.1));
        let games = match case {
            "crowd" => 1,
            "beside" => 50,
            // One half for each disk.
            "flood" => 2 * count,
            _ => count,
        };
        let url = cluster.as_ref().map(|cluster| {
            cluster.run_sql("postgres", &format!("CREATE DATABASE {case}_case"));
            cluster.url(&format!("{case}_case"))
        });
        // A flood has more plies than a second apiece.
        let plies = match case {
            "flood" => 80 * seconds,
            // Alone, and once more.
            "computer" => 2 * (seconds + 10),
            _ => seconds + 10,
        };
        let hall = Hall::fill(&dir.path().join(case), url, games, plies);
        match case {
            "steady" => cases::steady(&hall, seconds),
            "flood" => cases::flood(&hall, seconds),
            "crowd" => cases::crowd(&hall, count, seconds),
            "import" => cases::import(&hall, seconds, number(2, 300_000)),
            "late" => cases::late(&hall, seconds, number(2, 1_000_000)),
            "beside" => cases::beside(&hall, count, seconds),
            "computer" => cases::beside_computer(&hall, seconds),
            _ => cases::restart(&hall),
        }
    }
}

/// On the disk that the build is on: a directory in memory would make every commit free.
fn directory() -> tempfile::TempDir {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    tempfile::Builder::new().prefix("live-").tempdir_in(target).expect("a directory for the bench")
}
