//! The formats of the Generals League, each an event with pages of its own: made over the API, played to its end, and read as
//! everybody reads it. The same formats without pages are in tests/contest/league.rs.

use serde_json::{Value, json};

use crate::contests::Evening;
use crate::markup::tags;

/// An event whose players are called by their numbers: the lower it is, the stronger they are.
struct Format(Evening);

impl Format {
    fn of(players: u64, plan: Value, more: Value) -> Format {
        let evening = Evening::of(plan, more);
        let guest = |n: u64| json!({"name": format!("Player {n:02}"), "rating": 2000 - 10 * n});
        let guests: Vec<Value> = (1..=players).map(guest).collect();
        evening.told("entrants", json!({ "entrants": guests }));
        Format(evening)
    }

    fn begin(&self, stage: usize) {
        self.0.told("rounds", json!({"do": "begin", "stage": stage, "white": true}));
    }

    /// Pairs and publishes the next round of a stage; gives its number.
    fn next_round(&self, stage: usize) -> usize {
        self.0.told("rounds", json!({"do": "pair", "stage": stage}));
        let rounds = self.0.desk()["stages"][stage - 1]["rounds"].as_array().map(Vec::len);
        let round = rounds.expect("rounds");
        self.0.told("rounds", json!({"do": "publish", "stage": stage, "round": round}));
        round
    }

    fn tables(&self, stage: usize, round: usize) -> Vec<Value> {
        let event = self.0.seen();
        let tables = &event["stages"][stage - 1]["rounds"][round - 1]["tables"];
        tables.as_array().expect("tables").clone()
    }

    /// Enters what came of the open game at each table until none is open.
    fn play(&self, stage: usize, round: usize, came: impl Fn([u64; 2], usize) -> &'static str) {
        loop {
            let tables = self.tables(stage, round);
            let open = tables.iter().filter(|table| table["next"]["next"] == "play");
            let result = |table: &Value| {
                let sides = [0, 1].map(|n| table["sides"][n].as_u64().expect("a number"));
                let played = table["results"].as_array().map_or(0, Vec::len);
                json!({"stage": stage, "round": round, "table": table["table"], "game": played + 1,
                    "sides": sides, "result": came(sides, played)})
            };
            let results: Vec<Value> = open.map(result).collect();
            if results.is_empty() {
                return;
            }
            self.0.told("results", json!({ "results": results }));
        }
    }

    fn play_out(&self, stage: usize, came: impl Fn([u64; 2], usize) -> &'static str) {
        while self.0.seen()["stages"][stage - 1]["is_over"] == false {
            let round = self.next_round(stage);
            self.play(stage, round, &came);
        }
    }

    /// The event is over, and everybody reads a page of it.
    fn end(&self) {
        self.0.told("settings", json!({"over": true}));
        assert!(self.page("").contains("class=\"chip\">finished<"));
    }

    fn page(&self, asked: &str) -> String {
        let reply = self.0.world.service.get(&format!("/events/{}{asked}", self.0.slug));
        assert_eq!(reply.status, 200, "{asked}: {}", reply.text());
        tags(&reply.text()).unwrap_or_else(|e| panic!("{asked}: {e}"));
        reply.text()
    }

    /// The rows of all tables of a page, cell by cell.
    fn rows(&self, asked: &str) -> Vec<Vec<String>> {
        let page = self.page(asked);
        let bodies = page.split("<tbody>").skip(1);
        let bodies = bodies.map(|rest| rest.split("</tbody>").next().unwrap_or_default());
        let rows = bodies.flat_map(|body| body.split("<tr>").skip(1));
        rows.map(|row| row.split("</t").map(plain).filter(|cell| !cell.is_empty()).collect())
            .collect()
    }

    /// The matches of a bracket: both names and what came of them.
    fn bracket(&self, stage: usize) -> Vec<[String; 3]> {
        let page = self.page(&format!("?view=bracket&stage={stage}"));
        let list = page.split("<details class=\"bracket-list\">").nth(1).expect("a list");
        let list = list.split("</details>").next().unwrap_or_default();
        list.split("<li>").skip(1).map(meeting_of).collect()
    }
}

