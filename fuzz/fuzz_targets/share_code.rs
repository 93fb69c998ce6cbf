//! Any bytes as a share code of any rules. What must hold is in `codes`.
#![no_main]

use adjutant::codes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| codes::any(input));
