//! Bots: simulated games are legal, bots honest, and their strengths real.

mod games;
mod honesty;
