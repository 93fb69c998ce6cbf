//! Byes that players ask for.

use serde::{Deserialize, Serialize};
use swiss::entrant::Bye;

/// A bye that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestedBye {
    /// For the points of a draw.
    Half,
    /// For none.
    Zero,
    /// For the points of a win, which officials give.
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
