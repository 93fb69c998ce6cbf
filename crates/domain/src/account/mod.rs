//! Floor 1: accounts: names, passwords, secrets, roles. Pure.

pub mod age;
pub mod email;
pub mod handle;
pub mod password;
pub mod rate_limit;
pub mod recovery_code;
pub mod roles;
pub mod scopes;
pub mod secret;
pub mod session;
pub mod totp;
pub mod user_agent;
