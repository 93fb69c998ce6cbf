//! The text notation (GGN) and its JSON form, as specified in `NOTATION.md`.
//!
//! [`GameReader`] splits an input into games; [`read_game`] parses and judges one; [`ggn::write`]
//! and [`json::write`] write the canonical forms.

pub(super) mod ply;

pub use game_record::notation::{
    BATCH_BYTES, Batch, Batches, Damage, Format, GameError, GameReader, GameText, MOST_BYTES,
    ReadError,
};

use super::{JudgedRecord, Salpakan};

/// Reads and judges one game.
///
/// # Errors
/// Returns the first error in reading order, with its line and column in the whole input.
pub fn read_game(game: &GameText) -> Result<JudgedRecord, GameError> {
    game_record::notation::read_game::<Salpakan>(game)
}

/// GGN: PGN with set-ups and verdicts of challenges.
pub mod ggn {
    use super::{JudgedRecord, Salpakan};

    pub use game_record::notation::TextError;
    pub use game_record::notation::ggn::LINE_WIDTH;

    /// Reads and judges the text of one game.
    ///
    /// # Errors
    /// Returns the first error in reading order.
    pub fn read(text: &str) -> Result<JudgedRecord, TextError> {
        game_record::notation::ggn::read::<Salpakan>(text)
    }

    /// Appends the canonical text of a record, followed by an empty line.
    pub fn write(text: &mut String, record: &JudgedRecord) {
        game_record::notation::ggn::write::<Salpakan>(text, record);
    }
}

/// The JSON form of GGN.
pub mod json {
    use super::{JudgedRecord, Salpakan};

    pub use game_record::notation::TextError;

    /// Reads and judges one JSON object.
    ///
    /// # Errors
    /// Returns the first error. Malformed JSON takes precedence.
    pub fn read(text: &str) -> Result<JudgedRecord, TextError> {
        game_record::notation::json::read::<Salpakan>(text)
    }

    /// Appends the record as one line of JSON, without a line end.
    pub fn write(text: &mut String, record: &JudgedRecord) {
        game_record::notation::json::write::<Salpakan>(text, record);
    }
}
