//! Who is kept apart, as it is sent and shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contest::{EntrantId, KeptApart, MOST_ROUNDS_APART};
use crate::service::Error;
use crate::service::contests::no_number;

/// Entrants who do not meet each other.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "a list of entrants, or an object with `entrants` and `rounds`")]
pub enum ApartGroup {
    /// In no Swiss round.
    Always(Vec<u32>),
    /// In none of the first ones.
    First(FirstApart),
}

/// Entrants who do not meet in the first Swiss rounds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstApart {
    pub entrants: Vec<u32>,
    /// So many.
    #[schema(minimum = 1, maximum = 1000)]
    pub rounds: usize,
}

impl TryFrom<ApartGroup> for KeptApart {
    type Error = Error;

    fn try_from(group: ApartGroup) -> Result<KeptApart, Error> {
        let (entrants, rounds) = match group {
            ApartGroup::Always(entrants) => (entrants, None),
            ApartGroup::First(FirstApart { entrants, rounds }) => (entrants, Some(rounds)),
        };
        if rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS_APART).contains(&rounds)) {
            let most = u32::try_from(MOST_ROUNDS_APART).unwrap_or(u32::MAX);
            return Err(no_number("groups", most));
        }
        Ok(KeptApart { entrants: entrants.into_iter().map(EntrantId).collect(), rounds })
    }
}

impl From<&KeptApart> for ApartGroup {
    fn from(group: &KeptApart) -> ApartGroup {
        let entrants = group.entrants.iter().map(|id| id.0).collect();
        match group.rounds {
            None => ApartGroup::Always(entrants),
            Some(rounds) => ApartGroup::First(FirstApart { entrants, rounds }),
        }
    }
}
