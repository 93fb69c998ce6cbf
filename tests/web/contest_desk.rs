//! What an event's desk does besides rounds and results: settings while it runs, people who do not meet, sheets.

use serde_json::{Value, json};

use crate::contest_pages::{
    EIGHT, SWISS, act, begun, done, enter, event, organizer, pair, site, text,
};
use crate::contests::Evening;
use crate::visitor::Visitor;

const SETTLED: [(&str, &str); 9] = [
    ("do", "settle"),
    ("codes", "bh sb"),
    ("cap", "40"),
    ("fee", "₱50"),
    ("grace", "15"),
    ("rating-from", ""),
    ("rating-to", "1900"),
    ("protection", "club"),
    ("protected-rounds", "2"),
];

/// The fields with another value of one.
fn but<'a>(name: &str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let other =
        |(own, old): (&'static str, &'static str)| (own, if own == name { value } else { old });
    SETTLED.map(other).to_vec()
}

#[test]
fn settings_change_while_an_event_runs_and_its_plan_stays() {
    let service = site();
    let mut keeper = organizer(&service, "Dorotea", "Liga ng Samar");
    let event = event(&mut keeper, "liga-ng-samar", "Settled Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let page = text(&mut keeper, &format!("{event}/run?part=settings"));
    assert!(page.contains("value=\"DE BH/C1 BH SB PO\""), "{page}");
    done(&mut keeper, &event, "settings", &SETTLED);
    let page = text(&mut keeper, &format!("{event}/run?part=settings"));
    assert!(page.contains("value=\"BH SB\"") && page.contains("value=\"1900\""), "{page}");
    let standings = text(&mut Visitor::new(&service), &format!("{event}?view=standings"));
    assert!(standings.contains(">SB<") && !standings.contains("BH/C1"), "{standings}");
    for (name, value, why) in [
        ("codes", "BH XX", "no tie-break “XX”. Choose from these codes: DE, DEL, PO, "),
        ("codes", "BH BPG/C1", "“BPG/C1” ends in C1, which BPG does not take."),
        ("codes", "BH SB BH", "“BH” is in the list twice. Leave one of them out."),
        ("cap", "many", "Enter a whole number up to 5000"),
        ("grace", "2000", "Enter a whole number up to 1440"),
    ] {
        let refused = act(&mut keeper, &event, "settings", &but(name, value));
        assert_eq!(refused.status, 422, "{name}: {}", refused.text());
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
        assert!(refused.text().contains(&format!("value=\"{value}\"")), "it is not typed twice");
    }
    let mut filipino = keeper;
    filipino.cookies.insert("language".to_owned(), "fil".to_owned());
    let refused = act(&mut filipino, &event, "settings", &but("rating-from", "2000"));
    assert!(refused.text().contains("Mas mataas ang pinakamababang rating"), "{}", refused.text());
    let rows = [("do", "add"), ("lines", "; 1200\nAna")];
    let refused = act(&mut filipino, &event, "people", &rows);
    assert!(refused.text().contains("Hanay 1: Walang pangalan. Hanay 2: "), "{}", refused.text());
}

#[test]
fn how_matches_are_arranged_is_settled_at_the_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Perpetua", "Liga ng Bicol");
    let event = event(&mut keeper, "liga-ng-bicol", "Agreed Cup", &[SWISS]);
    let arranged = [
        ("do", "arranged"),
        ("arranged", "1"),
        ("window", "5"),
        ("cut-off", "22:30"),
        ("agree", "12"),
        ("zone", "Asia/Manila"),
        ("one-silent", "officials"),
        ("both-absent", "default"),
        ("match-grace", "15"),
        ("remind", "0"),
        ("appeal", "24"),
    ];
    let but = |name: &str, value: &'static str| {
        arranged.map(|(own, old)| (own, if own == name { value } else { old }))
    };
    done(&mut keeper, &event, "settings", &arranged);
    let path = format!("{event}/run?part=settings");
    let page = text(&mut keeper, &path);
    assert!(page.contains("value=\"22:30\"") && page.contains("value=\"5\""), "{page}");
    assert_eq!(page.matches("value=\"officials\" selected").count(), 2, "not agreed, too: {page}");
    for (name, value, why) in [
        ("cut-off", "24:00", "from 00:00 to 23:59"),
        ("match-grace", "1441", "Enter a whole number up to 1440"),
        ("zone", "Mars", "an IANA time zone"),
    ] {
        let refused = act(&mut keeper, &event, "settings", &but(name, value));
        assert!([409, 422].contains(&refused.status), "{name}: {}", refused.status);
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
        assert!(refused.text().contains(&format!("value=\"{value}\"")), "it is not typed twice");
    }
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let matches = text(&mut Visitor::new(&service), &format!("{event}/matches/1-1-1"));
    assert!(matches.contains("15 minutes after the agreed time"), "{matches}");
    done(&mut keeper, &event, "settings", &[("do", "arranged")]);
    let page = text(&mut keeper, &path);
    assert!(!page.contains("name=\"arranged\" value=\"1\" checked"), "{page}");
}

