//! Any bytes as a stored game of Three Generals. What must hold is in `three_generals::stored`.
#![no_main]

use adjutant::three_generals;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| three_generals::stored(bytes));
