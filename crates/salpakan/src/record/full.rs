//! Records with both deployments, and who may reveal them.

use crate::rules::{ByColor, Deployment, Termination};

use super::{Annotations, Header, Timeline};

/// Both deployments; a record without plies may lack either.
pub type Armies = ByColor<Option<Deployment>>;

/// A valid record as it was submitted, including the ranks, whether or not the game is final. It
/// exists while a file is read, converted or imported, and is never kept for a viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedRecord {
    pub header: Header,
    pub timeline: Timeline,
    pub annotations: Annotations,
    pub armies: Armies,
}

/// A finished game with all ranks. Creating one requires a [`RevealKey`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullRecord(JudgedRecord);

impl FullRecord {
    pub fn new(
        header: Header,
        timeline: Timeline,
        annotations: Annotations,
        armies: Armies,
        _key: &RevealKey,
    ) -> FullRecord {
        FullRecord(JudgedRecord { header, timeline, annotations, armies })
    }

    pub fn header(&self) -> &Header {
        &self.0.header
    }

    pub fn timeline(&self) -> &Timeline {
        &self.0.timeline
    }

    pub fn annotations(&self) -> &Annotations {
        &self.0.annotations
    }

    pub fn armies(&self) -> &Armies {
        &self.0.armies
    }

    /// The record as it is written to a file.
    #[must_use]
    pub fn into_judged(self) -> JudgedRecord {
        self.0
    }
}

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
