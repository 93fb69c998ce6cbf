//! The text notation (GGN) and its JSON form, as specified in `NOTATION.md`.
//!
//! [`GameReader`] splits an input into games; [`read_game`] parses and judges one; [`ggn::write`]
//! and [`json::write`] write the canonical forms.

mod batch;
mod comment;
mod error;
pub mod ggn;
pub mod json;
mod ply;
mod stream;
mod tag;

pub use batch::{BATCH_BYTES, Batch, Batches};
pub use error::{GameError, ReadError};
pub use stream::{Damage, Format, GameReader, GameText, MOST_BYTES};

use super::JudgedRecord;

/// Reads and judges one game.
///
/// # Errors
/// Returns the first error in reading order, with its line and column in the whole input.
pub fn read_game(game: &GameText) -> Result<JudgedRecord, GameError> {
    let text = game.text()?;
    let judged = match game.format {
        Format::Ggn => ggn::read(text),
        Format::Json => json::read(text),
    };
    judged.map_err(|fault| fault.locate(text, game.start()))
}
