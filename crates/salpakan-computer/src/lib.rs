//! A player of Game of the Generals (Salpakan) that searches, and sees only what a player sees.
//!
//! ```
//! use salpakan::rules::{ByColor, Color, RuleSet};
//! use salpakan_bot::Random;
//! use salpakan_computer::game::{Player, play};
//! use salpakan_computer::sparring::AnyMove;
//! use salpakan_computer::{Computer, Effort, Sight, Weights};
//!
//! let weights = Weights::learned();
//! let mut computer = Computer::new(weights, Effort::of_nodes(50));
//! let players = ByColor::<&mut dyn Player> { white: &mut computer, black: &mut AnyMove };
//! let game = play(&RuleSet::STANDARD, players, Color::White, 30, &mut Random::new(1, 0)).expect("armies");
//!
//! // What White would play now, by the public half of the game and White's own army.
//! let sight = Sight::new(&game.timeline, &game.armies.white);
//! let decision = Computer::new(weights, Effort::of_nodes(50)).decide(&sight, &mut Random::new(2, 0));
//! println!("{:?}", decision.expect("a move").mv);
//! ```
//!
//! No enemy rank goes in: a [`Sight`] is made of a timeline, which has none, and the player's own army. Time plays no part
//! either: the seed and the number of nodes decide the move.

pub mod analysis;
mod belief;
mod computer;
mod deploy;
pub mod game;
pub mod inference;
mod level;
mod offers;
mod personality;
pub mod policy;
mod rest;
pub mod score;
mod search;
mod sight;
pub mod sparring;
pub mod train;
mod value;
mod weights;
mod world;

pub use belief::{Guesses, Row};
pub use computer::{Computer, Decision};
pub use level::Level;
pub use personality::Personality;
pub use rest::{rest, rest_by};
pub use search::{Candidate, Effort, Found, Networks, Step, compare, explore, search};
pub use sight::Sight;
pub use value::Value;
pub use weights::Weights;
pub use world::{Piece, Turns, World};
