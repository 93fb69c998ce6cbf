//! Time controls, speeds, and the clocks of live games, in the terms of chess.

mod clocks;
mod pace;
mod speed;
mod time_control;

pub use clocks::{Clocks, FlagFell, Pressed, not_charged};
pub use pace::{DAY, Pace, PaceFault, SECOND};
pub use speed::Speed;
pub use time_control::{
    SideControl, TimeControl, TimeControlError, format_clock, parse_clock, push_clock,
};
