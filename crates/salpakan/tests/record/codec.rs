//! The binary format: values survive a round trip in the promised size, and no bytes do harm.

use std::collections::BTreeMap;

use proptest::prelude::*;
use salpakan::record::Annotations;
use salpakan::record::codec::*;
use salpakan::rules::{Board, ByColor, Color, Draft, Move, RuleSet, Square, Squares};

use crate::random_play::{Clocks, Game, Random, ideal_bits, random_game, rule_sets};

const ALL_CLOCKS: [Clocks; 4] = [Clocks::None, Clocks::All, Clocks::Some, Clocks::Wild];

fn games(seed: u64, number: u64, longest: usize) -> impl Iterator<Item = Game> {
    let sets = rule_sets();
    (0..number).map(move |index| {
        let mut random = Random(seed.wrapping_add(index << 32));
        let rules = &sets[(index % sets.len() as u64) as usize];
        let clocks = ALL_CLOCKS[(index / 3 % 4) as usize];
        random_game(&mut random, rules, clocks, longest)
    })
}

#[test]
fn a_public_half_comes_back_as_it_went_in() {
    for game in games(1, 600, 2000) {
        let bytes = encode_timeline(&game.timeline);
        assert_eq!(decode_timeline(&bytes).as_ref(), Ok(&game.timeline));
    }
}

#[test]
fn games_of_every_length_come_back() {
    for longest in 0..70 {
        for game in games(longest, 3, longest as usize) {
            let bytes = encode_timeline(&game.timeline);
            assert_eq!(decode_timeline(&bytes).as_ref(), Ok(&game.timeline));
        }
    }
}

#[test]
fn an_army_comes_back_to_its_squares() {
    for game in games(2, 300, 0) {
        for (color, army) in game.armies.iter() {
            let rules = &game.timeline.rules;
            let bytes = encode_army(rules, army);
            assert_eq!(bytes.as_slice().len(), army_bytes(rules));
            let back = decode_army(rules, color, army.squares(), bytes.as_slice());
            assert!(back.as_ref() == Ok(army));
        }
    }
}

#[test]
fn a_deployment_is_one_number_below_27_over_6_6_2() {
    let rules = RuleSet::STANDARD;
    assert_eq!(deployment_count(&rules), 10_502_381_800_172_021_760_000);
    assert_eq!(footprint_count(&rules), 296_010);
    assert_eq!(arrangement_count(&rules), 35_479_820_952_576_000);
    for color in Color::ALL {
        for number in [0, 1, 35_479_820_952_576_000, deployment_count(&rules) - 1] {
            let deployment = deployment_from_number(&rules, color, number).expect("in range");
            assert_eq!(deployment_number(&rules, &deployment), number);
        }
        assert!(deployment_from_number(&rules, color, deployment_count(&rules)).is_err());
        assert!(deployment_from_number(&rules, color, u128::MAX).is_err());
    }
}

#[test]
fn both_sides_number_alike() {
    let mut random = Random(3);
    for rules in rule_sets() {
        let white = random.deployment(&rules, Color::White);
        let mirrored = white.pieces().map(|(square, rank)| {
            let square = Square::new(square.file(), 7 - square.row()).expect("on the board");
            (square, rank)
        });
        let black = Draft::new(Color::Black, mirrored.collect()).check(&rules).expect("legal");
        assert_eq!(deployment_number(&rules, &white), deployment_number(&rules, &black));
    }
}

#[test]
fn every_number_of_a_small_rule_set_is_another_deployment() {
    for key in ["standard+army=FP", "krig+army=F", "krig+army=FP"] {
        let rules: RuleSet = key.parse().expect("a key");
        let mut seen = std::collections::HashSet::new();
        for number in 0..deployment_count(&rules) {
            let one = deployment_from_number(&rules, Color::Black, number).expect("in range");
            assert_eq!(deployment_number(&rules, &one), number);
            assert!(seen.insert(one));
        }
    }
}

