//! Events that are run here, through forms and without a script: from the questions of the wizard to the final
//! standings; who may do what; what nobody else sees.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::client::Reply;
use crate::markup::tags;
use crate::service::{Service, Start};
use crate::visitor::{PASSWORD, Visitor};

static SHARED: Mutex<Weak<Service>> = Mutex::new(Weak::new());

/// A site where everybody may make an organisation that is open at once; gone with the last test that holds it.
pub fn site() -> Arc<Service> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(service) = shared.upgrade() {
        return service;
    }
    let service = Arc::new(Start::empty().env("ADJUTANT_ORGANISATIONS", "anyone").serve());
    *shared = Arc::downgrade(&service);
    service
}

/// Somebody new of this name, which no other test gives on the shared site: tests may run at once.
pub fn called(service: &Arc<Service>, name: &str) -> Visitor {
    static GIVEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner).as_ptr();
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_free = shared != Arc::as_ptr(service) || given.insert(name.to_owned());
    drop(given);
    assert!(is_free, "another test calls somebody {name} on the site that both share");
    let mut visitor = Visitor::new(service);
    let reply = visitor.sign_up(name, PASSWORD);
    assert_eq!(reply.status, 303, "{}", reply.text());
    visitor
}

/// The owner of an organisation, who also runs its events.
pub fn organizer(service: &Arc<Service>, name: &str, organisation: &str) -> Visitor {
    let mut visitor = called(service, name);
    let fields =
        [("name", organisation), ("slug", ""), ("place", ""), ("about", ""), ("website", "")];
    let reply = visitor.post("/organisations/new", &fields);
    assert_eq!(reply.status, 303, "{}", reply.whole());
    let home = reply.must("location").split('?').next().expect("an address").to_owned();
    let role = [
        ("way", "account"),
        ("account", name),
        ("email", ""),
        ("role", "organizer"),
        ("event", ""),
    ];
    let reply = visitor.post(&format!("{home}/officials/appoint"), &role);
    assert_eq!(reply.status, 303, "{}", reply.whole());
    visitor
}

const ANSWERS: [(&str, &str); 10] = [
    ("day", "2026-12-05"),
    ("entrants", "8"),
    ("minutes", "40"),
    ("pause", "10"),
    ("boards", ""),
    ("points", "2-1-0"),
    ("ties", "usual"),
    ("codes", ""),
    ("cap", ""),
    ("days", ""),
];

/// Answers the wizard, reads the schedule, makes the event; gives the address of its page.
pub fn event(of: &mut Visitor, slug: &str, name: &str, more: &[(&str, &str)]) -> String {
    let wizard = format!("/organisations/{slug}/events/new");
    let mut answers = vec![("name", name)];
    let is_usual = |(name, _): &(&str, &str)| more.iter().all(|(own, _)| own != name);
    answers.extend(ANSWERS.into_iter().filter(is_usual));
    answers.extend(more);
    let mut first = answers.clone();
    first.push(("seen", ""));
    let schedule = of.post(&wizard, &first);
    assert_eq!(schedule.status, 200, "{}", schedule.text());
    let is_ladder = answers.iter().any(|(name, value)| *name == "template" && *value == "ladder");
    let expected = if is_ladder { "there are no rounds" } else { "First game to last" };
    assert!(schedule.text().contains(expected), "{}", schedule.text());
    let seen = crate::visitor::hidden(&schedule.text(), "seen").expect("what was seen");
    answers.push(("seen", &seen));
    let made = of.post(&wizard, &answers);
    assert_eq!(made.status, 303, "{}", made.text());
    let location = made.must("location").to_owned();
    assert!(location.ends_with("/run?done=contest-made"), "{location}");
    location.split("/run").next().expect("an address").to_owned()
}

pub const SWISS: (&str, &str) = ("template", "swiss");
pub const EIGHT: &str = "Ana; 1500; Hawks; Benguet\nBen; 1450\nCora; 1400\nDan; 1350\nElsa; 1300\nFe; 1250\n\
                     Gil; 1200\nHana; 1150; Owls; Cebu";

