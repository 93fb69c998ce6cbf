//! The byes of a round.

use adjutant_domain::contest::{EntrantId, RequestedBye};

use crate::web::api::prelude::*;

/// An entrant with a bye.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByeItem {
    pub entrant: u32,
    pub name: String,
}

/// An entrant with a bye on request.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequestedByeItem {
    pub entrant: u32,
    pub name: String,
    /// What the bye is worth: the points of a draw (`half`), of a loss (`zero`) or of a win (`full`).
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
