//! New passwords and addresses by links that work once.

use adjutant_domain::account::secret::Secret;
use adjutant_service::Error;
use adjutant_service::accounts::{
    self, AccountError, ClientInfo, LinkKind, MailKind, SignInOutcome, SignUpPolicy,
};

use crate::help::{
    DAY, MINUTE, NOW, PASSWORD, actor, address, confirmed, faults, form, known, signed_in,
    stranger, who,
};
use crate::support::{Place, on_both_engines};

const NEW: &str = "apat na bibe sa dagat";

on_both_engines! {
    fn a_link_changes_the_password_once_and_ends_all_sessions(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let letter = accounts::request_password_reset(&app, "JUAN@example.org", &stranger(), NOW)
            .expect("asked").expect("it is his");
        assert_eq!((letter.kind, letter.to.as_str()), (MailKind::Reset, "juan@example.org"));
        assert!(!format!("{letter:?}").contains("juan"), "a letter is not for the log");
        let link = letter.link.expect("a link");
        let shown = accounts::preview_link(&app, LinkKind::Reset, &link, NOW).expect("it works");
        assert_eq!(shown.name, "Juan");
        assert_eq!(faults(accounts::reset_password(&app, &link, "short", None, NOW)), ["password-too-short"]);
        assert_eq!(faults(accounts::reset_password(&app, &link, "juan@example.org", None, NOW)), ["password-own-words"]);
        let letters = accounts::reset_password(&app, &link, NEW, None, NOW).expect("it works still");
        assert_eq!(letters[0].kind, MailKind::PasswordChanged);
        assert_eq!(who(&app, &juan.session.session, NOW), None, "all sessions are over");
        assert_eq!(faults(accounts::reset_password(&app, &link, NEW, None, NOW)), ["link-dead"]);
        assert_eq!(faults(accounts::sign_in(&app, "Juan", PASSWORD, &stranger(), NOW)), ["sign-in-wrong"]);
        assert!(matches!(accounts::sign_in(&app, "Juan", NEW, &stranger(), NOW), Ok(SignInOutcome::Complete(_))));
    }

    fn a_link_is_over_after_ten_minutes_and_when_a_newer_one_is_asked_for(place: &Place) {
        let app = place.open();
        confirmed(&app, "Juan", "juan@example.org");
        let ask = |now| {
            let letter = accounts::request_password_reset(&app, "juan@example.org", &stranger(), now);
            letter.expect("asked").and_then(|letter| letter.link).expect("a link")
        };
        let reset = |link: &Secret, now| accounts::reset_password(&app, link, NEW, None, now);
        let first = ask(NOW);
        assert_eq!(faults(reset(&first, NOW + 10 * MINUTE)), ["link-dead"]);
        let second = ask(NOW + MINUTE);
        assert_eq!(faults(reset(&first, NOW + 2 * MINUTE)), ["link-dead"], "a newer one is there");
        assert_eq!(faults(reset(&second, NOW - DAY)), ["link-dead"], "the clock was set back by a day");
        assert_eq!(faults(accounts::preview_link(&app, LinkKind::Confirm, &second, NOW)), ["link-dead"]);
        reset(&second, NOW + 10 * MINUTE).expect("it works for ten minutes");
    }

    fn a_sign_in_link_takes_the_place_of_the_password_for_ten_minutes_and_once(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let ask = |now| {
            let letter = accounts::request_sign_in_link(&app, "juan@example.org", &stranger(), now);
            let letter = letter.expect("asked").expect("it is his");
            assert_eq!(letter.kind, MailKind::SignInLink);
            letter.link.expect("a link")
        };
        let enter = |link: &Secret, now| accounts::sign_in_by_link(&app, link, &stranger(), now);
        let first = ask(NOW);
        assert_eq!(faults(accounts::reset_password(&app, &first, NEW, None, NOW)), ["link-dead"], "of another kind");
        assert_eq!(faults(enter(&first, NOW + 10 * MINUTE)), ["link-dead"]);
        let second = ask(NOW);
        assert_eq!(faults(enter(&first, NOW)), ["link-dead"], "a newer one is there");
        let Ok(SignInOutcome::Complete(opened)) = enter(&second, NOW) else { panic!("it signs in") };
        assert_eq!(actor(&app, &opened, NOW).account, juan.account);
        assert_eq!(faults(enter(&second, NOW)), ["link-dead"], "it was used");
        let command = adjutant_service::access::Actor::for_command();
        let third = ask(NOW + DAY);
        accounts::suspend(&app, &command, juan.account, "why", NOW + DAY).expect("suspended");
        assert_eq!(faults(enter(&third, NOW + DAY)), ["link-dead"]);
        let refused = accounts::request_sign_in_link(&app, "juan@example.org", &stranger(), NOW + DAY);
        assert!(refused.expect("the same answer").is_none(), "a suspended account gets none");
    }

    fn a_sign_in_link_asks_for_the_second_factor(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let me = actor(&app, &juan.session, NOW);
        let setup = accounts::begin_second_factor(&app, &me, NOW).expect("begun");
        let first = crate::factor::code(&setup.key, NOW);
        accounts::confirm_second_factor(&app, &me, &first, &known(&juan.session), NOW).expect("on");
        let letter = accounts::request_sign_in_link(&app, "juan@example.org", &stranger(), NOW);
        let link = letter.expect("asked").and_then(|letter| letter.link).expect("a link");
        let entered = accounts::sign_in_by_link(&app, &link, &stranger(), NOW).expect("it works");
        assert!(matches!(entered, SignInOutcome::SecondFactorRequired(_)), "mail alone is not enough");
        assert_eq!(faults(accounts::sign_in_by_link(&app, &link, &stranger(), NOW)), ["link-dead"]);
    }

    fn of_two_who_use_one_link_at_once_one_succeeds(place: &Place) {
        let app = place.open();
        confirmed(&app, "Juan", "juan@example.org");
        let letter = accounts::request_password_reset(&app, "juan@example.org", &stranger(), NOW);
        let link = letter.expect("asked").and_then(|letter| letter.link).expect("a link");
        let done: Vec<bool> = std::thread::scope(|scope| {
            let both: Vec<_> = ["apat na bibe sa dagat", "limang bibe sa lawa"]
                .map(|password| {
                    let (app, link) = (app.clone(), link.clone());
                    scope.spawn(move || accounts::reset_password(&app, &link, password, None, NOW).is_ok())
                })
                .into_iter()
                .collect();
            both.into_iter().map(|one| one.join().expect("no panic")).collect()
        });
        assert_eq!(done.iter().filter(|done| **done).count(), 1, "{done:?}");
    }

    fn whether_an_address_is_known_is_told_to_its_mailbox_alone(place: &Place) {
        let app = place.open();
        confirmed(&app, "Juan", "juan@example.org");
        let before = place.numbers("SELECT COUNT(*) AS number FROM links")[0];
        let unknown = accounts::request_password_reset(&app, "nobody@example.org", &stranger(), NOW);
        assert!(unknown.expect("the same answer").is_none());
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM links")[0], before + 1, "the same work");
        for forged in ["a@b.c\r\nBcc: x@y.z", "a@b.c,x@y.z", "nobody"] {
            assert_eq!(faults(accounts::request_password_reset(&app, forged, &stranger(), NOW)), ["email-invalid"]);
        }
        let asked = (0..5).filter(|_| accounts::request_password_reset(&app, "juan@example.org", &stranger(), NOW).is_ok());
        assert_eq!(asked.count(), 3, "nobody's mailbox is filled");
    }

    fn a_refused_sign_up_with_his_address_keeps_no_letter_from_him(place: &Place) {
        let app = place.open();
        confirmed(&app, "Juan", "juan@example.org");
        let sign_up = |name: &str| {
            let form = form(name, "juan@example.org");
            accounts::sign_up(&app, SignUpPolicy::Open, &form, &stranger(), NOW)
        };
        for _ in 0..30 {
            assert_eq!(faults(sign_up("juan")), ["handle-taken"]);
        }
        for name in ["Maria", "Pedro"] {
            sign_up(name).expect("one went before, and three may");
        }
        assert!(matches!(sign_up("Jose"), Err(AccountError::Error(Error::TooOften { .. }))));
        let letter = accounts::request_password_reset(&app, "juan@example.org", &stranger(), NOW);
        assert!(letter.expect("it has a bucket of its own").is_some());
    }

    fn a_holder_with_a_link_gets_in_from_where_he_is_while_strangers_flood(place: &Place) {
        let app = place.open();
        confirmed(&app, "Juan", "juan@example.org");
        let from = |number| ClientInfo { network: address(number), ..stranger() };
        let flood = || {
            for number in 100..130 {
                for name in ["Juan", "juan@example.org"] {
                    let _ = accounts::sign_in(&app, name, "wrong guess", &from(number), NOW);
                }
            }
        };
        flood();
        let enter = |name: &str, password: &str| {
            accounts::sign_in(&app, name, password, &from(9), NOW)
        };
        assert!(matches!(enter("Juan", PASSWORD), Err(AccountError::Error(Error::TooOften { .. }))));
        let letter = accounts::request_password_reset(&app, "juan@example.org", &from(9), NOW);
        let link = letter.expect("asked").and_then(|letter| letter.link).expect("a link");
        let came = Some(from(9).network);
        accounts::reset_password(&app, &link, NEW, came, NOW).expect("it works");
        flood();
        for name in ["Juan", "Juan@Example.org"] {
            assert!(matches!(enter(name, NEW), Ok(SignInOutcome::Complete(_))), "{name}");
        }
    }

    fn a_link_dies_with_the_address_that_it_was_sent_to(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let me = actor(&app, &juan.session, NOW);
        let letter = accounts::request_password_reset(&app, "juan@example.org", &stranger(), NOW);
        let reset = letter.expect("asked").and_then(|letter| letter.link).expect("a link");
        let letters = accounts::change_email(&app, &me, "jdc@example.org", &known(&juan.session), NOW);
        let letters = letters.expect("he gave his password a moment ago");
        accounts::preview_link(&app, LinkKind::Reset, &reset, NOW).expect("the address is still his");
        let link = letters[0].link.as_ref().expect("a link");
        accounts::confirm_email(&app, link, NOW).expect("it works");
        assert_eq!(faults(accounts::preview_link(&app, LinkKind::Reset, &reset, NOW)), ["link-dead"]);
        assert_eq!(faults(accounts::reset_password(&app, &reset, NEW, None, NOW)), ["link-dead"]);
        signed_in(&app, "jdc@example.org", NOW);
    }

    fn another_address_counts_once_it_is_confirmed_and_the_one_before_is_told(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let me = actor(&app, &juan.session, NOW);
        let change = |now| accounts::change_email(&app, &me, "jdc@example.org", &known(&juan.session), now);
        assert!(matches!(change(NOW + 11 * MINUTE), Err(AccountError::ReauthenticationRequired)));
        let letters = change(NOW).expect("he gave his password a moment ago");
        assert_eq!((letters.len(), letters[0].to.as_str()), (1, "jdc@example.org"));
        assert_eq!(accounts::own_account(&app, &me).expect("mine").account.email, "juan@example.org");
        signed_in(&app, "juan@example.org", NOW);
        let link = letters[0].link.as_ref().expect("a link");
        let told = accounts::confirm_email(&app, link, NOW).expect("it works");
        assert_eq!((told[0].kind, told[0].to.as_str()), (MailKind::EmailChanged, "juan@example.org"));
        signed_in(&app, "jdc@example.org", NOW);
        assert_eq!(faults(accounts::sign_in(&app, "juan@example.org", PASSWORD, &stranger(), NOW)), ["sign-in-wrong"]);
    }
}
