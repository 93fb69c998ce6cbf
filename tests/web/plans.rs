//! The plan of an event, put together from stages on one page.

use crate::client::Reply;
use crate::contest_pages::{SWISS, act, done, event, organizer, site, text};
use crate::visitor::Visitor;

/// A stage as fields: its values by name; others are empty.
type Stage<'a> = &'a [(&'a str, &'a str)];

const FIELDS: [&str; 19] = [
    "name", "system", "rounds", "groups", "drawing", "lot", "draw", "series", "games", "carry",
    "base", "from", "of", "count", "place", "from-2", "of-2", "count-2", "place-2",
];

fn send(
    of: &mut Visitor,
    event: &str,
    action: &str,
    stages: &[Stage<'_>],
    more: &[(&str, &str)],
) -> Reply {
    let mut fields = vec![
        ("do", action),
        ("entrants", "24"),
        ("minutes", "60"),
        ("pause", "10"),
        ("boards", "12"),
        ("start", "09:00"),
    ];
    for stage in stages {
        let value =
            |name: &str| stage.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value);
        fields.extend(FIELDS.map(|name| (name, value(name))));
    }
    fields.extend(more);
    let token = of.token(&format!("{event}/run/plan"));
    fields.push(("csrf", token.as_str()));
    of.post_bare(&format!("{event}/run/plan"), &fields, &[])
}

const GROUPS: Stage<'static> = &[
    ("name", "Groups"),
    ("system", "round-robin"),
    ("groups", "6"),
    ("from", "registration"),
    ("carry", "none"),
    ("series", "usual"),
];
const LAST: Stage<'static> = &[
    ("name", "Last sixteen"),
    ("system", "third-place"),
    ("draw", "spread"),
    ("from", "top"),
    ("of", "1"),
    ("count", "2"),
    ("from-2", "best-of-place"),
    ("of-2", "1"),
    ("place-2", "3"),
    ("count-2", "4"),
    ("series", "best"),
    ("games", "3"),
    ("carry", "none"),
];

#[test]
fn groups_and_a_knock_out_of_the_best_are_put_together_shown_saved_and_played() {
    let service = site();
    let mut keeper = organizer(&service, "Concepcionita", "Liga ng Alabat");
    let event = event(&mut keeper, "liga-ng-alabat", "Planned Cup", &[SWISS]);
    let page = text(&mut keeper, &format!("{event}/run/plan"));
    assert!(page.contains("id=\"stage-1\"") && page.contains("id=\"schedule\""), "{page}");
    let added = send(&mut keeper, &event, "add", &[GROUPS], &[]);
    assert!(added.text().contains("id=\"stage-2\""), "{}", added.text());
    let shown = send(&mut keeper, &event, "look", &[GROUPS, LAST], &[]);
    let page = shown.text();
    assert_eq!(shown.status, 200, "{page}");
    assert!(page.contains("<td class=\"number\">16</td>"), "sixteen enter the last stage: {page}");
    assert!(!page.contains("class=\"faults\""), "{page}");
    assert!(page.contains("day 2") || page.contains("Ends"), "{page}");
    let saved = send(&mut keeper, &event, "save", &[GROUPS, LAST], &[]);
    assert_eq!(saved.status, 303, "{}", saved.text());
    let answer = service.get(&format!("/api/v1{event}/contest")).json();
    let stages = &answer["settings"]["plan"]["stages"];
    assert_eq!(stages[1]["name"], "Last sixteen");
    assert_eq!(stages[1]["sources"][1]["place"], 2, "places are counted from 0 in it");
    assert_eq!(stages[1]["series"]["count"], 3);
    let file = keeper.get(&format!("{event}/run/plan.json"));
    assert!(file.must("content-disposition").contains("plan.json"));
    assert!(file.text().contains("\"best-of-place\""), "{}", file.text());
    let list: Vec<String> = (1..=24).map(|one| format!("Player {one}; {}", 2000 - one)).collect();
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", &list.join("\n"))]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let late = send(&mut keeper, &event, "save", &[GROUPS], &[]);
    assert!(late.status != 303 && late.text().contains("A stage has started"), "{}", late.text());
}

/// Twelve players in six groups by the lot 271828, as the documentation says.
const LOT_OF_SIX: [[u64; 2]; 6] = [[6, 8], [2, 7], [1, 9], [4, 11], [5, 10], [3, 12]];

