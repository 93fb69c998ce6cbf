//! Collections over the API: kept by tokens that were made for it, and seen as on the pages.

use serde_json::{Value, json};

use crate::reviews_api::written;
use crate::world::World;

fn post(world: &World, token: &str, path: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let reply = world.show(Some(token), "POST", path, &body);
    (reply.status, reply.json())
}

#[test]
fn a_collection_is_made_filled_ordered_published_and_removed() {
    let (world, token) = written();
    let send = |path: &str, body: Value| {
        let (status, answer) = post(&world, &token, path, &body);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    };
    let made = send("/api/v1/collections/new", json!({"title": "On the wing"}));
    let here = format!("/api/v1/collections/{}", made["collection"]["id"]);
    let add = format!("{here}/chapters/new");
    send(&add, json!({"game": world.game, "ply": 3, "title": "One"}));
    let two = send(&add, json!({"game": world.game, "title": "Two", "words": "Look."}));
    let id = two["chapters"][1]["id"].clone();
    let chapter = format!("{here}/chapters/{id}");
    let moved = send(&format!("{chapter}/change"), json!({"place": 1, "ply": 5}));
    assert_eq!(moved["chapters"][0]["id"], id);
    assert_eq!(
        (&moved["chapters"][0]["ply"], &moved["chapters"][0]["words"]),
        (&json!(5), &json!("Look."))
    );
    assert_eq!(world.service.get(&here).status, 404, "it is his alone");
    send(&format!("{here}/change"), json!({"published": true, "words": "Both"}));
    let read = world.service.get(&here).json();
    assert_eq!(read["collection"]["author"], "Sidapa");
    assert_eq!(read["chapters"][1]["game"], world.game.as_str());
    let list = world.service.get("/api/v1/collections").json();
    assert_eq!(list["collections"][0]["chapters"], 2, "{list}");
    for (path, body, status) in [
        (&add, json!({"game": world.game, "ply": 100_000}), 400),
        (&add, json!({"game": "0000000000000000"}), 404),
        (&add, json!({"game": world.game, "review": 77}), 400),
        (&format!("{here}/change"), json!({"title": " "}), 400),
        (&format!("{here}/change"), json!([null, null]), 400),
        (&format!("{chapter}/change"), json!({"place": 9}), 400),
        (&"/api/v1/collections/999/remove".to_owned(), Value::Null, 404),
    ] {
        assert_eq!(post(&world, &token, path, &body).0, status, "{path} {body}");
    }
    send(&format!("{chapter}/remove"), Value::Null);
    send(&format!("{here}/remove"), Value::Null);
    let own = world.show(Some(&token), "GET", "/api/v1/me/collections", "").json();
    assert_eq!(own, json!({"collections": [], "next": null}));
}
