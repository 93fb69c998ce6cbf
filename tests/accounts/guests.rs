//! Guests: who plays without having signed up, and what becomes of them.

use adjutant_domain::moment::DAY;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{
    self, AccountError, AccountState, GUESTS_KEPT, NewGuest, SignUpForm, SignUpPolicy,
};
use adjutant_service::{App, Error, housekeeping, players, sessions};

use crate::help::{LIVES, NOW, PASSWORD, faults, form, stranger, who};
use crate::support::{Place, on_both_engines};
use adjutant_domain::moment::Micros;

fn guest(app: &App, name: &str) -> NewGuest {
    accounts::begin_as_guest(app, name, "en", &stranger(), NOW).expect("a guest")
}

fn signs_up(app: &App, name: &str, guest: &NewGuest, now: Micros) -> i32 {
    let form = SignUpForm { guest: Some(guest.actor.account), ..form(name, "") };
    let registered = accounts::sign_up(app, SignUpPolicy::Open, &form, &stranger(), now);
    registered.expect("a new account").account
}

fn is_there(app: &App, handle: &str) -> bool {
    players::by_handle(app, handle).is_ok()
}

on_both_engines! {
    fn a_guest_has_a_session_and_a_player_whom_no_list_shows(place: &Place) {
        let app = place.open();
        let ana = guest(&app, "Ana");
        assert!(ana.actor.is_guest && !ana.actor.is_signed_in() && ana.actor.has_session());
        assert_eq!(ana.actor.name, "Guest Ana");
        assert!(ana.actor.player.is_some());
        assert!(is_there(&app, "Guest Ana"));
        assert!(players::page(&app, "", "", 50).expect("a list").is_empty());
        assert!(players::page(&app, "Guest", "", 50).expect("a list").is_empty(), "nor the search");
        let kept = place.numbers("SELECT COUNT(*) AS number FROM sessions WHERE length(token_hash) = 32");
        assert_eq!(kept, [1], "its secret is stored as a hash");
    }

    fn guests_of_the_same_name_are_told_apart_and_one_without_a_name_has_a_number(place: &Place) {
        let app = place.open();
        let names: Vec<String> = (0..3).map(|_| guest(&app, "Ana").actor.name).collect();
        assert_eq!(names[0], "Guest Ana");
        assert!(names[1].starts_with("Guest Ana ") && names[1] != names[2], "{names:?}");
        let nameless = guest(&app, "  ").actor.name;
        let number = nameless.strip_prefix("Guest ").expect("the word");
        assert!(number.parse::<u32>().is_ok_and(|number| number >= 100), "{nameless}");
        for name in ["<b>", "admin", "a", "this is far too long a name", "Guest Ana"] {
            let refused = accounts::begin_as_guest(&app, name, "en", &stranger(), NOW);
            assert_eq!(faults(refused), ["guest-name"], "{name}");
        }
    }

    fn nobody_signs_in_as_a_guest_nor_signs_up_under_their_name(place: &Place) {
        let app = place.open();
        guest(&app, "Ana");
        for password in ["", PASSWORD] {
            let refused = accounts::sign_in(&app, "Guest Ana", password, &stranger(), NOW);
            assert_eq!(faults(refused), ["sign-in-wrong"]);
        }
        let refused = accounts::sign_up(&app, SignUpPolicy::Open, &form("Guest Ana", ""), &stranger(), NOW);
        assert_eq!(faults(refused), ["handle-reserved"]);
    }

    fn guests_of_one_network_are_limited_as_its_sign_ups_are(place: &Place) {
        let app = place.open();
        accounts::set_sign_up_limit(&app, 2);
        guest(&app, "");
        guest(&app, "");
        let third = accounts::begin_as_guest(&app, "", "en", &stranger(), NOW);
        assert!(matches!(third, Err(AccountError::Error(Error::TooOften { .. }))));
    }

    fn an_account_made_within_thirty_days_takes_over_what_the_guest_has(place: &Place) {
        let app = place.open();
        let ana = guest(&app, "Ana");
        let account = signs_up(&app, "Anahaw", &ana, NOW + GUESTS_KEPT - DAY);
        assert_eq!(account, ana.actor.account, "so that every seat and session is theirs");
        assert!(is_there(&app, "Anahaw") && !is_there(&app, "Guest Ana"));
        let named: Vec<String> =
            players::page(&app, "", "", 50).expect("a list").into_iter().map(|one| one.handle).collect();
        assert_eq!(named, ["Anahaw"], "and is listed like everybody");
        let session = accounts::sign_in(&app, "Anahaw", PASSWORD, &stranger(), NOW + GUESTS_KEPT);
        assert!(session.is_ok());
        assert!(who(&app, &ana.session, NOW).is_none_or(|actor| !actor.is_guest));
        let again = signs_up(&app, "Second", &ana, NOW + GUESTS_KEPT - DAY);
        assert_ne!(again, account, "nobody takes over an account");
    }

    fn a_guest_is_deleted_after_thirty_days_and_their_name_is_nobodys(place: &Place) {
        let app = place.open();
        let ana = guest(&app, "Ana");
        let tidy = |now| housekeeping::tidy(&app, LIVES, now).expect("it is tidied").guests;
        assert_eq!(tidy(NOW + GUESTS_KEPT - 1), 0);
        assert_eq!(tidy(NOW + GUESTS_KEPT + 1), 1);
        assert!(!is_there(&app, "Guest Ana"));
        assert!(who(&app, &ana.session, NOW).is_none());
        let late = signs_up(&app, "Anahaw", &ana, NOW + GUESTS_KEPT + 2);
        assert_ne!(late, ana.actor.account);
        assert_eq!(tidy(NOW + GUESTS_KEPT + 3), 0);
    }

    fn an_operator_suspends_a_guest_whose_sessions_end_and_reinstates_them_as_a_guest(place: &Place) {
        let app = place.open();
        let ana = guest(&app, "Ana");
        let operator = Actor::for_command();
        let account = accounts::find(&app, &operator, "Guest Ana").expect("found by name");
        let listed = accounts::list(&app, &operator, "guest", "", 10).expect("a list");
        assert_eq!(listed.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Guest Ana"]);
        accounts::suspend(&app, &operator, account.id, "abuse", NOW).expect("suspended");
        assert!(sessions::who(&app, &ana.session, LIVES, NOW).expect("looked").is_none());
        let claims = SignUpForm { guest: Some(account.id), ..form("Ana", "") };
        accounts::sign_up(&app, SignUpPolicy::Open, &claims, &stranger(), NOW).expect("a new account");
        assert!(is_there(&app, "Guest Ana"), "who is suspended is not claimed");
        accounts::reinstate(&app, &operator, account.id, "a mistake", NOW).expect("reinstated");
        let state = accounts::find(&app, &operator, "Guest Ana").expect("found").state;
        assert_eq!(state, AccountState::Guest);
        accounts::suspend(&app, &operator, account.id, "abuse again", NOW).expect("suspended");
        assert!(accounts::create_reset_link(&app, &operator, account.id, NOW).is_err(), "a guest has no password");
        housekeeping::tidy(&app, LIVES, NOW + GUESTS_KEPT + DAY).expect("tidied");
        assert!(!is_there(&app, "Guest Ana"), "a suspended guest expires, too");
    }
}
