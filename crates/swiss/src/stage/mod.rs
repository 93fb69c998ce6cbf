//! The stages of an event: who enters each, by which system it is played, and what is carried over into it.
//!
//! A [`Plan`] is data. [`Plan::check`] finds everything that is wrong with it for a number of entrants,
//! [`Plan::schedule`] estimates what it takes, and [`Plan::entrants`] returns who enters a stage once its sources are
//! over.

mod check;
mod count;
mod entry;
mod schedule;
mod templates;

use super::arena;
use super::groups::{self, Qualifier};
use super::keizer;
use super::knockout::{self, Shape};
use super::ladder;
use super::round_robin::Cycles;
use super::series::Series;

pub use check::Fault;
pub use entry::{CarriedGame, Entered, Known, NotYet, StageResult, carried_points};
pub use schedule::{Schedule, StageEstimate, Timing};
pub use templates::{Template, Wishes, swiss_rounds};

/// A stage, as an index into [`Plan::stages`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageId(pub usize);

/// The kind of entrants: players, or teams with a number of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Players,
    Teams { boards: usize },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub unit: Unit,
    pub stages: Vec<Stage>,
}

/// A part of an event with one system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    pub name: String,
    /// The sources of entrants, in the order of their seeds.
    pub sources: Vec<Source>,
    pub system: System,
    /// How each meeting is decided.
    pub series: Series,
    pub carry: Carry,
}

/// A source of entrants. Places are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// All who are registered for this stage.
    Registration,
    /// A number of entrants whom the officials name.
    Seeds(usize),
    /// The first `each` of every group of a stage; a stage without groups is one.
    Top { of: StageId, each: usize },
    /// The best `count` of those with that place in their groups.
    BestOfPlace { of: StageId, place: usize, count: usize },
    /// Those left in a knock-out.
    Winners(StageId),
    /// The losers of the last round of a knock-out.
    Losers(StageId),
}

impl Source {
    /// The stage that it takes from, if any.
    pub const fn of(self) -> Option<StageId> {
        match self {
            Source::Registration | Source::Seeds(_) => None,
            Source::Top { of, .. } | Source::BestOfPlace { of, .. } => Some(of),
            Source::Winners(of) | Source::Losers(of) => Some(of),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// Swiss rounds by FIDE's Dutch system.
    Swiss {
        rounds: usize,
    },
    /// Neighbors in the ranking meet, and who comes plays.
    Keizer {
        rounds: usize,
        rules: keizer::Rules,
    },
    /// Whoever is free is paired at once, until this many minutes after the start.
    Arena {
        minutes: u32,
        rules: arena::Rules,
    },
    /// Players challenge those a few places above, and take their places by beating them.
    Ladder {
        rules: ladder::Rules,
    },
    /// Everybody meets everybody in their group.
    RoundRobin {
        groups: usize,
        cycles: Cycles,
        /// The number by which groups are drawn by lot; `None` for a snake.
        lot: Option<u32>,
        /// Whether the number is drawn when the stage starts, and `None` until then.
        drawn: bool,
    },
    Knockout {
        shape: Shape,
        draw: Draw,
    },
    /// For teams: the players on each board play a round robin, and a team gets its members' points.
    BoardGroups {
        cycles: Cycles,
    },
    /// For two teams: each player of one meets each of the other.
    Scheveningen,
}

impl System {
    /// Whether it is one round to which games are added one by one.
    pub const fn grows(&self) -> bool {
        matches!(self, System::Arena { .. } | System::Ladder { .. })
    }
}

/// How the lines of a knock-out are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Draw {
    #[default]
    Seeded,
    /// The winners and runners-up of 2, 4, 8, ... groups: A1 meets B2, B1 meets A2.
    CrossOver,
    /// Members of a group meet as late as possible, whoever enters.
    Spread,
}

/// What counts from earlier stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Carry {
    pub points: CarriedPoints,
    /// Whether earlier places are the seeds; otherwise it is the event's own seeding.
    pub places: bool,
}

/// Which points are carried over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum CarriedPoints {
    #[default]
    None,
    All,
    /// Points from games between entrants of this stage.
    AmongAdvancing,
}

impl Stage {
    /// A stage whose meetings are single games, with no points carried over and with places as seeds.
    pub fn new(name: &str, sources: Vec<Source>, system: System) -> Stage {
        let carry = Carry { points: CarriedPoints::None, places: true };
        Stage { name: name.to_owned(), sources, system, series: Series::single(), carry }
    }

    /// The groups of the entrants; one for systems without groups. Members of one `club` are kept apart.
    pub fn groups<C: Ord>(
        &self,
        entered: &[Entered],
        club: impl Fn(usize) -> Option<C>,
    ) -> Vec<Vec<usize>> {
        let entrants: Vec<usize> = entered.iter().map(|one| one.entrant).collect();
        match self.system {
            System::RoundRobin { groups, lot: Some(lot), .. } => {
                groups::lot_apart(&entrants, groups, lot, club)
            }
            System::RoundRobin { groups, .. } => groups::snake_apart(&entrants, groups, club),
            System::Ladder { rules } if rules.by_registration => {
                let mut entrants = entrants;
                entrants.sort_unstable();
                vec![entrants]
            }
            _ => vec![entrants],
        }
    }

    /// The lines of a knock-out; `None` for other systems, or if the entrants cannot cross over.
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

    /// The entrants with their groups, renumbered if they are from several stages.
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
            // The cross-over uses the groups' own letters.
            return entered.iter().map(|one| one.qualifier).collect();
        }
        entered.iter().map(number).collect()
    }
}
