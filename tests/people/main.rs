//! Players as persons: look-alikes, merges, claims, privacy; each on SQLite and on PostgreSQL.

mod boards;
mod claims;
mod leaving;
mod merges;
mod names;
#[path = "../support/postgres.rs"]
mod postgres;
mod support;
