//! `adjutant simulate`, and programs that play each other.

mod command;
mod matches;