/// Sends a form of the desk; the token is that of any form there.
pub fn act(of: &mut Visitor, event: &str, duty: &str, fields: &[(&str, &str)]) -> Reply {
    let token = of.token(&format!("{event}/run"));
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    of.post_bare(&format!("{event}/run/{duty}"), &all, &[])
}

pub fn done(of: &mut Visitor, event: &str, duty: &str, fields: &[(&str, &str)]) {
    let reply = act(of, event, duty, fields);
    assert_eq!(reply.status, 303, "{fields:?}: {}", reply.text());
    let to = reply.must("location").to_owned();
    let page = of.get(&to);
    assert_eq!(page.status, 200, "{to}");
    assert!(tags(&page.text()).is_ok(), "{to}");
}

pub fn text(of: &mut Visitor, address: &str) -> String {
    let reply = of.get(address);
    assert_eq!(reply.status, 200, "{address}: {}", reply.text());
    tags(&reply.text()).unwrap_or_else(|e| panic!("{address}: {e}"));
    reply.text()
}

/// The choices of the results' form whose keys are these, table by table.
pub fn choices(page: &str, key: char) -> Vec<String> {
    let mark = format!("\" data-key=\"{key}\"");
    let before = page.split(&mark).collect::<Vec<_>>();
    let all = before[..before.len() - 1].iter();
    all.map(|part| part.rsplit("value=\"").next().expect("a value").to_owned()).collect()
}

/// Enters the same result at each table of a round.
pub fn enter(of: &mut Visitor, event: &str, round: usize, key: char, why: &str) -> Reply {
    let page = text(of, &format!("{event}/run?part=results&round={round}"));
    let said = choices(&page, key);
    assert!(!said.is_empty(), "round {round} has tables");
    let number = (round - 1).to_string();
    let mut fields =
        vec![("do", "enter"), ("stage", "0"), ("round", number.as_str()), ("why", why)];
    fields.extend(said.iter().map(|one| ("result", one.as_str())));
    act(of, event, "results", &fields)
}

