//! Floor 1: a *play*, a live game on this site, from its creation to its record.
//!
//! Everything in it is public: what each actor may do and what is refused follows from what both
//! sides have seen. Ranks are kept elsewhere; the arbiter's announcement of a ply is an argument.
//! What differs from game to game is in `progress.rs`.

mod available_actions;
mod codec;
mod command;
mod cut;
mod decide;
mod event;
mod follow;
mod keeping;
mod life;
#[allow(clippy::module_inception, reason = "the room is named for what it is about")]
mod play;
mod player_command;
mod progress;
pub mod quick_pairing;
mod refusal;
mod ruling;
mod terms;
mod toss;

pub use available_actions::{OfficialAction, PlayerAction};
pub use codec::{EventError, EventFault, VERSION, read, write};
pub use command::{
    Command, Decision, OfficialCommand, PlayerCommand, PlyCommand, Rule, Sent, Step,
};
pub use cut::{known_to_spectators, provisional_end};
pub use event::{
    AbortCause, By, CommandKey, Event, Fact, Footing, PlyFact, PlyMade, Reason, Ruling,
};
pub use follow::Misfit;
pub use keeping::{Keeping, KeptGame};
pub use life::{
    Aborted, Course, Created, Deploying, End, Ended, Final, Finished, InPlay, Kept, Life, Paused,
    Remark, RemarkKind, State, Talk,
};
pub use play::{Broken, Due, GRACE, Outage, Play, What};
pub use progress::{Progress, SalpakanProgress, ThreeGeneralsProgress};
pub use refusal::{NoPly, Refusal};
pub use terms::{Confirm, Disclosure, Spectators, Terms, TermsFault, Venue, pace_message};
pub use toss::{Commitment, Nonce, PlayId, Seed, Toss, TossFault};
