//! Signing up and signing in.

use adjutant_domain::account::secret::Secret;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, ClientInfo, NewInvitation, SignUpForm, SignUpPolicy};

use crate::help::{
    NOW, PASSWORD, actor, confirmed, faults, form, known, signed_in, signed_up, signed_up_with,
    stranger, who,
};
use crate::support::{Place, any_file_holds, import_text, on_both_engines, resignation};

on_both_engines! {
    fn who_signs_up_is_signed_in_and_has_the_player_of_that_name(place: &Place) {
        let app = place.open();
        let registered = signed_up(&app, "Juan dela Cruz");
        let juan = actor(&app, &registered.session, NOW);
        assert_eq!((juan.name.as_str(), juan.account), ("Juan dela Cruz", registered.account));
        assert_eq!(juan.player, Some(registered.player));
        assert!(!juan.gave_second_factor && juan.grants.is_empty());
        let again = signed_in(&app, "  juan DELA cruz ", NOW);
        assert_eq!(actor(&app, &again, NOW).account, registered.account);
        assert_ne!(again.session, registered.session.session);
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM audit WHERE action = 'account.signed-in'"), [1]);
    }

    fn all_that_is_wrong_with_a_form_is_said_at_once(place: &Place) {
        let app = place.open();
        let wrong = SignUpForm { name: "<x", email: "nobody", password: "password", ..form("", "") };
        let refused = accounts::sign_up(&app, SignUpPolicy::Open, &wrong, &stranger(), NOW);
        assert_eq!(faults(refused), ["handle-character", "email-invalid", "password-common"]);
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM accounts"), [0]);
    }

    fn no_two_handles_look_alike_and_none_is_a_players(place: &Place) {
        let app = place.open();
        signed_up(&app, "luzon");
        import_text(&app, &resignation("Open", "Maharlika Two", "1"));
        for name in ["luzon", "Iuzon", "LUZON", "1uzon", "maharlika two", "MAHARLIKA TWO"] {
            let refused = accounts::sign_up(&app, SignUpPolicy::Open, &form(name, ""), &stranger(), NOW);
            assert_eq!(faults(refused), ["handle-taken"], "{name}");
        }
        signed_up(&app, "visayas");
    }

    fn whether_an_address_is_somebody_elses_is_not_said(place: &Place) {
        let app = place.open();
        confirmed(&app, "Juan", "juan@example.org");
        let maria = signed_up_with(&app, "Maria", "JUAN@example.org");
        let link = maria.mail[0].link.clone().expect("a link");
        assert_eq!(faults(accounts::confirm_email(&app, &link, NOW)), ["email-taken"]);
        let in_by_address = signed_in(&app, "Juan@Example.org", NOW);
        assert_eq!(actor(&app, &in_by_address, NOW).name, "Juan");
        let unconfirmed = signed_up_with(&app, "Pedro", "pedro@example.org");
        assert_eq!(unconfirmed.mail.len(), 1);
        let refused = accounts::sign_in(&app, "pedro@example.org", PASSWORD, &stranger(), NOW);
        assert_eq!(faults(refused), ["sign-in-wrong"], "it counts once it is confirmed");
    }

    fn nobody_goes_on_in_a_session_that_somebody_else_brought(place: &Place) {
        let app = place.open();
        let attacker = signed_up(&app, "Mallory");
        signed_up(&app, "Juan");
        let made_up = Secret::parse(&"a".repeat(52)).expect("a secret");
        for planted in [&attacker.session.session, &made_up] {
            let arrival = ClientInfo { session: Some(planted), ..stranger() };
            let opened = match accounts::sign_in(&app, "Juan", PASSWORD, &arrival, NOW) {
                Ok(accounts::SignInOutcome::Complete(opened)) => opened,
                other => panic!("{other:?}"),
            };
            assert_ne!(&opened.session, planted);
            assert_eq!(who(&app, planted, NOW), None, "what came along opens nothing any more");
            assert_eq!(actor(&app, &opened, NOW).name, "Juan");
        }
    }

    fn the_closed_site_takes_nobody_and_the_inviting_one_whoever_is_invited_once(place: &Place) {
        let app = place.open();
        let ask = |registration, invitation: Option<&Secret>, name| {
            let form = SignUpForm { invitation, ..form(name, "") };
            accounts::sign_up(&app, registration, &form, &stranger(), NOW)
        };
        assert_eq!(faults(ask(SignUpPolicy::Closed, None, "Juan")), ["registration-closed"]);
        assert_eq!(faults(ask(SignUpPolicy::ByInvitation, None, "Juan")), ["invitation-needed"]);
        let invite = NewInvitation { email: "", grant: None, demands_second_factor: false };
        let letter = accounts::invite(&app, &Actor::for_command(), &invite, NOW).expect("a link");
        let link = letter.link.as_ref();
        assert!(letter.link_path().expect("a path").starts_with("/join/"));
        assert_eq!(faults(ask(SignUpPolicy::Closed, link, "Juan")), ["registration-closed"]);
        ask(SignUpPolicy::ByInvitation, link, "Juan").expect("he is invited");
        assert_eq!(faults(ask(SignUpPolicy::ByInvitation, link, "Maria")), ["link-dead"]);
    }

    fn the_database_holds_no_password_and_no_secret(place: &Place) {
        let app = place.open();
        let registered = signed_up_with(&app, "Juan", "juan@example.org");
        let link = registered.mail[0].link.as_ref().expect("a link").to_base32();
        let again = signed_in(&app, "Juan", NOW);
        drop(app);
        for secret in [PASSWORD, &link, &again.session.to_base32(), &again.device.to_base32()] {
            assert!(!any_file_holds(place.dir.path(), secret));
        }
        assert_eq!(
            place.numbers("SELECT COUNT(*) AS number FROM accounts WHERE password LIKE '$argon2id$v=19$m=32768,t=2,p=1$%'"),
            [1]
        );
        assert_eq!(
            place.numbers("SELECT COUNT(*) AS number FROM audit WHERE changes LIKE '%example.org%' OR reason LIKE '%Juan%'"),
            [0]
        );
    }

    fn a_browser_keeps_its_own_secret_for_one_account_alone(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        signed_up(&app, "Maria");
        let arrival = known(&juan.session);
        let again = match accounts::sign_in(&app, "Juan", PASSWORD, &arrival, NOW) {
            Ok(accounts::SignInOutcome::Complete(opened)) => opened,
            other => panic!("{other:?}"),
        };
        assert_eq!(again.device, juan.session.device);
        let arrival = known(&again);
        match accounts::sign_in(&app, "Maria", PASSWORD, &arrival, NOW) {
            Ok(accounts::SignInOutcome::Complete(opened)) => assert_ne!(opened.device, again.device),
            other => panic!("{other:?}"),
        }
    }
}
