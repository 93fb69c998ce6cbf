//! The program as a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::hall::Hall;

pub const SERVE: [&str; 7] =
    ["serve", "--listen", "127.0.0.1:0", "--requests-a-minute", "0", "--streams-an-address", "0"];

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub started: Instant,
}

/// Lets this process and those that it starts have so many files open: a spectator's line is one here and one at
/// the server.
pub fn raise_limit(files: usize) {
    let own = std::process::id().to_string();
    let limit = format!("--nofile={files}:{files}");
    let raised = Command::new("prlimit").args(["--pid", &own, &limit]).status();
    assert!(raised.is_ok_and(|status| status.success()), "no {files} files may be open");
}

/// The program with the hall's database.
pub fn adjutant(hall: &Hall, arguments: &[&str]) -> Command {
    adjutant_in(hall, &hall.dir, arguments)
}

/// The same with a data directory of its own.
pub fn adjutant_in(hall: &Hall, dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(arguments).arg("--data-dir").arg(dir);
    if let Some(url) = &hall.url {
        command.args(["--database-url", url]);
    }
    command
}

impl Server {
    /// Starts it on the hall's database, and waits until it says where it listens.
    pub fn start(hall: &Hall) -> Server {
        Server::run(adjutant(hall, &SERVE))
    }

    /// The same with a library that is loaded before all others.
    pub fn start_with(hall: &Hall, library: &Path) -> Server {
        let mut command = adjutant(hall, &SERVE);
        command.env("LD_PRELOAD", library);
        Server::run(command)
    }

    /// Runs a command that serves, and waits until it says where it listens.
    pub fn run(mut command: Command) -> Server {
        let started = Instant::now();
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the program starts");
        let said = BufReader::new(child.stdout.take().expect("its output"));
        let address = said.lines().map_while(Result::ok).find_map(|line| {
            let rest = line.split_once("http://")?.1;
            rest.split('/').next()?.parse().ok()
        });
        Server { child, address: address.expect("its address"), started }
    }

    /// What of the process is in memory, in bytes.
    pub fn resident(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("the process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its size");
        let kilobytes: u64 =
            line.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
        kilobytes * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _killed = self.child.kill();
        let _gone = self.child.wait();
    }
}
