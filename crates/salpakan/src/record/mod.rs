//! Game records. A [`Timeline`] is the public half of a game; a [`JudgedRecord`] adds tags and
//! result. The two deployments are separate: only [`FullRecord`] has them as well, and creating one
//! requires a [`RevealKey`].

mod base32;
pub mod codec;
mod full;
mod header;
mod judge;
pub mod notation;
mod ply;
mod reveal;
mod share_code;
mod short_id;
mod submission;
mod timeline;

pub use full::{Armies, FullRecord, JudgedRecord};
pub use header::{Annotations, Header, Roster};
pub use judge::{judge, judge_beginning};
pub use ply::Ply;
pub use reveal::{Embargo, RevealKey};
pub use share_code::{
    LONGEST_SHARE_CODE, ShareCodeFault, parse_share_code, share_code, share_code_digits,
};
pub use short_id::{SHORT_ID_BYTES, parse_short_id, short_id_text};
pub use submission::{Fault, Place, Submission, SubmittedPly};
pub use timeline::{Declaration, PublicFlag, Timeline};
