//! Records of games for two: what is the same whatever the game is. Colors, results, clocks, tags, comments, files.
//!
//! A [`Game`] says how its plies are written and how a record of it is judged; [`notation`] reads and writes, for any of them, the text
//! notation (GGN) and its JSON form.

mod base32;
pub mod clock;
pub mod codec;
mod color;
mod conclude;
mod game;
mod header;
pub mod notation;
mod outcome;
mod submission;

pub use base32::{SHORT_ID_BYTES, base32_number, base32_text, parse_short_id, short_id_text};
pub use color::{ByColor, Color};
pub use conclude::{conclude, result_text};
pub use game::{Game, OwnTags};
pub use header::{Annotations, Header, Roster};
pub use outcome::{Outcome, Termination};
pub use submission::{Fault, Place, Submission, Written};
