//! Tournaments: Swiss pairing by FIDE's Dutch system (C.04.3) with explanations, round robins by the Berger tables, the
//! Keizer system, arenas, ladders, knock-outs, groups, series and teams; tie-breaks (C.07), standings and cross tables; and reading and writing of the
//! Tournament Report File (TRF).
//!
//! Everything is a function of a [`Tournament`] as it stands, without clock, randomness or files.
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

pub mod arena;
pub mod crosstable;
pub mod entrant;
pub mod groups;
pub mod keizer;
pub mod knockout;
pub mod ladder;
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

use entrant::{Entrant, Entry};
use points::{PointSystem, Points};
use teams::BoardBook;

/// A side; White moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Color {
    #[default]
    White,
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    pub const fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// Entrants who may not meet in some rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// Indices into [`Tournament::entrants`].
    pub entrants: Vec<usize>,
    /// The first round and the one after the last, counted from 0.
    pub rounds: (usize, usize),
}

/// A Swiss tournament as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tournament {
    pub name: String,
    /// In the order of their pairing numbers.
    pub entrants: Vec<Entrant>,
    /// The planned number of rounds.
    pub rounds: usize,
    /// The number of finished rounds.
    pub played: usize,
    pub points: PointSystem,
    /// The color of the first entrant in the first round, drawn by lot; `None` until a round shows it.
    pub initial: Option<Color>,
    pub apart: Vec<Apart>,
    /// The board points of teams.
    pub boards: Option<BoardBook>,
}

impl Tournament {
    /// An entrant's score after so many rounds, with carried points but without acceleration.
    pub fn score(&self, entrant: usize, rounds: usize) -> Points {
        let own = &self.entrants[entrant];
        let earned: Points =
            (0..rounds.min(own.entries.len())).map(|round| self.earned(entrant, round)).sum();
        own.carried + earned
    }

    /// The points of an entrant in a round, counted from 0; none if the round is unknown.
    pub fn earned(&self, entrant: usize, round: usize) -> Points {
        match (&self.boards, self.entrants[entrant].entries.get(round)) {
            (_, None) => Points(0),
            (Some(book), Some(_)) if book.is_score => book.of(entrant, round),
            (_, Some(entry)) => self.points.of(entry),
        }
    }

    /// The score with the acceleration for the round that follows (FIDE C.04.5.1).
    pub fn accelerated(&self, entrant: usize, rounds: usize) -> Points {
        let added = self.entrants[entrant].accelerations.get(rounds);
        self.score(entrant, rounds) + added.copied().unwrap_or_default()
    }

    /// Whether an entrant takes part in the next round: no bye for it was given beforehand.
    pub fn is_present(&self, entrant: usize) -> bool {
        self.entrants[entrant].entries.len() <= self.played
    }

    /// Whether an entrant counts for the pairing rules: they are to be paired now, or were before. Late entrants have
    /// no pairing number before they arrive (C.04.2, late entries).
    pub fn takes_part(&self, entrant: usize) -> bool {
        self.is_present(entrant) || self.entrants[entrant].entries.iter().any(Entry::is_of_pairing)
    }

    /// The current pairing numbers, counted from 0, of the entrants who take part.
    pub fn pairing_numbers(&self) -> Vec<Option<usize>> {
        let mut next = 0..;
        let number = |entrant| self.takes_part(entrant).then(|| next.next()).flatten();
        (0..self.entrants.len()).map(number).collect()
    }

    /// The tournament after `rounds` rounds, including requested byes of the round that followed.
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
