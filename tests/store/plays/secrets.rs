//! The secret table of plays: put once, sealed in one length, open to nobody without the key.

use std::collections::HashSet;

use adjutant_service::App;
use adjutant_store::plays::{self, NewPlay};
use adjutant_store::seal::{KEY_BYTES, NONCE_BYTES, SealedKind, Sealer};
use adjutant_store::{set_ups, toss_seeds};
use salpakan::record::codec::encode_army;
use salpakan::rules::{Color, Deployment, RuleSet};

use super::whole::whole;
use super::{casual, id_of, made, player, read, referred_to, seats, store, write};
use crate::random_play::Random;
use crate::support::{Place, on_both_engines};

const RULE_SETS: [&str; 6] = [
    "standard",
    "electronic",
    "eleven",
    "krig",
    "standard+open-flag+promotion",
    "standard+army=FSSPPPPPPPPPPPP54321CLMKABT",
];

/// Version, nonce, 64 bytes of room, authentication.
const LENGTH: usize = 1 + NONCE_BYTES + 64 + 16;

fn sealed(sealer: &Sealer, number: u64, color: Color, plain: &[u8], nonce: u64) -> Vec<u8> {
    let mut random = Random(nonce);
    let nonce: [u8; NONCE_BYTES] = std::array::from_fn(|_| random.next() as u8);
    sealer.seal(SealedKind::SetUp(color), &id_of(number), plain, nonce).expect("it is sealed")
}

fn rules(key: &str) -> RuleSet {
    key.parse().expect("a rule-set")
}

