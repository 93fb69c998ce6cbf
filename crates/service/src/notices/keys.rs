//! The keys of what is sent, all derived from one.

use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_store::seal::KEY_BYTES;

/// The derivation context of the codes in links for unsubscribing.
const UNSUBSCRIBE_CONTEXT: &str = "adjutant 2026-11 code of a link for unsubscribing";
/// The derivation context of the private key for push services (RFC 8292).
const PUSH_CONTEXT: &str = "adjutant 2026-11 key for push services";
/// The derivation context of the keys of webhooks.
const WEBHOOK_CONTEXT: &str = "adjutant 2026-11 keys of webhooks";
/// The derivation context of the codes on badges of events.
const BADGE_CONTEXT: &str = "adjutant 2026-11 codes on badges";
/// The derivation context of links to review rooms.
const ROOM_CONTEXT: &str = "adjutant 2026-11 links to review rooms";
/// Bytes of a code on a badge: few, so that its picture stays coarse.
const BADGE_CODE_BYTES: usize = 10;
/// Bytes of a code.
const CODE_BYTES: usize = 16;

/// The derived keys; `Debug` shows nothing.
pub struct DeliveryKeys {
    unsubscribe: [u8; KEY_BYTES],
    push: [u8; KEY_BYTES],
    webhooks: [u8; KEY_BYTES],
    badges: [u8; KEY_BYTES],
    rooms: [u8; KEY_BYTES],
}

impl std::fmt::Debug for DeliveryKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeliveryKeys(..)")
    }
}

impl DeliveryKeys {
    pub(crate) fn new(key: [u8; KEY_BYTES]) -> DeliveryKeys {
        DeliveryKeys {
            unsubscribe: blake3::derive_key(UNSUBSCRIBE_CONTEXT, &key),
            push: blake3::derive_key(PUSH_CONTEXT, &key),
            webhooks: blake3::derive_key(WEBHOOK_CONTEXT, &key),
            badges: blake3::derive_key(BADGE_CONTEXT, &key),
            rooms: blake3::derive_key(ROOM_CONTEXT, &key),
        }
    }

    /// The private key for push services.
    pub(super) const fn push_key(&self) -> [u8; KEY_BYTES] {
        self.push
    }

    /// The key of a webhook.
    pub(super) fn webhook_key(&self, id: i32, made_at: Micros) -> [u8; KEY_BYTES] {
        let text = format!("{id} {}", made_at.0);
        *blake3::keyed_hash(&self.webhooks, text.as_bytes()).as_bytes()
    }

    /// The code that proves that a link for unsubscribing is from this server.
    pub(super) fn unsubscribe_code(&self, account: i32, kind: i32) -> String {
        let text = format!("{account}-{kind}");
        let code = blake3::keyed_hash(&self.unsubscribe, text.as_bytes());
        code.to_hex()[..2 * CODE_BYTES].to_owned()
    }

    /// Whether a code is the right one, in constant time.
    pub(super) fn is_unsubscribe_code(&self, (account, kind): (i32, i32), code: &str) -> bool {
        let right = self.unsubscribe_code(account, kind);
        blake3::hash(right.as_bytes()) == blake3::hash(code.as_bytes())
    }

    /// The link to the review room with this id.
    pub(crate) fn room_link(&self, id: &[u8]) -> Secret {
        Secret::from_bytes(*blake3::keyed_hash(&self.rooms, id).as_bytes())
    }

    /// The code on the badge of an entrant of an event, which nobody guesses.
    pub(crate) fn badge_code(&self, event: i32, entrant: u32) -> String {
        let code = blake3::keyed_hash(&self.badges, format!("{event}-{entrant}").as_bytes());
        code.to_hex()[..2 * BADGE_CODE_BYTES].to_owned()
    }
}
