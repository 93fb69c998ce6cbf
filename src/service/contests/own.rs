//! What somebody is in an event himself: an entrant, or one of a team.

use crate::contest::teams::{Role, TeamRefusal};
use crate::contest::{Contest, EntrantId, Fact, Refusal, Spot};
use crate::service::access::Actor;
use swiss::series::GameResult;

/// What an actor is in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    /// Nobody who takes part.
    Nobody,
    Entrant(EntrantId),
    OfTeam(Role),
}

impl Own {
    pub fn of(contest: &Contest, actor: &Actor) -> Own {
        let Some(player) = actor.player else { return Own::Nobody };
        let found = contest.numbered().find(|(_, one)| one.person.player == player);
        let of_team = || contest.role_of(player).map_or(Own::Nobody, Own::OfTeam);
        found.map_or_else(of_team, |(id, _)| Own::Entrant(id))
    }

    /// His number, or that of his team.
    pub const fn number(self) -> Option<EntrantId> {
        match self {
            Own::Nobody => None,
            Own::Entrant(id) => Some(id),
            Own::OfTeam(role) => Some(role.team),
        }
    }

    /// For whom he may speak: for himself, or as its captain for his team.
    pub const fn led(self) -> Result<EntrantId, Refusal> {
        match self {
            Own::Nobody => Err(Refusal::NotAtTable),
            Own::Entrant(id) => Ok(id),
            Own::OfTeam(role) if role.is_captain => Ok(role.team),
            Own::OfTeam(_) => Err(Refusal::Team(TeamRefusal::NotCaptain)),
        }
    }

    /// What he says of a game.
    pub fn say(
        self,
        contest: &Contest,
        spot: Spot,
        result: GameResult,
    ) -> Result<Vec<Fact>, Refusal> {
        match self {
            Own::Nobody => Err(Refusal::NotAtTable),
            Own::Entrant(id) => contest.say(spot, id, result),
            Own::OfTeam(role) => contest.say_of_board(spot, role, result),
        }
    }
}
