//! The text notation (GGN) and its JSON form, as specified in `NOTATION.md`.
//!
//! [`GameReader`] splits an input into games; [`name_of_game`] says which game one is; [`read_game`] parses and judges it; [`ggn::write`]
//! and [`json::write`] write the canonical forms.

mod comment;
mod error;
pub mod ggn;
pub mod json;
mod kind;
mod stream;
mod tag;

pub use error::{GameError, ReadError, TextError, shown};
pub use kind::{NameOfGame, name_of_game};
pub use stream::{Damage, Format, GameReader, GameText, MOST_BYTES};
pub use tag::SetUpFault;

use crate::Game;

/// Reads and judges one game.
///
/// # Errors
/// Returns the first error in reading order, with its line and column in the whole input.
pub fn read_game<G: Game>(game: &GameText) -> Result<G::Record, GameError> {
    let text = game.text()?;
    let judged = match game.format {
        Format::Ggn => ggn::read::<G>(text),
        Format::Json => json::read::<G>(text),
    };
    judged.map_err(|fault| fault.locate(text, game.start()))
}

/// The size at which a batch is complete, in bytes of game texts.
pub const BATCH_BYTES: usize = 1 << 18;

/// A batch of games, large enough to be worth a thread's while: games in input order, and the error that ended the input, if any.
#[derive(Debug, Default)]
pub struct Batch {
    pub games: Vec<GameText>,
    pub failed: Option<ReadError>,
}

pub struct Batches<'r>(pub GameReader<'r>);

impl Iterator for Batches<'_> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let mut batch = Batch::default();
        let mut bytes = 0;
        while bytes < BATCH_BYTES {
            match self.0.next() {
                Some(Ok(game)) => {
                    bytes += game.bytes.len() + 64;
                    batch.games.push(game);
                }
                Some(Err(e)) => {
                    batch.failed = Some(e);
                    break;
                }
                None => break,
            }
        }
        (!batch.games.is_empty() || batch.failed.is_some()).then_some(batch)
    }
}
