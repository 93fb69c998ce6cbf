//! A primary and a standby of PostgreSQL, of which one goes, comes back, or is out of reach.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::game::{Game, ask};
use crate::lines::{Line, State};
use crate::postgres::{Cluster, Durability, address};
use crate::program::Ground;

const DATABASE: &str = "played";
const SOON: Duration = Duration::from_secs(30);

/// How many events of games a server has.
fn events(cluster: &Cluster) -> String {
    cluster.run_sql(DATABASE, "SELECT count(*) FROM play_events")
}

#[test]
fn f25_where_a_standby_takes_over_everything_acknowledged_is_there_and_the_game_goes_on() {
    let (mut primary, mut standby) = Cluster::with_standby(DATABASE);
    let ground = Ground::at(2, address(&[primary.port(), standby.port()], DATABASE));
    let program = ground.start();
    let at = program.address;
    let mut game = Game::under_way(&ground, at, 3);
    for _ in 0..3 {
        let before = game.plies;
        let enough = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !enough.load(Ordering::Relaxed) {
                    game.ply_at_last(at, SOON);
                }
            });
            std::thread::sleep(Duration::from_millis(150));
            primary.kill();
            standby.promote();
            std::thread::sleep(Duration::from_millis(1_500));
            enough.store(true, Ordering::Relaxed);
        });
        assert!(game.plies > before + 2, "it goes on");
        game.check(at);
        Cluster::change_places(&mut primary, &mut standby);
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f25_time_in_which_no_server_reached_the_database_is_charged_to_nobody() {
    const AWAY: Duration = Duration::from_secs(1);
    /// A beat, the time until one is back, and two looks.
    const TOLERANCE: Duration = Duration::from_millis(500);
    let primary = Cluster::start(Durability::Durable);
    primary.run_sql("postgres", &format!("CREATE DATABASE {DATABASE}"));
    let line = Line::to(primary.port());
    let ground = Ground::at(2, address(&[line.port()], DATABASE));
    let servers = [ground.start_beside(0), ground.start_beside(1)];
    let (one, other) = (servers[0].address, servers[1].address);
    let mut game = Game::under_way(&ground, one, 3);
    for _ in 0..3 {
        let (began, left) = (Instant::now(), game.left(other));
        line.set(State::Cut);
        // Nobody asks for anything meanwhile.
        std::thread::sleep(AWAY);
        line.set(State::Open);
        let end = Instant::now() + SOON;
        while servers.iter().any(|one| {
            ask(one.address, None, "GET", "/readyz", "").is_none_or(|told| told.0 != 200)
        }) {
            assert!(Instant::now() < end, "they are not ready");
            std::thread::sleep(Duration::from_millis(20));
        }
        game.ply_at_last(one, SOON);
        let ran = began.elapsed().saturating_sub(AWAY) + TOLERANCE;
        let charged = left - game.left(other);
        assert!(charged <= ran.as_millis() as i64, "{charged} ms are charged for {ran:?}");
    }
}

