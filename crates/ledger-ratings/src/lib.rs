//! Ratings as a fold over rated games in canonical order.
//!
//! The formulas are Glickman's Glicko-2 (<http://www.glicko.net/glicko/glicko2.pdf>) from the
//! `skillratings` library. After every step the three values are rounded to integers ([`Glicko`])
//! and only these are carried over, so that recomputing everything and continuing from a stored
//! state give identical results.
//!
//! Pools, thresholds, titles and eligibility are tables ([`Pool::ALL`], [`Title::ALL`]): changing
//! them changes no code.
//!
//! ```
//! use ledger_ratings::{Pool, Score, rate_game};
//!
//! let system = Pool::ALL[0].system;
//! let (winner, loser) = rate_game(&system, system.start, system.start, Score::Win);
//! assert!(winner.rating > system.start.rating && loser.rating < system.start.rating);
//! assert!(winner.deviation < system.start.deviation, "a game makes a rating surer");
//! ```

pub mod board;
mod day;
mod difference;
mod eligibility;
mod fold;
mod formula;
mod glicko;
mod going_on;
pub mod history;
mod ledger;
mod order;
mod pool;
mod rated;
mod title;

pub use day::Day;
pub use difference::{Difference, difference};
pub use eligibility::{Eligibility, Evidence, Shortfall};
pub use fold::{Change, FoldGame, PlayerState, fold};
pub use formula::{expected_score, grown, rate_event, rate_game};
pub use glicko::Glicko;
pub use going_on::{Addition, Going, Source, go_on};
pub use ledger::{Books, Ledger};
pub use order::{GameOrder, natural};
pub use pool::{Entrants, Family, Mode, Pool, PoolKind, PoolOwner, System};
pub use rated::{Candidate, RatedIn, Score, Unrated, rated_in};
pub use title::{AnyTitle, Title, TitleBand, TitleFault, TitleTable, Titles};
