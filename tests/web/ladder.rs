//! A ladder on its pages: players challenge, answer and report; officials do it for them and end it.

use std::sync::Arc;

use crate::contest_pages::{act, called, done, event, organizer, part, site, text};
use crate::service::Service;
use crate::visitor::Visitor;

const LADDER: (&str, &str) = ("template", "ladder");

/// A ladder that has begun, with three players and five guests below them.
fn begun(
    service: &Arc<Service>,
    keeper: &mut Visitor,
    league: &str,
    names: [&str; 3],
) -> (String, [Visitor; 3]) {
    let slug = league.to_lowercase().replace(' ', "-");
    let event = event(keeper, &slug, &format!("{league} Ladder"), &[LADDER, ("report", "1")]);
    let players = names.map(|name| called(service, name));
    let lines = format!(
        "{}; 1900\n{}; 1800\n{}; 1700\nDan; 1600\nElsa; 1500\nFe; 1400\nGil; 1300\nHana; 1200",
        names[0], names[1], names[2]
    );
    done(keeper, &event, "people", &[("do", "add"), ("lines", &lines)]);
    let begin = [("do", "begin"), ("stage", "1"), ("white", "true")];
    let begun = act(keeper, &event, "rounds", &begin).must("location").to_owned();
    assert!(text(keeper, &begun).contains("Ladder started. Players challenge each other"));
    (event, players)
}

fn taken(of: &mut Visitor, event: &str, fields: &[(&str, &str)]) {
    let reply = part(of, event, fields);
    assert_eq!(reply.status, 303, "{fields:?}: {}", reply.text());
}

