//! Much is asked for at once: what is heavy waits in a lane of its own, and those who play notice nothing.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::game::{Game, ask};
use crate::program::{Ground, Program};

const BINARY: &str = env!("CARGO_BIN_EXE_adjutant");
/// Requests that are under way at once.
const CALLERS: usize = 120;
/// The plies of the game that is asked about.
const PLIES: usize = 1_200;

/// A record of a game in which two pieces step to and fro until White gives up.
fn long_game() -> String {
    let steps = [["e3-e4", "e6-e5"], ["e4-e3", "e5-e6"]];
    let pairs = (0..PLIES / 2).map(|number| {
        let [white, black] = steps[number % 2];
        format!("{}. {white} {black}", number + 1)
    });
    let moves: Vec<String> = pairs.collect();
    format!(
        "[Event \"Long\"]\n[Site \"?\"]\n[Date \"2026.01.10\"]\n[Round \"1\"]\n[White \"Ana\"]\n\
         [Black \"Ben\"]\n[Result \"0-1\"]\n[Ruleset \"standard\"]\n[First \"White\"]\n\
         [Termination \"resignation\"]\n[WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n{} 0-1\n",
        moves.join("\n")
    )
}

/// Imports the record, and gives its id.
fn imported(ground: &Ground) -> impl Fn(&Program) -> String {
    let file = ground.dir.path().join("long.ggn");
    std::fs::write(&file, long_game()).expect("it is written");
    let done =
        Command::new(BINARY).arg("import").arg(&file).current_dir(ground.dir.path()).output();
    let done = done.expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    |program: &Program| {
        let (_, list) = ask(program.address, None, "GET", "/api/v1/games", "").expect("games");
        let list: Value = serde_json::from_str(&list).expect("JSON");
        list["games"][0]["id"].as_str().expect("an id").to_owned()
    }
}

/// The status of an answer and when it says to come again; nothing where none came.
fn status(address: SocketAddr, path: &str) -> Option<(u16, Option<u64>)> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(5)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let again = text.lines().find_map(|line| line.strip_prefix("retry-after: "));
    let again = again.and_then(|text| text.trim().parse().ok());
    Some((text.split(' ').nth(1)?.parse().ok()?, again))
}

/// What of a program is in memory, in MB.
fn resident(program: &Program) -> u64 {
    let path = format!("/proc/{}/status", program.id());
    let text = std::fs::read_to_string(path).expect("the process");
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its size");
    let kilobytes = line.split_whitespace().next().and_then(|n| n.parse::<u64>().ok());
    kilobytes.expect("a number") / 1_024
}

#[test]
fn f06_who_asks_for_much_heavy_work_at_once_is_told_to_come_again_and_keeps_no_player_waiting() {
    let ground = Ground::sqlite(2);
    let id = imported(&ground);
    let program = ground.start();
    let (id, address) = (id(&program), program.address);
    let mut game = Game::under_way(&ground, address, 3);
    let stop = Arc::new(AtomicBool::new(false));
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| {
            let (id, stop) = (id.clone(), Arc::clone(&stop));
            std::thread::spawn(move || {
                let mut seen = Vec::new();
                for round in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    // Each another one, so that none is answered from memory.
                    let at = (caller * 10 + round % 10) % PLIES;
                    let path = match caller % 3 {
                        0 => format!("/api/v1/games/{id}/knowledge?viewer=public&ply={at}"),
                        1 => format!("/games/{id}/game.gif?size=large&from={at}&to={}", at + 200),
                        _ => format!("/games/{id}?ply={at}&shade=public"),
                    };
                    seen.extend(status(address, &path));
                }
                seen
            })
        })
        .collect();
    std::thread::sleep(Duration::from_secs(3));
    let mut worst = Duration::ZERO;
    for _ in 0..20 {
        let sent = Instant::now();
        game.ply(address).expect("a ply is answered");
        worst = worst.max(sent.elapsed());
        std::thread::sleep(Duration::from_millis(100));
    }
    let most = resident(&program);
    stop.store(true, Ordering::Relaxed);
    let seen: Vec<_> =
        callers.into_iter().flat_map(|caller| caller.join().expect("it ends")).collect();
    let count = |wanted: u16| seen.iter().filter(|(status, _)| *status == wanted).count();
    println!("worst ply {worst:?}, {most} MB, {} done, {} refused", count(200), count(503));
    assert!(count(200) > 0 && count(503) > 0, "{} done, {} refused", count(200), count(503));
    let told = seen.iter().filter(|(status, _)| *status == 503).all(|(_, again)| again.is_some());
    assert!(told, "whoever is refused hears when to come again");
    assert!(seen.iter().all(|(status, _)| [200, 400, 503].contains(status)), "{seen:?}");
    // Behind what these callers ask for it would wait for minutes. A build for tests is many times slower than one
    // that serves, and shares its cores with them: how long exactly is for the benches.
    assert!(worst < Duration::from_secs(8), "a ply took {worst:?}");
    assert!(most < 600, "{most} MB");
    game.check(address);
}

#[test]
fn a_film_that_would_be_too_long_asks_for_a_span() {
    let ground = Ground::sqlite(0);
    let id = imported(&ground);
    let program = ground.start();
    let id = id(&program);
    let (refused, said) =
        ask(program.address, None, "GET", &format!("/games/{id}/game.gif"), "").expect("an answer");
    assert_eq!(refused, 400, "{said}");
    assert!(said.contains("Choose at most 500 moves"), "{said}");
    let long = format!("/games/{id}/game.gif?from=0&to=501");
    assert_eq!(status(program.address, &long).expect("an answer").0, 400);
    let span = format!("/games/{id}/game.gif?from=100&to=120");
    assert_eq!(status(program.address, &span).expect("an answer").0, 200);
}

#[test]
fn f06_while_a_write_does_not_come_back_plays_stand_and_nobody_pays_for_it() {
    use diesel::connection::{Connection, SimpleConnection};

    let ground = Ground::sqlite(2);
    let program = ground.start();
    let address = program.address;
    let mut game = Game::under_way(&ground, address, 4);
    let before = game.left(address);
    let path = ground.data().join("adjutant.sqlite");
    let mut raw =
        diesel::SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute("BEGIN IMMEDIATE").expect("the lock is had");
    let waits = std::thread::spawn(move || {
        let done = game.ply(address);
        (game, done)
    });
    let stands = || program.log().contains("a write of plays is not made; they stand");
    let end = Instant::now() + Duration::from_secs(20);
    while !stands() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(stands(), "{}", program.log());
    raw.batch_execute("ROLLBACK").expect("the lock is free");
    let (mut game, _) = waits.join().expect("it ends");
    game.ply_at_last(address, Duration::from_secs(20));
    game.ply_at_last(address, Duration::from_secs(20));
    let lost = before - game.left(address);
    // The build for tests and its neighbours take their own time.
    assert!(lost < 4_000, "{lost} ms were charged");
    game.check(address);
}
