//! What the kernel grants runs out: open files, the size of a file. And what it is to grant nobody.

use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use crate::game::Game;
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
