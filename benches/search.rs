//! What the search costs: `cargo bench --bench search -- PLAYERS` (a million unless another number is given; `postgres`
//! besides asks PostgreSQL too).
//!
//! Prints each figure with its bar; on SQLite first cold: the operating system has dropped the file from its page cache, and
//! the service has just been opened. Names are of one to four words from a few hundred syllables, so that the parts of names
//! are shared as they are in a country: the worst queries match tens of thousands. What is asked for are parts of names as
//! people type them, from one letter to whole names, and what nobody is called.

use std::time::{Duration, Instant};

use adjutant_domain::search::search_key;
use adjutant_service::{App, AppSettings, Location, search};
use diesel::connection::{Connection, SimpleConnection};
use diesel::sqlite::SqliteConnection;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

#[path = "../tests/support/postgres.rs"]
mod postgres;

const QUERIES: usize = 2_000;
/// The first queries of a service that has just started; after them most of the file is in memory.
const COLD_QUERIES: usize = 200;
const BAR: Duration = Duration::from_millis(20);

const SYLLABLES: &[&str] = &[
    "ma", "ri", "a", "jo", "se", "fa", "an", "na", "lu", "is", "cruz", "san", "tos", "re", "yes",
    "gar", "cia", "dela", "pe", "ña", "ban", "ti", "ka", "la", "wig", "ton", "do", "min", "go",
    "bel", "car", "men", "lo", "ro", "sa", "ni", "to", "mi", "guel", "ra", "mon", "que", "zon",
    "tag", "um", "pay", "bu", "hay", "lig", "aya",
];

fn word(random: &mut StdRng) -> String {
    let count = random.random_range(2..=4);
    let part = |random: &mut StdRng| *SYLLABLES.choose(random).expect("there are some");
    let word: String = (0..count).map(|_| part(random)).collect();
    let first = word.chars().next().map(|one| one.to_uppercase().to_string()).unwrap_or_default();
    first + word.chars().as_str().get(1..).unwrap_or_default()
}

fn name(random: &mut StdRng) -> String {
    let words: Vec<String> = (0..random.random_range(1..=3)).map(|_| word(random)).collect();
    words.join(" ")
}

/// The rows of players, a thousand a statement.
fn fill(names: &[String], mut run: impl FnMut(&str)) {
    for (block, some) in names.chunks(1_000).enumerate() {
        let rows: Vec<String> = some
            .iter()
            .enumerate()
            .map(|(n, name)| {
                let id = 1 + block * 1_000 + n;
                format!("({id}, '{name}', '{id}', '{id}', '{}')", search_key(name))
            })
            .collect();
        run(&format!(
            "INSERT INTO players (id, handle, name_key, look_key, search_key) VALUES {}",
            rows.join(",")
        ));
    }
    run(&format!("UPDATE counters SET value = {} WHERE name = 'players'", names.len()));
}

/// A part of a name as somebody types it.
fn query(names: &[String], random: &mut StdRng) -> String {
    let name = names.choose(random).expect("a name");
    let letters: Vec<char> = name.chars().collect();
    let length = [1, 2, 3, 4, 5, 6, 8, 30].choose(random).copied().unwrap_or(3).min(letters.len());
    match random.random_range(0..10) {
        0 => format!("{} zzq", name.split(' ').next().unwrap_or_default()),
        1 => name.split(' ').rev().collect::<Vec<_>>().join(" "),
        2..6 => letters[..length].iter().collect(),
        _ => {
            let from = random.random_range(0..=letters.len() - length);
            letters[from..from + length].iter().collect()
        }
    }
}

fn queries(names: &[String], count: usize) -> Vec<String> {
    let mut random = StdRng::seed_from_u64(7);
    (0..count).map(|_| query(names, &mut random)).collect()
}

fn measure(heading: &str, app: &App, queries: &[String]) {
    let mut times: Vec<(Duration, &String)> = Vec::with_capacity(queries.len());
    for query in queries {
        let start = Instant::now();
        let found = search::find(app, query, 10).expect("an answer");
        times.push((start.elapsed(), query));
        std::hint::black_box(found);
    }
    times.sort_unstable();
    let at = |share: usize| times[(queries.len() - 1) * share / 100].0;
    println!("{heading}");
    println!("  p50 {:?}, p90 {:?}, p99 {:?}      (bar: p99 {BAR:?})", at(50), at(90), at(99));
    for (time, query) in times.iter().rev().take(3) {
        println!("  slowest: {query:?} {time:?}");
    }
}

fn ask(engine: &str, app: &App, names: &[String]) {
    let queries = queries(names, QUERIES);
    for query in queries.iter().take(50) {
        search::find(app, query, 10).expect("an answer");
    }
    measure(&format!("search on {engine}, {} players", names.len()), app, &queries);
}

/// Drops a file from the operating system's page cache, which `dd` asks for without copying anything.
fn drop_from_cache(path: &std::path::Path) {
    let file = format!("of={}", path.display());
    let args = [&file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"];
    let done = std::process::Command::new("dd").args(args).status().expect("dd runs");
    assert!(done.success(), "dd drops the file");
}

fn main() {
    let players = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1_000_000);
    let mut random = StdRng::seed_from_u64(1);
    let names: Vec<String> = (0..players).map(|_| name(&mut random)).collect();
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("adjutant.sqlite");
    let settings = |database| AppSettings { database, key_file: dir.path().join("seal.key") };
    let own = settings(Location::Sqlite(path.clone()));
    App::open(&own).expect("the service opens");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    let start = Instant::now();
    raw.batch_execute("PRAGMA synchronous = OFF; BEGIN").expect("a transaction");
    fill(&names, |sql| raw.batch_execute(sql).expect("rows"));
    raw.batch_execute("COMMIT").expect("they go in");
    let size = std::fs::metadata(&path).map_or(0, |file| file.len()) / players as u64;
    println!("filled in {:?}, {size} bytes a player with all indexes", start.elapsed());
    raw.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").expect("one file");
    drop(raw);
    drop_from_cache(&path);
    let heading = format!("search on SQLite, {players} players, cold");
    measure(&heading, &App::open(&own).expect("it opens"), &queries(&names, COLD_QUERIES));
    ask("SQLite", &App::open(&own).expect("the service opens"), &names);
    if std::env::args().any(|word| word == "postgres") {
        let database = postgres::migrated_database();
        fill(&names, |sql| database.execute(sql));
        database.execute("VACUUM ANALYZE players");
        let own = settings(Location::parse(&database.url()).expect("an address"));
        ask("PostgreSQL", &App::open(&own).expect("the service opens"), &names);
    }
}
