//! Accounts as sentences: who gets in, by what, for how long, and what nobody learns.

mod entering;
mod factor;
mod guessing;
mod help;
mod overseeing;
#[path = "../support/postgres.rs"]
mod postgres;
mod resetting;
mod sessions;
#[allow(dead_code)]
#[path = "../store/support.rs"]
mod support;
