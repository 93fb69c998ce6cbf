//! The program itself, once for each world, asked over TCP: what it logs when it logs everything, and
//! what its figures say.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use adjutant_service::{App, AppSettings, Location};
use serde_json::{Value, json};

use crate::client::{Reply, send};
use crate::people::{OPERATOR, Who, keep_delivery_key, move_in};

/// White's in two worlds: of the pieces that meet nobody some have changed places.
const WHITE: [&str; 2] = ["3..PL5P../.ASKTP.4S/BMCPPF12P", "P..3L5P../.SA4TK.PS/MBPCFP21P"];
const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

/// The running program; it is killed when this is dropped.
struct Program {
    child: Child,
    address: SocketAddr,
    log: Arc<Mutex<String>>,
    _dir: tempfile::TempDir,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn gather(from: impl Read + Send + 'static, log: &Arc<Mutex<String>>) {
    let log = Arc::clone(log);
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            *log.lock().expect("the log") += &(line + "\n");
        }
    });
}

impl Program {
    fn start() -> Program {
        let dir = tempfile::tempdir().expect("a directory");
        let data = dir.path().join("data");
        std::fs::create_dir(&data).expect("a directory");
        let database = data.join("adjutant.sqlite");
        let settings = AppSettings {
            database: Location::Sqlite(database.clone()),
            key_file: data.join("seal.key"),
        };
        drop(App::open(&settings).expect("the service opens"));
        keep_delivery_key(&settings.key_file);
        move_in(&database);
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ADJUTANT_")) {
            command.env_remove(name);
        }
        command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .current_dir(dir.path())
            .env("RUST_LOG", "trace")
            .env("ADJUTANT_REQUESTS_A_MINUTE", "0")
            .env("ADJUTANT_OPERATOR_TOKEN", OPERATOR)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let log = Arc::<Mutex<String>>::default();
        gather(child.stderr.take().expect("its errors"), &log);
        let mut said = BufReader::new(child.stdout.take().expect("its words"));
        let mut line = String::new();
        while !line.contains("http://") {
            line.clear();
            assert!(said.read_line(&mut line).expect("words") > 0, "it ended: {:?}", log.lock());
        }
        gather(said, &log);
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|text| text.parse().ok()).expect("an address");
        Program { child, address, log, _dir: dir }
    }

    fn ask(&self, who: Who, method: &str, path: &str, body: &Value) -> Reply {
        let shown = who.authorization();
        let headers: Vec<(&str, &str)> =
            shown.iter().map(|shown| ("Authorization", shown.as_str())).collect();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        send(self.address, method, path, &headers, body.as_bytes())
    }

    /// Once all that was asked is in the log.
    fn log(&self) -> String {
        std::thread::sleep(Duration::from_millis(300));
        self.log.lock().expect("the log").clone()
    }
}

/// Three games with a challenge each, a refused ply, and words; everybody looks on.
fn play(program: &Program, white: &str) {
    let mut command = 0;
    let mut name = || {
        command += 1;
        format!("{command:016x}")
    };
    for _ in 0..3 {
        let offer = json!({"pace": "600+5", "rated": false, "color": "white"});
        let seek = program.ask(Who::White, "POST", "/api/v1/seeks/new", &offer).json();
        let accept = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().expect("an id"));
        let play = program.ask(Who::Black, "POST", &accept, &Value::Null).json();
        let path = format!("/api/v1/plays/{}", play["id"].as_str().expect("an id"));
        for (who, setup) in [(Who::White, white), (Who::Black, BLACK)] {
            let body = json!({"id": name(), "setup": setup});
            let sent = program.ask(who, "POST", &format!("{path}/deployment"), &body);
            assert_eq!(sent.status, 200, "{}", sent.whole());
        }
        for number in 1..=3 {
            let seen = program.ask(Who::Nobody, "GET", &path, &Value::Null).json();
            let (who, steps) = match seen["to_move"].as_str() {
                Some("white") => (Who::White, ["e3-e4", "e4-e5"]),
                _ => (Who::Black, ["e6-e5", "e5-e4"]),
            };
            let ply = steps[usize::from(number == 3)];
            for (ply, status) in [("a1-a1", 400), (ply, 200)] {
                let body = json!({"id": name(), "number": number, "ply": ply});
                let sent = program.ask(who, "POST", &format!("{path}/plies"), &body);
                assert_eq!(sent.status, status, "{}", sent.whole());
            }
            for who in Who::ALL {
                assert_eq!(program.ask(who, "GET", &path, &Value::Null).status, 200);
            }
        }
        // It is revealed to nobody, for it goes on: only its words are heard.
        let body = json!({"id": name(), "word": "offer"});
        program.ask(Who::White, "POST", &format!("{path}/words"), &body);
    }
}

/// The lines that this program itself logs, without moments and numbers, and how often each.
fn own_lines(log: &str) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for line in log.lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
        let target = line["target"].as_str().unwrap_or_default();
        if target.starts_with("adjutant") {
            *lines.entry(format!("{target} {}", line["fields"]["message"])).or_default() += 1;
        }
    }
    lines
}

/// Names and labels of all figures, and how often was asked for what.
fn figures(program: &Program) -> Vec<String> {
    let text = program.ask(Who::Nobody, "GET", "/metrics", &Value::Null).text();
    let mut all: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| match line.starts_with("adjutant_http_requests_total") {
            true => line.to_owned(),
            false => line.rsplit_once(' ').map_or(line, |(name, _)| name).to_owned(),
        })
        .collect();
    all.sort();
    all
}

/// The first row of a set-up that is in a text.
fn told(text: &str, white: &str) -> Option<String> {
    let rows = white.split('/').chain(BLACK.split('/'));
    rows.into_iter().find(|row| text.contains(row)).map(str::to_owned)
}

#[test]
fn the_log_at_its_loudest_and_the_figures_are_the_same_in_both_worlds() {
    let begun = Instant::now();
    let worlds = WHITE.map(|white| {
        let program = Program::start();
        play(&program, white);
        let (log, figures) = (program.log(), figures(&program));
        assert!(log.len() > 50_000, "{} bytes of log", log.len());
        assert_eq!(told(&log, white), None);
        assert!(
            told(&format!("{log}deployed {white}"), white).is_some(),
            "a leak would be noticed"
        );
        (own_lines(&log), figures)
    });
    assert_eq!(worlds[0], worlds[1]);
    assert!(
        worlds[0].1.iter().any(|line| line.contains("/api/v1/plays/{id}/plies")),
        "{:?}",
        worlds[0].1
    );
    let more = ["pieces_fallen_total{rank=\"S\"}".to_owned()];
    assert_ne!(
        [worlds[0].1.clone(), more.to_vec()].concat(),
        worlds[1].1,
        "a leak would be noticed"
    );
    println!("{:?}", begun.elapsed());
}
