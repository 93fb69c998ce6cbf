//! The computer as an opponent over HTTP: its levels in both games, and games against it.

use std::sync::Arc;

use serde_json::{Value, json};

use adjutant_domain::account::scopes::TokenScopes;

use crate::service::{Service, Start};
use crate::visitor::{Visitor, hidden};
use crate::world::World;

fn levels(answer: &Value) -> Vec<&str> {
    let levels = answer["levels"].as_array().expect("levels");
    levels.iter().map(|level| level["name"].as_str().expect("a rank")).collect()
}

#[test]
fn each_game_has_its_levels() {
    let service = Service::shared();
    let salpakan = service.get("/api/v1/computers").json();
    assert_eq!(levels(&salpakan).len(), 9);
    assert_eq!(salpakan["personalities"].as_array().map(Vec::len), Some(4));
    let other = service.get("/api/v1/computers?game=three-generals").json();
    assert_eq!(levels(&other), ["Private", "Sergeant", "Captain", "Colonel", "General"]);
    assert_eq!(other["personalities"], json!([]));
    assert_eq!(other["levels"][4]["level"], 5);
    let unknown = service.get("/api/v1/computers?game=chess");
    assert_eq!(unknown.status, 400);
    assert!(unknown.text().contains("salpakan, three-generals"), "{}", unknown.text());
}

#[test]
fn the_form_of_a_game_offers_what_it_has() {
    let service = Arc::new(Start::empty().serve());
    let mut visitor = Visitor::new(&service);
    visitor.sign_up("Diwata", "a long password of hers");
    let salpakan = visitor.get("/play/computer").text();
    assert!(salpakan.contains("name=\"personality\"") && salpakan.contains("value=\"9\""));
    let address = "/play/computer?game=three-generals";
    let other = visitor.get(address).text();
    assert!(salpakan.contains(address) && other.contains("href=\"/play/computer\""));
    assert!(!other.contains("name=\"personality\"") && !other.contains("value=\"9\""));
    assert_eq!(hidden(&other, "rules").as_deref(), Some("three-generals"));
    assert_eq!(visitor.get("/play/computer?game=chess").status, 400);
    let mut send = |level| {
        let game =
            [("level", level), ("pace", "600+5"), ("color", "white"), ("rules", "three-generals")];
        visitor.post("/play/computer", &game)
    };
    let wrong = send("9");
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("from 1, the weakest, to 5"), "{}", wrong.text());
    let again = hidden(&wrong.text(), "rules");
    assert_eq!(again.as_deref(), Some("three-generals"), "the form is of the same game");
    let begun = send("1");
    assert_eq!(begun.status, 303, "{}", begun.text());
    let page = visitor.get(begun.must("location")).text();
    assert!(page.contains("Computer Private") && page.contains("Three Generals"), "{page}");
}

#[test]
fn a_program_plays_three_generals_against_it() {
    let world = World::new();
    world.sql("UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = 1");
    let token = world.token("stranger", TokenScopes::PLAY);
    let ask =
        |body: Value| world.show(Some(&token), "POST", "/api/v1/computers/new", &body.to_string());
    let game = json!({"level": 2, "rules": "three-generals", "pace": "600+5", "color": "white"});
    let begun = ask(game.clone());
    assert_eq!(begun.status, 200, "{}", begun.whole());
    let id = begun.json()["id"].as_str().expect("an id").to_owned();
    let play = world.service.get(&format!("/api/v1/plays/{id}")).json();
    assert_eq!(play["rules"], "three-generals");
    for (field, value) in [("level", json!(6)), ("personality", json!("attacker"))] {
        let mut wrong = game.clone();
        wrong[field] = value;
        let refused = ask(wrong);
        assert_eq!(refused.status, 400, "{field}: {}", refused.whole());
        assert!(refused.whole().contains(field), "{}", refused.whole());
    }
}
