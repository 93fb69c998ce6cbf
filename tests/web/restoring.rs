//! An event goes out as one file and is made again from it: the same standings, the same file, or nothing at all.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::{Reply, send};
use crate::contest_pages::{SWISS, begun, event, organizer, site};
use crate::contests::{Evening, results};
use crate::visitor::{Visitor, hidden};

const RESTORE: &str = "/api/v1/organisations/league/events/restore";

impl Evening {
    fn file(&self, slug: &str) -> String {
        let path = format!("/api/v1/events/{slug}/facts");
        let reply = self.world.show(Some(&self.token), "GET", &path, "");
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.text()
    }

    fn restore(&self, asked: &str, file: &str) -> Reply {
        self.world.show(Some(&self.token), "POST", &format!("{RESTORE}{asked}"), file)
    }

    fn event(&self, slug: &str) -> Value {
        let reply = self.world.service.get(&format!("/api/v1/events/{slug}/contest"));
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    }
}

/// An evening with a player among the guests, a late entry, a withdrawal and a correction.
fn eventful() -> Evening {
    let evening = Evening::begun();
    let tables = evening.round(1);
    evening.told("results", results(1, &tables));
    evening.told("entrants", json!({"entrants": [{"name": "Sidapa", "rating": 1650}]}));
    evening.told("people", json!({"do": "there", "entrant": 13}));
    evening.told("rounds", json!({"do": "join", "entrant": 13}));
    let tables = evening.round(2);
    evening.told("results", results(2, &tables));
    let sides = tables[0]["sides"].clone();
    evening.told(
        "results",
        json!({"results": [{"round": 2, "table": 1, "sides": sides,
        "result": "second", "instead_of": "first", "why": "The slip was read upside down."}]}),
    );
    evening.told("people", json!({"do": "withdraw", "entrant": 5}));
    evening.told("rounds", json!({"do": "pair"}));
    evening
}

#[test]
fn a_file_that_is_no_utf8_is_refused_with_its_line() {
    let evening = Evening::begun();
    let header = format!("Bearer {}", evening.token);
    let headers = [("Authorization", header.as_str())];
    let file = b"012 Open\n001    1      Pe\xf1a, Ana\n";
    let reply = send(evening.world.service.address, "POST", RESTORE, &headers, file);
    assert_eq!(reply.status, 400, "{}", reply.whole());
    assert!(reply.text().contains("Line 2: This is not text in UTF-8."), "{}", reply.text());
}

#[test]
fn a_restored_event_has_the_same_standings_and_the_same_file() {
    let evening = eventful();
    let file = evening.file(&evening.slug);
    let made = evening.restore("?name=Saturday%20Again&first_day=2026-12-05", &file);
    assert_eq!(made.status, 200, "{}", made.whole());
    let again = made.json()["slug"].as_str().expect("a slug").to_owned();
    assert_ne!(again, evening.slug);
    let (mut before, mut after) = (evening.seen(), evening.event(&again));
    for event in [&mut before, &mut after] {
        let members = event.as_object_mut().expect("members");
        assert!(members.remove("name").is_some() && members.remove("slug").is_some());
    }
    assert_eq!(before, after);
    assert_eq!(evening.file(&again), file);
    // It goes on as the other one would.
    let path = format!("/api/v1/events/{again}/rounds");
    let body = json!({"do": "publish", "round": 3}).to_string();
    assert_eq!(evening.world.show(Some(&evening.token), "POST", &path, &body).status, 200);
    let of_league = evening.world.token("owner", TokenScopes::AUDIT_READ);
    let trail = "/api/v1/organisations/league/audit?action=event.restored";
    let trail = evening.world.show(Some(&of_league), "GET", trail, "").json();
    assert_eq!(trail["entries"].as_array().map(Vec::len), Some(1), "{trail}");
}

