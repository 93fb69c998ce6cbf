//! Any bytes as a stored record, and as the choices of a game that is encoded, read back,
//! damaged and read again. What must hold is in `bytes`.
#![no_main]

use adjutant::played::{self, Choices};
use salpakan::rules::Color;
use adjutant::{bytes, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|input: &[u8]| {
    bytes::any(input);
    if let Some(timeline) = bytes::any_timeline(&input[..input.len().saturating_sub(16)]) {
        bytes::any_army(&timeline, input);
    }
    let mut choices = Choices(input);
    let (at, patch) = (usize::from(choices.byte()), choices.byte());
    let (timeline, armies) = played::game(&mut choices);
    let mut stored = bytes::of_timeline(&timeline);
    for color in Color::ALL {
        bytes::of_army(&timeline, color, &armies[color]);
    }
    let at = at % stored.len();
    assert!(bytes::any_timeline(&stored[..at]).is_none(), "a beginning is no whole");
    stored[at] ^= patch;
    bytes::any_timeline(&stored);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
