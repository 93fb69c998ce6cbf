//! Any text as plies of the Game of Three Generals. What must hold is in `three_generals::plies`.
#![no_main]

use adjutant::three_generals;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| three_generals::plies(text));
