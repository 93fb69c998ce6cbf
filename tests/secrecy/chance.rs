//! Streams of chance that both worlds have alike: what is drawn for a purpose depends on the purpose
//! and on how often was drawn for it, and on no rank.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use adjutant::play::{Nonce, Seed};
use adjutant::rules::{ByColor, Color};
use adjutant::service::live::{Chance, Purpose};

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

/// Who will begin the play with this number, counted from 0.
pub fn first(play: u64) -> Color {
    let (mut id, mut seed) = (adjutant::play::PlayId::default(), [0; 32]);
    drawn("Play", play, &mut id);
    drawn("Toss", play, &mut seed);
    Seed(seed).first(&id, &nonces(play))
}
