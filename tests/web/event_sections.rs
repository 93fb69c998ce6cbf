//! Sections at one desk: made from one event, entered from one list, with people who change from one to another.

use crate::contest_pages::{SWISS, act, called, choices, done, event, organizer, pair, site, text};
use crate::contests::Evening;
use crate::visitor::Visitor;
use serde_json::json;

const ADD: [(&str, &str); 5] = [
    ("do", "add-section"),
    ("section", "Women"),
    ("own-section", "Open"),
    ("festival", "Pista <b>ng</b> Marso"),
    ("first-table", "51"),
];

/// An event with a second section, both with four people.
fn festival(keeper: &mut Visitor, league: &str, name: &str) -> [String; 2] {
    let open = event(keeper, league, name, &[SWISS]);
    let made = act(keeper, &open, "settings", &ADD);
    assert_eq!(made.status, 303, "{}", made.text());
    let women = made.must("location").split("/run").next().expect("an address").to_owned();
    for (event, lines) in [(&open, "Ana; 1500\nBen\nCora\nDan"), (&women, "Elsa\nFe\nGil\nHana")] {
        done(keeper, event, "people", &[("do", "add"), ("lines", lines)]);
    }
    [open, women]
}

/// Sends a form of the desk of all sections.
fn act_there(
    of: &mut Visitor,
    event: &str,
    form: &str,
    fields: &[(&str, &str)],
) -> crate::client::Reply {
    let token = of.token(&format!("{event}/run/sections?part=people"));
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    of.post_bare(&format!("{event}/run/sections/{form}"), &all, &[])
}

fn slug(event: &str) -> &str {
    event.rsplit('/').next().expect("a slug")
}

