//! The graph of an event's stages: who enters each of them and how, by what system it is played, and what carries over
//! into it.
//!
//! A [`Plan`] is data. [`Plan::check`] names everything that is wrong with it for a number of entrants,
//! [`Plan::schedule`] what it takes, and [`Plan::entrants`] who enters a stage once those before it are over.

mod carry;
mod check;
mod count;
mod entry;
mod schedule;
mod templates;

use super::groups::{self, Qualifier};
use super::knockout::{self, Shape};
use super::round_robin::Cycles;
use super::series::Series;

pub use carry::{CarriedGame, carried_points};
pub use check::Fault;
pub use entry::{Entered, Known, NotYet, StageResult};
pub use schedule::{Schedule, StageEstimate, Timing};
pub use templates::{Template, Wishes, swiss_rounds};

/// A stage, as its place in [`Plan::stages`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageId(pub usize);

/// What enters: players, or teams of so many boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Players,
    Teams { boards: usize },
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub unit: Unit,
    pub stages: Vec<Stage>,
}

/// A part of an event that is played by one system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    pub name: String,
    /// Where those who enter come from, in the order of their seeds.
    pub sources: Vec<Source>,
    pub system: System,
    /// How each meeting is decided.
    pub series: Series,
    pub carry: Carry,
}

/// Where entrants of a stage come from. Places are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// All who are registered for this stage.
    Registration,
    /// So many whom the officials name.
    Seeds(usize),
    /// The first `each` of every group of a stage; a stage without groups is one.
    Top { of: StageId, each: usize },
    /// The best `count` of those who have that place in their groups.
    BestOfPlace { of: StageId, place: usize, count: usize },
    /// Those who are left of a knock-out.
    Winners(StageId),
    /// Those who lost the last round of a knock-out.
    Losers(StageId),
}

impl Source {
    /// The stage that it takes from.
    #[must_use]
    pub const fn of(self) -> Option<StageId> {
        match self {
            Source::Registration | Source::Seeds(_) => None,
            Source::Top { of, .. } | Source::BestOfPlace { of, .. } => Some(of),
            Source::Winners(of) | Source::Losers(of) => Some(of),
        }
    }
}

/// How a stage is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Rounds by FIDE's Dutch rules.
    Swiss {
        rounds: usize,
    },
    /// Everybody meets everybody of his group. Groups are seeded by snake.
    RoundRobin {
        groups: usize,
        cycles: Cycles,
    },
    Knockout {
        shape: Shape,
        draw: Draw,
    },
    /// Of teams: those of each board play a round robin among themselves, and a team has what its members have.
    BoardGroups {
        cycles: Cycles,
    },
    /// Of two teams: each of one meets each of the other.
    Scheveningen,
}

/// How those who enter a knock-out are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Draw {
    /// By their seeds.
    #[default]
    Seeded,
    /// Winners and seconds of 2, 4, 8, ... groups: A1 meets B2, B1 meets A2.
    CrossOver,
    /// Those of one group as far from each other as can be, whoever they are.
    Spread,
}

/// What counts of the stages that entrants come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Carry {
    pub points: CarriedPoints,
    /// Whether places there are seeds here; else the event's own seeding is.
    pub places: bool,
}

/// Which points carry over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CarriedPoints {
    #[default]
    None,
    All,
    /// Those of games against others who have come here, too.
    AmongAdvancing,
}

impl Stage {
    /// A stage in which a meeting is one game, nothing carries over, and places are seeds.
    #[must_use]
    pub fn new(name: &str, sources: Vec<Source>, system: System) -> Stage {
        let carry = Carry { points: CarriedPoints::None, places: true };
        Stage { name: name.to_owned(), sources, system, series: Series::single(), carry }
    }

    /// The groups of those who enter; one for a system without groups. `club` tells whom to keep apart, if anybody.
    #[must_use]
    pub fn groups<C: Ord>(
        &self,
        entered: &[Entered],
        club: impl Fn(usize) -> Option<C>,
    ) -> Vec<Vec<usize>> {
        let entrants: Vec<usize> = entered.iter().map(|one| one.entrant).collect();
        match self.system {
            System::RoundRobin { groups, .. } => groups::snake_apart(&entrants, groups, club),
            _ => vec![entrants],
        }
    }

    /// The lines of a knock-out of those who enter; `None` for another system, or where they do not cross over.
    #[must_use]
    pub fn lines(&self, entered: &[Entered]) -> Option<Vec<Option<usize>>> {
        let System::Knockout { draw, .. } = self.system else { return None };
        match draw {
            Draw::Seeded => {
                let entrants: Vec<usize> = entered.iter().map(|one| one.entrant).collect();
                Some(knockout::seeded(&entrants))
            }
            Draw::CrossOver => groups::cross_over(&self.qualifiers(entered)?),
            Draw::Spread => Some(groups::spread(&self.qualifiers(entered)?)),
        }
    }

    /// Those who come from groups, which are numbered through where they are of several stages.
    fn qualifiers(&self, entered: &[Entered]) -> Option<Vec<Qualifier>> {
        let mut groups: Vec<(Option<StageId>, usize)> = Vec::new();
        let number = |one: &Entered| {
            let qualifier = one.qualifier?;
            let of = self.sources.get(one.source).and_then(|source| source.of());
            let own = (of, qualifier.group);
            let known = groups.iter().position(|group| *group == own);
            let group = known.unwrap_or_else(|| {
                groups.push(own);
                groups.len() - 1
            });
            Some(Qualifier { group, ..qualifier })
        };
        if matches!(self.system, System::Knockout { draw: Draw::CrossOver, .. }) {
            // The league's letters are those of the groups themselves.
            return entered.iter().map(|one| one.qualifier).collect();
        }
        entered.iter().map(number).collect()
    }
}
