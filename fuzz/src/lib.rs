//! What the fuzz targets share: the rooms under test, and what must hold in them for
//! any input at all.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[path = "../../src/contest/mod.rs"]
pub mod contest;
#[path = "../../src/play/mod.rs"]
pub mod play;

pub mod account;
pub mod bounds;
pub mod bytes;
pub mod codes;
pub mod contests;
pub mod files;
pub mod mutate;
pub mod organisation;
pub mod played;
pub mod plays;
pub mod texts;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;
