//! What rests sealed tells nothing by its length, and what was sealed before is still read.

use adjutant_service::integrity::check;
use adjutant_service::records::content_id;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use salpakan::record::codec::{encode_annotations, encode_army};
use salpakan::record::notation::{GameReader, read_game};
use salpakan::record::{Annotations, JudgedRecord};
use salpakan::rules::RuleSet;

use crate::support::{Place, import_text, on_both_engines, unfinished};

/// Version, nonce and authentication around what is sealed.
const AROUND: i64 = 1 + 24 + 16;

/// Other ranks on the same squares, with the same verdict.
fn with_other_ranks(text: &str) -> String {
    let other = text.replace("BMCPPF12P", "21PPFPCMB").replace("12SLPASKM", "MKSAPLS21");
    assert_ne!(other, text);
    other
}

fn faults(place: &Place) -> Vec<String> {
    let mut faults = Vec::new();
    let mut note =
        |fault: &adjutant_service::integrity::IntegrityFault| faults.push(fault.message.clone());
    check(&place.open(), &mut note, &mut |_| ()).expect("it reads");
    faults
}

fn lengths(place: &Place, column: &str) -> Vec<i64> {
    place.numbers(&format!("SELECT length({column}) AS number FROM deployments ORDER BY game_id"))
}

on_both_engines! {
    fn armies_take_the_same_room_whatever_they_are_and_whatever_is_written_of_them(place: &Place) {
        let other = place.another();
        let player = |n: usize| format!("Player {n}");
        let plain = |n| unfinished(&player(n), "-").replace("[Annotator \"-\"]\n", "").replace(" {-}", "");
        let noted = |n| with_other_ranks(&unfinished(&player(n), &"spy ".repeat(n * 100)));
        let world: String = (0..13).map(plain).collect();
        let otherworld: String = (0..13).map(noted).collect();
        assert_eq!(import_text(&place.open(), &world).counts.added, 13);
        assert_eq!(import_text(&other.open(), &otherworld).counts.added, 13);
        for world in [place, &other] {
            assert_eq!(lengths(world, "body"), [64 + AROUND; 13]);
            assert_eq!(faults(world), Vec::<String>::new());
        }
        // Comments are told apart by a length in powers of four at most.
        assert_eq!(lengths(place, "annotations"), [1024 + AROUND; 13]);
        let rooms: Vec<i64> = lengths(&other, "annotations").iter().map(|l| l - AROUND).collect();
        assert_eq!(rooms, [1, 1, 4, 4, 4, 4, 16, 16, 16, 16, 16, 16, 16].map(|kib| kib * 1024));
    }

    fn armies_of_every_rule_set_take_the_same_room(place: &Place) {
        let games: String = ["standard", "electronic", "standard+open-challenges", "standard+promotion"]
            .iter()
            .enumerate()
            .map(|(n, key)| {
                let tag = format!("[Ruleset \"{key}\"]\n[Annotator");
                unfinished(&format!("Player {n}"), "-").replace("[Annotator", &tag)
                    .replace("1. e3-e4 {-} e6-e5 2. e4xe5+ *", "1. e3-e4 *")
            })
            .collect();
        let imported = import_text(&place.open(), &games);
        assert_eq!(imported.counts.added, 4, "{imported:?}");
        assert_eq!(lengths(place, "body"), [64 + AROUND; 4]);
    }

    fn a_game_sealed_in_the_first_form_is_still_read(place: &Place) {
        let text = unfinished("Datu", "MY-SPY-IS-IN-FRONT");
        import_text(&place.open(), &text);
        let key: [u8; 32] =
            std::fs::read(place.settings().key_file).expect("the key").try_into().expect("32 bytes");
        let old = hex(&first_form(&record(&text), key));
        let bytes = if place.postgres.is_some() { format!("'\\x{old}'") } else { format!("x'{old}'") };
        place.run_sql(&format!("UPDATE deployments SET body = {bytes}, annotations = ''"));
        assert_eq!(faults(place), Vec::<String>::new());
    }

    fn comments_that_were_taken_away_or_changed_places_are_missed(place: &Place) {
        import_text(&place.open(), &(unfinished("Datu", "one") + &unfinished("Aba", "two")));
        let gone = place.another();
        import_text(&gone.open(), &unfinished("Datu", "one"));
        gone.run_sql("UPDATE deployments SET annotations = ''");
        assert_eq!(faults(&gone).len(), 1);
        place.run_sql(
            "UPDATE deployments SET annotations = (SELECT o.annotations FROM deployments o \
             WHERE o.game_id = 2) WHERE game_id = 1",
        );
        assert_eq!(faults(place).len(), 1);
        let swapped = place.another();
        import_text(&swapped.open(), &unfinished("Datu", "one"));
        swapped.run_sql("UPDATE deployments SET annotations = body");
        assert_eq!(faults(&swapped).len(), 1);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn record(text: &str) -> JudgedRecord {
    let game = GameReader::new(text.as_bytes()).expect("text").next().expect("a game");
    read_game(&game.expect("it reads")).expect("it is valid")
}

/// Version 1: armies and comments in one, padded to whole kibibytes.
fn first_form(record: &JudgedRecord, key: [u8; 32]) -> Vec<u8> {
    let mut plain = vec![3];
    for army in [&record.armies.white, &record.armies.black].into_iter().flatten() {
        plain.extend_from_slice(encode_army(&RuleSet::STANDARD, army).as_slice());
    }
    assert_ne!(record.annotations, Annotations::default());
    plain.extend(encode_annotations(&record.annotations));
    let mut padded = (plain.len() as u32).to_le_bytes().to_vec();
    padded.extend(plain);
    padded.resize(1024, 0);
    let id = content_id(&record.clone().into());
    let payload = Payload { msg: &padded, aad: &id.0 };
    let cipher = XChaCha20Poly1305::new(&Key::from(key));
    let sealed = cipher.encrypt(&XNonce::from([5; 24]), payload).expect("it seals");
    [&[1][..], &[5; 24], &sealed].concat()
}
