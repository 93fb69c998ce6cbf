//! Leagues: divisions that are played to their end, the next season with those who change places, and its drafts made
//! again.

use crate::contest_pages::{SWISS, act, called, done, enter, event, organizer, pair, site, text};
use crate::visitor::Visitor;

/// Two divisions of four, of which one each changes places.
fn league(keeper: &mut Visitor, slug: &str, name: &str) -> [String; 2] {
    let divisions = [
        ("Una", "Ana; 1500\nBen; 1400\nCora; 1300\nDan; 1200", "1"),
        ("Pangalawa", "Elsa; 1150\nFe; 1100\nGil; 1050\nHana; 1000", "2"),
    ];
    divisions.map(|(own, people, level)| {
        let full = format!("{name} · {own}");
        let event = event(keeper, slug, &full, &[SWISS, ("rounds", "1")]);
        done(keeper, &event, "people", &[("do", "add"), ("lines", people)]);
        let division = [
            ("do", "division"),
            ("league", name),
            ("level", level),
            ("ups", "1"),
            ("downs", "1"),
            ("play-offs", "1"),
        ];
        done(keeper, &event, "settings", &division);
        done(keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
        event
    })
}

fn finish(keeper: &mut Visitor, event: &str) {
    pair(keeper, event, 1);
    assert_eq!(enter(keeper, event, 1, '1', "").status, 303);
    done(keeper, event, "settings", &[("do", "end")]);
}

fn slug(event: &str) -> &str {
    event.rsplit('/').next().expect("a slug")
}

/// Sends a form of the page of a league.
fn submit(
    of: &mut Visitor,
    page: &str,
    form: &str,
    fields: &[(&str, &str)],
) -> crate::client::Reply {
    let token = of.token(page);
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    of.post_bare(&format!("{}/{form}", page.split('?').next().expect("a page")), &all, &[])
}

#[test]
fn a_season_ends_and_the_next_one_begins_with_those_who_changed_places() {
    let service = site();
    let mut keeper = organizer(&service, "Ligaya Dalawa", "Liga ng Dibisyon");
    let events = league(&mut keeper, "liga-ng-dibisyon", "Liga <b> 2026");
    let page = "/organisations/liga-ng-dibisyon/leagues?name=Liga%20%3Cb%3E%202026";
    let mut anybody = Visitor::new(&service);
    assert!(
        text(&mut anybody, "/organisations/liga-ng-dibisyon").contains("Liga &#60;b&#62; 2026")
    );
    assert!(text(&mut anybody, &events[0]).contains(page), "the event leads to its league");
    pair(&mut keeper, &events[0], 1);
    assert_eq!(enter(&mut keeper, &events[0], 1, '1', "").status, 303);
    let running = text(&mut anybody, page);
    assert!(running.contains("Goes down") && running.contains("Play-off to stay"), "{running}");
    let early =
        [("do", "make"), ("league", "Liga <b> 2026"), ("name", "Liga 2027"), ("day", "2027-12-04")];
    let refused = submit(&mut keeper, page, "next", &early);
    assert_eq!(refused.status, 409, "{}", refused.text());
    done(&mut keeper, &events[0], "settings", &[("do", "end")]);
    finish(&mut keeper, &events[1]);
    let over = text(&mut keeper, page);
    for part in
        ["Goes up", "4 now, 4 in the next season", "value=\"Liga &#60;b&#62; 2027\"", "2027-12-05"]
    {
        assert!(over.contains(part), "{part}: {over}");
    }
    assert!(!text(&mut anybody, page).contains("next season"), "only officials decide");
    // The winner of the first division does not come back, and the play-off goes to the one from below.
    let rows: Vec<&str> = over.split("<option value=\"").collect();
    let staying = |slug: &str, words: &str| {
        let of = |row: &&&str| row.starts_with(slug) && row.contains(words);
        rows.iter().filter(of).count()
    };
    assert_eq!(staying(slug(&events[1]), "/0\" selected"), 1, "one comes up: {over}");
    assert_eq!(staying(slug(&events[0]), "/1\" selected"), 1, "one goes down");
    let out = format!("{}/1/out", slug(&events[0]));
    let look = [
        ("do", "look"),
        ("league", "Liga <b> 2026"),
        ("name", "Liga 2027"),
        ("day", "2027-12-04"),
        ("to", &out),
    ];
    let looked = submit(&mut keeper, page, "next", &look);
    assert!(
        looked.status == 200 && looked.text().contains("4 now, 3 in the next season"),
        "{}",
        looked.text()
    );
    assert!(looked.text().contains("value=\"2027-12-04\""), "what was typed stays");
    let make: Vec<(&str, &str)> = look
        .iter()
        .map(|(name, value)| (*name, if *name == "do" { "make" } else { *value }))
        .collect();
    let made = submit(&mut keeper, page, "next", &make);
    assert_eq!(made.status, 303, "{}", made.text());
    let next = made.must("location").to_owned();
    assert_eq!(next, "/organisations/liga-ng-dibisyon/leagues?name=Liga%202027");
    let drafts = text(&mut keeper, &next);
    assert!(drafts.contains("Liga 2027 · Una") && !drafts.contains(">Ana<"), "{drafts}");
    let standings = "/api/v1/organisations/liga-ng-dibisyon/leagues/standings?league=Liga%202027";
    let told = service.get(standings).json();
    let sizes = |told: &serde_json::Value| -> Vec<usize> {
        let all = told["divisions"].as_array().expect("divisions");
        all.iter().map(|one| one["places"].as_array().map_or(0, Vec::len)).collect()
    };
    assert_eq!(sizes(&told), [3, 4], "{told}");
    let log = text(&mut keeper, "/organisations/liga-ng-dibisyon/audit");
    assert!(log.contains(&format!("of {}: up", slug(&events[1]))), "{log}");
    // Made once more, after the drafts are deleted.
    let again = submit(&mut keeper, page, "next", &make);
    assert_eq!(again.status, 409, "{}", again.text());
    let mut stranger = called(&service, "Estranghera Liga");
    let token = stranger.token("/organisations/liga-ng-dibisyon/leagues");
    let forged = [("csrf", token.as_str()), ("league", "Liga 2027")];
    let refused =
        stranger.post_bare("/organisations/liga-ng-dibisyon/leagues/delete", &forged, &[]);
    assert_eq!(refused.status, 403);
    let deleted = submit(&mut keeper, &next, "delete", &[("league", "Liga 2027")]);
    assert_eq!(deleted.status, 303, "{}", deleted.text());
    assert_eq!(keeper.get(&next).status, 404);
    let make: Vec<(&str, &str)> = make.into_iter().filter(|(name, _)| *name != "to").collect();
    assert_eq!(submit(&mut keeper, page, "next", &make).status, 303);
    assert_eq!(sizes(&service.get(standings).json()), [4, 4]);
    let begun = submit(&mut keeper, page, "delete", &[("league", "Liga <b> 2026")]);
    assert_eq!(begun.status, 409, "what was played stays");
}

#[test]
fn what_makes_no_division_is_refused_and_stays_typed() {
    let service = site();
    let mut keeper = organizer(&service, "Dibisyona", "Liga ng Pagkakamali");
    let [first, second] =
        ["Isa", "Dalawa"].map(|name| event(&mut keeper, "liga-ng-pagkakamali", name, &[SWISS]));
    let division = |league, level, ups| {
        [
            ("do", "division"),
            ("league", league),
            ("level", level),
            ("ups", ups),
            ("downs", "1"),
            ("play-offs", "0"),
        ]
    };
    done(&mut keeper, &first, "settings", &division("Liga A", "1", "1"));
    for (level, ups, why) in [
        ("1", "1", "has a division 1 already"),
        ("0", "1", "from 1 to 20"),
        ("2", "100", "up to 99"),
    ] {
        let refused = act(&mut keeper, &second, "settings", &division("Liga A", level, ups));
        assert!([409, 422].contains(&refused.status), "{}", refused.text());
        assert!(
            refused.text().contains(why) && refused.text().contains("value=\"Liga A\""),
            "{why}: {}",
            refused.text()
        );
    }
    done(&mut keeper, &second, "settings", &division("Liga A", "2", "1"));
    let refused = act(&mut keeper, &second, "settings", &division("", "21", "0"));
    assert_eq!(refused.status, 422, "also of an event that leaves its league");
    let all = service.get("/api/v1/organisations/liga-ng-pagkakamali/leagues").json();
    assert_eq!(all["leagues"][0]["divisions"][1]["level"], 2, "{all}");
    done(&mut keeper, &second, "settings", &division("", "1", "0"));
    let all = service.get("/api/v1/organisations/liga-ng-pagkakamali/leagues").json();
    assert_eq!(all["leagues"][0]["divisions"].as_array().map(Vec::len), Some(1), "{all}");
}
