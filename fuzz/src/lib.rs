//! What the fuzz targets share: what must hold for any input at all.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

// What reads SQLite's log and backups of it is built here by itself, without the databases' libraries.
extern crate self as adjutant_store;
#[path = "../../crates/store/src/wal.rs"]
pub mod wal;

pub mod bounds;
pub mod bytes;
pub mod changes;
pub mod codes;
pub mod contests;
pub mod files;
pub mod logs;
pub mod mutate;
pub mod played;
pub mod plays;
pub mod texts;
pub mod three_generals;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A log is in memory here.
pub mod wal_follower {
    pub type WalFile = crate::wal::Wal<std::io::Cursor<Vec<u8>>>;
}
