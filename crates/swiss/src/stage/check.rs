//! Validation of plans.

use super::super::knockout::{Knockout, seeded};
use super::super::ladder::Rules;
use super::super::round_robin::{self, Cycles};
use super::super::series::SeriesFault;
use super::count::{asked_and_there, decided, group_sizes, left};
use super::{Draw, Plan, Source, Stage, StageId, System, Unit};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    NoStage,
    /// A number of this stage, of the entrants or of a team's boards is too large.
    TooLarge(StageId),
    /// Two stages have the same name.
    SameName(StageId, StageId),
    /// The stage has no source, or nobody comes from it.
    NobodyEnters(StageId),
    UnknownStage {
        stage: StageId,
        named: StageId,
    },
    /// Each of these stages waits for another.
    Circle(Vec<StageId>),
    /// More are to advance than there are.
    MoreThanThere {
        stage: StageId,
        of: StageId,
        asked: usize,
        there: usize,
    },
    /// The knock-out does not determine this many places.
    PlacesShared {
        stage: StageId,
        of: StageId,
        decided: usize,
    },
    /// Only knock-outs have winners and losers.
    NoWinners {
        stage: StageId,
        of: StageId,
    },
    /// Two sources of the stage name the same entrants.
    EntersTwice(StageId),
    /// Fewer enter than the system needs.
    TooFew {
        stage: StageId,
        entrants: usize,
        needs: usize,
    },
    NoRound(StageId),
    /// More Swiss rounds than there are opponents.
    MoreRoundsThanOpponents {
        stage: StageId,
        rounds: usize,
        most: usize,
    },
    /// The entrants are not the winners and runners-up of 2, 4, 8, ... groups of one stage.
    NoCrossOver(StageId),
    /// Not all entrants come from groups.
    NoGroups(StageId),
    /// The knock-out cannot end with this many left.
    NeverSoMany {
        stage: StageId,
        left: usize,
    },
    /// A meeting of the knock-out can end in a tie.
    MayEndTied(StageId),
    Series {
        stage: StageId,
        fault: SeriesFault,
    },
    /// A team system with players as entrants, or teams without boards.
    NeedsTeams(StageId),
    /// An arena or a ladder with teams as entrants.
    NeedsPlayers(StageId),
    /// Scheveningen needs two teams.
    NeedsTwoTeams {
        stage: StageId,
        entrants: usize,
    },
}

/// The upper limit of all numbers in a plan.
const LARGEST: usize = 10_000;

impl Plan {
    /// All faults of the plan if this many register. A plan without faults can be played.
    pub fn check(&self, registered: usize) -> Vec<Fault> {
        let mut faults = self.names();
        let stages = || self.stages.iter().enumerate().map(|(at, stage)| (StageId(at), stage));
        for (id, stage) in stages() {
            faults.extend(sources(id, stage, self.stages.len()));
            faults.extend(meetings(id, stage, self.unit));
        }
        let large = stages().find(|(_, stage)| is_too_large(stage, self.unit, registered));
        if let Some((id, _)) = large {
            faults.push(Fault::TooLarge(id));
            return faults;
        }
        let is_known = |source: &Source| source.of().is_none_or(|of| of.0 < self.stages.len());
        if !stages().all(|(_, stage)| stage.sources.iter().all(is_known)) {
            return faults;
        }
        match self.order() {
            Err(circle) => faults.push(Fault::Circle(circle)),
            Ok(order) => {
                let counts = self.counts(&order, registered);
                for (id, stage) in stages() {
                    faults.extend(self.advancing(id, stage, &counts));
                    faults.extend(size(id, &stage.system, counts[id.0]));
                }
            }
        }
        faults
    }

    pub fn stage_names(&self) -> Vec<String> {
        self.stages.iter().map(|stage| stage.name.clone()).collect()
    }

    fn names(&self) -> Vec<Fault> {
        if self.stages.is_empty() {
            return vec![Fault::NoStage];
        }
        let mut faults = Vec::new();
        for (at, stage) in self.stages.iter().enumerate() {
            let before = self.stages[..at].iter().position(|before| before.name == stage.name);
            faults.extend(before.map(|before| Fault::SameName(StageId(before), StageId(at))));
        }
        faults
    }

    /// Checks that the entrants that a stage asks for exist.
    fn advancing(&self, id: StageId, stage: &Stage, counts: &[usize]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for source in &stage.sources {
            let Some(of) = source.of() else { continue };
            let (from, entrants) = (&self.stages[of.0], counts[of.0]);
            let (asked, there) = asked_and_there(*source, from, entrants);
            let size = group_sizes(&from.system, entrants).into_iter().max().unwrap_or(0);
            let decided = decided(&from.system, size);
            let place = match *source {
                Source::Top { each, .. } => each,
                Source::BestOfPlace { place, .. } => place + 1,
                _ => 0,
            };
            let of_losers = matches!(source, Source::Winners(_) | Source::Losers(_));
            if of_losers && left(&from.system).is_none() {
                faults.push(Fault::NoWinners { stage: id, of });
            } else if asked > there {
                faults.push(Fault::MoreThanThere { stage: id, of, asked, there });
            } else if place > decided {
                faults.push(Fault::PlacesShared { stage: id, of, decided });
            }
        }
        let System::Knockout { draw, .. } = stage.system else { return faults };
        let crosses = match stage.sources[..] {
            [Source::Top { of, each: 2 }] => {
                let groups = group_sizes(&self.stages[of.0].system, counts[of.0]).len();
                groups > 1 && groups.is_power_of_two()
            }
            _ => false,
        };
        let from_groups =
            |source: &Source| matches!(source, Source::Top { .. } | Source::BestOfPlace { .. });
        match draw {
            Draw::CrossOver if !crosses => faults.push(Fault::NoCrossOver(id)),
            Draw::Spread if !stage.sources.iter().all(from_groups) => {
                faults.push(Fault::NoGroups(id));
            }
            _ => {}
        }
        faults
    }
}

