//! Web push: messages encrypted for one browser (RFC 8291), sent with the server's signature
//! (VAPID, RFC 8292).

use data_encoding::BASE64URL_NOPAD;
use ureq::http::{Request, Uri};
use web_push_native::p256::PublicKey;
use web_push_native::p256::ecdsa::signature::Signer as _;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::{Auth, WebPushBuilder};

use adjutant_domain::moment::{HOUR, Micros, SECOND};
use adjutant_service::notices::PushMessage;

use crate::i18n::{Language, Texts};
use crate::notice_text::notice_sentence;

/// How long a push service keeps a message for a browser that is offline.
const VALID_FOR: std::time::Duration = std::time::Duration::from_secs(24 * 3_600);
/// How long a signature holds; at most a day is allowed.
const SIGNED_FOR: i64 = 12 * HOUR;
/// All messages have this length before encryption, so that their size tells nothing.
const MESSAGE_BYTES: usize = 1_024;

/// The server's key pair for push services.
pub struct PushKey(SigningKey);

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushKey(..)")
    }
}

impl PushKey {
    /// A key of these bytes; `None` for the few that are no private key.
    pub fn new(bytes: &[u8; 32]) -> Option<PushKey> {
        SigningKey::from_slice(bytes).ok().map(PushKey)
    }

    /// The public key, as browsers take it.
    pub fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// The value of the header `Authorization` for a push service.
    fn authorization(&self, audience: &str, contact: &str, now: Micros) -> String {
        let expires = (now.0 + SIGNED_FOR) / SECOND;
        let claims = serde_json::json!({ "aud": audience, "exp": expires, "sub": contact });
        let part = |text: &str| BASE64URL_NOPAD.encode(text.as_bytes());
        let signed =
            format!("{}.{}", part(r#"{"typ":"JWT","alg":"ES256"}"#), part(&claims.to_string()));
        let signature: Signature = self.0.sign(signed.as_bytes());
        let signature = BASE64URL_NOPAD.encode(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}

/// Whether these are the keys of a browser.
pub fn are_browser_keys(p256dh: &[u8], auth: &[u8]) -> bool {
    PublicKey::from_sec1_bytes(p256dh).is_ok() && auth.len() == 16
}

/// The request that delivers a message; `site` is the public address of this server.
///
/// # Errors
/// Returns why the subscription cannot be used.
pub fn push_request(
    message: &PushMessage,
    key: &PushKey,
    site: &str,
    now: Micros,
) -> Result<Request<Vec<u8>>, String> {
    let endpoint: Uri = message.endpoint.parse().map_err(|_| "the endpoint is no address")?;
    let public = PublicKey::from_sec1_bytes(&message.p256dh).map_err(|_| "the key is none")?;
    if message.auth.len() != 16 {
        return Err("the secret is none".to_owned());
    }
    let auth = Auth::clone_from_slice(&message.auth);
    let origin = match (endpoint.scheme_str(), endpoint.authority()) {
        (Some(scheme), Some(authority)) => format!("{scheme}://{authority}"),
        _ => return Err("the endpoint is no address".to_owned()),
    };
    let builder = WebPushBuilder::new(endpoint, public, auth).with_valid_duration(VALID_FOR);
    let request = builder.build(content(message)).map_err(|e| e.to_string())?;
    let (mut head, body) = request.into_parts();
    let authorization = key.authorization(&origin, site, now);
    let value = authorization.parse().map_err(|_| "the signature is no header")?;
    head.headers.insert("authorization", value);
    head.headers.insert("urgency", ureq::http::HeaderValue::from_static("normal"));
    Ok(Request::from_parts(head, body))
}

/// What the service worker shows: a sentence and an address of this site, padded with spaces.
fn content(message: &PushMessage) -> Vec<u8> {
    let texts = Texts(Language::parse(&message.language).unwrap_or(Language::English));
    let sentence = notice_sentence(texts, &message.notice, &message.zone);
    let body: String = sentence.chars().take(200).collect();
    let content = serde_json::json!({
        "title": "Adjutant", "body": body, "path": message.notice.path, "tag": message.notice.id,
        "unread": message.unread,
    });
    let mut bytes = content.to_string().into_bytes();
    bytes.resize(bytes.len().max(MESSAGE_BYTES), b' ');
    bytes
}
