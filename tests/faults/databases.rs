//! A database server that goes away and comes back, or says nothing for a while.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::game::{Game, ask};
use crate::postgres::{Cluster, Durability};
use crate::program::Ground;

#[test]
fn f32_while_the_database_server_is_gone_nothing_is_acknowledged_and_nobody_pays() {
    let mut cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let before = game.left(program.address);
    let began = Instant::now();
    cluster.stop();
    let stopping = began.elapsed();
    for _ in 0..4 {
        assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
        std::thread::sleep(Duration::from_millis(400));
    }
    let (status, _) = ask(program.address, None, "GET", "/healthz", "").expect("an answer");
    assert_eq!(status, 200, "it lives on");
    cluster.start_again();
    let gone_for = began.elapsed().saturating_sub(stopping);
    game.ply_at_last(program.address, Duration::from_secs(30));
    let charged = before - game.left(program.address);
    let most = began.elapsed().saturating_sub(gone_for).as_millis() as i64 + 3_000;
    assert!(charged <= most, "{charged} ms are charged, of {gone_for:?} in which it was gone");
    game.check(program.address);
}

#[test]
fn f32_games_stand_once_while_the_database_server_starts_again_whatever_finds_its_connection_broken_later()
 {
    let mut cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    cluster.stop();
    assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
    cluster.start_again();
    game.ply_at_last(program.address, Duration::from_secs(30));
    // Two checks of the database, and two looks at what they found.
    std::thread::sleep(Duration::from_secs(4));
    game.ply_at_last(program.address, Duration::from_secs(30));
    let log = program.log();
    let stood = log.lines().filter(|line| line.contains("they stand until they can"));
    // A machine that is too busy to answer a check is none of this.
    assert_eq!(stood.filter(|line| line.contains("connection")).count(), 1, "{log}");
    game.check(program.address);
}

