//! `adjutant admin` through the built program, as an operator uses it.

mod audit;
mod events;
mod organisations;
mod people;
mod players;
#[path = "../support/postgres.rs"]
mod postgres;
mod support;
