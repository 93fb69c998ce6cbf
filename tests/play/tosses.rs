//! Who has the first ply: what the independent script computes, fair, and checked by anybody.

use adjutant_domain::play::{Nonce, PlayId, Seed, Toss, TossFault};
use proptest::prelude::*;
use salpakan::rules::{ByColor, Color};

use crate::random_play::Random;

fn hex<const N: usize>(text: &str) -> [u8; N] {
    assert_eq!(text.len(), 2 * N, "{text}");
    std::array::from_fn(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).expect("digits"))
}

fn bytes<const N: usize>(random: &mut Random) -> [u8; N] {
    std::array::from_fn(|_| random.next() as u8)
}

fn tosses() -> Vec<Toss> {
    let lines = include_str!("data/tosses.txt").lines().filter(|line| !line.starts_with('#'));
    let toss = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [play, seed, white, black, commitment, first] = words[..] else { panic!("{line}") };
        Toss {
            play: hex(play),
            commitment: hex(commitment),
            seed: Seed(hex(seed)),
            nonces: ByColor::new(hex(white), hex(black)),
            first: Color::parse(first).expect("a color"),
        }
    };
    lines.map(toss).collect()
}

#[test]
fn the_tosses_of_the_independent_script_come_out_the_same() {
    let tosses = tosses();
    assert_eq!(tosses.len(), 24);
    for toss in tosses {
        assert_eq!(toss.seed.commitment(&toss.play), toss.commitment);
        assert_eq!(toss.seed.first(&toss.play, &toss.nonces), toss.first);
        assert_eq!(toss.check(), Ok(()));
    }
}

#[test]
fn a_changed_seed_nonce_or_result_is_detected() {
    for toss in tosses() {
        let mut seed = toss;
        seed.seed.0[17] ^= 1;
        assert_eq!(seed.check(), Err(TossFault::Seed));
        let mut play = toss;
        play.play[3] ^= 1;
        assert_eq!(play.check(), Err(TossFault::Seed));
        let first = Toss { first: toss.first.opponent(), ..toss };
        assert_eq!(first.check(), Err(TossFault::First));
    }
}

/// A fair coin is as far from its mean as this once in 15,000 trials.
fn is_fair(heads: u32, tosses: u32) -> bool {
    let deviation = (f64::from(tosses) / 4.0).sqrt();
    (f64::from(heads) - f64::from(tosses) / 2.0).abs() < 4.0 * deviation
}

#[test]
fn each_side_has_the_first_ply_as_often_whatever_one_part_alone_is() {
    const TOSSES: u32 = 20_000;
    let mut random = Random(20_261_122);
    let fixed: (PlayId, Seed, Nonce, Nonce) =
        (bytes(&mut random), Seed(bytes(&mut random)), bytes(&mut random), bytes(&mut random));
    // Knowing or fixing all parts but one does not bias the toss.
    for varied in 0..4 {
        let mut black = 0;
        for _ in 0..TOSSES {
            let (mut play, mut seed, mut white, mut other) = fixed;
            match varied {
                0 => play = bytes(&mut random),
                1 => seed = Seed(bytes(&mut random)),
                2 => white = bytes(&mut random),
                _ => other = bytes(&mut random),
            }
            black += u32::from(seed.first(&play, &ByColor::new(white, other)) == Color::Black);
        }
        assert!(is_fair(black, TOSSES), "part {varied}: Black {black} times of {TOSSES}");
    }
}

#[test]
fn a_commitment_tells_nothing_of_the_first_ply() {
    const TOSSES: u32 = 20_000;
    let mut random = Random(7);
    let mut agree = 0;
    for _ in 0..TOSSES {
        let (play, seed): (PlayId, Seed) = (bytes(&mut random), Seed(bytes(&mut random)));
        let nonces = ByColor::new(bytes(&mut random), bytes(&mut random));
        let bit = seed.commitment(&play)[31] & 1 == 1;
        agree += u32::from((seed.first(&play, &nonces) == Color::Black) == bit);
    }
    assert!(is_fair(agree, TOSSES), "{agree} of {TOSSES}");
}

#[test]
fn a_seed_does_not_print_itself() {
    assert_eq!(format!("{:?}", Seed([1; 32])), "Seed(..)");
}

proptest! {
    #[test]
    fn a_toss_checks_and_another_seed_has_another_commitment(
        play: PlayId, seed: [u8; 32], white: Nonce, black: Nonce, at in 0..32_usize, bit in 0..8_u8,
    ) {
        let commitment = Seed(seed).commitment(&play);
        let mut other = seed;
        other[at] ^= 1_u8 << bit;
        prop_assert_ne!(Seed(other).commitment(&play), commitment);
        let nonces = ByColor::new(white, black);
        let first = Seed(seed).first(&play, &nonces);
        let toss = Toss { play, commitment, seed: Seed(seed), nonces, first };
        prop_assert_eq!(toss.check(), Ok(()));
    }
}
