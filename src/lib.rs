//! Adjutant: a tournament and match-record service for Game of the Generals.
//!
//! Modules are listed in floor order; a module uses lower floors only (see
//! `ARCHITECTURE.md`).

// Floor 0: the game.
pub mod rules;

// Floor 1: pure rooms.
pub mod account;
pub mod bot;
pub mod clock;
pub mod contest;
pub mod drawing;
pub mod formation;
pub mod knowledge;
pub mod organisation;
pub mod parallel;
pub mod play;
pub mod quiz;
pub mod rating;
pub mod record;
pub mod review;
pub mod tournament;
pub mod view;

// Floor 2: the only SQL.
pub mod store;

// Floor 3: use cases.
pub mod service;

// Floor 4: the edge.
pub mod cli;
pub mod web;
