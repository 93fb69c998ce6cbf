//! Events that are run here, over the API, as a script of their officials would run them.

use std::collections::BTreeMap;

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::bots::curls;
use crate::client::{Reply, send};
use crate::world::World;

/// An event, and the token of an organizer.
pub struct Evening {
    pub world: World,
    pub token: String,
    pub slug: String,
}

/// Names of twelve guests, the strongest first.
const NAMES: [&str; 12] = [
    "Ana", "Ben", "Carla", "Dino", "Elena", "Felix", "Gloria", "Hugo", "Iris", "Jomar", "Karen",
    "Leo",
];

impl Evening {
    pub fn of(plan: Value, more: Value) -> Evening {
        let world = World::new();
        let token = world.token("organizer", TokenScopes::OFFICIATE);
        let mut settings = json!({ "plan": plan });
        settings.as_object_mut().expect("members").extend(more.as_object().expect("more").clone());
        let new =
            json!({"name": "Saturday Swiss", "first_day": "2026-12-05", "settings": settings});
        let path = "/api/v1/organisations/league/events";
        let made = world.show(Some(&token), "POST", path, &new.to_string());
        assert_eq!(made.status, 200, "{}", made.whole());
        assert_eq!(made.must("cache-control"), "private, no-store");
        let slug = made.json()["slug"].as_str().expect("a slug").to_owned();
        Evening { world, token, slug }
    }

    /// Twelve guests who are there, and a Swiss stage of four rounds that has begun.
    pub fn begun() -> Evening {
        let plan = json!({"template": "swiss", "entrants": 12, "rounds": 4});
        let evening = Evening::of(plan, json!({"check_in": true}));
        let guest = |(n, name): (usize, &&str)| json!({"name": name, "rating": 1800 - 20 * n});
        let guests: Vec<Value> = NAMES.iter().enumerate().map(guest).collect();
        assert_eq!(evening.told("entrants", json!({"entrants": guests}))["facts"], 12);
        let all: Vec<u32> = (1..=12).collect();
        evening.told("people", json!({"do": "there", "entrants": all}));
        evening.told("rounds", json!({"do": "begin", "white": true}));
        evening
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/events/{}/{rest}", self.slug)
    }

    pub fn tell(&self, to: &str, body: &Value) -> Reply {
        self.world.show(Some(&self.token), "POST", &self.path(to), &body.to_string())
    }

    /// Something that is taken.
    pub fn told(&self, to: &str, body: Value) -> Value {
        let reply = self.tell(to, &body);
        assert_eq!(reply.status, 200, "{to} {body}: {}", reply.whole());
        reply.json()
    }

    /// Something that is refused: the status and the reason.
    pub fn refused(&self, to: &str, body: Value) -> (u16, String) {
        let reply = self.tell(to, &body);
        let problem = reply.json();
        assert_eq!(reply.must("content-type"), "application/problem+json", "{to} {body}");
        (reply.status, problem["detail"].as_str().expect("a reason").to_owned())
    }

    pub fn seen(&self) -> Value {
        self.world.service.get(&self.path("contest")).json()
    }

    pub fn desk(&self) -> Value {
        let reply = self.world.show(Some(&self.token), "GET", &self.path("desk"), "");
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    }

    /// Pairs and publishes a round, and gives its tables.
    pub fn round(&self, number: usize) -> Vec<Value> {
        self.told("rounds", json!({"do": "pair"}));
        self.told("rounds", json!({"do": "publish", "round": number}));
        self.tables(number)
    }

    pub fn tables(&self, number: usize) -> Vec<Value> {
        let round = &self.seen()["stages"][0]["rounds"][number - 1];
        round["tables"].as_array().expect("tables").clone()
    }
}

fn result(round: usize, table: &Value, came: &str) -> Value {
    json!({"round": round, "table": table["table"], "sides": table["sides"], "result": came})
}

