//! API tokens: what they open, for how long, and that they are never more than their owner.

use adjutant_domain::account::roles::{OrganisationRole, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_service::access::{Act, ActTarget, Actor, Credential, require};
use adjutant_service::accounts::AccountError;
use adjutant_service::audit::{AuditScope, AuditView, page};
use adjutant_service::tokens::{NewToken, State, list, make, revoke, touch, who};
use adjutant_service::{App, Error};

use crate::support::{NOW, Place, SECOND, account, on_both_engines, organisation};

fn owner() -> Actor {
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    Actor { account: 1, name: "person 1".into(), credential: through, ..Actor::nobody() }
}

fn wanted(scopes: TokenScopes) -> NewToken {
    NewToken { name: " league's program ".into(), scopes, days: 30 }
}

/// The service with three accounts and an organisation, and the text of a token of the first.
fn prepared(place: &Place, scopes: TokenScopes) -> (App, String) {
    let app = place.open();
    (1..=3).for_each(|id| place.run_sql(&account(id)).unwrap());
    place.run_sql(&organisation(1)).unwrap();
    let text = make(&app, &owner(), &wanted(scopes), NOW).expect("it is made").text;
    (app, text)
}

fn is_open(app: &App, text: &str, now: Micros) -> bool {
    who(app, text, now).expect("the store answers").is_some()
}

on_both_engines! {
    fn a_token_is_its_owner_narrowed_by_scopes(place: &Place) {
        let (app, text) = prepared(place, TokenScopes::RECORDS_IMPORT);
        assert!(text.starts_with("adj_") && text.len() == 56, "{}", text.len());
        let grant = format!("INSERT INTO roles VALUES (1, 1, 1, {}, NULL, 0, 2, {NOW})", OrganisationRole::Organizer as i16);
        place.run_sql(&grant).unwrap();
        let actor = who(&app, &text, NOW).unwrap().expect("it holds").actor;
        assert_eq!((actor.account, actor.site_role, actor.grants.len()), (1, SiteRole::None, 1));
        let on = ActTarget::Organisation(1);
        assert!(require(&actor, Act::ImportForOrganisation, on, false).is_ok());
        let scope = require(&actor, Act::EditRoster, on, false);
        assert!(matches!(scope, Err(Error::Scope { needed: Some("roster:write") })), "{scope:?}");
        let never = require(&actor, Act::KeepAccount, ActTarget::Account(1), false);
        assert!(matches!(never, Err(Error::Scope { needed: None })), "a token makes no token");
        place.run_sql("DELETE FROM roles").unwrap();
        let actor = who(&app, &text, NOW).unwrap().expect("it holds").actor;
        let lost = require(&actor, Act::ImportForOrganisation, on, false);
        assert!(matches!(lost, Err(Error::Role { .. })), "with the role the right is gone: {lost:?}");
    }

    fn a_token_ends_with_its_time_its_revocation_and_its_owner(place: &Place) {
        let (app, text) = prepared(place, TokenScopes::PROFILE_READ);
        assert!(is_open(&app, &text, NOW) && is_open(&app, &text, NOW + 30 * DAY - 1));
        assert!(!is_open(&app, &text, NOW + 30 * DAY));
        assert!(is_open(&app, &text, NOW - DAY), "a clock may go back a little");
        assert!(!is_open(&app, &text, NOW - 2 * DAY), "and not so far that it would never end");
        for (sql, open) in [
            ("UPDATE accounts SET state = 1 WHERE id = 1", false),
            ("UPDATE accounts SET state = 2 WHERE id = 1", false),
            ("UPDATE accounts SET state = 0 WHERE id = 1", true),
        ] {
            place.run_sql(sql).unwrap();
            assert_eq!(is_open(&app, &text, NOW), open, "{sql}");
        }
        let id = list(&app, &owner(), NOW).unwrap()[0].id;
        revoke(&app, &owner(), id, NOW).expect("it is revoked");
        assert!(!is_open(&app, &text, NOW));
        let again = revoke(&app, &owner(), id, NOW);
        assert!(matches!(again, Err(Error::Hidden)), "{again:?}");
    }

    fn nobody_ends_or_sees_the_tokens_of_another(place: &Place) {
        let (app, text) = prepared(place, TokenScopes::PROFILE_READ);
        let id = list(&app, &owner(), NOW).unwrap()[0].id;
        let other = Actor { account: 2, ..owner() };
        assert!(matches!(revoke(&app, &other, id, NOW), Err(Error::Hidden)));
        assert!(matches!(revoke(&app, &other, 999, NOW), Err(Error::Hidden)));
        assert_eq!(list(&app, &other, NOW).unwrap(), []);
        assert!(is_open(&app, &text, NOW));
        let stranger = make(&app, &Actor::nobody(), &wanted(TokenScopes::AUDIT_READ), NOW);
        assert!(matches!(stranger, Err(AccountError::Error(Error::SignIn))), "{stranger:?}");
    }

    fn what_is_kept_and_shown_is_not_the_token(place: &Place) {
        let (app, text) = prepared(place, TokenScopes::PROFILE_READ.union(TokenScopes::AUDIT_READ));
        let all = page(&app, &owner(), &AuditView::all_of(AuditScope::Account(1)), None, 10).expect("it reads");
        let entry = &all.entries[0];
        assert_eq!((entry.action.as_str(), entry.acting_as.as_str()), ("token.made", "self"));
        let told = format!("{all:?} {:?}", list(&app, &owner(), NOW).unwrap());
        let entries = format!("{all:?}");
        assert!(!entries.contains("league's program"), "its name is free text: {entries}");
        assert!(!told.contains(&text[4..]) && told.contains("profile:read audit:read"), "{told}");
        let one = &list(&app, &owner(), NOW).unwrap()[0];
        assert_eq!((one.name.as_str(), one.state), ("league's program", State::Open));
        assert_eq!((one.used_at, one.expires_at), (None, NOW + 30 * DAY));
        let made = make(&app, &owner(), &wanted(TokenScopes::AUDIT_READ), NOW).unwrap();
        assert!(!format!("{made:?}").contains(&made.text[4..]));
    }

    fn the_last_use_is_written_down_every_five_minutes(place: &Place) {
        let (app, text) = prepared(place, TokenScopes::PROFILE_READ);
        let due = |now: Micros| who(&app, &text, now).unwrap().expect("it holds").due;
        let token = due(NOW).expect("the first use is written down");
        touch(&app, token, NOW).unwrap();
        assert_eq!(list(&app, &owner(), NOW).unwrap()[0].used_at, Some(NOW));
        assert_eq!((due(NOW), due(NOW + 300 * SECOND)), (None, None));
        assert_eq!(due(NOW + 301 * SECOND), Some(token));
        assert_eq!(due(NOW - 301 * SECOND), Some(token), "a clock that was set back is followed");
    }

    fn what_cannot_be_is_refused_by_field(place: &Place) {
        let (app, _) = prepared(place, TokenScopes::PROFILE_READ);
        let good = wanted(TokenScopes::PROFILE_READ);
        let wrong = [
            ("name", NewToken { name: "  ".into(), ..good.clone() }),
            ("name", NewToken { name: "x".repeat(61), ..good.clone() }),
            ("name", NewToken { name: "a\u{7}".into(), ..good.clone() }),
            ("scopes", NewToken { scopes: TokenScopes::NONE, ..good.clone() }),
            ("days", NewToken { days: 0, ..good.clone() }),
            ("days", NewToken { days: 367, ..good.clone() }),
        ];
        for (wrong_field, new) in wrong {
            match make(&app, &owner(), &new, NOW) {
                Err(AccountError::Error(Error::Invalid { field, .. })) => assert_eq!(field, wrong_field),
                other => panic!("{new:?}: {other:?}"),
            }
        }
        for text in ["", "adj_", "adj_x", "x", &"a".repeat(56), &format!("adj_{}", "a".repeat(52))] {
            assert!(!is_open(&app, text, NOW), "{text}");
        }
    }

    fn an_account_has_a_bounded_number_of_open_tokens(place: &Place) {
        let (app, _) = prepared(place, TokenScopes::PROFILE_READ);
        for _ in 1..50 {
            make(&app, &owner(), &wanted(TokenScopes::PROFILE_READ), NOW).expect("it is made");
        }
        let refused = make(&app, &owner(), &wanted(TokenScopes::PROFILE_READ), NOW);
        assert!(matches!(refused, Err(AccountError::Error(Error::Conflict(_)))), "{refused:?}");
        assert_eq!(list(&app, &owner(), NOW).unwrap().len(), 50);
        let later = NOW + 31 * DAY;
        let owner = Actor { credential: Credential::Session { id: 1, authenticated_at: later }, ..owner() };
        make(&app, &owner, &wanted(TokenScopes::PROFILE_READ), later).expect("the old ones expired");
    }

    fn a_session_whose_password_was_given_long_ago_makes_no_token(place: &Place) {
        let (app, _) = prepared(place, TokenScopes::PROFILE_READ);
        let new = wanted(TokenScopes::PROFILE_READ);
        make(&app, &owner(), &new, NOW + 599 * SECOND).expect("it was given a moment ago");
        for now in [NOW + 600 * SECOND, NOW + 30 * DAY, NOW - SECOND] {
            let refused = make(&app, &owner(), &new, now);
            assert!(matches!(refused, Err(AccountError::ReauthenticationRequired)), "{now}: {refused:?}");
        }
        assert_eq!(list(&app, &owner(), NOW).unwrap().len(), 2);
    }
}
