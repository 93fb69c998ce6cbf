//! Pairing by the command line, and the graph of stages as the desk has it.

mod command;
#[allow(dead_code, reason = "most of it is for the tests of the crate")]
#[path = "../../crates/swiss/tests/pairing/random.rs"]
mod random;
mod stages;
