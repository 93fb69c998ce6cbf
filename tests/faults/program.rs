//! The program as a process of its own that is started, stopped and broken, again and again on one place.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use adjutant_service::{App, AppSettings, Location};

use crate::game::ask;
use crate::people::{Player, players};
use crate::postgres;

const BINARY: &str = env!("CARGO_BIN_EXE_adjutant");

/// A directory and a database on one of the engines, with people in it.
pub struct Ground {
    pub dir: tempfile::TempDir,
    url: Option<String>,
    pub players: Vec<Player>,
    _database: Option<postgres::Database>,
}

impl Ground {
    pub fn sqlite(people: usize) -> Ground {
        Ground::new(people, None, None)
    }

    pub fn postgres(people: usize) -> Ground {
        let database = postgres::fresh_database();
        let url = database.url();
        Ground::new(people, Some(url), Some(database))
    }

    /// On a server of the test's own.
    pub fn at(people: usize, url: String) -> Ground {
        Ground::new(people, Some(url), None)
    }

    fn new(people: usize, url: Option<String>, database: Option<postgres::Database>) -> Ground {
        let dir = tempfile::tempdir().expect("a directory");
        let mut ground = Ground { dir, url, players: Vec::new(), _database: database };
        std::fs::create_dir(ground.data()).expect("a directory");
        drop(ground.open());
        let empty = if ground.url.is_some() { "''::bytea" } else { "x''" };
        let on_postgres = ground.url.is_some();
        let bytes = |hex: &str| match on_postgres {
            true => format!("'\\x{hex}'::bytea"),
            false => format!("x'{hex}'"),
        };
        let (players, sql) = players(people, empty, bytes);
        ground.players = players;
        ground.run_sql(&sql);
        ground
    }

    /// The same place, whose database goes by another address.
    pub fn named(self, url: String) -> Ground {
        Ground { url: Some(url), ..self }
    }

    pub fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    fn location(&self) -> Location {
        match &self.url {
            Some(url) => Location::parse(url).expect("an address"),
            None => Location::Sqlite(self.data().join("adjutant.sqlite")),
        }
    }

    /// The service beside the program, to look at what is stored.
    pub fn open(&self) -> App {
        let settings =
            AppSettings { database: self.location(), key_file: self.data().join("seal.key") };
        App::open(&settings).expect("the service opens")
    }

    pub fn run_sql(&self, sql: &str) {
        use diesel::connection::{Connection, SimpleConnection};
        match &self.url {
            Some(url) => diesel::PgConnection::establish(url)
                .expect("it answers")
                .batch_execute(sql)
                .expect("the people go in"),
            None => {
                let path = self.data().join("adjutant.sqlite");
                let mut raw = diesel::SqliteConnection::establish(path.to_str().expect("UTF-8"))
                    .expect("a file");
                raw.batch_execute(sql).expect("the people go in");
            }
        }
    }

