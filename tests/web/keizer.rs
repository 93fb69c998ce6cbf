//! A club's evenings by the Keizer system, from the first question to the files.

use crate::contest_pages::{act, begun, done, enter, event, organizer, pair, site, text};
use crate::visitor::Visitor;

const KEIZER: (&str, &str) = ("template", "keizer");

#[test]
fn a_club_plays_by_the_keizer_system() {
    let service = site();
    let mut keeper = organizer(&service, "Melchora", "Liga ng Keizer");
    let cup = event(&mut keeper, "liga-ng-keizer", "Club Evenings", &[KEIZER, ("rounds", "3")]);
    assert!(text(&mut keeper, &cup).contains("Keizer, 3 rounds"), "the system is named");
    begun(&mut keeper, &cup);
    let asked = [("do", "bye"), ("stage", "1"), ("entrant", "7"), ("round", "1"), ("bye", "half")];
    done(&mut keeper, &cup, "rounds", &asked);
    pair(&mut keeper, &cup, 1);
    assert_eq!(enter(&mut keeper, &cup, 1, '1', "").status, 303);
    done(&mut keeper, &cup, "people", &[("do", "add"), ("lines", "Ivy; 1600")]);
    done(&mut keeper, &cup, "rounds", &[("do", "join"), ("stage", "1"), ("entrant", "9")]);
    pair(&mut keeper, &cup, 2);
    assert_eq!(enter(&mut keeper, &cup, 2, '2', "").status, 303);

    let mut anybody = Visitor::new(&service);
    let told = anybody.get(&format!("/api/v1{cup}/contest")).json();
    let stage = &told["stages"][0];
    assert_eq!(stage["system"], "keizer", "{told}");
    let group = &stage["groups"][0];
    assert_eq!(group["tie_breaks"], serde_json::json!(["KV", "GS"]), "{told}");
    let rows = group["standings"].as_array().expect("rows");
    let places: Vec<u64> = rows.iter().filter_map(|row| row["place"].as_u64()).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 6, 7, 8, 9], "{told}");
    // Nine players: the first is worth 13.
    assert_eq!(rows[0]["values"][0], "13", "{told}");
    let points: Vec<f64> = rows
        .iter()
        .map(|row| row["points"].as_str().and_then(|text| text.parse().ok()).expect("points"))
        .collect();
    assert!(points.is_sorted_by(|one, other| one >= other), "{points:?}");

    let page = text(&mut anybody, &format!("{cup}?view=standings"));
    assert!(page.contains("What a win against the player counts, by place."), "{page}");
    assert!(page.contains("GS: score in games."), "{page}");
    let first = &rows[0];
    let why = text(&mut anybody, &format!("{cup}/places/{}", first["entrant"]));
    for part in ["KP: ", "own value once", "Own value: 13.", "ranked by these points"] {
        assert!(why.contains(part), "{part}: {why}");
    }
    let nobody = anybody.get(&format!("/api/v1{cup}/places/abc"));
    assert_eq!(nobody.status, 404);
    assert!(nobody.text().contains("no entrant abc"), "{}", nobody.text());
    let explained = anybody.get(&format!("/api/v1{cup}/places/{}", first["entrant"])).json();
    assert_eq!(explained["tie_breaks"][0]["total"], "sum-and-own-value", "{explained}");
    assert_eq!(explained["tie_breaks"][0]["value"], first["points"], "{explained}");
    let table = anybody.get(&format!("/api/v1{cup}/contest/standings-1.csv")).text();
    assert!(table.starts_with("\u{feff}place,name,points,KV,GS,round_1,round_2"), "{table}");
    let trf = anybody.get(&format!("/api/v1{cup}/contest/stage-1.trf")).text();
    assert!(trf.contains("092 Individual: Keizer system") && !trf.contains("\n192 "), "{trf}");
    assert!(!trf.contains("\n202 "), "tie-breaks decide nothing: {trf}");
}

#[test]
fn what_rounds_count_is_set_at_the_desk_also_between_rounds() {
    let service = site();
    let mut keeper = organizer(&service, "Teresa", "Liga ng Halaga");
    let cup = event(&mut keeper, "liga-ng-halaga", "Values", &[KEIZER, ("rounds", "3")]);
    let page = text(&mut keeper, &format!("{cup}/run?part=settings"));
    assert!(page.contains("Keizer: Keizer") && page.contains("Value of the first place"), "{page}");
    begun(&mut keeper, &cup);
    pair(&mut keeper, &cup, 1);
    let rules = [
        ("do", "keizer"),
        ("stage", "0"),
        ("rounds", "5"),
        ("top", "60"),
        ("bye", "50"),
        ("excused", "35"),
        ("absent", "10"),
        ("apart", "2"),
    ];
    done(&mut keeper, &cup, "settings", &rules);
    let told = keeper.get(&format!("/api/v1{cup}/contest")).json();
    let expected = serde_json::json!({
        "type": "keizer", "rounds": 5, "top": 60, "bye": 50, "excused": 35, "absent": 10, "apart": 2
    });
    assert_eq!(told["settings"]["plan"]["stages"][0]["system"], expected, "{told}");
    let swapped = |name: &'static str, value: &'static str| {
        rules.map(|(own, rest)| if own == name { (own, value) } else { (own, rest) })
    };
    for (name, value, why) in [
        ("bye", "101", "100"),
        ("absent", "", "100"),
        ("top", "ten", "10000"),
        ("rounds", "0", "rounds"),
    ] {
        let refused = act(&mut keeper, &cup, "settings", &swapped(name, value));
        assert!([409, 422].contains(&refused.status), "{name}: {}", refused.status);
        let page = refused.text();
        assert!(page.contains(why) && page.contains("value=\"35\""), "{name}: {page}");
    }
}