#[test]
fn both_set_ups_take_20_bytes_at_most() {
    for key in ["standard", "krig", "electronic", "eleven"] {
        let rules: RuleSet = key.parse().expect("a key");
        let game = random_game(&mut Random(4), &rules, Clocks::None, 0);
        let both = encode_timeline(&game.timeline).len();
        let mut without = game.timeline.clone();
        without.taken = ByColor::default();
        without.flags = ByColor::default();
        let footprints = both - encode_timeline(&without).len();
        assert!(footprints + 2 * army_bytes(&rules) <= 20, "{key}");
    }
}

/// Bytes of the plies with their count: all except version, flags, rule-set, footprints.
fn ply_bytes(game: &Game) -> usize {
    let mut bare = game.timeline.clone();
    bare.flags = ByColor::default();
    let whole = encode_timeline(&bare).len();
    bare.plies.clear();
    bare.ending = None;
    whole - encode_timeline(&bare).len() + 1
}

#[test]
fn plies_take_two_percent_and_four_bytes_above_their_information_at_most() {
    let sets = rule_sets();
    for (index, rules) in sets.iter().enumerate().cycle().take(400) {
        if rules.options().open_challenges {
            continue;
        }
        for longest in [1, 2, 40, 127, 128, 300, 20_000] {
            let mut random = Random((index * 1000 + longest) as u64);
            let game = random_game(&mut random, rules, Clocks::None, longest);
            let limit = 1.02 * ideal_bits(&game.timeline) / 8.0 + 4.0;
            assert!(
                ply_bytes(&game) as f64 <= limit,
                "{rules}: {} plies in {} bytes instead of {limit}",
                game.timeline.len(),
                ply_bytes(&game),
            );
        }
    }
}

#[test]
fn a_usual_clock_takes_one_byte() {
    let game = random_game(&mut Random(5), &RuleSet::STANDARD, Clocks::All, 300);
    let mut bare = game.timeline.clone();
    bare.plies.iter_mut().for_each(|ply| ply.clock = None);
    let clocks = encode_timeline(&game.timeline).len() - encode_timeline(&bare).len();
    assert!(clocks <= game.timeline.plies.len() + 4);
}

#[test]
fn a_record_without_plies_may_lack_set_ups() {
    let mut timeline = random_game(&mut Random(6), &RuleSet::STANDARD, Clocks::None, 0).timeline;
    for taken in [ByColor::new(None, timeline.taken.black), ByColor::default()] {
        timeline.taken = taken;
        timeline.flags = ByColor::default();
        let bytes = encode_timeline(&timeline);
        assert_eq!(decode_timeline(&bytes).as_ref(), Ok(&timeline));
    }
}

fn accepted_bytes_are_the_encoding(bytes: &[u8]) {
    if let Ok(timeline) = decode_timeline(bytes) {
        assert_eq!(encode_timeline(&timeline), bytes);
    }
    if let Ok(annotations) = decode_annotations(bytes) {
        assert_eq!(encode_annotations(&annotations), bytes);
    }
}

#[test]
fn damaged_bytes_are_refused_or_mean_another_game() {
    let mut random = Random(7);
    for game in games(8, 60, 200) {
        let bytes = encode_timeline(&game.timeline);
        for length in 0..bytes.len() {
            accepted_bytes_are_the_encoding(&bytes[..length]);
        }
        for _ in 0..150 {
            let mut damaged = bytes.clone();
            let at = random.below(bytes.len() as u64) as usize;
            damaged[at] ^= 1 << random.below(8);
            if random.below(3) == 0 {
                damaged.push(random.next() as u8);
            }
            accepted_bytes_are_the_encoding(&damaged);
        }
    }
}

#[test]
fn a_few_bytes_cannot_ask_for_much_memory() {
    let mut timeline = random_game(&mut Random(9), &RuleSet::STANDARD, Clocks::None, 0).timeline;
    timeline.flags = ByColor::default();
    let mut bytes = encode_timeline(&timeline);
    bytes.pop();
    bytes.extend([0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 1]);
    let error = decode_timeline(&bytes).expect_err("so many plies need more bytes");
    assert_eq!(error.fault, CodecFault::TooManyPlies);
    let annotations = [1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0];
    assert_eq!(decode_annotations(&annotations).map_err(|e| e.fault), Err(CodecFault::Truncated));
}

