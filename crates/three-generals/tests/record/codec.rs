//! The stored form.

use std::fmt::Write;

use game_record::codec::CodecFault;
use proptest::prelude::*;
use three_generals::codec::{decode_timeline, encode_timeline};
use three_generals::record::{TimedPly, Timeline};
use three_generals::{Ending, Game, Position};

use crate::random::Random;

/// Games with their bytes as `codec.py`, a second encoder, prints them.
const GOLDEN: &str = include_str!("data/codec.txt");

fn timeline(game: &Game, mut clock: impl FnMut(usize) -> Option<u32>) -> Timeline {
    let plies = game.plies().iter().enumerate();
    let plies = plies.map(|(index, ply)| TimedPly { ply: *ply, clock: clock(index) }).collect();
    Timeline { plies, ending: game.ending() }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("strings take everything");
    }
    text
}

/// The bits that a uniform choice among the legal plies of each position takes.
fn bits_of_uniform_choice(timeline: &Timeline) -> f64 {
    let positions: Vec<Position> = timeline.positions().collect();
    let played = &positions[..timeline.plies.len()];
    played.iter().map(|position| f64::from(position.count_plies()).log2()).sum()
}

#[test]
fn stored_games_are_the_bytes_that_a_second_encoder_wrote() {
    let lines: Vec<&str> = GOLDEN.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 8);
    for line in lines {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [plies, clocks, bytes] = parts[..] else { panic!("three parts: {line}") };
        let mut game = Game::new();
        for ply in plies.split_whitespace() {
            game.play(ply.parse().expect("a ply")).expect("a legal ply");
        }
        let clocks: Vec<Option<u32>> =
            clocks.split_whitespace().map(|one| one.parse().ok()).collect();
        let timeline = timeline(&game, |index| clocks.get(index).copied().flatten());
        assert_eq!(hex(&encode_timeline(&timeline)), bytes, "{plies}");
        assert_eq!(decode_timeline(&encode_timeline(&timeline)), Ok(timeline));
    }
}

#[test]
fn a_stored_game_is_at_most_a_fiftieth_and_four_bytes_larger_than_a_uniform_choice() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let most = [2, 10, 60, 200, 600][seed as usize % 5];
        let game = random.game(most);
        let timeline = timeline(&game, |_| None);
        let size = encode_timeline(&timeline).len() as f64;
        let uniform = bits_of_uniform_choice(&timeline) / 8.0;
        assert!(size <= 1.02 * uniform + 4.0, "game {seed}: {size} bytes for {uniform}");
    }
}

#[test]
fn games_of_either_end_by_rule_are_read_back_with_it() {
    let mut seen = [0, 0];
    for seed in 0..4_000 {
        let game = Random(seed).game(1_500);
        let Some(ending) = game.ending() else { continue };
        seen[usize::from(ending == Ending::Repetition)] += 1;
        let timeline = timeline(&game, |_| None);
        let read = decode_timeline(&encode_timeline(&timeline)).expect("it was just written");
        assert_eq!(read.ending, Some(ending), "game {seed}");
        assert_eq!(read, timeline);
        if seen.iter().all(|count| *count > 1) {
            return;
        }
    }
    panic!("too few games end by rule: {seen:?}");
}

#[test]
fn what_is_no_canonical_form_of_a_game_is_refused() {
    let fault = |bytes: &[u8]| decode_timeline(bytes).expect_err("it is damaged").fault;
    assert_eq!(fault(&[]), CodecFault::Truncated);
    assert_eq!(fault(&[2]), CodecFault::UnknownVersion(2));
    assert_eq!(fault(&[0x41]), CodecFault::UnknownVersion(0x41));
    // No ply, but the state of a coder that encoded none.
    assert_eq!(fault(&[1, 0, 0, 1]), CodecFault::NotCanonical);
    // Plies without a choice where no ply is.
    assert_eq!(fault(&[0x21, 1]), CodecFault::Contradiction);
    assert_eq!(fault(&[0x21, 0, 0, 0, 1]), CodecFault::NotCanonical);
    let bytes = encode_timeline(&timeline(&Random(7).game(40), |_| None));
    assert!(decode_timeline(&bytes[..bytes.len() - 1]).is_err());
    assert!(decode_timeline(&[&bytes[..], &[0, 0]].concat()).is_err());
}

proptest! {
    #[test]
    fn any_game_is_read_back_as_it_was(seed in any::<u64>(), most in 0_usize..120, timed in any::<bool>()) {
        let mut random = Random(seed);
        let game = random.game(most);
        let timeline = timeline(&game, |_| {
            (timed && random.below(8) > 0).then(|| random.below(3_600) as u32)
        });
        prop_assert_eq!(decode_timeline(&encode_timeline(&timeline)), Ok(timeline));
    }

    #[test]
    fn bytes_are_the_form_of_a_game_or_an_error(head in 0_u8..0x40, tail in prop::collection::vec(any::<u8>(), 0..60)) {
        let bytes = [&[head][..], &tail].concat();
        if let Ok(timeline) = decode_timeline(&bytes) {
            prop_assert_eq!(encode_timeline(&timeline), bytes);
        }
    }

    #[test]
    fn a_changed_byte_is_another_game_or_an_error(seed in any::<u64>(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = encode_timeline(&timeline(&Random(seed).game(60), |_| None));
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(timeline) = decode_timeline(&bytes) {
            prop_assert_eq!(encode_timeline(&timeline), bytes);
        }
    }
}
