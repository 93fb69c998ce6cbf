//! Withdrawing from an event in the middle of a round, at the desk and by a player.

use crate::contest_pages::{
    SWISS, act, begun, called, done, event, organizer, pair, part, site, text,
};

const AT_TABLE: [(&str, &str); 3] = [("stage", "0"), ("round", "0"), ("table", "0")];

fn with<'a>(more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    AT_TABLE.iter().chain(more).copied().collect()
}

#[test]
fn who_is_withdrawn_at_the_desk_keeps_the_game_until_a_forfeit_is_confirmed() {
    let service = site();
    let mut keeper = organizer(&service, "Hermogena", "Liga ng Tondo");
    let event = event(&mut keeper, "liga-ng-tondo", "Withdrawal Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let round = format!("{event}?view=pairings&round=1");
    done(&mut keeper, &event, "people", &[("do", "withdraw"), ("entrant", "1")]);
    let page = text(&mut keeper, &round);
    assert!(!page.contains("− +") && !page.contains("+ −"), "the game is still open: {page}");
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("value=\"forfeit\"") && desk.contains("name=\"sure\""), "{desk}");
    let unsure = act(&mut keeper, &event, "results", &with(&[("do", "forfeit"), ("entrant", "1")]));
    assert_eq!(unsure.status, 422, "{}", unsure.text());
    assert!(unsure.text().contains("tick the box to confirm"), "{}", unsure.text());
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
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "0"), ("lot", "white")]);
    pair(&mut keeper, &event, 1);
    let round = format!("{event}?view=pairings&round=1");
    assert_eq!(part(&mut two[0], &event, &[("do", "leave")]).status, 303);
    let page = text(&mut two[0], &event);
    assert!(page.contains("withdrawn") && page.contains("Take part again"), "{page}");
    let open = text(&mut keeper, &round);
    assert!(!open.contains("− +") && !open.contains("+ −"), "{open}");
    assert_eq!(part(&mut two[0], &event, &[("do", "return")]).status, 303);
    assert!(!text(&mut two[0], &event).contains("Take part again"));
    assert_eq!(part(&mut two[0], &event, &[("do", "return")]).status, 409);
    let unsure = part(&mut two[0], &event, &with(&[("do", "forfeit")]));
    assert_eq!(unsure.status, 422, "{}", unsure.text());
    let forfeits = with(&[("do", "forfeit"), ("sure", "1")]);
    assert_eq!(part(&mut keeper, &event, &forfeits).status, 409, "they do not play");
    assert_eq!(part(&mut two[0], &event, &forfeits).status, 303);
    let lost = text(&mut keeper, &round);
    assert_eq!(lost.matches("− +").count() + lost.matches("+ −").count(), 1, "{lost}");
}
