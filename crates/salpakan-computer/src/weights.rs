//! The learned weights as bytes: a mark, then each number as a little-endian `f32`.

use std::sync::LazyLock;

use salpakan::rules::{LOCAL_SQUARES, Rank};

use crate::inference::Prior;
use crate::policy::{self, Policy};
use crate::search::Networks;
use crate::value::{self, UNITS, Value};

const MARK: &[u8; 8] = b"SALPAKA1";

/// Both networks and the prior of set-ups.
#[derive(Clone)]
pub struct Weights {
    pub networks: Networks,
    pub prior: Prior,
}

/// What `adjutant train` has made.
static LEARNED_BYTES: &[u8] = include_bytes!("../weights/learned");

static LEARNED: LazyLock<Weights> =
    LazyLock::new(|| Weights::from_bytes(LEARNED_BYTES).unwrap_or_else(|| Weights::untrained(1)));

impl Weights {
    /// What the computer has learned.
    pub fn learned() -> &'static Weights {
        &LEARNED
    }

    /// What knows nothing yet.
    pub fn untrained(seed: u64) -> Weights {
        let networks = Networks { policy: Policy::uniform(), value: Value::untrained(seed) };
        Weights { networks, prior: Prior::uniform() }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        let value = &self.networks.value;
        let numbers = self.networks.policy.0.iter();
        let numbers = numbers.chain(value.inputs.iter().flatten()).chain(&value.biases);
        let numbers = numbers.chain(&value.outputs).chain([&value.bias]);
        for number in numbers.chain(self.prior.0.iter().flatten()) {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// `None` if these are not weights of this version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        let numbers = bytes.strip_prefix(MARK)?;
        if numbers.len() != 4 * (policy::SIZE + value::SIZE + LOCAL_SQUARES * Rank::COUNT) {
            return None;
        }
        let mut numbers = numbers.as_chunks::<4>().0.iter().map(|chunk| f32::from_le_bytes(*chunk));
        let mut next = || numbers.next().unwrap_or_default();
        let policy = Policy((0..policy::SIZE).map(|_| next()).collect());
        let inputs = (0..value::INPUTS).map(|_| std::array::from_fn(|_| next())).collect();
        let biases: [f32; UNITS] = std::array::from_fn(|_| next());
        let outputs = std::array::from_fn(|_| next());
        let value = Value { inputs, biases, outputs, bias: next() };
        let prior = Prior((0..LOCAL_SQUARES).map(|_| std::array::from_fn(|_| next())).collect());
        Some(Weights { networks: Networks { policy, value }, prior })
    }
}
