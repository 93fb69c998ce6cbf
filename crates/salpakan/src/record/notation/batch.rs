//! Batches of games, large enough to be worth a thread's while.

use super::{GameReader, GameText, ReadError};

/// The size at which a batch is complete, in bytes of game texts.
pub const BATCH_BYTES: usize = 1 << 18;

/// Games in input order, and the error that ended the input, if any.
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
