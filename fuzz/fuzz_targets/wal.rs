//! Any bytes as SQLite's log, and as the choices of one that is read, cut off and damaged. What must hold is in
//! `logs`.
#![no_main]

use adjutant::{logs, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|input: &[u8]| {
    logs::any(input);
    logs::chosen(input);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
