//! Records with both deployments.

use crate::rules::{ByColor, Deployment};

use super::{Annotations, Header, RevealKey, Timeline};

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
pub struct FullRecord {
    header: Header,
    timeline: Timeline,
    annotations: Annotations,
    armies: Armies,
}

impl FullRecord {
    pub fn new(
        header: Header,
        timeline: Timeline,
        annotations: Annotations,
        armies: Armies,
        _key: &RevealKey,
    ) -> FullRecord {
        FullRecord { header, timeline, annotations, armies }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    pub fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    pub fn armies(&self) -> &Armies {
        &self.armies
    }

    /// The record as it is written to a file.
    #[must_use]
    pub fn into_judged(self) -> JudgedRecord {
        let FullRecord { header, timeline, annotations, armies } = self;
        JudgedRecord { header, timeline, annotations, armies }
    }
}
