//! Bots for Salpakan, and a simulator of games between them.
//!
//! A bot is given [`Eyes`] only: the public board, its own army and the arbiter's public
//! announcements. It cannot see an enemy's rank, because `Eyes` has none.
//!
//! ```
//! use salpakan::rules::RuleSet;
//! use salpakan_bot::{Endings, Field, simulate};
//!
//! // Game 7 of a field of 20 bots that play 100 games; the seed decides everything.
//! let field = Field::new(42, 20, 100);
//! let game = simulate(&field, &RuleSet::STANDARD, 7, Endings::Final).expect("a game");
//! let again = simulate(&field, &RuleSet::STANDARD, 7, Endings::Final).expect("a game");
//! assert_eq!(game.timeline, again.timeline);
//! ```

mod choose;
mod deploy;
mod eyes;
mod field;
mod random;
mod simulate;

pub use choose::{Skill, choose};
pub use deploy::{advance_one, deploy};
pub use eyes::{Eyes, stronger};
pub use field::{Field, Fixture};
pub use random::Random;
pub use simulate::{Endings, simulate};
