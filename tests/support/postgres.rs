//! A PostgreSQL for tests: started once by each test binary that asks for it, with a
//! fresh database for each test, and gone when the test binary ends, however it ends.
//!
//! Use it from a test binary by
//! `#[path = "../support/postgres.rs"] mod postgres;` and `postgres::migrated_database()`.
//!
//! The server belongs to a small shell that waits for the end of a pipe which only the
//! test process holds open: when that process ends, by return, panic or a signal, the
//! pipe closes and the shell stops the server and removes its files.

#![allow(dead_code)]

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use adjutant_store::{Location, Store};
use diesel::connection::{Connection, SimpleConnection};
use diesel::pg::PgConnection;

const USER: &str = "adjutant";
const PASSWORD: &str = "only-for-tests";
const START_LIMIT: Duration = Duration::from_secs(60);

/// Whether a commit reaches the disk. Tests about crashes want `Durable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    Fast,
    Durable,
}

/// A running server of its own; it stops when this is dropped.
pub struct Cluster {
    bin: PathBuf,
    port: u16,
    /// Holds the pipe whose end stops the server.
    keeper: Child,
    dir: tempfile::TempDir,
}

/// A database of its own for one test; it is dropped with this value.
pub struct Database {
    cluster: &'static Cluster,
    name: String,
}

/// The cluster that this test binary shares.
fn shared() -> &'static Cluster {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(|| Cluster::start(Durability::Fast))
}

fn new_database(options: &str) -> Database {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let made = shared().execute("postgres", &format!("CREATE DATABASE {name} {options}"));
    made.expect("a new database");
    Database { cluster: shared(), name }
}

/// An empty database.
pub fn fresh_database() -> Database {
    new_database("")
}

/// A database with all tables and no rows: a copy of one that is migrated once, which takes less
/// time than to migrate each.
pub fn migrated_database() -> Database {
    static MIGRATED: OnceLock<Database> = OnceLock::new();
    let migrated = MIGRATED.get_or_init(|| {
        let empty = fresh_database();
        let address = Location::parse(&empty.url()).expect("an address");
        Store::open(address).expect("it opens").migrate().expect("it is migrated");
        empty
    });
    new_database(&format!("TEMPLATE {}", migrated.name))
}

impl Database {
    /// `postgres://…`, as `--database-url` takes it.
    pub fn url(&self) -> String {
        self.cluster.url(&self.name)
    }

    /// Runs SQL with `psql` and gives what it prints, without headings, columns split by `|`.
    pub fn run_sql(&self, sql: &str) -> String {
        self.cluster.run_sql(&self.name, sql)
    }

    /// Runs SQL that gives nothing, without the time that `psql` takes to start.
    pub fn execute(&self, sql: &str) {
        let done = self.cluster.execute(&self.name, sql);
        done.unwrap_or_else(|error| panic!("PostgreSQL refused: {sql}\n{error}"));
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // A second panic while a failed test unwinds would hide the first one.
        let _ = self.cluster.execute("postgres", &sql);
    }
}

impl Cluster {
    /// Makes and starts a server on a free port of 127.0.0.1.
    ///
    /// Its databases sort by language (ICU), so that a query that trusts the order of
    /// SQLite's bytes is found out.
    pub fn start(durability: Durability) -> Cluster {
        let bin = server_binaries();
        for _ in 0..5 {
            match Cluster::try_start(&bin, durability) {
                Ok(cluster) => return cluster,
                // Somebody took the port between our look and the server's.
                Err(log) if log.contains("could not bind") => {}
                Err(log) => panic!("PostgreSQL did not start; its log says:\n{log}"),
            }
        }
        panic!("PostgreSQL found no free port in five attempts");
    }

