//! The rounds, boards, games and time that an event takes.

use super::super::knockout::{Knockout, seeded};
use super::super::round_robin;
use super::count::group_sizes;
use super::{Fault, Plan, Stage, StageId, System, Unit};

/// The duration of games, and how many can be played at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// The longest duration of a game, with both clocks and the set-up.
    pub game_minutes: u32,
    /// From the end of a game to the beginning of the next.
    pub pause_minutes: u32,
    /// How many games can be played at once; `None` for any number.
    pub boards: Option<usize>,
}

/// What a stage takes, if no game is drawn that somebody has to win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageEstimate {
    pub stage: StageId,
    /// The number of entrants.
    pub entrants: usize,
    pub rounds: usize,
    /// The number of simultaneous games per round; with fewer boards a round takes several sittings.
    pub boards_by_round: Vec<usize>,
    /// The number of games in its largest round.
    pub boards: usize,
    /// The number of games one after another.
    pub sittings: usize,
    /// Least and most.
    pub games: (usize, usize),
    /// From the start of the first game to the end of the last.
    pub minutes: u64,
}

/// What an event takes, with its stages one after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub stages: Vec<StageEstimate>,
    pub rounds: usize,
    pub boards: usize,
    pub games: (usize, usize),
    pub minutes: u64,
}

impl Plan {
    /// What the plan takes if this many register.
    pub fn schedule(&self, registered: usize, timing: &Timing) -> Result<Schedule, Vec<Fault>> {
        let faults = self.check(registered);
        if !faults.is_empty() {
            return Err(faults);
        }
        let order = self.order().map_err(|circle| vec![Fault::Circle(circle)])?;
        let counts = self.counts(&order, registered);
        let of = |id: &StageId| estimate(*id, &self.stages[id.0], self.unit, counts[id.0], timing);
        let stages: Vec<StageEstimate> = order.iter().map(of).collect();
        let sum = |part: fn(&StageEstimate) -> usize| stages.iter().map(part).sum();
        Ok(Schedule {
            rounds: sum(|stage| stage.rounds),
            boards: stages.iter().map(|stage| stage.boards).max().unwrap_or(0),
            games: (sum(|stage| stage.games.0), sum(|stage| stage.games.1)),
            minutes: whole_minutes(&stages, timing),
            stages,
        })
    }
}

/// The stages one after another, with a pause between two: what an arena lasts does not depend on its games.
fn whole_minutes(stages: &[StageEstimate], timing: &Timing) -> u64 {
    let played = || stages.iter().filter(|stage| stage.sittings > 0);
    let pauses = played().count().saturating_sub(1) as u64;
    let games = played().fold(0_u64, |sum, stage| sum.saturating_add(stage.minutes));
    games.saturating_add(pauses.saturating_mul(u64::from(timing.pause_minutes)))
}

fn minutes(sittings: usize, timing: &Timing) -> u64 {
    let pauses = sittings.saturating_sub(1) as u64;
    let games = (sittings as u64).saturating_mul(u64::from(timing.game_minutes));
    games.saturating_add(pauses.saturating_mul(u64::from(timing.pause_minutes)))
}

fn estimate(
    id: StageId,
    stage: &Stage,
    unit: Unit,
    entrants: usize,
    timing: &Timing,
) -> StageEstimate {
    let (meetings, not_needed) = meetings(&stage.system, entrants, unit);
    let boards_each = match (unit, stage.system) {
        (Unit::Teams { boards }, System::Scheveningen | System::BoardGroups { .. }) => {
            boards.min(1)
        }
        (Unit::Teams { boards }, _) => boards,
        (Unit::Players, _) => 1,
    };
    let length = stage.series.length();
    let (least, planned) = (length.least as usize, length.planned as usize);
    let at_once = |meetings: usize| meetings * boards_each;
    let available = timing.boards.unwrap_or(usize::MAX).max(1);
    let sittings_of = |boards: &usize| boards.div_ceil(available) * planned;
    let boards_by_round: Vec<usize> = meetings.iter().map(|meetings| at_once(*meetings)).collect();
    let all: usize = boards_by_round.iter().sum();
    let sittings = boards_by_round.iter().map(sittings_of).sum();
    if let System::Arena { minutes, .. } = stage.system {
        return arena_estimate(id, entrants, minutes, timing);
    }
    if let System::Ladder { rules } = stage.system {
        return ladder_estimate(id, entrants, rules.days, timing);
    }
    StageEstimate {
        stage: id,
        entrants,
        rounds: meetings.len(),
        boards: boards_by_round.iter().copied().max().unwrap_or(0),
        boards_by_round,
        sittings,
        games: ((all - at_once(not_needed)) * least, all * planned),
        minutes: minutes(sittings, timing),
    }
}

