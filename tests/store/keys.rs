//! The sealing key is lost, or replaced: what is public needs none, and what it sealed is under one key or under
//! none.

use std::process::Output;

use adjutant_service::access::Actor;
use adjutant_service::integrity::{IntegrityReport, check};
use adjutant_service::own_set_ups::{self, NewSetUp};
use adjutant_service::{App, Error};
use adjutant_store::deleted_names;
use adjutant_store::plays::{self, State};
use adjutant_store::seal::{Rotation, SealedKind, Sealer, account_binding};
use salpakan::rules::{Color, RuleSet};

use crate::plays::whole::{Whole, whole};
use crate::plays::{read, write};
use crate::random_play::Random;
use crate::support::{NOW, Place, demo, import_text, on_both_engines, unfinished};

/// A place in which everything lies that is ever sealed, and the games that are public.
fn full(place: &Place) -> Whole {
    let whole = whole(place);
    let app = place.open();
    import_text(&app, &demo()[..3].concat());
    import_text(&app, &unfinished("Datu", "a comment that nobody may read yet"));
    let army = Random(9).deployment(&RuleSet::STANDARD, Color::White);
    let new = NewSetUp { name: "for the finals".to_owned(), rules: RuleSet::STANDARD, army };
    own_set_ups::keep(&app, &ana(), &new, NOW).expect("kept");
    let factor =
        whole.sealer.seal(SealedKind::SecondFactor, &account_binding(1), &[7; 20], [5; 24]);
    let hex: String = factor.expect("sealed").iter().map(|byte| format!("{byte:02x}")).collect();
    let bytes = if place.postgres.is_some() { format!("'\\x{hex}'") } else { format!("x'{hex}'") };
    place.run_sql(&format!("UPDATE accounts SET totp = {bytes}, totp_on = 1 WHERE id = 1"));
    write(&whole.store, |connection| {
        deleted_names::add(connection, &whole.sealer, &["Lapu-Lapu".to_owned()])
    });
    whole
}

fn ana() -> Actor {
    Actor { account: 1, ..Actor::nobody() }
}

fn run(place: &Place, arguments: &[&str]) -> Output {
    place.adjutant(arguments).output().expect("it runs")
}

fn words(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(both).expect("UTF-8")
}

/// What a check finds wrong, and what it has looked at.
fn checked(app: &App) -> (Vec<String>, IntegrityReport) {
    let mut faults = Vec::new();
    let looked = check(app, &mut |fault| faults.push(fault.message.clone()), &mut |_| ());
    (faults, looked.expect("it reads"))
}

fn state(whole: &Whole, play: usize) -> State {
    let row = read(&whole.store, |connection| plays::by_id(connection, whole.plays[play]));
    row.expect("it is there").state
}

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in: {text}");
    }
}

