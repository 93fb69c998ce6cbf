//! Opening the ranks after the end.

use crate::rules::Termination;

use super::Header;

/// Whether the ranks of a game that is final stay closed for a while: an event may open them only when a
/// round, or all of it, is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embargo {
    None,
    Lasts,
}

impl Embargo {
    /// What the row of a stored game says, which is opened once and never closed again.
    #[must_use]
    pub const fn of(revealed: bool) -> Embargo {
        if revealed { Embargo::None } else { Embargo::Lasts }
    }
}

/// Proof that a game is final and under no embargo, so that both deployments may be opened.
///
/// It cannot be made for a game that is not over or was abandoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevealKey(());

impl RevealKey {
    /// The key of a game with this header, if the game is final and no embargo lasts.
    #[must_use]
    pub fn of(header: &Header, embargo: Embargo) -> Option<RevealKey> {
        RevealKey::of_end(header.termination, embargo)
    }

    /// The key of a game that ended so.
    #[must_use]
    pub fn of_end(termination: Termination, embargo: Embargo) -> Option<RevealKey> {
        (termination.is_final() && embargo == Embargo::None).then_some(RevealKey(()))
    }
}