/// All tables of a round but some: the first side wins at odd tables, and at even ones it is a draw.
pub fn results(round: usize, tables: &[Value]) -> Value {
    let open = tables.iter().filter(|table| table["next"]["next"] == "play");
    let one = |table: &Value| {
        let odd = table["table"].as_u64().expect("a number") % 2 == 1;
        result(round, table, if odd { "first" } else { "drawn" })
    };
    json!({ "results": open.map(one).collect::<Vec<Value>>() })
}

/// The points that the published results come to: 2, 1, 0, and 2 for the bye that pairing gives.
fn counted(event: &Value) -> BTreeMap<u64, u64> {
    let mut points: BTreeMap<u64, u64> = BTreeMap::new();
    for round in event["stages"][0]["rounds"].as_array().expect("rounds") {
        for table in round["tables"].as_array().expect("tables") {
            let side = |n: usize| table["sides"][n].as_u64().expect("a number");
            let (first, second) = match table["results"][0].as_str().expect("a result") {
                "first" | "second-absent" => (2, 0),
                "second" | "first-absent" => (0, 2),
                "drawn" => (1, 1),
                _ => (0, 0),
            };
            *points.entry(side(0)).or_default() += first;
            *points.entry(side(1)).or_default() += second;
        }
        for bye in round["byes"].as_array().expect("byes") {
            *points.entry(bye["entrant"].as_u64().expect("a number")).or_default() += 2;
        }
    }
    points
}

#[test]
fn an_evening_is_run_by_a_script_from_registration_to_the_final_standings() {
    let evening = Evening::begun();
    let first = evening.round(1);
    assert_eq!(first.len(), 6);
    evening.told("results", results(1, &first));
    // Somebody comes late, and makes the number odd.
    evening.told("entrants", json!({"entrants": [{"name": "Mayumi", "rating": 1500}]}));
    evening.told("people", json!({"do": "there", "entrant": 13}));
    evening.told("rounds", json!({"do": "join", "entrant": 13}));
    let second = evening.round(2);
    assert_eq!(second.len(), 6);
    assert_eq!(evening.seen()["stages"][0]["rounds"][1]["byes"].as_array().map(Vec::len), Some(1));
    // A player does not come to their table.
    let absent = second[5]["sides"][1].clone();
    evening.told("people", json!({"do": "gone", "entrant": absent}));
    assert_eq!(evening.told("results", json!({"no_shows": {"round": 2}}))["facts"], 1);
    let waits = evening.tables(2);
    assert_eq!(waits[5]["results"], json!(["second-absent"]));
    evening.told("results", results(2, &waits));
    evening.told("people", json!({"do": "withdraw", "entrant": absent}));
    let third = evening.round(3);
    assert!(third.iter().all(|table| table["sides"][0] != absent && table["sides"][1] != absent));
    // A result of the second round was wrong: the third was paired by it, and says so.
    let mut right = result(2, &second[0], "second");
    assert_eq!(evening.refused("results", json!({"results": [right.clone()]})).0, 409);
    right["instead_of"] = json!("first");
    let (status, why) = evening.refused("results", json!({"results": [right.clone()]}));
    assert_eq!(
        (status, why.as_str()),
        (400, "why: Table 1: There is already another result. Give a reason to correct it.")
    );
    right["why"] = json!("The slip was read upside down.");
    evening.told("results", json!({"results": [right]}));
    let rounds = evening.seen()["stages"][0]["rounds"].clone();
    let stale: Vec<&Value> =
        rounds.as_array().expect("rounds").iter().map(|one| &one["stale"]).collect();
    assert_eq!(stale, [&json!(false), &json!(false), &json!(true)]);
    let sides =
        |tables: &[Value]| tables.iter().map(|one| one["sides"].clone()).collect::<Vec<_>>();
    assert_eq!(sides(&evening.tables(3)), sides(&third), "what was published stays as it was");
    evening.told("results", results(3, &third));
    assert_eq!(evening.refused("settings", json!({"over": true})).0, 409);
    let fourth = evening.round(4);
    evening.told("results", results(4, &fourth));
    evening.told("settings", json!({"over": true}));
    stands(&evening);
    told_again(&evening);
}

