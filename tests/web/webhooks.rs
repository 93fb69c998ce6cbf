//! Webhooks of organisations over the API: signed, tried again, replayed, and never into a private
//! network.

use std::time::Duration;

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::contests::{Evening, results};
use crate::receiver::{Receiver, Request};

const SOON: Duration = Duration::from_secs(15);

/// Checks the signature of a request as Standard Webhooks says, and returns the message.
fn message(request: &Request, secret: &str) -> Value {
    let key =
        BASE64.decode(secret.strip_prefix("whsec_").expect("a secret").as_bytes()).expect("base64");
    let header = |name: &str| request.headers[name].as_str();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
    mac.update(format!("{}.{}.", header("webhook-id"), header("webhook-timestamp")).as_bytes());
    mac.update(&request.body);
    let expected = format!("v1,{}", BASE64.encode(mac.finalize().into_bytes().as_slice()));
    assert_eq!(header("webhook-signature"), expected);
    serde_json::from_slice(&request.body).expect("JSON")
}

const HOOKS: &str = "/api/v1/organisations/league/webhooks";

impl Evening {
    fn hooks(&self, method: &str, rest: &str, body: &Value) -> (u16, Value) {
        let path = format!("{HOOKS}{rest}");
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let reply = self.world.show(Some(&self.token), method, &path, &body);
        (reply.status, reply.json())
    }

    /// Adds a webhook; returns its signing secret.
    fn hooked(&self, url: &str, kinds: &[&str]) -> String {
        let (status, made) = self.hooks("POST", "/new", &json!({"url": url, "kinds": kinds}));
        assert_eq!(status, 200, "{made}");
        let (_, all) = self.hooks("GET", "", &Value::Null);
        all["webhooks"][0]["secret"].as_str().expect("a secret").to_owned()
    }
}

#[test]
fn an_organisation_gets_signed_news_of_rounds_results_and_standings() {
    let (evening, receiver) = (Evening::begun(), Receiver::start(&[]));
    let kinds = ["round.published", "result.entered", "standings.changed"];
    let secret = evening.hooked(&receiver.address("/news?x=1"), &kinds);
    let tables = evening.round(1);
    let request = receiver.next(SOON).expect("news");
    assert_eq!(
        (request.path.as_str(), request.headers["content-type"].as_str()),
        ("/news?x=1", "application/json")
    );
    let news = message(&request, &secret);
    assert_eq!(news["type"], "round.published");
    assert_eq!(news["data"], json!({"event": evening.slug, "stage": 1, "round": 1}));
    assert!(news["timestamp"].as_str().expect("a time").ends_with('Z'));
    evening.told("results", results(1, &tables[..1]));
    let mut types: Vec<String> = (0..2)
        .map(|_| {
            message(&receiver.next(SOON).expect("news"), &secret)["type"]
                .as_str()
                .expect("a type")
                .to_owned()
        })
        .collect();
    types.sort();
    assert_eq!(types, ["result.entered", "standings.changed"]);
}

#[test]
fn a_message_that_fails_is_kept_with_its_answer_and_a_replayed_one_has_the_same_id() {
    let (evening, receiver) = (Evening::begun(), Receiver::start(&["400 Bad Request"]));
    let secret = evening.hooked(&receiver.address("/news"), &["round.published"]);
    evening.round(1);
    let first = receiver.next(SOON).expect("news");
    let delivery =
        || evening.hooks("GET", "", &Value::Null).1["webhooks"][0]["deliveries"][0].clone();
    let ended = |state: &str| {
        (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(100));
            delivery()["state"] == state
        })
    };
    assert!(ended("dead"), "{}", delivery());
    assert_eq!(
        (delivery()["answer"].clone(), delivery()["tries"].clone()),
        (json!("400"), json!(1))
    );
    let (status, _) =
        evening.hooks("POST", &format!("/1/deliveries/{}/replay", delivery()["id"]), &Value::Null);
    assert_eq!(status, 200);
    let again = receiver.next(SOON).expect("news");
    assert_eq!(again.headers["webhook-id"], first.headers["webhook-id"]);
    assert_eq!(message(&again, &secret), message(&first, &secret));
    assert!(ended("done"), "{}", delivery());
    assert_eq!(evening.hooks("POST", "/1/remove", &Value::Null).0, 200);
    assert_eq!(evening.hooks("GET", "", &Value::Null).1, json!({"webhooks": []}));
}

#[test]
fn what_is_only_drafted_is_no_news_and_others_events_are_none() {
    let (evening, receiver) = (Evening::begun(), Receiver::start(&[]));
    evening.hooked(&receiver.address("/news"), &["round.published"]);
    evening.told("rounds", json!({"do": "pair"}));
    assert!(receiver.next(Duration::from_secs(3)).is_none());
    let foreign =
        evening.world.token("foreign", adjutant_domain::account::scopes::TokenScopes::OFFICIATE);
    assert_eq!(evening.world.show(Some(&foreign), "GET", HOOKS, "").status, 403);
}

#[test]
fn addresses_that_are_none_and_kinds_that_are_none_are_refused() {
    let evening = Evening::begun();
    for (url, kinds) in [
        ("ftp://a.example/", json!(["round.published"])),
        ("https://a.example/", json!([])),
        ("https://a.example/", json!(["moves"])),
    ] {
        let (status, problem) = evening.hooks("POST", "/new", &json!({"url": url, "kinds": kinds}));
        assert_eq!(status, 400, "{url} {problem}");
    }
}
