//! Adjutant: a tournament and match-record service for Game of the Generals.
//!
//! This package is the edge: pages, the API and the commands. What they stand on are the crates below `crates` (see
//! `ARCHITECTURE.md`).

pub mod cli;
pub mod drawing;
pub mod web;
