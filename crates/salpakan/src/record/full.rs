//! Records with the two deployments.

use crate::rules::{ByColor, Deployment};

use super::{Annotations, Header, RevealKey, Timeline};

/// Both deployments; a record without plies may lack either.
pub type Armies = ByColor<Option<Deployment>>;

/// A record that the rules have judged valid, as its submitter handed it in:
/// ranks included, whether or not the game is final. It exists while a file is
/// read, converted or imported, and is never kept for a viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedRecord {
    pub header: Header,
    pub timeline: Timeline,
    pub annotations: Annotations,
    pub armies: Armies,
}

/// A finished game with everything turned over. Only a [`RevealKey`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullRecord {
    header: Header,
    timeline: Timeline,
    annotations: Annotations,
    armies: Armies,
}

impl FullRecord {
    #[must_use]
    pub fn new(
        header: Header,
        timeline: Timeline,
        annotations: Annotations,
        armies: Armies,
        _key: &RevealKey,
    ) -> FullRecord {
        FullRecord { header, timeline, annotations, armies }
    }

    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    #[must_use]
    pub fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    #[must_use]
    pub fn armies(&self) -> &Armies {
        &self.armies
    }

    /// The same content as a file would hold it.
    #[must_use]
    pub fn into_judged(self) -> JudgedRecord {
        let FullRecord { header, timeline, annotations, armies } = self;
        JudgedRecord { header, timeline, annotations, armies }
    }
}
