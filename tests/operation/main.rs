//! What puts the server into operation, held against the program and each other: images, units, packages, rules.

mod behind_caddy;
mod files;
#[allow(dead_code, reason = "shared with the tests of faults")]
#[path = "../faults/game.rs"]
mod game;
mod keys;
#[path = "../faults/people.rs"]
mod people;
#[path = "../support/postgres.rs"]
mod postgres;
#[allow(dead_code, reason = "shared with the tests of faults")]
#[path = "../faults/program.rs"]
mod program;
mod restoring;
mod traces;
