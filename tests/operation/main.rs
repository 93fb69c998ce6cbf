//! What puts the server into operation, held against the program and each other: images, units, packages, rules.

mod files;
mod keys;
#[path = "../support/postgres.rs"]
mod postgres;
mod restoring;
mod traces;