    /// Everything that is wrong with what is stored.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let tell = &mut |fault: &_| faults.push(format!("{fault:?}"));
        adjutant_service::integrity::check(&self.open(), tell, &mut |_| ()).expect("it reads");
        faults
    }

    pub fn command(&self, before: &[String]) -> Command {
        let mut words = before.to_vec();
        words.extend([BINARY, "serve", "--listen", "127.0.0.1:0"].map(str::to_owned));
        let mut command = Command::new(&words[0]);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ADJUTANT_")) {
            command.env_remove(name);
        }
        command.args(&words[1..]).current_dir(self.dir.path());
        command.env("ADJUTANT_REQUESTS_A_MINUTE", "0");
        command.env("ADJUTANT_STREAMS_AN_ADDRESS", "0");
        if let Some(url) = &self.url {
            command.env("ADJUTANT_DATABASE_URL", url);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs another command on what is stored, to its end.
    pub fn adjutant(&self, arguments: &[&str]) {
        let mut command = Command::new(BINARY);
        command.args(arguments).arg("--data-dir").arg(self.data());
        let done = command.output().expect("it runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    pub fn start(&self) -> Program {
        self.start_with(&[])
    }

    /// Starts it with these settings of the environment.
    pub fn start_with(&self, settings: &[(&str, &str)]) -> Program {
        let mut command = self.command(&[]);
        let program = begun(command.envs(settings.iter().copied()));
        let program = program.unwrap_or_else(|log| panic!("it ended: {log}"));
        program.answers()
    }

    /// Starts one of several servers on the same database, each in a directory of its own with the same keys.
    pub fn start_beside(&self, number: usize) -> Program {
        self.start_beside_with(number, None, &[])
    }

    /// The same, which reaches the database by another address, with these settings of the environment.
    pub fn start_beside_with(
        &self,
        number: usize,
        url: Option<&str>,
        settings: &[(&str, &str)],
    ) -> Program {
        let own = self.dir.path().join(format!("data-{number}"));
        std::fs::create_dir_all(&own).expect("a directory");
        for key in ["seal.key", "delivery.key"] {
            let from = self.data().join(key);
            if from.exists() {
                std::fs::copy(from, own.join(key)).expect("a copy of the key");
            }
        }
        let url = url.or(self.url.as_deref()).expect("PostgreSQL");
        let own = own.to_str().expect("UTF-8");
        let own = [("ADJUTANT_DATA_DIR", own), ("ADJUTANT_DATABASE_URL", url)];
        self.start_with(&[&own, settings].concat())
    }

    /// The number that a query returns as `count`.
    pub fn count(&self, sql: &str) -> i64 {
        use diesel::connection::Connection;
        use diesel::{QueryableByName, RunQueryDsl};
        #[derive(QueryableByName)]
        struct Counted {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            count: i64,
        }
        let url = self.url.as_ref().expect("PostgreSQL");
        let mut conn = diesel::PgConnection::establish(url).expect("it answers");
        let counted: Counted = diesel::sql_query(sql).get_result(&mut conn).expect("a number");
        counted.count
    }

    /// Starts it below another program; where it ends before it listens, what it said.
    pub fn start_under(&self, before: &[String]) -> Result<Program, String> {
        begun(&mut self.command(before))
    }
}

/// The program, as soon as it listens; where it ends before that, what it said.
pub fn begun(command: &mut Command) -> Result<Program, String> {
    let mut child = command.spawn().expect("the program starts");
    let log = Arc::<Mutex<String>>::default();
    gather(child.stderr.take().expect("its errors"), &log);
    let mut said = BufReader::new(child.stdout.take().expect("its words"));
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        if said.read_line(&mut line).unwrap_or(0) == 0 {
            let _reaped = child.wait();
            std::thread::sleep(Duration::from_millis(50));
            return Err(log.lock().expect("the log").clone());
        }
    }
    gather(said, &log);
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.and_then(|text| text.parse().ok()).expect("an address");
    Ok(Program { child, address, log })
}

fn gather(from: impl Read + Send + 'static, log: &Arc<Mutex<String>>) {
    let log = Arc::clone(log);
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            *log.lock().expect("the log") += &(line + "\n");
        }
    });
}

/// Whether a thread of this process is neither gone nor a zombie, which has closed its files.
fn has_files(process: &str) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    threads.flatten().any(|thread| {
        let state = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        let state = state.rsplit_once(") ").map_or("", |(_, rest)| rest);
        !matches!(state.chars().next(), None | Some('Z' | 'X'))
    })
}

/// It runs; it is killed when this is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    pub address: SocketAddr,
    log: Arc<Mutex<String>>,
}

impl Program {
    /// The same as soon as it answers.
    pub fn answers(self) -> Program {
        let end = Instant::now() + Duration::from_secs(60);
        while ask(self.address, None, "GET", "/healthz", "").is_none() {
            assert!(Instant::now() < end, "no answer: {}", self.log());
        }
        self
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn log(&self) -> String {
        self.log.lock().expect("the log").clone()
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {name}");
    }

    /// Kills what runs below another program, and that with it; waits until all have given up their files.
    pub fn end_inner(mut self) {
        let children = format!("/proc/{0}/task/{0}/children", self.id());
        let children = std::fs::read_to_string(children).unwrap_or_default();
        for child in children.split_whitespace() {
            let _gone = Command::new("kill").args(["-KILL", child]).status();
        }
        std::thread::sleep(Duration::from_millis(20));
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
        let end = Instant::now() + Duration::from_secs(30);
        for child in children.split_whitespace() {
            while has_files(child) {
                assert!(Instant::now() < end, "{child} does not end");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    pub fn kill(mut self) {
        self.child.kill().expect("it is killed");
        let _reaped = self.child.wait();
    }

    /// Waits for its end.
    pub fn ended(&mut self, within: Duration) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < within {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it still runs after {within:?}: {}", self.log());
    }

    pub fn runs(&mut self) -> bool {
        self.child.try_wait().expect("its state").is_none()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}