/// The final standings against what the results come to, and the standings after two rounds.
fn stands(evening: &Evening) {
    let event = evening.seen();
    assert_eq!((&event["phase"], &event["stages"][0]["is_over"]), (&json!("over"), &json!(true)));
    let group = &event["stages"][0]["groups"][0];
    assert_eq!(group["tie_breaks"], json!(["DE", "BH/C1", "BH", "SB", "PO"]));
    let points = counted(&event);
    let rows = group["standings"].as_array().expect("rows");
    assert_eq!((rows.len(), group["after"].as_u64()), (13, Some(4)));
    for (number, row) in (1..).zip(rows) {
        let id = row["entrant"].as_u64().expect("a number");
        let own = points.get(&id).copied().unwrap_or_default();
        assert_eq!(row["points"], own.to_string(), "{row}");
        assert_eq!(row["rounds"].as_array().map(Vec::len), Some(4), "{row}");
        assert!(row["place"].as_u64() <= Some(number), "{row}");
        let why = evening.world.service.get(&evening.path(&format!("places/{id}"))).json();
        assert_eq!((&why["place"], &why["points"]), (&row["place"], &row["points"]));
        let values: Vec<&Value> =
            why["tie_breaks"].as_array().expect("codes").iter().map(|one| &one["value"]).collect();
        assert_eq!(values, row["values"].as_array().expect("values").iter().collect::<Vec<_>>());
    }
    let early = evening.world.service.get(&evening.path("contest?after=2")).json();
    let early = &early["stages"][0]["groups"][0];
    assert_eq!(early["after"], 2);
    let two = |row: &Value| row["rounds"].as_array().map(Vec::len) == Some(2);
    assert!(early["standings"].as_array().expect("rows").iter().all(two));
    for wrong in ["contest?after=x", "contest?rounds=1", "places/1?stage=0", "places/1?stage=65"] {
        assert_eq!(evening.world.service.get(&evening.path(wrong)).status, 400, "{wrong}");
    }
    explained(evening);
    for none in ["places/14", "places/x", "places/1?stage=2", "contest/stage-2.trf", "rounds/9/why"]
    {
        assert_eq!(evening.world.service.get(&evening.path(none)).status, 404, "{none}");
    }
}

/// Everybody is told why each round was paired as it was, also of the one that is stale.
fn explained(evening: &Evening) {
    for round in 1..=4 {
        let why = evening.world.service.get(&evening.path(&format!("rounds/{round}/why"))).json();
        assert_eq!((&why["is_legal"], &why["changed"]), (&json!(true), &json!(null)), "{why}");
        assert_eq!(why["stale"], evening.seen()["stages"][0]["rounds"][round - 1]["stale"]);
        let brackets = why["brackets"].as_array().expect("brackets");
        let pairs = brackets.iter().flat_map(|one| one["pairs"].as_array().expect("pairs"));
        let mut told: Vec<Value> =
            pairs.map(|pair| json!([pair["white"], pair["black"]])).collect();
        let tables = evening.tables(round);
        assert_eq!(told.len(), tables.len());
        told.retain(|pair| !tables.iter().any(|table| table["sides"] == *pair));
        assert_eq!(told, Vec::<Value>::new());
    }
}

