//! Floor 1: set-ups over many revealed games, in memory: how often which rank stands where, how such set-ups did,
//! and which of them are alike. `docs/formations.md` defines every figure.
//!
//! Whoever fills an [`Index`] answers for it that each game in it is revealed: this room knows of no
//! other, and nothing of a game that is not in it can be asked here.

mod facts;
mod file;
mod filter;
mod index;
mod interval;
mod listed;
mod nearest;
mod set_up;
mod sketch;
mod totals;
mod weight;

pub use facts::{Facts, GAMES, Segment, SegmentBuilder};
pub use filter::{Condition, Filter};
pub use index::{First, Index};
pub use interval::{Estimate, wilson};
pub use listed::{Example, Listed};
pub use nearest::{Near, Nearest};
pub use set_up::{CELLS, SetUp, cell_of, mirrored_cell, square_of};
pub use sketch::Popular;
pub use totals::{Tally, Totals};
pub use weight::{BASELINE, START, WEIGHT_ONE, weight};
