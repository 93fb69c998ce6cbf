//! GGN: PGN's shape with set-ups and outcomes of challenges.

mod movetext;
mod read;
mod write;

pub use read::read;
pub use write::{LINE_WIDTH, write};