/// The working of a Buchholz cut, and the event in its files.
fn told_again(evening: &Evening) {
    let get = |rest: &str| evening.world.service.get(&evening.path(rest));
    let leader = evening.seen()["stages"][0]["groups"][0]["standings"][0].clone();
    let why = get(&format!("places/{}", leader["entrant"])).json();
    let cut = &why["tie_breaks"][1];
    assert_eq!((&cut["code"], &cut["total"]), (&json!("BH/C1"), &json!("sum")));
    let rounds = cut["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.iter().filter(|one| one["counts"] == false).count(), 1, "{cut}");
    let amount =
        |one: &&Value| one["amount"].as_str().expect("points").parse::<f64>().expect("points");
    let counts: f64 =
        rounds.iter().filter(|one| one["counts"] == true).map(|one| amount(&one)).sum();
    assert_eq!(Some(counts), cut["value"].as_str().and_then(|value| value.parse().ok()));
    let trf = get("contest/stage-1.trf");
    assert_eq!((trf.status, trf.must("cache-control")), (200, "public, no-cache"));
    assert_eq!(trf.text().lines().filter(|line| line.starts_with("001 ")).count(), 13);
    assert!(trf.text().contains("Saturday Swiss"));
    let csv = get("contest/standings-1.csv").text();
    let head =
        "\u{feff}place,name,points,DE,BH/C1,BH,SB,PO,round_1,round_2,round_3,round_4,performance";
    assert_eq!((csv.lines().next(), csv.lines().count()), (Some(head), 14));
    let pairings = get("contest/pairings-1-2.csv").text();
    assert_eq!(pairings.lines().count(), 8, "{pairings}");
    assert!(pairings.contains("1-0 by default") && pairings.contains(",bye"), "{pairings}");
    let facts = evening.world.show(Some(&evening.token), "GET", &evening.path("facts"), "");
    let lines: Vec<Value> =
        facts.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(evening.seen()["version"], lines.len());
    assert!((1..).zip(&lines).all(|(number, line)| line["number"] == number));
    assert_eq!(lines[0]["fact"]["fact"], "settled");
    assert_eq!(lines[1]["fact"]["person"]["name"], "Ana");
}

#[test]
fn a_play_off_that_no_tie_break_announced_has_a_column_and_decides_the_ranks_of_files() {
    let plan = json!({"template": "swiss", "entrants": 4, "rounds": 1});
    let evening = Evening::of(plan, json!({"tie_breaks": ["BH"]}));
    let guests: Vec<Value> = NAMES[..4].iter().map(|name| json!({"name": name})).collect();
    evening.told("entrants", json!({ "entrants": guests }));
    evening.told("rounds", json!({"do": "begin", "white": true}));
    let tables = evening.round(1);
    let won: Vec<Value> = tables.iter().map(|table| result(1, table, "first")).collect();
    evening.told("results", json!({ "results": won }));
    let tied = [&tables[0]["sides"][0], &tables[1]["sides"][0]];
    let (winner, loser) = (tied[1], tied[0]);
    evening.told("results", json!({"play_off": {"winner": winner, "loser": loser}}));
    let group = evening.seen()["stages"][0]["groups"][0].clone();
    assert_eq!(group["tie_breaks"], json!(["BH", "PO"]));
    let rows = group["standings"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["values"].as_array().map(Vec::len) == Some(2)), "{group}");
    assert_eq!([&rows[0]["entrant"], &rows[1]["entrant"]], [winner, loser]);
    let csv = evening.world.service.get(&evening.path("contest/standings-1.csv"));
    let head = "\u{feff}place,name,points,BH,PO,round_1,performance";
    assert_eq!((csv.status, csv.text().lines().next()), (200, Some(head)));
    let trf = evening.world.service.get(&evening.path("contest/stage-1.trf")).text();
    let mut ranked: Vec<(u32, String)> = trf
        .lines()
        .filter(|line| line.starts_with("001 "))
        .map(|line| (line[85..89].trim().parse().expect("a rank"), line[14..47].trim().to_owned()))
        .collect();
    ranked.sort();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(ranked.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), names);
}

