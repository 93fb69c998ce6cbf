//! Floor 1: time controls and what they call fast or slow. Chess clock words.

mod speed;
mod time_control;

pub use speed::Speed;
pub use time_control::{TimeControl, TimeControlError, format_clock, parse_clock, push_clock};
