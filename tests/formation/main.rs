//! Set-ups over many games: every figure against one that is counted by hand or the slow way.

mod counting;
mod estimates;
mod kept;
mod likeness;
mod strategies;
mod support;
