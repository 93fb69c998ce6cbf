//! What the kernel grants runs out: open files, the size of a file. And what it is to grant nobody.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use crate::game::{Game, ask};
use crate::program::{Ground, Program};

/// Sets a limit of the running program.
fn limit(program: &Program, limit: &str) {
    let id = program.id().to_string();
    let done = Command::new("prlimit").args(["--pid", &id, limit]).status().expect("prlimit runs");
    assert!(done.success(), "{limit}");
}

#[test]
fn f08_where_no_more_connections_can_be_opened_the_others_play_on() {
    let ground = Ground::sqlite(2);
    let mut program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let open = std::fs::read_dir(format!("/proc/{}/fd", program.id())).expect("its files").count();
    limit(&program, &format!("--nofile={}:", open + 40));
    let idle: Vec<TcpStream> =
        (0..120).filter_map(|_| TcpStream::connect(program.address).ok()).collect();
    assert!(idle.len() > 60, "{}", idle.len());
    std::thread::sleep(Duration::from_millis(500));
    assert!(program.runs(), "{}", program.log());
    drop(idle);
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

/// Opens a line of events, and gives the status and the connection.
fn line(address: std::net::SocketAddr, path: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
    let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it is taken");
    let mut start = [0; 12];
    stream.read_exact(&mut start).expect("an answer");
    (String::from_utf8_lossy(&start[9..]).into_owned(), stream)
}

#[test]
fn f08_one_address_and_all_together_open_no_more_streams_than_leave_files_for_pages() {
    let ground = Ground::sqlite(2);
    let program = ground.start_with(&[("ADJUTANT_STREAMS_AN_ADDRESS", "5")]);
    let mut game = Game::under_way(&ground, program.address, 3);
    let events = format!("{}/events", game.path);
    let mut open: Vec<_> = (0..7).map(|_| line(program.address, &events)).collect();
    let all: Vec<&str> = open.iter().map(|(status, _)| status.as_str()).collect();
    assert_eq!(all, ["200", "200", "200", "200", "200", "429", "429"]);
    open.remove(0);
    game.ply(program.address).expect("a ply tells that somebody is gone");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(line(program.address, &events).0, "200", "what was closed counts no more");
    drop((open, program));
    // 256 files: a quarter of them, and 192 at least, are for others.
    let few = ["prlimit", "--nofile=256:256"].map(str::to_owned);
    let program = ground.start_under(&few).expect("it starts").answers();
    let open: Vec<_> = (0..80).map(|_| line(program.address, &events)).collect();
    let count = |wanted: &str| open.iter().filter(|(status, _)| status == wanted).count();
    assert_eq!((count("200"), count("503")), (64, 16));
    for path in ["/readyz", "/", &game.path] {
        let (status, said) = ask(program.address, None, "GET", path, "").expect("an answer");
        assert_eq!(status, 200, "{path}: {said}");
    }
    game.ply(program.address).expect("a ply beside them");
    game.check(program.address);
}

#[test]
fn f14_where_files_may_not_grow_the_server_says_so_and_loses_nothing() {
    let ground = Ground::sqlite(2);
    let mut program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let log = ground.data().join("adjutant.sqlite-wal");
    let size = std::fs::metadata(&log).expect("a log of changes").len();
    limit(&program, &format!("--fsize={}:", size + 10_000));
    let refused = (0..40).find(|_| game.ply(program.address).is_none());
    assert!(refused.is_some(), "the log of changes grows all the same");
    let status = program.ended(Duration::from_secs(10));
    assert!(status.code().is_some(), "the kernel has not killed it: {status}");
    assert!(program.log().contains("the disk"), "it says why: {}", program.log());
    let program = ground.start();
    game.check(program.address);
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f14_where_files_may_not_grow_a_server_that_fills_an_empty_database_says_so() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut command = Command::new("prlimit");
    command.args(["--fsize=2500000", env!("CARGO_BIN_EXE_adjutant"), "serve", "--demo"]);
    command.args(["--listen", "127.0.0.1:0"]).current_dir(dir.path());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ADJUTANT_")) {
        command.env_remove(name);
    }
    let ended = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(3), "{}: {said}", ended.status);
    assert!(said.contains("the disk that holds the database fails"), "{said}");
}

#[test]
fn l65_no_core_file_is_written() {
    let ground = Ground::sqlite(0);
    let program = ground.start();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", program.id())).expect("limits");
    let of = |name: &str| limits.lines().find(|line| line.starts_with(name)).expect("a limit");
    let core: Vec<&str> = of("Max core file size").split_whitespace().collect();
    assert_eq!(core[4..6], ["0", "0"], "{core:?}");
    let files: Vec<&str> = of("Max open files").split_whitespace().collect();
    assert_eq!(files[3], files[4], "as many as it may have");
}
