//! Any bytes as a picture. What must hold is in `files::logo`.
#![no_main]

use adjutant::{files, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|file: &[u8]| files::logo(file));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