fn is_too_large(stage: &Stage, unit: Unit, registered: usize) -> bool {
    let of_source = |source: &Source| match *source {
        Source::Seeds(count) | Source::Top { each: count, .. } => count,
        Source::BestOfPlace { place, count, .. } => place.max(count),
        Source::Registration => registered,
        Source::Winners(_) | Source::Losers(_) => 0,
    };
    let of_system = match stage.system {
        System::Swiss { rounds } => rounds,
        System::Keizer { rounds, rules } => {
            rounds.max(rules.apart).max(rules.top.map_or(0, |top| top as usize))
        }
        System::Arena { minutes, .. } => minutes as usize,
        System::Ladder { rules } => ladder_numbers(&rules).into_iter().max().unwrap_or(0) as usize,
        System::RoundRobin { groups, .. } => groups,
        _ => left(&stage.system).unwrap_or(0),
    };
    let boards = if let Unit::Teams { boards } = unit { boards } else { 0 };
    let numbers = stage.sources.iter().map(of_source).chain([of_system, boards]);
    numbers.max() > Some(LARGEST)
}

const fn ladder_numbers(rules: &Rules) -> [u32; 7] {
    let Rules { reach, answer_days, play_days, apart_days, idle_days, fall, days, .. } = *rules;
    [reach, answer_days, play_days, apart_days, idle_days, fall, days]
}

/// Checks a stage's sources by themselves.
fn sources(id: StageId, stage: &Stage, stages: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    if stage.sources.is_empty() {
        faults.push(Fault::NobodyEnters(id));
    }
    for source in &stage.sources {
        if let Some(named) = source.of().filter(|of| of.0 >= stages) {
            faults.push(Fault::UnknownStage { stage: id, named });
        }
    }
    let twice = stage
        .sources
        .iter()
        .enumerate()
        .any(|(at, source)| stage.sources[..at].iter().any(|before| overlap(*before, *source)));
    if twice {
        faults.push(Fault::EntersTwice(id));
    }
    faults
}

/// Whether two sources have entrants in common.
fn overlap(one: Source, other: Source) -> bool {
    use Source::{BestOfPlace, Losers, Registration, Seeds, Top, Winners};
    match (one, other) {
        (Registration, Registration) => true,
        (Registration | Seeds(_), _) | (_, Registration | Seeds(_)) => false,
        _ if one.of() != other.of() => false,
        (BestOfPlace { place, .. }, Top { each, .. })
        | (Top { each, .. }, BestOfPlace { place, .. }) => place < each,
        (BestOfPlace { place, .. }, BestOfPlace { place: second, .. }) => place == second,
        (Winners(_), Losers(_)) | (Losers(_), Winners(_)) => false,
        _ => true,
    }
}

/// Checks that meetings can be decided as the system requires.
fn meetings(id: StageId, stage: &Stage, unit: Unit) -> Vec<Fault> {
    let series = stage.series.faults().into_iter();
    let mut faults: Vec<Fault> = series.map(|fault| Fault::Series { stage: id, fault }).collect();
    if matches!(stage.system, System::Knockout { .. }) && stage.series.may_end_tied() {
        faults.push(Fault::MayEndTied(id));
    }
    let of_teams = matches!(stage.system, System::BoardGroups { .. } | System::Scheveningen);
    if unit == (Unit::Teams { boards: 0 }) || (of_teams && unit == Unit::Players) {
        faults.push(Fault::NeedsTeams(id));
    }
    if stage.system.grows() && unit != Unit::Players {
        faults.push(Fault::NeedsPlayers(id));
    }
    faults
}

/// Checks that enough entrants enter for the system.
fn size(stage: StageId, system: &System, entrants: usize) -> Vec<Fault> {
    let needs = match system {
        System::RoundRobin { groups, .. } => 2 * (*groups).max(1),
        _ => 2,
    };
    if entrants == 0 {
        return vec![Fault::NobodyEnters(stage)];
    }
    if entrants < needs {
        return vec![Fault::TooFew { stage, entrants, needs }];
    }
    match *system {
        System::Swiss { rounds: 0 }
        | System::Keizer { rounds: 0, .. }
        | System::Arena { minutes: 0, .. }
        | System::Ladder {
            rules:
                Rules { reach: 0, .. } | Rules { answer_days: 0, .. } | Rules { play_days: 0, .. },
        }
        | System::RoundRobin { groups: 0, .. } => vec![Fault::NoRound(stage)],
        System::Swiss { rounds } => {
            let most = round_robin::rounds(entrants, Cycles::Single);
            let fault = Fault::MoreRoundsThanOpponents { stage, rounds, most };
            if rounds > most { vec![fault] } else { Vec::new() }
        }
        System::Knockout { shape, .. } => {
            let field: Vec<usize> = (0..entrants).collect();
            let made = Knockout::new(&seeded(&field), shape);
            let left = left(system).unwrap_or(0);
            if made.is_err() { vec![Fault::NeverSoMany { stage, left }] } else { Vec::new() }
        }
        System::Scheveningen if entrants != 2 => vec![Fault::NeedsTwoTeams { stage, entrants }],
        _ => Vec::new(),
    }
}