#[test]
fn the_wizard_asks_for_the_default_rule_in_the_words_of_the_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Felicitas", "Liga ng Marinduque");
    let wizard = "/organisations/liga-ng-marinduque/events/new";
    let asked = text(&mut keeper, wizard);
    let of_desk = event(&mut keeper, "liga-ng-marinduque", "Plain Cup", &[SWISS]);
    let desk = text(&mut keeper, &format!("{of_desk}/run?part=settings"));
    for words in ["At the deadline, neither player has proposed a time", "Hours to appeal"] {
        assert!(asked.contains(words) && desk.contains(words), "{words}: {asked}");
    }
    let rule = [
        SWISS,
        ("arranged", "1"),
        ("window", "5"),
        ("cut-off", "22:30"),
        ("one-silent", "officials"),
        ("match-grace", "15"),
        ("appeal", "36"),
    ];
    let made = event(&mut keeper, "liga-ng-marinduque", "Ruled Cup", &rule);
    let desk = text(&mut keeper, &format!("{made}/run?part=settings"));
    assert!(desk.contains("value=\"22:30\"") && desk.contains("value=\"36\""), "{desk}");
    assert_eq!(desk.matches("value=\"officials\" selected").count(), 3, "{desk}");
    let wrong = [("name", "X"), SWISS, ("arranged", "1"), ("cut-off", "24:00"), ("appeal", "x")];
    let refused = keeper.post(wizard, &wrong);
    assert!(refused.status == 422 && refused.text().contains("whole number up to 720"));
}

#[test]
fn plan_errors_are_in_the_language_of_the_page() {
    let service = site();
    let mut keeper = organizer(&service, "Policarpia", "Liga ng Plano");
    keeper.cookies.insert("language".to_owned(), "fil".to_owned());
    let wizard = "/organisations/liga-ng-plano/events/new";
    let base = [("name", "Plano"), ("day", "2026-12-05"), SWISS, ("rounds", "9")];
    let few = keeper.post(wizard, &[&base[..], &[("entrants", "4")]].concat());
    let words = "May 9 round ang Swiss, pero pang-3 lang ang mga kalaban";
    assert!(few.status == 422 && few.text().contains(words), "{}", few.text());
    assert!(!few.text().contains("there are opponents for only"));
    // What the schedule does not show is said where the event would be made.
    let mut capped = [&base[..], &[("entrants", "16"), ("cap", "8")]].concat();
    let shown = keeper.post(wizard, &capped);
    assert_eq!(shown.status, 200, "{}", shown.text());
    let seen = crate::visitor::hidden(&shown.text(), "seen").expect("what was seen");
    capped.push(("seen", &seen));
    let refused = keeper.post(wizard, &capped);
    let words = "pero pang-7 lang ang mga kalaban";
    assert!(refused.text().contains(words), "{}", refused.text());
    let untimed = [
        ("games", "online"),
        ("pace", "-"),
        ("disclosure", "game"),
        ("watching", "public"),
        ("entrants", "16"),
    ];
    let mut untimed = [&base[..3], &untimed].concat();
    let shown = keeper.post(wizard, &untimed).text();
    let seen = crate::visitor::hidden(&shown, "seen").expect("what was seen");
    untimed.push(("seen", &seen));
    let refused = keeper.post(wizard, &untimed).text();
    assert!(refused.contains("Mga laro sa site: Sa lamesa nilalaro"), "{refused}");
}

