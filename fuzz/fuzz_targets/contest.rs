//! Any text as a fact of an event, as its settings, and as the facts of an event, one in a line. What must hold is in
//! `contests`.
#![no_main]

use adjutant::{contests, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| {
    contests::written(text);
    contests::facts(text);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
