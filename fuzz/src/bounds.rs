//! What any input may cost.

use std::time::Duration;

use cpu_time::ThreadTime;
use stats_alloc::Region;

use crate::ALLOCATOR;

/// Longer than this for any input is too slow. Time of this thread on its processor: a
/// busy machine makes nothing slow.
const LONGEST: Duration = Duration::from_millis(100);

/// Allocated beside the multiple of the input: buffers, tables, messages.
const FREE_BYTES: usize = 1 << 18;

/// Does `work` on an input of `length` bytes: in 100 ms, and with at most `factor`
/// bytes allocated for each of the input's.
///
/// # Panics
/// Where either is exceeded.
pub fn bounded<T>(length: usize, factor: usize, work: impl FnOnce() -> T) -> T {
    let region = Region::new(ALLOCATOR);
    let start = ThreadTime::now();
    let done = work();
    let taken = start.elapsed();
    let allocated = region.change().bytes_allocated;
    assert!(taken <= LONGEST, "{taken:?} for an input of {length} bytes");
    assert!(
        allocated <= factor * length + FREE_BYTES,
        "{allocated} bytes allocated for an input of {length}"
    );
    done
}