#[test]
fn people_are_kept_apart_by_their_names() {
    let service = site();
    let mut keeper = organizer(&service, "Eulalia", "Liga ng Leyte");
    let event = event(&mut keeper, "liga-ng-leyte", "Apart Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let stage = ("stage", "1");
    let apart = |lines| [("do", "apart"), stage, ("lines", lines)];
    done(&mut keeper, &event, "rounds", &apart("ana; 5\n 2:Ben; Fe; Gil"));
    let page = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(page.contains("Ana; Elsa\n2: Ben; Fe; Gil"), "{page}");
    // Of eight the first would meet the fifth.
    done(&mut keeper, &event, "rounds", &[("do", "pair"), stage]);
    let page = text(&mut keeper, &format!("{event}/run?part=rounds"));
    let row = page.split("<tbody>").nth(1).expect("tables");
    let row = row.split("<tr>").find(|row| row.contains("Ana")).expect("her table");
    assert!(!row.contains("Elsa"), "{row}");
    let refused = act(&mut keeper, &event, "rounds", &apart("Ana; Nobody"));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("Nobody here is called Nobody"), "{}", refused.text());
    done(&mut keeper, &event, "rounds", &apart(""));
    assert!(!text(&mut keeper, &format!("{event}/run?part=rounds")).contains("Ana; Elsa"));
}

#[test]
fn there_is_a_sheet_of_each_kind_and_none_of_what_is_not_there() {
    let service = site();
    let mut keeper = organizer(&service, "Florentina", "Liga ng Bohol");
    let swiss = event(&mut keeper, "liga-ng-bohol", "Paper Cup", &[SWISS]);
    begun(&mut keeper, &swiss);
    let mut anybody = Visitor::new(&service);
    let sheet = |anybody: &mut Visitor, event: &str, name: &str| {
        text(anybody, &format!("{event}/print/{name}"))
    };
    assert_eq!(sheet(&mut anybody, &swiss, "set-ups").matches("class=\"slip\"").count(), 6);
    assert_eq!(sheet(&mut anybody, &swiss, "moves").matches("class=\"move-sheet\"").count(), 1);
    assert_eq!(anybody.get(&format!("{swiss}/print/slips")).status, 404, "no round is published");
    pair(&mut keeper, &swiss, 1);
    let set_ups = sheet(&mut anybody, &swiss, "set-ups");
    assert_eq!(set_ups.matches("class=\"slip\"").count(), 8, "one for each player");
    assert_eq!(set_ups.matches(">a1<").count(), 8, "with all squares: {set_ups}");
    assert!(set_ups.contains("PVT ×6") && set_ups.contains("FLAG"));
    let moves = sheet(&mut anybody, &swiss, "moves");
    assert_eq!(moves.matches("class=\"move-sheet\"").count(), 4);
    assert!(moves.contains(">120<"));
    assert_eq!(sheet(&mut anybody, &swiss, "cards").matches("class=\"name-card\"").count(), 8);
    assert!(sheet(&mut anybody, &swiss, "cross-table").contains("class=\"places\""));
    assert!(sheet(&mut anybody, &swiss, "prizes").contains("Performance"));
    assert_eq!(anybody.get(&format!("{swiss}/print/bracket")).status, 404, "it is no knock-out");
    let answers = [("template", "single-elimination")];
    let cup = event(&mut keeper, "liga-ng-bohol", "Tree Cup", &answers);
    begun(&mut keeper, &cup);
    pair(&mut keeper, &cup, 1);
    let tree = sheet(&mut anybody, &cup, "bracket");
    // Seven matches of eight, and the one for the third place on a sheet of its own.
    assert!(tree.matches("<rect").count() >= 7, "{tree}");
    assert!(tree.contains(">Ana<") && tree.contains("class=\"line\""), "{tree}");
}

