//! Set-ups that players keep for themselves: theirs alone, and sealed.

use std::sync::Barrier;

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::own_set_ups::{self as set_ups, MOST, NewSetUp, SetUp};
use adjutant_service::privacy::{self, Part};
use adjutant_service::{App, Error};
use salpakan::record::codec::{deployment_count, deployment_from_number};
use salpakan::rules::{Color, Deployment, RuleSet};

use crate::support::{NOW, Place, faults, on_both_engines};

/// Version, nonce and authentication around what is sealed.
const AROUND: usize = 1 + 24 + 16;

/// One of all deployments of these rules.
fn army(key: &str, color: Color, number: u128) -> Deployment {
    let rules: RuleSet = key.parse().expect("a rule-set");
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    deployment_from_number(&rules, color, number % deployment_count(&rules)).expect("below it")
}

fn new(name: &str, key: &str, number: u128) -> NewSetUp {
    let rules = key.parse().expect("a rule-set");
    NewSetUp { name: name.to_owned(), rules, army: army(key, Color::White, number) }
}

fn keep(app: &App, actor: &Actor, name: &str) -> i32 {
    set_ups::keep(app, actor, &new(name, "standard", 1), NOW).expect("kept")
}

fn names(app: &App, actor: &Actor) -> Vec<String> {
    set_ups::list(app, actor).expect("a list").into_iter().map(|one| one.name).collect()
}

fn field_of(refused: Error) -> &'static str {
    match refused {
        Error::Invalid { field, .. } => field,
        other => panic!("{other}"),
    }
}

