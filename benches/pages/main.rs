//! Speed of pages: `cargo bench --bench pages -- [size] [directory/] [case]`.
//!
//! Fills a SQLite database with `size` games and `size` players (20,000 unless given; the
//! stated figures are for 1,000,000), starts the real service on loopback and asks it for
//! pages that differ from request to request, so that no answer is kept from before; then
//! for some of them again and again (named so), which kept answers serve. Each case is
//! measured in turns with an actix handler that returns a prebuilt body of the same size.
//! Service, prebuilt handler and client share the machine's cores; client and server run
//! in one process, and both sides of a ratio under the same conditions. With a directory (a
//! word with a slash) the database is kept and used again. A case is a word of the names
//! that are printed.

mod cases;
mod fill;
mod load;
mod results;
mod servers;
mod weekend;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use adjutant_service::access::Actor;
use adjutant_service::{App, AppSettings, Location, leaderboard};
use ledger_ratings::Pool;

use cases::{Case, Sample};
use load::{Round, Target};

/// Requests outstanding at a time, each on its own connection, unless a case says otherwise.
const CONNECTIONS: usize = 64;
/// The same for pages that are heavy work, of which one address may not have many more waiting.
const HEAVY_CONNECTIONS: usize = 12;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let size = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(20_000_u32);
    let passing = tempfile::tempdir().expect("a directory for the bench");
    let dir = arguments
        .iter()
        .find(|argument| argument.contains('/'))
        .map_or_else(|| passing.path().to_owned(), PathBuf::from);
    let wanted = arguments
        .iter()
        .find(|argument| !argument.contains('/') && argument.parse::<u32>().is_err());
    let app = open(&dir);
    fill::fill(&app, &dir.join("bench.sqlite"), size);
    weekend::fill(&app);
    let sample = Sample::read(&dir.join("bench.sqlite"), size);
    places(&app, &sample);
    results::start(&app, size);
    let service = servers::service(app);
    println!(
        "{CONNECTIONS} connections ({HEAVY_CONNECTIONS} for pages of players and games, and mixed ones), {ROUNDS} turns of \
         {} s each side, {} cores for client and server together",
        ROUND.as_secs(),
        std::thread::available_parallelism().map_or(1, usize::from)
    );
    println!(
        "{:34} {:>7} {:>9} {:>9} {:>6} {:>8} {:>8} {:>8} {:>8} {:>9}",
        "case",
        "bytes",
        "page/s",
        "prebuilt",
        "ratio",
        "p50 ms",
        "p99 ms",
        "us CPU",
        "prebuilt",
        "different"
    );
    for case in cases::all(&sample) {
        if wanted.is_none_or(|wanted| case.name.contains(wanted.as_str())) {
            weekend::results_come(case.name.contains("weekend of 200: results come"));
            results::come(case.name.contains("20 results"));
            measure(service, &case);
        }
    }
    // The servers' threads have nothing to finish; the process ends with them.
    std::process::exit(0);
}

fn open(dir: &Path) -> App {
    let database = Location::Sqlite(dir.join("bench.sqlite"));
    App::open(&AppSettings { database, key_file: dir.join("seal.key") }).expect("it opens")
}

/// A player's place by handle, in process.
fn places(app: &App, sample: &Sample) {
    let pool = Pool::by_key("rapid").expect("a default pool");
    let start = Instant::now();
    let board = leaderboard::board(app, pool).expect("a board");
    println!("leaderboard of {} places read in {:.1?}", board.total(), start.elapsed());
    let mut times: Vec<Duration> = sample
        .players
        .iter()
        .map(|handle| {
            let start = Instant::now();
            let found = leaderboard::find(app, &Actor::nobody(), pool, handle).expect("a read");
            assert!(found.is_some_and(|found| found.position.place > 0), "{handle} has a place");
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "place of a player by handle: p50 {:.1?}, p99 {:.1?}, worst {:.1?} (bar: 1 ms)",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1]
    );
}

/// One case and its prebuilt twin, in turns.
fn measure(service: std::net::SocketAddr, case: &Case) {
    let connections = case.connections;
    let page = Target::new(service, case.paths.clone(), case.headers);
    page.run(connections, ROUND / 2);
    let plain = Target::new(service, case.paths.clone(), "").run(connections, ROUND / 2);
    let prebuilt = servers::prebuilt(plain.sample(), !case.headers.is_empty());
    let twin = Target::new(prebuilt, vec!["/".to_owned()], case.headers);
    twin.run(connections, ROUND / 4);
    let (mut pages, mut twins) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        pages.push(page.run(connections, ROUND));
        twins.push(twin.run(connections, ROUND));
    }
    let ratios = pages.iter().zip(&twins).map(|(page, twin)| page.rate() / twin.rate()).collect();
    let of =
        |rounds: &[Round], figure: fn(&Round) -> f64| median(rounds.iter().map(figure).collect());
    println!(
        "{:34} {:>7.0} {:>9.0} {:>9.0} {:>6.2} {:>8.2} {:>8.2} {:>8.1} {:>8.1} {:>9}",
        case.name,
        of(&pages, Round::mean_bytes),
        of(&pages, Round::rate),
        of(&twins, Round::rate),
        median(ratios),
        of(&pages, |round| round.percentile(50)),
        of(&pages, |round| round.percentile(99)),
        of(&pages, |round| round.server_micros),
        of(&twins, |round| round.server_micros),
        case.paths.len()
    );
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
