//! The JSON twin: the one place below the edge that knows JSON.

mod read;
mod write;
mod written;

pub(super) use read::begins_twin;
pub use read::read;
pub use write::write;
