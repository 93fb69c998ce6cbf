//! Nothing leaks of the games that are played here: two worlds that differ in nothing but ranks are the
//! same for everybody but whose ranks they are, at every place that `channels.toml` names; and each
//! test that holds a place notices a leak that is planted there.

mod chance;
mod channels;
#[allow(dead_code, reason = "other binaries use the rest of it")]
#[path = "../web/client.rs"]
mod client;
mod course;
mod evening;
#[allow(dead_code, reason = "other binaries use the rest of it")]
#[path = "../leaks/histories.rs"]
mod histories;
mod imports;
mod inventory;
mod likeness;
mod looks;
mod outbox;
mod pairs;
mod people;
mod planted_rest;
mod plants;
#[path = "../support/postgres.rs"]
mod postgres;
mod process;
#[path = "../../crates/salpakan/tests/support/random_play.rs"]
mod random_play;
mod rest;
mod servers;
mod sizes;
mod timing;
mod world;
mod worlds;