#[test]
fn an_event_is_made_with_its_list_or_not_at_all() {
    let service = site();
    let mut keeper = organizer(&service, "Leonila", "Liga ng Batanes");
    let wizard = "/organisations/liga-ng-batanes/events/new";
    let answers = |name: &'static str, lines: &'static str, seen: &str| {
        let fields = [
            ("name", name),
            ("day", "2026-12-05"),
            ("template", "swiss"),
            ("entrants", "8"),
            ("minutes", "40"),
            ("pause", "10"),
            ("points", "2-1-0"),
            ("ties", "usual"),
            ("lines", lines),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut fields = fields.to_vec();
        fields.push(("seen".to_owned(), seen.to_owned()));
        fields
    };
    let mut send = |name, lines, seen: &str| {
        let fields = answers(name, lines, seen);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        keeper.post(wizard, &fields)
    };
    // A row that cannot be registered: it is shown, and there is nothing yet to create.
    let wrong = send("Listed Cup", "Ana; 1500\nBen; strong\nAna; 1400", "");
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    assert!(wrong.text().contains("“strong” is no"), "{}", wrong.text());
    assert!(!wrong.text().contains("First game to last"));
    assert_eq!(crate::visitor::hidden(&wrong.text(), "seen").as_deref(), Some(""));
    // Shown, then created with everybody in it.
    let lines = "Ana; 1500; Hawks\nBen; 1400";
    let shown = send("Listed Cup", lines, "");
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert!(shown.text().contains("Hawks") && shown.text().contains("First game to last"));
    let seen = crate::visitor::hidden(&shown.text(), "seen").expect("what was seen");
    // Another list was not shown.
    assert_eq!(send("Listed Cup", "Ana; 1500; Hawks\nCora; 1400", &seen).status, 200);
    // Who is a guest is said in the list that was shown, and needs no second look.
    let mut listed = answers("Listed Cup", lines, &seen);
    listed.push(("guest".to_owned(), "1".to_owned()));
    let listed: Vec<(&str, &str)> =
        listed.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let made = keeper.post(wizard, &listed);
    assert_eq!(made.status, 303, "{}", made.text());
    assert!(made.must("location").contains("/run?part=rounds"), "{}", made.must("location"));
    // Teams have members, which a list of players does not say.
    let mut teams = answers("Team Cup", lines, "");
    teams[2].1 = "team-swiss".to_owned();
    let teams: Vec<(&str, &str)> =
        teams.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let refused = keeper.post(wizard, &teams);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("Register teams at the desk"), "{}", refused.text());
    let desk = text(&mut keeper, "/events/liga-ng-batanes-listed-cup/run");
    assert!(desk.contains("2 registered"), "{desk}");
}

