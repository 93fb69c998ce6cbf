//! Any bytes are refused or are the one encoding of what they mean.
#![no_main]

use adjutant::record::codec::{
    decode_annotations, decode_army, decode_timeline, encode_annotations, encode_army,
    encode_timeline,
};
use adjutant::rules::Color;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(annotations) = decode_annotations(bytes) {
        assert_eq!(encode_annotations(&annotations), bytes);
    }
    // The last 16 bytes serve as armies, the others as the public half.
    let (public, secret) = bytes.split_at(bytes.len().saturating_sub(16));
    for half in [bytes, public] {
        let Ok(timeline) = decode_timeline(half) else { continue };
        assert_eq!(encode_timeline(&timeline), half);
        for color in Color::ALL {
            let Some(taken) = timeline.taken[color] else { continue };
            for length in 0..=secret.len() {
                let army = decode_army(&timeline.rules, color, taken, &secret[..length]);
                if let Ok(army) = army {
                    let again = encode_army(&timeline.rules, &army);
                    assert!(again.as_slice() == &secret[..length]);
                }
            }
        }
    }
});
