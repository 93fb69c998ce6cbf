//! What is told of teams: whether it stands on what was told before, and what it adds.

use swiss::teams::LineUp;

use super::super::{Contest, Fact, Registered, Standing};
use super::Table;

impl Contest {
    /// Whether a fact about teams stands on those before it.
    pub(in crate::contest) fn makes_sense_of_teams(&self, fact: &Fact) -> bool {
        match fact {
            Fact::TeamEntered { team, .. } => self.of_boards(team).is_some(),
            Fact::TeamAmended { entrant, team } => {
                let known = self.entrant(*entrant).and_then(|one| one.team.as_ref());
                // Places in a roster are never given to others once somebody may have played from them.
                let keeps = |known: &super::Team| {
                    !self.has_any_begun() || known.members.len() <= team.members.len()
                };
                known.is_some_and(keeps) && self.of_boards(team).is_some()
            }
            Fact::LinedUp { at, side, players } => {
                let meeting = self.published(at.spot()).filter(|one| one.team.is_some());
                let team = meeting.and_then(|one| self.entrant(one.of_side(*side)));
                let team = team.and_then(|one| self.of_boards(one.team.as_ref()?));
                team.is_some_and(|team| LineUp::new(&team, players.0.clone()).is_ok())
            }
            Fact::Released(at) => self.published(at.spot()).is_some_and(|one| one.team.is_some()),
            _ => false,
        }
    }

    /// Adds a fact about teams; `None` where it stands on nothing.
    pub(in crate::contest) fn add_of_team(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::TeamEntered { team, waiting } => {
                let standing = if *waiting { Standing::Waiting } else { Standing::In };
                let person = team.face(self.settings.team_boards()?);
                let team = Some((**team).clone());
                self.entrants.push(Registered::new(person, team, standing));
            }
            Fact::TeamAmended { entrant, team } => {
                let person = team.face(self.settings.team_boards()?);
                let one = self.one(*entrant)?;
                one.person = person;
                one.team = Some((**team).clone());
            }
            Fact::LinedUp { at, side, players } => {
                self.match_mut(*at)?.hand_in(*side, players.clone());
            }
            Fact::Released(at) => self.match_mut(*at)?.release(),
            _ => return None,
        }
        Some(())
    }

    fn match_mut(&mut self, at: Table) -> Option<&mut super::TeamMatch> {
        self.meeting_mut(at.spot())?.team.as_mut()
    }
}
