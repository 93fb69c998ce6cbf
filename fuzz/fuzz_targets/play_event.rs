//! Any bytes as an event of a play, as many events, and as the choices of who asks for what. What
//! must hold is in `plays`.
#![no_main]

use adjutant::played::Choices;
use adjutant::{mutate, plays};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|input: &[u8]| {
    plays::event(input);
    plays::events(input);
    plays::life(&mut Choices(input));
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
