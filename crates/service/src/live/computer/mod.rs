//! The computer as an opponent: its players, the games against it, and the threads in which it thinks.
//!
//! It plays by the use cases that every bot plays by, as the actor of its account: it sees what [`see`](super::see) shows a player
//! of the game, and sends its plies like one. Nothing below reads an army but its own, or a record.

mod begin;
mod hints;
mod levels;
mod matches;
mod mind;
mod players;
mod pool;
mod turns;

pub(super) use begin::has_room_against_computer;
pub use begin::{ComputerGame, begin as play_computer};
pub use hints::{Hint, gives_hints, hint};
pub(super) use levels::check_asked;
pub(in super::super) use levels::plays;
pub use levels::{level_of, levels_of, number_in};
pub(crate) use players::make_all as make_all_players;
pub(super) use players::refuses_pauses;
pub use players::{ComputerPlayer, OfferedLevel, last_level, levels as computer_levels};
pub(super) use pool::Pool;
pub use pool::{ComputerFigures, ComputerSettings, ComputerThreads};
