//! Exports over the API: `cargo bench --bench export -- [games]`.
//!
//! Simulated games (100,000 unless given) are imported into SQLite and served. Each format is streamed to a client that
//! only counts lines; beside it, the same rows are read raw, without decoding them. Bar: 20,000 games a second.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_adjutant");
const BAR: f64 = 20_000.0;

/// The service, which ends with the bench.
struct Service {
    process: Child,
    address: String,
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}

fn main() {
    let asked = std::env::args().skip(1).find_map(|one| one.parse::<u64>().ok());
    let games = asked.unwrap_or(100_000);
    let dir = tempfile::tempdir().expect("a directory for the bench");
    let (file, data) = (dir.path().join("games.ggn"), dir.path().join("data"));
    let players = (games / 10).max(2).to_string();
    run(Command::new(PROGRAM)
        .args(["simulate", "--games", &games.to_string(), "--players", &players, "--output"])
        .arg(&file));
    run(Command::new(PROGRAM).args(["import", "--data-dir"]).arg(&data).arg(&file));
    let (raw, rows) = read_raw(&data);
    println!("{rows} games; raw rows       {:>8.2} s", raw.as_secs_f64());
    let service = start(&data);
    for (format, sign) in [("ndjson", "{"), ("entries", "{"), ("ggn", "[Event \"")] {
        let (time, found) = stream(&service.address, format, sign);
        assert_eq!(found, rows, "{format}: every game is exported");
        let seconds = time.as_secs_f64();
        println!(
            "{format:22} {seconds:>8.2} s  {:.0} games/s (bar: {BAR:.0}), {:.1} x raw rows",
            found as f64 / seconds,
            seconds / raw.as_secs_f64(),
        );
    }
}

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?}");
}

/// Reads the bodies of all revealed games in the order of exports.
fn read_raw(data: &Path) -> (Duration, usize) {
    let database = rusqlite::Connection::open(data.join("adjutant.sqlite")).expect("a database");
    let sql = "SELECT t.body, t.annotations, d.body FROM games g JOIN timelines t ON t.game_id = g.id
               JOIN deployments d ON d.game_id = g.id WHERE g.revealed <> 0 ORDER BY g.day DESC, g.id DESC";
    let start = Instant::now();
    let mut query = database.prepare(sql).expect("a query");
    let bodies = query.query_map([], |row| {
        let size = |at| row.get::<_, Vec<u8>>(at).map(|body| body.len());
        Ok(size(0)? + size(1)? + size(2)?)
    });
    let rows = bodies.expect("rows").filter(|row| row.as_ref().is_ok_and(|bytes| *bytes > 0));
    let count = rows.count();
    (start.elapsed(), count)
}

fn start(data: &Path) -> Service {
    let mut process = Command::new(PROGRAM)
        .args(["serve", "--listen", "127.0.0.1:0", "--requests-a-minute", "0", "--data-dir"])
        .arg(data)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the service starts");
    let mut log = BufReader::new(process.stderr.take().expect("its log")).lines();
    let address = log.by_ref().map_while(Result::ok).find_map(|line| {
        let rest = line.split("http://").nth(1)?;
        Some(rest.chars().take_while(|c| !c.is_whitespace() && *c != '/' && *c != '"').collect())
    });
    // Read on, or the service would wait for a reader of its log.
    std::thread::spawn(move || log.for_each(drop));
    Service { process, address: address.expect("the service says its address") }
}

/// Streams an export and counts the lines that begin with `sign`.
fn stream(address: &str, format: &str, sign: &str) -> (Duration, usize) {
    let start = Instant::now();
    let mut connection = TcpStream::connect(address).expect("the service listens");
    // HTTP/1.0 has no chunks, so that lines are whole.
    write!(connection, "GET /api/v1/games/export?format={format} HTTP/1.0\r\n\r\n").expect("sent");
    let mut lines = BufReader::with_capacity(1 << 16, connection);
    let (mut line, mut found) = (Vec::new(), 0);
    while lines.read_until(b'\n', &mut line).expect("the export goes on") > 0 {
        found += usize::from(line.starts_with(sign.as_bytes()));
        line.clear();
    }
    (start.elapsed(), found)
}
