//! The weekend of tests/contest through the API, as a script of two officials would run it: the same facts, and the same
//! standings to the last value.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::Reply;
use crate::contests::Evening;

const SCRIPT: &str = include_str!("../contest/data/weekend.json");

/// The result that a key stands for.
fn of_key(key: char) -> &'static str {
    match key {
        '1' => "first",
        '2' => "second",
        '3' => "drawn",
        '4' => "first-absent",
        '5' => "second-absent",
        '6' => "both-absent",
        _ => panic!("no key: {key}"),
    }
}

struct Weekend {
    script: Value,
    evening: Evening,
    /// Of the second official.
    other: String,
}

impl Weekend {
    fn new() -> Weekend {
        let script: Value = serde_json::from_str(SCRIPT).expect("JSON");
        let mut more = script["settings"].clone();
        let plan = more.as_object_mut().expect("settings").remove("plan").expect("a plan");
        let evening = Evening::of(plan, more);
        evening.world.sql("INSERT INTO roles VALUES (8, 1, 1, 2, NULL, 0, NULL, 0)");
        let other = evening.world.token("stranger", TokenScopes::OFFICIATE);
        Weekend { script, evening, other }
    }

    /// What the second official sends.
    fn second(&self, body: &Value) -> Reply {
        let path = self.evening.path("results");
        self.evening.world.show(Some(&self.other), "POST", &path, &body.to_string())
    }

    fn table(&self, step: &Value, table: usize) -> Value {
        let number = |name: &str| step[name].as_u64().expect("a number") as usize - 1;
        let stage = &self.evening.seen()["stages"][number("stage")];
        stage["rounds"][number("round")]["tables"][table].clone()
    }

    fn result(&self, step: &Value, table: &Value, key: char) -> Value {
        let game = table["next"]["game"].as_u64().unwrap_or(1);
        json!({"stage": step["stage"], "round": step["round"], "table": table["table"], "game": game,
            "sides": table["sides"], "result": of_key(key)})
    }

    /// All results of a round in one request.
    fn results(&self, step: &Value) {
        let number = |name: &str| step[name].as_u64().expect("a number") as usize - 1;
        let round = &self.evening.seen()["stages"][number("stage")]["rounds"][number("round")];
        let tables = round["tables"].as_array().expect("tables");
        let keys = step["keys"].as_str().expect("keys");
        assert_eq!(keys.len(), tables.len());
        let entered = tables.iter().zip(keys.chars()).filter(|(_, key)| *key != '.');
        let all: Vec<Value> = entered.map(|(table, key)| self.result(step, table, key)).collect();
        self.evening.told("results", json!({ "results": all }));
    }

    /// Both enter a result at one table; the slower one is told what stands.
    fn clash(&self, step: &Value) {
        let at = step["table"].as_u64().expect("a table") as usize - 1;
        let table = self.table(step, at);
        let keys: Vec<char> = step["keys"].as_str().expect("keys").chars().collect();
        self.evening.told("results", json!({"results": [self.result(step, &table, keys[0])]}));
        let refused = self.second(&json!({"results": [self.result(step, &table, keys[1])]}));
        let why = refused.json()["detail"].as_str().expect("a reason").to_owned();
        let stands = if keys[0] == '1' { "1–0" } else { "0–1" };
        assert_eq!(refused.status, 409);
        assert!(why.starts_with(&format!("Table {}: ", at + 1)), "{why}");
        assert!(why.contains(&format!("Somebody else entered a result first: {stands}")), "{why}");
    }

    /// Both set it right: the second adds nothing.
    fn correct(&self, step: &Value) {
        let table = self.table(step, step["table"].as_u64().expect("a table") as usize - 1);
        let key = step["key"].as_str().and_then(|key| key.chars().next()).expect("a key");
        let mut right = self.result(step, &table, key);
        right["instead_of"] = table["results"][0].clone();
        right["why"] = step["why"].clone();
        let body = json!({ "results": [right] });
        assert!(self.evening.told("results", body.clone())["facts"].as_u64() > Some(0));
        assert_eq!(self.second(&body).json()["facts"], 0);
    }

