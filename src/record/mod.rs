//! Floor 1: what happened. A [`Timeline`] is the public half of a game, a
//! [`JudgedRecord`] adds its tags and result, and the two deployments stand apart:
//! only [`FullRecord`] holds them too, and making one takes a [`RevealKey`].

mod full;
mod header;
mod ply;
mod reveal;
mod timeline;

pub use full::{Armies, FullRecord, JudgedRecord};
pub use header::{Annotations, Header, Roster};
pub use ply::Ply;
pub use reveal::RevealKey;
pub use timeline::{Declaration, PublicFlag, Timeline};