#[test]
fn of_two_officials_with_different_results_at_once_one_is_told_to_look_again() {
    let evening = Evening::begun();
    let tables = evening.round(1);
    // The stranger is an organizer from now on.
    evening.world.sql("INSERT INTO roles VALUES (8, 1, 1, 2, NULL, 0, NULL, 0)");
    let other = evening.world.token("stranger", TokenScopes::OFFICIATE);
    for table in &tables {
        let path = evening.path("results");
        let send = |token: &str, came: &str| {
            let body = json!({"results": [result(1, table, came)]}).to_string();
            evening.world.show(Some(token), "POST", &path, &body).status
        };
        let both = std::thread::scope(|scope| {
            let one = scope.spawn(|| send(&evening.token, "first"));
            let two = scope.spawn(|| send(&other, "second"));
            [one.join().expect("an answer"), two.join().expect("an answer")]
        });
        assert!(both == [200, 409] || both == [409, 200], "{both:?}");
        let stands =
            evening.tables(1)[table["table"].as_u64().expect("a number") as usize - 1].clone();
        let expected = if both[0] == 200 { "first" } else { "second" };
        assert_eq!(stands["results"], json!([expected]), "what the faster one said");
    }
}

#[test]
fn a_blank_does_not_erase_and_a_list_with_one_fault_enters_nothing() {
    let evening = Evening::begun();
    let tables = evening.round(1);
    evening.told("results", json!({"results": [result(1, &tables[0], "first")]}));
    let mut blank = result(1, &tables[0], "first");
    blank["result"] = Value::Null;
    assert_eq!(evening.refused("results", json!({"results": [blank.clone()]})).0, 409);
    let mut without = blank.clone();
    without.as_object_mut().expect("members").remove("result");
    let (status, why) = evening.refused("results", json!({"results": [without]}));
    assert!(status == 400 && why.contains("result"), "{why}");
    assert_eq!(evening.tables(1)[0]["results"], json!(["first"]));
    let list = json!({"results": [result(1, &tables[1], "drawn"), blank.clone()]});
    let (status, why) = evening.refused("results", list);
    assert!(status == 409 && why.starts_with("result 2: "), "{why}");
    assert_eq!(evening.tables(1)[1]["results"], json!([]), "all or nothing");
    let again = evening.told("results", json!({"results": [result(1, &tables[0], "first")]}));
    assert_eq!(again["facts"], 0, "the same again adds nothing");
    blank["instead_of"] = json!("first");
    blank["why"] = json!("It was another table.");
    evening.told("results", json!({"results": [blank]}));
    assert_eq!(evening.tables(1)[0]["results"], json!([]), "said explicitly, it is taken away");
}

#[test]
fn a_result_of_a_table_that_was_paired_anew_is_not_entered() {
    let evening = Evening::begun();
    let before = evening.round(1);
    evening.told("rounds", json!({"do": "take-back", "round": 1}));
    evening.told("rounds", json!({"do": "pair"}));
    let (one, other) = (&before[0]["sides"][1], &before[1]["sides"][1]);
    evening.told("rounds", json!({"do": "exchange", "entrant": one, "with": other}));
    evening.told("rounds", json!({"do": "publish", "round": 1}));
    let late = json!({"results": [result(1, &before[0], "first")]});
    let expected = "Table 1: Other players sit at this table now. Check the round again.";
    assert_eq!(evening.refused("results", late), (409, expected.to_owned()));
    let now = evening.tables(1);
    assert_eq!((&now[0]["results"], &now[0]["sides"][1]), (&json!([]), other));
    assert_eq!(evening.seen()["stages"][0]["rounds"][0]["by_hand"], true);
    evening.told("results", json!({"results": [result(1, &now[0], "first")]}));
    let take = json!({"do": "take-back", "round": 1});
    let (status, why) = evening.refused("rounds", take);
    assert!(status == 409 && why.ends_with("Over the API, send \"results_too\": true."), "{why}");
    evening.told("rounds", json!({"do": "take-back", "round": 1, "results_too": true}));
    assert_eq!(evening.seen()["stages"][0]["rounds"], json!([]));
    evening.told("rounds", json!({"do": "restore"}));
    assert_eq!(evening.tables(1)[0]["results"], json!(["first"]), "a round deleted by mistake");
}

