//! Explains the faults of an event's stage plan and what to do.

use crate::service::refusals;
use crate::service::said::Said;
use swiss::series::SeriesFault;
use swiss::stage::{Fault, StageId};

/// Explains a fault of a plan; `stages` are the names of its stages.
pub fn plan_fault_message(stages: &[String], fault: &Fault) -> Said {
    let name = |id: &StageId| stage_name(stages, *id);
    match fault {
        Fault::NoStage => refusals::PLAN_NO_STAGE_AT_ALL.into(),
        Fault::TooLarge(stage) => refusals::PLAN_TOO_LARGE.with([&name(stage)]),
        Fault::SameName(one, other) => {
            refusals::PLAN_SAME_NAME.with([&(one.0 + 1), &(other.0 + 1), &name(one)])
        }
        Fault::NobodyEnters(stage) => refusals::PLAN_NOBODY_ENTERS.with([&name(stage)]),
        Fault::UnknownStage { stage, named } => {
            refusals::PLAN_UNKNOWN_STAGE.with([&name(stage), &(named.0 + 1)])
        }
        Fault::Circle(stages) => {
            let names: Vec<&str> = stages.iter().map(name).collect();
            refusals::PLAN_CIRCLE.with([&names.join(", ")])
        }
        Fault::EntersTwice(stage) => refusals::PLAN_ENTERS_TWICE.with([&name(stage)]),
        Fault::NeedsTeams(stage) => refusals::PLAN_NEEDS_TEAMS.with([&name(stage)]),
        Fault::NeedsTwoTeams { stage, entrants } => {
            refusals::PLAN_NEEDS_TWO_TEAMS.with([&name(stage), entrants])
        }
        Fault::Series { stage, fault } => {
            let why = series_fault_message(*fault);
            refusals::PLAN_SERIES.with([&name(stage), &why]).naming("why", why)
        }
        other => size_fault_message(stages, other),
    }
}

fn stage_name(stages: &[String], id: StageId) -> &str {
    stages.get(id.0).map_or("?", String::as_str)
}

/// Explains the faults that depend on the number of entrants.
fn size_fault_message(stages: &[String], fault: &Fault) -> Said {
    let name = |id: &StageId| stage_name(stages, *id);
    match fault {
        Fault::MoreThanThere { stage, of, asked, there } => {
            refusals::PLAN_MORE_THAN_THERE.with([asked, &name(of), &name(stage), there])
        }
        Fault::PlacesShared { stage, of, decided } => {
            refusals::PLAN_PLACES_SHARED.with([&name(of), decided, &name(stage)])
        }
        Fault::NoWinners { stage, of } => refusals::PLAN_NO_WINNERS.with([&name(stage), &name(of)]),
        Fault::TooFew { stage, entrants, needs } => {
            refusals::PLAN_TOO_FEW.with([entrants, &name(stage), needs])
        }
        Fault::NoRound(stage) => refusals::PLAN_NO_ROUND.with([&name(stage)]),
        Fault::MoreRoundsThanOpponents { stage, rounds, most } => {
            refusals::PLAN_MORE_ROUNDS.with([&name(stage), rounds, most])
        }
        Fault::NoCrossOver(stage) => refusals::PLAN_NO_CROSS_OVER.with([&name(stage)]),
        Fault::NoGroups(stage) => refusals::PLAN_NO_GROUPS.with([&name(stage)]),
        Fault::NeverSoMany { stage, left } => {
            refusals::PLAN_NEVER_SO_MANY.with([&name(stage), left])
        }
        Fault::MayEndTied(stage) => refusals::PLAN_MAY_END_TIED.with([&name(stage)]),
        // All other faults are explained there.
        other => plan_fault_message(stages, other),
    }
}

fn series_fault_message(fault: SeriesFault) -> Said {
    let words = match fault {
        SeriesFault::NoGame => refusals::SERIES_NO_GAME,
        SeriesFault::PointsOutOfOrder => refusals::SERIES_POINTS,
        SeriesFault::NeverReached => refusals::SERIES_NEVER_REACHED,
    };
    words.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_stages_and_what_helps() {
        let stages = ["Swiss".to_owned(), "Final".to_owned()];
        let of = |fault: &Fault| plan_fault_message(&stages, fault).to_string();
        let twice = Fault::SameName(StageId(0), StageId(1));
        assert_eq!(
            of(&twice),
            "stages 1 and 2 are both called Swiss; give one of them another name"
        );
        let fault = SeriesFault::NeverReached;
        let words = of(&Fault::Series { stage: StageId(1), fault });
        assert!(words.starts_with("Final: something is to follow"), "{words}");
        let fewer = Fault::MoreRoundsThanOpponents { stage: StageId(0), rounds: 9, most: 7 };
        assert!(of(&fewer).contains("has 9 rounds") && of(&fewer).ends_with("play fewer"));
        assert!(of(&Fault::NoRound(StageId(7))).starts_with("? has no round"));
    }
}
