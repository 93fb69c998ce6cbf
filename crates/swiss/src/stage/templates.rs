//! Ready-made plans for common events.

use super::super::keizer::Rules;
use super::super::knockout::Shape;
use super::super::round_robin::Cycles;
use super::super::series::Series;
use super::{Draw, Plan, Source, Stage, StageId, System, Timing, Unit};

/// The answers from which a plan is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wishes {
    /// The expected number of players or teams.
    pub entrants: usize,
    pub timing: Timing,
    /// The minutes available in total; `None` for no limit.
    pub minutes: Option<u64>,
    /// How a meeting of a knock-out is decided.
    pub series: Series,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    Swiss,
    /// The first two meet in a final, in which the first is twice to beat.
    SwissToFinal,
    /// Rounds of a club by the Keizer system.
    Keizer,
    /// An arena that lasts as long as there is time, otherwise an hour and a half.
    Arena,
    /// A ladder that officials end.
    Ladder,
    /// The first two of each group cross over.
    GroupsToKnockout,
    RoundRobin,
    DoubleRoundRobin,
    SingleElimination,
    DoubleElimination,
    /// A number of Swiss days, up to a hundred, from each of which the first advance to a knock-out.
    QualifierDays(usize),
    /// Fixed board groups with this many boards; the first two teams meet in a Scheveningen final.
    TeamEvent {
        boards: usize,
    },
}

impl Template {
    /// The plan. [`Plan::check`] tells whether it suits the number of entrants.
    ///
    /// A Swiss or Keizer stage has [`swiss_rounds`] rounds if there is time, otherwise as many as there is time for, but at least
    /// enough for a single entrant without a loss.
    pub fn plan(self, wishes: &Wishes) -> Plan {
        match self {
            Template::Swiss => fitting(wishes, wishes.entrants, |rounds| vec![swiss(rounds)]),
            Template::SwissToFinal => fitting(wishes, wishes.entrants, swiss_to_final),
            Template::Keizer => fitting(wishes, wishes.entrants, |rounds| vec![keizer(rounds)]),
            Template::Arena => players(vec![arena(wishes)]),
            Template::Ladder => players(vec![ladder()]),
            Template::GroupsToKnockout => players(groups_to_knockout(wishes)),
            Template::RoundRobin => players(vec![round_robin(Cycles::Single)]),
            Template::DoubleRoundRobin => players(vec![round_robin(Cycles::Double)]),
            Template::SingleElimination => players(vec![knockout(
                "Knock-out",
                registered(),
                seeded(Shape::THIRD_PLACE),
                wishes,
            )]),
            Template::DoubleElimination => players(vec![knockout(
                "Double elimination",
                registered(),
                seeded(Shape::DOUBLE),
                wishes,
            )]),
            Template::QualifierDays(days) => {
                let days = days.min(100);
                let smallest = wishes.entrants / days.max(1);
                fitting(wishes, smallest, |rounds| qualifier_days(wishes, days, rounds))
            }
            Template::TeamEvent { boards } => team_event(boards),
        }
    }
}

/// The number of Swiss rounds with enough time: as many as leave one entrant without a loss, and two more to determine
/// the next places; not more than there are opponents.
pub const fn swiss_rounds(entrants: usize) -> usize {
    let opponents = entrants.saturating_sub(1);
    let wanted = least_rounds(entrants) + 2;
    let rounds = if wanted < opponents { wanted } else { opponents };
    if rounds == 0 { 1 } else { rounds }
}

/// The number of rounds that leave one entrant without a loss.
const fn least_rounds(entrants: usize) -> usize {
    if entrants < 2 { 1 } else { (entrants - 1).ilog2() as usize + 1 }
}

const fn players(stages: Vec<Stage>) -> Plan {
    Plan { unit: Unit::Players, stages }
}

