//! Ratings as they are stored: whose games are rated where, folds beside plays, and what is shown of them.

mod annulments;
mod beside_plays;
mod concerned;
mod owners;
#[path = "../support/postgres.rs"]
mod postgres;
mod stored;