#[test]
fn a_server_that_comes_later_charges_no_turn_for_the_commit_that_it_began_with() {
    /// How long the standby does not confirm: long enough to tell, too short to count as a failure.
    const SILENCE: Duration = Duration::from_millis(600);
    let primary = Cluster::start(Durability::Durable);
    primary.run_sql("postgres", &format!("CREATE DATABASE {DATABASE}"));
    let between = Line::to(primary.port());
    let _standby = Cluster::standby(between.port());
    primary.commits_wait_for_standby();
    let ground = Ground::at(2, address(&[primary.port()], DATABASE));
    let first = ground.start_beside(0);
    let mut game = Game::under_way(&ground, first.address, 3);
    between.set(State::SilentBack);
    std::thread::scope(|scope| {
        scope.spawn(|| game.ply_at_last(first.address, SOON));
        std::thread::sleep(SILENCE);
        between.set(State::Open);
    });
    let later = ground.start_beside(1);
    // One look takes some time after the other.
    let differ = || (game.left(first.address) - game.left(later.address)).abs() > 200;
    let end = Instant::now() + Duration::from_secs(5);
    while differ() {
        assert!(Instant::now() < end, "the later one charges what the first one does not");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn f27_an_old_primary_that_comes_back_is_never_written_to() {
    let (mut old, mut new) = Cluster::with_standby(DATABASE);
    // Without a standby to wait for, nothing but the program itself keeps it from writing there.
    old.run_sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
    let ground = Ground::at(2, address(&[old.port(), new.port()], DATABASE));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    old.kill();
    new.promote();
    game.ply_at_last(program.address, SOON);
    old.start_again();
    let had = events(&old);
    // The lines to the new one are cut, so that new ones are made.
    new.run_sql(
        "postgres",
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'played'",
    );
    game.ply_at_last(program.address, SOON);
    // One that begins only now has never seen them before.
    drop(program);
    let program = ground.start();
    game.ply_at_last(program.address, SOON);
    game.check(program.address);
    new.stop();
    for _ in 0..4 {
        assert!(game.ply(program.address).is_none(), "the old one is written to");
        std::thread::sleep(Duration::from_millis(400));
    }
    assert_eq!(events(&old), had, "nothing went to the old one");
    new.start_again();
    game.ply_at_last(program.address, SOON);
    game.check(program.address);
    assert_eq!(events(&old), had, "nothing went to the old one");
}

#[test]
fn f28_where_the_standby_is_gone_nothing_is_acknowledged_until_it_is_back() {
    let (primary, mut standby) = Cluster::with_standby(DATABASE);
    let ground = Ground::at(2, address(&[primary.port(), standby.port()], DATABASE));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    standby.stop();
    let address = program.address;
    let waits = std::thread::spawn(move || {
        game.ply_at_last(address, SOON);
        game
    });
    std::thread::sleep(Duration::from_secs(3));
    assert!(!waits.is_finished(), "a ply is acknowledged that one server alone has");
    standby.start_again();
    let game = waits.join().expect("it is made at last");
    game.check(address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f28_while_the_standby_is_gone_pages_are_read_and_who_writes_is_told_so_soon() {
    let (primary, mut standby) = Cluster::with_standby(DATABASE);
    let ground = Ground::at(2, address(&[primary.port(), standby.port()], DATABASE));
    let program = ground.start();
    let at = program.address;
    let mut game = Game::under_way(&ground, at, 3);
    standby.stop();
    let began = Instant::now();
    // More who write at once than there are connections.
    let writers: Vec<_> = (0..24)
        .map(|n| {
            let player = ground.players[n % 2].clone();
            std::thread::spawn(move || {
                let offer = r#"{"pace": "600+0", "rated": false}"#;
                let sent = Instant::now();
                let answer = ask(at, Some(&player), "POST", "/api/v1/seeks/new", offer);
                (answer.expect("an answer").0, sent.elapsed())
            })
        })
        .collect();
    let ready = || ask(at, None, "GET", "/readyz", "").expect("an answer");
    loop {
        let (status, told) = ready();
        if status == 503 && told.contains("writing: failing") {
            assert!(told.contains("reading: ok"), "{told}");
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(5), "it is not noticed: {told}");
        std::thread::sleep(Duration::from_millis(50));
    }
    while !program.log().contains("not ready") {
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "the log says nothing: {}",
            program.log()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let sent = Instant::now();
    assert!(game.ply(at).is_none(), "a ply is acknowledged that one server alone has");
    assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
    let told = game.asked_in_vain(at);
    assert!(told.contains("Nothing can be saved right now. Your clock is stopped."), "{told}");
    for writer in writers {
        let (status, waited) = writer.join().expect("it is answered");
        assert_ne!(status, 200, "an offer is acknowledged that one server alone has");
        assert!(waited < Duration::from_secs(10), "somebody waited {waited:?}");
    }
    for page in ["/games", "/players", "/events", "/api/v1/players", game.path.as_str()] {
        let asked = Instant::now();
        let (status, _) = ask(at, None, "GET", page, "").expect("an answer");
        assert_eq!(status, 200, "{page}");
        assert!(asked.elapsed() < Duration::from_secs(2), "{page}: {:?}", asked.elapsed());
    }
    assert!(game.own(at).is_some(), "who plays sees his game");
    standby.start_again();
    game.ply_at_last(at, SOON);
    game.check(at);
    let back = Instant::now();
    while ready().0 != 200 {
        assert!(back.elapsed() < Duration::from_secs(10), "{}", ready().1);
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f26_whichever_line_is_cut_or_silent_each_ply_is_made_once() {
    let primary = Cluster::start(Durability::Durable);
    primary.run_sql("postgres", &format!("CREATE DATABASE {DATABASE}"));
    let between = Line::to(primary.port());
    let standby = Cluster::standby(between.port());
    primary.commits_wait_for_standby();
    let (to_primary, to_standby) = (Line::to(primary.port()), Line::to(standby.port()));
    let ground = Ground::at(2, address(&[to_primary.port(), to_standby.port()], DATABASE));
    let program = ground.start();
    let at = program.address;
    let mut game = Game::under_way(&ground, at, 3);
    for (line, is_needed) in [(&to_primary, true), (&to_standby, false), (&between, true)] {
        for state in [State::Cut, State::SilentThere, State::SilentBack] {
            line.set(state);
            let waits = std::thread::spawn(move || {
                game.ply_at_last(at, SOON);
                game
            });
            // Without a line that is needed nothing happens; otherwise a busy machine may take its time.
            let patience = Duration::from_millis(if is_needed { 1_200 } else { 10_000 });
            let began = Instant::now();
            while !waits.is_finished() && began.elapsed() < patience {
                std::thread::sleep(Duration::from_millis(10));
            }
            assert_eq!(!waits.is_finished(), is_needed, "{state:?}");
            line.set(State::Open);
            game = waits.join().expect("it is made at last");
            game.check(at);
        }
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f34_a_standby_that_is_named_as_no_replica_is_asked_nothing_for_it_may_lag() {
    let (primary, standby) = Cluster::with_standby(DATABASE);
    let ground = Ground::at(2, primary.url(DATABASE));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    game.ply(program.address).expect("a ply");
    drop(program);
    let mut command = ground.command(&[]);
    let output = command.env("ADJUTANT_DATABASE_URL", standby.url(DATABASE)).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("it is a standby, which takes no writes: name the primary"), "{said}");
    // With both named, and the standby first, the primary alone is read.
    let reads = || {
        let asks = "SELECT coalesce(sum(seq_scan + idx_scan), 0) FROM pg_stat_user_tables";
        std::thread::sleep(Duration::from_secs(1));
        (standby.run_sql(DATABASE, asks), primary.run_sql(DATABASE, asks))
    };
    let (of_standby, of_primary) = reads();
    let named = ground.named(address(&[standby.port(), primary.port()], DATABASE));
    let program = named.start();
    game.ply(program.address).expect("a ply");
    game.check(program.address);
    drop(program);
    let now = reads();
    assert_eq!(now.0, of_standby, "the standby is read");
    assert_ne!(now.1, of_primary, "the test sees what is read");
}
