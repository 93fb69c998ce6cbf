//! Rosters as CSV files: parsing with every error at its position, differences, writing.

mod columns;
mod diff;
mod error;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

pub use columns::{CellEdit, MemberDetails, RosterColumn, RosterFileRow};
pub use diff::{
    CurrentMember, MemberChange, RosterDiff, RosterFieldChange, changed_fields, diff_roster,
    report_duplicates,
};
pub use error::{ColumnRef, RosterError, RosterErrorKind, RosterErrors};
pub use reader::{MAX_ROSTER_BYTES, MAX_ROSTER_ROWS, Roster, read_roster};
pub use writer::{write_roster, write_table};
