//! Adjutant: a tournament and match-record service for Game of the Generals.
//!
//! This package is the edge: pages, the API and the commands. What they stand on are the crates below `crates` (see
//! `ARCHITECTURE.md`).

pub mod cli;
pub mod drawing;
pub mod web;

/// Pages are made of many short-lived pieces, which this hands out faster than the C library does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
