//! Validates and applies facts about teams.

use swiss::series::Side;
use swiss::teams::LineUp;

use super::super::{Contest, EntrantId, EntrantStatus, RegisteredEntrant, TableId};
use super::{BoardPlayers, Team, TeamMatch};

impl Contest {
    /// Places in a roster are never reused once somebody may have played from them.
    pub(in crate::contest) fn can_amend_team(&self, entrant: EntrantId, team: &Team) -> bool {
        let known = self.entrant(entrant).and_then(|one| one.team.as_ref());
        let keeps =
            |known: &Team| !self.has_started_stage() || known.members.len() <= team.members.len();
        known.is_some_and(keeps) && self.to_swiss_team(team).is_some()
    }

    pub(in crate::contest) fn can_set_line_up(
        &self,
        at: TableId,
        side: Side,
        players: &BoardPlayers,
    ) -> bool {
        let meeting = self.published_meeting(at.game(0)).filter(|one| one.team.is_some());
        let team = meeting.and_then(|one| self.entrant(one.entrant_on(side)));
        let team = team.and_then(|one| self.to_swiss_team(one.team.as_ref()?));
        team.is_some_and(|team| LineUp::new(&team, players.0.clone()).is_ok())
    }

    pub(in crate::contest) fn apply_team_registration(
        &mut self,
        team: &Team,
        waiting: bool,
    ) -> Option<()> {
        let standing = if waiting { EntrantStatus::Waiting } else { EntrantStatus::Active };
        let person = team.as_entrant(self.settings.team_boards()?);
        self.entrants.push(RegisteredEntrant::new(person, Some(team.clone()), standing));
        Some(())
    }

    pub(in crate::contest) fn apply_team_change(
        &mut self,
        entrant: EntrantId,
        team: &Team,
    ) -> Option<()> {
        let person = team.as_entrant(self.settings.team_boards()?);
        let one = self.entrant_mut(entrant)?;
        one.person = person;
        one.team = Some(team.clone());
        Some(())
    }

    pub(in crate::contest) fn match_mut(&mut self, at: TableId) -> Option<&mut TeamMatch> {
        self.meeting_mut(at.game(0))?.team.as_mut()
    }
}
