//! What any input may cost.

use std::time::{Duration, Instant};

use stats_alloc::Region;

use crate::ALLOCATOR;

/// Longer than this for any input is too slow.
const LONGEST: Duration = Duration::from_millis(100);

/// Allocated beside the multiple of the input: buffers, tables, messages.
const FREE_BYTES: usize = 1 << 18;

/// Does `work` on an input of `length` bytes: in 100 ms, and with at most `factor`
/// bytes allocated for each of the input's.
///
/// # Panics
/// Where either is exceeded. A busy machine is slow too, so time is measured again.
pub fn bounded<T>(length: usize, factor: usize, mut work: impl FnMut() -> T) -> T {
    let region = Region::new(ALLOCATOR);
    let start = Instant::now();
    let done = work();
    let mut taken = start.elapsed();
    let allocated = region.change().bytes_allocated;
    assert!(
        allocated <= factor * length + FREE_BYTES,
        "{allocated} bytes allocated for an input of {length}"
    );
    for _ in 0..3 {
        if taken <= LONGEST {
            return done;
        }
        let start = Instant::now();
        drop(work());
        taken = start.elapsed();
    }
    panic!("{taken:?} for an input of {length} bytes");
}
