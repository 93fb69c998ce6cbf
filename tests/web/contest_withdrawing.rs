//! Withdrawing from an event in the middle of a round, at the desk and by a player.

use crate::contest_pages::{
    SWISS, act, begun, called, done, enter, event, organizer, pair, part, site, text,
};
use crate::visitor::{PASSWORD, Visitor};

const AT_TABLE: [(&str, &str); 3] = [("stage", "0"), ("round", "0"), ("table", "0")];

fn with<'a>(more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    AT_TABLE.iter().chain(more).copied().collect()
}

#[test]
fn an_entrant_withdrawn_at_the_desk_keeps_the_game_until_a_forfeit_is_confirmed() {
    let service = site();
    let mut keeper = organizer(&service, "Hermogena", "Liga ng Tondo");
    let event = event(&mut keeper, "liga-ng-tondo", "Withdrawal Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let round = format!("{event}?view=pairings&round=1");
    done(&mut keeper, &event, "people", &[("do", "withdraw"), ("entrant", "1")]);
    let page = text(&mut keeper, &round);
    assert!(!page.contains("− +") && !page.contains("+ −"), "the game is still open: {page}");
    assert!(page.contains(", 1 withdrawn"), "the standings list them: {page}");
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("value=\"forfeit\"") && desk.contains("name=\"sure\""), "{desk}");
    let unsure = act(&mut keeper, &event, "results", &with(&[("do", "forfeit"), ("entrant", "1")]));
    assert_eq!(unsure.status, 422, "{}", unsure.text());
    let why = "Tick “The opponent wins by forfeit.” to confirm.";
    assert!(unsure.text().contains(why), "{}", unsure.text());
    let sure = [("do", "forfeit"), ("entrant", "1"), ("sure", "1")];
    done(&mut keeper, &event, "results", &with(&sure));
    let page = text(&mut keeper, &round);
    assert_eq!(page.matches("− +").count() + page.matches("+ −").count(), 1, "{page}");
    done(&mut keeper, &event, "results", &with(&[("do", "undo-forfeit"), ("entrant", "1")]));
    let page = text(&mut keeper, &round);
    assert!(!page.contains("− +") && !page.contains("+ −"), "it is open again: {page}");
    done(&mut keeper, &event, "people", &[("do", "admit"), ("entrant", "1")]);
    let players = text(&mut keeper, &format!("{event}?view=players"));
    assert!(!players.contains("withdrawn"), "{players}");
}

#[test]
fn a_player_withdraws_comes_back_and_forfeits_by_themselves() {
    let service = site();
    let mut keeper = organizer(&service, "Visitacion", "Liga ng Malate");
    let event = event(&mut keeper, "liga-ng-malate", "Return Cup", &[("template", "round-robin")]);
    let mut two = ["Tres Reyes", "Cuatro Cruz"].map(|name| called(&service, name));
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    for one in &mut two {
        assert_eq!(part(one, &event, &[("do", "enter")]).status, 303);
    }
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let round = format!("{event}?view=pairings&round=1");
    assert_eq!(part(&mut two[0], &event, &[("do", "leave")]).status, 303);
    let page = text(&mut two[0], &event);
    assert!(page.contains("withdrawn") && page.contains("Re-enter"), "{page}");
    let open = text(&mut keeper, &round);
    assert!(!open.contains("− +") && !open.contains("+ −"), "{open}");
    assert_eq!(part(&mut two[0], &event, &[("do", "return")]).status, 303);
    assert!(!text(&mut two[0], &event).contains("Re-enter"));
    assert_eq!(part(&mut two[0], &event, &[("do", "return")]).status, 409);
    let unsure = part(&mut two[0], &event, &with(&[("do", "forfeit")]));
    assert_eq!(unsure.status, 422, "{}", unsure.text());
    let forfeits = with(&[("do", "forfeit"), ("sure", "1")]);
    assert_eq!(part(&mut keeper, &event, &forfeits).status, 409, "they do not play");
    assert_eq!(part(&mut two[0], &event, &forfeits).status, 303);
    let lost = text(&mut keeper, &round);
    assert_eq!(lost.matches("− +").count() + lost.matches("+ −").count(), 1, "{lost}");
}

/// What the desk says after a form of it.
fn said(keeper: &mut Visitor, event: &str, duty: &str, fields: &[(&str, &str)]) -> String {
    let reply = act(keeper, event, duty, fields);
    assert_eq!(reply.status, 303, "{fields:?}: {}", reply.text());
    let page = text(keeper, reply.must("location"));
    let words = page.split("class=\"done\"").nth(1).expect("it says what was done");
    words.split("</p>").next().unwrap_or_default().to_owned()
}