#[test]
fn two_sections_are_run_from_one_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Seksyona", "Liga ng Pista");
    let [open, women] = festival(&mut keeper, "liga-ng-pista", "Pista Marso");
    for event in [&open, &women] {
        done(&mut keeper, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
        pair(&mut keeper, event, 1);
    }
    let desk = text(&mut keeper, &format!("{open}/run"));
    for part in ["Pista &#60;b&#62;ng", "accesskey=\"2\"", "Round 1 · 2 results open"] {
        assert!(desk.contains(part), "{part}: {desk}");
    }
    let page = text(&mut keeper, &format!("{women}/run/sections"));
    for table in ["1", "2", "51", "52"] {
        assert!(page.contains(&format!("data-table=\"{table}\"")), "{table}: {page}");
    }
    // Those of one section at their own desk have the same numbers.
    let own = text(&mut keeper, &format!("{women}/run?part=results"));
    assert!(own.contains("data-table=\"52\"") && !own.contains("data-table=\"2\""), "{own}");
    let said = choices(&page, '1');
    assert_eq!(said.len(), 4, "{page}");
    let mut fields = vec![("do", "enter"), ("stage", "0"), ("round", "0"), ("why", "")];
    fields.extend(said.iter().map(|one| ("result", one.as_str())));
    let reply = act_there(&mut keeper, &open, "results", &fields);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let page = text(&mut keeper, &format!("{open}/run/sections?done=contest-results"));
    assert_eq!(page.matches("data-recorded=\"first\"").count(), 4, "{page}");
    for event in [&open, &women] {
        let round = text(&mut Visitor::new(&service), &format!("{event}?view=pairings&round=1"));
        assert_eq!(round.matches("1–0").count(), 2, "{round}");
    }
    // What another one entered first is not overwritten, and the choices stay.
    let again = said[0].replace(".none.first", ".none.second");
    let late = [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", &again)];
    let refused = act_there(&mut keeper, &open, "results", &late);
    assert_eq!(refused.status, 409, "{}", refused.text());
    for wrong in ["nowhere/0/0/0.0.1.2.none.first", "x", "/0/0/0.0.1.2.none.first"] {
        let sent =
            [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", wrong)];
        assert!([404, 422].contains(&act_there(&mut keeper, &open, "results", &sent).status));
    }
}

#[test]
fn everybody_sees_the_sections_as_one() {
    let service = site();
    let mut keeper = organizer(&service, "Pistahana", "Liga ng Lahat");
    let [open, women] = festival(&mut keeper, "liga-ng-lahat", "Lahat Marso");
    for event in [&open, &women] {
        done(&mut keeper, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
        pair(&mut keeper, event, 1);
    }
    let mut anybody = Visitor::new(&service);
    let page = text(&mut anybody, &women);
    assert!(
        page.contains(&format!("href=\"{open}\"")) && page.contains(&format!("{women}/sections"))
    );
    let all = text(&mut anybody, &format!("{open}/sections"));
    let [first, second] = ["Ana", "Elsa"].map(|name| all.find(name).expect(name));
    assert!(first < second, "the sections follow one another: {all}");
    let names = text(&mut anybody, &format!("{women}/sections?order=name"));
    assert!(names.contains("<td>Women</td>") && names.contains(">51</td>"), "{names}");
    for screen in ["left=sections&right=section-names", "left=pairings"] {
        let screen = text(&mut anybody, &format!("{open}/screen?{screen}"));
        assert!(screen.contains("value=\"sections\""), "{screen}");
    }
    let screen = text(&mut anybody, &format!("{open}/screen?left=sections&right=none"));
    assert!(screen.contains("Ana") && screen.contains("Elsa"), "{screen}");
    let listed = text(&mut anybody, "/events?organisation=liga-ng-lahat&view=now");
    assert_eq!(listed.matches("<th scope=\"row\">").count(), 1, "{listed}");
    assert!(listed.contains("/sections\">Pista &#60;b&#62;ng"), "{listed}");
    let calendar = anybody.get("/organisations/liga-ng-lahat/events.ics").text();
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 1, "{calendar}");
    assert!(calendar.contains("Open\\nWomen"), "{calendar}");
    let answer = service.get(&format!("/api/v1{women}/sections")).json();
    assert_eq!(answer["festival"], "Pista <b>ng</b> Marso");
    assert_eq!(answer["sections"][1]["first_table"], 51);
    assert_eq!(answer["sections"][0]["open"], 2);
}

#[test]
fn an_entrant_changes_the_section_with_everything() {
    let service = site();
    let mut keeper = organizer(&service, "Lipatera", "Liga ng Lipatan");
    let [open, women] = festival(&mut keeper, "liga-ng-lipatan", "Lipat Marso");
    let twice = act(&mut keeper, &women, "people", &[("do", "add"), ("lines", "Ana")]);
    assert_eq!(twice.status, 422, "{}", twice.text());
    assert!(twice.text().contains("Ana is in the section Open"), "{}", twice.text());
    let corrected = [
        ("do", "correct"),
        ("entrant", "1"),
        ("new-name", "Ana"),
        ("new-rating", "1500"),
        ("new-club", "Hawks"),
        ("new-province", ""),
        ("new-number", "5200001"),
        ("new-born", "2009"),
        ("new-gender", "female"),
    ];
    done(&mut keeper, &open, "people", &corrected);
    done(&mut keeper, &open, "people", &[("do", "paid"), ("entrant", "1")]);
    let wanted =
        |into| [("do", "move"), ("section", slug(&open)), ("entrant", "1"), ("into", into)];
    let elsewhere = event(&mut keeper, "liga-ng-lipatan", "Hiwalay", &[SWISS]);
    for wrong in [slug(&elsewhere), slug(&open), "nowhere", ""] {
        let refused = act_there(&mut keeper, &open, "people", &wanted(wrong));
        assert!([404, 422].contains(&refused.status), "{wrong}: {}", refused.status);
    }
    let moved = act_there(&mut keeper, &open, "people", &wanted(slug(&women)));
    assert_eq!(moved.status, 303, "{}", moved.text());
    let page = text(&mut keeper, &format!("{women}/run?part=people"));
    for part in ["Ana", "1500 · Hawks", "value=\"5200001\"", "value=\"2009\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let there = service.get(&format!("/api/v1{women}/contest")).json();
    assert_eq!(there["entrants"].as_array().map(Vec::len), Some(5), "{there}");
    let left = service.get(&format!("/api/v1{open}/contest")).json();
    assert_eq!(left["entrants"].as_array().map(Vec::len), Some(3), "{left}");
    assert!(
        text(&mut keeper, &format!("{women}/run/sections?part=people&name=ana")).contains("Women")
    );
    // Once paired, people stay where they are.
    done(&mut keeper, &women, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let back = [("do", "move"), ("section", slug(&women)), ("entrant", "1"), ("into", slug(&open))];
    let refused = act_there(&mut keeper, &open, "people", &back);
    assert_eq!(refused.status, 409, "{}", refused.text());
    // Whoever may play in both is allowed to.
    let join = [
        ("do", "section"),
        ("festival", "Pista <b>ng</b> Marso"),
        ("section", "Open"),
        ("first-table", "1"),
        ("several-sections", "1"),
    ];
    done(&mut keeper, &open, "settings", &join);
    done(&mut keeper, &open, "people", &[("do", "add"), ("lines", "Elsa")]);
    let page = text(&mut keeper, &format!("{open}/run/sections?part=people"));
    assert_eq!(page.matches("In several sections").count(), 2, "{page}");
}

#[test]
fn events_join_a_festival_by_its_name_and_leave_it() {
    let service = site();
    let mut keeper = organizer(&service, "Sumalia", "Liga ng Sali");
    let [one, other] =
        ["Una", "Pangalawa"].map(|name| event(&mut keeper, "liga-ng-sali", name, &[SWISS]));
    let join = |festival, section| {
        [("do", "section"), ("festival", festival), ("section", section), ("first-table", "1")]
    };
    done(&mut keeper, &one, "settings", &join("Sama", "Open"));
    for (festival, section, why) in [
        ("Sama", "open", "has a section called open"),
        ("Sama", "", "Name this section"),
        ("", "Open", "Name the festival"),
    ] {
        let refused = act(&mut keeper, &other, "settings", &join(festival, section));
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
    }
    let far = [("do", "section"), ("festival", "Sama"), ("section", "B"), ("first-table", "9001")];
    assert_eq!(act(&mut keeper, &other, "settings", &far).status, 422);
    done(&mut keeper, &other, "settings", &join("Sama", "Under 18"));
    for event in [&one, &other] {
        done(
            &mut keeper,
            event,
            "people",
            &[("do", "add"), ("lines", &format!("{event} A\n{event} B"))],
        );
    }
    let desk = text(&mut keeper, &format!("{one}/run"));
    assert!(desk.contains("Open and Under 18 have tables with the same numbers"), "{desk}");
    done(&mut keeper, &other, "settings", &join("", ""));
    assert!(!text(&mut keeper, &format!("{one}/run")).contains("Under 18"));
}

#[test]
fn an_official_of_one_section_enters_nothing_in_another() {
    let service = site();
    let mut keeper = organizer(&service, "Mayhawaka", "Liga ng Hawak");
    let [open, women] = festival(&mut keeper, "liga-ng-hawak", "Hawak Marso");
    let mut own = called(&service, "Katiwalang Isa");
    let home = "/organisations/liga-ng-hawak";
    let role = [
        ("way", "account"),
        ("account", "Katiwalang Isa"),
        ("email", ""),
        ("role", "official"),
        ("event", slug(&open)),
        ("duties", "results"),
        ("duties", "check-in"),
    ];
    let reply = keeper.post(&format!("{home}/officials/appoint"), &role);
    assert_eq!(reply.status, 303, "{}", reply.whole());
    for event in [&open, &women] {
        done(&mut keeper, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
        pair(&mut keeper, event, 1);
    }
    let page = text(&mut own, &format!("{open}/run/sections"));
    assert!(page.contains("data-table=\"1\"") && !page.contains("data-table=\"51\""), "{page}");
    assert!(page.contains(&format!("href=\"{women}\"")), "the other section's page: {page}");
    let people = text(&mut own, &format!("{open}/run/sections?part=people"));
    assert!(people.contains("Ana") && !people.contains("Elsa"), "{people}");
    let all = text(&mut keeper, &format!("{open}/run/sections"));
    let others = choices(&all, '1').into_iter().find(|one| one.starts_with(slug(&women)));
    let others = others.expect("a table of the other section");
    let sent = [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", &others)];
    let refused = act_there(&mut own, &open, "results", &sent);
    assert!([403, 404].contains(&refused.status), "{}: {}", refused.status, refused.text());
    assert!(
        text(&mut keeper, &format!("{women}/run?part=results")).contains("data-recorded=\"none\"")
    );
    assert_eq!(own.get(&format!("{women}/run/sections")).status, 403);
}

#[test]
fn the_wizard_makes_all_sections_at_once() {
    let service = site();
    let mut keeper = organizer(&service, "Salamangka", "Liga ng Salamangka");
    let names = ("sections", "Open, Women; Under 18");
    let first = event(&mut keeper, "liga-ng-salamangka", "Sabay Fest", &[SWISS, names]);
    let answer = service.get(&format!("/api/v1{first}/sections")).json();
    assert_eq!(answer["festival"], "Sabay Fest");
    let all = answer["sections"].as_array().expect("sections");
    assert_eq!(all.len(), 3, "{answer}");
    for (one, (name, table)) in all.iter().zip([("Open", 1), ("Women", 51), ("Under 18", 101)]) {
        assert_eq!(
            (one["section"].as_str(), one["first_table"].as_i64()),
            (Some(name), Some(table))
        );
    }
    let wizard = "/organisations/liga-ng-salamangka/events/new";
    for (wrong, why) in [("Open", "at least two sections"), ("Open, open", "has a section called")]
    {
        let refused = keeper.post(wizard, &[("name", "X"), ("sections", wrong)]);
        assert_eq!(refused.status, 422, "{wrong}");
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
    }
}

#[test]
fn over_the_api_sections_are_added_and_people_moved() {
    let evening = Evening::of(json!({"template": "swiss", "entrants": 4, "rounds": 2}), json!({}));
    evening.told("entrants", json!({"entrants": [{"name": "Ana"}, {"name": "Ben"}]}));
    evening.told("people", json!({"do": "paid", "entrants": [1]}));
    let (status, why) = evening.refused("sections/add", json!({"section": "Women"}));
    assert!(status == 400 && why.contains("Name"), "{status} {why}");
    let new =
        json!({"section": "Women", "festival": "Marso", "own_section": "Open", "first_table": 31});
    let women = evening.told("sections/add", new)["slug"].as_str().expect("a slug").to_owned();
    let wanted = json!({"entrant": 1, "into": women});
    evening.told("sections/move", wanted.clone());
    let (status, why) = evening.refused("sections/move", wanted);
    assert!(status == 404 || status == 409, "{status} {why}");
    let all =
        evening.world.show(None, "GET", &format!("/api/v1/events/{women}/sections"), "").json();
    assert_eq!(
        (&all["festival"], all["sections"].as_array().map(Vec::len)),
        (&json!("Marso"), Some(2))
    );
    let people =
        evening.world.show(None, "GET", &format!("/api/v1/events/{women}/contest"), "").json();
    assert_eq!(people["entrants"][0]["name"], "Ana");
    assert_eq!(evening.desk()["entrants"].as_array().map(Vec::len), Some(1));
}
