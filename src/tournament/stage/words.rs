//! Faults of a plan in words: what is wrong, and what helps.

use super::{Fault, Plan, StageId};

impl Plan {
    fn name(&self, id: StageId) -> &str {
        self.stages.get(id.0).map_or("?", |stage| stage.name.as_str())
    }

    /// A fault of this plan in words.
    #[must_use]
    pub fn words(&self, fault: &Fault) -> String {
        let name = |id: &StageId| self.name(*id);
        match fault {
            Fault::NoStage => "The event has no stage; add one.".to_owned(),
            Fault::TooLarge(stage) => {
                format!("A number of {} is above 10,000; choose a smaller one.", name(stage))
            }
            Fault::SameName(one, other) => format!(
                "Stages {} and {} are both called {}; give one of them another name.",
                one.0 + 1,
                other.0 + 1,
                name(one)
            ),
            Fault::NobodyEnters(stage) => format!(
                "Nobody enters {}; let players register for it, or say from which stage they come.",
                name(stage)
            ),
            Fault::UnknownStage { stage, named } => format!(
                "{} takes from stage {}, which there is not; name one of the event's stages.",
                name(stage),
                named.0 + 1
            ),
            Fault::Circle(stages) => {
                let names: Vec<&str> = stages.iter().map(name).collect();
                format!(
                    "{} wait for each other; let one of them begin without the others.",
                    names.join(", ")
                )
            }
            Fault::EntersTwice(stage) => format!(
                "Two sources of {} name the same entrants; take one of them out.",
                name(stage)
            ),
            Fault::NeedsTeams(stage) => {
                format!(
                    "{} is played by teams; let teams enter, with a number of boards.",
                    name(stage)
                )
            }
            Fault::NeedsTwoTeams { stage, entrants } => {
                format!("{} is for two teams, and {entrants} enter; send two on.", name(stage))
            }
            Fault::Series { stage, fault } => format!("{}: {fault}.", name(stage)),
            Fault::MoreThanThere { .. }
            | Fault::PlacesShared { .. }
            | Fault::NoWinners { .. }
            | Fault::TooFew { .. }
            | Fault::NoRound(_)
            | Fault::MoreRoundsThanOpponents { .. }
            | Fault::NoCrossOver(_)
            | Fault::NoGroups(_)
            | Fault::NeverSoMany { .. }
            | Fault::MayEndTied(_) => self.words_of_sizes(fault),
        }
    }

    /// Those that come of how many there are.
    fn words_of_sizes(&self, fault: &Fault) -> String {
        let name = |id: &StageId| self.name(*id);
        match fault {
            Fault::MoreThanThere { stage, of, asked, there } => format!(
                "{asked} are to go on from {} to {}, and there are {there}; let fewer go on.",
                name(of),
                name(stage)
            ),
            Fault::PlacesShared { stage, of, decided } => format!(
                "{} tells who has the first {decided} places, and {} asks for more; let fewer go on, or play for \
                 lower places.",
                name(of),
                name(stage)
            ),
            Fault::NoWinners { stage, of } => format!(
                "{} takes winners or losers of {}, which is no knock-out; let the first of it go on.",
                name(stage),
                name(of)
            ),
            Fault::TooFew { stage, entrants, needs } => format!(
                "{entrants} enter {}, which takes {needs} at least; let more enter, or make fewer groups.",
                name(stage)
            ),
            Fault::NoRound(stage) => format!("{} has no round; give it at least one.", name(stage)),
            Fault::MoreRoundsThanOpponents { stage, rounds, most } => format!(
                "{} has {rounds} rounds, and nobody has opponents for more than {most}; play fewer.",
                name(stage)
            ),
            Fault::NoCrossOver(stage) => format!(
                "Those who enter {} do not cross over; let the first two of 2, 4 or 8 groups enter, or have them \
                 drawn apart.",
                name(stage)
            ),
            Fault::NoGroups(stage) => format!(
                "Some who enter {} come from no group that one could keep apart; draw by seeds.",
                name(stage)
            ),
            Fault::NeverSoMany { stage, left } => format!(
                "{} cannot end with {left} left; choose 1, 2, 4, ... and fewer than enter, and play for the third \
                 place only where it ends with 1.",
                name(stage)
            ),
            Fault::MayEndTied(stage) => format!(
                "A meeting of {} can end with both equal; say what follows then: play on, an armageddon, or who \
                 goes on.",
                name(stage)
            ),
            // Every other fault has its words above.
            other => self.words(other),
        }
    }
}
