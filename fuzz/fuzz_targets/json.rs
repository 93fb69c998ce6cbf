//! Any text as one JSON twin: `cargo fuzz run json`.
//! What is valid must come back the same from both forms.
#![no_main]

use adjutant::record::notation::{ggn, json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(record) = json::read(text) else { return };
    let (mut written, mut again, mut twin) = (String::new(), String::new(), String::new());
    json::write(&mut written, &record);
    let read = json::read(&written).expect("what was written is valid");
    assert_eq!(read, record);
    json::write(&mut again, &read);
    assert_eq!(again, written);
    ggn::write(&mut twin, &record);
    assert_eq!(ggn::read(&twin).expect("so is its twin"), record);
});
