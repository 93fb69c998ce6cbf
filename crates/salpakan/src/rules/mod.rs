//! The game itself, according to `RULES.md`. Pure: without time, input or
//! output, JSON or randomness.
//!
//! Secrecy begins here: a [`Board`] knows where pieces are but no rank, and an [`Arbiter`] knows
//! both armies but returns [`Announcement`]s only.

mod arbiter;
mod board;
mod deployment;
mod ending;
mod moves;
pub mod perft;
mod rank;
mod roster;
mod ruleset;
mod rulesets;
mod square;
mod steps;
mod verdict;

pub use arbiter::Arbiter;
pub use board::{Board, Piece};
pub use deployment::{
    Deployment, Draft, DraftFault, LOCAL_SQUARES, MAX_ON_BORDER, TextFault, TextFaultKind,
};
pub use ending::{Ending, TERMINATIONS};
pub use game_record::{ByColor, Color, Outcome, Termination};
pub use moves::{IllegalMove, Move, ParseMoveError};
pub use rank::Rank;
pub use roster::{Army, ArmyFault};
pub use ruleset::{FlagHome, Options, OwnName, Preset, RuleSet, RuleSetError, Zone};
pub use square::{Direction, FILES, ROWS, SQUARES, Square, Squares};
pub use steps::Steps;
pub use verdict::{Announcement, Verdict};