#[test]
fn the_server_draws_groups_at_the_start_and_everybody_sees_the_number() {
    let service = site();
    let mut keeper = organizer(&service, "Palabunutina", "Liga ng Samar");
    let event = event(&mut keeper, "liga-ng-samar", "Server Cup", &[SWISS]);
    let drawn = [GROUPS, &[("drawing", "drawn"), ("lot", "5")][..]].concat();
    let saved = send(&mut keeper, &event, "save", &[&drawn], &[]);
    assert_eq!(saved.status, 303, "{}", saved.text());
    let plan = text(&mut keeper, &format!("{event}/run/plan"));
    assert!(plan.contains("<option value=\"drawn\" selected>"), "{plan}");
    let list: Vec<String> = (1..=12).map(|one| format!("Player {one}; {}", 2000 - one)).collect();
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", &list.join("\n"))]);
    let standings = format!("{event}?view=standings");
    let page = service.get(&standings).text();
    assert!(page.contains("The server draws the groups by lot when the stage starts."), "{page}");
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let answer = || service.get(&format!("/api/v1{event}/contest")).json();
    let system = &answer()["settings"]["plan"]["stages"][0]["system"];
    let number = system["lot"].as_u64().expect("a number");
    assert!(number != 5 && system["drawn"] == true, "{system}");
    let page = service.get(&standings).text();
    let words = format!("with the number {number}, which the server drew at the start");
    assert!(page.contains(&words), "{page}");
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    assert!(log.contains(&format!("drawn by the server with the number {number}")), "{log}");
    // Nobody changes it afterwards, and who starts the stage again gets another one.
    done(&mut keeper, &event, "settings", &[("do", "details"), ("contact", "Ana")]);
    assert_eq!(answer()["settings"]["plan"]["stages"][0]["system"]["lot"], number);
    done(&mut keeper, &event, "rounds", &[("do", "take-back-begin"), ("stage", "1")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let again = answer()["settings"]["plan"]["stages"][0]["system"]["lot"].as_u64();
    assert!(again.is_some_and(|again| again != number), "{again:?}");
}

#[test]
fn groups_are_drawn_by_a_number_that_everybody_sees() {
    let service = site();
    let mut keeper = organizer(&service, "Sortilegia", "Liga ng Sorsogon");
    let event = event(&mut keeper, "liga-ng-sorsogon", "Drawn Cup", &[SWISS]);
    let drawn = |lot: &'static str| [GROUPS, &[("lot", lot)][..]].concat();
    let refused = send(&mut keeper, &event, "save", &[&drawn("odd")], &[]);
    assert!(
        refused.text().contains("Stage 1: enter a number for “Draw number"),
        "{}",
        refused.text()
    );
    let saved = send(&mut keeper, &event, "save", &[&drawn("271828")], &[]);
    assert_eq!(saved.status, 303, "{}", saved.text());
    assert!(text(&mut keeper, &format!("{event}/run/plan")).contains("value=\"271828\""));
    let list: Vec<String> = (1..=12).map(|one| format!("Player {one}; {}", 2000 - one)).collect();
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", &list.join("\n"))]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let page = service.get(&format!("{event}?view=standings")).text();
    assert!(page.contains("with the number 271828, which officials chose."), "{page}");
    let answer = service.get(&format!("/api/v1{event}/contest")).json();
    assert_eq!(answer["settings"]["plan"]["stages"][0]["system"]["lot"], 271_828);
    let groups = answer["stages"][0]["groups"].as_array().expect("groups").clone();
    let of = |group: &serde_json::Value| {
        let places = group["standings"].as_array().expect("places").iter();
        let mut entrants: Vec<u64> =
            places.map(|one| one["entrant"].as_u64().expect("it")).collect();
        entrants.sort_unstable();
        entrants
    };
    let found: Vec<Vec<u64>> = groups.iter().map(of).collect();
    assert_eq!(found, LOT_OF_SIX, "{found:?}");
}

#[test]
fn what_cannot_be_played_is_named_and_nothing_that_was_entered_is_lost() {
    let service = site();
    let mut keeper = organizer(&service, "Remediosa", "Liga ng Jomalig");
    let event = event(&mut keeper, "liga-ng-jomalig", "Faulty Cup", &[SWISS]);
    let swiss = |rounds: &'static str| {
        [
            ("name", "Swiss"),
            ("system", "swiss"),
            ("rounds", rounds),
            ("from", "registration"),
            ("carry", "none"),
        ]
    };
    let refused = send(&mut keeper, &event, "save", &[&swiss("many")], &[]);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("Stage 1: enter a number for “Rounds”"), "{}", refused.text());
    assert!(refused.text().contains("value=\"many\""), "{}", refused.text());
    let circle = [
        ("name", "Circle"),
        ("system", "swiss"),
        ("rounds", "3"),
        ("from", "top"),
        ("of", "2"),
        ("count", "2"),
        ("carry", "none"),
    ];
    let refused = send(&mut keeper, &event, "save", &[&circle, LAST], &[]);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let removed = send(&mut keeper, &event, "remove-0", &[GROUPS, LAST], &[]);
    assert!(!removed.text().contains("id=\"stage-2\""), "{}", removed.text());
    let template = [("template", "groups-to-knock-out")];
    let taken = send(&mut keeper, &event, "template", &[GROUPS], &template);
    assert!(taken.text().contains("id=\"stage-2\""), "{}", taken.text());
    let desk = act(&mut keeper, &event, "plan", &[("do", "upload"), ("entrants", "8")]);
    assert!(
        desk.status == 422 && desk.text().contains("not the file of a plan"),
        "{}",
        desk.text()
    );
}
