//! GGN: PGN with set-ups and verdicts of challenges.

mod movetext;
mod read;
mod write;

pub use read::read;
pub(super) use read::{next_tag_line, split_tag};
pub use write::{LINE_WIDTH, write};
