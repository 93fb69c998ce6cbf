//! The service as a process of its own, in a directory of its own, stopped by its id.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::client::{Reply, send};

pub const BINARY: &str = env!("CARGO_BIN_EXE_adjutant");
/// The operator's token of services that have one.
pub const TOKEN: &str = "the operator's long secret";

/// The demo's records, cut into games.
pub static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let text = include_str!("../../demo/sample.ggn");
    text.split("\n[Event ").map(whole).collect()
});

fn whole(game: &str) -> String {
    let head = if game.starts_with("[Event ") { "" } else { "[Event " };
    format!("{head}{}\n\n", game.trim_end())
}

/// The first `count` games of the demo, as one text.
pub fn games(count: usize) -> String {
    GAMES[..count].concat()
}

/// How to start.
pub struct Start {
    dir: Arc<tempfile::TempDir>,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Start {
    /// In an empty directory.
    pub fn empty() -> Start {
        Start::again(&Arc::new(tempfile::tempdir().expect("a temporary directory")))
    }

    /// In a directory that was used before.
    pub fn again(dir: &Arc<tempfile::TempDir>) -> Start {
        Start { dir: dir.clone(), arguments: Vec::new(), environment: Vec::new() }
            .env("ADJUTANT_REQUESTS_A_MINUTE", "0")
            .env("ADJUTANT_SIGN_UPS_AN_HOUR", "0")
    }

    /// With these records in it already.
    pub fn with(records: &str) -> Start {
        let start = Start::empty();
        let file = start.dir.path().join("records.ggn");
        std::fs::write(&file, records).expect("the records can be written");
        import(start.dir.path(), &file);
        start
    }

    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    pub fn arg(mut self, argument: &str) -> Start {
        self.arguments.push(argument.to_owned());
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Start {
        self.environment.retain(|(own, _)| own != name);
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With the operator's token set.
    pub fn token(self) -> Start {
        self.env("ADJUTANT_OPERATOR_TOKEN", TOKEN)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(BINARY);
        command.arg("serve").current_dir(self.dir.path()).args(&self.arguments);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ADJUTANT_")) {
            command.env_remove(name);
        }
        if !self.arguments.iter().any(|argument| argument == "--listen") {
            command.env("ADJUTANT_LISTEN", "127.0.0.1:0");
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts, and waits for the address.
    pub fn serve(self) -> Service {
        let mut child = self.command().spawn().expect("the program starts");
        let log = Arc::new(Mutex::new(String::new()));
        let errors = gather(child.stderr.take().expect("its errors"), &log);
        let mut said = BufReader::new(child.stdout.take().expect("its words"));
        let mut line = String::new();
        while !line.contains("http://") {
            line.clear();
            let count = said.read_line(&mut line).expect("its words can be read");
            assert!(count > 0, "it ended: {}", log.lock().expect("the log"));
        }
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|text| text.parse().ok()).expect("an address");
        let words = gather(said, &log);
        Service { child, address, dir: self.dir, log, readers: vec![errors, words] }
    }

    /// Starts what is expected to end at once: its exit code and all that it said.
    pub fn fail(self) -> (Option<i32>, String) {
        let output = self.command().output().expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    }
}

fn gather(from: impl Read + Send + 'static, log: &Arc<Mutex<String>>) -> JoinHandle<()> {
    let log = log.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            *log.lock().expect("the log") += &(line + "\n");
        }
    })
}

/// Imports a file by command into the data directory under `dir`.
pub fn import(dir: &Path, file: &Path) {
    let mut command = Command::new(BINARY);
    command.current_dir(dir).arg("import").arg(file);
    let output = command.output().expect("the import runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A running service; stopped when dropped.
pub struct Service {
    child: Child,
    pub address: SocketAddr,
    pub dir: Arc<tempfile::TempDir>,
    log: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

impl Service {
    /// One for many tests that change nothing: forty finished games and two that are not over; it goes
    /// with the last test that holds it.
    pub fn shared() -> Arc<Service> {
        static SHARED: Mutex<std::sync::Weak<Service>> = Mutex::new(std::sync::Weak::new());
        Service::of(&SHARED)
    }

    /// Another for tests that play games, which make records.
    pub fn lively() -> Arc<Service> {
        static LIVELY: Mutex<std::sync::Weak<Service>> = Mutex::new(std::sync::Weak::new());
        Service::of(&LIVELY)
    }

    fn of(shared: &Mutex<std::sync::Weak<Service>>) -> Arc<Service> {
        static DATA: LazyLock<Arc<tempfile::TempDir>> =
            LazyLock::new(|| Start::with(&(games(40) + &unfinished().concat())).token().dir);
        let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(service) = shared.upgrade() {
            return service;
        }
        // A copy, because the one before may still be ending.
        let start = Start::empty().token();
        let data = start.dir().join("data");
        std::fs::create_dir(&data).expect("a directory");
        for name in ["adjutant.sqlite", "seal.key"] {
            let from = DATA.path().join("data").join(name);
            std::fs::copy(from, data.join(name)).expect("a copy");
        }
        let service = Arc::new(start.serve());
        *shared = Arc::downgrade(&service);
        service
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[])
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        send(self.address, method, path, headers, b"")
    }

    /// Sends records with the operator's token.
    pub fn post_records(&self, body: &[u8]) -> Reply {
        let token = format!("Bearer {TOKEN}");
        send(self.address, "POST", "/api/v1/records", &[("Authorization", &token)], body)
    }

    /// All that it said so far on both outputs.
    pub fn log(&self) -> String {
        self.log.lock().expect("the log").clone()
    }

    /// Tells it to end, as an operator's system does.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {id}");
    }

    /// Waits for its end.
    pub fn ended(&mut self, within: Duration) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < within {
            if let Some(status) = self.child.try_wait().expect("its state") {
                self.readers.drain(..).for_each(|reader| reader.join().expect("a reader"));
                return status;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it still runs after {within:?}: {}", self.log());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if self.child.try_wait().ok().flatten().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The first two games of the demo again, cut short: one not over, one abandoned.
pub fn unfinished() -> [String; 2] {
    let cut = |game: &str, how: &str| {
        let mut text = String::new();
        for line in game.lines() {
            match line.split_once(' ').map_or(line, |(tag, _)| tag) {
                "[Termination" => text += &format!("[Termination \"{how}\"]\n"),
                "[Result" => text += "[Result \"*\"]\n",
                "[Event" => text += "[Event \"Still going on\"]\n",
                "1." => break,
                _ => text += &format!("{line}\n"),
            }
        }
        let secret = "[Note \"canary tag: my flag is at a1\"]\n";
        let moves = "1. {canary comment: the spy waits} *";
        text.trim_end().to_owned() + "\n" + secret + "\n" + moves + "\n\n"
    };
    [cut(&GAMES[0], "unterminated"), cut(&GAMES[1], "abandoned")]
}