#[test]
fn thousands_are_registered_at_once_or_nobody_and_faults_are_named_by_their_rows() {
    let plan = json!({"template": "swiss", "entrants": 3000, "rounds": 9});
    let evening = Evening::of(plan, json!({}));
    let mut list: Vec<Value> =
        (1..=3000).map(|n| json!({"name": format!("Guest {n:04}"), "club": "Knights"})).collect();
    let set = |list: &mut Vec<Value>, row: usize, name: &str| list[row - 1]["name"] = json!(name);
    set(&mut list, 1500, "Guest 0002");
    // The G and the e are others than they look.
    set(&mut list, 2000, "Gu\u{435}st 0003");
    set(&mut list, 2500, "  ");
    list[2999]["rating"] = json!(9_000);
    let (status, why) = evening.refused("entrants", json!({ "entrants": list }));
    assert_eq!(status, 400);
    let expected = [
        "Row 1500: The name looks the same as in row 2. Delete one of the two, or, if these are two people, give them different clubs or provinces or add a middle name.",
        "Row 2000: The name looks the same as in row 3. Delete one of the two, or, if these are two people, give them different clubs or provinces or add a middle name.",
        "Row 2500: The name is missing.",
        "Row 3000: A rating is at most 4000.",
    ];
    assert_eq!(why, format!("entrants: Nobody was registered. {}", expected.join(" ")));
    assert_eq!(evening.desk()["entrants"], json!([]), "Nobody was registered");
    for row in [1500, 2000, 2500] {
        set(&mut list, row, &format!("Guest {row:04}"));
    }
    list[2999]["rating"] = json!(1_900);
    assert_eq!(evening.told("entrants", json!({ "entrants": list }))["facts"], 3000);
    assert_eq!(evening.seen()["entrants"].as_array().map(Vec::len), Some(3000));
    let one = json!({"entrants": [{"name": "Guest 3001"}, {"name": "Guest 3001", "title": 1}]});
    let (status, why) = evening.refused("entrants", one);
    assert!(status == 400 && why.contains("title"), "{why}");
    let many: Vec<Value> = (0..3001).map(|n| json!({"name": format!("More {n:04}")})).collect();
    assert_eq!(evening.refused("entrants", json!({ "entrants": many })).0, 400);
}

