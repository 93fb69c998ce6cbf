//! `Idempotency-Key`: what is sent again is carried out once.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::{Reply, send};
use crate::world::World;

const KEY: &str = "8e03978e-40d5-43dd-bc93-6894a57f9324";
const SEEK: &str = r#"{"pace": "600+5"}"#;
const NEW: &str = "/api/v1/seeks/new";

struct Client {
    world: World,
    token: String,
}

impl Client {
    /// Somebody who may play.
    fn new() -> Client {
        let world = World::new();
        world.sql(
            "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = 1;
             UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE id = 4;",
        );
        let token = world.token("stranger", TokenScopes::PLAY);
        Client { world, token }
    }

    fn post_as(&self, token: &str, key: &str, path: &str, body: &str) -> Reply {
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", key)];
        send(self.world.service.address, "POST", path, &headers, body.as_bytes())
    }

    fn post(&self, key: &str, path: &str, body: &str) -> Reply {
        self.post_as(&self.token, key, path, body)
    }

    /// How many game requests the account has made.
    fn seeks(&self) -> usize {
        let seeks = self.world.show(Some(&self.token), "GET", "/api/v1/seeks", "").json();
        seeks["own"].as_array().map_or(0, Vec::len)
    }
}

#[test]
fn a_request_that_is_sent_again_with_its_key_is_carried_out_once_and_answered_the_same() {
    let client = Client::new();
    let first = client.post(KEY, NEW, SEEK);
    assert_eq!(first.status, 200, "{}", first.whole());
    assert_eq!(first.header("idempotent-replayed"), None);
    let again = client.post(&format!("\"{KEY}\""), NEW, SEEK);
    assert_eq!((again.status, again.json()), (200, first.json()), "{}", again.whole());
    assert_eq!(again.header("idempotent-replayed"), Some("?1"));
    for name in ["content-type", "cache-control"] {
        assert_eq!(again.header(name), first.header(name), "{name}");
    }
    assert_eq!(client.seeks(), 1);
    let other = client.post("another-key-of-36-characters-or-so", NEW, SEEK);
    assert_eq!(other.status, 200, "{}", other.whole());
    assert_eq!(client.seeks(), 2, "another key is another request");
    let without = client.world.show(Some(&client.token), "POST", NEW, SEEK);
    assert_eq!((without.status, client.seeks()), (200, 3), "a key is not needed");
}

