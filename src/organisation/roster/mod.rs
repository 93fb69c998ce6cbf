//! Rosters as CSV files: reading with every fault at its place, what a file would change, and
//! writing.

mod columns;
mod diff;
mod encoding;
mod fault;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use columns::{Cell, Column, Details, Line};
pub use diff::{Added, Changed, Diff, FieldChange, Present, changes, diff, duplicates};
pub use fault::{Fault, FaultKind, Faults, Place};
pub use read::{MOST_BYTES, MOST_ROWS, Roster, read};
pub use write::write;
