//! Expanding zstd with bounds on memory and on what a small input may become.

use std::io::{BufRead, Error, ErrorKind, Read, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Largest window: 128 MiB, what `zstd --long` uses.
const WINDOW_LOG: u32 = 27;
/// Texts of games shrink 4 to 20 times; what shrank so much more is a bomb.
const MOST_EXPANSION: u64 = 2_000;
/// Below so many bytes the ratio says nothing.
const FREE: u64 = 64 << 20;

/// A reader of what `input` holds in zstd.
pub(super) fn zstd<'r>(input: Box<dyn BufRead + Send + 'r>) -> Result<impl Read + Send + 'r> {
    let taken = Arc::new(AtomicU64::new(0));
    let counted = Counted { input, taken: Arc::clone(&taken) };
    let mut decoder = zstd::stream::read::Decoder::new(counted)?;
    decoder.window_log_max(WINDOW_LOG)?;
    Ok(Bounded { decoder, taken, given: 0 })
}

struct Counted<R> {
    input: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.input.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

struct Bounded<R> {
    decoder: R,
    taken: Arc<AtomicU64>,
    given: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.decoder.read(buffer)?;
        self.given += count as u64;
        let taken = self.taken.load(Ordering::Relaxed).max(1);
        if self.given > FREE && self.given / taken > MOST_EXPANSION {
            let message = format!(
                "this zstd input expands more than {MOST_EXPANSION} times, which no games do; \
                 refused as a zstd bomb"
            );
            return Err(Error::new(ErrorKind::InvalidData, message));
        }
        Ok(count)
    }
}
