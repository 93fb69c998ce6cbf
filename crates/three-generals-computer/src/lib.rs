#![doc = include_str!("../README.md")]

pub mod analysis;
mod computer;
pub mod game;
mod level;
mod offers;
mod search;
pub mod sparring;
mod table;
pub mod train;
mod value;
mod weights;

pub use computer::{Computer, Decision};
pub use level::Level;
pub use search::{Candidate, DECIDED, Effort, Score, Unseen, WON, chance, quiet, search};
pub use value::{INPUTS, Look, Value};
pub use weights::Weights;
