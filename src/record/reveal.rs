//! Opening the ranks after the end.

use crate::rules::Termination;

use super::Header;

/// Proof that a game is final, so that both deployments may be opened.
///
/// It cannot be made for a game that is not over or was abandoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevealKey(());

impl RevealKey {
    /// The key of a game with this header, if the game is final.
    #[must_use]
    pub fn of(header: &Header) -> Option<RevealKey> {
        RevealKey::of_end(header.termination)
    }

    /// The key of a game that ended so.
    #[must_use]
    pub fn of_end(termination: Termination) -> Option<RevealKey> {
        termination.is_final().then_some(RevealKey(()))
    }
}