on_both_engines! {
    fn a_set_up_is_kept_renamed_replaced_and_removed(place: &Place) {
        let app = place.open();
        let ana = place.account(1, "Ana", 0);
        let first = new("  Left   wing ", "krig", 7);
        let id = set_ups::keep(&app, &ana, &first, NOW).expect("kept");
        let kept = set_ups::get(&app, &ana, id).expect("it is there");
        let expected = SetUp {
            id,
            name: "Left wing".to_owned(),
            rules: first.rules,
            army: first.army,
            created_at: NOW,
            changed_at: NOW,
        };
        assert!(kept == expected);
        keep(&app, &ana, "archers");
        assert_eq!(names(&app, &ana), ["archers", "Left wing"], "in the order of names");

        set_ups::rename(&app, &ana, id, "Right", NOW + 5).expect("renamed");
        let renamed = set_ups::get(&app, &ana, id).expect("it is there");
        let expected = SetUp { name: "Right".to_owned(), changed_at: NOW + 5, ..expected };
        assert!(renamed == expected);

        let other = new("Right", "standard", 8);
        set_ups::replace(&app, &ana, id, &other, NOW + 6).expect("replaced");
        let replaced = set_ups::get(&app, &ana, id).expect("it is there");
        assert!(replaced == SetUp { rules: other.rules, army: other.army, changed_at: NOW + 6, ..expected });
        assert_eq!(faults(&app), [""; 0]);

        set_ups::remove(&app, &ana, id).expect("removed");
        assert!(matches!(set_ups::get(&app, &ana, id), Err(Error::Hidden)));
        assert!(matches!(set_ups::remove(&app, &ana, id), Err(Error::Hidden)));
        assert_eq!(names(&app, &ana), ["archers"]);
        assert!(keep(&app, &ana, "Right") > id, "a number is never given twice");
    }

    fn a_set_up_is_kept_as_it_looks_from_its_own_side_and_fits_where_its_army_may_stand(place: &Place) {
        let app = place.open();
        let ana = place.account(1, "Ana", 0);
        let key = "standard+open-challenges+open-flag+promotion";
        let black = army(key, Color::Black, 3);
        let new = NewSetUp { army: black, ..new("Black's", key, 0) };
        let id = set_ups::keep(&app, &ana, &new, NOW).expect("kept");
        let kept = set_ups::get(&app, &ana, id).expect("it is there");
        assert_eq!(kept.rules.key(), "standard", "the options say nothing about it");
        assert!(kept.army == black.seen_by(Color::White));
        for (key, fits) in [("electronic", true), (key, true), ("krig", false), ("eleven", false), ("standard+army=FPP", false)] {
            assert_eq!(kept.fits(&key.parse().expect("a rule-set")), fits, "{key}");
        }
        let shared = set_ups::by_share_code(&kept.rules, &format!(" {} ", kept.share_code().to_uppercase()));
        assert!(shared.expect("a code") == kept.army);
    }

    fn nobody_else_and_no_program_sees_or_changes_one(place: &Place) {
        let app = place.open();
        let (ana, ben) = (place.account(1, "Ana", 0), place.account(2, "Ben", 0));
        let id = keep(&app, &ana, "mine");
        let try_all = |actor: &Actor| -> Vec<Error> {
            vec![
                set_ups::get(&app, actor, id).expect_err("not his"),
                set_ups::rename(&app, actor, id, "his", NOW).expect_err("not his"),
                set_ups::replace(&app, actor, id, &new("his", "standard", 9), NOW).expect_err("not his"),
                set_ups::remove(&app, actor, id).expect_err("not his"),
            ]
        };
        assert!(try_all(&ben).iter().all(|refused| matches!(refused, Error::Hidden)));
        assert!(set_ups::list(&app, &ben).expect("his own").is_empty());
        let all = TokenScopes::ALL.into_iter().fold(TokenScopes::NONE, |all, (one, _)| all.union(one));
        let token = Actor { credential: Credential::Token { id: 1, scopes: all }, ..ana.clone() };
        assert!(try_all(&token).iter().all(|refused| matches!(refused, Error::Scope { needed: None })));
        assert!(matches!(set_ups::list(&app, &token), Err(Error::Scope { .. })));
        assert!(try_all(&Actor::nobody()).iter().all(|refused| matches!(refused, Error::SignIn)));
        assert!(try_all(&Actor::for_command()).iter().all(|refused| matches!(refused, Error::Hidden)));
        assert!(set_ups::get(&app, &ana, id).expect("still hers").name == "mine");
    }

    fn a_name_can_be_seen_and_is_that_of_one_set_up(place: &Place) {
        let app = place.open();
        let (ana, ben) = (place.account(1, "Ana", 0), place.account(2, "Ben", 0));
        let id = keep(&app, &ana, "Left wing");
        let longest = "ñ".repeat(60);
        keep(&app, &ana, &longest);
        for wrong in ["", " \t ", "a\u{202e}b", "left  WING", &"a".repeat(61), &longest] {
            let refused = set_ups::keep(&app, &ana, &new(wrong, "standard", 2), NOW);
            assert_eq!(field_of(refused.expect_err("no name")), "name", "{wrong:?}");
        }
        let other = keep(&app, &ana, "other");
        let refused = set_ups::rename(&app, &ana, other, "LEFT WING", NOW).expect_err("taken");
        assert_eq!(field_of(refused), "name");
        set_ups::rename(&app, &ana, id, "LEFT WING", NOW).expect("its own name, written otherwise");
        keep(&app, &ben, "Left wing");
        assert_eq!(names(&app, &ana).len(), 3);
    }

    fn an_account_keeps_a_hundred_also_where_two_ask_at_once(place: &Place) {
        let app = place.open();
        let ana = place.account(1, "Ana", 0);
        for n in 1..MOST {
            keep(&app, &ana, &format!("no. {n}"));
        }
        let both = Barrier::new(2);
        let tried: Vec<Result<i32, Error>> = std::thread::scope(|scope| {
            let asks = ["one more", "another"].map(|name| {
                let (app, ana, both) = (&app, &ana, &both);
                scope.spawn(move || {
                    both.wait();
                    set_ups::keep(app, ana, &new(name, "standard", 5), NOW)
                })
            });
            asks.into_iter().map(|ask| ask.join().expect("it answers")).collect()
        });
        let refused = tried.iter().filter(|one| matches!(one, Err(Error::Conflict(_)))).count();
        assert_eq!((refused, tried.iter().filter(|one| one.is_ok()).count()), (1, 1), "{tried:?}");
        assert_eq!(names(&app, &ana).len(), MOST);
    }

    fn what_rests_is_of_one_length_and_says_nothing(place: &Place) {
        let app = place.open();
        let ana = place.account(1, "Ana", 0);
        let wordy = "Watawat sa sulok ".repeat(3);
        for (n, key) in ["standard", "krig", "eleven", "standard+army=F"].into_iter().enumerate() {
            for name in [format!("{n}"), format!("{wordy}{n}"), "\u{1f3f4}".repeat(59) + &n.to_string()] {
                let kept = set_ups::keep(&app, &ana, &new(&name, key, n as u128), NOW);
                kept.unwrap_or_else(|e| panic!("{name}: {e}"));
            }
        }
        let hex = if place.postgres.is_some() { "encode(body, 'hex')" } else { "hex(body)" };
        let bodies = place.words(&format!("SELECT {hex} AS word FROM own_set_ups ORDER BY id"));
        assert_eq!(bodies.len(), 12);
        for body in &bodies {
            assert_eq!(body.len(), 2 * (264 + AROUND));
            let watawat: String = "Watawat".bytes().map(|byte| format!("{byte:02x}")).collect();
            assert!(!body.to_lowercase().contains(&watawat), "the name is not in it");
        }
        // The same set-up is sealed otherwise each time.
        let id = keep(&app, &ana, "again");
        let body = || place.words(&format!("SELECT {hex} AS word FROM own_set_ups WHERE id = {id}"));
        let before = body();
        set_ups::rename(&app, &ana, id, "again", NOW).expect("renamed");
        assert_ne!(body(), before);
    }

    fn a_body_opens_in_its_own_row_alone_and_the_check_says_where_one_does_not(place: &Place) {
        let app = place.open();
        let (ana, ben) = (place.account(1, "Ana", 0), place.account(2, "Ben", 0));
        let ids = [keep(&app, &ana, "first"), keep(&app, &ana, "second"), keep(&app, &ben, "third")];
        assert_eq!(faults(&app), [""; 0]);
        let copy = |from: i32, to: i32| {
            place.run_sql(&format!(
                "UPDATE own_set_ups SET body = (SELECT o.body FROM own_set_ups o WHERE o.id = {from}) WHERE id = {to}"
            ));
        };
        copy(ids[0], ids[1]);
        assert!(set_ups::get(&app, &ana, ids[1]).is_err());
        assert!(set_ups::list(&app, &ana).is_err());
        assert_eq!(faults(&app), ["set-up 2 of account 1 does not open or decode"]);
        copy(ids[0], ids[2]);
        assert_eq!(faults(&app).len(), 2);
        place.run_sql(&format!("UPDATE own_set_ups SET account_id = 2 WHERE id = {}", ids[0]));
        assert_eq!(faults(&app).len(), 3);
    }

    fn a_set_up_under_rules_that_are_not_its_own_is_found(place: &Place) {
        let app = place.open();
        let ana = place.account(1, "Ana", 0);
        let id = set_ups::keep(&app, &ana, &new("wide", "krig", 27), NOW).expect("kept");
        for key in ["eleven", "nothing", "krig+open-flag"] {
            place.run_sql(&format!("UPDATE own_set_ups SET rule_set = '{key}' WHERE id = {id}"));
            assert_eq!(faults(&app), [format!("set-up {id} of account 1 does not open or decode")], "{key}");
        }
    }

    fn who_leaves_takes_his_along_and_leaves_none(place: &Place) {
        let app = place.open();
        let (ana, ben) = (place.account(1, "Ana", 0), place.account(2, "Ben", 0));
        let mine = new("for the finals", "krig", 11);
        set_ups::keep(&app, &ana, &mine, NOW).expect("kept");
        keep(&app, &ben, "his");
        let mut found = Vec::new();
        let mut take = |part: &Part| {
            if let Part::SetUp(one) = part {
                found.push(one.clone());
            }
            true
        };
        privacy::export(&app, &ana, ana.account, NOW, &mut take).expect("an export");
        assert_eq!(found.len(), 1);
        assert!(found[0].army == mine.army && found[0].name == "for the finals");
        privacy::delete(&app, &ana, ana.account, NOW).expect("deleted");
        let left = place.words("SELECT CAST(account_id AS TEXT) AS word FROM own_set_ups");
        assert_eq!(left, ["2"]);
        assert_eq!(names(&app, &ben), ["his"]);
        assert_eq!(faults(&app), [""; 0]);
    }

    fn another_key_opens_no_place_where_set_ups_are_kept(place: &Place) {
        let app = place.open();
        keep(&app, &place.account(1, "Ana", 0), "mine");
        drop(app);
        let key = place.settings().key_file;
        std::fs::remove_file(&key).expect("it was there");
        let refused = App::open(&place.settings()).err().expect("no key").to_string();
        assert!(refused.contains("put the key back"), "{refused}");
        adjutant_store::seal::Sealer::create(&key, [9; 32]).expect("another key");
        let refused = App::open(&place.settings()).err().expect("another key").to_string();
        assert!(refused.contains("does not open the set-ups of accounts"), "{refused}");
    }
}

#[test]
fn a_code_that_is_none_is_refused_at_its_field() {
    for (key, code) in [
        ("standard", ""),
        ("standard", "no code"),
        ("krig", "06ev2f1j7fws668"),
        ("standard", "zzzzzzzzzzzzzzz"),
    ] {
        let rules = key.parse().expect("a rule-set");
        let refused = set_ups::by_share_code(&rules, code).expect_err("no code");
        assert_eq!(field_of(refused), "code", "{key} {code}");
    }
}
