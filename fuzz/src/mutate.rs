//! Changing inputs: libFuzzer's own ways, and now and then one part many times over,
//! which finds what takes time as the square of the input.

/// Changes the first `size` bytes of `data`; answers how many there are then.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    if seed.is_multiple_of(64) && size > 0 && size < max_size {
        return repeat(data, size, max_size, (seed / 64) as usize);
    }
    libfuzzer_sys::fuzzer_mutate(data, size, max_size)
}

fn repeat(data: &mut [u8], size: usize, max_size: usize, seed: usize) -> usize {
    let from = seed % size;
    let length = 1 + seed / size % (size - from).min(48);
    let part = data[from..from + length].to_vec();
    // Mostly to the full, at times a few only.
    let room = (max_size - size) / length;
    let times = if seed.is_multiple_of(4) { room.min(3) } else { room };
    let added = times * length;
    data.copy_within(from..size, from + added);
    for copy in data[from..from + added].chunks_exact_mut(length) {
        copy.copy_from_slice(&part);
    }
    size + added
}
