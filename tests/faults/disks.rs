//! A disk that is full, and one that fails.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::game::{Game, ask};
use crate::program::{Ground, Program};

/// Has calls of the running program fail, until it is dropped.
struct Failing(Child);

impl Failing {
    fn calls(program: &Program, calls: &str, error: &str, log: &std::path::Path) -> Failing {
        let inject = format!("inject={calls}:error={error}");
        // The program lets nobody look into it but the system's own administrator.
        let own = std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
        let mut strace = if own { Command::new("strace") } else { Command::new("sudo") };
        if !own {
            strace.args(["-n", "strace"]);
        }
        let child = strace
            .args(["-f", "-o", &log.display().to_string(), "-p", &program.id().to_string()])
            .args(["-e", "signal=none", "-e", &format!("trace={calls}"), "-e", &inject])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("strace runs");
        let failing = Failing(child);
        let began = Instant::now();
        while !Failing::holds_every_thread(program.id()) {
            assert!(began.elapsed() < Duration::from_secs(20), "strace does not hold the program");
            std::thread::sleep(Duration::from_millis(20));
        }
        failing
    }

    /// Whether each thread of the process is traced: strace takes hold of one after the other.
    fn holds_every_thread(process: u32) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
        let is_traced = |thread: std::fs::DirEntry| {
            let status = std::fs::read_to_string(thread.path().join("status")).unwrap_or_default();
            // A thread that has ended meanwhile has no status.
            status.lines().all(|line| {
                line.strip_prefix("TracerPid:").is_none_or(|tracer| tracer.trim() != "0")
            })
        };
        threads.flatten().all(is_traced)
    }
}

impl Drop for Failing {
    fn drop(&mut self) {
        // Told to end it lets go; killed it would not.
        let _told = Command::new("kill").args(["-INT", &self.0.id().to_string()]).status();
        let _reaped = self.0.wait();
    }
}

#[test]
fn f12_while_the_disk_is_full_plies_are_refused_and_reading_goes_on() {
    let ground = Ground::sqlite(2);
    let mut program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let full = Failing::calls(&program, "pwrite64", "ENOSPC", &ground.dir.path().join("calls"));
    let before = game.left(program.address);
    let began = Instant::now();
    for _ in 0..5 {
        assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
        assert!(game.see(program.address).is_some(), "reading goes on");
        let (status, _) = ask(program.address, None, "GET", "/games", "").expect("an answer");
        assert_eq!(status, 200);
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(program.log().contains("they stand until they can"), "{}", program.log());
    let turned = Instant::now();
    loop {
        let (status, told) = ask(program.address, None, "GET", "/readyz", "").expect("an answer");
        if status == 503 && told.contains("writing: failing") {
            assert!(told.contains("reading: ok") && told.contains("streams: ok"), "{told}");
            break;
        }
        assert!(turned.elapsed() < Duration::from_secs(5), "{told}");
        std::thread::sleep(Duration::from_millis(100));
    }
    let (status, _) =
        ask(program.address, None, "GET", "/readyz?only=reading", "").expect("an answer");
    assert_eq!(status, 200);
    let told = game.asked_in_vain(program.address);
    assert!(told.contains("Nothing can be saved right now. Your clock is stopped."), "{told}");
    assert!(told.to_lowercase().contains("retry-after: 5"), "{told}");
    let lines = program.log().lines().count();
    for _ in 0..200 {
        game.asked_in_vain(program.address);
    }
    let more = program.log().lines().count() - lines;
    assert!(more <= 4, "{more} lines for 200 refused plies: {}", program.log());
    let full_for = began.elapsed();
    drop(full);
    game.ply_at_last(program.address, Duration::from_secs(20));
    let charged = before - game.left(program.address);
    let most = began.elapsed().saturating_sub(full_for).as_millis() as i64 + 600;
    assert!(charged <= most, "{charged} ms are charged, of {full_for:?} in which it was full");
    game.check(program.address);
    assert!(program.runs());
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f12_while_the_disk_is_full_clocks_are_shown_as_they_stood_and_listeners_are_told() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let mut line = Line::open(program.address, &format!("{}/events", game.path));
    let full = Failing::calls(&program, "pwrite64", "ENOSPC", &ground.dir.path().join("calls"));
    let began = Instant::now();
    // Nobody sends anything.
    let stands = |seen: &Value| seen["stands"] == true;
    let see = || game.see(program.address).expect("reading goes on");
    while !stands(&see()) {
        assert!(began.elapsed() < Duration::from_secs(10), "{}", see());
        std::thread::sleep(Duration::from_millis(100));
    }
    let stood = see();
    assert!(stood["running"].is_null(), "{stood}");
    std::thread::sleep(Duration::from_millis(1_500));
    let later = see();
    assert_eq!(later["clocks"], stood["clocks"]);
    let page = game.path.replace("/api/v1/plays/", "/play/");
    let (_, page) = ask(program.address, None, "GET", &page, "").expect("a page");
    assert!(page.contains("Saving is unavailable right now. Clocks are stopped."), "{page}");
    assert!(page.contains("data-running=\"\""), "{page}");
    line.hears("{\"stand\":true}");
    drop(full);
    line.hears("{\"stand\":false}");
    let after = see();
    assert!(!stands(&after) && !after["running"].is_null(), "{after}");
    let charged = Game::on_both_clocks(&stood) - Game::on_both_clocks(&after);
    assert!((0..2_000).contains(&charged), "{charged} ms are charged");
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
}

/// Somebody who listens to a game.
struct Line(BufReader<TcpStream>);

impl Line {
    fn open(address: SocketAddr, path: &str) -> Line {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it is taken");
        Line(BufReader::new(stream))
    }

    /// Waits for a line with these words.
    fn hears(&mut self, words: &str) {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            let read = self.0.read_line(&mut line).expect("it goes on");
            assert!(read > 0, "it ends without {words}");
        }
    }
}