#[test]
fn the_desk_says_what_was_done_of_a_withdrawal_and_of_a_forfeit() {
    let service = site();
    let mut keeper = organizer(&service, "Primitiva", "Liga ng Quiapo");
    let event = event(&mut keeper, "liga-ng-quiapo", "Said Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let withdraw = |number| [("do", "withdraw"), ("entrant", number)];
    let words = said(&mut keeper, &event, "people", &withdraw("8"));
    assert!(
        words.contains("Withdrawn from the next round.<") || words.ends_with("round."),
        "{words}"
    );
    let page = text(&mut keeper, &format!("{event}/run"));
    assert!(page.contains(">Re-enter<") && !page.contains(">Admit<"), "{page}");
    done(&mut keeper, &event, "people", &[("do", "admit"), ("entrant", "8")]);
    pair(&mut keeper, &event, 1);
    let words = said(&mut keeper, &event, "people", &withdraw("1"));
    assert!(words.contains("a table in the current round is still open."), "{words}");
    let forfeit = with(&[("do", "forfeit"), ("entrant", "1"), ("sure", "1")]);
    let words = said(&mut keeper, &event, "results", &forfeit);
    assert!(words.contains("Game forfeited"), "{words}");
    let undo = with(&[("do", "undo-forfeit"), ("entrant", "1")]);
    let words = said(&mut keeper, &event, "results", &undo);
    assert!(words.contains("Forfeit undone; the game is open again."), "{words}");
    let refused = act(&mut keeper, &event, "people", &[("do", "clear")]);
    let why = "Tick “Everyone must check in again.” to confirm.";
    assert!(refused.status == 422 && refused.text().contains(why), "{}", refused.text());
}

#[test]
fn withdrawn_players_are_offered_to_re_enter_and_not_to_register() {
    let service = site();
    let mut keeper = organizer(&service, "Leocadia", "Liga ng Paco");
    let event = event(&mut keeper, "liga-ng-paco", "Again Cup", &[SWISS]);
    let mut one = called(&service, "Sais Santos");
    let mut other = called(&service, "Siete Sison");
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    for player in [&mut one, &mut other] {
        assert_eq!(part(player, &event, &[("do", "enter")]).status, 303);
    }
    assert_eq!(part(&mut one, &event, &[("do", "leave")]).status, 303);
    let page = text(&mut one, &event);
    assert!(page.contains("value=\"return\"") && !page.contains("value=\"enter\""), "{page}");
    // Whom an official has withdrawn registers again.
    done(&mut keeper, &event, "people", &[("do", "withdraw"), ("entrant", "2")]);
    let page = text(&mut other, &event);
    assert!(!page.contains("value=\"return\"") && page.contains("value=\"enter\""), "{page}");
}

#[test]
fn nobody_is_asked_to_register_once_the_event_is_over() {
    let service = site();
    let mut keeper = organizer(&service, "Restituta", "Liga ng Ermita");
    let answers = [SWISS, ("rounds", "1"), ("fee", "20 piso"), ("check-in", "1")];
    let event = event(&mut keeper, "liga-ng-ermita", "Ended Cup", &answers);
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Ana; 1500\nBen; 1400")]);
    done(&mut keeper, &event, "people", &[("do", "all-there"), ("name", "")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let open = text(&mut keeper, &format!("{event}/run"));
    assert!(open.contains("Register players") && open.contains("value=\"withdraw\""), "{open}");
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    let over = text(&mut keeper, &format!("{event}/run"));
    for gone in ["Register players", "value=\"withdraw\"", "value=\"clear\"", "value=\"away\""] {
        assert!(!over.contains(gone), "{gone}: {over}");
    }
    assert!(over.contains("value=\"paid\""), "who has not paid may still pay: {over}");
    let page = text(&mut Visitor::new(&service), &event);
    let (_, content) = page.split_once("<main").expect("the page below its header");
    assert!(!content.contains("/sign-in?next=/events"), "{page}");
}

#[test]
fn whoever_deletes_their_account_is_withdrawn_from_events_that_are_not_over() {
    let service = site();
    let mut keeper = organizer(&service, "Encarnacion", "Liga ng Pandacan");
    let event =
        event(&mut keeper, "liga-ng-pandacan", "Leaving Cup", &[("template", "round-robin")]);
    let mut two = ["Lima Reyes", "Anim Cruz"].map(|name| called(&service, name));
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    for one in &mut two {
        assert_eq!(part(one, &event, &[("do", "enter")]).status, 303);
    }
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let form = text(&mut two[0], "/account/delete");
    assert!(form.contains("withdrawn from events that are not over"), "{form}");
    let fields = [("name", "Lima Reyes"), ("password", PASSWORD)];
    let reply = two[0].post("/account/delete", &fields);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let players = text(&mut keeper, &format!("{event}?view=players"));
    assert!(players.contains("Anonymous") && players.contains("withdrawn"), "{players}");
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("value=\"forfeit\""), "the officials decide the open game: {desk}");
}