on_both_engines! {
    fn without_its_key_all_that_is_public_is_exported_and_checked(place: &Place) {
        drop(full(place));
        let before = run(place, &["export"]);
        assert!(before.status.success() && before.stdout.len() > 1_000, "{}", words(&before));
        assert!(run(place, &["check"]).status.success());
        let key = place.settings().key_file;
        let kept = std::fs::read(&key).expect("the key");
        for another in [None, Some([9; 32])] {
            let _may_be_gone = std::fs::remove_file(&key);
            if let Some(another) = another {
                drop(Sealer::create(&key, another).expect("another key"));
            }
            let after = run(place, &["export"]);
            assert!(after.status.success(), "{}", words(&after));
            assert_eq!(after.stdout, before.stdout);
            let check = run(place, &["check"]);
            assert_eq!(check.status.code(), Some(1), "{}", words(&check));
            contains_all(&words(&check), &["seal.key", "put the key back", "1 fault"]);
            let app = App::open_without_key(&place.settings()).expect("it opens");
            let refused = own_set_ups::list(&app, &ana()).expect_err("nothing opens");
            assert!(matches!(refused, Error::Unavailable(_)), "{refused}");
            assert!(matches!(place.refusal(), Error::Unavailable(_)));
        }
        std::fs::write(&key, kept).expect("it is back");
        assert!(run(place, &["check"]).status.success());
    }

    fn what_went_with_a_lost_key_is_named_before_it_is_accepted(place: &Place) {
        let whole = full(place);
        let before = run(place, &["export"]).stdout;
        let key = place.settings().key_file;
        let there = run(place, &["admin", "seal-lost", "--accept"]);
        assert_eq!(there.status.code(), Some(1));
        contains_all(&words(&there), &["nothing is lost", "seal.key"]);
        std::fs::remove_file(&key).expect("it is lost");
        let told = run(place, &["admin", "seal-lost"]);
        assert_eq!(told.status.code(), Some(1), "{}", words(&told));
        let named = [
            "2 games played here", "1 record whose ranks", "1 note sheet", "1 set-up that players keep",
            "1 second factor", "2 protected names", "nothing was changed", "--accept",
        ];
        contains_all(&words(&told), &named);
        assert!(!key.exists());
        assert_eq!(state(&whole, 1), State::InPlay);
        let accepted = run(place, &["admin", "seal-lost", "--accept"]);
        assert!(accepted.status.success(), "{}", words(&accepted));
        contains_all(&words(&accepted), &["2 games played here", "seal.key"]);
        assert_eq!([0, 1, 2].map(|play| state(&whole, play)), [State::Aborted; 3]);
        let app = place.open();
        let (faults, looked) = checked(&app);
        assert_eq!(faults, [""; 0]);
        assert_eq!((looked.sealed, looked.lost_keys, looked.set_ups), (0, 1, 0));
        assert_eq!(run(place, &["export"]).stdout, before);
        let armed = "SELECT CAST(totp_on AS BIGINT) AS number FROM accounts WHERE id = 1";
        assert_eq!(place.numbers(armed), [1], "the password alone opens no account");
        let trail = "SELECT COUNT(*) AS number FROM audit WHERE action = 'seal-key.lost'";
        assert_eq!(place.numbers(trail), [1]);
        contains_all(&words(&run(place, &["check"])), &["1 game stay", "all is well"]);
        // Life goes on under the new key.
        import_text(&app, &unfinished("Ana", "new"));
        assert_eq!(own_set_ups::list(&app, &ana()).expect("it opens"), []);
        drop(app);
        assert_eq!(checked(&place.open()).0, [""; 0]);
    }

    fn a_lost_key_is_not_accepted_while_a_server_runs(place: &Place) {
        drop(full(place));
        let app = place.open();
        let serving = app.lock_for_serving(|why| panic!("{why}")).expect("nobody else serves");
        std::fs::remove_file(place.settings().key_file).expect("it is lost");
        let refused = run(place, &["admin", "seal-lost", "--accept"]);
        assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
        contains_all(&words(&refused), &["a server serves", "stop it first"]);
        drop(serving);
    }

    fn a_replaced_key_seals_everything_again_and_knows_the_names_of_who_left(place: &Place) {
        let whole = full(place);
        let key = place.settings().key_file;
        let before = std::fs::read(&key).expect("the key");
        let running = place.open();
        let done = run(place, &["admin", "rotate-seal"]);
        assert!(done.status.success(), "{}", words(&done));
        // Of records armies and comments, two armies and one, three seeds, notes, a kept set-up, a factor.
        contains_all(&words(&done), &["11 sealed anew", "seal.key", "backup"]);
        let (faults, looked) = checked(&place.open());
        assert_eq!(faults, [""; 0]);
        assert_eq!((looked.sealed, looked.lost_keys), (1, 0));
        assert_eq!(own_set_ups::list(&running, &ana()).expect("it follows").len(), 1);
        let renewed = Sealer::load(&key).expect("it loads");
        let is_known = read(&whole.store, |connection| {
            deleted_names::is_or_looks_deleted(connection, &renewed, "lapu-lapu")
        });
        assert!(is_known);
        let trail = "SELECT COUNT(*) AS number FROM audit WHERE action = 'seal-key.replaced'";
        assert_eq!(place.numbers(trail), [1]);
        let renewed = std::fs::read(&key).expect("the key");
        std::fs::write(&key, before).expect("the old one");
        contains_all(&place.refusal().to_string(), &["does not open", "put the key back"]);
        std::fs::write(&key, renewed).expect("the new one");
    }

    fn a_replacement_that_was_broken_off_is_done_by_asking_again(place: &Place) {
        drop(full(place));
        let key = place.settings().key_file;
        drop(Rotation::begin(&key, [6; 32]).expect("it begins"));
        let app = place.open();
        import_text(&app, &unfinished("Ana", "between the keys"));
        let faults = checked(&app).0;
        assert!(matches!(&faults[..], [one] if one.contains("rotate-seal")), "{faults:?}");
        drop(app);
        assert!(run(place, &["admin", "rotate-seal"]).status.success());
        assert_eq!(checked(&place.open()).0, [""; 0]);
        let lines = std::fs::read_to_string(&key).expect("text").lines().count();
        assert_eq!(lines, 4, "a head, the key, the one before, the names");
    }
}
