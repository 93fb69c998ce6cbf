//! Failures during games: the program is killed at its writes, at random and politely, it hangs, its
//! disk fills or fails, its database goes away. What was acknowledged is there once, nothing is half
//! there, no clock pays for it, and everybody sees what they saw before.

mod databases;
mod disks;
mod event_day;
mod game;
mod history;
mod keys;
mod kills;
mod lanes;
mod ledger;
mod letters;
mod limits;
mod lines;
mod many_servers;
mod memory;
mod outbox;
mod people;
#[path = "../support/postgres.rs"]
mod postgres;
mod power;
mod program;
mod random;
mod replicas;
#[path = "../support/smtp.rs"]
mod smtp;
mod standby;
mod starts;
mod stops;
mod threads;
