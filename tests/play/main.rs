//! Games that are played here: their clocks, and what may happen in them when.

mod charges;
mod clocks;
mod events;
mod keeping;
mod misfits;
mod outages;
mod paces;
mod races;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;
mod repeats;
mod support;
mod tables;
mod terms;
mod three_generals;
mod tosses;
mod transitions;
mod walk;
mod walks;
