//! Any bytes as a file of changes, as a block with the right hash, and as the choices of a log that is packed. What
//! must hold is in `changes`.
#![no_main]

use adjutant::{changes, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|input: &[u8]| {
    changes::any(input);
    changes::forged(input);
    changes::chosen(input);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
