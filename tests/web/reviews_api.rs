//! Reviews over the API: whole at once, by tokens that were made for it, and seen as on the pages.

use std::collections::BTreeMap;

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::bots::curls;
use crate::client::{Reply, send};
use crate::world::World;

/// A world in which the account without a role has a player, and its token.
pub fn written() -> (World, String) {
    let world = World::new();
    world.sql(
        "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa')
             WHERE name = 'stranger'",
    );
    let token = world.token("stranger", TokenScopes::REVIEWS);
    (world, token)
}

/// Sends a review; gives its address in the API.
pub fn begun(world: &World, token: &str, title: &str) -> String {
    let all = format!("/api/v1/games/{}/reviews", world.game);
    let body = json!({"title": title, "remarks": [{"ply": 2, "words": "Too early.", "glyph": "?!",
        "marks": ["Ge4", "Rd5d6"]}, {"ply": 0, "words": "A start."}]});
    let reply = world.show(Some(token), "POST", &format!("{all}/new"), &body.to_string());
    assert_eq!(reply.status, 200, "{}", reply.whole());
    let made = reply.json();
    assert_eq!(made["path"], format!("/games/{}/reviews/{}", world.game, made["id"]));
    format!("{all}/{}", made["id"])
}

fn post(world: &World, token: &str, path: &str, body: &Value) -> Reply {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    world.show(Some(token), "POST", path, &body)
}

fn titles(reply: &Reply) -> Vec<String> {
    let answer = reply.json();
    let all = answer["reviews"].as_array().expect("reviews").iter();
    all.map(|one| one["title"].as_str().expect("a title").to_owned()).collect()
}

#[test]
fn a_review_is_written_whole_read_changed_published_and_removed() {
    let (world, token) = written();
    let all = format!("/api/v1/games/{}/reviews", world.game);
    let own = begun(&world, &token, "The left wing");
    let read = world.show(Some(&token), "GET", &own, "");
    assert_eq!(read.must("cache-control"), "private, no-store");
    let answer = read.json();
    assert_eq!(answer["review"]["author"], "Sidapa");
    assert_eq!(answer["review"]["own"], true);
    assert_eq!(answer["review"]["published"], false);
    assert_eq!(
        answer["remarks"],
        json!([{"ply": 0, "words": "A start.", "glyph": null, "marks": []},
            {"ply": 2, "words": "Too early.", "glyph": "?!", "marks": ["Ge4", "Rd5d6"]}])
    );
    assert_eq!(world.service.get(&own).status, 404, "it is his alone");
    assert!(titles(&world.service.get(&all)).is_empty());
    let body = json!({"title": "The right wing", "remarks": [{"ply": 1, "glyph": "!!"}]});
    let changed = post(&world, &token, &format!("{own}/change"), &body);
    assert_eq!(changed.status, 200, "{}", changed.whole());
    assert_eq!(
        changed.json()["remarks"],
        json!([{"ply": 1, "words": "", "glyph": "!!", "marks": []}])
    );
    let published = post(&world, &token, &format!("{own}/publish"), &Value::Null);
    assert_eq!(published.json()["state"], "published", "{}", published.whole());
    let shown = world.service.get(&own);
    assert_eq!((shown.status, shown.json()["review"]["own"].clone()), (200, json!(false)));
    assert_eq!(titles(&world.service.get(&all)), ["The right wing"]);
    let replay = world.service.get(&format!("/games/{}", world.game)).text();
    assert!(replay.contains("The right wing"), "it stands beside the replay");
    let withdrawn = post(&world, &token, &format!("{own}/withdraw"), &Value::Null);
    assert_eq!(withdrawn.json()["state"], "private");
    assert_eq!(world.service.get(&own).status, 404);
    assert_eq!(titles(&world.show(Some(&token), "GET", "/api/v1/me/reviews", "")).len(), 1);
    assert_eq!(post(&world, &token, &format!("{own}/remove"), &Value::Null).status, 200);
    assert_eq!(world.show(Some(&token), "GET", &own, "").status, 404);
}