#[test]
fn another_version_is_named() {
    let error = decode_timeline(&[9, 0, 0]).expect_err("version 9 does not exist");
    assert_eq!(error.fault, CodecFault::UnknownVersion(9));
    assert!(error.to_string().contains("version 9 is unknown"));
}

#[test]
fn an_army_is_refused_where_its_bytes_or_squares_are_wrong() {
    let rules = RuleSet::STANDARD;
    let army = Random(10).deployment(&rules, Color::White);
    let bytes = encode_army(&rules, &army);
    let refused = |color, squares, bytes: &[u8]| {
        decode_army(&rules, color, squares, bytes).expect_err("refused").fault
    };
    let squares = army.squares();
    assert_eq!(refused(Color::White, squares, &[0; 6]), CodecFault::Truncated);
    assert_eq!(refused(Color::White, squares, &[0; 8]), CodecFault::TrailingBytes);
    assert_eq!(refused(Color::White, squares, &[0xff; 7]), CodecFault::OutOfRange);
    assert_eq!(refused(Color::Black, squares, bytes.as_slice()), CodecFault::WrongSquares);
    assert_eq!(refused(Color::White, Squares::EMPTY, bytes.as_slice()), CodecFault::WrongSquares);
    assert_eq!(format!("{bytes:?}"), "ArmyBytes(..)");
}

#[test]
fn comments_and_tags_come_back() {
    let mut annotations = Annotations::default();
    assert_eq!(encode_annotations(&annotations), [1]);
    annotations.comments = BTreeMap::from([
        (0, "before".to_owned()),
        (1, String::new()),
        (57, "isang bitag ✓".to_owned()),
        (u32::MAX, "last".to_owned()),
    ]);
    annotations.extra_tags = vec![("Annotator".to_owned(), "P".to_owned()); 2];
    let bytes = encode_annotations(&annotations);
    assert_eq!(decode_annotations(&bytes), Ok(annotations));
    for length in 1..bytes.len() {
        assert!(length == 1 || decode_annotations(&bytes[..length]).is_err());
    }
}

proptest! {
    #[test]
    fn any_bytes_are_refused_or_are_the_encoding(
        bytes in proptest::collection::vec(any::<u8>(), 0..80)
    ) {
        accepted_bytes_are_the_encoding(&bytes);
        let mut versioned = vec![1];
        versioned.extend(&bytes);
        accepted_bytes_are_the_encoding(&versioned);
    }

    #[test]
    fn steps_are_the_moves_in_their_order(low in any::<u64>(), high in any::<u8>()) {
        let own = Squares::from_bits(u128::from(low) | u128::from(high) << 64);
        let board = Board::new(ByColor::new(own, Squares::EMPTY), Color::White);
        let moves: Vec<Move> = board.moves().collect();
        prop_assert_eq!(board.move_count() as usize, moves.len());
        for (index, mv) in moves.iter().enumerate() {
            prop_assert_eq!(board.move_at(index as u32), Some(*mv));
            prop_assert_eq!(board.index_of(*mv), Some(index as u32));
        }
        prop_assert_eq!(board.move_at(moves.len() as u32), None);
        prop_assert_eq!(board.move_at(u32::MAX), None);
    }
}

#[test]
fn a_board_like_a_chess_board_has_the_most_moves() {
    let own: Squares = Square::all().filter(|square| square.index() % 2 == 0).collect();
    let board = Board::new(ByColor::new(own, Squares::EMPTY), Color::White);
    assert_eq!(board.move_count(), 127);
    assert_eq!(board.moves().count(), 127);
    let no_move = Move::new(
        Square::from_index(0).expect("a1"),
        Square::from_index(20).expect("on the board"),
    );
    assert_eq!(board.index_of(no_move), None);
}