#[test]
fn a_key_that_comes_with_another_body_or_address_is_refused() {
    let client = Client::new();
    assert_eq!(client.post(KEY, NEW, SEEK).status, 200);
    let others = [(NEW, r#"{"pace": "900+5"}"#), (NEW, ""), ("/api/v1/quick-pairing/join", SEEK)];
    for (path, body) in others {
        let refused = client.post(KEY, path, body);
        assert_eq!(refused.status, 422, "{path} {body}: {}", refused.whole());
        assert_eq!(refused.json()["type"], "/api/problems#other-command");
    }
    assert_eq!(client.seeks(), 1);
}

#[test]
fn a_key_belongs_to_the_account_that_sent_it() {
    let client = Client::new();
    let other = client.world.token("organizer", TokenScopes::PLAY);
    let (one, two) = (client.post(KEY, NEW, SEEK), client.post_as(&other, KEY, NEW, SEEK));
    assert_eq!((one.status, two.status), (200, 200), "{}", two.whole());
    assert_ne!(one.json(), two.json());
    let nobody = client.post_as("adj_unknown", KEY, NEW, SEEK);
    assert_eq!(nobody.status, 401, "who shows no valid token learns nothing: {}", nobody.whole());
    let rotated = client.world.token("stranger", TokenScopes::PLAY);
    let again = client.post_as(&rotated, KEY, NEW, SEEK);
    assert_eq!(again.json(), one.json(), "another token of the account will do");
}

#[test]
fn a_refusal_is_given_again_unless_the_request_was_not_looked_at() {
    let client = Client::new();
    let unscoped = client.world.token("stranger", TokenScopes::PROFILE_READ);
    assert_eq!(client.post_as(&unscoped, KEY, NEW, SEEK).status, 403);
    assert_eq!(client.post(KEY, NEW, SEEK).status, 200, "the key is free after that");
    let wrong = "a-key-for-a-request-that-is-wrong";
    let first = client.post(wrong, NEW, r#"{"pace": "no pace"}"#);
    assert_eq!(first.status, 400, "{}", first.whole());
    let again = client.post(wrong, NEW, r#"{"pace": "no pace"}"#);
    assert_eq!((again.status, again.json()), (400, first.json()));
    assert_eq!(again.header("idempotent-replayed"), Some("?1"));
}

#[test]
fn a_request_whose_answer_is_too_long_to_be_kept_is_not_carried_out_again() {
    let client = Client::new();
    let token = client.world.token("operator", TokenScopes::RECORDS_IMPORT);
    let import = |key, games: &str| client.post_as(&token, key, "/api/v1/records", games);
    // Each game that is refused is in the answer, with the reason.
    let games = "[Event \"Open\"]\n\n1. e3-e9 0-1\n\n".repeat(1_000);
    let first = import(KEY, &games);
    assert_eq!(first.status, 200, "{}", first.whole());
    assert!(first.body.len() > 64 << 10, "{} bytes", first.body.len());
    let again = import(KEY, &games);
    assert_eq!(again.status, 409, "{}", again.whole());
    let detail = again.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail.contains("was carried out"), "{detail}");
    assert_eq!(again.header("retry-after"), None, "there is nothing to wait for");
    assert_eq!(import(KEY, "another").status, 422);
}

#[test]
fn a_key_that_could_be_guessed_or_is_none_is_refused_with_the_remedy() {
    let client = Client::new();
    for key in ["1", "with blanks in it, which are none", "a\\backslash-of-some-length"] {
        let refused = client.post(key, NEW, SEEK);
        assert_eq!(refused.status, 400, "{key}");
        let detail = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.contains("16 to 128") && detail.contains("UUID"), "{detail}");
    }
    assert_eq!(client.seeks(), 0);
}

#[test]
fn a_request_in_progress_is_not_begun_again_and_its_key_is_free_when_its_server_is_gone() {
    let client = Client::new();
    assert_eq!(client.post(KEY, NEW, SEEK).status, 200);
    // As it is while the first request is being carried out.
    client.world.sql("UPDATE idempotency_keys SET answer = x'', fingerprint = x''");
    let refused = client.post(KEY, NEW, SEEK);
    assert_eq!(refused.status, 409, "{}", refused.whole());
    assert_eq!(refused.header("retry-after"), Some("1"));
    client.world.sql("UPDATE idempotency_keys SET claimed_at = claimed_at - 601000000");
    assert_eq!(client.post(KEY, NEW, SEEK).status, 200);
    assert_eq!(client.seeks(), 2);
}

#[test]
fn a_key_is_forgotten_after_a_day() {
    let client = Client::new();
    let first = client.post(KEY, NEW, SEEK);
    client.world.sql("UPDATE idempotency_keys SET claimed_at = claimed_at - 86300000000");
    assert_eq!(client.post(KEY, NEW, SEEK).json(), first.json(), "not before");
    client.world.sql("UPDATE idempotency_keys SET claimed_at = claimed_at - 200000000");
    assert_ne!(client.post(KEY, NEW, SEEK).json(), first.json());
}

#[test]
fn nothing_that_is_kept_of_a_request_can_be_read_in_the_database() {
    let client = Client::new();
    let first = client.post(KEY, NEW, SEEK).json();
    let id = first["id"].as_str().expect("an id").to_owned();
    // Refused by the database if the answer, the key or the body is in a row.
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02X}")).collect::<String>();
    for text in [KEY, id.as_str(), "pace", "application/json"] {
        client.world.sql(&format!(
            "CREATE TEMP TABLE kept (n INTEGER CHECK (n = 0));
             INSERT INTO kept SELECT COUNT(*) FROM idempotency_keys WHERE
                 instr(hex(key_hash) || hex(fingerprint) || hex(answer), '{}') > 0;
             DROP TABLE kept;",
            hex(text)
        ));
    }
    assert_eq!(first, json!({"id": id}));
    let shown: Value = client.post(KEY, NEW, SEEK).json();
    assert_eq!(shown, first, "and the client reads it");
}
