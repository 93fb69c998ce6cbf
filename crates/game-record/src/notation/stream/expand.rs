//! Decompresses zstd with limits on memory and on the expansion of small inputs.

use std::io::{BufRead, Error, ErrorKind, Read, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest window: 128 MiB, as `zstd --long` uses.
const WINDOW_LOG: u32 = 27;
/// Game texts compress 4 to 20 times; a single game that expands more than this is a decompression
/// bomb.
const MOST_EXPANSION: u64 = 200;
/// Up to this many bytes the ratio is ignored: no game may be longer than 4 MiB.
const FREE: u64 = 8 << 20;

/// Input and output since the current game began. Whole archives may repeat themselves and compress
/// a thousand times, so only single games are measured.
#[derive(Clone, Default)]
pub(super) struct Meter(Arc<Counts>);

#[derive(Default)]
struct Counts {
    taken: AtomicU64,
    given: AtomicU64,
}

impl Meter {
    /// Starts a new measurement when a game is complete.
    pub fn begin_game(&self) {
        self.0.taken.store(0, Ordering::Relaxed);
        self.0.given.store(0, Ordering::Relaxed);
    }

    fn is_bomb(&self) -> bool {
        let given = self.0.given.load(Ordering::Relaxed);
        // The decoder reads ahead, so some of its output is of earlier input.
        let taken = self.0.taken.load(Ordering::Relaxed) + (1 << 15);
        given > FREE && given / taken > MOST_EXPANSION
    }
}

/// A reader that decompresses `input`.
pub(super) fn zstd<'r>(
    input: Box<dyn BufRead + Send + 'r>,
    meter: Meter,
) -> Result<impl Read + Send + 'r> {
    let counted = Counted { input, meter: meter.clone() };
    let mut decoder = zstd::stream::read::Decoder::new(counted)?;
    decoder.window_log_max(WINDOW_LOG)?;
    Ok(Bounded { decoder, meter })
}

struct Counted<R> {
    input: R,
    meter: Meter,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.input.read(buffer)?;
        self.meter.0.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

struct Bounded<R> {
    decoder: R,
    meter: Meter,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.decoder.read(buffer).map_err(explain)?;
        self.meter.0.given.fetch_add(count as u64, Ordering::Relaxed);
        if self.meter.is_bomb() {
            let message = format!(
                "a single game here expands more than {MOST_EXPANSION} times, which no text of a \
                 game does; refused as a zstd bomb"
            );
            return Err(Error::new(ErrorKind::InvalidData, message));
        }
        Ok(count)
    }
}

/// Adds to an error that it comes from the zstd decoder.
fn explain(cause: Error) -> Error {
    let hint = match cause.kind() {
        ErrorKind::UnexpectedEof => "the zstd data end too early; is the file complete?",
        _ => "the zstd data are damaged or need a window above 128 MiB",
    };
    Error::new(cause.kind(), format!("{hint} ({cause})"))
}
