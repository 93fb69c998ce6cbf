//! The participation of an actor in an event, as an entrant or in a team.

use crate::access::Actor;
use adjutant_domain::contest::teams::{TeamError, TeamRole};
use adjutant_domain::contest::{Contest, ContestError, ContestFact, EntrantId, GameSlot};
use swiss::series::GameResult;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Participation {
    NotParticipating,
    Entrant(EntrantId),
    TeamMember(TeamRole),
}

impl Participation {
    pub fn of_actor(contest: &Contest, actor: &Actor) -> Participation {
        let Some(player) = actor.player else { return Participation::NotParticipating };
        let found = contest.numbered_entrants().find(|(_, one)| one.person.player == player);
        let of_team = || {
            contest
                .team_role_of(player)
                .map_or(Participation::NotParticipating, Participation::TeamMember)
        };
        found.map_or_else(of_team, |(id, _)| Participation::Entrant(id))
    }

    /// The entrant, or the entrant's team.
    pub const fn entrant_id(self) -> Option<EntrantId> {
        match self {
            Participation::NotParticipating => None,
            Participation::Entrant(id) => Some(id),
            Participation::TeamMember(role) => Some(role.team),
        }
    }

    /// The entrant for which the actor may act: themselves, or the team they captain.
    pub const fn represented_entrant(self) -> Result<EntrantId, ContestError> {
        match self {
            Participation::NotParticipating => Err(ContestError::NotAtThisTable),
            Participation::Entrant(id) => Ok(id),
            Participation::TeamMember(role) if role.is_captain => Ok(role.team),
            Participation::TeamMember(_) => Err(ContestError::Team(TeamError::NotCaptain)),
        }
    }

    /// The facts of a result report by the actor.
    pub fn report_result(
        self,
        contest: &Contest,
        spot: GameSlot,
        result: GameResult,
    ) -> Result<Vec<ContestFact>, ContestError> {
        match self {
            Participation::NotParticipating => Err(ContestError::NotAtThisTable),
            Participation::Entrant(id) => contest.report_result(spot, id, result),
            Participation::TeamMember(role) => contest.report_board_result(spot, role, result),
        }
    }
}
