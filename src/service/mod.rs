//! Floor 3: use cases over the store; no SQL below, no HTTP above.

pub mod access;
pub mod accounts;
mod app;
pub mod audit;
pub mod backup;
pub mod check;
pub mod claims;
mod database;
pub mod edition;
mod error;
pub mod events;
pub mod export;
pub mod games;
pub mod housekeeping;
pub mod import;
pub mod importing;
pub mod leaderboard;
pub mod me;
pub mod members;
pub mod merging;
pub mod organisation_games;
pub mod organisations;
pub mod owner;
pub mod persons;
pub mod players;
pub mod pools;
pub mod privacy;
pub mod profiles;
pub mod ratings;
pub mod records;
pub mod refusals;
pub mod roles;
pub mod roster;
pub mod said;
mod sealed;
pub mod sessions;
mod stored;
pub mod strength;
pub mod tokens;

pub use app::{App, AppSettings};
pub use database::Database;
pub use error::{Error, Thing};
// The edge names databases without knowing the store.
pub use crate::store::{Location, MigrationStatus, ServingLock};
