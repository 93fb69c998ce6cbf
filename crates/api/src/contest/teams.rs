//! Teams as they are registered over the API.

use adjutant_domain::contest::EntrantId;
use adjutant_service::contests::NewTeam;

use super::entrants::NewEntrantRequest;
use crate::prelude::*;

/// A team to register or change.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRequest {
    /// The number of the team to change; omitted for a new one. Ignored for captains, who change their own team.
    pub entrant: Option<u32>,
    pub name: String,
    #[serde(default)]
    pub club: String,
    #[serde(default)]
    pub province: String,
    /// The handle or name of a member or of a non-playing captain; the first member by default. A player who registers
    /// their own team is its captain.
    #[serde(default)]
    pub captain: String,
    /// In board order, alternates last.
    pub members: Vec<NewEntrantRequest>,
}

impl From<TeamRequest> for NewTeam {
    fn from(sent: TeamRequest) -> NewTeam {
        let TeamRequest { entrant, name, club, province, captain, members } = sent;
        let members = members.into_iter().map(Into::into).collect();
        NewTeam { entrant: entrant.map(EntrantId), name, club, province, captain, members }
    }
}
