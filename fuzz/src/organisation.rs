//! Of organisations, what reads files.

#[allow(dead_code, reason = "what tables of titles say of their rows")]
#[path = "../../src/organisation/error.rs"]
mod fault;
#[path = "../../src/organisation/logo.rs"]
pub mod logo;
#[path = "../../src/organisation/roster/mod.rs"]
pub mod roster;
#[path = "../../src/organisation/text.rs"]
pub mod text;
#[path = "../../src/organisation/text_decoding.rs"]
pub mod text_decoding;

pub use fault::{FieldError, RowError};
