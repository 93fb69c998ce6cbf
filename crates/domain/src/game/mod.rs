//! The games that this service knows, each with its records, and what is the same to it whichever game a record is of.

mod kind;
mod record;

pub use kind::{GameKind, rules_key};
pub use record::{AnyRecord, read_record, write_ggn, write_json};
