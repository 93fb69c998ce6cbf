//! Lengths tell nothing: of a set-up that is handed in, of what rests of it, and of what its owner sees.

use salpakan::rules::{ByColor, Color, RuleSet};

use crate::random_play::Random;
use crate::rest::contains;

use adjutant_store::seal::{KEY_BYTES, NONCE_BYTES, SealedKind, Sealer};

const SET_UPS: usize = 10_000;

fn sealer() -> (tempfile::TempDir, Sealer) {
    let dir = tempfile::tempdir().expect("a directory");
    let sealer = Sealer::create(&dir.path().join("key"), [7; KEY_BYTES]).expect("a key");
    (dir, sealer)
}

#[test]
fn a_set_up_is_sent_and_shown_in_one_length_whatever_it_is() {
    let (_dir, sealer) = sealer();
    let mut random = Random(11);
    for key in ["standard", "eleven", "standard+army=FSSPP5544332211CCLLMMKKAABB"] {
        let rules: RuleSet = key.parse().expect("a rule-set");
        let mut lengths = ByColor::from_fn(|_| std::collections::BTreeSet::new());
        for index in 0..SET_UPS {
            let color = Color::ALL[index % 2];
            let army = random.deployment(&rules, color);
            let bytes = salpakan::record::codec::encode_army(&rules, &army);
            let mut nonce = [0; NONCE_BYTES];
            nonce[..8].copy_from_slice(&(index as u64).to_le_bytes());
            let sealed = sealer
                .seal(SealedKind::SetUp(color), &[1; 8], bytes.as_slice(), nonce)
                .expect("it is sealed");
            let rows = army.notation().split('/').map(str::len).collect::<Vec<_>>();
            lengths[color].insert((rows, bytes.as_slice().len(), sealed.len()));
        }
        for color in Color::ALL {
            assert_eq!(lengths[color].len(), 1, "{key}: {:?}", lengths[color]);
        }
    }
}

#[test]
fn the_same_set_up_twice_is_sealed_as_two() {
    let (_dir, sealer) = sealer();
    let rules = RuleSet::STANDARD;
    let army = Random(5).deployment(&rules, Color::White);
    let plain = salpakan::record::codec::encode_army(&rules, &army).as_slice().to_vec();
    let seal = |play: u8, number: u8| {
        let room = SealedKind::SetUp(Color::White);
        sealer.seal(room, &[play; 8], &plain, [number; NONCE_BYTES]).expect("it is sealed")
    };
    // Another game, and the same game again.
    let sealed = [seal(1, 1), seal(1, 2), seal(2, 3)];
    for (index, one) in sealed.iter().enumerate() {
        assert!(!contains(one, &plain));
        for other in &sealed[..index] {
            let alike = one.iter().zip(other).filter(|(a, b)| a == b).count();
            assert!(alike < one.len() / 4, "{alike} of {} bytes", one.len());
        }
    }
}
