//! Any bytes as a tournament in TRF. What must hold is in `files::trf`.
#![no_main]

use adjutant::files;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| files::trf(file));
