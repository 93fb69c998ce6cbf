//! An arena at the desk: pairs appear with results, players take breaks, and officials end it.

use crate::contest_pages::{EIGHT, act, choices, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

const ARENA: (&str, &str) = ("template", "arena");

fn begun(keeper: &mut Visitor, event: &str) {
    done(keeper, event, "people", &[("do", "add"), ("lines", EIGHT)]);
    done(keeper, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(keeper, event, 1);
}

/// Enters that the first side has won at the first of the tables at which a game is open.
fn win_first(keeper: &mut Visitor, event: &str) {
    let page = text(keeper, &format!("{event}/run?part=results&round=1"));
    let said = choices(&page, '1');
    let fields = [
        ("do", "enter"),
        ("stage", "0"),
        ("round", "0"),
        ("why", ""),
        ("result", said[0].as_str()),
    ];
    let reply = act(keeper, event, "results", &fields);
    assert_eq!(reply.status, 303, "{}", reply.text());
}

#[test]
fn pairs_appear_with_results_and_the_standings_count_points_of_the_arena() {
    let service = site();
    let mut keeper = organizer(&service, "Arsenia", "Liga ng Arena");
    let event = event(
        &mut keeper,
        "liga-ng-arena",
        "Friday Arena",
        &[ARENA, ("arena-minutes", "45"), ("report", "1")],
    );
    assert!(text(&mut keeper, &event).contains("Arena, 45 minutes"), "the system is named");
    begun(&mut keeper, &event);
    let mut public = Visitor::new(&service);
    let page = text(&mut public, &format!("{event}?view=pairings"));
    assert!(page.contains("The arena pairs until"), "{page}");
    win_first(&mut keeper, &event);
    let page = text(&mut public, &format!("{event}?view=pairings"));
    assert!(page.contains("Waiting for a game:"), "the two have just met: {page}");
    win_first(&mut keeper, &event);
    let page = text(&mut public, &format!("{event}?view=pairings"));
    assert!(!page.contains("Waiting for a game:"), "four are free and meet: {page}");
    let screen = text(&mut public, &format!("{event}/screen"));
    assert!(screen.contains("The arena pairs until") && !screen.contains("1–0"), "{screen}");
    let standings = text(&mut public, &format!("{event}?view=standings"));
    assert!(
        standings.contains(">NG</th>") && standings.contains("fewer are better"),
        "{standings}"
    );
    let json = public.get(&format!("/api/v1{event}/contest")).json();
    let stage = &json["stages"][0];
    assert_eq!((&stage["system"], &stage["arena"]["running"]), (&"arena".into(), &true.into()));
    assert_eq!(stage["groups"][0]["standings"][0]["points"], "2", "{stage}");
    assert_eq!(stage["rounds"][0]["tables"].as_array().map(Vec::len), Some(6), "{stage}");
    let trf = public.get(&format!("/api/v1{event}/contest/stage-1.trf")).text();
    assert!(trf.contains("092 Individual: Arena") && !trf.contains("\n192 "), "{trf}");
}

#[test]
fn officials_let_players_pause_and_end_the_arena_and_the_place_is_explained() {
    let service = site();
    let mut keeper = organizer(&service, "Benilda", "Liga ng Bulusan");
    let event = event(&mut keeper, "liga-ng-bulusan", "Pausing Arena", &[ARENA]);
    begun(&mut keeper, &event);
    let rounds = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(rounds.contains("id=\"arena-end\"") && !rounds.contains("value=\"pair\""), "{rounds}");
    done(&mut keeper, &event, "rounds", &[("do", "pause"), ("stage", "1"), ("entrant", "1")]);
    let page = text(&mut keeper, &format!("{event}?view=pairings"));
    assert!(page.contains("On a break:"), "{page}");
    done(&mut keeper, &event, "rounds", &[("do", "resume"), ("stage", "1"), ("entrant", "1")]);
    for wrong in ["0", "soon"] {
        let minutes = [("do", "set-arena-end"), ("stage", "1"), ("minutes", wrong)];
        let refused = act(&mut keeper, &event, "rounds", &minutes);
        assert_eq!(refused.status, 422, "{}", refused.text());
        let words = "Enter a whole number of minutes from 1 to 10080.";
        assert!(refused.text().contains(words), "{}", refused.text());
    }
    let minutes = [("do", "set-arena-end"), ("stage", "1"), ("minutes", "20")];
    done(&mut keeper, &event, "rounds", &minutes);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Zeny")]);
    done(&mut keeper, &event, "rounds", &[("do", "join"), ("stage", "1"), ("entrant", "9")]);
    done(&mut keeper, &event, "rounds", &[("do", "end-arena"), ("stage", "1")]);
    for _ in 0..4 {
        win_first(&mut keeper, &event);
    }
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    for said in ["Arena ended", "Clock of Arena set", "Ana takes a break", "Ana is back"] {
        assert!(log.contains(said), "{said}: {log}");
    }
    let twice = act(&mut keeper, &event, "rounds", &[("do", "end-arena"), ("stage", "1")]);
    assert!(twice.text().contains("has ended"), "{}", twice.text());
    let place = text(&mut keeper, &format!("{event}/places/1?stage=1"));
    assert!(place.contains("fewer games are better"), "{place}");
    done(&mut keeper, &event, "settings", &[("do", "end")]);
}

#[test]
fn rules_are_set_at_the_desk_and_the_plan_has_its_minutes() {
    let service = site();
    let mut keeper = organizer(&service, "Clarita", "Liga ng Calaguas");
    let event = event(&mut keeper, "liga-ng-calaguas", "Own Arena", &[ARENA]);
    let rules = [
        ("do", "arena"),
        ("stage", "0"),
        ("arena-minutes", "30"),
        ("win", "3"),
        ("draw", "1"),
        ("loss", "0"),
        ("streak", "0"),
        ("rematch", "0"),
    ];
    done(&mut keeper, &event, "settings", &rules);
    let plan = text(&mut keeper, &format!("{event}/run/plan"));
    assert!(plan.contains("value=\"30\"") && plan.contains("Arena, 30 minutes"), "{plan}");
    let wrong: Vec<(&str, &str)> = rules
        .iter()
        .map(|(name, value)| (*name, if *name == "win" { "x" } else { *value }))
        .collect();
    let refused = act(&mut keeper, &event, "settings", &wrong);
    assert_eq!(refused.status, 422, "{}", refused.text());
}

#[test]
fn ranks_of_an_arena_played_here_stay_closed_until_it_is_over_and_the_desk_says_when_they_do_not() {
    let service = site();
    let mut keeper = organizer(&service, "Damiana", "Liga ng Siargao");
    let how =
        [ARENA, ("games", "online"), ("pace", "180+2"), ("disclosure", ""), ("watching", "none")];
    let event = event(&mut keeper, "liga-ng-siargao", "Closed Arena", &how);
    let shown = |keeper: &mut Visitor| text(keeper, &format!("{event}/run?part=settings"));
    let rules = |disclosure| {
        [
            ("do", "arena"),
            ("stage", "0"),
            ("arena-minutes", "30"),
            ("win", "2"),
            ("draw", "1"),
            ("loss", "0"),
            ("streak", "2"),
            ("rematch", "60"),
            ("disclosure", disclosure),
        ]
    };
    assert!(text(&mut keeper, &event).contains("when the round is over"));
    assert!(text(&mut keeper, &event).contains("Forfeits after 2 minutes"));
    assert!(!shown(&mut keeper).contains("Ranks are revealed after each game now"));
    done(&mut keeper, &event, "settings", &rules("game"));
    assert!(shown(&mut keeper).contains("Ranks are revealed after each game now"));
    done(&mut keeper, &event, "settings", &rules("round"));
    assert!(!shown(&mut keeper).contains("Ranks are revealed after each game now"));
}