/// An arena is one round that grows: as many games at once as there are pairs and boards, until the clock ends it.
fn arena_estimate(id: StageId, entrants: usize, lasts: u32, timing: &Timing) -> StageEstimate {
    let boards = (entrants / 2).min(timing.boards.unwrap_or(usize::MAX).max(1));
    let each = timing.game_minutes.saturating_add(timing.pause_minutes).max(1);
    let sittings = lasts.div_ceil(each).max(1) as usize;
    StageEstimate {
        stage: id,
        entrants,
        rounds: 1,
        boards,
        boards_by_round: vec![boards],
        sittings,
        games: (boards, boards * sittings),
        minutes: u64::from(lasts),
    }
}

/// A ladder is one round that grows; how many games it has, players decide.
fn ladder_estimate(id: StageId, entrants: usize, days: u32, timing: &Timing) -> StageEstimate {
    let boards = (entrants / 2).min(timing.boards.unwrap_or(usize::MAX).max(1));
    StageEstimate {
        stage: id,
        entrants,
        rounds: 1,
        boards,
        boards_by_round: vec![boards],
        sittings: 1,
        games: (0, entrants / 2),
        minutes: u64::from(days) * MINUTES_OF_DAY,
    }
}

/// The minutes of a day.
const MINUTES_OF_DAY: u64 = 1_440;

/// The number of meetings in each round, and how many of them may turn out to be unnecessary.
fn meetings(system: &System, entrants: usize, unit: Unit) -> (Vec<usize>, usize) {
    let boards = match unit {
        Unit::Teams { boards } => boards,
        Unit::Players => 1,
    };
    match *system {
        System::Swiss { rounds } | System::Keizer { rounds, .. } => (vec![entrants / 2; rounds], 0),
        System::Arena { .. } | System::Ladder { .. } => (vec![entrants / 2], 0),
        System::RoundRobin { cycles, .. } => {
            let sizes = group_sizes(system, entrants);
            let last = sizes.iter().map(|size| round_robin::rounds(*size, cycles)).max();
            let of = |round: usize| -> usize {
                let meets = |size: &&usize| round < round_robin::rounds(**size, cycles);
                sizes.iter().filter(meets).map(|size| size / 2).sum()
            };
            ((0..last.unwrap_or(0)).map(of).collect(), 0)
        }
        System::BoardGroups { cycles } => {
            let rounds = round_robin::rounds(entrants, cycles);
            (vec![entrants / 2 * boards; rounds], 0)
        }
        System::Scheveningen => (vec![boards; boards], 0),
        System::Knockout { shape, .. } => {
            let field: Vec<usize> = (0..entrants).collect();
            let Ok(knockout) = Knockout::new(&seeded(&field), shape) else {
                return (Vec::new(), 0);
            };
            let (least, most) = knockout.match_count();
            (knockout.rounds().iter().map(Vec::len).collect(), most - least)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;
    use crate::arena::Rules;

    const TIMING: Timing = Timing { game_minutes: 60, pause_minutes: 10, boards: None };

    fn minutes_of(systems: &[System]) -> u64 {
        let stage = |system: &System| Stage::new("Stage", vec![Source::Registration], *system);
        let plan = Plan { unit: Unit::Players, stages: systems.iter().map(stage).collect() };
        plan.schedule(8, &TIMING).expect("a plan that can be played").minutes
    }

    #[test]
    fn an_arena_lasts_as_long_as_its_clock() {
        let arena = System::Arena { minutes: 90, rules: Rules::default() };
        assert_eq!(minutes_of(&[arena]), 90);
    }

    #[test]
    fn rounds_follow_each_other_after_a_pause() {
        assert_eq!(minutes_of(&[System::Swiss { rounds: 3 }]), 3 * 60 + 2 * 10);
    }
}
