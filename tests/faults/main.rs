//! What breaks while games are played: the program is killed at its writes, at random and politely, it
//! stands still, its disk fills or fails, its database goes away. What was acknowledged is there once,
//! nothing is half there, nobody pays for it, and everybody sees what he saw.

mod databases;
mod disks;
mod game;
mod kills;
mod ledger;
mod limits;
mod memory;
mod people;
#[path = "../support/postgres.rs"]
mod postgres;
mod power;
mod program;
mod random;
mod starts;
mod stops;