#[test]
fn a_token_that_was_made_for_something_else_and_other_people_see_what_everybody_sees() {
    let (world, token) = written();
    let own = begun(&world, &token, "Mine");
    let all = format!("/api/v1/games/{}/reviews", world.game);
    let playing = world.token("stranger", TokenScopes::PLAY);
    let other = world.token("organizer", TokenScopes::REVIEWS);
    for strange in [&playing, &other] {
        assert_eq!(world.show(Some(strange), "GET", &own, "").status, 404);
        assert!(titles(&world.show(Some(strange), "GET", &all, "")).is_empty());
    }
    let body = json!({"title": "Theirs"});
    for (what, body) in [("change", &body), ("publish", &Value::Null), ("remove", &Value::Null)] {
        let reply = post(&world, &other, &format!("{own}/{what}"), body);
        assert_eq!(reply.status, 404, "{what}: {}", reply.whole());
    }
    assert_eq!(post(&world, &playing, &format!("{own}/publish"), &Value::Null).status, 403);
    world.sql("UPDATE players SET private = 1 WHERE handle = 'Sidapa'");
    let quiet = post(&world, &token, &format!("{own}/publish"), &Value::Null);
    assert_eq!(quiet.status, 404, "who keeps off lists publishes nothing: {}", quiet.whole());
}

#[test]
fn remark_errors_name_the_ply_and_change_nothing() {
    let (world, token) = written();
    let own = begun(&world, &token, "Mine");
    let remark = |remark: Value| json!({"title": "Changed", "remarks": [remark]});
    let long = "x".repeat(1_001);
    for (body, field, words) in [
        (json!({"title": " "}), "title", ""),
        (json!({"title": "x".repeat(61)}), "title", ""),
        (json!({"title": "x", "remark": []}), "body", "remark"),
        (remark(json!({"ply": 100_000, "words": "x"})), "ply", "plies"),
        (remark(json!({"ply": 3, "glyph": "!!!"})), "glyph", "at ply 3"),
        (remark(json!({"ply": 3, "marks": ["e9"]})), "marks", "at ply 3"),
        (remark(json!({"ply": 3, "marks": ["Ge4 Rd5d6"]})), "marks", "at ply 3"),
        (remark(json!({"ply": 3, "words": long})), "words", "at ply 3"),
        (remark(json!({"ply": 3, "marks": vec!["e4"; 21]})), "marks", "at ply 3"),
        (
            json!({"title": "x", "remarks": [{"ply": 3, "words": "a"}, {"ply": 3, "words": "b"}]}),
            "ply",
            "twice",
        ),
    ] {
        let reply = post(&world, &token, &format!("{own}/change"), &body);
        assert_eq!(reply.status, 400, "{body}: {}", reply.whole());
        let problem = reply.json();
        assert_eq!(problem["field"], field, "{body}: {problem}");
        assert!(problem["detail"].as_str().is_some_and(|all| all.contains(words)), "{problem}");
    }
    let huge = json!({"title": "x".repeat(2 << 20)});
    assert_eq!(post(&world, &token, &format!("{own}/change"), &huge).status, 413);
    let read = world.show(Some(&token), "GET", &own, "").json();
    assert_eq!(read["review"]["title"], "Mine");
    assert_eq!(read["remarks"].as_array().map(Vec::len), Some(2));
}

#[test]
fn every_line_of_the_paper_on_reviewing_does_what_it_says() {
    let (world, token) = written();
    let lines = curls(include_str!("../../docs/reviewing.md"));
    assert!(lines.len() >= 8, "{lines:?}");
    let mut known = BTreeMap::from([
        ("$TOKEN", token),
        ("$GAME", world.game.clone()),
        ("$REVIEW", String::new()),
    ]);
    for (method, path, headers, body) in lines {
        let filled = |text: &str| {
            known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
        };
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_str(), filled(value))).collect();
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let path = filled(&path);
        let reply = send(world.service.address, &method, &path, &headers, body.as_bytes());
        assert_eq!(reply.status, 200, "{method} {path}: {}", reply.whole());
        if path.ends_with("/reviews/new") {
            known.insert("$REVIEW", reply.json()["id"].to_string());
        }
    }
}

#[test]
fn players_without_notes_have_no_scores() {
    let (world, token) = written();
    let answer = world.show(Some(&token), "GET", "/api/v1/me/calibration", "").json();
    assert_eq!(answer["all"]["notes"], 0);
    assert_eq!(answer["all"]["brier"], Value::Null);
    assert_eq!(answer["bands"].as_array().map(Vec::len), Some(6));
    assert_eq!((&answer["ranks"], &answer["games"]), (&json!([]), &json!([])));
}
