//! Games that spectators are told of late, or not at all, until their end is final.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::plays::{BLACK, Table, WHITE};

/// A game of an event with some plies.
fn played(spectators: &str, plies: usize) -> Table {
    let mut table = Table::of_event(spectators, "round");
    table.deploy(WHITE, BLACK);
    for _ in 0..plies {
        assert_eq!(table.step().status, 200);
    }
    table
}

/// What an official of the event decides.
fn rules(table: &mut Table, number: u32, ruling: &str) {
    let token = table.world.token("results", TokenScopes::OFFICIATE);
    let mut body = json!({"id": format!("{number:016x}"), "ruling": ruling});
    if ruling != "confirm" {
        body["reason"] = json!("A child had pressed it.");
    }
    let reply = table.world.show(Some(&token), "POST", &table.path("/rulings"), &body.to_string());
    assert_eq!(reply.status, 200, "{ruling}: {}", reply.whole());
}

fn plies(seen: &Value) -> usize {
    seen["plies"].as_array().expect("plies").len()
}

fn stands(seen: &Value) -> (usize, &Value, &Value, bool) {
    (plies(seen), &seen["state"], &seen["result"], seen["provisional"] == true)
}

#[test]
fn the_delay_of_spectators_lasts_until_the_end_is_final() {
    let mut table = played("plies:4", 6);
    assert_eq!(plies(&table.see("nobody")), 2);
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
    let (ended, none) = (json!("ended"), Value::Null);
    let seen = table.see("nobody");
    assert_eq!(stands(&seen), (2, &ended, &json!("1-0"), true), "{seen}");
    assert_eq!((&seen["to_move"], &seen["running"], &seen["clocks"]), (&none, &none, &none));
    let page = table.world.ask("nobody", "GET", &format!("/play/{}", table.play)).text();
    assert!(page.contains("The result is not confirmed yet"), "{page}");
    let player = table.see("white");
    assert_eq!(stands(&player), (6, &ended, &json!("1-0"), true), "{player}");
    rules(&mut table, 0xb1, "reinstate");
    let seen = table.see("nobody");
    assert_eq!(stands(&seen), (2, &json!("in-play"), &none, false), "{seen}");
    rules(&mut table, 0xb2, "resume");
    assert_eq!(table.step().status, 200);
    assert_eq!(plies(&table.see("nobody")), 3);
    assert_eq!(table.send("white", "/words", json!({"word": "resign"})).status, 200);
    rules(&mut table, 0xb3, "confirm");
    let seen = table.see("nobody");
    assert_eq!(
        (plies(&seen), &seen["result"], &seen["provisional"]),
        (7, &json!("0-1"), &json!(false))
    );
}

#[test]
fn nobody_watches_a_game_that_was_ended_and_goes_on() {
    let mut table = played("none", 2);
    let look = |table: &Table| table.world.show(None, "GET", &table.path(""), "").status;
    assert_eq!(look(&table), 404);
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
    assert_eq!(look(&table), 404, "officials may take the end back");
    rules(&mut table, 0xb1, "reinstate");
    assert_eq!(look(&table), 404);
    rules(&mut table, 0xb2, "resume");
    assert_eq!(table.step().status, 200);
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
    for color in ["white", "black"] {
        assert_eq!(look(&table), 404);
        let accepts = table.send(color, "/words", json!({"word": "accept-result"}));
        assert_eq!(accepts.status, 200, "{}", accepts.whole());
    }
    assert_eq!(look(&table), 200);
}
