//! The learned weights as bytes: a mark, then each number as a little-endian `f32`.

use std::sync::LazyLock;

use crate::value::{INPUTS, Value};

const MARK: &[u8; 8] = b"3GENRLS1";

/// What the computer judges positions by.
#[derive(Clone)]
pub struct Weights {
    pub value: Value,
}

/// What `adjutant train --game three-generals` has made.
static LEARNED_BYTES: &[u8] = include_bytes!("../weights/learned");

static LEARNED: LazyLock<Weights> =
    LazyLock::new(|| Weights::from_bytes(LEARNED_BYTES).unwrap_or_else(Weights::untrained));

impl Weights {
    /// What the computer has learned.
    pub fn learned() -> &'static Weights {
        &LEARNED
    }

    /// What knows roughly what pieces are worth.
    pub fn untrained() -> Weights {
        Weights { value: Value::untrained() }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.value.0.iter().flat_map(|number| number.to_le_bytes());
        MARK.iter().copied().chain(numbers).collect()
    }

    /// `None` if these are not weights of this version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        let numbers = bytes.strip_prefix(MARK)?.as_chunks::<4>();
        let fits = numbers.0.len() == INPUTS && numbers.1.is_empty();
        let value = Value(numbers.0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect());
        (fits && value.0.iter().all(|number| number.is_finite())).then_some(Weights { value })
    }
}

#[cfg(test)]
mod tests {
    use super::{LEARNED_BYTES, Weights};

    #[test]
    fn what_the_crate_holds_was_learned_and_is_of_this_version() {
        let learned = Weights::from_bytes(LEARNED_BYTES).expect("weights of this version");
        assert_eq!(learned.to_bytes(), LEARNED_BYTES);
        assert_ne!(learned.to_bytes(), Weights::untrained().to_bytes());
        assert!(LEARNED_BYTES.len() < 500_000);
    }

    #[test]
    fn other_bytes_are_no_weights() {
        assert!(Weights::from_bytes(b"").is_none());
        assert!(Weights::from_bytes(&LEARNED_BYTES[..LEARNED_BYTES.len() - 1]).is_none());
        let mut infinite = LEARNED_BYTES.to_vec();
        infinite[8..12].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert!(Weights::from_bytes(&infinite).is_none());
    }
}
