//! Game records. A [`Timeline`] is the public half of a game; a [`JudgedRecord`] adds tags and
//! result. The two deployments are separate: only [`FullRecord`] has them as well, and creating one
//! requires a [`RevealKey`].

mod base32;
pub mod codec;
mod full;
mod header;
mod judge;
pub mod notation;
mod share_code;
mod submission;
mod timeline;

pub use base32::{SHORT_ID_BYTES, parse_short_id, short_id_text};
pub use full::{Armies, Embargo, FullRecord, JudgedRecord, RevealKey};
pub use header::{Annotations, Header, Roster};
pub use judge::{judge, judge_beginning};
pub use share_code::{
    LONGEST_SHARE_CODE, ShareCodeFault, parse_share_code, share_code, share_code_digits,
};
pub use submission::{Fault, Place, Submission, SubmittedPly};
pub use timeline::{Declaration, Ply, PublicFlag, Timeline};
