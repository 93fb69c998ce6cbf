//! Floor 1: people who sign in: names, passwords, secrets, roles; pure.

pub mod roles;
pub mod scopes;
pub mod secret;