/// Both names and the result of a line of the list.
fn meeting_of(line: &str) -> [String; 3] {
    let (names, rest) = line.split_once("class=\"nowrap\"").expect("a result");
    let (first, second) =
        names.rsplit_once('<').expect("its element").0.split_once('–').expect("two");
    let result = rest.split(['>', '<']).nth(1).expect("its words");
    [first, second, result].map(|part| part.trim().to_owned())
}

/// Text without its tags.
fn plain(text: &str) -> String {
    let parts = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, rest)| rest));
    parts.collect::<String>().trim().to_owned()
}

fn stronger(sides: [u64; 2], _: usize) -> &'static str {
    if sides[0] < sides[1] { "first" } else { "second" }
}

fn player(number: u64) -> String {
    format!("Player {number:02}")
}

/// Names of a row's place, name and what follows.
fn of_row(place: &str, number: u64, rest: &[&str]) -> Vec<String> {
    let mut row = vec![place.to_owned(), player(number)];
    row.extend(rest.iter().map(|one| (*one).to_owned()));
    row
}

fn meeting([one, other]: [u64; 2], came: &str) -> [String; 3] {
    [player(one), player(other), came.to_owned()]
}

#[test]
fn a_monthly_championship_of_groups_that_cross_over_into_races_to_four_points() {
    let plan = json!({"template": "groups-to-knock-out", "entrants": 16, "groups": 4,
        "series": {"format": "race", "target": "4"}});
    let more = json!({"tie_breaks": ["DEL", "PO"], "eligibility": {"titles_won": 2}});
    let month = Format::of(16, plan, more);
    month.begin(1);
    month.play_out(1, stronger);
    let standings = month.rows("?view=standings&stage=1");
    assert_eq!(standings.len(), 16);
    for (place, number) in ["1", "2", "3", "4"].into_iter().zip([1, 8, 9, 16]) {
        let at = place.parse::<usize>().expect("a place") - 1;
        assert_eq!(standings[at][..2], of_row(place, number, &[]), "group A by snake");
    }
    assert!(month.page("?view=standings&stage=1").contains("Group D"));
    let stage = month.0.seen()["stages"][0].clone();
    let rounds = stage["rounds"].as_array().expect("rounds").iter();
    let tables: Vec<&Value> =
        rounds.flat_map(|round| round["tables"].as_array().expect("tables")).collect();
    assert_eq!(tables.len(), 4 * 6, "four groups of four");
    for table in tables {
        assert!(table["scores"].is_array(), "what both had, in every group: {table}");
    }
    month.begin(2);
    // The first quarter-final has two draws and a win, 4 to 2; the others two wins each.
    let drawn_first = |sides: [u64; 2], game: usize| match (sides, game) {
        ([1, 7], 0 | 2) => "drawn",
        _ => stronger(sides, game),
    };
    month.play_out(2, drawn_first);
    let bracket = month.bracket(2);
    assert_eq!(bracket[0], meeting([1, 7], "½–½, 1–0, ½–½"));
    assert_eq!(bracket[1], meeting([3, 5], "1–0, 1–0"));
    assert_eq!(bracket[4..6], [meeting([1, 3], "1–0, 1–0"), meeting([2, 4], "1–0, 1–0")]);
    assert_eq!(
        month.rows("?view=bracket&stage=2")[..2],
        [of_row("1", 1, &[]), of_row("2", 2, &[])]
    );
    month.end();
}

