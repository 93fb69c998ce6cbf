//! Randomness in live games: each purpose has its own stream, so that values for one reveal nothing
//! about another.

use std::sync::Arc;

use rand::Rng;

/// The purpose of random values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The public id of a game.
    Play,
    /// The server's nonce of the toss.
    Toss,
    /// The nonce of a player who leaves it to the server.
    Nonce,
    /// The public id of a seek.
    Offer,
    /// The random choice of a side.
    Lot,
    /// The id of a command in a form.
    Command,
    /// What the computer draws its set-ups and plies by.
    Computer,
}

type Streams = dyn Fn(Purpose, &mut [u8]) + Send + Sync;

/// The source of randomness. Tests use reproducible streams, a server only the operating system.
#[derive(Clone)]
pub struct Chance(Arc<Streams>);

impl Chance {
    /// Uses a cryptographic generator seeded by the operating system.
    pub fn of_the_system() -> Chance {
        Chance::from_streams(|_, bytes| rand::rng().fill_bytes(bytes))
    }

    /// Uses these streams, one per purpose.
    pub fn from_streams(fill: impl Fn(Purpose, &mut [u8]) + Send + Sync + 'static) -> Chance {
        Chance(Arc::new(fill))
    }

    pub fn bytes<const N: usize>(&self, purpose: Purpose) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(purpose, &mut bytes);
        bytes
    }
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chance")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Chance, Purpose};

    #[test]
    fn l72_what_the_system_gives_never_comes_again_and_has_as_many_ones_as_noughts() {
        let chance = Chance::of_the_system();
        let drawn: Vec<[u8; 8]> = (0..100_000).map(|_| chance.bytes(Purpose::Toss)).collect();
        assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), drawn.len());
        for bit in 0..64 {
            let ones = drawn.iter().filter(|one| u64::from_le_bytes(**one) >> bit & 1 == 1).count();
            // Six standard deviations of 158.
            assert!(ones.abs_diff(50_000) < 950, "bit {bit} is 1 in {ones} of 100,000");
        }
    }

    #[test]
    fn each_purpose_has_a_stream_of_its_own() {
        let chance = Chance::from_streams(|purpose, bytes| {
            bytes.fill(if purpose == Purpose::Toss { 7 } else { 1 });
        });
        assert_eq!((chance.bytes(Purpose::Toss), chance.bytes(Purpose::Play)), ([7; 3], [1; 2]));
    }
}
