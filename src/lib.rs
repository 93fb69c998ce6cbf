//! Adjutant: a tournament and match-record service for Game of the Generals.
//!
//! Modules are listed by floor (layer); a module uses lower floors only (see `ARCHITECTURE.md`).

// Floor 1: pure modules.
pub mod account;
pub mod contest;
pub mod drawing;
pub mod formation;
pub mod organisation;
pub mod parallel;
pub mod play;
pub mod quiz;
pub mod review;

// Floor 2: the only SQL.
pub mod store;

// Floor 3: use cases.
pub mod service;

// Floor 4: the edge.
pub mod cli;
pub mod web;
