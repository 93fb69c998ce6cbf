//! Ranks that an event keeps closed are opened early by two officials who take no part, and everybody reads why.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::plays::{BLACK, Table, WHITE};

const EVENT: &str = "/events/ranked-evening-10-january";

/// A game of the event that is final, and whose ranks are closed until the event is over.
fn closed() -> Table {
    let mut table = Table::of_event("public", "event");
    table.deploy(WHITE, BLACK);
    assert_eq!(table.step().status, 200);
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
    for color in ["white", "black"] {
        let accepts = table.send(color, "/words", json!({"word": "accept-result"}));
        assert_eq!(accepts.status, 200, "{}", accepts.whole());
    }
    table
}

fn opens(table: &Table, kind: &str, body: &Value) -> (u16, Value) {
    let token = table.world.token(kind, TokenScopes::OFFICIATE);
    let path = format!("/api/v1{EVENT}/openings");
    let reply = table.world.show(Some(&token), "POST", &path, &body.to_string());
    (reply.status, reply.json())
}

#[test]
fn one_official_opens_nothing_early_and_two_say_why_to_everybody() {
    let table = closed();
    let state = |table: &Table| table.see("nobody")["state"].clone();
    let asked = json!({"reason": "The hall closes."});
    let waits = json!({"opened": 0, "waits": true});
    assert_eq!(opens(&table, "results", &asked), (200, waits));
    assert_eq!(opens(&table, "results", &asked).0, 409, "it is asked for");
    assert_eq!(opens(&table, "results", &json!({"confirm": true})).0, 409, "the same official");
    assert_eq!(state(&table), json!("final"));
    let page = table.world.ask("nobody", "GET", EVENT).text();
    assert!(!page.contains("The hall closes."), "nothing was opened: {page}");
    let mut second = table.world.browser("organizer");
    let desk = second.get(&format!("{EVENT}/plays")).text();
    assert!(desk.contains("The hall closes.") && desk.contains("Waiting for a second official"));
    let confirm = [("round", ""), ("do", "confirm")];
    let done = second.fill(&format!("{EVENT}/plays"), &format!("{EVENT}/openings"), &confirm);
    assert_eq!(done.status, 303, "{}", done.text());
    assert_eq!(state(&table), json!("revealed"));
    for kind in ["stranger", "nobody"] {
        let page = table.world.ask(kind, "GET", EVENT).text();
        assert!(page.contains("Ranks were revealed early (the whole event)"), "{kind}: {page}");
        assert!(page.contains("The hall closes."), "{kind}: {page}");
    }
    let trail = table.world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(trail.contains("Early reveal of ranks requested"), "{trail}");
}

#[test]
fn officials_who_play_cannot_reveal_ranks_early() {
    let table = closed();
    let asked = json!({"reason": "The hall closes."});
    // The arbiter is the player of White by now.
    let be = |account: usize| {
        table.world.sql(&format!(
            "UPDATE accounts SET player_id = NULL WHERE id = 1;
             UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = {account};"
        ));
    };
    be(2);
    let (status, problem) = opens(&table, "results", &asked);
    assert_eq!(status, 409, "{problem}");
    assert!(
        problem["detail"].as_str().expect("a reason").contains("do not play in it"),
        "{problem}"
    );
    assert_eq!(opens(&table, "organizer", &asked).0, 200);
    assert_eq!(opens(&table, "results", &json!({"confirm": true})).0, 409);
    assert_eq!(opens(&table, "organizer", &json!({"withdraw": true})).0, 200);
    assert_eq!(table.see("nobody")["state"], json!("final"));
}
