//! Prizes and their current winners.

mod awarding;
mod class;
mod distribution;
mod json;

use serde::{Deserialize, Serialize};

use super::EntrantId;
use json::PrizeJson;

pub use awarding::{Awards, Payout};
pub use class::PrizeClass;
pub use distribution::Award;

pub const MAX_PRIZES: usize = 100;
/// Maximum length of a prize's description and name, in characters.
pub const MAX_PRIZE_LEN: usize = 120;
pub const MAX_PRIZE_TITLE_LEN: usize = 60;
/// The largest amount of a prize, in hundredths of its currency.
pub const MAX_AMOUNT: u64 = 1_000_000_000_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PrizeJson", into = "PrizeJson")]
pub struct Prize {
    /// The prize in the organizers' words: a cup, a title. Empty if it is an amount only.
    pub description: String,
    pub criterion: PrizeCriterion,
    /// Money for each of its places, in hundredths of the event's currency; 0 for none.
    pub amount: u64,
}

/// What a prize is awarded for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrizeCriterion {
    /// A place of the event, or each of several, counted from 1.
    Places { from: u32, to: u32 },
    /// The best of some entrants, such as `Best lady`. A single one wins; if none is listed, nobody is chosen yet.
    Best { title: String, among: Vec<EntrantId> },
    /// The highest performance rating (C.07, 10.2) of some entrants, or of all if none are listed.
    Performance { title: String, among: Vec<EntrantId> },
    /// A place among the entrants of a class, or each of several, such as `Best under 1200`.
    Class { title: String, class: PrizeClass, from: u32, to: u32 },
}

/// How players who are equal on points share the amounts of their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrizeSharing {
    /// Not at all: tie-breaks decide, and what they leave tied is not decided.
    #[default]
    None,
    /// Everybody gets the same.
    Equal,
    /// Vlastimil Hort's system: half of the amount of their place, and an equal part of the other halves.
    Hort,
}

/// A place that two prizes are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuplicatePlace {
    /// The two prizes, from 0 in the order entered.
    pub prizes: [usize; 2],
    pub place: u32,
}

/// The first place that two of these prizes are for, of the event or of one class.
pub fn find_duplicate_place(prizes: &[Prize]) -> Option<DuplicatePlace> {
    let mut places: Vec<Places<'_>> = prizes.iter().enumerate().filter_map(places_of).collect();
    places.sort_by_key(|one| (one.from, one.to, one.prize));
    let twice = |(at, one): (usize, &Places<'_>)| {
        let other = places[at + 1..].iter().find(|other| other.class == one.class)?;
        let (first, last) = (one.prize.min(other.prize), one.prize.max(other.prize));
        let found = DuplicatePlace { prizes: [first, last], place: other.from };
        (one.to >= other.from).then_some(found)
    };
    places.iter().enumerate().find_map(twice)
}

/// The places of a prize, of the event or of a class.
struct Places<'a> {
    class: Option<&'a PrizeClass>,
    from: u32,
    to: u32,
    prize: usize,
}

fn places_of((prize, own): (usize, &Prize)) -> Option<Places<'_>> {
    match &own.criterion {
        PrizeCriterion::Places { from, to } => {
            Some(Places { class: None, from: *from, to: *to, prize })
        }
        PrizeCriterion::Class { class, from, to, .. } => {
            Some(Places { class: Some(class), from: *from, to: *to, prize })
        }
        PrizeCriterion::Best { .. } | PrizeCriterion::Performance { .. } => None,
    }
}
