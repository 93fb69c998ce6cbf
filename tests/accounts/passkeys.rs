//! Passkeys: one's own, and signing in by one.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Act, ActTarget, Actor, require};
use adjutant_service::accounts::{
    self, AccountError, MailKind, OpenedSession, PasskeyAdded, PasskeyChallenge, RelyingParty,
};
use adjutant_service::tokens::{self, NewToken};
use adjutant_service::{App, Error};

use crate::authenticator::Authenticator;
use crate::help::{
    DAY, MINUTE, NOW, actor, confirmed, faults, known, signed_in, signed_up, stranger, who,
};
use crate::support::{Place, on_both_engines};

const ORIGIN: &str = "https://games.example";

fn party() -> RelyingParty {
    RelyingParty::new(ORIGIN).expect("HTTPS and a name")
}

/// Adds a passkey in a session; `number` tells passkeys apart.
fn add(app: &App, opened: &OpenedSession, number: u8) -> (Authenticator, PasskeyAdded) {
    let me = actor(app, opened, NOW);
    let begun = accounts::begin_passkey(app, &me, &party(), "Phone", NOW).expect("begun");
    let (device, answer) = Authenticator::register(&begun.options, ORIGIN, number);
    let answered = (&begun.secret, answer.as_str());
    let added = accounts::add_passkey(app, &me, &party(), answered, " Phone ", &known(opened), NOW);
    (device, added.expect("the answer is right"))
}

fn begin(app: &App, now: Micros) -> PasskeyChallenge {
    accounts::begin_passkey_sign_in(app, &party(), &stranger(), now).expect("begun")
}

fn answer(
    app: &App,
    secret: &Secret,
    answer: &str,
    now: Micros,
) -> Result<OpenedSession, AccountError> {
    let answered = (secret, answer);
    accounts::sign_in_by_passkey(app, &Actor::nobody(), &party(), answered, &stranger(), now)
}

fn enter(
    app: &App,
    device: &mut Authenticator,
    now: Micros,
) -> Result<OpenedSession, AccountError> {
    let begun = begin(app, now);
    let signed = device.sign(&begun.options);
    answer(app, &begun.secret, &signed, now)
}

fn new_token() -> NewToken {
    NewToken { name: "club".to_owned(), scopes: TokenScopes::PROFILE_READ, days: 2 }
}

