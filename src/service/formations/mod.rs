//! Set-ups of revealed games: what stands where, how it did, what is like it. `docs/formations.md` has the figures.
//!
//! What is asked is answered from memory (`keeping.rs`), which holds revealed games alone: what is not in it cannot
//! leak. Games of players who keep off lists count; the players are not named, nor asked for by strangers.

mod asking;
mod gather;
mod habits;
mod keeping;
mod on_disk;
mod own;

pub use asking::{Around, ExampleGame, Look, Wish, around, by_code, look, may_be_asked_for};
pub(super) use habits::{Habits, habits};
pub use keeping::{Kept, bring_up_to_date};
pub use own::{KeptUse, Own, own};