/// The names by place, as the API tells them.
fn line(of: &mut Visitor, event: &str) -> Vec<String> {
    let json = of.get(&format!("/api/v1{event}/contest")).json();
    let line = json["stages"][0]["ladder"]["line"].as_array().expect("a ladder").clone();
    line.iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_player_challenges_wins_and_takes_the_place() {
    let service = site();
    let mut keeper = organizer(&service, "Ladislaw", "Liga ng Hagdan");
    let names = ["Adelfa", "Bonifacia", "Crispulo"];
    let (event, [mut first, _, mut third]) = begun(&service, &mut keeper, "Liga ng Hagdan", names);
    let mut public = Visitor::new(&service);
    let page = text(&mut public, &event);
    assert!(page.contains("class=\"ladder\"") && !page.contains("value=\"challenge\""), "{page}");
    assert!(page.contains("up to 3 places above"), "the rules are told: {page}");
    assert_eq!(text(&mut third, &event).matches("value=\"challenge\"").count(), 2);
    taken(&mut third, &event, &[("do", "challenge"), ("entrant", "1")]);
    let page = text(&mut third, &event);
    assert!(page.contains("You challenged Adelfa") && !page.contains("value=\"challenge\""));
    assert!(page.contains("You have an open challenge"), "{page}");
    assert!(text(&mut public, &event).contains("Challenged by Crispulo"));
    let wrong = part(&mut third, &event, &[("do", "accept-challenge"), ("entrant", "1")]);
    assert_eq!(wrong.status, 409, "{}", wrong.text());
    assert!(text(&mut first, "/notices").contains("Crispulo challenges you"));
    let page = text(&mut first, &event);
    assert!(page.contains("Crispulo challenges you. Answer until"), "{page}");
    let until = page.split("<time ").find(|time| time.contains("challenges you")).expect("a time");
    assert!(until.contains("data-local=\"UTC\""), "a script shows the reader's time: {until}");
    assert!(page.contains("name=\"entrant\" value=\"3\""), "whose challenge it is: {page}");
    let other = part(&mut first, &event, &[("do", "accept-challenge"), ("entrant", "2")]);
    assert_eq!(other.status, 409, "an old page: {}", other.text());
    taken(&mut first, &event, &[("do", "accept-challenge"), ("entrant", "3")]);
    let page = text(&mut first, &event);
    assert!(page.contains("is to be played until") && page.contains("/matches/"), "{page}");
    text(&mut first, &format!("{event}/matches"));
    let game = [("do", "say"), ("stage", "0"), ("round", "0"), ("table", "0")];
    taken(&mut third, &event, &[&game[..], &[("came", "won")]].concat());
    taken(&mut first, &event, &[&game[..], &[("came", "lost")]].concat());
    assert_eq!(line(&mut public, &event)[..3], ["Crispulo", "Adelfa", "Bonifacia"]);
    let trf = public.get(&format!("/api/v1{event}/contest/stage-1.trf")).text();
    assert!(trf.contains("092 Individual: Ladder") && !trf.contains("\n192 "), "{trf}");
    for path in ["?view=cross-table", "?view=pairings", "/screen", "/print/standings", "/places/1"]
    {
        let page = text(&mut public, &format!("{event}{path}"));
        assert!(page.contains("Crispulo") || path == "/places/1", "{path}: {page}");
    }
    let screen = text(&mut public, &format!("{event}/screen"));
    let left = screen.split("name=\"left\"").nth(1).and_then(|rest| rest.split("</select>").next());
    let has_ladder = left.is_some_and(|left| left.contains("value=\"standings\" selected"));
    assert!(has_ladder, "the ladder comes first: {screen}");
    let refused = part(&mut first, &event, &[("do", "challenge"), ("entrant", "3")]);
    assert!(refused.text().contains("less than 14 days ago"), "{}", refused.text());
}

#[test]
fn officials_challenge_and_answer_for_players_and_end_the_ladder() {
    let service = site();
    let mut keeper = organizer(&service, "Prudenciana", "Liga ng Baitang");
    let names = ["Domingo", "Estrella", "Florencio"];
    let (event, _) = begun(&service, &mut keeper, "Liga ng Baitang", names);
    let challenge = [("do", "challenge"), ("stage", "1"), ("entrant", "5"), ("with", "2")];
    done(&mut keeper, &event, "rounds", &challenge);
    let desk = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(desk.contains("Elsa challenges Estrella: to be answered until"), "{desk}");
    let again = act(&mut keeper, &event, "rounds", &challenge);
    assert!(again.text().contains("has an open challenge"), "{}", again.text());
    let far = [("do", "challenge"), ("stage", "1"), ("entrant", "8"), ("with", "1")];
    let far = act(&mut keeper, &event, "rounds", &far);
    assert!(far.text().contains("up to 3 places above"), "{}", far.text());
    let refuse =
        [("do", "answer-challenge"), ("stage", "1"), ("entrant", "5"), ("answer", "refuse")];
    done(&mut keeper, &event, "rounds", &refuse);
    assert_eq!(line(&mut keeper, &event)[..3], ["Domingo", "Elsa", "Estrella"]);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Zeny")]);
    assert_eq!(line(&mut keeper, &event)[8], "Zeny", "late ones enter at the end");
    let second = [("do", "challenge"), ("stage", "1"), ("entrant", "4"), ("with", "3")];
    done(&mut keeper, &event, "rounds", &second);
    let accept =
        [("do", "answer-challenge"), ("stage", "1"), ("entrant", "4"), ("answer", "accept")];
    done(&mut keeper, &event, "rounds", &accept);
    done(&mut keeper, &event, "rounds", &[("do", "end-ladder"), ("stage", "1")]);
    let page = text(&mut keeper, &format!("{event}/run?part=results&round=1"));
    let won = crate::contest_pages::choices(&page, '1');
    let result =
        [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", won[0].as_str())];
    done(&mut keeper, &event, "results", &result);
    assert_eq!(line(&mut keeper, &event)[3], "Dan", "a game that goes on counts");
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    for said in ["Elsa challenges Estrella", "refuses the challenge of Elsa", "Ladder ended"] {
        assert!(log.contains(said), "{said}: {log}");
    }
    done(&mut keeper, &event, "settings", &[("do", "end")]);
}

#[test]
fn rules_are_set_at_the_desk_also_while_it_runs() {
    let service = site();
    let mut keeper = organizer(&service, "Quirubina", "Liga ng Antas");
    let (event, _) =
        begun(&service, &mut keeper, "Liga ng Antas", ["Gaspar", "Honorata", "Isidra"]);
    let rules = [
        ("do", "ladder"),
        ("stage", "0"),
        ("reach", "1"),
        ("answer-days", "2"),
        ("play-days", "5"),
        ("apart-days", "0"),
        ("idle-days", "30"),
        ("fall", "2"),
        ("ladder-days", "90"),
    ];
    done(&mut keeper, &event, "settings", &rules);
    let page = text(&mut keeper, &event);
    for said in ["directly above you", "The ladder ends on", "Falls on", "keeps the place"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let wrong: Vec<(&str, &str)> = rules
        .iter()
        .map(|(name, value)| (*name, if *name == "reach" { "0" } else { *value }))
        .collect();
    let refused = act(&mut keeper, &event, "settings", &wrong);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let plan = text(&mut keeper, &format!("{event}/run/plan"));
    assert!(plan.contains("value=\"ladder\" selected"), "{plan}");
}

#[test]
fn nobody_else_challenges_or_answers_for_a_player() {
    let service = site();
    let mut keeper = organizer(&service, "Romualda", "Liga ng Tuktok");
    let names = ["Jacinta", "Karina", "Lorenzo"];
    let (event, [mut first, mut second, _]) = begun(&service, &mut keeper, "Liga ng Tuktok", names);
    let mut stranger = called(&service, "Nakikisali");
    let refused = part(&mut stranger, &event, &[("do", "challenge"), ("entrant", "1")]);
    assert_eq!(refused.status, 409, "{}", refused.text());
    taken(&mut second, &event, &[("do", "challenge"), ("entrant", "1")]);
    let refused = part(&mut stranger, &event, &[("do", "refuse-challenge"), ("entrant", "2")]);
    assert_eq!(refused.status, 409, "{}", refused.text());
    let desk = act(&mut stranger, &event, "rounds", &[("do", "end-ladder"), ("stage", "1")]);
    assert!(desk.status == 403 || desk.status == 404, "{}", desk.status);
    taken(&mut second, &event, &[("do", "withdraw-challenge"), ("entrant", "1")]);
    let late = part(&mut first, &event, &[("do", "accept-challenge"), ("entrant", "2")]);
    assert_eq!(late.status, 409, "{}", late.text());
    assert!(text(&mut first, "/notices").contains("was withdrawn"));
}

#[test]
fn an_official_in_a_ladder_does_not_withdraw_those_above() {
    let service = site();
    let mut keeper = organizer(&service, "Eufrosina", "Liga ng Pook");
    let (event, _) = begun(&service, &mut keeper, "Liga ng Pook", ["Mateo", "Nena", "Oscar"]);
    let withdraw = |number| [("do", "withdraw"), ("entrant", number)];
    done(&mut keeper, &event, "people", &withdraw("7"));
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Eufrosina")]);
    let refused = act(&mut keeper, &event, "people", &withdraw("1"));
    assert!(refused.text().contains("this may change your own place"), "{}", refused.text());
    assert_eq!(line(&mut keeper, &event)[0], "Mateo");
}
