//! Floor 1: players that are programs, and the simulator that lets them play.
//!
//! A bot is handed [`Eyes`] and nothing else: the public board, its own army and what
//! the arbiter said to everybody. It cannot see an enemy's rank, for `Eyes` has none.

mod choose;
mod deploy;
mod eyes;
mod field;
mod random;
mod simulate;

pub use choose::{Skill, choose};
pub use eyes::Eyes;
pub use field::{Field, Fixture};
pub use random::Random;
pub use simulate::{Endings, simulate};