pub fn pair(of: &mut Visitor, event: &str, round: usize) {
    done(of, event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let number = round.to_string();
    let seen = seen(of, event, 1);
    let fields = [("do", "publish"), ("stage", "1"), ("round", &number), ("draft", &seen)];
    done(of, event, "rounds", &fields);
}

/// What tells the draft of a stage that the desk shows from another.
pub fn seen(of: &mut Visitor, event: &str, stage: usize) -> String {
    let page = text(of, &format!("{event}/run?part=rounds&stage={stage}"));
    crate::visitor::hidden(&page, "draft").expect("a draft")
}

pub fn begun(of: &mut Visitor, event: &str) {
    done(of, event, "people", &[("do", "add"), ("lines", EIGHT)]);
    done(of, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
}

#[test]
fn an_event_goes_from_the_wizard_to_its_final_standings_by_forms_alone() {
    let service = site();
    let mut keeper = organizer(&service, "Gregoria", "Liga ng Baguio");
    let event = event(&mut keeper, "liga-ng-baguio", "Disyembre Open", &[SWISS]);
    begun(&mut keeper, &event);
    let desk = text(&mut keeper, &format!("{event}/run?part=rounds"));
    let rounds = desk.split("Rounds published: 0 of ").nth(1).expect("how many there are");
    let rounds: usize = rounds.split('.').next().expect("a number").parse().expect("a number");
    assert!(rounds >= 3, "eight players play {rounds} rounds");
    for round in 1..=rounds {
        pair(&mut keeper, &event, round);
        let reply = enter(&mut keeper, &event, round, '1', "");
        assert_eq!(reply.status, 303, "{}", reply.text());
    }
    let mut anybody = Visitor::new(&service);
    let standings = text(&mut anybody, &format!("{event}?view=standings"));
    assert!(
        standings.contains(&format!("After {rounds} rounds")) && standings.contains("BH/C1"),
        "{standings}"
    );
    let first = text(&mut anybody, &format!("{event}?view=standings&after=1"));
    assert!(first.contains("After 1 round<"), "{first}");
    let cross = text(&mut anybody, &format!("{event}?view=cross-table"));
    assert!(cross.contains("Ana") && cross.contains("w1"), "{cross}");
    let why = text(&mut anybody, &format!("{event}/places/1?stage=1"));
    assert!(why.contains("Why Ana is in place") && why.contains("BH/C1"), "{why}");
    let pairings = text(&mut anybody, &format!("{event}?view=pairings&round=2"));
    assert!(pairings.contains(&format!("{event}/why/2?stage=1")), "{pairings}");
    let why = text(&mut anybody, &format!("{event}/why/2?stage=1"));
    assert!(why.contains("Why this pairing? Round 2") && why.contains("Ana"), "{why}");
    assert!(why.contains("Score bracket ") && why.contains("C.04.3"), "{why}");
    for none in [format!("{event}/why/0"), format!("{event}/why/9"), format!("{event}/why/x")] {
        assert_eq!(anybody.get(&none).status, 404, "{none}");
    }
    let by_name = text(&mut anybody, &format!("{event}?view=pairings&round=1&order=name&name=han"));
    assert!(by_name.contains("Hana") && !by_name.contains("<th scope=\"row\">Cora"), "{by_name}");
    for sheet in ["pairings", "names", "standings", "slips"] {
        let sheet = text(&mut anybody, &format!("{event}/print/{sheet}?stage=1"));
        assert!(sheet.contains("class=\"paper\""), "{sheet}");
    }
    assert_eq!(anybody.get(&format!("{event}/print/nothing")).status, 404);
    assert!(text(&mut anybody, &format!("{event}/screen")).contains(&format!("Round {rounds}")));
    assert!(text(&mut anybody, &format!("{event}/screen?left=standings")).contains("Standings"));
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    assert!(text(&mut anybody, &event).contains(">finished<"));
}

#[test]
fn nobody_but_officials_sees_a_draft_or_the_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Teodora", "Liga ng Iloilo");
    let event = event(&mut keeper, "liga-ng-iloilo", "Draft Cup", &[SWISS]);
    begun(&mut keeper, &event);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    assert!(text(&mut keeper, &format!("{event}/run?part=rounds")).contains("draft: visible"));
    let mut stranger = called(&service, "Dayuhan");
    let draft = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(draft.contains(&format!("{event}/why/1?stage=1")), "{draft}");
    let why = text(&mut keeper, &format!("{event}/why/1?stage=1"));
    assert!(why.contains("This is a draft") && why.contains("first candidate was taken"), "{why}");
    assert_eq!(stranger.get(&format!("{event}/why/1?stage=1")).status, 404);
    for address in ["", "?view=pairings", "/screen", "?view=players"] {
        let page = text(&mut stranger, &format!("{event}{address}"));
        assert!(!page.contains("Round 1"), "{address}: {page}");
        let page = text(&mut keeper, &format!("{event}{address}"));
        assert!(!page.contains("Round 1"), "{address}, of the official himself");
    }
    assert_eq!(stranger.get(&format!("{event}/print/pairings")).status, 404);
    assert_eq!(stranger.get(&format!("{event}/run")).status, 403);
    let mut nobody = Visitor::new(&service);
    assert_eq!(nobody.get(&format!("{event}/run")).status, 303, "he is asked to sign in");
    let token = stranger.token("/account/password");
    for (duty, what) in
        [("people", "clear"), ("rounds", "pair"), ("results", "no-shows"), ("settings", "open")]
    {
        let fields = [("csrf", token.as_str()), ("do", what), ("stage", "1"), ("round", "0")];
        let fields = match duty {
            "people" | "settings" => &fields[..2],
            "rounds" => &fields[..3],
            _ => &fields,
        };
        let reply = stranger.post_bare(&format!("{event}/run/{duty}"), fields, &[]);
        assert_eq!(reply.status, 403, "{duty}: {}", reply.text());
    }
    assert_eq!(stranger.get("/organisations/liga-ng-iloilo/events/new").status, 403);
}

/// Sends a form of the event's page.
pub fn part(of: &mut Visitor, event: &str, fields: &[(&str, &str)]) -> Reply {
    let token = of.token(event);
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    of.post_bare(&format!("{event}/part"), &all, &[])
}

#[test]
fn players_register_themselves_and_what_both_say_of_their_game_counts() {
    let service = site();
    let mut keeper = organizer(&service, "Marcela", "Liga ng Bulacan");
    let answers = [("template", "round-robin"), ("report", "1"), ("fee", "20 piso <b>")];
    let event = event(&mut keeper, "liga-ng-bulacan", "Sariling Ulat", &answers);
    let mut two = ["Una Santos", "Dos Reyes"].map(|name| called(&service, name));
    let closed = part(&mut two[0], &event, &[("do", "enter")]);
    assert_eq!(closed.status, 409, "registration is closed: {}", closed.text());
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    for one in &mut two {
        let page = text(one, &event);
        assert!(page.contains(">Register<") && page.contains("20 piso &#60;b&#62;"));
        let reply = part(one, &event, &[("do", "enter")]);
        assert_eq!(reply.status, 303, "{}", reply.text());
        assert!(text(one, &event).contains(">Withdraw<"));
    }
    assert_eq!(part(&mut two[1], &event, &[("do", "leave")]).status, 303);
    assert_eq!(part(&mut two[1], &event, &[("do", "enter")]).status, 303, "he comes back");
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let say =
        |came| [("do", "say"), ("stage", "0"), ("round", "0"), ("table", "0"), ("came", came)];
    assert!(text(&mut two[0], &event).contains("I won"));
    assert_eq!(part(&mut two[0], &event, &say("won")).status, 303);
    assert!(text(&mut two[0], &event).contains("You reported: I won."));
    let differs = part(&mut two[1], &event, &say("won"));
    assert!(differs.must("location").contains("contest-said-differs"), "{differs:?}");
    assert!(text(&mut two[0], &event).contains("Your opponent reported something else"));
    let desk = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(desk.contains("disputed"), "{desk}");
    assert!(desk.contains("Una Santos: “Una Santos wins”"), "{desk}");
    let page = text(&mut Visitor::new(&service), &event);
    assert!(!page.contains("disputed"), "that is for officials alone: {page}");
    assert_eq!(part(&mut two[1], &event, &say("lost")).status, 303);
    let page = text(&mut Visitor::new(&service), &event);
    assert!(page.contains("1–0") || page.contains("0–1"), "{page}");
    assert_eq!(part(&mut keeper, &event, &say("won")).status, 409, "he does not play");
}

#[test]
fn a_blank_changes_nothing_and_what_stands_is_changed_with_a_reason_alone() {
    let service = site();
    let mut keeper = organizer(&service, "Josefa", "Liga ng Davao");
    let event = event(&mut keeper, "liga-ng-davao", "Reason Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    let blank = [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", "")];
    done(&mut keeper, &event, "results", &blank);
    let page = format!("{event}?view=pairings&round=1");
    assert_eq!(text(&mut keeper, &page).matches("1–0").count(), 4);
    // By name, everybody reads their own result first.
    let by_name = text(&mut keeper, &format!("{page}&order=name"));
    assert_eq!(["1–0", "0–1"].map(|one| by_name.matches(one).count()), [4, 4], "{by_name}");
    let refused = enter(&mut keeper, &event, 1, '2', "");
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("role=\"alert\"") && refused.text().contains(" selected"));
    assert_eq!(text(&mut keeper, &page).matches("1–0").count(), 4);
    assert_eq!(enter(&mut keeper, &event, 1, '3', "sila ay nagkasundo").status, 303);
    assert_eq!(text(&mut keeper, &page).matches("½–½").count(), 4);
}

