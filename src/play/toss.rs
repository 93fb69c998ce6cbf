//! Who has the first ply: a toss that both sides can check afterwards.
//!
//! The server commits itself to a seed before it knows either side's nonce, and both nonces
//! go into the answer: so neither the server alone nor a player alone chooses it.

use std::fmt;

use sha2::{Digest, Sha256};

use salpakan::record::SHORT_ID_BYTES;
use salpakan::rules::{ByColor, Color};

/// The id of a play: random bytes; `record::short_id_text` writes them.
pub type PlayId = [u8; SHORT_ID_BYTES];

/// What the server publishes of its seed beforehand.
pub type Commitment = [u8; 32];

/// A side's part of the toss: random bytes of its own.
pub type Nonce = [u8; 32];

const COMMITMENT: &[u8] = b"adjutant-toss-v1";
const FIRST: &[u8] = b"adjutant-first-v1";

/// The server's part: random bytes, secret until the play begins, so its `Debug` is mute.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// SHA-256 of `adjutant-toss-v1`, the play's id and the seed.
    #[must_use]
    pub fn commitment(&self, play: &PlayId) -> Commitment {
        Sha256::new()
            .chain_update(COMMITMENT)
            .chain_update(play)
            .chain_update(self.0)
            .finalize()
            .into()
    }

    /// The lowest bit of SHA-256 of `adjutant-first-v1`, the play's id, the seed, White's nonce
    /// and Black's (the last byte is the lowest): 0 is White.
    #[must_use]
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

/// A toss with all that was published of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toss {
    pub play: PlayId,
    pub commitment: Commitment,
    pub seed: Seed,
    pub nonces: ByColor<Nonce>,
    pub first: Color,
}

/// Why a toss was not fair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TossFault {
    /// The seed is not the one that the server had committed itself to.
    Seed,
    /// Seed and nonces give the first ply to the other side.
    First,
}

impl Toss {
    /// Computes it anew.
    ///
    /// # Errors
    /// The first [`TossFault`].
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

impl fmt::Display for TossFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TossFault::Seed => "the seed is not the one that was committed to before the toss",
            TossFault::First => "seed and nonces give the first ply to the other side",
        })
    }
}

impl std::error::Error for TossFault {}
