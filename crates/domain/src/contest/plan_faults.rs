//! Explains the faults of an event's stage plan and what to do.

use swiss::series::SeriesFault;
use swiss::stage::{Fault, StageId};

use crate::message::{Message, message};

/// Explains a fault of a plan; `stages` are the names of its stages.
pub fn plan_fault_message(stages: &[String], fault: &Fault) -> Message {
    let name = |id: &StageId| stages.get(id.0).map_or("?", String::as_str);
    match fault {
        Fault::NoStage => message!("refused-plan-no-stage"),
        Fault::TooLarge(stage) => message!("refused-plan-too-large", stage = name(stage)),
        Fault::SameName(one, other) => {
            message!(
                "refused-plan-same-name",
                one = one.0 + 1,
                other = other.0 + 1,
                stage = name(one)
            )
        }
        Fault::NobodyEnters(stage) => message!("refused-plan-nobody-enters", stage = name(stage)),
        Fault::UnknownStage { stage, named } => {
            message!("refused-plan-unknown-stage", stage = name(stage), number = named.0 + 1)
        }
        Fault::Circle(stages) => {
            let stages = stages.iter().map(name).collect::<Vec<_>>().join(", ");
            message!("refused-plan-circle", stages)
        }
        Fault::EntersTwice(stage) => message!("refused-plan-enters-twice", stage = name(stage)),
        Fault::NeedsTeams(stage) => message!("refused-plan-needs-teams", stage = name(stage)),
        Fault::NeedsPlayers(stage) => message!("refused-plan-needs-players", stage = name(stage)),
        Fault::NeedsTwoTeams { stage, entrants } => {
            message!("refused-plan-needs-two-teams", stage = name(stage), entrants)
        }
        Fault::Series { stage, fault } => {
            let why = match fault {
                SeriesFault::NoGame => message!("refused-series-no-game"),
                SeriesFault::PointsOutOfOrder => message!("refused-series-points"),
                SeriesFault::NeverReached => message!("refused-series-never-reached"),
            };
            message!("refused-plan-series", stage = name(stage), why)
        }
        // The others depend on the number of entrants.
        Fault::MoreThanThere { stage, of, asked, there } => {
            message!(
                "refused-plan-more-than-there",
                asked,
                of = name(of),
                stage = name(stage),
                there
            )
        }
        Fault::PlacesShared { stage, of, decided } => {
            message!("refused-plan-places-shared", of = name(of), decided, stage = name(stage))
        }
        Fault::NoWinners { stage, of } => {
            message!("refused-plan-no-winners", stage = name(stage), of = name(of))
        }
        Fault::TooFew { stage, entrants, needs } => {
            message!("refused-plan-too-few", entrants, stage = name(stage), needs)
        }
        Fault::NoRound(stage) => message!("refused-plan-no-round", stage = name(stage)),
        Fault::MoreRoundsThanOpponents { stage, rounds, most } => {
            message!("refused-plan-more-rounds", stage = name(stage), rounds, most)
        }
        Fault::NoCrossOver(stage) => message!("refused-plan-no-cross-over", stage = name(stage)),
        Fault::NoGroups(stage) => message!("refused-plan-no-groups", stage = name(stage)),
        Fault::NeverSoMany { stage, left } => {
            message!("refused-plan-never-so-many", stage = name(stage), left)
        }
        Fault::MayEndTied(stage) => message!("refused-plan-may-end-tied", stage = name(stage)),
    }
}
