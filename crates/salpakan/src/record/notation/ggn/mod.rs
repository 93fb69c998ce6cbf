//! GGN: PGN with set-ups and verdicts of challenges.

mod movetext;
mod read;
mod write;

pub use read::read;
pub use write::{LINE_WIDTH, write};