#[test]
fn f32_a_ply_that_came_while_the_database_server_was_gone_is_charged_for_no_pause_before_it_comes_again()
 {
    // Pages try again once a second.
    const PAUSE: Duration = Duration::from_secs(1);
    let mut cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let began = Instant::now();
    cluster.stop();
    assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
    let thought = began.elapsed();
    // Its program tries again much later than games go on.
    cluster.start_again();
    let start = Instant::now();
    while game.see(program.address).is_none_or(|seen| seen["stands"] != false) {
        assert!(start.elapsed() < Duration::from_secs(30), "it does not go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(PAUSE);
    game.ply_at_last(program.address, Duration::from_secs(30));
    let spent = game.last_answer().expect("an answer")["spent"].as_i64().expect("a time");
    let most = (thought + PAUSE / 2).as_millis() as i64;
    let log = program.log();
    assert!(spent <= most, "{spent} ms are charged, {thought:?} before it was refused: {log}");
    // The next one is charged from when it is sent.
    game.ply_at_last(program.address, Duration::from_secs(30));
    game.check(program.address);
}

#[test]
fn f32_a_program_that_is_killed_while_the_database_server_is_gone_has_charged_nobody_since_it_was()
{
    let mut cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let before = game.left(program.address);
    let began = Instant::now();
    cluster.stop();
    assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
    let stopping = began.elapsed();
    std::thread::sleep(Duration::from_secs(6));
    program.kill();
    cluster.start_again();
    let started = Instant::now();
    let program = ground.start();
    let charged = before - game.left(program.address);
    let most = (stopping + started.elapsed()).as_millis() as i64 + 1_500;
    assert!(charged <= most, "{charged} ms are charged, {stopping:?} of them while it stopped");
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
}

#[test]
fn f29_a_program_that_is_killed_while_the_database_server_hangs_has_charged_nobody_for_it() {
    let cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let before = game.left(program.address);
    let theirs =
        "SELECT pid FROM pg_stat_activity WHERE datname = 'played' AND pid <> pg_backend_pid()";
    let pids: Vec<String> = cluster.run_sql("played", theirs).lines().map(str::to_owned).collect();
    let tell = |signal: &str| {
        let told = Command::new("kill").arg(signal).args(&pids).status();
        assert!(told.is_ok_and(|status| status.success()), "kill {signal}");
    };
    tell("-STOP");
    let address = program.address;
    let waits = std::thread::spawn(move || {
        let _unanswered = game.ply(address);
        game
    });
    std::thread::sleep(Duration::from_secs(6));
    program.kill();
    tell("-CONT");
    let mut game = waits.join().expect("it is cut off");
    let started = Instant::now();
    let program = ground.start();
    let charged = before - game.left(program.address);
    let most = started.elapsed().as_millis() as i64 + 1_500;
    assert!(charged <= most, "{charged} ms are charged, of 6 s in which it hung");
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
}

#[test]
fn f29_a_database_server_that_hangs_is_waited_for_and_each_ply_is_made_once() {
    let cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let theirs =
        "SELECT pid FROM pg_stat_activity WHERE datname = 'played' AND pid <> pg_backend_pid()";
    let pids: Vec<String> = cluster.run_sql("played", theirs).lines().map(str::to_owned).collect();
    assert!(!pids.is_empty());
    let tell = |signal: &str| {
        let told = Command::new("kill").arg(signal).args(&pids).status();
        assert!(told.is_ok_and(|status| status.success()), "kill {signal}");
    };
    tell("-STOP");
    let address = program.address;
    let waits = std::thread::spawn(move || {
        game.ply_at_last(address, Duration::from_secs(30));
        game
    });
    std::thread::sleep(Duration::from_secs(3));
    tell("-CONT");
    let mut game = waits.join().expect("it is made at last");
    game.check(address);
    game.ply(address).expect("it goes on");
}

#[test]
fn f24_another_program_that_opens_the_live_file_delays_a_ply_and_harms_nothing() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    // Another SQLite, which holds the lock for writing for a while, and closes the file behind itself.
    let script = "import sqlite3, sys, time\n\
        c = sqlite3.connect(sys.argv[1], isolation_level=None)\n\
        c.execute('BEGIN IMMEDIATE')\n\
        print(c.execute('SELECT count(*) FROM play_events').fetchone()[0], flush=True)\n\
        time.sleep(1.5)\n\
        c.execute('ROLLBACK')\n\
        c.close()";
    for _ in 0..2 {
        let mut other = std::process::Command::new("python3")
            .args(["-c", script])
            .arg(ground.data().join("adjutant.sqlite"))
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("python3 runs");
        let mut line = String::new();
        let said = other.stdout.take().expect("its words");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(said), &mut line).expect("a line");
        assert!(line.trim().parse::<u32>().is_ok_and(|events| events > 3), "{line}");
        let start = std::time::Instant::now();
        game.ply(program.address).expect("it waits for its turn");
        assert!(start.elapsed() > std::time::Duration::from_millis(300), "nobody held the lock");
        assert!(other.wait().expect("it ends").success());
        game.ply(program.address).expect("a ply");
        game.check(program.address);
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f24_the_programs_own_sql_shell_delays_nobody_and_changes_nothing_while_it_serves() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let shell = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.arg("db").args(arguments).arg("--data-dir").arg(ground.data());
        command.output().expect("it runs")
    };
    let counted = || {
        let output = shell(&["SELECT count(*) AS events FROM play_events"]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.lines().nth(1).and_then(|line| line.parse::<u32>().ok()).expect("a number")
    };
    for _ in 0..3 {
        let before = counted();
        game.ply(program.address).expect("a ply");
        assert!(counted() > before);
        let refused = shell(&["--write", "DELETE FROM play_events"]);
        let words = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(words.contains("stop the server first"), "{words}");
        game.check(program.address);
    }
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

/// The lock of those who serve, held alone by a command for a while.
fn taken_by_another(cluster: &Cluster) -> std::thread::JoinHandle<()> {
    let key = i64::from_be_bytes(*b"adjutant");
    let url = cluster.url("played");
    let thread = std::thread::spawn(move || {
        use diesel::connection::{Connection, SimpleConnection};
        let mut other = diesel::PgConnection::establish(&url).expect("it answers");
        let takes = format!("SELECT pg_advisory_lock({key}); SELECT pg_sleep(6)");
        other.batch_execute(&takes).expect("it is taken");
    });
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted";
    let end = Instant::now() + Duration::from_secs(20);
    while cluster.run_sql("played", held) == "0" {
        assert!(Instant::now() < end, "nobody takes it");
    }
    thread
}

#[test]
fn f11_the_lock_of_those_who_serve_outlives_a_restart_of_the_database() {
    let mut cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(2, cluster.url("played"));
    let mut program = ground.start();
    cluster.stop();
    cluster.start_again();
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted";
    let end = Instant::now() + Duration::from_secs(20);
    while cluster.run_sql("played", held) == "0" {
        assert!(Instant::now() < end, "the lock is not taken again: {}", program.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(program.runs(), "{}", program.log());
    // While this one stands still the database restarts, and a command that works alone begins.
    program.signal("-STOP");
    cluster.stop();
    cluster.start_again();
    let other = taken_by_another(&cluster);
    program.signal("-CONT");
    assert_eq!(program.ended(Duration::from_secs(15)).code(), Some(4), "{}", program.log());
    assert!(program.log().contains("a command that works alone"), "{}", program.log());
    other.join().expect("it lets go");
}
