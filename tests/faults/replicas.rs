//! A standby at which pages are read that may be a little late: it lags, hangs, dies and is promoted.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::game::{Game, ask};
use crate::people::Player;
use crate::postgres::{Cluster, Durability};
use crate::program::{Ground, Program};

const DATABASE: &str = "played";
const TOKEN: &str = "the operator of this site";
const GAME: &str = include_str!("../../src/web/pages/notation/example.ggn");
const MAX_AGE: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(20);
/// What a request may take beside a wait for a bad replica, which ends within one second.
const SLACK: Duration = Duration::from_millis(1_500);
/// What everybody may read at a replica.
const PAGES: [&str; 6] = [
    "/players",
    "/games",
    "/search?q=reader",
    "/api/v1/players",
    "/api/v1/games",
    "/players/Reader0",
];

/// A primary, a standby that no commit waits for, and a server that reads at the standby.
fn reading(settings: &[(&str, &str)]) -> (Cluster, Cluster, Ground, Program) {
    let primary = Cluster::start(Durability::Durable);
    primary.run_sql("postgres", &format!("CREATE DATABASE {DATABASE}"));
    let standby = Cluster::standby(primary.port());
    let ground = Ground::at(2, primary.url(DATABASE));
    let replica = standby.url(DATABASE);
    let named = [("ADJUTANT_REPLICA_URLS", replica.as_str()), ("ADJUTANT_OPERATOR_TOKEN", TOKEN)];
    let program = ground.start_with(&[&named, settings].concat());
    bring_in(program.address, 0);
    wait_for_use(program.address, true);
    (primary, standby, ground, program)
}

/// Stores a game of the player `Reader` with this number.
fn bring_in(at: SocketAddr, number: usize) {
    let game = GAME.replace("Lakandula", &format!("Reader{number}"));
    let operator = Player(TOKEN.to_owned());
    let (status, said) =
        ask(at, Some(&operator), "POST", "/api/v1/records", &game).expect("an answer");
    assert_eq!(status, 200, "{said}");
    assert!(said.contains("\"added\":1"), "{said}");
}

fn read(at: SocketAddr, path: &str) -> String {
    let (status, body) = ask(at, None, "GET", path, "").expect("an answer");
    assert_eq!(status, 200, "{path}: {body}");
    body
}

/// A metric of the only replica.
fn figure(at: SocketAddr, name: &str) -> f64 {
    let all = read(at, "/metrics");
    let line = all.lines().find(|line| line.starts_with(&format!("{name}{{")));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0.0)
}

