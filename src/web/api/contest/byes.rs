//! Who has a bye in a round.

use serde::Serialize;
use utoipa::ToSchema;

use adjutant_domain::contest::{EntrantId, RequestedBye};

/// Somebody with a bye.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeItem {
    pub entrant: u32,
    pub name: String,
}

/// Somebody with a bye that they asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequestedByeItem {
    pub entrant: u32,
    pub name: String,
    /// `half`, `zero` or `full`: whose points it is worth.
    pub bye: &'static str,
}

impl From<(EntrantId, String)> for ByeItem {
    fn from((id, name): (EntrantId, String)) -> ByeItem {
        ByeItem { entrant: id.0, name }
    }
}

impl From<(EntrantId, String, RequestedBye)> for RequestedByeItem {
    fn from((id, name, bye): (EntrantId, String, RequestedBye)) -> RequestedByeItem {
        let bye = match bye {
            RequestedBye::Half => "half",
            RequestedBye::Zero => "zero",
            RequestedBye::Full => "full",
        };
        RequestedByeItem { entrant: id.0, name, bye }
    }
}
