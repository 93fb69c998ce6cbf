//! What may not leak: two worlds that differ in nothing but what is secret must not differ in
//! anything that the service says, or that rests unsealed in its database.

mod histories;
mod million;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;
mod service;
mod views;
mod worlds;
