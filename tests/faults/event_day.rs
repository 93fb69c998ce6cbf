//! A day of an event: five officials enter results at once, one in a hundred of what they send is wrong, and the
//! program is killed in each round. What was acknowledged stands, and the standings are those of a day without kills.
//! `EVENT_DAY=full` plays 300 players and 9 rounds.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::game::ask;
use crate::people::Player;
use crate::program::{Ground, Program};

const OFFICIALS: usize = 5;
/// One in so many of what officials send is wrong.
const WRONG: usize = 100;
const PATIENCE: Duration = Duration::from_secs(60);

/// Players and rounds: the whole day takes minutes without optimisation.
fn size() -> (usize, usize) {
    if std::env::var("EVENT_DAY").is_ok_and(|which| which == "full") { (300, 9) } else { (60, 4) }
}

/// An organisation whose organizers all are.
fn with_officials() -> Ground {
    let ground = Ground::sqlite(OFFICIALS);
    let mut sql = "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, website, color,
            accent, logo, logo_digest, second_factor, created_at, created_by)
        VALUES (1, 'Liga', 'liga', 'liga', 'liga', 1, '', '', '', 0, 0, x'', '', 0, 1, 1);
        UPDATE counters SET value = 1 WHERE name = 'organisations';
        UPDATE tokens SET scopes = 64;"
        .to_owned();
    for id in 1..=OFFICIALS {
        sql += &format!("INSERT INTO roles VALUES ({id}, {id}, 1, 2, NULL, 0, NULL, 1);");
    }
    ground.run_sql(&sql);
    ground
}

/// A table of a round, as officials find it.
#[derive(Debug, Clone)]
struct Table {
    round: usize,
    number: u64,
    sides: [u64; 2],
}

impl Table {
    /// What comes of it, whoever enters it and when.
    fn result(&self) -> &'static str {
        let [one, other] = self.sides;
        let chance = (one * 31 + other * 17 + self.round as u64 * 7) % 20;
        match chance {
            0 => "first-absent",
            1..=3 => "drawn",
            4..=11 => "first",
            _ => "second",
        }
    }

    fn sent(&self) -> Value {
        json!({"results": [{"round": self.round, "table": self.number, "sides": self.sides,
            "result": self.result()}]})
    }

    /// The same with something wrong.
    fn wrong(&self) -> Value {
        let [one, other] = self.sides;
        let mut sent = self.sent();
        let result = &mut sent["results"][0];
        match (one + other) % 4 {
            0 => result["result"] = json!("won"),
            1 => result["table"] = json!(9_999),
            2 => result["sides"] = json!([one, one]),
            _ => result["round"] = json!("first"),
        }
        sent
    }
}

/// The event, and where it is served now.
struct Day<'a> {
    ground: &'a Ground,
    program: Option<Program>,
    address: RwLock<SocketAddr>,
    path: String,
}

