//! Federation number, year of birth and gender of entrants: corrected and listed at the desk, in files for officials, and
//! nowhere else.

use adjutant_api::openapi::operations;
use serde_json::json;

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::contests::Evening;
use crate::visitor::Visitor;

const NUMBER: &str = "QX-771-204";
const YEAR: &str = "1947";

#[test]
fn officials_record_what_federations_ask_for_and_find_it_in_their_files() {
    let service = site();
    let mut keeper = organizer(&service, "Amparing", "Liga ng Lubang");
    let event = event(&mut keeper, "liga-ng-lubang", "Personal Cup", &[SWISS]);
    let list = "Name,FIDE ID,Birthday,Sex\nAna,5200001,2011-03-04,F\nBen,,,\nCora,,2001,babae";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", list)]);
    let row = [
        ("do", "correct"),
        ("entrant", "2"),
        ("new-name", "Ben"),
        ("new-number", NUMBER),
        ("new-born", "47"),
        ("new-gender", "male"),
    ];
    let refused = act(&mut keeper, &event, "people", &row);
    assert_eq!(refused.status, 422, "{}", refused.text());
    for kept in [NUMBER, "value=\"47\"", "Enter a year from 1900 to 2100"] {
        assert!(refused.text().contains(kept), "{kept}: {}", refused.text());
    }
    let row = row.map(|(name, value)| (name, if value == "47" { YEAR } else { value }));
    done(&mut keeper, &event, "people", &row);
    let entrants = keeper.get(&format!("{event}/run/files/entrants.csv")).text().to_owned();
    for line in [
        "1,Ana,0,,,5200001,2011,female,in,no,no",
        "2,Ben,0,,,QX-771-204,1947,male,in,no,no",
        "3,Cora,0,,,,2001,female,in,no,no",
    ] {
        assert!(entrants.contains(line), "{line}: {entrants}");
    }
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let files = text(&mut keeper, &format!("{event}/files"));
    assert!(files.contains("run/files/stage-1.trf"), "{files}");
    let trf = keeper.get(&format!("{event}/run/files/stage-1.trf")).text().to_owned();
    let line =
        "001    2 m    Ben                                         QX-771-204 1947/00/00  0.0";
    assert!(trf.contains(line), "{trf}");
    let missing = keeper.get(&format!("{event}/run/files/stage-9.trf"));
    assert_eq!(missing.status, 404);
}

/// Every address that reads something of an event, with one of everything that it names.
fn addresses(event: &str) -> Vec<String> {
    let routes = include_str!("data/routes.txt").lines().filter(|line| !line.starts_with('#'));
    let pages = routes.filter_map(|line| {
        let mut words = line.split_whitespace();
        let (_, address, get) = (words.next()?, words.next()?, words.next()?);
        (get != "-").then(|| address.to_owned())
    });
    let api = operations().into_iter().filter(|one| one.method == "GET");
    let all = pages.chain(api.map(|one| one.path.clone()));
    let slug = event.trim_start_matches("/events/");
    let of_event = all.filter(|one| one.contains("events/{slug}") && !one.ends_with("/events"));
    let mut filled: Vec<String> = of_event
        .flat_map(|one| {
            let one = one.replace("{slug}", slug).replace("{entrant}", "2").replace("{round}", "1");
            let views = ["standings", "pairings", "players"];
            let sheets = ["standings", "pairings", "seats", "cards", "prizes", "certificates"];
            let files = ["stage-1.trf", "standings-1.csv", "pairings-1-1.csv", "entrants.csv"];
            let of = |name: &'static str, all: &[&str]| match one.contains(name) {
                true => all.iter().map(|with| one.replace(name, with)).collect(),
                false => Vec::new(),
            };
            let mut each: Vec<String> = of("{view}", &views);
            each.extend(of("{sheet}", &sheets));
            each.extend(of("{file}", &files));
            if each.is_empty() { vec![one.clone()] } else { each }
        })
        .collect();
    filled.extend(
        ["standings", "pairings", "players", "cross-table", "prizes"]
            .map(|view| format!("{event}?view={view}")),
    );
    filled.extend(
        ["people", "rounds", "results", "settings", "log"]
            .map(|part| format!("{event}/run?part={part}")),
    );
    filled
}

/// Where the details of an entrant are seen.
fn sightings(visitor: &mut Visitor, event: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for address in addresses(event) {
        let reply = visitor.get(&address);
        let said = reply.text();
        if said.contains(NUMBER) || said.contains(YEAR) {
            seen.push(address);
        }
    }
    seen
}

#[test]
fn nobody_else_hears_of_them_on_any_page_or_in_any_file() {
    let service = site();
    let mut keeper = organizer(&service, "Benildita", "Liga ng Camotes");
    let event = event(&mut keeper, "liga-ng-camotes", "Discreet Cup", &[SWISS]);
    let mut player = organizer(&service, "Casimirong", "Liga ng Polillo");
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Casimirong")]);
    begun(&mut keeper, &event);
    let row = [
        ("do", "correct"),
        ("entrant", "2"),
        ("new-number", NUMBER),
        ("new-born", YEAR),
        ("new-gender", "female"),
    ];
    done(&mut keeper, &event, "people", &row);
    pair(&mut keeper, &event, 1);
    let official = sightings(&mut keeper, &event);
    for seen in ["/run", "/run/files/entrants.csv", "/run/files/stage-1.trf", "/run/event.ndjson"] {
        let address = format!("{event}{seen}");
        assert!(official.contains(&address), "an official sees {address}: {official:?}");
    }
    assert_eq!(sightings(&mut Visitor::new(&service), &event), Vec::<String>::new());
    assert_eq!(sightings(&mut player, &event), Vec::<String>::new());
}

#[test]
fn over_the_api_what_is_left_out_stays_and_only_officials_read_it() {
    let evening = Evening::begun();
    let all = json!({"federation_number": NUMBER, "birth_year": 1947, "gender": "female"});
    evening.told("entrants/2", json!({ "personal": all }));
    assert_eq!(evening.desk()["entrants"][1]["personal"], all);
    evening.told("entrants/2", json!({"personal": {"birth_year": 0}, "rating": 1500}));
    let rest = json!({"federation_number": NUMBER, "gender": "female"});
    assert_eq!(evening.desk()["entrants"][1]["personal"], rest);
    assert_eq!(evening.desk()["entrants"][0]["personal"], json!(null));
    for (personal, why) in [
        (json!({"birth_year": 1899}), "from 1900 to 2100"),
        (json!({"gender": "f"}), "female"),
        (json!({"federation_number": "123456789012345678901"}), "20"),
        (json!({"birthday": "1947-01-01"}), "birthday"),
    ] {
        let (status, said) = evening.refused("entrants/2", json!({ "personal": personal }));
        assert!(status == 400 && said.contains(why), "{personal}: {status} {said}");
    }
}
