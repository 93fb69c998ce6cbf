//! What the fuzz targets share: what must hold for any input at all.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

pub mod bounds;
pub mod bytes;
pub mod codes;
pub mod contests;
pub mod files;
pub mod mutate;
pub mod played;
pub mod plays;
pub mod texts;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;