impl Day<'_> {
    fn begun(ground: &Ground, players: usize, rounds: usize) -> Day<'_> {
        let program = ground.start();
        let address = RwLock::new(program.address);
        let mut day = Day { ground, program: Some(program), address, path: String::new() };
        let settings =
            json!({"plan": {"template": "swiss", "entrants": players, "rounds": rounds}});
        let event = json!({"name": "Day", "first_day": "2026-12-05", "settings": settings});
        let made = day.told(0, "/api/v1/organisations/liga/events", &event);
        let slug = made["event"].as_str().or(made["slug"].as_str()).expect("an address").to_owned();
        day.path = format!("/api/v1/events/{slug}");
        let one =
            |number: usize| json!({"name": format!("Guest {number}"), "rating": 2_400 - number});
        let all: Vec<Value> = (1..=players).map(one).collect();
        day.told(0, &format!("{}/entrants", day.path), &json!({ "entrants": all }));
        day.told(0, &format!("{}/rounds", day.path), &json!({"do": "begin", "white": true}));
        day
    }

    fn official(&self, number: usize) -> &Player {
        &self.ground.players[number]
    }

    /// Sends it until somebody answers, wherever that is: a repeated command does nothing twice.
    fn answer(&self, official: usize, path: &str, body: &Value) -> (u16, Value) {
        let end = Instant::now() + PATIENCE;
        loop {
            let address = *self.address.read().expect("an address");
            let who = Some(self.official(official));
            let answer = ask(address, who, "POST", path, &body.to_string());
            match answer {
                Some((status, text)) if ![429, 503].contains(&status) => {
                    return (status, serde_json::from_str(&text).unwrap_or_default());
                }
                _ => assert!(Instant::now() < end, "nobody serves"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn told(&self, official: usize, path: &str, body: &Value) -> Value {
        let (status, answer) = self.answer(official, path, body);
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }

    fn seen(&self) -> Value {
        let address = *self.address.read().expect("an address");
        let (status, text) =
            ask(address, None, "GET", &format!("{}/contest", self.path), "").expect("an answer");
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).expect("JSON")
    }

    fn tables(&self, round: usize) -> Vec<Table> {
        let seen = self.seen();
        let tables = seen["stages"][0]["rounds"][round - 1]["tables"].as_array().expect("tables");
        let side = |table: &Value, at: usize| table["sides"][at].as_u64().expect("a number");
        let table = |one: &Value| Table {
            round,
            number: one["table"].as_u64().expect("a number"),
            sides: [side(one, 0), side(one, 1)],
        };
        tables.iter().map(table).collect()
    }

    /// What an official does: every fifth table, and now and then something wrong.
    fn enter(
        &self,
        official: usize,
        tables: &[Table],
        ledger: &Mutex<BTreeMap<u64, &str>>,
        sent: &AtomicUsize,
    ) {
        let path = format!("{}/results", self.path);
        for table in tables.iter().skip(official).step_by(OFFICIALS) {
            if sent.fetch_add(1, Ordering::Relaxed) % WRONG == WRONG / 4 {
                let (status, answer) = self.answer(official, &path, &table.wrong());
                assert!((400..500).contains(&status), "{status} {answer}");
            }
            self.told(official, &path, &table.sent());
            ledger.lock().expect("the ledger").insert(table.number, table.result());
        }
    }

    /// Plays a round; it is killed when half of the results are acknowledged, and started again.
    fn round(&mut self, round: usize, with_kill: bool, sent: &AtomicUsize) {
        self.told(0, &format!("{}/rounds", self.path), &json!({"do": "pair"}));
        let publish = json!({"do": "publish", "round": round});
        self.told(0, &format!("{}/rounds", self.path), &publish);
        let tables = self.tables(round);
        let ledger = Mutex::new(BTreeMap::new());
        let mut program = self.program.take();
        std::thread::scope(|scope| {
            let (day, tables, ledger) = (&*self, &tables, &ledger);
            for official in 0..OFFICIALS {
                scope.spawn(move || day.enter(official, tables, ledger, sent));
            }
            let end = Instant::now() + PATIENCE;
            while with_kill
                && Instant::now() < end
                && ledger.lock().expect("the ledger").len() < tables.len() / 2
            {
                std::thread::sleep(Duration::from_millis(2));
            }
            if let Some(running) = program.take_if(|_| with_kill) {
                running.kill();
                let known = ledger.lock().expect("the ledger").clone();
                let again = day.ground.start();
                *day.address.write().expect("an address") = again.address;
                day.stands(round, &known);
                program = Some(again);
            }
        });
        self.program = program;
        self.stands(round, &ledger.into_inner().expect("the ledger"));
    }

    /// What was acknowledged is there.
    fn stands(&self, round: usize, known: &BTreeMap<u64, &str>) {
        let seen = self.seen();
        for table in seen["stages"][0]["rounds"][round - 1]["tables"].as_array().expect("tables") {
            let number = table["table"].as_u64().expect("a number");
            if let Some(result) = known.get(&number) {
                assert_eq!(table["results"], json!([result]), "round {round}, table {number}");
            }
        }
    }
}

/// The standings at the end of the day, and how much was sent.
fn played(with_kills: bool) -> (Value, usize) {
    let (players, rounds) = size();
    let ground = with_officials();
    let mut day = Day::begun(&ground, players, rounds);
    let sent = AtomicUsize::new(0);
    for round in 1..=rounds {
        day.round(round, with_kills, &sent);
    }
    let seen = day.seen();
    assert_eq!(seen["stages"][0]["is_over"], true, "{seen}");
    day.program = None;
    assert_eq!(ground.faults(), Vec::<String>::new());
    (seen["stages"][0]["groups"][0].clone(), sent.into_inner())
}

#[test]
fn f02_killed_in_each_round_while_five_enter_results_a_day_ends_as_one_without_kills() {
    let (players, rounds) = size();
    let (quiet, sent) = played(false);
    assert_eq!(quiet["standings"].as_array().map(Vec::len), Some(players), "{quiet}");
    assert!(sent > WRONG && sent == players / 2 * rounds, "{sent} results");
    let (killed, _) = played(true);
    assert_eq!(killed, quiet);
}
