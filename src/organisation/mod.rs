//! Floor 1: organisations: names, colours, seasons, titles, rosters, logos; pure. They may look into
//! accounts, for handles and ages, and into ratings, for days.

pub mod color;
mod fault;
pub mod logo;
pub mod name;
pub mod points;
pub mod roster;
pub mod seasons;
pub mod text;
pub mod text_file;
pub mod titles;
pub mod website;

pub use fault::{Fault, FaultAt};
