//! Messages to webhooks, signed as Standard Webhooks says.

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use ureq::http::Request;

use adjutant_domain::moment::{Micros, SECOND};
use adjutant_service::notices::{WebhookCall, WebhookSecret};

use crate::time_format::to_rfc3339;

/// A secret as receivers enter it.
pub fn secret_text(secret: &WebhookSecret) -> String {
    format!("whsec_{}", BASE64.encode(&secret.0))
}

/// The request of a message, signed at this moment.
///
/// # Errors
/// Returns why the address cannot be used.
pub fn webhook_request(call: &WebhookCall, now: Micros) -> Result<Request<Vec<u8>>, String> {
    let body = body(call);
    let timestamp = (now.0 / SECOND).to_string();
    let signature = signature(&call.secret, &call.id, &timestamp, &body);
    Request::post(&call.url)
        .header("content-type", "application/json")
        .header("webhook-id", &call.id)
        .header("webhook-timestamp", &timestamp)
        .header("webhook-signature", format!("v1,{signature}"))
        .body(body.into_bytes())
        .map_err(|e| e.to_string())
}

/// The message with the time of what it tells of; the same for every try.
fn body(call: &WebhookCall) -> String {
    let at = to_rfc3339(call.made_at);
    let rest = call.body.strip_prefix('{').unwrap_or("}");
    format!("{{\"timestamp\":\"{at}\",{rest}")
}

fn signature(secret: &WebhookSecret, id: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).expect("a key of any length is taken");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    BASE64.encode(mac.finalize().into_bytes().as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the library for Python of Standard Webhooks, <https://github.com/standard-webhooks>.
    #[test]
    fn a_signature_is_that_of_the_specification() {
        let key = BASE64.decode(b"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}");
        let signature = BASE64.encode(mac.finalize().into_bytes().as_slice());
        assert_eq!(signature, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_request_carries_id_time_and_signature_of_its_body() {
        let call = WebhookCall {
            url: "https://hooks.example.org/a".to_owned(),
            secret: WebhookSecret([7; 32]),
            id: "msg_5".to_owned(),
            body: r#"{"type":"round.published","data":{"event":"august","stage":1,"round":2}}"#
                .to_owned(),
            made_at: Micros(1_795_320_000_000_000),
        };
        let request = webhook_request(&call, Micros(1_795_320_005_000_000)).unwrap();
        let header = |name: &str| request.headers()[name].to_str().unwrap().to_owned();
        let text = String::from_utf8(request.body().clone()).unwrap();
        assert!(
            text.starts_with(r#"{"timestamp":"2026-11-22T04:00:00Z","type":"round.published","#),
            "{text}"
        );
        assert_eq!(
            (header("webhook-id").as_str(), header("webhook-timestamp").as_str()),
            ("msg_5", "1795320005")
        );
        let expected = signature(&call.secret, "msg_5", "1795320005", &text);
        assert_eq!(header("webhook-signature"), format!("v1,{expected}"));
        assert!(secret_text(&call.secret).starts_with("whsec_"));
    }
}
