//! Players as persons: look-alikes, merges, claims, privacy; each on SQLite and on PostgreSQL.

mod boards;
mod claims;
#[path = "../support/engines.rs"]
mod engines;
mod follows;
mod leaving;
mod merges;
mod names;
mod pictures;
#[path = "../support/place.rs"]
mod place;
mod plays;
#[path = "../support/postgres.rs"]
mod postgres;
mod set_ups;
mod support;
