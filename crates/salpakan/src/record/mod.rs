//! Game records. A [`Timeline`] is the public half of a game; a [`JudgedRecord`] adds tags and
//! result. The two deployments are separate: only [`FullRecord`] has them as well, and creating one
//! requires a [`RevealKey`].

pub mod codec;
mod full;
mod game;
mod judge;
pub mod notation;
mod share_code;
mod timeline;

pub use full::{Armies, Embargo, FullRecord, JudgedRecord, RevealKey};
pub use game::{Salpakan, Terms, WrittenPly};
pub use game_record::{
    Annotations, Fault, Header, Place, Roster, SHORT_ID_BYTES, Written, parse_short_id,
    short_id_text,
};
pub use judge::{judge, judge_beginning};
pub use share_code::{
    LONGEST_SHARE_CODE, ShareCodeFault, parse_share_code, share_code, share_code_digits,
};
pub use timeline::{Declaration, Ply, PublicFlag, Timeline};

/// What a text claims about a game, before it is judged.
pub type Submission = game_record::Submission<Salpakan>;