on_both_engines! {
    fn a_passkey_signs_in_without_a_name_and_counts_as_the_second_factor(place: &Place) {
        let app = place.open();
        let juan = confirmed(&app, "Juan", "juan@example.org");
        let (mut device, added) = add(&app, &juan.session, 7);
        assert_eq!(added.recovery_codes.len(), 10, "the first second factor comes with codes");
        assert_eq!(added.mail[0].kind, MailKind::PasskeyAdded);
        assert_eq!(who(&app, &juan.session.session, NOW), None, "the session goes on under a new secret");
        let me = actor(&app, &added.session, NOW);
        assert!(me.has_second_factor && me.gave_second_factor);
        let later = NOW + DAY;
        let opened = enter(&app, &mut device, later).expect("it signs in");
        let entered = actor(&app, &opened, later);
        assert_eq!((entered.name.as_str(), entered.gave_second_factor), ("Juan", true));
        let listed = accounts::passkeys(&app, &entered).expect("mine");
        assert_eq!((listed[0].name.as_str(), listed[0].added_at, listed[0].used_at), ("Phone", NOW, Some(later)));
        assert!(!actor(&app, &signed_in(&app, "Juan", later), later).gave_second_factor, "the password is one factor");
    }

    fn a_challenge_is_answered_once_in_time_and_by_the_browser_that_asked(place: &Place) {
        let app = place.open();
        let (mut device, _) = add(&app, &signed_up(&app, "Juan").session, 7);
        let begun = begin(&app, NOW);
        let signed = device.sign(&begun.options);
        let other = begin(&app, NOW);
        assert_eq!(faults(answer(&app, &other.secret, &signed, NOW)), ["passkey-refused"], "that of another challenge");
        answer(&app, &begun.secret, &signed, NOW).expect("the first answer");
        assert_eq!(faults(answer(&app, &begun.secret, &signed, NOW)), ["passkey-late"], "answered before");
        assert_eq!(faults(answer(&app, &other.secret, &signed, NOW)), ["passkey-late"], "a wrong answer is the last");
        let late = begin(&app, NOW);
        let signed = device.sign(&late.options);
        assert_eq!(faults(answer(&app, &late.secret, &signed, NOW + 5 * MINUTE)), ["passkey-late"]);
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM passkey_challenges"), [0]);
    }

    fn another_origin_an_unverified_person_and_a_copied_key_are_refused(place: &Place) {
        let app = place.open();
        let (mut device, _) = add(&app, &signed_up(&app, "Juan").session, 7);
        let good = |device: &mut Authenticator| enter(&app, device, NOW).expect("it signs in");
        good(&mut device);
        device.origin = "https://games.example.evil".to_owned();
        assert_eq!(faults(enter(&app, &mut device, NOW)), ["passkey-refused"]);
        device.origin = ORIGIN.to_owned();
        device.verifies = false;
        assert_eq!(faults(enter(&app, &mut device, NOW)), ["passkey-refused"], "nobody was verified");
        device.verifies = true;
        good(&mut device);
        device.count = 1;
        assert_eq!(faults(enter(&app, &mut device, NOW)), ["passkey-refused"], "it was used more often before");
        assert_eq!(faults(answer(&app, &begin(&app, NOW).secret, "{}", NOW)), ["passkey-refused"]);
    }

    fn a_passkey_is_added_by_its_owner_in_the_session_that_asked(place: &Place) {
        let app = place.open();
        let (juan, ana) = (signed_up(&app, "Juan"), signed_up(&app, "Ana"));
        let (me, her) = (actor(&app, &juan.session, NOW), actor(&app, &ana.session, NOW));
        let begun = accounts::begin_passkey(&app, &me, &party(), "Phone", NOW).expect("begun");
        let (_, made) = Authenticator::register(&begun.options, ORIGIN, 7);
        let add = |by: &Actor, opened: &OpenedSession| {
            let answered = (&begun.secret, made.as_str());
            accounts::add_passkey(&app, by, &party(), answered, "Phone", &known(opened), NOW)
        };
        assert_eq!(faults(add(&her, &ana.session)), ["passkey-late"], "not hers");
        assert_eq!(faults(add(&me, &juan.session)), ["passkey-late"], "used up");
        assert_eq!(faults(answer(&app, &begin(&app, NOW).secret, &made, NOW)), ["passkey-refused"]);
        for name in ["", " ", "a\u{202e}b", &"a".repeat(61)] {
            assert_eq!(faults(accounts::begin_passkey(&app, &me, &party(), name, NOW)), ["passkey-name"]);
        }
        let stale = accounts::begin_passkey(&app, &me, &party(), "Phone", NOW + 10 * MINUTE);
        assert!(matches!(stale, Err(AccountError::ReauthenticationRequired)));
    }

    fn a_removed_passkey_opens_nothing_and_neither_does_that_of_a_suspended_or_deleted_account(place: &Place) {
        let app = place.open();
        let command = Actor::for_command();
        let juan = signed_up(&app, "Juan");
        let (mut first, added) = add(&app, &juan.session, 7);
        let (mut second, added) = add(&app, &added.session, 8);
        assert!(added.recovery_codes.is_empty(), "there are some");
        let me = actor(&app, &added.session, NOW);
        let ids: Vec<i32> = accounts::passkeys(&app, &me).expect("mine").iter().map(|one| one.id).collect();
        accounts::remove_passkey(&app, &me, ids[0], NOW).expect("removed");
        assert_eq!(faults(enter(&app, &mut first, NOW)), ["passkey-refused"]);
        let other = signed_up(&app, "Ana");
        let hers = actor(&app, &other.session, NOW);
        let hidden = accounts::remove_passkey(&app, &hers, ids[1], NOW);
        assert!(matches!(hidden, Err(AccountError::Error(Error::Hidden))), "not hers");
        enter(&app, &mut second, NOW).expect("the other one stays");
        accounts::suspend(&app, &command, juan.account, "why", NOW).expect("suspended");
        assert_eq!(faults(enter(&app, &mut second, NOW)), ["passkey-refused"]);
        accounts::reinstate(&app, &command, juan.account, "why", NOW).expect("reinstated");
        adjutant_service::privacy::delete(&app, &command, juan.account, NOW).expect("deleted");
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM passkeys"), [0]);
    }

    fn the_operator_removes_the_passkeys_of_who_lost_them(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let (mut device, _) = add(&app, &juan.session, 7);
        accounts::reset_second_factor(&app, &Actor::for_command(), juan.account, "lost", NOW).expect("dropped");
        assert_eq!(faults(enter(&app, &mut device, NOW)), ["passkey-refused"]);
        assert!(!actor(&app, &signed_in(&app, "Juan", NOW), NOW).has_second_factor);
    }

    fn the_password_alone_neither_adds_nor_removes_a_passkey_and_makes_no_token(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        tokens::make(&app, &actor(&app, &juan.session, NOW), &new_token(), NOW).expect("without a factor");
        let (mut device, added) = add(&app, &juan.session, 7);
        let open = "SELECT COUNT(*) AS number FROM tokens WHERE revoked_at = 0";
        assert_eq!(place.numbers(open), [0], "earlier tokens end");
        let opened = signed_in(&app, "Juan", NOW);
        let me = actor(&app, &opened, NOW);
        let id = accounts::passkeys(&app, &me).expect("mine")[0].id;
        let refused = |done: Result<(), AccountError>| matches!(done, Err(AccountError::Error(Error::SecondFactor)));
        assert!(refused(accounts::begin_passkey(&app, &me, &party(), "Other", NOW).map(drop)));
        assert!(refused(accounts::remove_passkey(&app, &me, id, NOW).map(drop)));
        assert!(refused(accounts::begin_second_factor(&app, &me, NOW).map(drop)));
        assert!(refused(tokens::make(&app, &me, &new_token(), NOW).map(drop)));
        let give = |code: &str| accounts::give_second_factor(&app, &me, code, &known(&opened), NOW);
        assert_eq!(faults(give("nothing")), ["code-wrong"]);
        give(&added.recovery_codes[0]).expect("a recovery code");
        assert_eq!(faults(give(&added.recovery_codes[0])), ["code-wrong"], "it works once");
        let me = actor(&app, &opened, NOW);
        tokens::make(&app, &me, &new_token(), NOW).expect("the second factor was given");
        accounts::remove_passkey(&app, &me, id, NOW).expect("removed");
        assert_eq!(place.numbers(open), [0], "with the last second factor tokens end");
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM recovery_codes"), [0]);
        assert_eq!(faults(enter(&app, &mut device, NOW)), ["passkey-refused"]);
    }

    fn a_passkey_is_the_second_factor_that_moderators_and_officials_need(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let (mut device, _) = add(&app, &juan.session, 7);
        accounts::set_site_role(&app, &Actor::for_command(), juan.account, SiteRole::Moderator, "help", NOW)
            .expect("a moderator");
        let duty = RoleGrant {
            organisation: 1,
            role: OrganisationRole::Official,
            event: 0,
            duties: Duties::RESULTS,
        };
        let event = ActTarget::Event { organisation: 1, event: 1 };
        let may = |opened: &OpenedSession| {
            let me = Actor { grants: vec![duty], ..actor(&app, opened, NOW) };
            let oversees = require(&me, Act::OverseeSite, ActTarget::Site, false);
            [oversees, require(&me, Act::EnterResults, event, true)].map(|done| match done {
                Ok(_) => true,
                Err(Error::SecondFactor) => false,
                Err(e) => panic!("{e:?}"),
            })
        };
        assert_eq!(may(&signed_in(&app, "Juan", NOW)), [false, false], "the password alone");
        assert_eq!(may(&enter(&app, &mut device, NOW).expect("it signs in")), [true, true]);
    }

    fn who_is_signed_in_confirms_it_by_a_passkey_of_theirs_and_by_no_other(place: &Place) {
        let app = place.open();
        let (mut mine, _) = add(&app, &signed_up(&app, "Juan").session, 7);
        let (mut hers, _) = add(&app, &signed_up(&app, "Ana").session, 8);
        let later = NOW + DAY;
        let opened = signed_in(&app, "Juan", later);
        let me = actor(&app, &opened, later);
        let confirm = |device: &mut Authenticator| {
            let begun = begin(&app, later);
            let signed = device.sign(&begun.options);
            let answered = (&begun.secret, signed.as_str());
            accounts::sign_in_by_passkey(&app, &me, &party(), answered, &known(&opened), later)
        };
        assert_eq!(faults(confirm(&mut hers)), ["passkey-other"]);
        let confirmed = confirm(&mut mine).expect("it is mine");
        assert!(actor(&app, &confirmed, later).gave_second_factor);
        assert_eq!(who(&app, &opened.session, later), None, "the session goes on under a new secret");
    }

    fn a_network_that_asks_for_many_challenges_waits(place: &Place) {
        let app = place.open();
        let ask = || accounts::begin_passkey_sign_in(&app, &party(), &stranger(), NOW);
        let asked = (0..200).filter(|_| ask().is_ok()).count();
        assert!((1..200).contains(&asked));
        assert!(matches!(ask(), Err(AccountError::Error(Error::TooOften { .. }))));
    }
}
