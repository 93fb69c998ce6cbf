//! Any text as one game in GGN. What must hold is in `texts::game`.
#![no_main]

use salpakan::record::notation::Format;
use adjutant::{mutate, texts};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| texts::game(text, Format::Ggn));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
