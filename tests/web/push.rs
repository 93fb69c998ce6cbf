//! Notices in browsers: what a push service gets is signed by the server and readable by the browser
//! alone.

use std::sync::Arc;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use serde_json::Value;
use web_push_native::p256::ecdsa::signature::Verifier as _;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, decrypt};

use crate::lobby::offer;
use crate::receiver::{Receiver, Request};
use crate::service::{Service, Start};
use crate::visitor::{PASSWORD, Visitor};

const SOON: Duration = Duration::from_secs(15);
const SECRET: [u8; 16] = [9; 16];

fn service() -> Arc<Service> {
    Arc::new(Start::empty().env("ADJUTANT_PRIVATE_RECEIVERS", "true").serve())
}

fn signed_up(service: &Arc<Service>, name: &str) -> Visitor {
    let mut visitor = Visitor::new(service);
    assert_eq!(visitor.sign_up(name, PASSWORD).status, 303);
    visitor
}

/// The browser's key pair.
fn browser() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).expect("a key")
}

fn subscribe(visitor: &mut Visitor, endpoint: &str) -> u16 {
    let key = browser().public_key().to_encoded_point(false);
    let (p256dh, auth) = (BASE64URL_NOPAD.encode(key.as_bytes()), BASE64URL_NOPAD.encode(&SECRET));
    let csrf = visitor.token("/notices/settings");
    let fields =
        [("csrf", csrf.as_str()), ("endpoint", endpoint), ("p256dh", &p256dh), ("auth", &auth)];
    visitor.post_bare("/notices/push", &fields, &[]).status
}

/// Checks the signature of a request for the receiver (RFC 8292) by the key that pages show.
fn check_signature(request: &Request, audience: &str, page: &str) {
    let authorization = &request.headers["authorization"];
    let rest = authorization.strip_prefix("vapid t=").expect("a signature");
    let (token, key) = rest.split_once(", k=").expect("a key");
    assert!(page.contains(&format!("data-key=\"{key}\"")), "the key is that of the page");
    let (signed, signature) = token.rsplit_once('.').expect("a token");
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).expect("base64url");
    let public = PublicKey::from_sec1_bytes(&decode(key)).expect("a key");
    let signature = Signature::from_slice(&decode(signature)).expect("a signature");
    VerifyingKey::from(public).verify(signed.as_bytes(), &signature).expect("it is signed");
    let claims: Value =
        serde_json::from_slice(&decode(signed.split_once('.').expect("claims").1)).expect("JSON");
    assert_eq!(claims["aud"], audience);
    let now = chrono::Utc::now().timestamp();
    let expires = claims["exp"].as_i64().expect("a time");
    assert!(expires > now && expires <= now + 86_400, "{expires}");
}

#[test]
fn a_push_service_gets_what_the_browser_alone_can_read_signed_by_the_server() {
    let (service, receiver) = (service(), Receiver::start(&[]));
    let (mut ana, mut ben) = (signed_up(&service, "Ana"), signed_up(&service, "Ben"));
    assert_eq!(subscribe(&mut ben, &receiver.address("/push/1")), 204);
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Ben")]).status, 303);
    let request = receiver.next(SOON).expect("a message");
    assert_eq!(request.path, "/push/1");
    assert_eq!(request.headers["content-encoding"], "aes128gcm");
    assert!(request.headers.contains_key("ttl"));
    let page = ben.get("/notices").text();
    check_signature(&request, receiver.address("").trim_end_matches('/'), &page);
    let readable = String::from_utf8_lossy(&request.body).into_owned();
    assert!(!readable.contains("Ana"), "it is encrypted");
    let length = request.body.len();
    let auth = Auth::clone_from_slice(&SECRET);
    let clear = decrypt(request.body, &browser(), &auth).expect("the browser reads it");
    assert_eq!(clear.len(), 1_024, "all messages are as long as this one");
    assert!(length > 1_024);
    let message: Value = serde_json::from_slice(&clear).expect("JSON");
    assert_eq!(message["body"], "Ana asks you for a game.");
    assert_eq!(message["path"], "/play");
    assert_eq!(message["unread"], 1, "for the badge of the app");
}

#[test]
fn a_browser_that_is_gone_is_forgotten_and_one_that_is_stopped_gets_nothing() {
    let (service, receiver) = (service(), Receiver::start(&["410 Gone"]));
    let (mut ana, mut ben) = (signed_up(&service, "Ana"), signed_up(&service, "Ben"));
    assert_eq!(subscribe(&mut ben, &receiver.address("/push/1")), 204);
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Ben")]).status, 303);
    assert!(receiver.next(SOON).is_some());
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Ben")]).status, 303);
    assert!(receiver.next(Duration::from_secs(3)).is_none(), "it is forgotten");
    assert_eq!(subscribe(&mut ben, &receiver.address("/push/2")), 204);
    let csrf = ben.token("/notices/settings");
    let endpoint = receiver.address("/push/2");
    let fields = [("csrf", csrf.as_str()), ("endpoint", endpoint.as_str())];
    assert_eq!(ben.post_bare("/notices/push/remove", &fields, &[]).status, 204);
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Ben")]).status, 303);
    assert!(receiver.next(Duration::from_secs(3)).is_none(), "it is stopped");
}

#[test]
fn addresses_in_a_private_network_and_keys_that_are_none_are_refused() {
    let mut ana = Visitor::called("Tawi-Tawi");
    for endpoint in
        ["http://127.0.0.1:9/push", "https://127.0.0.1/push", "https://10.0.0.1/", "push"]
    {
        assert_eq!(subscribe(&mut ana, endpoint), 400, "{endpoint}");
    }
    let csrf = ana.token("/notices/settings");
    let fields = [
        ("csrf", csrf.as_str()),
        ("endpoint", "https://push.example.org/1"),
        ("p256dh", "AA"),
        ("auth", "AA"),
    ];
    assert_eq!(ana.post_bare("/notices/push", &fields, &[]).status, 400);
    let worker = ana.get("/sw.js");
    assert_eq!(worker.must("content-type"), "text/javascript; charset=utf-8");
}
