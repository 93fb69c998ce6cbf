//! Floor 1: organisations: names, colours, seasons, titles, rosters, logos. Pure. They may use
//! accounts, for handles and ages, and ratings, for days.

pub mod color;
pub mod divisions;
mod error;
pub mod line_counter;
pub mod logo;
pub mod name;
pub mod portrait;
pub mod roster;
pub mod season_points;
pub mod seasons;
pub mod separator_line;
pub mod text;
pub mod text_decoding;
pub mod titles;
pub mod website;

pub use error::{FieldError, RowError};
