//! Floor 1: statistics of set-ups in revealed games, in memory: which rank is where how often, how
//! set-ups score, and which are similar. `docs/formations.md` defines every figure.
//!
//! The caller that fills an [`Index`] ensures that each game in it is revealed; this module knows
//! no others.

mod facts;
mod file;
mod filter;
mod index;
mod interval;
mod listed;
mod nearest;
mod set_up;
mod sketch;
mod strategy;
mod totals;
mod weight;

pub use facts::{Facts, GAMES, Segment, SegmentBuilder};
pub use filter::{Condition, Filter};
pub use index::{First, Index, StrategyTallies};
pub use interval::{Estimate, wilson};
pub use listed::{Example, Listed};
pub use nearest::{Near, Nearest};
pub use set_up::{CELLS, SetUp, cell_of, mirrored_cell, square_of};
pub use sketch::Popular;
pub use strategy::Strategy;
pub use totals::{Tally, Totals};
pub use weight::{BASELINE, START, WEIGHT_ONE, weight};
