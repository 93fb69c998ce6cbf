//! Sessions: listed, ended, and under clocks that jump.

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::Micros;
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, AccountError};
use adjutant_service::housekeeping::{self, Tidied};
use adjutant_service::tokens::{self, Made, NewToken};

use crate::help::{
    DAY, LIVES, MINUTE, NOW, PASSWORD, actor, faults, known, signed_in, signed_up, signed_up_with,
    stranger, who,
};
use crate::support::{Place, on_both_engines};

on_both_engines! {
    fn somebody_sees_and_ends_his_own_sessions_and_nobody_elses(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let phone = signed_in(&app, "Juan", NOW + MINUTE);
        let maria = signed_up(&app, "Maria");
        let (me, she) = (actor(&app, &juan.session, NOW), actor(&app, &maria.session, NOW));
        let list = accounts::sessions(&app, &me, LIVES, NOW + MINUTE).expect("listed");
        assert_eq!(list.iter().map(|one| one.is_current).collect::<Vec<_>>(), [false, true]);
        assert_eq!(list[0].agent, "Firefox on Android");
        for id in [list[0].id, 999] {
            let refused = accounts::end_session(&app, &she, id, NOW);
            assert!(matches!(refused, Err(AccountError::Error(Error::Hidden))), "{refused:?}");
        }
        accounts::end_session(&app, &me, list[0].id, NOW).expect("ended");
        assert_eq!(who(&app, &phone.session, NOW + MINUTE), None);
        let (_one, _two) = (signed_in(&app, "Juan", NOW), signed_in(&app, "Juan", NOW));
        assert_eq!(accounts::end_other_sessions(&app, &me, NOW).expect("ended"), 2);
        assert!(who(&app, &juan.session.session, NOW).is_some());
        accounts::sign_out(&app, &me, NOW).expect("out");
        assert_eq!(who(&app, &juan.session.session, NOW), None);
        assert!(who(&app, &maria.session.session, NOW).is_some());
    }

    fn what_is_over_is_taken_away_and_what_lives_is_not(place: &Place) {
        let app = place.open();
        let juan = signed_up_with(&app, "Juan", "juan@example.org");
        let me = actor(&app, &juan.session, NOW);
        let new = |days| NewToken { name: "mine".into(), scopes: TokenScopes::PROFILE_READ, days };
        let [short, long, ended] = [1, 300, 300].map(|days| tokens::make(&app, &me, &new(days), NOW).expect("made"));
        tokens::revoke(&app, &me, ended.id, NOW).expect("revoked");
        let trail = place.numbers("SELECT COUNT(*) AS number FROM audit");
        let tidy = |now| housekeeping::tidy(&app, LIVES, now).expect("it is tidied");
        let gone = |sessions, links, tokens| Tidied { sessions, links, tokens, ..Tidied::default() };
        assert!(tidy(NOW).is_nothing() && tidy(NOW + 12 * DAY).links <= 1);
        let late = signed_in(&app, "Juan", NOW + 13 * DAY);
        assert_eq!(tidy(NOW + 15 * DAY), gone(0, 0, 0), "a session is kept for two days when it is over");
        assert_eq!(tidy(NOW + 17 * DAY), gone(1, 0, 0));
        assert!(who(&app, &late.session, NOW + 17 * DAY).is_some());
        assert_eq!(who(&app, &juan.session.session, NOW), None);
        assert_eq!(tidy(NOW + 32 * DAY), gone(1, 0, 2), "a month after one expired and one was revoked");
        let there = |made: &Made| tokens::who(&app, &made.text, NOW).expect("an answer").is_some();
        assert_eq!([&short, &long, &ended].map(there), [false, true, false]);
        assert_eq!(tidy(NOW + 32 * DAY), Tidied::default());
        let since = place.numbers("SELECT COUNT(*) AS number FROM audit");
        assert_eq!(since[0] - trail[0], 1, "the trail keeps all, and has the sign-in besides");
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM links"), [0]);
    }

    fn a_changed_password_ends_the_others_and_renews_this_one(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let phone = signed_in(&app, "Juan", NOW);
        let me = actor(&app, &juan.session, NOW);
        let arrival = known(&juan.session);
        let change = |old, new| accounts::change_password(&app, &me, old, new, &arrival, NOW);
        assert_eq!(faults(change("wrong", "apat na bibe")), ["password-wrong"]);
        assert_eq!(faults(change(PASSWORD, "12345678")), ["password-common"]);
        let changed = change(PASSWORD, "apat na bibe").expect("changed");
        for over in [&phone.session, &juan.session.session] {
            assert_eq!(who(&app, over, NOW), None);
        }
        assert_eq!(actor(&app, &changed.session, NOW).account, juan.account);
        assert_eq!(changed.session.device, juan.session.device);
    }

    fn what_cannot_be_undone_asks_for_the_password_again(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let later = NOW + 11 * MINUTE;
        let me = actor(&app, &juan.session, later);
        assert!(matches!(accounts::require_recent_authentication(&me, later), Err(AccountError::ReauthenticationRequired)));
        let arrival = known(&juan.session);
        let wrong = accounts::reauthenticate(&app, &me, "wrong", &arrival, later);
        assert_eq!(faults(wrong), ["password-wrong"]);
        accounts::reauthenticate(&app, &me, PASSWORD, &arrival, later).expect("right");
        accounts::require_recent_authentication(&actor(&app, &juan.session, later), later).expect("proved");
        let back = actor(&app, &juan.session, later);
        assert!(accounts::require_recent_authentication(&back, NOW).is_err(), "a moment ahead proves nothing");
        assert!(matches!(accounts::require_recent_authentication(&Actor::nobody(), NOW), Err(AccountError::Error(Error::SignIn))));
    }

    fn a_role_that_changes_holds_with_the_next_request(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let command = Actor::for_command();
        assert_eq!(actor(&app, &juan.session, NOW).site_role, SiteRole::None);
        let set = |role| accounts::set_site_role(&app, &command, juan.account, role, "", NOW);
        set(SiteRole::Moderator).expect("granted");
        assert_eq!(actor(&app, &juan.session, NOW).site_role, SiteRole::Moderator);
        set(SiteRole::None).expect("revoked");
        assert_eq!(actor(&app, &juan.session, NOW).site_role, SiteRole::None);
    }

    fn clocks_that_jump_make_no_session_eternal_and_break_none(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let ahead = signed_in(&app, "Juan", NOW + 3650 * DAY);
        assert!(who(&app, &ahead.session, NOW + 3650 * DAY).is_some());
        assert_eq!(who(&app, &ahead.session, NOW), None, "made under a wrong clock");
        assert!(who(&app, &juan.session.session, NOW - 5 * MINUTE).is_some(), "set back a little");
        assert!(who(&app, &juan.session.session, NOW + 13 * DAY).is_some());
        assert_eq!(who(&app, &juan.session.session, NOW + 14 * DAY), None, "not used");
        assert_eq!(who(&app, &juan.session.session, Micros(i64::MAX)), None);
        let arrival = stranger();
        accounts::sign_in(&app, "Juan", PASSWORD, &arrival, Micros(i64::MAX - 400 * DAY)).expect("no overflow");
    }
}
