//! The rating room: Glickman's example, an independent implementation, and what a fold
//! promises.

mod against_reference;
mod beside_plays;
mod boards;
mod folds;
mod glickman;
mod going_on;
mod ledger;
mod limits;
mod owners;
#[path = "../support/postgres.rs"]
mod postgres;
mod reference;
mod stored;
mod strength;