on_both_engines! {
    fn a_set_up_is_handed_in_once_and_stays(place: &Place) {
        let store = store(place);
        let play = made(&store, 1);
        let put = |color, body: &[u8]| write(&store, |c| set_ups::insert_once(c, play, color, body));
        let both = || read(&store, |connection| set_ups::for_both_sides(connection, play));
        assert!(put(Color::Black, b"first"));
        assert_eq!(both(), None, "the arbiter waits for both");
        assert!(!put(Color::Black, b"second thoughts"), "not written over");
        assert!(put(Color::White, b"white"));
        assert!(!put(Color::White, b""));
        let both = both().expect("both are there");
        assert_eq!((both.white.as_slice(), both.black.as_slice()), (&b"white"[..], &b"first"[..]));
        let rows = place.numbers("SELECT count(*) AS number FROM set_ups");
        assert_eq!(rows, [2]);
        let nowhere = store.connection().map(|mut c| set_ups::insert_once(&mut c, play + 1, Color::White, b"x"));
        assert!(nowhere.expect("a connection").is_err(), "there is no such play");
    }

    fn a_seat_reads_its_own_and_nobody_elses(place: &Place) {
        let store = store(place);
        referred_to(place);
        let (ana, ben) = (player(&store, "Ana"), player(&store, "Ben"));
        let mut new: NewPlay<'_> = casual(1, seats(ana, ben));
        (new.seats.white.account, new.seats.black.account) = (Some(1), Some(2));
        let play = write(&store, |connection| plays::add(connection, &new));
        let row = read(&store, |connection| plays::by_id(connection, play)).expect("it is there");
        let own = |account| {
            let seat = row.seat_of(account).expect("a seat");
            read(&store, |connection| set_ups::for_seat(connection, seat))
        };
        assert_eq!(own(1), None);
        write(&store, |connection| set_ups::insert_once(connection, play, Color::Black, b"black"));
        assert_eq!((own(1), own(2)), (None, Some(b"black".to_vec())));
        write(&store, |connection| set_ups::insert_once(connection, play, Color::White, b"white"));
        assert_eq!((own(1), own(2)), (Some(b"white".to_vec()), Some(b"black".to_vec())));
        assert!(row.seat_of(3).is_none(), "an onlooker has no seat");
    }

    fn what_lies_there_opens_with_the_key_alone_for_its_play_and_side(place: &Place) {
        let whole = whole(place);
        let bodies = read(&whole.store, |c| set_ups::for_both_sides(c, whole.plays[1])).expect("both");
        let (white, black) = (SealedKind::SetUp(Color::White), SealedKind::SetUp(Color::Black));
        let open = |sealer: &Sealer, room, number, body: &[u8]| {
            sealer.open(room, &id_of(number), body).is_ok()
        };
        assert!(open(&whole.sealer, white, 2, &bodies.white));
        assert!(open(&whole.sealer, black, 2, &bodies.black));
        assert!(!open(&whole.sealer, black, 2, &bodies.white), "not as the other side's");
        assert!(!open(&whole.sealer, white, 3, &bodies.white), "not in another play");
        assert!(!open(&whole.sealer, SealedKind::Armies, 2, &bodies.white), "not as a game's");
        let stranger = Sealer::new([9; KEY_BYTES]);
        assert!(!open(&stranger, white, 2, &bodies.white), "not with another key");
        let mut changed = bodies.white.clone();
        changed[40] ^= 1;
        assert!(!open(&whole.sealer, white, 2, &changed), "not with a bit flipped");
    }

    fn without_its_key_nothing_is_served_that_has_plays(place: &Place) {
        let whole = whole(place);
        drop(whole.store);
        let settings = place.settings();
        let key = std::fs::read(&settings.key_file).expect("the key");
        std::fs::remove_file(&settings.key_file).expect("it is lost");
        assert!(place.database().has_sealed().expect("it reads"));
        let refused = place.refusal().to_string();
        assert!(refused.contains("put the key back"), "{refused}");
        Sealer::create(&settings.key_file, [7; KEY_BYTES]).expect("another key");
        let refused = place.refusal().to_string();
        assert!(refused.contains("does not open what of plays is sealed"), "{refused}");
        std::fs::write(&settings.key_file, key).expect("it is found again");
        assert!(App::open(&settings).is_ok());
    }

    fn a_seed_is_put_in_once(place: &Place) {
        let store = store(place);
        let play = made(&store, 1);
        let put = |body: &[u8]| write(&store, |connection| toss_seeds::insert_once(connection, play, body));
        assert_eq!(read(&store, |connection| toss_seeds::for_play(connection, play)), None);
        assert!(put(b"seed"));
        assert!(!put(b"a luckier one"));
        let there = read(&store, |connection| toss_seeds::for_play(connection, play));
        assert_eq!(there, Some(b"seed".to_vec()));
    }

    fn no_rank_lies_in_the_bytes_of_the_database(place: &Place) {
        let store = store(place);
        let sealer = Sealer::new([3; KEY_BYTES]);
        let mut random = Random(5);
        let mut canaries: Vec<Vec<u8>> = vec![[3; KEY_BYTES].to_vec()];
        for number in 1..=40 {
            let play = made(&store, number);
            for color in Color::ALL {
                let army = random.deployment(&RuleSet::STANDARD, color);
                let notation = army.notation();
                let packed = encode_army(&RuleSet::STANDARD, &army);
                // The longest form that fits is the hardest to hide.
                let body = sealed(&sealer, number, color, notation.as_bytes(), random.next());
                assert!(write(&store, |c| set_ups::insert_once(c, play, color, &body)));
                canaries.push(notation.into_bytes());
                canaries.push(packed.as_slice().to_vec());
            }
        }
        let bytes = if let Some(database) = &place.postgres {
            let said = database.run_sql("SELECT encode(body, 'hex') FROM set_ups");
            let hex = said.replace('\n', "");
            data_encoding::HEXLOWER.decode(hex.as_bytes()).expect("hexadecimal digits")
        } else {
            let file = |name: &str| std::fs::read(place.dir.path().join(name)).unwrap_or_default();
            [file("adjutant.sqlite"), file("adjutant.sqlite-wal")].concat()
        };
        assert!(bytes.len() >= 80 * LENGTH);
        let starts: HashSet<&[u8]> = canaries.iter().map(|canary| &canary[..7]).collect();
        let found = bytes.windows(7).filter(|window| starts.contains(window)).count();
        assert_eq!(found, 0, "seven bytes of a set-up, all of its short form, lie open");
    }
}

#[test]
fn ten_thousand_set_ups_of_all_rule_sets_take_the_same_room() {
    let sealer = Sealer::new([3; KEY_BYTES]);
    let mut random = Random(77);
    let rule_sets = RULE_SETS.map(rules);
    let mut plains = HashSet::new();
    for number in 0..10_000 {
        let rules = &rule_sets[random.below(6) as usize];
        let color = Color::ALL[random.below(2) as usize];
        let army: Deployment = random.deployment(rules, color);
        let packed = encode_army(rules, &army);
        let notation = army.notation();
        for plain in [packed.as_slice(), notation.as_bytes()] {
            plains.insert(plain.len());
            assert_eq!(sealed(&sealer, number, color, plain, number).len(), LENGTH);
        }
    }
    assert!(plains.len() > 4, "set-ups of many lengths: {plains:?}");
}
