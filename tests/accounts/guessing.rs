//! Guesses: what they cost, what they tell, and whom they keep out.

use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, AccountError, ClientInfo};

use crate::help::{MINUTE, NOW, PASSWORD, address, faults, known, signed_in, signed_up, stranger};
use crate::support::{Place, on_both_engines};

on_both_engines! {
    fn unknown_suspended_and_passwordless_take_the_same_work_and_get_the_same_answer(place: &Place) {
        let app = place.open();
        signed_up(&app, "Juan");
        let gone = signed_up(&app, "Suspended");
        let command = Actor::for_command();
        accounts::suspend(&app, &command, gone.account, "a test", NOW).expect("suspended");
        let role = adjutant_domain::account::roles::SiteRole::None;
        accounts::create_account(&app, &command, "Passwordless", "", role, NOW).expect("made");
        let attempts = [
            ("Juan", "wrong password"),
            ("Nobody", PASSWORD),
            ("nobody@example.org", PASSWORD),
            ("Suspended", PASSWORD),
            ("Suspended", "wrong password"),
            ("Passwordless", PASSWORD),
            ("Passwordless", ""),
        ];
        for (name, password) in attempts {
            let before = app.doors().hash_count();
            let refused = accounts::sign_in(&app, name, password, &stranger(), NOW);
            assert_eq!(faults(refused), ["sign-in-wrong"], "{name}");
            assert_eq!(app.doors().hash_count() - before, 1, "{name}");
        }
    }
}

#[test]
fn of_ten_thousand_guesses_in_an_hour_a_few_are_tried_and_the_owner_gets_in_all_the_time() {
    let place = Place::sqlite();
    let app = place.open();
    let juan = signed_up(&app, "Juan");
    let home = ClientInfo { network: address(7), ..known(&juan.session) };
    let before = app.doors().hash_count();
    let mut own = 0;
    for number in 0..10_000_u32 {
        let now = NOW + i64::from(number) * 60 * MINUTE / 10_000;
        let from = ClientInfo { network: address(1000 + number % 5_000), ..stranger() };
        let guess = accounts::sign_in(&app, "Juan", "wrong guess", &from, now);
        assert!(
            matches!(
                guess,
                Err(AccountError::InvalidForm(_) | AccountError::Error(Error::TooOften { .. }))
            ),
            "{guess:?}"
        );
        if number % 2_500 == 2_499 {
            own += 1;
            accounts::sign_in(&app, "Juan", PASSWORD, &home, now).expect("his own browser");
        }
    }
    let tried = app.doors().hash_count() - before - own;
    assert!((20..=51).contains(&tried), "{tried} guesses were tried");
    let elsewhere = ClientInfo { network: address(9), ..stranger() };
    let later = NOW + 120 * MINUTE;
    accounts::sign_in(&app, "Juan", PASSWORD, &elsewhere, later).expect("when the flood is over");
}

#[test]
fn the_count_of_guesses_does_not_tell_whose_an_address_is() {
    let place = Place::sqlite();
    let app = place.open();
    crate::help::confirmed(&app, "Juan", "juan@example.org");
    let guess = |name: &str| accounts::sign_in(&app, name, "wrong guess", &stranger(), NOW);
    for _ in 0..10 {
        assert_eq!(faults(guess("  JUAN ")), ["sign-in-wrong"]);
    }
    assert!(matches!(guess("juan"), Err(AccountError::Error(Error::TooOften { .. }))));
    for address in ["juan@example.org", "nobody@example.org"] {
        assert_eq!(faults(guess(address)), ["sign-in-wrong"]);
    }
}

#[test]
fn a_flood_of_sign_ins_is_sent_away_and_leaves_the_database_to_others() {
    let place = Place::sqlite();
    let app = place.open();
    signed_up(&app, "Juan");
    let sent_away = std::thread::scope(|scope| {
        let flood: Vec<_> = (0..60_u32)
            .map(|number| {
                let app = app.clone();
                scope.spawn(move || {
                    let from = ClientInfo { network: address(100 + number), ..stranger() };
                    let name = format!("nobody {number}");
                    let refused = accounts::sign_in(&app, &name, PASSWORD, &from, NOW);
                    matches!(refused, Err(AccountError::Error(Error::TooOften { .. })))
                })
            })
            .collect();
        app.ready().expect("others are served");
        flood.into_iter().filter_map(|one| one.join().ok()).filter(|away| *away).count()
    });
    assert!(sent_away > 0, "33 are within or wait, and the others come again");
    signed_in(&app, "Juan", NOW);
}