fn wait_for_use(at: SocketAddr, is_used: bool) {
    let end = Instant::now() + PATIENCE;
    while (figure(at, "adjutant_replica_in_use") > 0.5) != is_used {
        assert!(Instant::now() < end, "the replica should be in use: {is_used}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// How often tables of players and games were looked into at the servers, once all their connections have told.
fn looks(clusters: [&Cluster; 2]) -> [u64; 2] {
    // An idle connection of PostgreSQL tells after ten seconds.
    std::thread::sleep(Duration::from_millis(11_000));
    let asks = "SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) FROM pg_stat_user_tables \
                WHERE relname IN ('players', 'games')";
    clusters.map(|cluster| cluster.run_sql(DATABASE, asks).parse().expect("a number"))
}

#[test]
fn what_everybody_may_read_is_read_at_the_replica_and_nothing_else_is() {
    let (primary, standby, ground, program) = reading(&[("ADJUTANT_KEPT_ANSWERS", "0")]);
    let at = program.address;
    let [before, before_of_primary] = looks([&standby, &primary]);
    for page in PAGES {
        for _ in 0..10 {
            read(at, page);
        }
    }
    let [now, of_primary] = looks([&standby, &primary]);
    assert!(now >= before + 50, "{before} looks, then {now}");
    let beside = of_primary - before_of_primary;
    // What the server does by itself goes to the primary.
    assert!(
        beside * 2 < now - before,
        "the primary was read {beside} times, the replica {}",
        now - before
    );
    assert!(figure(at, "adjutant_replica_reads_total") >= 60.0);
    assert!(figure(at, "adjutant_replica_reads_given_up_total") < 1.0);
    // Somebody with a token, games under way, and events.
    let mut game = Game::under_way(&ground, at, 3);
    for page in ["/api/v1/players", "/api/v1/games", "/api/v1/events", game.path.as_str()] {
        for _ in 0..10 {
            let (status, _) =
                ask(at, Some(&ground.players[0]), "GET", page, "").expect("an answer");
            assert_eq!(status, 200, "{page}");
        }
    }
    for page in ["/play/watch", "/events", "/api/v1/plays", "/organisations/none"] {
        ask(at, None, "GET", page, "").expect("an answer");
    }
    game.ply(at).expect("a ply");
    game.check(at);
    assert_eq!(looks([&standby, &primary])[0], now, "the replica was asked");
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn while_a_replica_lags_nobody_is_shown_what_is_older_than_allowed_and_who_wrote_sees_it_at_once() {
    let (_primary, standby, ground, program) = reading(&[]);
    let at = program.address;
    for number in 1..4 {
        let newest = format!("Reader{number}");
        standby.run_sql(DATABASE, "SELECT pg_wal_replay_pause()");
        let operator = Player(TOKEN.to_owned());
        bring_in(at, number);
        let brought = Instant::now();
        let (_, own) = ask(at, Some(&operator), "GET", "/api/v1/players", "").expect("an answer");
        assert!(own.contains(&newest), "who wrote sees it");
        read(at, &format!("/players/{newest}"));
        let mut was_late = 0;
        while brought.elapsed() < MAX_AGE * 2 {
            let asked = brought.elapsed();
            for page in ["/players", "/api/v1/players"] {
                let is_new = read(at, page).contains(&newest);
                was_late += usize::from(!is_new);
                assert!(is_new || asked < MAX_AGE, "{page} is {asked:?} old");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(was_late > 0, "the replica was not read, and so nothing was tested");
        wait_for_use(at, false);
        standby.run_sql(DATABASE, "SELECT pg_wal_replay_resume()");
        wait_for_use(at, true);
        // What was kept meanwhile is not shown again.
        for page in ["/players", "/api/v1/players"] {
            assert!(read(at, page).contains(&newest), "{page} is late for ever");
        }
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn a_replica_that_hangs_dies_and_is_promoted_fails_no_page() {
    // Nothing is kept, so that every page is read.
    let (primary, mut standby, _ground, program) = reading(&[("ADJUTANT_KEPT_ANSWERS", "0")]);
    let at = program.address;
    let (over, longest) = (AtomicBool::new(false), Mutex::new(Duration::ZERO));
    let asked = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for reader in 0..4 {
            let (over, longest, asked) = (&over, &longest, &asked);
            scope.spawn(move || {
                let mut turn = reader;
                while !over.load(Ordering::Relaxed) {
                    turn += 1;
                    let began = Instant::now();
                    read(at, PAGES[turn % PAGES.len()]);
                    asked.fetch_add(1, Ordering::Relaxed);
                    let mut longest = longest.lock().expect("the longest");
                    *longest = (*longest).max(began.elapsed());
                }
            });
        }
        // Ends the readers also where this fails.
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            std::thread::sleep(Duration::from_millis(500));
            for _ in 0..2 {
                standby.pause();
                wait_for_use(at, false);
                std::thread::sleep(Duration::from_millis(1_500));
                standby.resume();
                wait_for_use(at, true);
                standby.kill();
                wait_for_use(at, false);
                standby.start_again();
                wait_for_use(at, true);
            }
            standby.promote();
            wait_for_use(at, false);
            // It goes its own way now, which nobody is shown.
            bring_in(at, 1);
            std::thread::sleep(Duration::from_millis(500));
            assert!(read(at, "/players").contains("Reader1"));
        }));
        over.store(true, Ordering::Relaxed);
        if let Err(why) = ended {
            std::panic::resume_unwind(why);
        }
    });
    let longest = *longest.lock().expect("the longest");
    println!("{} pages, the longest took {longest:?}", asked.load(Ordering::Relaxed));
    assert!(longest < Duration::from_secs(1) + SLACK, "somebody waited for {longest:?}");
    assert!(
        figure(at, "adjutant_replica_reads_given_up_total") > 0.0,
        "it was read when it failed"
    );
    drop((program, primary));
}
