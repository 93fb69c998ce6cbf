//! Byes that players request.

use serde::{Deserialize, Serialize};
use swiss::entrant::Bye;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestedBye {
    /// With the points of a draw.
    Half,
    /// Without points.
    Zero,
    /// With the points of a win, which officials grant.
    Full,
}

impl RequestedBye {
    pub const fn bye(self) -> Bye {
        match self {
            RequestedBye::Half => Bye::Half,
            RequestedBye::Zero => Bye::Zero,
            RequestedBye::Full => Bye::Full,
        }
    }
}
