//! A device with a passkey (WebAuthn level 2), as far as these tests need one.

use data_encoding::BASE64URL_NOPAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The person is there; the device has verified who they are; it comes with a new key.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const NEW_KEY: u8 = 0x40;

pub struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    user: String,
    domain: String,
    /// How often it was used.
    pub count: u32,
    /// Whether it asks for a fingerprint.
    pub verifies: bool,
    /// The origin that it believes to be at.
    pub origin: String,
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

impl Authenticator {
    /// Makes a passkey; gives what the browser sends.
    pub fn register(options: &str, origin: &str, number: u8) -> (Authenticator, String) {
        let options: Value = serde_json::from_str(options).expect("JSON");
        let asked = &options["publicKey"];
        assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(asked["authenticatorSelection"]["userVerification"], "required");
        let own = Authenticator {
            key: SigningKey::from_slice(&[number; 32]).expect("a key"),
            id: vec![number; 16],
            user: text(&asked["user"]["id"]),
            domain: text(&asked["rp"]["id"]),
            count: 0,
            verifies: true,
            origin: origin.to_owned(),
        };
        let answer = own.attestation(&text(&asked["challenge"]));
        (own, answer)
    }

    fn attestation(&self, challenge: &str) -> String {
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut data = self.data(NEW_KEY);
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(&self.id);
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(point.x().expect("a point"));
        data.extend([0x22, 0x58, 32]);
        data.extend(point.y().expect("a point"));
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(data.len() as u8);
        object.extend(data);
        let client = self.client_data("webauthn.create", challenge);
        self.answer(json!({
            "attestationObject": BASE64URL_NOPAD.encode(&object),
            "clientDataJSON": BASE64URL_NOPAD.encode(client.as_bytes()),
        }))
    }

    /// Answers a challenge to sign in.
    pub fn sign(&mut self, options: &str) -> String {
        let options: Value = serde_json::from_str(options).expect("JSON");
        assert!(options["mediation"].is_null(), "the browser asks at once");
        let asked = &options["publicKey"];
        assert_eq!(asked["allowCredentials"], json!([]), "it names nobody");
        self.count += 1;
        let data = self.data(0);
        let client = self.client_data("webauthn.get", &text(&asked["challenge"]));
        let signed = [&data[..], &Sha256::digest(client.as_bytes())].concat();
        let signature: Signature = self.key.sign(&signed);
        self.answer(json!({
            "authenticatorData": BASE64URL_NOPAD.encode(&data),
            "clientDataJSON": BASE64URL_NOPAD.encode(client.as_bytes()),
            "signature": BASE64URL_NOPAD.encode(signature.to_der().as_bytes()),
            "userHandle": self.user,
        }))
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let verified = if self.verifies { VERIFIED } else { 0 };
        let mut data = Sha256::digest(self.domain.as_bytes()).to_vec();
        data.push(PRESENT | verified | more);
        data.extend(self.count.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, challenge: &str) -> String {
        let origin = &self.origin;
        json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false })
            .to_string()
    }

    fn answer(&self, response: Value) -> String {
        let id = BASE64URL_NOPAD.encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response }).to_string()
    }
}
