//! The simulator: its games are legal, its players honest, its strengths real.

mod command;
mod games;
mod honesty;
