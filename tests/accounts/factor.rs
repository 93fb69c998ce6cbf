//! The second factor, and the codes on paper.

use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_service::accounts::{
    self, AccountError, SecondFactorEnabled, SignInOutcome, SignUpOutcome,
};
use adjutant_service::{App, Error};

use crate::help::{
    MINUTE, NOW, PASSWORD, actor, confirmed, faults, known, signed_up, stranger, who,
};
use crate::support::{Place, on_both_engines};

/// The code that an app shows.
pub fn code(key: &str, now: Micros) -> String {
    let bytes = data_encoding::BASE32_NOPAD.decode(key.replace(' ', "").as_bytes());
    let bytes: [u8; 20] = bytes.expect("base 32").try_into().expect("twenty bytes");
    let app = totp_rs::Builder::new().with_secret(bytes).build().expect("an app");
    app.generate((now.0 / 1_000_000) as u64).to_string()
}

/// An account with a second factor, its key and its recovery codes.
fn armed(app: &App, name: &str) -> (SignUpOutcome, String, SecondFactorEnabled) {
    let juan = signed_up(app, name);
    let me = actor(app, &juan.session, NOW);
    let setup = accounts::begin_second_factor(app, &me, NOW).expect("begun");
    assert!(setup.uri.starts_with("otpauth://totp/Adjutant:"), "{}", setup.uri);
    let wrong = accounts::confirm_second_factor(app, &me, "000", &known(&juan.session), NOW);
    assert_eq!(faults(wrong), ["code-wrong"]);
    let first = code(&setup.key, NOW);
    let armed = accounts::confirm_second_factor(app, &me, &first, &known(&juan.session), NOW);
    (juan, setup.key, armed.expect("the code is right"))
}

fn pending(app: &App, name: &str, now: Micros) -> Secret {
    match accounts::sign_in(app, name, PASSWORD, &stranger(), now).expect("the password is right") {
        SignInOutcome::SecondFactorRequired(pending) => pending,
        SignInOutcome::Complete(_) => panic!("the second factor was not asked for"),
    }
}

