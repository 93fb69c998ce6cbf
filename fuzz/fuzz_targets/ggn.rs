//! Any text as one GGN game: `cargo fuzz run ggn -- -seed_inputs=demo/sample.ggn`.
//! What is valid must come back the same from both forms.
#![no_main]

use adjutant::record::notation::{ggn, json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(record) = ggn::read(text) else { return };
    let (mut written, mut again, mut twin) = (String::new(), String::new(), String::new());
    ggn::write(&mut written, &record);
    let read = ggn::read(&written).expect("what was written is valid");
    assert_eq!(read, record);
    ggn::write(&mut again, &read);
    assert_eq!(again, written);
    json::write(&mut twin, &record);
    assert_eq!(json::read(&twin).expect("so is its twin"), record);
});
