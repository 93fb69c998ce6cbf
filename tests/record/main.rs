//! Records through the program and beside it: what it verifies and converts, and what might have been.

mod cli;
mod perft;
mod program;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;
#[path = "../../crates/salpakan/tests/record/support.rs"]
mod support;
mod variations;
