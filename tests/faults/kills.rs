//! Killed at the Nth write or sync of a game, for every N that is tried: a few of them here, each in
//! another run others, and all with TESTED_FAULTS=all.

use std::time::{Duration, Instant};

use crate::game::Game;
use crate::program::Ground;

const PLIES: usize = 60;
const PLAYERS: usize = 100;
/// By what anything of SQLite becomes durable; of PostgreSQL, what is sent to it.
const OF_FILES: &str = "pwrite64,fdatasync,fsync,ftruncate,rename";
const OF_SOCKETS: &str = "sendto";
/// How long nobody serves, at least, and how much less of it may show on a player's clock.
const DOWN: Duration = Duration::from_millis(600);
const TOLERANCE: i64 = 400;

fn strace(calls: &str, rest: &[String]) -> Vec<String> {
    let words = ["strace", "-f", "-qq", "-e", "signal=none", "-e"];
    let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    all.push(format!("trace={calls}"));
    all.extend_from_slice(rest);
    all
}

/// How many of these calls the busiest thread makes in a game.
fn counted(ground: &Ground, calls: &str) -> usize {
    let log = ground.dir.path().join("calls");
    let watched = strace(calls, &["-o".to_owned(), log.display().to_string()]);
    let program = ground.start_under(&watched).unwrap_or_else(|log| panic!("{log}"));
    let mut game =
        Game::begin(program.address, [ground.players[0].clone(), ground.players[1].clone()])
            .expect("a game");
    for _ in 0..PLIES {
        game.ply(program.address).expect("a ply");
    }
    program.end_inner();
    let text = std::fs::read_to_string(log).expect("a log");
    let mut threads = std::collections::HashMap::<&str, usize>::new();
    for line in text.lines().filter(|line| line.contains('(') && !line.contains("resumed")) {
        *threads.entry(line.split(' ').next().unwrap_or_default()).or_default() += 1;
    }
    threads.into_values().max().expect("calls")
}

/// Which are tried: spread over all, and begun elsewhere each time.
fn tried(most: usize, few: usize) -> Vec<usize> {
    if std::env::var("TESTED_FAULTS").is_ok_and(|which| which == "all") {
        return (1..=most).collect();
    }
    let step = most.div_ceil(few);
    let nanos = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("a time")
        .subsec_nanos();
    let first = 1 + nanos as usize % step;
    (first..=most).step_by(step).collect()
}

/// Plays until the program is killed, then goes on with it as if nothing had been.
fn killed_at(ground: &Ground, calls: &str, at: usize) -> bool {
    let inject = format!("inject={calls}:signal=KILL:when={at}");
    let rest = ["-o", "/dev/null", "-e", &inject].map(str::to_owned);
    let Ok(program) = ground.start_under(&strace(calls, &rest)) else {
        // Killed before it served: it starts the next time.
        drop(ground.start());
        return true;
    };
    // Offers and games that a kill has left open are others' than the next one's.
    let pair = at % (ground.players.len() / 2) * 2;
    let players = [ground.players[pair].clone(), ground.players[pair + 1].clone()];
    let Some(mut game) = Game::begin(program.address, players) else {
        program.end_inner();
        drop(ground.start());
        assert_eq!(ground.faults(), Vec::<String>::new(), "call {at}");
        return true;
    };
    let mut known = Instant::now();
    // It may be killed before anybody has seen the clocks.
    let mut left = game.see(program.address).map(|seen| Game::on_both_clocks(&seen));
    let mut alive = left.is_some();
    while alive && game.plies < PLIES {
        alive = game.ply(program.address).is_some();
        if alive && game.plies % 10 == 0 {
            let asked = Instant::now();
            let Some(seen) = game.see(program.address) else { break };
            left = Some(Game::on_both_clocks(&seen));
            known = asked;
        }
    }
    let served = known.elapsed();
    program.end_inner();
    std::thread::sleep(DOWN);
    let again = Instant::now();
    let program = ground.start();
    if let Some(left) = left {
        let charged = left - game.left(program.address);
        let ran = (served + again.elapsed()).as_millis() as i64;
        assert!(charged <= ran + TOLERANCE, "call {at}: {charged} ms are charged for {ran}");
    }
    game.check(program.address);
    for _ in 0..3 {
        game.ply(program.address).expect("it goes on");
    }
    game.check(program.address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new(), "call {at}");
    !alive
}

fn killed(ground: &Ground, calls: &str, few: usize) {
    let most = counted(ground, calls);
    assert!(most > PLIES, "{most} calls");
    let tried = tried(most, few);
    let mut killed = 0;
    for (number, at) in (1..).zip(&tried) {
        killed += usize::from(killed_at(ground, calls, *at));
        // The long form takes an hour, so it reports progress.
        if number % 100 == 0 {
            println!("{number} of {} calls tried ({calls})", tried.len());
        }
    }
    println!("killed at {killed} of {tried:?}, of {most}");
    assert!(killed * 2 > tried.len(), "killed at {killed} of {tried:?}");
}

#[test]
fn f01_killed_at_a_write_on_sqlite_nothing_acknowledged_is_lost() {
    killed(&Ground::sqlite(PLAYERS), OF_FILES, 12);
}

#[test]
fn f01_killed_at_what_is_sent_to_postgresql_nothing_acknowledged_is_lost() {
    killed(&Ground::postgres(PLAYERS), OF_SOCKETS, 5);
}
