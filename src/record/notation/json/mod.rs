//! The JSON twin: the one place below the edge that knows JSON.

mod read;
mod write;

pub use read::read;
pub use write::write;
