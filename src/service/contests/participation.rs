//! What somebody is in an event himself: an entrant, or one of a team.

use crate::contest::teams::{TeamError, TeamRole};
use crate::contest::{Contest, ContestError, ContestFact, EntrantId, GameSlot};
use crate::service::access::Actor;
use swiss::series::GameResult;

/// What an actor is in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Participation {
    /// Nobody who takes part.
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

    /// His number, or that of his team.
    pub const fn entrant_id(self) -> Option<EntrantId> {
        match self {
            Participation::NotParticipating => None,
            Participation::Entrant(id) => Some(id),
            Participation::TeamMember(role) => Some(role.team),
        }
    }

    /// For whom he may speak: for himself, or as its captain for his team.
    pub const fn represented_entrant(self) -> Result<EntrantId, ContestError> {
        match self {
            Participation::NotParticipating => Err(ContestError::NotAtThisTable),
            Participation::Entrant(id) => Ok(id),
            Participation::TeamMember(role) if role.is_captain => Ok(role.team),
            Participation::TeamMember(_) => Err(ContestError::Team(TeamError::NotCaptain)),
        }
    }

    /// What he says of a game.
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
