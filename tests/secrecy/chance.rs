//! Streams of chance that both worlds have alike: what is drawn for a purpose depends on the purpose
//! and on how often was drawn for it, and on no rank.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use adjutant_domain::account::secret::Secret;
use adjutant_domain::play::{Nonce, PlayId, Seed};
use adjutant_service::live::{Chance, Purpose};
use salpakan::rules::{ByColor, Color};

fn drawn(purpose: &str, number: u64, bytes: &mut [u8]) {
    let mut hasher = blake3::Hasher::new_derive_key("a stream of both worlds");
    hasher.update(purpose.as_bytes()).update(&number.to_le_bytes());
    hasher.finalize_xof().fill(bytes);
}

/// Streams from their beginnings.
pub fn streams() -> Chance {
    let counts: Arc<Mutex<HashMap<Purpose, u64>>> = Arc::default();
    Chance::from_streams(move |purpose, bytes| {
        let mut counts = counts.lock().expect("the counts");
        let number = counts.entry(purpose).or_default();
        drawn(&format!("{purpose:?}"), *number, bytes);
        *number += 1;
    })
}

/// What each side puts into the toss of the play with this number.
pub fn nonces(play: u64) -> ByColor<Nonce> {
    ByColor::from_fn(|color| {
        let mut nonce = [0; 32];
        drawn(&format!("nonce of {}", color.key()), play, &mut nonce);
        nonce
    })
}

/// The public id of the play with this number, counted from 0.
pub fn id(play: u64) -> PlayId {
    let mut id = PlayId::default();
    drawn("Play", play, &mut id);
    id
}

/// Who will begin the play with this number, counted from 0.
pub fn first(play: u64) -> Color {
    toss(play, &nonces(play))
}

/// The same of a play at a table, before which so many were played at tables: each side's part of
/// the toss is drawn when it submits its set-up.
pub fn first_at_table(play: u64, tables: u64, order: [Color; 2]) -> Color {
    let nonces = ByColor::from_fn(|color| {
        let place = order.iter().position(|one| *one == color).expect("both hand in");
        let mut nonce = [0; 32];
        drawn("Nonce", 2 * tables + place as u64, &mut nonce);
        nonce
    });
    toss(play, &nonces)
}

fn toss(play: u64, nonces: &ByColor<Nonce>) -> Color {
    let mut seed = [0; 32];
    drawn("Toss", play, &mut seed);
    Seed(seed).first(&id(play), nonces)
}

/// What a browser shows at the table of a play.
pub fn pass(play: u64, place: i16) -> Secret {
    let mut bytes = [0; 52];
    drawn("pass to a table", play * 3 + place as u64, &mut bytes);
    // The last letter carries one bit alone.
    let letters =
        bytes[..51].iter().map(|byte| b"abcdefghijklmnopqrstuvwxyz234567"[*byte as usize % 32]);
    let text: String = letters.map(char::from).chain(std::iter::once('a')).collect();
    Secret::parse(&text).expect("52 letters")
}