#[test]
fn f12_a_program_that_is_killed_while_the_disk_is_full_has_charged_nobody_since_it_was() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let full = Failing::calls(&program, "pwrite64", "ENOSPC", &ground.dir.path().join("calls"));
    let before = game.left(program.address);
    assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
    std::thread::sleep(Duration::from_secs(6));
    program.kill();
    drop(full);
    let started = Instant::now();
    let program = ground.start();
    let charged = before - game.left(program.address);
    let most = started.elapsed().as_millis() as i64 + 1_500;
    assert!(charged <= most, "{charged} ms are charged, of 6 s in which the disk was full");
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
}

#[test]
fn f15_where_the_disk_fails_to_write_nothing_is_acknowledged_that_is_lost() {
    let ground = Ground::sqlite(2);
    let mut program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let failing = Failing::calls(&program, "pwrite64", "EIO", &ground.dir.path().join("calls"));
    for _ in 0..3 {
        assert!(game.ply(program.address).is_none(), "a ply is acknowledged that is nowhere");
        std::thread::sleep(Duration::from_millis(300));
    }
    drop(failing);
    // It may have stopped, or stand still until it can write: either loses nothing.
    let again = if program.runs() { None } else { Some(ground.start()) };
    let address = again.as_ref().map_or(program.address, |again| again.address);
    game.ply_at_last(address, Duration::from_secs(20));
    game.check(address);
    drop((program, again));
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f16_where_the_disk_fails_to_sync_the_program_stops_and_tries_no_second_time() {
    let ground = Ground::sqlite(2);
    let mut program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let log = ground.dir.path().join("calls");
    let failing = Failing::calls(&program, "fdatasync,fsync", "EIO", &log);
    assert!(game.ply(program.address).is_none(), "a ply is acknowledged that may be lost");
    let status = program.ended(Duration::from_secs(10));
    assert!(!status.success(), "{status}");
    assert!(program.log().contains("the disk"), "it says why: {}", program.log());
    drop(failing);
    let calls = std::fs::read_to_string(log).expect("a log");
    // The look at the disk that is due now and then may fail beside it, by a file of its own.
    let failed = calls.lines().filter(|line| line.contains("EIO"));
    let mut files: Vec<&str> = failed.filter_map(|line| line.split("sync(").nth(1)).collect();
    let tries = files.len();
    files.sort_unstable();
    files.dedup();
    assert!(tries > 0 && files.len() == tries, "what failed is never tried again: {calls}");
    let program = ground.start();
    game.check(program.address);
    game.ply(program.address).expect("it goes on");
    game.check(program.address);
}
