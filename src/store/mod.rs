//! Floor 2: the only SQL. One code path for SQLite and PostgreSQL.

pub mod archive;
pub mod audit;
pub mod claims;
mod connection;
pub mod counted;
pub mod deployments;
mod error;
pub mod events;
pub mod games;
pub mod integrity;
pub mod labels;
pub mod ledgers;
mod location;
mod lock;
pub mod many;
pub mod merges;
mod migrate;
pub mod names;
pub mod owners;
pub mod players;
pub mod profiles;
pub mod rateable;
pub mod retired;
mod schema;
pub mod seal;
pub mod sessions;
pub mod summaries;
pub mod tokens;
pub mod transaction;
pub mod write;

pub use connection::{AnyConnection, PooledStore, Store};
pub use error::StoreError;
pub use location::Location;
pub use lock::ServingLock;
pub use migrate::MigrationStatus;