#[test]
fn a_draft_fees_and_who_waits_are_for_officials_alone() {
    let evening = Evening::begun();
    let before = evening.world.service.get(&evening.path("contest"));
    evening.told("people", json!({"do": "paid", "entrant": 1}));
    evening.told("rounds", json!({"do": "pair"}));
    let settings = evening.seen()["settings"].clone();
    let mut capped = settings;
    capped["cap"] = json!(12);
    evening.told("settings", json!({ "settings": capped }));
    evening.told("entrants", json!({"entrants": [{"name": "Zenaida"}]}));
    let public = evening.world.service.get(&evening.path("contest"));
    assert_eq!(public.json()["stages"][0]["rounds"], json!([]));
    for secret in [
        "Zenaida",
        "\"paid\"",
        "\"amount_paid\"",
        "\"present\"",
        "\"warnings\"",
        "\"apart\"",
        "\"waiting\"",
    ] {
        assert!(!public.text().contains(secret), "{secret}");
    }
    assert_eq!(evening.world.service.get(&evening.path("contest/pairings-1-1.csv")).status, 404);
    let desk = evening.desk();
    assert_eq!(desk["stages"][0]["rounds"][0]["published"], false);
    assert_eq!(desk["stages"][0]["rounds"][0]["tables"].as_array().map(Vec::len), Some(6));
    assert_eq!(
        (&desk["entrants"][0]["paid"], &desk["entrants"][1]["paid"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(desk["entrants"][12]["standing"], "waiting");
    let far: Vec<&Value> = desk["stages"][0]["rounds"][0]["tables"][0]["sides"]
        .as_array()
        .expect("sides")
        .iter()
        .collect();
    evening.told("rounds", json!({"do": "publish", "round": 1}));
    evening.told("results", results(1, &evening.tables(1)));
    evening.told("rounds", json!({"do": "pair"}));
    let draft = evening.desk()["stages"][0]["rounds"][1]["tables"].clone();
    let opponent = |id: &Value| {
        let sides = draft.as_array().expect("tables").iter().map(|table| &table["sides"]);
        let own = sides.clone().find(|sides| sides[0] == *id || sides[1] == *id).expect("he sits");
        if own[0] == *id { own[1].clone() } else { own[0].clone() }
    };
    // The two who have met are set against each other again.
    evening.told("rounds", json!({"do": "exchange", "entrant": opponent(far[0]), "with": far[1]}));
    let warnings = evening.desk()["stages"][0]["rounds"][1]["warnings"].clone();
    let met =
        warnings.as_array().expect("warnings").iter().find(|one| one["warning"] == "met-before");
    assert_eq!(met.expect("they have met")["round"], 1, "{warnings}");
    for (token, status) in
        [(None, 401), (Some(evening.world.token("foreign", TokenScopes::OFFICIATE)), 403)]
    {
        let path = evening.path("desk");
        assert_eq!(evening.world.show(token.as_deref(), "GET", &path, "").status, status);
    }
    // What everybody sees is kept, and made anew once something has changed.
    assert_eq!(before.must("cache-control"), "public, no-cache");
    let tag = evening.world.service.get(&evening.path("contest")).must("etag").to_owned();
    assert_ne!(tag, before.must("etag"));
    let known = [("If-None-Match", tag.as_str())];
    let again = || evening.world.service.ask("GET", &evening.path("contest"), &known).status;
    assert_eq!(again(), 304);
    evening.told("rounds", json!({"do": "publish", "round": 2}));
    assert_eq!(again(), 200);
}

#[test]
fn players_register_themselves_and_say_what_came_of_their_games() {
    let plan = json!({"template": "swiss", "entrants": 4, "rounds": 1});
    let evening = Evening::of(plan, json!({"players_report": true}));
    evening.world.sql(
        "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE name = 'stranger';
         UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE name = 'foreign'",
    );
    let tokens = ["stranger", "foreign"].map(|kind| evening.world.token(kind, TokenScopes::PLAY));
    let me = |n: usize, body: Value| {
        let reply =
            evening.world.show(Some(&tokens[n]), "POST", &evening.path("me"), &body.to_string());
        (reply.status, reply.text())
    };
    assert_eq!(me(0, json!({"do": "enter"})).0, 409, "Registration is closed.");
    evening.told("settings", json!({"open": true}));
    for n in [0, 1] {
        assert_eq!(me(n, json!({"do": "enter"})).0, 200);
    }
    let entrants = evening.seen()["entrants"].clone();
    assert_eq!((&entrants[0]["name"], &entrants[0]["club"]), (&json!("Sidapa"), &json!("Knights")));
    let private = &entrants[1];
    assert_eq!((&private["name"], &private["club"]), (&json!("Pandesal"), &json!("")), "a minor");
    assert_eq!(evening.desk()["entrants"][1]["club"], "Young Knights");
    evening.told("rounds", json!({"do": "begin", "white": true}));
    let tables = evening.round(1);
    assert_eq!(tables.len(), 1);
    let say = |result: &str| json!({"do": "say", "round": 1, "table": 1, "result": result});
    assert_eq!(me(0, say("first")).0, 200);
    assert_eq!(me(1, say("drawn")).0, 200);
    assert_eq!(evening.desk()["stages"][0]["rounds"][0]["tables"][0]["disputed"], true);
    assert!(!evening.seen().to_string().contains("\"said\""));
    assert_eq!(me(1, say("first")).0, 200);
    assert_eq!(evening.tables(1)[0]["results"], json!(["first"]), "both say the same");
    let (status, why) = me(0, json!({"do": "say", "round": 1, "table": 1}));
    assert!(status == 400 && why.contains("result"), "{why}");
    assert_eq!(me(0, json!({"do": "leave"})).0, 200);
    assert_eq!(evening.seen()["entrants"][0]["standing"], "withdrawn");
}

#[test]
fn command_errors_name_the_field() {
    let evening = Evening::begun();
    for (to, body, names) in [
        ("rounds", json!({"do": "publish"}), "round"),
        ("rounds", json!({"do": "publish", "round": 0}), "round"),
        ("rounds", json!({"do": "dance"}), "dance"),
        ("rounds", json!({"do": "bye", "round": 1, "entrant": 1}), "bye"),
        ("people", json!({"do": "paid"}), "entrant"),
        ("people", json!({"do": "paid", "entrant": 1, "colour": "red"}), "colour"),
        ("results", json!({}), "results"),
        ("results", json!({"results": []}), "results"),
        ("settings", json!({}), "settings"),
        ("settings", json!({"settings": {"plan": {"template": "dance"}}}), "plan"),
        ("entrants", json!({"entrants": [{"name": "Nene Cruz", "club": "x".repeat(61)}]}), "Row 1"),
    ] {
        let (status, why) = evening.refused(to, body.clone());
        assert!(status == 400 && why.contains(names), "{to} {body}: {status} {why}");
    }
    assert_eq!(evening.refused("people", json!({"do": "paid", "entrants": [1, 99]})).0, 404);
    assert_eq!(evening.desk()["entrants"][0]["paid"], false, "all or nobody");
    evening.told("rounds", json!({"do": "bye", "round": 2, "entrant": 1, "bye": "half"}));
    evening.told("rounds", json!({"do": "keep-apart", "groups": [[1, 7]]}));
    assert_eq!(evening.desk()["apart"], json!([[1, 7]]));
    let first = json!([[1, 7], {"entrants": [2, 8], "rounds": 2}]);
    evening.told("rounds", json!({"do": "keep-apart", "groups": first}));
    assert_eq!(evening.desk()["apart"], first);
    let none = json!([{"entrants": [2, 8], "rounds": 0}]);
    assert_eq!(evening.refused("rounds", json!({"do": "keep-apart", "groups": none})).0, 400);
    evening.told("rounds", json!({"do": "keep-apart", "groups": [[1, 7]]}));
    let first = evening.round(1);
    assert!(
        first
            .iter()
            .all(|table| table["sides"] != json!([1, 7]) && table["sides"] != json!([7, 1]))
    );
}

#[test]
fn every_line_of_the_paper_for_events_does_what_it_says() {
    let world = World::new();
    world.sql("UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE name = 'stranger'");
    let (token, own) = (
        world.token("organizer", TokenScopes::OFFICIATE),
        world.token("stranger", TokenScopes::PLAY),
    );
    let lines = curls(include_str!("../../docs/events-api.md"));
    assert!(lines.len() >= 25, "{lines:?}");
    // The evening of players, and that of teams.
    let mut made: Vec<String> = Vec::new();
    let (mut told, mut files) = (0, 0);
    for (method, path, headers, body) in lines {
        let slug = |number: usize| made.get(number).map_or("", String::as_str);
        let known = [
            ("$TOKEN", token.as_str()),
            ("$OWN", &own),
            ("$LEAGUE", "league"),
            ("$EVENT", slug(0)),
            ("$TEAMS", slug(1)),
        ];
        let filled = |text: &str| {
            known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
        };
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_str(), filled(value))).collect();
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let reply = send(world.service.address, &method, &filled(&path), &headers, body.as_bytes());
        assert_eq!(reply.status, 200, "{path} {body}: {}", reply.whole());
        if reply.must("content-type") != "application/json" {
            files += 1;
            continue;
        }
        let answer = reply.json();
        if let Some(slug) = answer["slug"].as_str().filter(|_| method == "POST") {
            made.push(slug.to_owned());
        }
        assert_ne!(answer["facts"], 0, "{path} {body} has done nothing");
        told += 1;
    }
    assert!(told > 20 && files == 7, "{told} {files}");
    let event = world.service.get(&format!("/api/v1/events/{}/contest", made[0])).json();
    let stage = &event["stages"][0];
    assert_eq!(stage["rounds"].as_array().map(Vec::len), Some(2));
    assert_eq!(stage["rounds"][0]["tables"][0]["results"], json!(["second"]));
}
