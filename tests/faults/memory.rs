//! The server's memory: what runs out, and what other programs of the same user may read of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::game::Game;
use crate::program::{Ground, Program};

/// Nobody's number on every Linux: the administrator can read everything, so the test must not be root.
pub const NOBODY: &str = "65534";

/// A program that nobody in particular runs; where we are nobody in particular ourselves, as we are.
pub fn unprivileged(program: &Path) -> Command {
    let own = Command::new("id").arg("-u").output().expect("id runs").stdout;
    if own != b"0\n" {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let user = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
    command.args(user).arg("--clear-groups").arg(program);
    command
}

/// A copy of the program that everybody may run.
pub fn copied_to(dir: &Path) -> PathBuf {
    let copy = dir.join("adjutant");
    // A copy that this process wrote itself could be held open by a child of another test.
    let made = Command::new("cp").arg(env!("CARGO_BIN_EXE_adjutant")).arg(&copy).status();
    assert!(made.expect("cp runs").success());
    copy
}

/// Whether another program of its user reads the environment and the places in memory of a process.
fn is_read(process: &Child) -> bool {
    let id = process.id();
    let script = format!("cat /proc/{id}/environ /proc/{id}/maps > /dev/null");
    let read = unprivileged(Path::new("sh")).args(["-c", &script]).stderr(Stdio::null()).status();
    read.expect("a shell runs").success()
}

fn end(mut process: Child) {
    process.kill().expect("it is there");
    process.wait().expect("it ends");
}

#[test]
fn l65_no_other_program_of_its_user_reads_the_servers_memory() {
    let dir = tempfile::tempdir().expect("a directory");
    let open = |mode| {
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(mode))
            .expect("a mode");
    };
    // The user who runs it must be able to reach it and write beside it.
    open(0o777);
    let copy = copied_to(dir.path());
    let mut server = unprivileged(&copy)
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(dir.path().join("data"))
        .env_remove("ADJUTANT_DATABASE_URL")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let lines = BufReader::new(server.stdout.take().expect("its words")).lines();
    let serves = lines.map_while(Result::ok).any(|line| line.contains("http://"));
    assert!(serves, "it serves");
    let read = is_read(&server);
    end(server);
    assert!(!read, "another program reads it");
    // One that does not look after itself is read: the test sees it.
    let careless = unprivileged(Path::new("sleep")).arg("600").spawn().expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let read = is_read(&careless);
    end(careless);
    assert!(read, "nothing is read of anybody, and the test shows nothing");
}

/// A spectator's open stream.
fn watches(program: &Program, game: &Game) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(program.address).ok()?;
    let head = format!("GET {}/events HTTP/1.1\r\nHost: a\r\n\r\n", game.path);
    stream.write_all(head.as_bytes()).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let mut some = [0; 64];
    stream.read(&mut some).ok().filter(|length| *length > 0).map(|_| stream)
}

/// A size in memory that the kernel tells, in kB.
fn of_status(program: &Program, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id()));
    let status = status.expect("its status");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a size");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
fn f07_each_spectator_costs_little_memory() {
    const SPECTATORS: u64 = 400;
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let watch =
        || (0..SPECTATORS).map(|_| watches(&program, &game).expect("a line")).collect::<Vec<_>>();
    let first = watch();
    let before = of_status(&program, "VmRSS:");
    let second = watch();
    let grown = of_status(&program, "VmRSS:").saturating_sub(before);
    assert!(grown <= 24 * SPECTATORS, "{grown} kB for {SPECTATORS} spectators");
    drop((first, second));
    game.ply(program.address).expect("a ply");
}

#[test]
fn f07_where_memory_runs_out_nothing_acknowledged_is_lost() {
    let ground = Ground::sqlite(2);
    // The allocator sets a gigabyte of addresses aside at the start, all of which the limit would count as used.
    let mut program = ground.start_with(&[("MIMALLOC_ARENA_EAGER_COMMIT", "0")]);
    let mut game = Game::under_way(&ground, program.address, 3);
    let limit = format!("--data={}:", of_status(&program, "VmData:") * 1024 + 1_000_000);
    let id = program.id().to_string();
    let done = Command::new("prlimit").args(["--pid", &id, &limit]).status();
    assert!(done.is_ok_and(|status| status.success()), "{limit}");
    let mut lines = Vec::new();
    while program.runs() && lines.len() < 600 {
        let _made_or_refused = game.ply(program.address);
        lines.extend((0..10).filter_map(|_| watches(&program, &game)));
    }
    assert!(!program.runs(), "memory has not run out, and the test shows nothing");
    let program = ground.start();
    game.check(program.address);
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}
