//! The JSON form of GGN, the only place below the edge that uses JSON.

mod read;
mod write;
mod written;

pub(super) use read::begins_twin;
pub use read::read;
pub use write::write;
