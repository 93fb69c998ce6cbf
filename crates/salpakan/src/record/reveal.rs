//! Revealing the ranks after the end of a game.

use crate::rules::Termination;

use super::Header;

/// Whether the ranks of a final game stay hidden for now: an event may reveal them only when a round, or the whole
/// event, is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embargo {
    None,
    Lasts,
}

impl Embargo {
    /// The embargo of a stored game, which is revealed once and never hidden again.
    pub const fn of(revealed: bool) -> Embargo {
        if revealed { Embargo::None } else { Embargo::Lasts }
    }
}

/// Proof that a game is final and under no embargo, so that both deployments may be revealed.
///
/// It cannot be made for an unfinished or abandoned game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevealKey(());

impl RevealKey {
    /// The key for a game with this header, if it is final and under no embargo.
    pub fn of(header: &Header, embargo: Embargo) -> Option<RevealKey> {
        RevealKey::of_end(header.termination, embargo)
    }

    /// The key for a game with this termination, if it is final and under no embargo.
    pub fn of_end(termination: Termination, embargo: Embargo) -> Option<RevealKey> {
        (termination.is_final() && embargo == Embargo::None).then_some(RevealKey(()))
    }
}
