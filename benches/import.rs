//! Import at size: `cargo bench --bench import -- [games] [players]` writes simulated games
//! (100,000 of 10,000 players unless given; the bars are for 1,000,000), has the built program
//! import them into a new SQLite file and a new PostgreSQL, judged, indexed and rated, and
//! then once more. In the same run the program also only judges them, so that each time has a
//! ratio that holds on any machine. Needs PostgreSQL installed, as the tests do.

#[path = "../tests/support/postgres.rs"]
mod postgres;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use postgres::{Cluster, Durability};

const PROGRAM: &str = env!("CARGO_BIN_EXE_adjutant");

fn main() {
    let mut sizes = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let games = sizes.next().unwrap_or(100_000);
    let players = sizes.next().unwrap_or(games / 10);
    let dir = tempfile::tempdir().expect("a directory for the bench");
    let file = dir.path().join("games.ggn");
    let simulate = Command::new(PROGRAM)
        .args(["simulate", "--games", &games.to_string(), "--players", &players.to_string()])
        .arg("--output")
        .arg(&file)
        .status();
    assert!(simulate.is_ok_and(|status| status.success()), "the games are written");
    let bytes = std::fs::metadata(&file).expect("the file").len();
    println!("{games} games of {players} players, {} MB of text", bytes / 1_000_000);
    let judged = timed(Command::new(PROGRAM).arg("verify").arg(&file));
    let rate = bytes as f64 / 1e6 / judged.as_secs_f64();
    println!("judged only                {:>8.2} s  {rate:.0} MB/s", judged.as_secs_f64());

    let sqlite = dir.path().join("sqlite");
    let import = || {
        let mut command = Command::new(PROGRAM);
        command.args(["import", "--data-dir"]).arg(&sqlite).arg(&file);
        command
    };
    report("into SQLite", timed(&mut import()), judged, games, 60.0);
    report("again into SQLite", timed(&mut import()), judged, games, 60.0);
    sizes_on_disk(&sqlite, games);

    let cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE bench");
    let import = || {
        let mut command = Command::new(PROGRAM);
        command.args(["import", "--data-dir"]).arg(dir.path().join("postgres"));
        command.args(["--database-url", &cluster.url("bench")]).arg(&file);
        command
    };
    report("into PostgreSQL", timed(&mut import()), judged, games, 90.0);
    report("again into PostgreSQL", timed(&mut import()), judged, games, 90.0);
}

fn timed(command: &mut Command) -> Duration {
    let start = Instant::now();
    let output = command.stdout(Stdio::null()).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    start.elapsed()
}

/// `bar` is in seconds for a million games.
fn report(what: &str, time: Duration, judged: Duration, games: u64, bar: f64) {
    let seconds = time.as_secs_f64();
    println!(
        "{what:26} {seconds:>8.2} s  {:.2} x judging alone; {:.1} s a million (bar: {bar} s)",
        seconds / judged.as_secs_f64(),
        seconds * 1e6 / games as f64,
    );
}

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

fn sizes_on_disk(dir: &Path, games: u64) {
    let path = dir.join("adjutant.sqlite");
    let mut connection =
        SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("the file opens");
    let sum: Sum = diesel::sql_query(
        "SELECT (SELECT sum(length(body) + length(annotations)) FROM timelines)
              + (SELECT sum(length(body)) FROM deployments) AS bytes",
    )
    .get_result(&mut connection)
    .expect("the sizes");
    drop(connection);
    let disk: u64 = std::fs::read_dir(dir)
        .expect("the directory")
        .flatten()
        .filter_map(|entry| entry.metadata().ok())
        .map(|data| data.len())
        .sum();
    let encoded = sum.bytes as f64 / games as f64;
    println!(
        "on disk                    {:>8.1} bytes a game; {encoded:.1} of them the records (bar: {:.1})",
        disk as f64 / games as f64,
        encoded * 1.6 + 150.0,
    );
}