#[test]
fn a_face_to_face_event_in_which_a_default_win_is_the_first_thing_that_separates() {
    let plan = json!({"template": "groups-to-knock-out", "entrants": 8, "groups": 2});
    let more = json!({"tie_breaks": ["NDW", "DEL", "PO"], "check_in": true, "grace_minutes": 30});
    let event = Format::of(8, plan, more);
    let all: Vec<u64> = (1..=8).collect();
    event.0.told("people", json!({"do": "there", "entrants": all}));
    event.begin(1);
    event.next_round(1);
    // The last does not come within the time of grace.
    event.0.told("people", json!({"do": "gone", "entrant": 8}));
    assert_eq!(event.0.told("results", json!({"no_shows": {"round": 1}}))["facts"], 1);
    event.0.told("people", json!({"do": "there", "entrant": 8}));
    let came = |sides: [u64; 2], game: usize| match sides {
        [1, 4] | [4, 1] => "drawn",
        _ => stronger(sides, game),
    };
    event.play(1, 1, came);
    event.play_out(1, came);
    let standings = event.rows("?view=standings&stage=1");
    // As many points, but the first has a default win.
    assert_eq!(standings[0][..3], of_row("1", 4, &["5"]));
    assert_eq!(standings[1][..3], of_row("2", 1, &["5"]));
    assert!(event.page("?view=standings&stage=1").contains("No wins by forfeit."));
    let cross = event.rows("?view=cross-table&stage=1");
    assert!(cross[1].iter().any(|cell| cell.ends_with('+')), "{cross:?}");
    // Each of the group against each: what one won, the other has lost.
    let both = |row: usize, column: usize| [&*cross[row][2 + column], &*cross[column][2 + row]];
    for (row, column) in (0..16).map(|at| (at / 4, at % 4)) {
        let known: &[[&str; 2]] = match row == column {
            true => &[["×", "×"]],
            false => &[["1", "0"], ["0", "1"], ["=", "="], ["+", "-"], ["-", "+"]],
        };
        assert!(known.contains(&both(row, column)), "{row} {column}: {cross:?}");
    }
    event.begin(2);
    event.play_out(2, stronger);
    let bracket = event.bracket(2);
    assert_eq!(bracket[..2], [meeting([4, 3], "0–1"), meeting([2, 1], "0–1")]);
    assert!(event.page("?view=bracket&stage=2").to_lowercase().contains("third place"));
    let places = event.rows("?view=bracket&stage=2");
    assert_eq!(places[0], of_row("1", 1, &[]));
    event.end();
}

#[test]
fn six_swiss_rounds_lead_to_a_final_in_which_the_first_is_twice_to_beat() {
    let plan = json!({"template": "swiss-to-final", "entrants": 24, "rounds": 6});
    let event = Format::of(24, plan, json!({"tie_breaks": ["DE", "BH/C1", "BH", "SB", "PO"]}));
    event.begin(1);
    event.play_out(1, stronger);
    assert!(event.page("?view=standings&stage=1").contains("After 6 rounds"));
    let standings = event.rows("?view=standings&stage=1");
    assert_eq!((standings.len(), &standings[0][..3]), (24, &of_row("1", 1, &["12"])[..]));
    let second = standings[1][1].clone();
    event.begin(2);
    event.next_round(2);
    event.play(2, 1, |_, game| if game == 0 { "second" } else { "first" });
    assert_eq!(event.bracket(2), [[player(1), second.clone(), "0–1, 1–0".to_owned()]]);
    let places = event.rows("?view=bracket&stage=2");
    assert_eq!(places, [of_row("1", 1, &[]), vec!["2".to_owned(), second]]);
    event.end();
}

#[test]
fn a_national_open_ends_with_the_best_of_three() {
    let plan = json!({"unit": "players", "stages": [
        {"name": "Swiss", "system": {"type": "swiss", "rounds": 7}},
        {"name": "Final", "sources": [{"from": "top", "of": 0, "each": 2}], "system": {"type": "knock-out"},
         "series": {"format": "games", "count": 3, "extras": [{"extra": "until-won"}]}}]});
    let event = Format::of(40, plan, json!({"fee": "₱75"}));
    assert!(event.page("").contains("₱75"));
    event.begin(1);
    event.play_out(1, stronger);
    let standings = event.rows("?view=standings&stage=1");
    event.begin(2);
    event.next_round(2);
    event.play(2, 1, |_, game| if game == 0 { "first" } else { "second" });
    let [first, second] = [&standings[0][1], &standings[1][1]];
    assert_eq!(event.bracket(2), [[first.clone(), second.clone(), "1–0, 0–1, 0–1".to_owned()]]);
    assert_eq!(event.rows("?view=bracket&stage=2")[0], ["1".to_owned(), second.clone()]);
    event.end();
}