    fn people(&self, step: &Value) {
        let end = |name: &str| step[name].as_u64().expect("a number");
        let all: Vec<u64> = (end("from")..=end("to")).collect();
        let of = |number: &u64| {
            let one = &self.script["people"][*number as usize - 1];
            json!({"name": one[0], "rating": one[1], "club": one[2], "province": one[3]})
        };
        match step["do"].as_str() {
            Some("register") => {
                let list: Vec<Value> = all.iter().map(of).collect();
                let told = self.evening.told("entrants", json!({ "entrants": list }));
                assert_eq!(told["facts"], list.len());
            }
            Some("pay") => {
                self.evening.told("people", json!({"do": "paid", "entrants": all}));
            }
            _ => {
                self.evening.told("people", json!({"do": "there", "entrants": all}));
            }
        }
    }

    fn step(&self, step: &Value) {
        let rounds = |body: Value| drop(self.evening.told("rounds", body));
        let (stage, round, who) = (&step["stage"], &step["round"], &step["person"]);
        match step["do"].as_str().expect("what is done") {
            "register" | "check-in" | "pay" => self.people(step),
            "begin" => rounds(json!({"do": "begin", "stage": stage, "white": true})),
            "join" => rounds(json!({"do": "join", "stage": stage, "entrant": who})),
            "pair" => rounds(json!({"do": "pair", "stage": stage})),
            "publish" => rounds(json!({"do": "publish", "stage": stage, "round": round})),
            "take-back-and-restore" => {
                let back = json!({"do": "take-back", "stage": stage, "round": round});
                let (status, why) = self.evening.refused("rounds", back.clone());
                assert!(status == 409 && why.contains("29 tables"), "{why}");
                rounds(
                    json!({"do": "take-back", "stage": stage, "round": round, "results_too": true}),
                );
                rounds(json!({"do": "restore", "stage": stage}));
            }
            "gone" => drop(self.evening.told("people", json!({"do": "gone", "entrant": who}))),
            "withdraw" => {
                drop(self.evening.told("people", json!({"do": "withdraw", "entrant": who})))
            }
            "results" => self.results(step),
            "clash" => self.clash(step),
            "correct" => self.correct(step),
            "no-shows" => {
                let of = json!({"no_shows": {"stage": stage, "round": round}});
                assert_eq!(self.evening.told("results", of)["facts"], 1);
            }
            "see-waiting" => {
                let at = who.as_u64().expect("a number") as usize - 1;
                assert_eq!(self.evening.desk()["entrants"][at]["standing"], "waiting");
            }
            "see-stale" => {
                let rounds = self.evening.seen()["stages"][0]["rounds"].clone();
                let rounds = rounds.as_array().expect("rounds").iter();
                let stale =
                    rounds.filter(|one| one["stale"] == true).map(|one| one["round"].clone());
                assert_eq!(&Value::Array(stale.collect()), &step["rounds"]);
            }
            "end" => drop(self.evening.told("settings", json!({"over": true}))),
            what => panic!("nobody knows how to {what}"),
        }
    }
}

#[test]
fn a_weekend_by_the_api_ends_with_the_standings_of_the_rules() {
    let weekend = Weekend::new();
    for step in weekend.script["steps"].as_array().expect("steps") {
        weekend.step(step);
    }
    let event = weekend.evening.seen();
    assert_eq!(event["phase"], "over");
    let rows = event["stages"][0]["groups"][0]["standings"].as_array().expect("rows").clone();
    let expected = weekend.script["standings"].as_array().expect("rows");
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(expected) {
        let values = row["values"].as_array().expect("values").iter();
        let values: Vec<&str> = values.map(|one| one.as_str().unwrap_or_default()).collect();
        assert_eq!(&json!([row["place"], row["name"], row["points"], values]), expected);
    }
    assert_eq!(event["stages"][1]["places"][0]["name"], weekend.script["champion"]);
}
