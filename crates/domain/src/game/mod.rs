//! The games that this service knows, each with its records, and what is the same to it whichever game a record is of.

mod kind;
mod ply;
mod record;
mod rules;

pub use kind::GameKind;
pub use ply::AnyPly;
pub use record::{AnyRecord, read_record, write_ggn, write_json};
pub use rules::Rules;
