//! Ratings at size: `cargo bench --bench rating -- [games] [players] [directory]` makes a
//! SQLite file of games (10,000,000 and 1,000,000 unless given), folds it from nothing, and
//! measures what a new game, a place and a page cost then. Prints a figure a line with its
//! bar. A directory is kept, and its file used again.

use std::time::{Duration, Instant};

use adjutant_service::{App, AppSettings, Location, leaderboard, ratings};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use ledger_ratings::Pool;

fn main() {
    let mut sizes = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let games = sizes.next().unwrap_or(10_000_000);
    let players = sizes.next().unwrap_or(1_000_000);
    let passing = tempfile::tempdir().expect("a directory for the bench");
    let kept = std::env::args().filter(|argument| argument.contains('/')).nth(1);
    let dir = kept.map_or_else(|| passing.path().to_owned(), std::path::PathBuf::from);
    let path = dir.join("bench.sqlite");
    let made = path.exists();
    let settings =
        AppSettings { database: Location::Sqlite(path.clone()), key_file: dir.join("seal.key") };
    let app = App::open(&settings).expect("an empty database opens");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    println!("{games} games of {players} players");
    if made {
        // The games that an earlier run added go, too.
        raw.batch_execute(&format!(
            "DELETE FROM games WHERE id > {games};
             UPDATE counters SET value = {games} WHERE name = 'games';
             DELETE FROM player_ratings; DELETE FROM rating_pools;"
        ))
        .expect("emptied");
    } else {
        fill(&mut raw, games, players);
    }

    let update = timed("all rated from nothing", "15 s for 10 million", || {
        ratings::recompute(&app, true, 0).expect("a fold")
    });
    println!("  {} players rated", update.iter().map(|pool| pool.computed.players).sum::<i64>());
    timed("folded again and compared", "15 s for 10 million", || {
        assert!(
            ratings::recompute(&app, false, 0).expect("a fold").iter().all(|pool| pool.agrees())
        );
    });
    let pool = Pool::by_key("rapid").expect("a default pool");
    let board =
        timed("leaderboard read at start", "", || leaderboard::board(&app, pool).expect("a board"));
    println!("  {} of {} players have a place", board.total(), board.players());
    new_games(&app, &mut raw, games, players);
    reads(&app, pool, players);
}

fn timed<T>(what: &str, bar: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    report(what, start.elapsed(), bar);
    done
}

fn report(what: &str, time: Duration, bar: &str) {
    let bar = if bar.is_empty() { String::new() } else { format!("  (bar: {bar})") };
    println!("{what:32} {time:>12.3?}{bar}");
}

/// Games as an import would leave them, without their bodies: 400 an event, 5 rounds, three
/// days an event, results by a hash.
fn fill(raw: &mut SqliteConnection, games: u64, players: u64) {
    let sql = format!(
        "PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL;
         DROP INDEX games_by_day; DROP INDEX games_by_white; DROP INDEX games_by_black;
         DROP INDEX games_by_event;
         INSERT INTO sites VALUES (1, '?'); INSERT INTO rule_sets VALUES (1, 'standard');
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {players})
         INSERT INTO players (id, handle, name_key)
         SELECT i, printf('Player %07d', i), printf('player %07d', i) FROM n;
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= {games} / 400)
         INSERT INTO events (id, name, name_key, slug, last_day)
         SELECT i, 'Evening ' || i, 'evening ' || i, 'evening-' || i, 0 FROM n;
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games})
         INSERT INTO games ({GAME_COLUMNS}) {} FROM n;
         UPDATE counters SET value = {games} WHERE name = 'games';
         PRAGMA wal_checkpoint(TRUNCATE);",
        game_columns(players)
    );
    timed("database made", "", || raw.batch_execute(&sql).expect("the rows go in"));
}

/// The columns that [`game_columns`] selects.
const GAME_COLUMNS: &str = "id, content_id, white_id, black_id, event_id, site_id, rule_set_id, round, \
    white_as, black_as, event_as, day, date_text, base_seconds, increment_seconds, first_color, outcome, \
    termination, plies, revealed, provenance, imported_at";

/// The columns of game `i` as a select list.
fn game_columns(players: u64) -> String {
    let hash = |factor: u64| format!("(((i * {factor}) & 0xffffffffff) >> 8)");
    let white = format!("(1 + {} % {players})", hash(2_654_435_761));
    let by = format!("(1 + {} % ({players} - 1))", hash(2_246_822_519));
    let black = format!("(1 + ({white} - 1 + {by}) % {players})");
    let outcome = format!("min({} % 9 / 4, 2)", hash(3_266_489_917));
    format!(
        "SELECT i, CAST(printf('%010d', i) AS BLOB), {white}, {black}, 1 + i / 400, 1, 1, 1 + i % 5, \
         '', '', '', 20000 + i / 30000 + i % 3, '', 1200, 5, 0, {outcome}, \
         CASE {outcome} WHEN 2 THEN 3 ELSE 2 END, 80, 1, 0, 0"
    )
}

/// One game at a time, as it comes in.
fn new_games(app: &App, raw: &mut SqliteConnection, games: u64, players: u64) {
    let (mut worst, mut sum) = (Duration::ZERO, Duration::ZERO);
    const TIMES: u64 = 20;
    for number in games + 1..=games + TIMES {
        let sql = format!(
            "WITH n(i) AS (SELECT {number}) INSERT INTO games ({GAME_COLUMNS}) {} FROM n;
             UPDATE counters SET value = {number} WHERE name = 'games';",
            game_columns(players)
        );
        raw.batch_execute(&sql).expect("the game goes in");
        let start = Instant::now();
        ratings::bring_up_to_date(app).expect("it is rated");
        worst = worst.max(start.elapsed());
        sum += start.elapsed();
    }
    report("one new game rated, mean", sum / TIMES as u32, "");
    report("one new game rated, worst", worst, "100 ms");
}

fn reads(app: &App, pool: &'static Pool, players: u64) {
    let board = leaderboard::board(app, pool).expect("a board");
    let all: Vec<i64> = (1..=players).step_by(7).filter_map(|id| i64::try_from(id).ok()).collect();
    let start = Instant::now();
    let placed = all.iter().filter_map(|player| board.standing(*player)).count();
    report("place of a player", start.elapsed() / placed.max(1) as u32, "1 ms");
    let start = Instant::now();
    let mut rows = 0;
    for place in (1..board.total()).step_by(1 + board.total() / 10_000) {
        rows += board.jump(place, 50).rows.len();
    }
    report("page of 50", start.elapsed() * 50 / rows.max(50) as u32, "");
    let start = Instant::now();
    for player in all.iter().take(1_000) {
        let id = i32::try_from(*player).expect("a stored number");
        ratings::of_player(app, id).expect("a read");
    }
    report("a player's ledgers", start.elapsed() / 1_000, "");
}
