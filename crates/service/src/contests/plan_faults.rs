//! Explains the faults of an event's stage plan and what to do.

use crate::messages::LocalizedMessage;
use crate::refusals;
use swiss::series::SeriesFault;
use swiss::stage::{Fault, StageId};

/// Explains a fault of a plan; `stages` are the names of its stages.
pub fn plan_fault_message(stages: &[String], fault: &Fault) -> LocalizedMessage {
    let name = |id: &StageId| stages.get(id.0).map_or("?", String::as_str);
    match fault {
        Fault::NoStage => refusals::PLAN_NO_STAGE.into(),
        Fault::TooLarge(stage) => refusal!(PLAN_TOO_LARGE, stage = name(stage)),
        Fault::SameName(one, other) => {
            refusal!(PLAN_SAME_NAME, one = one.0 + 1, other = other.0 + 1, stage = name(one))
        }
        Fault::NobodyEnters(stage) => refusal!(PLAN_NOBODY_ENTERS, stage = name(stage)),
        Fault::UnknownStage { stage, named } => {
            refusal!(PLAN_UNKNOWN_STAGE, stage = name(stage), number = named.0 + 1)
        }
        Fault::Circle(stages) => {
            let names: Vec<&str> = stages.iter().map(name).collect();
            refusal!(PLAN_CIRCLE, stages = names.join(", "))
        }
        Fault::EntersTwice(stage) => refusal!(PLAN_ENTERS_TWICE, stage = name(stage)),
        Fault::NeedsTeams(stage) => refusal!(PLAN_NEEDS_TEAMS, stage = name(stage)),
        Fault::NeedsTwoTeams { stage, entrants } => {
            refusal!(PLAN_NEEDS_TWO_TEAMS, stage = name(stage), entrants)
        }
        Fault::Series { stage, fault } => {
            let why = match fault {
                SeriesFault::NoGame => refusals::SERIES_NO_GAME,
                SeriesFault::PointsOutOfOrder => refusals::SERIES_POINTS,
                SeriesFault::NeverReached => refusals::SERIES_NEVER_REACHED,
            };
            refusal!(PLAN_SERIES, stage = name(stage), why)
        }
        // The others depend on the number of entrants.
        Fault::MoreThanThere { stage, of, asked, there } => {
            refusal!(PLAN_MORE_THAN_THERE, asked, of = name(of), stage = name(stage), there)
        }
        Fault::PlacesShared { stage, of, decided } => {
            refusal!(PLAN_PLACES_SHARED, of = name(of), decided, stage = name(stage))
        }
        Fault::NoWinners { stage, of } => {
            refusal!(PLAN_NO_WINNERS, stage = name(stage), of = name(of))
        }
        Fault::TooFew { stage, entrants, needs } => {
            refusal!(PLAN_TOO_FEW, entrants, stage = name(stage), needs)
        }
        Fault::NoRound(stage) => refusal!(PLAN_NO_ROUND, stage = name(stage)),
        Fault::MoreRoundsThanOpponents { stage, rounds, most } => {
            refusal!(PLAN_MORE_ROUNDS, stage = name(stage), rounds, most)
        }
        Fault::NoCrossOver(stage) => refusal!(PLAN_NO_CROSS_OVER, stage = name(stage)),
        Fault::NoGroups(stage) => refusal!(PLAN_NO_GROUPS, stage = name(stage)),
        Fault::NeverSoMany { stage, left } => {
            refusal!(PLAN_NEVER_SO_MANY, stage = name(stage), left)
        }
        Fault::MayEndTied(stage) => refusal!(PLAN_MAY_END_TIED, stage = name(stage)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_stages_and_what_helps() {
        let stages = ["Swiss".to_owned(), "Final".to_owned()];
        let of = |fault: &Fault| plan_fault_message(&stages, fault).to_string();
        let twice = Fault::SameName(StageId(0), StageId(1));
        assert_eq!(of(&twice), "Stages 1 and 2 are both called Swiss. Rename one of them.");
        let fault = SeriesFault::NeverReached;
        let words = of(&Fault::Series { stage: StageId(1), fault });
        assert!(words.starts_with("Final: Something follows"), "{words}");
        let fewer = Fault::MoreRoundsThanOpponents { stage: StageId(0), rounds: 9, most: 7 };
        assert!(of(&fewer).contains("has 9 rounds") && of(&fewer).ends_with("Play fewer."));
        assert!(of(&Fault::NoRound(StageId(7))).starts_with("? has no round"));
    }
}
