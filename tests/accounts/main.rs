//! Accounts as sentences: who gets in, by what, for how long, and what nobody learns.

mod authenticator;
mod ending;
#[path = "../support/engines.rs"]
mod engines;
mod entering;
mod factor;
mod guessing;
mod guests;
mod help;
mod overseeing;
mod passkeys;
#[path = "../support/place.rs"]
mod place;
#[path = "../support/postgres.rs"]
mod postgres;
mod resetting;
mod sessions;
#[allow(dead_code)]
#[path = "../store/support.rs"]
mod support;
