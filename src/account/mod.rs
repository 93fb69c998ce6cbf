//! Floor 1: people who sign in: names, passwords, secrets, roles; pure.

pub mod age;
pub mod agent;
pub mod email;
pub mod guesses;
pub mod handle;
pub mod password;
pub mod recovery;
pub mod roles;
pub mod scopes;
pub mod second_factor;
pub mod secret;
pub mod session;
