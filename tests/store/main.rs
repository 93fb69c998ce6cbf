//! The store and its use cases as sentences, each on SQLite and on PostgreSQL.

mod backups;
mod commands;
mod damage;
mod events;
mod faults;
mod imports;
mod pages;
mod plans;
#[path = "../support/postgres.rs"]
mod postgres;
mod random_commands;
mod rejects;
mod schema;
mod sealed;
mod support;
