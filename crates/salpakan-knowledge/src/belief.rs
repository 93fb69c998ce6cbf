//! A viewer's beliefs about one army: the possible ranks of each piece, with exact probabilities.

use salpakan::rules::{Army, Color, Rank, Square, Squares};

use super::Ranks;
use super::count::{Counts, count};

/// A viewer's knowledge of one army at one moment, with its counts.
///
/// It depends on the viewer's own ranks, because what they learnt in challenges does. `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Beliefs {
    /// The side that the pieces belong to.
    pub color: Color,
    /// The ply after which this became known; it holds until the next change.
    pub since: u32,
    /// By square.
    origins: Vec<Square>,
    /// Bit `p`: piece `p` has been on the enemy's back row under `promotion`.
    been_home: u32,
    counts: Counts,
}

/// The belief about one piece.
#[derive(Clone, Copy)]
pub struct Belief<'a> {
    pub origin: Square,
    /// If it was deployed as a Private, it is now a Spy.
    pub promoted: bool,
    total: u128,
    by_rank: &'a [u128; Rank::COUNT],
}

impl Beliefs {
    /// The number of arrangements of the army on its squares that are consistent with everything the viewer has seen. 0
    /// only for a contradiction, which no judged game has.
    pub const fn armies(&self) -> u128 {
        self.counts.total
    }

    /// The information still hidden from the viewer, in bits: the binary logarithm of [`Beliefs::armies`].
    pub fn bits(&self) -> f64 {
        (self.armies().max(1) as f64).log2()
    }

    /// The piece that was deployed on `origin`.
    pub fn piece(&self, origin: Square) -> Option<Belief<'_>> {
        Some(self.belief(self.origins.binary_search(&origin).ok()?))
    }

    /// All pieces of the army, on the board or captured, by origin.
    pub fn pieces(&self) -> impl Iterator<Item = Belief<'_>> {
        (0..self.origins.len()).map(|piece| self.belief(piece))
    }

    fn belief(&self, piece: usize) -> Belief<'_> {
        Belief {
            origin: self.origins[piece],
            promoted: self.been_home >> piece & 1 == 1,
            total: self.counts.total,
            by_rank: self.counts.of(piece),
        }
    }
}

impl Belief<'_> {
    /// In how many of [`Beliefs::armies`] the piece was deployed with `rank`.
    pub const fn armies_with(&self, rank: Rank) -> u128 {
        self.by_rank[rank.index()]
    }

    /// The ranks that it may have been deployed with.
    pub fn deployed(&self) -> Ranks {
        Ranks::filtered(|rank| self.armies_with(rank) > 0)
    }

    /// The probability that it was deployed with one of these ranks, as a fraction of armies.
    pub fn share(&self, ranks: Ranks) -> (u128, u128) {
        (ranks.iter().map(|rank| self.armies_with(rank)).sum(), self.total)
    }

    /// The probability that it was deployed with `rank`.
    pub fn probability(&self, rank: Rank) -> f64 {
        self.probability_of(Ranks::only(rank))
    }

    /// The probability that it was deployed with one of these ranks.
    pub fn probability_of(&self, ranks: Ranks) -> f64 {
        let (armies, of) = self.share(ranks);
        if of == 0 { 0.0 } else { armies as f64 / of as f64 }
    }

    /// The ranks at deployment that make it one of `ranks` now.
    pub fn once(&self, ranks: Ranks) -> Ranks {
        Ranks::filtered(|deployed| ranks.contains(self.by_now(deployed)))
    }

    /// The current rank of a piece deployed with `rank`: under `promotion` a Private may have become a Spy.
    pub const fn by_now(&self, rank: Rank) -> Rank {
        if self.promoted && matches!(rank, Rank::Private) { Rank::Spy } else { rank }
    }

    /// The ranks that it may have now.
    pub fn possible(&self) -> Ranks {
        let deployed = self.deployed().iter();
        deployed.fold(Ranks::NONE, |ranks, rank| ranks.or(Ranks::only(self.by_now(rank))))
    }

    /// The probability that it has `rank` now.
    pub fn probability_now(&self, rank: Rank) -> f64 {
        self.probability_of(self.once(Ranks::only(rank)))
    }
}

/// The known ranks of each piece of an army, while following a game.
#[derive(Clone)]
pub(super) struct Known {
    color: Color,
    pub army: Army,
    /// By square.
    pub origins: Vec<Square>,
    /// By piece.
    pub sets: Vec<Ranks>,
    /// Bit `p`: piece `p` has been on the enemy's back row.
    pub been_home: u32,
}

impl Known {
    /// Only where the pieces are, and the composition of the army.
    pub fn new(color: Color, army: Army, taken: Squares) -> Known {
        let origins: Vec<Square> = taken.iter().take(Army::LARGEST).collect();
        let sets = vec![Ranks::of_army(&army); origins.len()];
        Known { color, army, origins, sets, been_home: 0 }
    }

    /// Notes that a piece has one of these ranks; returns whether that was new.
    pub fn narrow(&mut self, origin: Square, ranks: Ranks) -> bool {
        let Ok(piece) = self.origins.binary_search(&origin) else { return false };
        let set = &mut self.sets[piece];
        let before = *set;
        *set = before.and(ranks);
        *set != before
    }

    /// Notes that a piece has reached the enemy's back row.
    pub fn come_home(&mut self, origin: Square) {
        if let Ok(piece) = self.origins.binary_search(&origin) {
            self.been_home |= 1 << piece;
        }
    }

    /// Counts the consistent armies.
    pub fn beliefs(&self, since: u32) -> Beliefs {
        let counts = count(self.army.counts(), &self.sets);
        self.with(since, counts)
    }

    /// The same counts, if only a promotion was learnt.
    pub fn recounted(&self, since: u32, before: &Beliefs) -> Beliefs {
        self.with(since, before.counts.clone())
    }

    fn with(&self, since: u32, counts: Counts) -> Beliefs {
        let Known { color, been_home, .. } = *self;
        Beliefs { color, since, origins: self.origins.clone(), been_home, counts }
    }
}
