//! The audit trail and API tokens as sentences, on SQLite and on PostgreSQL.

#[path = "../support/engines.rs"]
mod engines;
#[path = "../support/postgres.rs"]
mod postgres;
mod reading;
mod support;
mod tokens;
mod writing;