    fn try_start(bin: &Path, durability: Durability) -> Result<Cluster, String> {
        let dir = tempfile::Builder::new()
            .prefix("adjutant-pg-")
            .tempdir_in(parent_of_data(durability))
            .expect("a temporary directory for PostgreSQL");
        let account = server_account();
        initialise(bin, dir.path(), account, durability);
        let port = free_port();
        let keeper = start_server(bin, dir.path(), account, port, durability);
        let cluster = Cluster { bin: bin.to_owned(), port, keeper, dir };
        wait_until_ready(cluster.dir.path()).map(|()| cluster)
    }

    /// Stops the server as an operator does, until [`Cluster::start_again`].
    pub fn stop(&mut self) {
        self.tell("stop");
        let deadline = Instant::now() + START_LIMIT;
        while self.dir.path().join("data/postmaster.pid").exists() {
            assert!(Instant::now() < deadline, "PostgreSQL does not stop");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server and all of its processes at once.
    pub fn kill(&mut self) {
        self.tell("kill");
        let killed = self.dir.path().join("killed");
        let deadline = Instant::now() + START_LIMIT;
        while !killed.exists() {
            assert!(Instant::now() < deadline, "PostgreSQL does not die");
            std::thread::sleep(Duration::from_millis(5));
        }
        fs::remove_file(killed).expect("the mark goes");
    }

    /// Stops the server and all of its processes in their tracks, until [`Cluster::resume`].
    pub fn pause(&mut self) {
        self.tell("pause");
        let paused = self.dir.path().join("paused");
        let deadline = Instant::now() + START_LIMIT;
        while !paused.exists() {
            assert!(Instant::now() < deadline, "PostgreSQL does not stand still");
            std::thread::sleep(Duration::from_millis(5));
        }
        fs::remove_file(paused).expect("the mark goes");
    }

    pub fn resume(&mut self) {
        self.tell("resume");
    }

    /// Starts the stopped server on its data and its port.
    pub fn start_again(&mut self) {
        let _ = fs::remove_file(self.dir.path().join("log"));
        let _ = fs::remove_file(self.dir.path().join("data/postmaster.pid"));
        self.tell("start");
        wait_until_ready(self.dir.path()).expect("PostgreSQL starts again");
    }

    fn tell(&mut self, word: &str) {
        let pipe = self.keeper.stdin.as_mut().expect("the keeper's pipe is open");
        writeln!(pipe, "{word}").expect("the keeper listens");
    }

    /// A server that takes over everything the primary writes, which it reaches at `port`.
    pub fn standby(port: u16) -> Cluster {
        let bin = server_binaries();
        let dir = tempfile::Builder::new().prefix("adjutant-pg-").tempdir();
        let dir = dir.expect("a temporary directory for PostgreSQL");
        let account = server_account();
        give(dir.path(), account);
        copy_of(&bin, port, dir.path(), account);
        let own = free_port();
        let keeper = start_server(&bin, dir.path(), account, own, Durability::Durable);
        let cluster = Cluster { bin, port: own, keeper, dir };
        wait_until_ready(cluster.dir.path()).expect("the standby starts");
        cluster
    }

    /// Sets settings that count from a start on, and starts anew.
    pub fn start_with(&mut self, settings: &[(&str, &str)]) {
        for (name, value) in settings {
            let value = value.replace('\'', "''");
            self.run_sql("postgres", &format!("ALTER SYSTEM SET {name} = '{value}'"));
        }
        self.stop();
        self.start_again();
    }

    /// A directory that the server may write in; it goes with the server.
    pub fn directory(&self, name: &str) -> PathBuf {
        let directory = self.dir.path().join(name);
        fs::create_dir(&directory).expect("a new directory");
        give(&directory, server_account());
        directory
    }

    /// A copy of the running server, as operators make it.
    pub fn base_backup(&self) -> BaseBackup {
        let dir = tempfile::Builder::new().prefix("adjutant-pg-").tempdir();
        let dir = dir.expect("a temporary directory for PostgreSQL");
        let account = server_account();
        give(dir.path(), account);
        copy_of(&self.bin, self.port, dir.path(), account);
        // That is of standbys only.
        fs::remove_file(dir.path().join("data/standby.signal")).expect("the copy is no standby");
        BaseBackup { bin: self.bin.clone(), dir }
    }

    /// Makes a standby of the primary at `port` out of a server that was killed: what it had is gone.
    pub fn become_standby(&mut self, port: u16) {
        fs::remove_dir_all(self.dir.path().join("data")).expect("its data goes");
        copy_of(&self.bin, port, self.dir.path(), server_account());
        self.start_again();
    }

    /// A durable server with this empty database, and a standby that its commits wait for.
    pub fn with_standby(database: &str) -> (Cluster, Cluster) {
        let primary = Cluster::start(Durability::Durable);
        primary.run_sql("postgres", &format!("CREATE DATABASE {database}"));
        let standby = Cluster::standby(primary.port());
        primary.commits_wait_for_standby();
        (primary, standby)
    }

    /// After a killed primary was replaced by its standby, they change places: commits wait for the old one again.
    pub fn change_places(primary: &mut Cluster, standby: &mut Cluster) {
        primary.become_standby(standby.port());
        standby.commits_wait_for_standby();
        std::mem::swap(primary, standby);
    }

    /// Makes a primary of a standby.
    pub fn promote(&self) {
        assert_eq!(self.run_sql("postgres", "SELECT pg_promote(true, 30)"), "t");
    }

    /// Has commits wait for a standby from now on, and waits until one is there.
    pub fn commits_wait_for_standby(&self) {
        self.run_sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.run_sql("postgres", "SELECT pg_reload_conf()");
        let deadline = Instant::now() + START_LIMIT;
        let asks =
            "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')";
        while self.run_sql("postgres", asks) != "1" {
            assert!(Instant::now() < deadline, "no standby comes");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of one of its databases.
    pub fn url(&self, database: &str) -> String {
        address(&[self.port], database)
    }

    fn execute(&self, database: &str, sql: &str) -> Result<(), Box<dyn Error>> {
        let mut connection = PgConnection::establish(&self.url(database))?;
        Ok(connection.batch_execute(sql)?)
    }

    /// Runs SQL in `database`; panics with the server's words where it fails.
    pub fn run_sql(&self, database: &str, sql: &str) -> String {
        let output = self.psql(database, sql).output().expect("psql runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "PostgreSQL refused: {sql}\n{errors}");
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    fn psql(&self, database: &str, sql: &str) -> Command {
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["--set=ON_ERROR_STOP=1", "--command", sql])
            .arg(self.url(database))
            .stdin(Stdio::null());
        psql
    }
}

/// A copy of a server that has not been started.
pub struct BaseBackup {
    bin: PathBuf,
    dir: tempfile::TempDir,
}

impl BaseBackup {
    /// Starts the copy, which first recovers by these settings, and waits until that is done.
    pub fn recover(self, settings: &[(&str, &str)]) -> Cluster {
        let data = self.dir.path().join("data");
        let mut own = fs::OpenOptions::new().append(true).open(data.join("postgresql.auto.conf"));
        let own = own.as_mut().expect("its settings");
        for (name, value) in settings {
            writeln!(own, "{name} = '{}'", value.replace('\'', "''")).expect("a setting");
        }
        fs::write(data.join("recovery.signal"), "").expect("a signal");
        let account = server_account();
        give(self.dir.path(), account);
        let port = free_port();
        let keeper = start_server(&self.bin, self.dir.path(), account, port, Durability::Durable);
        let cluster = Cluster { bin: self.bin, port, keeper, dir: self.dir };
        wait_until_ready(cluster.dir.path()).expect("the copy recovers");
        // It takes readers before it is done.
        let deadline = Instant::now() + START_LIMIT;
        loop {
            let asked = cluster.psql("postgres", "SELECT pg_is_in_recovery()").output();
            if asked.is_ok_and(|told| told.stdout.starts_with(b"f")) {
                return cluster;
            }
            let log = || fs::read_to_string(cluster.dir.path().join("log")).unwrap_or_default();
            assert!(Instant::now() < deadline && !log().contains("shut down"), "{}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Cluster {
    /// Closes the keeper's pipe and waits until the server is gone.
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// The address of a database on one of several ports.
pub fn address(ports: &[u16], database: &str) -> String {
    let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
    format!("postgres://{USER}:{PASSWORD}@{}/{database}", hosts.join(","))
}

/// Copies the running server at `port` into `dir`/data, as a standby of it.
fn copy_of(bin: &Path, port: u16, dir: &Path, account: Option<&str>) {
    let output = command_as(account, &bin.join("pg_basebackup"))
        .args(["--host=127.0.0.1", "--no-password", "--write-recovery-conf", "--no-sync"])
        .args(["--checkpoint=fast", "--username", USER, &format!("--port={port}"), "--pgdata"])
        .arg(dir.join("data"))
        .env("PGPASSWORD", PASSWORD)
        .current_dir("/")
        .output()
        .expect("pg_basebackup runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "pg_basebackup failed:\n{errors}");
}

/// Gives a directory to the server's account.
fn give(dir: &Path, account: Option<&str>) {
    if let Some(account) = account {
        let owner = format!("{account}:{}", group_of(account));
        let status = Command::new("chown").arg("-R").arg(owner).arg(dir).status();
        assert!(status.is_ok_and(|s| s.success()), "the directory goes to {account}");
    }
    fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).expect("its mode can be set");
}

/// The directory of the newest installed server.
fn server_binaries() -> PathBuf {
    let major = |path: &Path| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<_> = debian
        .map(|entry| entry.path())
        .filter(|path| path.join("bin/initdb").exists())
        .filter_map(|path| Some((major(&path)?, path.join("bin"))))
        .collect();
    found.sort();
    let on_path = std::env::var_os("PATH")
        .and_then(|path| std::env::split_paths(&path).find(|dir| dir.join("initdb").exists()));
    found.pop().map(|(_, bin)| bin).or(on_path).unwrap_or_else(|| {
        panic!(
            "these tests start a PostgreSQL of their own and found none: \
             install it (Debian: apt-get install postgresql), or run scripts/test, which does"
        )
    })
}

/// The account the server runs under where we are root, which it refuses to run as.
fn server_account() -> Option<&'static str> {
    let us = fs::metadata("/proc/self").map(|m| std::os::unix::fs::MetadataExt::uid(&m));
    if us.ok() != Some(0) {
        return None;
    }
    let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let exists = passwd.lines().any(|line| line.starts_with("postgres:"));
    Some(if exists { "postgres" } else { "nobody" })
}

/// `program`, run as `account` where one is given.
fn command_as(account: Option<&str>, program: &Path) -> Command {
    let Some(account) = account else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.arg(format!("--reuid={account}"));
    command.args(["--regid", &group_of(account), "--clear-groups", "--"]).arg(program);
    command
}

fn group_of(account: &str) -> String {
    let passwd = fs::read_to_string("/etc/passwd").expect("/etc/passwd can be read");
    let line = passwd.lines().find(|line| line.starts_with(&format!("{account}:")));
    line.and_then(|line| line.split(':').nth(3)).expect("each account has a group").to_owned()
}

/// Where the data of a server goes. That of tests which do not ask for a disk goes to memory where there
/// is enough: a database is some 500 files, and a file system that has just lost those of a hundred
/// databases takes long to find room for the next.
fn parent_of_data(durability: Durability) -> PathBuf {
    const MEMORY: &str = "/dev/shm";
    const ENOUGH_MEGABYTES: u64 = 2048;
    let free = || -> Option<u64> {
        let df = Command::new("df").args(["--output=avail", "-BM", MEMORY]).output().ok()?;
        let text = String::from_utf8(df.stdout).ok()?;
        text.lines().nth(1)?.trim().trim_end_matches('M').parse().ok()
    };
    match durability {
        Durability::Fast if free().is_some_and(|free| free >= ENOUGH_MEGABYTES) => MEMORY.into(),
        Durability::Fast | Durability::Durable => std::env::temp_dir(),
    }
}

/// Makes the empty cluster in `dir`/data. Only a durable one checks passwords, as those of operators do:
/// a client spends more time on hashing than most tests on their queries.
fn initialise(bin: &Path, dir: &Path, account: Option<&str>, durability: Durability) {
    let password = dir.join("password");
    fs::write(&password, PASSWORD).expect("the password file can be written");
    give(dir, account);
    let authentication = match durability {
        Durability::Fast => "--auth=trust",
        Durability::Durable => "--auth=scram-sha-256",
    };
    let output = command_as(account, &bin.join("initdb"))
        .args(["--no-sync", authentication, "--encoding=UTF8", "--locale=C.UTF-8"])
        .args(["--locale-provider=icu", "--icu-locale=en-US", "--username", USER, "--pwfile"])
        .arg(&password)
        .arg("--pgdata")
        .arg(dir.join("data"))
        .current_dir("/")
        .output()
        .expect("initdb runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "initdb failed:\n{errors}");
}

/// Starts the server under the shell that stops it when our end of the pipe closes.
fn start_server(
    bin: &Path,
    dir: &Path,
    account: Option<&str>,
    port: u16,
    durability: Durability,
) -> Child {
    const KEEPER: &str = r#"
        dir=$1; shift
        start() { "$@" >"$dir/log" 2>&1 </dev/null & server=$!; }
        start "$@"
        while read -r word; do
            case $word in
                stop) kill -INT $server; wait $server ;;
                kill) kill -KILL $server $(pgrep -P $server); wait $server; echo > "$dir/killed" ;;
                start) start "$@" ;;
                pause) kill -STOP $server $(pgrep -P $server); echo > "$dir/paused" ;;
                resume) kill -CONT $server $(pgrep -P $server) ;;
            esac
        done
        # A shell's child ignores QUIT until it is PostgreSQL, which takes TERM as a wish.
        kill -TERM $server
        kill -QUIT $server
        wait $server
        rm -rf "$dir"
    "#;
    let fsync = if durability == Durability::Durable { "on" } else { "off" };
    let mut server = command_as(account, &bin.join("postgres"));
    server.arg("-D").arg(dir.join("data")).arg("-k").arg(dir).args(["-p", &port.to_string()]);
    for setting in [
        "listen_addresses=127.0.0.1",
        "max_connections=200",
        &format!("fsync={fsync}"),
        &format!("synchronous_commit={fsync}"),
        &format!("full_page_writes={fsync}"),
        // What it gathers in the middle of a test would change the plans that are looked at.
        &format!("autovacuum={fsync}"),
    ] {
        server.args(["-c", setting]);
    }
    Command::new("/bin/sh")
        .args(["-c", KEEPER, "keeper"])
        .arg(dir)
        .arg(server.get_program())
        .args(server.get_args())
        .current_dir("/")
        // Its own group: an interrupt at the terminal must not take the keeper before the server.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("/bin/sh runs")
}

/// Waits for the server's own word that it takes connections; else gives its log.
fn wait_until_ready(dir: &Path) -> Result<(), String> {
    let log = || fs::read_to_string(dir.join("log")).unwrap_or_default();
    let deadline = Instant::now() + START_LIMIT;
    while Instant::now() < deadline {
        let status = fs::read_to_string(dir.join("data/postmaster.pid")).unwrap_or_default();
        if status.lines().nth(7).is_some_and(|line| line.trim() == "ready") {
            return Ok(());
        }
        let words = log();
        // Callers before it is ready get the same word.
        let early = ["the database system is", "Consistent recovery state"];
        let ends =
            |line: &str| line.contains("FATAL") && !early.iter().any(|own| line.contains(own));
        if words.lines().any(ends) {
            return Err(words);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err(log())
}

fn free_port() -> u16 {
    let port = |listener: TcpListener| -> io::Result<u16> { Ok(listener.local_addr()?.port()) };
    TcpListener::bind("127.0.0.1:0").and_then(port).expect("127.0.0.1 has a free port")
}