#[test]
fn a_draft_that_breaks_a_rule_says_which_and_a_round_comes_back_with_its_results() {
    let service = site();
    let mut keeper = organizer(&service, "Trinidad", "Liga ng Cebu");
    let event = event(&mut keeper, "liga-ng-cebu", "Exchange Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let draft = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(!draft.contains("This draft breaks rules"), "{draft}");
    // Ana has met Elsa, so Ana's opponent is swapped out.
    let row = draft.split("<tbody>").nth(1).expect("tables");
    let row = row.split("<tr>").find(|row| row.contains("Ana")).expect("her table");
    let other = ["Ben", "Cora", "Dan", "Fe", "Gil", "Hana"].into_iter().find(|n| row.contains(n));
    let number = |name| match name {
        "Ben" => "2",
        "Cora" => "3",
        "Dan" => "4",
        "Fe" => "6",
        "Gil" => "7",
        _ => "8",
    };
    let exchange = [
        ("do", "exchange"),
        ("stage", "1"),
        ("entrant", number(other.expect("an opponent"))),
        ("with", "5"),
    ];
    done(&mut keeper, &event, "rounds", &exchange);
    let broken = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(broken.contains("already met in round 1 (C.04.3, C1)"), "{broken}");
    let filipino = [("Accept-Language", "fil")];
    let cookies: Vec<String> =
        keeper.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let headers = [filipino[0], ("Cookie", &cookies.join("; "))];
    let address = format!("{event}/run?part=rounds");
    let reply = crate::client::send(service.address, "GET", &address, &headers, b"");
    assert!(reply.text().contains("Nagharap na sina"), "{}", reply.text());
    let by_hand = [("do", "take-back"), ("stage", "1"), ("round", "2"), ("sure", "1")];
    done(&mut keeper, &event, "rounds", &by_hand);
    let back = [("do", "take-back"), ("stage", "1"), ("round", "1")];
    assert_eq!(act(&mut keeper, &event, "rounds", &back).status, 409, "it has results");
    let back = [&back[..], &[("results_too", "1")]].concat();
    done(&mut keeper, &event, "rounds", &back);
    done(&mut keeper, &event, "rounds", &[("do", "restore"), ("stage", "1")]);
    let page = text(&mut keeper, &format!("{event}?view=pairings&round=1"));
    assert_eq!(page.matches("1–0").count(), 4, "{page}");
}

#[test]
fn a_faulty_pasted_list_comes_back_with_its_rows_named() {
    let service = site();
    let mut keeper = organizer(&service, "Leonor", "Liga ng Laoag");
    let event = event(&mut keeper, "liga-ng-laoag", "Paste Cup", &[SWISS]);
    let lines = "Ana; 1500\nBen; magaling\n; 1200";
    let reply = act(&mut keeper, &event, "people", &[("do", "add"), ("lines", lines)]);
    assert_eq!(reply.status, 422, "{}", reply.text());
    let page = reply.text();
    assert!(page.contains("Row 2") && page.contains("Row 3"), "{page}");
    assert!(page.contains("Ben; magaling"), "what was pasted is there to be set right: {page}");
    assert!(text(&mut keeper, &format!("{event}?view=players")).contains("No registrations yet"));
}

#[test]
fn the_wizard_says_all_that_is_wrong_and_makes_nothing_that_was_not_shown() {
    let service = site();
    let mut keeper = organizer(&service, "Agueda", "Liga ng Naga");
    let wizard = "/organisations/liga-ng-naga/events/new";
    let wrong = [("name", ""), ("day", "bukas"), ("entrants", "1"), ("template", "swiss")];
    let reply = keeper.post(wizard, &wrong);
    assert_eq!(reply.status, 422);
    for words in ["Enter a name", "Choose the first day", "from 2 to 5000"] {
        assert!(reply.text().contains(words), "{words}: {}", reply.text());
    }
    let codes = [("name", "X"), ("ties", "own"), ("codes", "XYZ"), SWISS];
    let codes = [&codes[..], &ANSWERS[..6]].concat();
    assert_eq!(keeper.post(wizard, &codes).status, 422);
    let mut other: Vec<(&str, &str)> = vec![("name", "Isa"), SWISS, ("seen", "0123456789abcdef")];
    other.extend(ANSWERS);
    let shown = keeper.post(wizard, &other);
    assert_eq!(shown.status, 200, "the schedule first: {}", shown.text());
    assert_eq!(keeper.get("/events/liga-ng-naga-isa").status, 404);
    for template in ["groups-to-knock-out", "single-elimination", "qualifier-days", "round-robin"] {
        let name = format!("Uri {template}");
        let event = event(&mut keeper, "liga-ng-naga", &name, &[("template", template)]);
        assert!(text(&mut keeper, &event).contains(&name));
    }
    assert!(text(&mut keeper, "/events?view=upcoming").contains("Uri round-robin"));
    assert!(text(&mut keeper, "/organisations/liga-ng-naga").contains("Uri round-robin"));
}

#[test]
fn times_that_are_proposed_stay_in_the_form_with_what_is_wrong_with_each() {
    let service = site();
    let mut keeper = organizer(&service, "Anunciacion", "Liga ng Oras");
    let answers =
        [("template", "round-robin"), ("arranged", "1"), ("window", "9"), ("cut-off", "22:00")];
    let event = event(&mut keeper, "liga-ng-oras", "Timed Cup", &answers);
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    let mut two = ["Tres Santos", "Cuatro Reyes"].map(|name| called(&service, name));
    for one in &mut two {
        assert_eq!(part(one, &event, &[("do", "enter")]).status, 303);
    }
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let page = format!("{event}/matches/1-1-1");
    assert!(text(&mut two[0], &page).contains("id=\"propose-3\""));
    let tomorrow = chrono::Utc::now().date_naive() + chrono::Days::new(2);
    let good = format!("{tomorrow}T12:00");
    let propose = |times: &[&str]| {
        let all = [("do", "propose"), ("zone", "UTC")].into_iter();
        all.chain(times.iter().map(|time| ("time", *time)))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect::<Vec<_>>()
    };
    let mut send = |player: usize, times: &[&str]| {
        let fields = propose(times);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        crate::contest_pages::part(&mut two[player], &page, &fields)
    };
    let refused = send(0, &[&good, "2020-01-01T12:00", "2199-01-01T12:00"]);
    let shown = refused.text();
    assert!(refused.status >= 400 && shown.contains(&format!("value=\"{good}\"")), "{shown}");
    assert!(shown.contains("This time has passed") && shown.contains("Too late"), "{shown}");
    assert!(send(0, &[&good, "", ""]).must("location").contains("match-noted"));
    assert!(send(1, &[&good, "", ""]).must("location").contains("match-agreed"));
}

#[test]
fn the_front_page_leads_a_player_to_their_table() {
    let service = site();
    let mut keeper = organizer(&service, "Marcosa Uy", "Liga ng Hinatuan");
    let event = event(&mut keeper, "liga-ng-hinatuan", "Front Cup", &[("template", "round-robin")]);
    let mut two = ["Pito Reyes", "Walo Cruz"].map(|name| called(&service, name));
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    for one in &mut two {
        assert_eq!(part(one, &event, &[("do", "enter")]).status, 303);
        assert!(!text(one, "/").contains("Front Cup against"), "nothing is paired");
    }
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    for (one, other) in two.iter_mut().zip(["Walo Cruz", "Pito Reyes"]) {
        let home = text(one, "/");
        let seat = format!("Round 1, table 1, against {other}");
        assert!(home.contains("Events you play in") && home.contains(&seat), "{home}");
    }
    assert!(!text(&mut keeper, "/").contains("Events you play in"));
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    let home = text(&mut two[0], "/");
    assert!(home.contains("Events you play in") && !home.contains("Round 1, table 1"), "{home}");
}
