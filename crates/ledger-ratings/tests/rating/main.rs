//! Ratings: Glickman's example, an independent implementation, and properties of folds.

mod against_reference;
mod boards;
mod folds;
mod glickman;
mod going_on;
mod ledger;
mod limits;
mod reference;
mod strength;