/// The plan with the most Swiss rounds that fit into the time.
fn fitting(wishes: &Wishes, in_swiss: usize, stages: impl Fn(usize) -> Vec<Stage>) -> Plan {
    let least = least_rounds(in_swiss);
    let mut rounds = swiss_rounds(in_swiss).max(least);
    loop {
        let plan = players(stages(rounds));
        let schedule = plan.schedule(wishes.entrants, &wishes.timing);
        let fits = wishes
            .minutes
            .is_none_or(|minutes| schedule.is_ok_and(|schedule| schedule.minutes <= minutes));
        if fits || rounds <= least {
            return plan;
        }
        rounds -= 1;
    }
}

fn registered() -> Vec<Source> {
    vec![Source::Registration]
}

fn swiss(rounds: usize) -> Stage {
    Stage::new("Swiss", registered(), System::Swiss { rounds })
}

fn keizer(rounds: usize) -> Stage {
    let rules = Rules::default();
    Stage::new("Keizer", registered(), System::Keizer { rounds, rules })
}

/// The minutes of an arena if nothing is said.
const ARENA_MINUTES: u32 = 90;

fn arena(wishes: &Wishes) -> Stage {
    let minutes =
        wishes.minutes.map_or(ARENA_MINUTES, |most| u32::try_from(most).unwrap_or(u32::MAX));
    let rules = super::super::arena::Rules::default();
    Stage::new("Arena", registered(), System::Arena { minutes, rules })
}

fn ladder() -> Stage {
    let rules = super::super::ladder::Rules::default();
    Stage::new("Ladder", registered(), System::Ladder { rules })
}

fn round_robin(cycles: Cycles) -> Stage {
    Stage::new(
        "Round robin",
        registered(),
        System::RoundRobin { groups: 1, cycles, lot: None, drawn: false },
    )
}

const fn seeded(shape: Shape) -> System {
    System::Knockout { shape, draw: Draw::Seeded }
}

fn knockout(name: &str, sources: Vec<Source>, system: System, wishes: &Wishes) -> Stage {
    Stage { series: wishes.series.clone(), ..Stage::new(name, sources, system) }
}

fn swiss_to_final(rounds: usize) -> Vec<Stage> {
    let sources = vec![Source::Top { of: StageId(0), each: 2 }];
    let last = Stage::new("Final", sources, seeded(Shape::SINGLE));
    let last = Stage { series: Series::twice_to_beat(), ..last };
    vec![swiss(rounds), last]
}

/// As many groups as can cross over with at least four entrants each; two for fewer than eight.
fn groups_to_knockout(wishes: &Wishes) -> Vec<Stage> {
    let most = (wishes.entrants / 4).max(2);
    let groups = 1 << most.ilog2();
    let system = System::RoundRobin { groups, cycles: Cycles::Single, lot: None, drawn: false };
    let sources = vec![Source::Top { of: StageId(0), each: 2 }];
    let system_after = System::Knockout { shape: Shape::THIRD_PLACE, draw: Draw::CrossOver };
    let last = knockout("Knock-out", sources, system_after, wishes);
    vec![Stage::new("Groups", registered(), system), last]
}

/// Eight in the final stage, or one per day if there are more days.
fn qualifier_days(wishes: &Wishes, days: usize, rounds: usize) -> Vec<Stage> {
    let each = (8 / days.max(1)).min(wishes.entrants / days.max(1) / 2).max(1);
    let day = |day: usize| {
        let name = format!("Qualifier day {}", day + 1);
        Stage::new(&name, registered(), System::Swiss { rounds })
    };
    let mut stages: Vec<Stage> = (0..days).map(day).collect();
    let sources = (0..days).map(|day| Source::Top { of: StageId(day), each }).collect();
    let shape = if days * each < 4 { Shape::SINGLE } else { Shape::THIRD_PLACE };
    let system = System::Knockout { shape, draw: Draw::Spread };
    stages.push(knockout("Final", sources, system, wishes));
    stages
}

fn team_event(boards: usize) -> Plan {
    let groups = System::BoardGroups { cycles: Cycles::Single };
    let sources = vec![Source::Top { of: StageId(0), each: 2 }];
    let stages = vec![
        Stage::new("Board groups", registered(), groups),
        Stage::new("Championship", sources, System::Scheveningen),
    ];
    Plan { unit: Unit::Teams { boards }, stages }
}
