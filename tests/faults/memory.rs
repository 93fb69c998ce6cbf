//! What other programs of the same user may read of the server.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Nobody's number on every Linux: the system's administrator reads whatever he likes, so that the test is not he.
const NOBODY: &str = "65534";

/// A program that nobody in particular runs; where we are nobody in particular ourselves, as we are.
fn unprivileged(program: &Path) -> Command {
    let own = Command::new("id").arg("-u").output().expect("id runs").stdout;
    if own != b"0\n" {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let user = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
    command.args(user).arg("--clear-groups").arg(program);
    command
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
    // Whoever runs it must reach it, and write beside it.
    open(0o777);
    let copy = dir.path().join("adjutant");
    // A copy that this process wrote itself could be held open by a child of another test.
    let made = Command::new("cp").arg(env!("CARGO_BIN_EXE_adjutant")).arg(&copy).status();
    assert!(made.expect("cp runs").success());
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
