//! No more threads can be made.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::game::Game;
use crate::memory::{NOBODY, copied_to, unprivileged};
use crate::program::{Ground, begun};

/// A thread that has nothing to do for so long ends, so that the next work asks for a new one.
const IDLE: Duration = Duration::from_secs(11);

/// The server of a ground as nobody in particular, whom the kernel refuses threads: an administrator gets any.
fn command(ground: &Ground, limit: Option<&str>) -> Command {
    let dir = ground.dir.path();
    std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o777)).expect("a mode");
    let given = Command::new("chown").args(["-R", NOBODY]).arg(ground.data()).status();
    assert!(given.is_ok(), "chown runs");
    let copy = copied_to(dir);
    let mut own = ground.command(&[]);
    let settings: Vec<_> = own
        .get_envs()
        .map(|(name, value)| (name.to_owned(), value.map(ToOwned::to_owned)))
        .collect();
    let program = unprivileged(&copy);
    let mut command = Command::new("prlimit");
    command.args(limit).arg(program.get_program()).args(program.get_args());
    command.args(["serve", "--listen", "127.0.0.1:0"]).current_dir(dir);
    for (name, value) in settings {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    own.stdin(std::process::Stdio::null());
    command.stdin(std::process::Stdio::null());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    command
}

#[test]
fn f09_where_no_thread_can_be_made_nothing_acknowledged_is_lost_and_it_goes_on_when_one_can() {
    let ground = Ground::sqlite(2);
    let mut program = begun(&mut command(&ground, None)).expect("it starts").answers();
    let mut game = Game::under_way(&ground, program.address, 3);
    let limit = |most: &str| {
        let id = program.id().to_string();
        // A process is limited by its own user.
        let done = unprivileged(Path::new("prlimit")).args(["--pid", &id, most]).status();
        assert!(done.is_ok_and(|status| status.success()), "{most}");
    };
    limit("--nproc=1:");
    for _ in 0..2 {
        for _ in 0..3 {
            let _made_or_refused = game.ply(program.address);
        }
        std::thread::sleep(IDLE);
    }
    limit("--nproc=4096:");
    game.ply_at_last(program.address, Duration::from_secs(20));
    game.check(program.address);
    assert!(program.runs(), "{}", program.log());
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f09_a_server_that_gets_no_threads_says_so_and_does_not_begin() {
    let ground = Ground::sqlite(0);
    let said = begun(&mut command(&ground, Some("--nproc=1"))).expect_err("it does not begin");
    let words = "adjutant: no more than 0 threads can be made, and the server needs 32: raise what this user";
    assert!(said.starts_with(words), "{said}");
}
