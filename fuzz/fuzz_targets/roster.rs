//! Any bytes as a roster in CSV. What must hold is in `files::roster`.
#![no_main]

use adjutant::{files, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|file: &[u8]| files::roster(file));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