#[test]
fn a_play_off_is_offered_among_those_who_are_tied_with_each_other() {
    let plan = json!({"template": "round-robin", "entrants": 4});
    let evening = Evening::of(plan, json!({}));
    let guest = |name: &&str| json!({ "name": name });
    let guests: Vec<Value> = ["Ana", "Ben", "Cora", "Dan"].iter().map(guest).collect();
    evening.told("entrants", json!({ "entrants": guests }));
    evening.told("rounds", json!({"do": "begin", "white": true}));
    for round in 1..=3 {
        // 1 and 2 share the first place, 3 and 4 the third.
        let result = |table: &Value| {
            let [one, other] = [0, 1].map(|side| table["sides"][side].as_u64().expect("a number"));
            let came = match (one.min(other), one.max(other)) {
                (1, 2) | (3, 4) => "drawn",
                (best, _) if best == one => "first",
                _ => "second",
            };
            json!({"round": round, "table": table["table"], "sides": table["sides"], "result": came})
        };
        let all: Vec<Value> = evening.round(round).iter().map(result).collect();
        evening.told("results", json!({ "results": all }));
    }
    let desk = format!("/events/{}/run?part=results", evening.slug);
    let page = evening.world.browser("organizer").get(&desk).text();
    let forms: Vec<&str> = page.split("value=\"play-off\"").skip(1).collect();
    assert_eq!(forms.len(), 2, "{page}");
    let first = forms[0];
    assert!(first.contains("Tied for place 1") && first.contains(">Ana<"), "{first}");
    assert!(first.contains(">Ben<") && !first.contains(">Cora<"), "{first}");
    let third = forms[1].split("</form>").next().expect("a form");
    assert!(third.contains("Tied for place 3") && !third.contains(">Ana<"), "{third}");
    assert!(third.contains("value=\"4\" selected>Dan<"), "{third}");
}

#[test]
fn the_desk_says_how_many_were_registered() {
    let service = site();
    let mut keeper = organizer(&service, "Adoracion", "Liga ng Apayao");
    let event = event(&mut keeper, "liga-ng-apayao", "Counted Cup", &[SWISS]);
    let mut add = |lines| {
        let added = act(&mut keeper, &event, "people", &[("do", "add"), ("lines", lines)]);
        assert_eq!(added.status, 303, "{}", added.text());
        text(&mut keeper, added.must("location"))
    };
    assert!(add(EIGHT).contains("8 players registered."));
    assert!(add("Iris").contains("1 player registered."));
}

#[test]
fn whom_a_draft_leaves_out_is_named_with_what_helps() {
    let service = site();
    let mut keeper = organizer(&service, "Teodorica", "Liga ng Siniloan");
    let answers = [SWISS, ("check-in", "1")];
    let event = event(&mut keeper, "liga-ng-siniloan", "Left Out Cup", &answers);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", EIGHT)]);
    done(&mut keeper, &event, "people", &[("do", "all-there"), ("name", "")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let rounds = format!("{event}/run?part=rounds");
    let notice = |of: &mut Visitor| {
        let page = text(of, &rounds);
        let own = page.split("id=\"not-paired\"").nth(1)?.split("</div>").next()?.to_owned();
        Some(own)
    };
    assert_eq!(notice(&mut keeper), None, "everybody is there");
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Zeny; 1500")]);
    done(&mut keeper, &event, "people", &[("do", "there"), ("entrant", "9")]);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let late = notice(&mut keeper).expect("a notice");
    assert!(late.contains("Registered after the start") && late.contains("Zeny"), "{late}");
    done(&mut keeper, &event, "rounds", &[("do", "join"), ("stage", "1"), ("entrant", "9")]);
    assert_eq!(notice(&mut keeper), None, "the draft has nine now");
    done(&mut keeper, &event, "people", &[("do", "gone"), ("entrant", "9")]);
    let absent = notice(&mut keeper).expect("a notice");
    assert!(absent.contains("Not checked in") && absent.contains("Zeny"), "{absent}");
}

#[test]
fn the_desk_of_an_event_that_is_over_says_how_it_is_reopened() {
    let service = site();
    let mut keeper = organizer(&service, "Epifania", "Liga ng Paete");
    let answers = [SWISS, ("rounds", "1")];
    let event = event(&mut keeper, "liga-ng-paete", "Over And Out Cup", &answers);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let words = "To correct something, reopen it first.";
    let results = format!("{event}/run?part=results");
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    assert!(!text(&mut keeper, &results).contains(words));
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    for part in ["rounds", "results"] {
        let page = text(&mut keeper, &format!("{event}/run?part={part}"));
        assert!(page.contains(words) && page.contains("part=settings"), "{part}: {page}");
    }
    done(&mut keeper, &event, "settings", &[("do", "reopen")]);
    assert!(!text(&mut keeper, &results).contains(words));
}
