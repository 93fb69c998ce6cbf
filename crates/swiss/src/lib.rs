//! Tournaments: Swiss pairing by FIDE's Dutch system (C.04.3) with its reasons, round robins by the Berger
//! tables, knock-outs, groups, series and teams; tie-breaks (C.07), standings and cross tables; and the
//! Tournament Report File (TRF) in and out.
//!
//! Everything is a function of a [`Tournament`] as far as it has come: no clock, no chance, no files.
//!
//! ```
//! use swiss::entrant::Entrant;
//! use swiss::{Color, Tournament, pairing};
//!
//! let tournament = Tournament {
//!     entrants: (0..4).map(|_| Entrant::default()).collect(),
//!     rounds: 3,
//!     initial: Some(Color::White),
//!     ..Tournament::default()
//! };
//! let round = pairing::dutch(&tournament).expect("the first round can be paired");
//! assert_eq!(round.pairings.len(), 2);
//! ```

mod color;
pub mod crosstable;
pub mod entrant;
pub mod groups;
pub mod knockout;
pub mod pairing;
pub mod performance;
pub mod points;
pub mod round_robin;
pub mod series;
pub mod stage;
pub mod standings;
pub mod teams;
pub mod tiebreak;
pub mod trf;

pub use color::Color;

use entrant::{Entrant, Entry};
use points::{PointSystem, Points};
use teams::BoardBook;

/// Two or more entrants that may not meet in some rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// Places in [`Tournament::entrants`].
    pub entrants: Vec<usize>,
    /// Rounds counted from 0: the first, and the one behind the last.
    pub rounds: (usize, usize),
}

/// A Swiss tournament, as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament {
    pub name: String,
    /// In the order of their pairing numbers.
    pub entrants: Vec<Entrant>,
    /// How many rounds it is to have.
    pub rounds: usize,
    /// How many rounds are over.
    pub played: usize,
    pub points: PointSystem,
    /// The color of the first entrant in the first round, drawn by lot; `None` until a round tells.
    pub initial: Option<Color>,
    pub apart: Vec<Apart>,
    /// Of teams: what they have on their boards.
    pub boards: Option<BoardBook>,
}

impl Tournament {
    /// What an entrant has after so many rounds, with what he has brought, and without what acceleration adds.
    #[must_use]
    pub fn score(&self, entrant: usize, rounds: usize) -> Points {
        let own = &self.entrants[entrant];
        let earned: Points =
            (0..rounds.min(own.entries.len())).map(|round| self.earned(entrant, round)).sum();
        own.carried + earned
    }

    /// What an entrant has of a round, counted from 0; nothing of one that is not known.
    #[must_use]
    pub fn earned(&self, entrant: usize, round: usize) -> Points {
        match (&self.boards, self.entrants[entrant].entries.get(round)) {
            (_, None) => Points(0),
            (Some(book), Some(_)) if book.is_score => book.of(entrant, round),
            (_, Some(entry)) => self.points.of(entry),
        }
    }

    /// The same with what acceleration adds in the round that follows (FIDE C.04.5.1).
    #[must_use]
    pub fn accelerated(&self, entrant: usize, rounds: usize) -> Points {
        let added = self.entrants[entrant].accelerations.get(rounds);
        self.score(entrant, rounds) + added.copied().unwrap_or_default()
    }

    /// Whether an entrant has a place in the next round: he was not given a bye for it beforehand.
    #[must_use]
    pub fn is_present(&self, entrant: usize) -> bool {
        self.entrants[entrant].entries.len() <= self.played
    }

    /// Whether an entrant is one for the rules of pairing: he is to be paired now, or was before. Who has
    /// not come yet has no pairing number (C.04.2, late entries).
    #[must_use]
    pub fn takes_part(&self, entrant: usize) -> bool {
        self.is_present(entrant) || self.entrants[entrant].entries.iter().any(Entry::is_of_pairing)
    }

    /// The pairing numbers in force, counted from 0: those of the entrants who take part.
    #[must_use]
    pub fn pairing_numbers(&self) -> Vec<Option<usize>> {
        let mut next = 0..;
        let number = |entrant| self.takes_part(entrant).then(|| next.next()).flatten();
        (0..self.entrants.len()).map(number).collect()
    }

    /// The tournament as it stood when `rounds` rounds were over. Byes of the round that followed are known.
    #[must_use]
    pub fn before_round(&self, rounds: usize) -> Tournament {
        let mut before = self.clone();
        before.played = rounds;
        for entrant in &mut before.entrants {
            let next = entrant.entries.get(rounds);
            let known = next.is_some_and(|entry| !entry.is_of_pairing());
            entrant.entries.truncate(rounds + usize::from(known));
        }
        before
    }
}
