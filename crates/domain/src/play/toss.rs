//! The toss for the first ply, which both sides can verify afterwards.
//!
//! The server commits itself to a seed before it knows either nonce, and the result depends on both
//! nonces: neither the server nor a player alone can choose it.

use sha2::{Digest, Sha256};

use salpakan::record::SHORT_ID_BYTES;
use salpakan::rules::{ByColor, Color};

use crate::macros::redacted_debug;

/// The id of a play: random bytes, written as text by `record::short_id_text`.
pub type PlayId = [u8; SHORT_ID_BYTES];

/// The hash of the seed that the server publishes beforehand.
pub type Commitment = [u8; 32];

/// A side's contribution to the toss: its own random bytes.
pub type Nonce = [u8; 32];

const COMMITMENT: &[u8] = b"adjutant-toss-v1";
const FIRST: &[u8] = b"adjutant-first-v1";

/// The server's contribution: random bytes, secret until play begins, so `Debug` does not show
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

redacted_debug!(Seed, "Seed(..)");

impl Seed {
    /// The SHA-256 of `adjutant-toss-v1`, the play's id and the seed.
    pub fn commitment(&self, play: &PlayId) -> Commitment {
        Sha256::new()
            .chain_update(COMMITMENT)
            .chain_update(play)
            .chain_update(self.0)
            .finalize()
            .into()
    }

    /// Who moves first: the lowest bit of the SHA-256 of `adjutant-first-v1`, the play's id, the
    /// seed, White's nonce and Black's nonce (the last byte is the lowest); 0 is White.
    pub fn first(&self, play: &PlayId, nonces: &ByColor<Nonce>) -> Color {
        let hash: [u8; 32] = Sha256::new()
            .chain_update(FIRST)
            .chain_update(play)
            .chain_update(self.0)
            .chain_update(nonces.white)
            .chain_update(nonces.black)
            .finalize()
            .into();
        if hash[31] & 1 == 0 { Color::White } else { Color::Black }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toss {
    pub play: PlayId,
    pub commitment: Commitment,
    pub seed: Seed,
    pub nonces: ByColor<Nonce>,
    pub first: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TossFault {
    #[error("the seed is not the one that was committed to before the toss")]
    Seed,
    #[error("seed and nonces give the first ply to the other side")]
    First,
}

impl Toss {
    pub fn check(&self) -> Result<(), TossFault> {
        if self.seed.commitment(&self.play) != self.commitment {
            Err(TossFault::Seed)
        } else if self.seed.first(&self.play, &self.nonces) != self.first {
            Err(TossFault::First)
        } else {
            Ok(())
        }
    }
}
