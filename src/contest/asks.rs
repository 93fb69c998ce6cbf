//! Byes that players ask for.

use swiss::entrant::Bye;

/// A bye that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedBye {
    /// For the points of a draw.
    Half,
    /// For none.
    Zero,
    /// For the points of a win, which officials give.
    Full,
}

impl AskedBye {
    #[must_use]
    pub const fn bye(self) -> Bye {
        match self {
            AskedBye::Half => Bye::Half,
            AskedBye::Zero => Bye::Zero,
            AskedBye::Full => Bye::Full,
        }
    }
}
