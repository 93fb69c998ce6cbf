//! Speed of several servers on one PostgreSQL database: `cargo bench --bench cluster -- [case] [numbers]`.
//!
//! Starts a durable PostgreSQL and the built program, once and then three times, on loopback; they and the
//! clients share the machine's cores. Cases:
//!
//! - `flood` (64 games, 8 s): plies as fast as answers come, at one server, then at three, with the two players of each
//!   game at different ones.
//! - `replica` (4 readers, 8 s): public pages of which none is kept, read by one server at the primary, then at a standby.
//! - `crowd` (30,000 spectators, 20 s): one game, a ply a second; the spectators listen at three servers.
//! - `kills` (500 games, 50 kills, 10 promotions, 20 s), only where it is named, for it takes 20 minutes: each game a ply
//!   every two seconds at three servers on a primary with a synchronous standby; a server is killed every 20 s, and now
//!   and then the primary, whose standby takes over.

#[allow(dead_code, reason = "shared with the bench of live games")]
#[path = "../live/client.rs"]
mod client;
#[allow(dead_code, reason = "shared with the bench of live games")]
#[path = "../live/disk.rs"]
mod disk;
#[allow(dead_code, reason = "shared with the tests of faults")]
#[path = "../../tests/faults/game.rs"]
mod game;
#[path = "../live/hall.rs"]
mod hall;
mod kills;
mod listeners;
#[path = "../../tests/faults/people.rs"]
mod people;
#[path = "../live/players.rs"]
mod players;
#[path = "../../tests/support/postgres.rs"]
mod postgres;
#[allow(dead_code, reason = "shared with the tests of faults")]
#[path = "../../tests/faults/program.rs"]
mod program;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;
#[allow(dead_code, reason = "shared with the bench of live games")]
#[path = "../live/server.rs"]
mod server;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use actix_web::rt;
use client::spread;
use hall::Hall;
use listeners::{Listeners, now};
use players::{SECOND, as_fast_as_may_be, both_hands, micros, side};
use server::{SERVE, Server, adjutant_in};

const SERVERS: usize = 3;

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let number = |place: usize, usual: usize| {
        words.iter().filter_map(|word| word.parse().ok()).nth(place).unwrap_or(usual)
    };
    let wanted =
        |case: &str| words.iter().all(|word| word.parse::<usize>().is_ok() || word == case);
    if let Some((_, listen)) = words.split_first().filter(|(first, _)| *first == listeners::WORD) {
        return listeners::run(listen);
    }
    server::raise_limit(20_000);
    if words.iter().any(|word| word == "kills") {
        let every = Duration::from_secs(number(3, 20) as u64);
        return kills::run(number(0, 500), number(1, 50), number(2, 10), every);
    }
    let cluster = postgres::Cluster::start(postgres::Durability::Durable);
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let hall = |case: &str, games, plies| {
        cluster.run_sql("postgres", &format!("CREATE DATABASE {case}_case"));
        Hall::fill(&dir.path().join(case), Some(cluster.url(&format!("{case}_case"))), games, plies)
    };
    println!("the disk alone: {:.0} syncs of 4 KB a second", disk::syncs_a_second(dir.path()));
    if wanted("flood") {
        let (games, seconds) = (number(0, 64), number(1, 8));
        flood(&hall("flood", 2 * games, 80 * seconds), seconds);
    }
    if wanted("replica") {
        let hall = hall("replica", 32, 60);
        let standby = postgres::Cluster::standby(cluster.port());
        replica(&hall, &standby, number(0, 4), number(1, 8));
    }
    if wanted("crowd") {
        let (spectators, seconds) = (number(0, 30_000), number(1, 20));
        crowd(&hall("crowd", 1, seconds + 10), spectators, seconds);
    }
}

/// As fast as answers come: at one server, then at some.
fn flood(hall: &Hall, seconds: usize) {
    let (at_one, at_some) = hall.games.split_at(hall.games.len() / 2);
    println!("flood: {} games at once", at_one.len());
    let mut rates = Vec::new();
    for (count, games) in [(1, at_one), (SERVERS, at_some)] {
        let servers = start_many(hall, count);
        let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
        let (plies, elapsed, answers) = as_fast_as_may_be(&addresses, games, seconds);
        let rate = plies as f64 / elapsed.as_secs_f64();
        println!("  {count} server(s): {rate:.0} durable plies a second, {}", spread(answers));
        rates.push(rate);
    }
    println!("  {SERVERS} of one: {:.2}   (bar: 1, p99 25 ms)", rates[1] / rates[0]);
}

/// What everybody may read at a replica.
const PAGES: [&str; 4] = ["/players", "/games", "/api/v1/players", "/search?q=a"];

