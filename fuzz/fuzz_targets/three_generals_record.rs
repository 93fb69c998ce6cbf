//! Any text as a record of the Game of Three Generals. What must hold is in `three_generals::record`.
#![no_main]

use adjutant::three_generals;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| three_generals::record(text));
