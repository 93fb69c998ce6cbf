//! Validates and applies facts about teams.

use swiss::teams::LineUp;

use super::super::{Contest, ContestFact, EntrantStatus, RegisteredEntrant};
use super::MatchTable;

impl Contest {
    /// Whether a fact about teams is valid after those before it.
    pub(in crate::contest) fn validate_team_fact(&self, fact: &ContestFact) -> bool {
        match fact {
            ContestFact::TeamRegistered { team, .. } => self.to_swiss_team(team).is_some(),
            ContestFact::TeamAmended { entrant, team } => {
                let known = self.entrant(*entrant).and_then(|one| one.team.as_ref());
                // Places in a roster are never reused once somebody may have played from them.
                let keeps = |known: &super::Team| {
                    !self.has_started_stage() || known.members.len() <= team.members.len()
                };
                known.is_some_and(keeps) && self.to_swiss_team(team).is_some()
            }
            ContestFact::LineUpSubmitted { at, side, players } => {
                let meeting =
                    self.published_meeting(at.first_game()).filter(|one| one.team.is_some());
                let team = meeting.and_then(|one| self.entrant(one.entrant_on(*side)));
                let team = team.and_then(|one| self.to_swiss_team(one.team.as_ref()?));
                team.is_some_and(|team| LineUp::new(&team, players.0.clone()).is_ok())
            }
            ContestFact::LineUpsReleased(at) => {
                self.published_meeting(at.first_game()).is_some_and(|one| one.team.is_some())
            }
            _ => false,
        }
    }

    /// Applies a fact about teams; `None` if it is invalid.
    pub(in crate::contest) fn apply_team_fact(&mut self, fact: &ContestFact) -> Option<()> {
        match fact {
            ContestFact::TeamRegistered { team, waiting } => {
                let standing =
                    if *waiting { EntrantStatus::Waiting } else { EntrantStatus::Active };
                let person = team.as_entrant(self.settings.team_boards()?);
                let team = Some((**team).clone());
                self.entrants.push(RegisteredEntrant::new(person, team, standing));
            }
            ContestFact::TeamAmended { entrant, team } => {
                let person = team.as_entrant(self.settings.team_boards()?);
                let one = self.entrant_mut(*entrant)?;
                one.person = person;
                one.team = Some((**team).clone());
            }
            ContestFact::LineUpSubmitted { at, side, players } => {
                self.match_mut(*at)?.set_line_up(*side, players.clone());
            }
            ContestFact::LineUpsReleased(at) => self.match_mut(*at)?.release(),
            _ => return None,
        }
        Some(())
    }

    fn match_mut(&mut self, at: MatchTable) -> Option<&mut super::TeamMatch> {
        self.meeting_mut(at.first_game())?.team.as_mut()
    }
}