/// Asks for a page; whether it came.
fn read(at: SocketAddr, page: &str) -> bool {
    let asked = TcpStream::connect(at).and_then(|mut stream| {
        let head = format!("GET {page} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        let mut whole = Vec::new();
        stream.read_to_end(&mut whole)?;
        Ok(whole)
    });
    asked.is_ok_and(|whole| whole.starts_with(b"HTTP/1.1 200"))
}

/// Pages read by one server at its primary, then at a standby.
fn replica(hall: &Hall, standby: &postgres::Cluster, readers: usize, seconds: usize) {
    println!("replica: {readers} readers, no page is kept");
    let mut rates = Vec::new();
    for (place, urls) in [("primary", String::new()), ("standby", standby.url("replica_case"))] {
        let mut command = adjutant_in(hall, &hall.dir, &SERVE);
        command.env("ADJUTANT_KEPT_ANSWERS", "0").env("ADJUTANT_REPLICA_URLS", urls);
        let server = Server::run(command);
        // The standby is read once it has shown a beat.
        std::thread::sleep(3 * SECOND);
        let (began, at) = (Instant::now(), server.address);
        let end = began + SECOND * u32::try_from(seconds).expect("seconds");
        let pages: usize = std::thread::scope(|scope| {
            let work = |reader| {
                scope.spawn(move || {
                    let turns = (reader..).take_while(|_| Instant::now() < end);
                    turns.filter(|turn| read(at, PAGES[turn % PAGES.len()])).count()
                })
            };
            let all: Vec<_> = (0..readers).map(work).collect();
            all.into_iter().map(|one| one.join().expect("it reads")).sum()
        });
        let rate = pages as f64 / began.elapsed().as_secs_f64();
        println!("  at the {place}: {rate:.0} pages a second");
        rates.push(rate);
    }
    println!("  at the standby of at the primary: {:.2}", rates[1] / rates[0]);
}

/// One game that many watch at some servers.
fn crowd(hall: &Hall, spectators: usize, seconds: usize) {
    let (servers, game) = (start_many(hall, SERVERS), &hall.games[0]);
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let resident = || servers.iter().map(Server::resident).sum::<u64>();
    let before = resident();
    let at_each = spectators / SERVERS;
    let listen = |server: &SocketAddr| Listeners::start(*server, &game.id, at_each);
    let listeners: Vec<Listeners> = addresses.iter().map(listen).collect();
    let each = (resident() - before) / (at_each * SERVERS) as u64;
    let (mut answers, mut due) = (Vec::new(), Vec::new());
    rt::System::new().block_on(async {
        let mut hands = both_hands(&addresses, 0, game).await;
        for made in 0..seconds {
            let (moment, start) = (now(), Instant::now());
            hands[side(game.first, made)].ply(made + 1, &game.plies[made]).await;
            answers.push(micros(start));
            due.push(moment);
            rt::time::sleep(SECOND.saturating_sub(start.elapsed())).await;
        }
        rt::time::sleep(SECOND).await;
    });
    let heard: Vec<(usize, u64)> = listeners.into_iter().flat_map(Listeners::end).collect();
    assert_eq!(heard.len(), at_each * SERVERS * seconds, "everybody hears of every ply");
    let first = heard.iter().map(|(number, _)| *number).min().expect("an event");
    let mut last = vec![0; seconds];
    let mut waited = Vec::with_capacity(heard.len());
    for (number, at) in heard {
        let micros = u32::try_from(at - due[number - first]).unwrap_or(u32::MAX);
        last[number - first] = micros.max(last[number - first]);
        waited.push(micros);
    }
    println!("crowd: {spectators} spectators of one game at {SERVERS} servers, {seconds} plies");
    println!("  each resident  {:.1} KB   (bar: 20 KB)", each as f64 / 1024.0);
    println!("  accepted ply   {}", spread(answers));
    println!("  at a spectator {}", spread(waited));
    println!("  at the last    {}   (bar: p99 300 ms)", spread(last));
}

/// Starts so many on the hall's database, each with a data directory of its own and the same keys.
fn start_many(hall: &Hall, count: usize) -> Vec<Server> {
    let start = |number: usize| {
        if number == 0 {
            return Server::start(hall);
        }
        let dir = hall.dir.join(format!("server-{number}"));
        std::fs::create_dir_all(&dir).expect("a directory");
        for key in ["seal.key", "delivery.key"] {
            std::fs::copy(hall.dir.join(key), dir.join(key)).expect("a key");
        }
        Server::run(adjutant_in(hall, &dir, &SERVE))
    };
    (0..count).map(start).collect()
}