on_both_engines! {
    fn the_password_alone_opens_no_session(place: &Place) {
        let app = place.open();
        let (juan, key, armed) = armed(&app, "Juan");
        assert_eq!(who(&app, &juan.session.session, NOW), None, "the session goes on under a new secret");
        assert!(actor(&app, &armed.session, NOW).gave_second_factor);
        let later = NOW + 2 * MINUTE;
        let waiting = pending(&app, "Juan", later);
        assert_eq!(who(&app, &waiting, later), None);
        let step = |waiting: &Secret, code: &str, now| accounts::sign_in_second_step(&app, waiting, code, &stranger(), now);
        assert_eq!(faults(step(&waiting, "123", later)), ["code-wrong"]);
        let right = code(&key, later);
        let opened = step(&waiting, &right, later).expect("right");
        assert!(actor(&app, &opened, later).gave_second_factor);
        assert_eq!(faults(step(&waiting, &right, later)), ["link-dead"], "a sign-in ends once");
        let again = pending(&app, "Juan", later);
        assert_eq!(faults(step(&again, &right, later)), ["code-wrong"], "a code works once");
        assert_eq!(faults(step(&again, &right, later + 5 * MINUTE)), ["link-dead"], "it waits five minutes");
    }

    fn of_two_who_use_one_code_at_once_one_gets_in(place: &Place) {
        let app = place.open();
        let (_, key, _) = armed(&app, "Juan");
        let later = NOW + 2 * MINUTE;
        let waiting = [pending(&app, "Juan", later), pending(&app, "Juan", later)];
        let right = code(&key, later);
        let inside = std::thread::scope(|scope| {
            let both = waiting.map(|waiting| {
                let (app, right) = (app.clone(), right.clone());
                scope.spawn(move || accounts::sign_in_second_step(&app, &waiting, &right, &stranger(), later).is_ok())
            });
            both.into_iter().map(|one| one.join().expect("no panic")).filter(|inside| *inside).count()
        });
        assert_eq!(inside, 1);
    }

    fn a_code_on_paper_works_once_and_new_ones_end_the_old(place: &Place) {
        let app = place.open();
        let (_, _, armed) = armed(&app, "Juan");
        assert_eq!(armed.recovery_codes.len(), 10);
        let step = |code: &str| accounts::sign_in_second_step(&app, &pending(&app, "Juan", NOW), code, &stranger(), NOW);
        let opened = step(&armed.recovery_codes[0].to_uppercase()).expect("a code on paper");
        assert_eq!(faults(step(&armed.recovery_codes[0])), ["code-wrong"]);
        let me = actor(&app, &opened, NOW);
        assert_eq!(accounts::own_account(&app, &me).expect("mine").recovery_codes_left, 9);
        let new = accounts::replace_recovery_codes(&app, &me, NOW).expect("new ones");
        assert_eq!(faults(step(&armed.recovery_codes[1])), ["code-wrong"]);
        step(&new[1]).expect("a new code");
    }

    fn it_is_turned_off_by_a_code_and_the_operator_helps_who_lost_everything(place: &Place) {
        let app = place.open();
        let (juan, _, armed) = armed(&app, "Juan");
        let me = actor(&app, &armed.session, NOW);
        let off = |code: &str| accounts::disable_second_factor(&app, &me, code, &known(&armed.session), NOW);
        assert_eq!(faults(off("nothing")), ["code-wrong"]);
        off(&armed.recovery_codes[3]).expect("off");
        assert!(!actor(&app, &armed.session, NOW).has_second_factor);
        let setup = accounts::begin_second_factor(&app, &me, NOW).expect("begun anew");
        let first = code(&setup.key, NOW);
        accounts::confirm_second_factor(&app, &me, &first, &known(&armed.session), NOW).expect("on");
        let command = adjutant_service::access::Actor::for_command();
        accounts::reset_second_factor(&app, &command, juan.account, "lost", NOW).expect("dropped");
        crate::help::signed_in(&app, "Juan", NOW);
    }

    fn a_reset_leaves_the_second_factor_on(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let me = actor(&app, &juan.session, NOW);
        let setup = accounts::begin_second_factor(&app, &me, NOW).expect("begun");
        let first = code(&setup.key, NOW);
        accounts::confirm_second_factor(&app, &me, &first, &known(&juan.session), NOW).expect("on");
        let letter = accounts::request_password_reset(&app, "juan@example.org", &stranger(), NOW);
        let link = letter.expect("asked").and_then(|letter| letter.link).expect("a link");
        let new = "apat na bibe sa dagat";
        accounts::reset_password(&app, &link, new, None, NOW).expect("it works");
        let entered = accounts::sign_in(&app, "Juan", new, &stranger(), NOW).expect("it is right");
        assert!(matches!(entered, SignInOutcome::SecondFactorRequired(_)), "the password alone is not enough");
    }

    fn a_key_that_opens_no_second_factor_starts_nothing(place: &Place) {
        let app = place.open();
        armed(&app, "Juan");
        drop(app);
        place.open();
        let key = place.dir.path().join("seal.key");
        let right = std::fs::read(&key).expect("the key");
        std::fs::remove_file(&key).expect("it goes");
        let said = place.refusal().to_string();
        assert!(said.contains("seal.key") && said.contains("put the key back"), "{said}");
        assert!(!key.exists(), "no other is made in its place");
        std::fs::write(&key, [7; 32]).expect("another key");
        let only_mine = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&key, only_mine).expect("only mine");
        let said = place.refusal().to_string();
        assert!(said.contains("does not open the second factors"), "{said}");
        assert!(said.contains("put the key back"), "{said}");
        std::fs::write(&key, right).expect("the right one");
        place.open();
    }

    fn a_second_factor_that_went_with_a_lost_key_is_given_by_a_code_from_paper(place: &Place) {
        let app = place.open();
        let (_, key, armed) = armed(&app, "Juan");
        drop(app);
        std::fs::remove_file(place.settings().key_file).expect("it is lost");
        let lost = adjutant_service::seal_keys::accept_loss(&place.settings(), NOW).expect("accepted");
        assert_eq!(lost.second_factors, 1);
        let app = place.open();
        let step = |code: &str| accounts::sign_in_second_step(&app, &pending(&app, "Juan", NOW), code, &stranger(), NOW);
        assert_eq!(faults(step(&code(&key, NOW))), ["code-recovery-only"]);
        let opened = step(&armed.recovery_codes[0]).expect("a code from paper");
        let me = actor(&app, &opened, NOW);
        let off = accounts::disable_second_factor(&app, &me, &armed.recovery_codes[1], &known(&opened), NOW);
        off.expect("off");
        let setup = accounts::begin_second_factor(&app, &me, NOW).expect("begun anew");
        let first = code(&setup.key, NOW);
        accounts::confirm_second_factor(&app, &me, &first, &known(&opened), NOW).expect("on");
    }

    fn wrong_codes_are_counted_like_wrong_passwords(place: &Place) {
        let app = place.open();
        armed(&app, "Juan");
        let waiting = pending(&app, "Juan", NOW);
        let tried = (1..=1_000).find(|_| {
            let step = accounts::sign_in_second_step(&app, &waiting, "000000", &stranger(), NOW);
            matches!(step, Err(AccountError::Error(Error::TooOften { .. })))
        });
        assert!(tried.is_some_and(|tried| tried <= 20), "one in a million is tried {tried:?} times");
    }
}
