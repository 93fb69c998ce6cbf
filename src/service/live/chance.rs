//! Chance in the games that are played here: each purpose has a stream of its own, so that what is
//! drawn for one tells nothing of another.

use std::sync::Arc;

use rand::Rng;

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The public id of a play.
    Play,
    /// The server's part of a toss.
    Toss,
    /// A player's part of a toss, where he leaves it to the server.
    Nonce,
    /// The public id of an offer.
    Offer,
    /// Which side somebody has who leaves it open.
    Lot,
    /// The name of a command in a form.
    Command,
}

type Streams = dyn Fn(Purpose, &mut [u8]) + Send + Sync;

/// Where it comes from. A test gives streams that can be had again; a server has none but the
/// operating system's.
#[derive(Clone)]
pub struct Chance(Arc<Streams>);

impl Chance {
    /// By a generator for secrets that the operating system seeds, never a clock.
    #[must_use]
    pub fn of_the_system() -> Chance {
        Chance::from_streams(|_, bytes| rand::rng().fill_bytes(bytes))
    }

    /// By these streams, one for each purpose.
    pub fn from_streams(fill: impl Fn(Purpose, &mut [u8]) + Send + Sync + 'static) -> Chance {
        Chance(Arc::new(fill))
    }

    /// The next bytes for a purpose.
    #[must_use]
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
            // Six deviations of 158 each.
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
