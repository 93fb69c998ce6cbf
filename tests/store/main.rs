//! The store and its use cases as sentences, each on SQLite and on PostgreSQL.

mod analyses;
#[path = "../accounts/authenticator.rs"]
mod authenticator;
mod backups;
mod baseline;
mod beside_plays;
mod commands;
mod continuous;
mod damage;
mod drill;
#[path = "../support/engines.rs"]
mod engines;
mod events;
mod faults;
mod idempotency_keys;
mod imports;
mod keys;
mod open_archive;
mod pages;
#[path = "../support/place.rs"]
mod place;
mod plans;
mod plays;
#[path = "../support/postgres.rs"]
mod postgres;
mod random_commands;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;
mod rejects;
mod schema;
mod sealed;
mod search;
mod sql_shell;
mod support;
mod tallies;
mod three_generals;