#[test]
fn where_a_fact_is_wrong_its_line_is_told_and_nothing_is_made() {
    let evening = eventful();
    let file = evening.file(&evening.slug);
    let asked = "?name=Once%20More&first_day=2026-12-05";
    let lines: Vec<&str> = file.lines().collect();
    let with = |at: usize, line: &str| {
        let mut changed = lines.clone();
        changed[at] = line;
        changed.join("\n")
    };
    let of = |at: usize, from: &str, to: &str| {
        assert!(lines[at].contains(from), "{}", lines[at]);
        with(at, &lines[at].replace(from, to))
    };
    let last = lines.len() - 1;
    let begun = lines.iter().position(|line| line.contains("\"begun\"")).expect("it has begun");
    let wrong = [
        ("", "This is neither an event file nor a TRF"),
        (&lines[1..].join("\n"), "Line 1: expected the number 1"),
        (&of(0, "\"rounds\":4", "\"rounds\":0"), "Line 1: "),
        (&of(1, "Ana", ""), "Line 2: fact.person: expected a name or a player"),
        (&of(1, "\"at\":\"20", "\"at\":\"90"), "Line 2: at: expected a moment that is past"),
        (&of(begun, "[[1,", "[[99,"), "this does not follow from what was told before"),
        (
            &with(
                last,
                r#"{"number":1,"at":"2026-01-01T00:00:00Z","fact":{"fact":"ended","over":true}}"#,
            ),
            "expected the number",
        ),
        (&with(last, &lines[last].replace("drafted", "dreamt")), "unknown variant `dreamt`"),
    ];
    for (file, why) in wrong {
        let reply = evening.restore(asked, file);
        let detail = reply.json()["detail"].as_str().expect("a reason").to_owned();
        assert_eq!(reply.status, 400, "{detail}");
        assert!(detail.contains(why), "{why}: {detail}");
    }
    let ended = lines[last].replace(
        &lines[last][lines[last].find("\"fact\"").expect("a fact")..],
        r#""fact":{"fact":"ended","over":true}}"#,
    );
    let reply = evening.restore(asked, &with(last, &ended));
    assert!(reply.text().contains("Not everything has been played"), "{}", reply.text());
    assert_eq!(evening.restore("", &file).status, 400, "it has no name");
    assert_eq!(evening.restore("?name=Saturday%20Swiss&first_day=2026-12-05", &file).status, 409);
    let all = evening.world.service.get("/api/v1/contests?from=2026-01-01").json();
    let names: Vec<&str> = all["contests"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert!(!names.contains(&"Once More"), "{names:?}");
    assert_eq!(evening.restore(asked, &file).status, 200, "and the name is free");
}

#[test]
fn players_are_found_by_their_handles_and_others_are_guests() {
    let evening = eventful();
    let stranger = evening.file(&evening.slug).replace("\"Sidapa\"", "\"Nobody Here\"");
    let made = evening.restore("?name=Elsewhere&first_day=2026-12-05", &stranger);
    assert_eq!(made.status, 200, "{}", made.whole());
    let slug = made.json()["slug"].as_str().expect("a slug").to_owned();
    let of = |event: &Value| event["entrants"][12].clone();
    assert_eq!(of(&evening.seen())["player"], true);
    let guest = of(&evening.event(&slug));
    assert_eq!((&guest["player"], &guest["name"]), (&json!(false), &json!("Nobody Here")));
    assert!(!evening.file(&slug).contains("\"player\""), "a number of another site is none here");
}

/// Chooses the file on the page.
fn choose(of: &mut Visitor, page: &str, name: &str, file: &[u8]) -> Reply {
    choose_with(of, page, name, file, "")
}

fn choose_with(of: &mut Visitor, page: &str, name: &str, file: &[u8], rounds: &str) -> Reply {
    let token = of.token(page);
    let field = |name: &str, value: &str| {
        format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let mut body = field("csrf", &token) + &field("name", name) + &field("first_day", "");
    body.push_str(&field("rounds", rounds));
    body.push_str(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"event.ndjson\"\r\n",
    );
    body.push_str("Content-Type: application/x-ndjson\r\n\r\n");
    let body = [body.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    of.post_bytes(page, "multipart/form-data; boundary=edge", &body)
}

#[test]
fn a_page_shows_what_a_file_would_make_and_then_makes_it() {
    let service = site();
    let mut keeper = organizer(&service, "Crisologa", "Liga ng Balik");
    let address = event(&mut keeper, "liga-ng-balik", "Balik Open", &[SWISS]);
    begun(&mut keeper, &address);
    let file = keeper.get(&format!("{address}/run/event.ndjson"));
    assert_eq!((file.status, file.must("cache-control")), (200, "private, no-store"));
    assert!(file.must("content-disposition").starts_with("attachment; filename="));
    let text = file.text();
    assert_eq!(text.lines().next(), Some(r#"{"event":"Balik Open","first_day":"2026-12-05"}"#));
    let page = "/organisations/liga-ng-balik/events/restore";
    let refused = choose(&mut keeper, page, "Again", &text.as_bytes()[..text.len() - 9]);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("line "), "{}", refused.text());
    let shown = choose(&mut keeper, page, "Balik Muli", text.as_bytes());
    assert_eq!(shown.status, 200, "{}", shown.text());
    for words in ["Balik Muli", "5 Dec 2026", "in progress", "Players of this site: 0. Guests: 8."]
    {
        assert!(shown.text().contains(words), "{words}: {}", shown.text());
    }
    let digest = hidden(&shown.text(), "digest").expect("a digest");
    let fields = [("digest", digest.as_str())];
    let made = keeper.post(page, &fields);
    assert_eq!(made.status, 303, "{}", made.text());
    let desk = made.must("location").to_owned();
    let seen = keeper.get(&desk);
    assert!(seen.text().contains("Event restored.") && seen.text().contains("Hana"));
    let again =
        keeper.get(desk.replace("run?", "run/event.ndjson?").split('?').next().expect("it"));
    assert!(text.lines().skip(1).eq(again.text().lines().skip(1)), "the same facts");
    assert_eq!(keeper.post(page, &fields).status, 409, "a file is made into one event");
    // Strangers learn nothing.
    let mut stranger = Visitor::new(&service);
    assert_ne!(stranger.get(&format!("{address}/run/event.ndjson")).status, 200);
}

const TRF: &str = "/contest/stage-1.trf";

#[test]
fn an_event_is_made_from_the_trf_of_another_with_its_standings_and_its_next_round() {
    let evening = eventful();
    let text = evening.world.service.get(&format!("/api/v1/events/{}{TRF}", evening.slug)).text();
    assert!(text.contains("\n042 20") && text.contains("\n202 DE,BH/C1,BH,SB,PO\n"), "{text}");
    assert!(text.contains("\n240 Z   3    5\n"), "who has withdrawn plays no more: {text}");
    let made = evening.restore("?name=From%20a%20TRF", &text);
    assert_eq!(made.status, 200, "{}", made.whole());
    let again = made.json()["slug"].as_str().expect("a slug").to_owned();
    let (before, after) = (evening.seen(), evening.event(&again));
    let standings = |event: &Value| event["stages"][0]["groups"].clone();
    let bare = |event: &Value| {
        let rows = standings(event)[0]["standings"].as_array().expect("places").clone();
        let row = |row: &Value| (row["name"].clone(), row["points"].clone(), row["values"].clone());
        rows.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(bare(&before), bare(&after));
    let players: Vec<&Value> = after["entrants"]
        .as_array()
        .expect("entrants")
        .iter()
        .filter(|one| one["player"] == true)
        .collect();
    assert_eq!((players.len(), &players[0]["name"]), (1, &json!("Sidapa")), "found by his handle");
    let path = format!("/api/v1/events/{again}");
    let tell = |body: Value| {
        let reply = evening.world.show(
            Some(&evening.token),
            "POST",
            &format!("{path}/rounds"),
            &body.to_string(),
        );
        assert_eq!(reply.status, 200, "{}", reply.whole());
    };
    tell(json!({"do": "pair"}));
    tell(json!({"do": "publish", "round": 3}));
    evening.told("rounds", json!({"do": "pair"}));
    evening.told("rounds", json!({"do": "publish", "round": 3}));
    let names = |event: &Value| {
        let tables = event["stages"][0]["rounds"][2]["tables"].as_array().expect("tables").clone();
        tables.iter().map(|table| table["names"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&evening.seen()), names(&evening.event(&again)));
    // What it has become goes out and comes in again as any other event does.
    assert_eq!(
        evening.restore("?name=Twice&first_day=2026-12-05", &evening.file(&again)).status,
        200
    );
}

#[test]
fn the_game_of_an_event_goes_with_its_trf() {
    let evening = eventful();
    let trf = |slug: &str| evening.world.service.get(&format!("/api/v1/events/{slug}{TRF}")).text();
    let text = trf(&evening.slug);
    assert!(!text.contains("###"), "the usual game goes without saying: {text}");
    let (name, rest) = text.split_once('\n').expect("lines");
    let remark = "### game three-generals\n";
    let made = evening.restore("?name=Of%20Three", &format!("{name}\n{remark}{rest}"));
    assert_eq!(made.status, 200, "{}", made.whole());
    let again = made.json()["slug"].as_str().expect("a slug").to_owned();
    assert_eq!(evening.event(&again)["settings"]["game"], "three-generals");
    assert!(trf(&again).contains(remark));
}

#[test]
fn all_that_is_wrong_in_a_trf_is_told_at_once_with_its_lines() {
    let evening = Evening::begun();
    let player = |number: usize, name: &str, points: &str, round: &str| {
        format!("001 {number:>4}      {name:<33} 1800{points:>32} {number:>4}  {round}\n")
    };
    let good = "012 Hall\n042 2026/12/05\n142 2\n".to_owned();
    let first = player(1, "Ana Reyes", "1.0", "   2 w 1");
    let wrong = [
        (
            good.clone() + &first + &player(2, "Ben Cruz", "1.0", "   1 b 1"),
            vec!["Line 4: round 1 of 1", "Line 5: round 1 of 2"],
        ),
        (
            good.clone()
                + &first
                + &player(2, "Ana  Reyes", "0.0", "   1 b 0")
                + &player(3, "", "0.0", "")
                + &player(4, "BEN", "0.0", "")
                + &player(5, "ben", "0.0", "")
                + "260   2   2    1    3\n202 BHX\n",
            vec![
                "Line 5: The name looks the same as in line 4.",
                "Line 6: The name is missing.",
                "Line 8: The name looks the same as in line 7.",
                "Line 10: `BHX`",
            ],
        ),
        (first.clone() + &player(2, "Ben Cruz", "0.0", "   1 b 0"), vec!["the number of rounds"]),
    ];
    for (text, reasons) in wrong {
        let reply = evening.restore("?name=Wrong&first_day=2026-12-05", &text);
        let detail = reply.json()["detail"].as_str().expect("a reason").to_owned();
        assert_eq!(reply.status, 400, "{detail}");
        for reason in reasons {
            assert!(detail.contains(reason), "{reason}: {detail}");
        }
    }
    let right = good + &first + &player(2, "Ben Cruz", "0.0", "   1 b 0");
    assert_eq!(evening.restore("?name=Wrong", &right).status, 200, "and the name is free");
}

#[test]
fn a_page_takes_a_trf_and_shows_what_it_would_make() {
    let service = site();
    let mut keeper = organizer(&service, "Brigida", "Liga ng Turing");
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/swiss/tests/pairing/data/004-n4-r3-2-1-0.trf"
    ));
    let without = format!("042 2026/12/06\n{}", text.expect("a file"));
    let text = without.replace("042 2026/12/06\n", "") + "\nXXR 3\n";
    let page = "/organisations/liga-ng-turing/events/restore";
    let refused = choose(&mut keeper, page, "No rounds", without.as_bytes());
    assert_eq!(refused.status, 422, "it does not say how many rounds there are");
    assert!(refused.text().contains("name=\"rounds\""), "and the page asks for it");
    let asks = "Enter the number of rounds below.";
    assert!(refused.text().contains(asks) && refused.text().contains("#restore-event-rounds"));
    let refused = choose_with(&mut keeper, page, "Rounds", without.as_bytes(), "three");
    assert!(refused.status == 422 && refused.text().contains(asks), "{}", refused.text());
    let garbled = format!("XXR three\n{without}");
    let refused = choose(&mut keeper, page, "Garbled", garbled.as_bytes());
    assert!(refused.status == 422 && refused.text().contains(asks), "{}", refused.text());
    let shown = choose_with(&mut keeper, page, "Garbled", garbled.as_bytes(), "3");
    assert_eq!(shown.status, 200, "{}", shown.text());
    let refused = choose(&mut keeper, page, "Letter", b"Dear organisers,\n");
    assert!(refused.status == 422 && refused.text().contains("neither an event file nor a TRF"));
    keeper.cookies.insert("language".to_owned(), "fil".to_owned());
    let refused = choose(&mut keeper, page, "Letter", b"Dear organisers,\n").text();
    assert!(refused.contains("Hindi ito file ng torneo o TRF"), "{refused}");
    let refused = choose(&mut keeper, page, "No rounds", without.as_bytes()).text();
    assert!(refused.contains("Ilagay sa ibaba ang bilang ng mga round."), "{refused}");
    keeper.cookies.remove("language");
    let shown = choose_with(&mut keeper, page, "Rounds", without.as_bytes(), "3");
    assert_eq!(shown.status, 200, "{}", shown.text());
    let refused = choose(&mut keeper, page, "No day", text.as_bytes());
    assert_eq!(refused.status, 422, "it has no first day");
    let text = format!("042 2026/12/06\n{text}");
    let shown = choose(&mut keeper, page, "", text.as_bytes());
    assert_eq!(shown.status, 200, "{}", shown.text());
    for words in ["AutoTest Tournament", "6 Dec 2026", "Rounds published: 3", "Guests: 4."] {
        assert!(shown.text().contains(words), "{words}: {}", shown.text());
    }
    let digest = hidden(&shown.text(), "digest").expect("a digest");
    assert_eq!(keeper.post(page, &[("digest", digest.as_str())]).status, 303);
}

#[test]
fn an_event_file_with_a_removed_row_is_restored() {
    let evening = Evening::of(json!({"template": "swiss", "entrants": 4, "rounds": 2}), json!({}));
    evening.told("entrants", json!({"entrants": [{"name": "Sidapa"}, {"name": "Ana"}]}));
    evening.told("people", json!({"do": "remove", "entrant": 1}));
    let again = json!({"entrants": [{"name": "Sidapa", "rating": 1500}]});
    assert_eq!(evening.told("entrants", again)["facts"], 1);
    let numbers = |event: &Value| {
        let all = event["entrants"].as_array().expect("entrants").clone();
        all.iter().map(|one| (one["entrant"].clone(), one["player"].clone())).collect::<Vec<_>>()
    };
    let expected = vec![(json!(2), json!(false)), (json!(3), json!(true))];
    assert_eq!(numbers(&evening.desk()), expected);
    assert_eq!(numbers(&evening.seen()), expected);
    let file = evening.file(&evening.slug);
    assert!(file.contains("\"fact\":\"removed\""), "{file}");
    let restored = evening.restore("?name=Removed%20Again&first_day=2026-12-05", &file);
    assert_eq!(restored.status, 200, "{}", restored.whole());
    let slug = restored.json()["slug"].as_str().expect("a slug").to_owned();
    assert_eq!(numbers(&evening.event(&slug)), expected, "the player is found again");
}
