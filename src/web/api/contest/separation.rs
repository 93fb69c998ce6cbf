//! Who is kept apart, as it is sent and shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use adjutant_domain::contest::{EntrantId, MAX_PROHIBITED_ROUNDS, ProhibitedGroup};
use adjutant_service::Error;
use adjutant_service::contests::invalid_number;

/// Entrants who must not be paired with each other.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "a list of entrants, or an object with `entrants` and `rounds`")]
pub enum SeparationGroup {
    /// In no Swiss round.
    Always(Vec<u32>),
    /// In none of the first ones.
    First(FirstRoundsSeparation),
}

/// Entrants who must not be paired in the first Swiss rounds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstRoundsSeparation {
    pub entrants: Vec<u32>,
    /// The number of rounds.
    #[schema(minimum = 1, maximum = 1000)]
    pub rounds: usize,
}

impl TryFrom<SeparationGroup> for ProhibitedGroup {
    type Error = Error;

    fn try_from(group: SeparationGroup) -> Result<ProhibitedGroup, Error> {
        let (entrants, rounds) = match group {
            SeparationGroup::Always(entrants) => (entrants, None),
            SeparationGroup::First(FirstRoundsSeparation { entrants, rounds }) => {
                (entrants, Some(rounds))
            }
        };
        if rounds.is_some_and(|rounds| !(1..=MAX_PROHIBITED_ROUNDS).contains(&rounds)) {
            let most = u32::try_from(MAX_PROHIBITED_ROUNDS).unwrap_or(u32::MAX);
            return Err(invalid_number("groups", most));
        }
        Ok(ProhibitedGroup { entrants: entrants.into_iter().map(EntrantId).collect(), rounds })
    }
}

impl From<&ProhibitedGroup> for SeparationGroup {
    fn from(group: &ProhibitedGroup) -> SeparationGroup {
        let entrants = group.entrants.iter().map(|id| id.0).collect();
        match group.rounds {
            None => SeparationGroup::Always(entrants),
            Some(rounds) => SeparationGroup::First(FirstRoundsSeparation { entrants, rounds }),
        }
    }
}
