//! The JSON form of GGN, the only place below the edge that uses JSON.

mod read;
mod write;
mod written;

pub use read::read;
pub(super) use read::{begins_twin, tag_in};
pub use write::write;
