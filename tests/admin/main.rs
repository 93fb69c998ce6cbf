//! `adjutant admin` through the built program, as whoever runs the server uses it.

mod audit;
#[path = "../support/postgres.rs"]
mod postgres;
mod support;
