//! What holds for the byte form: of any game, and of any bytes.

use crate::bounds::bounded;
use salpakan::record::codec::{
    army_bytes, decode_annotations, decode_army, decode_timeline, deployment_from_number,
    deployment_number, encode_annotations, encode_army, encode_timeline,
};
use salpakan::record::{JudgedRecord, Timeline};
use salpakan::rules::{Color, Deployment};

/// Bytes that decoding may allocate for each byte it is given: eight plies fit in one.
const MEMORY: usize = 256;

/// A record comes back from its stored halves.
pub fn of_record(record: &JudgedRecord) {
    of_timeline(&record.timeline);
    for color in Color::ALL {
        if let Some(army) = &record.armies[color] {
            of_army(&record.timeline, color, army);
        }
    }
    let bytes = encode_annotations(&record.annotations);
    assert_eq!(decode_annotations(&bytes).as_ref(), Ok(&record.annotations));
}

/// The public half comes back as it went in; answers its bytes.
pub fn of_timeline(timeline: &Timeline) -> Vec<u8> {
    let bytes = encode_timeline(timeline);
    assert_eq!(decode_timeline(&bytes).as_ref(), Ok(timeline));
    bytes
}

/// So does an army, from its squares and from its number.
pub fn of_army(timeline: &Timeline, color: Color, army: &Deployment) {
    let bytes = encode_army(&timeline.rules, army);
    assert_eq!(bytes.as_slice().len(), army_bytes(&timeline.rules));
    let back = decode_army(&timeline.rules, color, army.squares(), bytes.as_slice());
    assert!(back.as_ref() == Ok(army));
    let number = deployment_number(&timeline.rules, army);
    assert!(deployment_from_number(&timeline.rules, color, number).as_ref() == Ok(army));
}

/// Any bytes are refused or are the one encoding of what they mean.
pub fn any(bytes: &[u8]) {
    if let Ok(annotations) = bounded(bytes.len(), MEMORY, || decode_annotations(bytes)) {
        assert_eq!(encode_annotations(&annotations), bytes);
    }
    if let Some(timeline) = any_timeline(bytes) {
        any_army(&timeline, bytes);
    }
}

/// The same of a public half; answers it where it is one.
pub fn any_timeline(bytes: &[u8]) -> Option<Timeline> {
    let timeline = bounded(bytes.len(), MEMORY, || decode_timeline(bytes)).ok()?;
    assert_eq!(encode_timeline(&timeline), bytes);
    // Showing a game replays it.
    let _ = timeline.board_after(timeline.len());
    Some(timeline)
}

/// The end of any bytes as the armies of a public half.
pub fn any_army(timeline: &Timeline, bytes: &[u8]) {
    for color in Color::ALL {
        let Some(taken) = timeline.taken[color] else { continue };
        let right = army_bytes(&timeline.rules);
        for length in [right.saturating_sub(1), right, right + 1] {
            let start = bytes.len().saturating_sub(length);
            let army = decode_army(&timeline.rules, color, taken, &bytes[start..]);
            if let Ok(army) = army {
                assert!(army.squares() == taken);
                assert!(encode_army(&timeline.rules, &army).as_slice() == &bytes[start..]);
            }
        }
    }
}
