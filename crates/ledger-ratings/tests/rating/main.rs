//! Glickman's example, an independent implementation, and what a fold promises.

mod against_reference;
mod boards;
mod folds;
mod glickman;
mod going_on;
mod ledger;
mod limits;
mod reference;
mod strength;
