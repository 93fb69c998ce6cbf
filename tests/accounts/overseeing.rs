//! What the site's people do with accounts.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, AccountError, AccountState, NewInvitation};

use crate::help::{NOW, PASSWORD, actor, faults, signed_in, signed_up, stranger, who};
use crate::support::{Place, on_both_engines};

/// As if they had given their second factor.
fn with_factor(actor: Actor) -> Actor {
    Actor { gave_second_factor: true, has_second_factor: true, ..actor }
}

on_both_engines! {
    fn a_suspended_account_has_no_sessions_and_gets_in_again_when_it_is_reinstated(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let command = Actor::for_command();
        accounts::suspend(&app, &command, juan.account, "shouted", NOW).expect("suspended");
        assert_eq!(who(&app, &juan.session.session, NOW), None);
        assert_eq!(faults(accounts::sign_in(&app, "Juan", PASSWORD, &stranger(), NOW)), ["sign-in-wrong"]);
        assert_eq!(accounts::find(&app, &command, "juan").expect("found").state, AccountState::Suspended);
        accounts::reinstate(&app, &command, juan.account, "said sorry", NOW).expect("reinstated");
        signed_in(&app, "Juan", NOW);
        assert_eq!(place.numbers("SELECT COUNT(*) AS number FROM audit WHERE reason = 'shouted'"), [1]);
    }

    fn the_first_operator_is_made_by_command_and_the_last_one_stays(place: &Place) {
        let app = place.open();
        let command = Actor::for_command();
        let make = |name| accounts::create_account(&app, &command, name, "", SiteRole::Operator, NOW);
        let (first, letter) = make("First").expect("made");
        let link = letter.link.expect("a link");
        accounts::reset_password(&app, &link, PASSWORD, None, NOW).expect("chosen");
        let operator = with_factor(actor(&app, &signed_in(&app, "First", NOW), NOW));
        assert_eq!(operator.site_role, SiteRole::Operator);
        let conflict = |done: Result<(), AccountError>| matches!(done, Err(AccountError::Error(Error::Conflict(_))));
        assert!(conflict(accounts::suspend(&app, &command, first, "", NOW)));
        assert!(conflict(accounts::set_site_role(&app, &operator, first, SiteRole::None, "", NOW)));
        make("Second").expect("made");
        accounts::set_site_role(&app, &operator, first, SiteRole::None, "", NOW).expect("another is there");
    }

    fn who_serves_nobody_learns_nothing_and_a_moderator_suspends_no_operator(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let maria = signed_up(&app, "Maria");
        let command = Actor::for_command();
        let me = with_factor(actor(&app, &juan.session, NOW));
        assert!(matches!(accounts::list(&app, &me, "", "", 10), Err(AccountError::Error(Error::Role { .. }))));
        assert!(matches!(accounts::list(&app, &Actor::nobody(), "", "", 10), Err(AccountError::Error(Error::SignIn))));
        accounts::set_site_role(&app, &command, juan.account, SiteRole::Moderator, "", NOW).expect("granted");
        accounts::set_site_role(&app, &command, maria.account, SiteRole::Operator, "", NOW).expect("granted");
        let plain = actor(&app, &juan.session, NOW);
        let refused = accounts::suspend(&app, &plain, maria.account, "", NOW);
        assert!(matches!(refused, Err(AccountError::Error(Error::SecondFactor))), "{refused:?}");
        let moderator = with_factor(plain);
        let refused = accounts::suspend(&app, &moderator, maria.account, "", NOW);
        assert!(matches!(refused, Err(AccountError::Error(Error::Forbidden(_)))), "{refused:?}");
        let refused = accounts::create_reset_link(&app, &moderator, maria.account, NOW);
        assert!(matches!(refused, Err(AccountError::Error(Error::Role { .. }))), "{refused:?}");
        let names: Vec<String> = accounts::list(&app, &moderator, "", "", 10).expect("listed")
            .into_iter().map(|account| account.name).collect();
        assert_eq!(names, ["Juan", "Maria"]);
        assert_eq!(accounts::list(&app, &moderator, "MA", "", 10).expect("listed").len(), 1);
        assert_eq!(accounts::list(&app, &moderator, "", "juan", 10).expect("listed").len(), 1);
    }

    fn an_invitation_to_a_role_gives_it_once(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        place.run_sql(
            "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, website, color, \
             accent, logo, logo_digest, second_factor, created_at, created_by) \
             VALUES (1, 'Club', 'club', 'club', 'club', 1, '', '', '', 0, 0, '', '', 0, 0, 0)",
        );
        let grant = RoleGrant { organisation: 1, role: OrganisationRole::Organizer, event: 0, duties: Duties::NONE };
        let invite = NewInvitation { email: "", grant: Some(grant), demands_second_factor: false };
        let refused = accounts::invite(&app, &actor(&app, &juan.session, NOW), &invite, NOW);
        assert!(matches!(refused, Err(AccountError::Error(Error::Role { .. }))), "{refused:?}");
        let maria = signed_up(&app, "Maria");
        let (id, role) = (maria.account, OrganisationRole::Owner as i16);
        place.run_sql(&format!("INSERT INTO roles VALUES (1, {id}, 1, {role}, NULL, 0, NULL, {NOW}); \
             UPDATE counters SET value = 1 WHERE name = 'roles'"));
        let owner = actor(&app, &maria.session, NOW);
        let link = |actor: &Actor| accounts::invite(&app, actor, &invite, NOW).expect("made").link.expect("a link");
        let first = link(&owner);
        let me = actor(&app, &juan.session, NOW);
        accounts::accept_invitation(&app, &me, &first, NOW).expect("taken up");
        assert_eq!(actor(&app, &juan.session, NOW).grants, [grant]);
        assert_eq!(faults(accounts::accept_invitation(&app, &me, &first, NOW)), ["link-dead"]);
        assert_eq!(faults(accounts::accept_invitation(&app, &me, &link(&owner), NOW)), ["own-role-held"]);
    }
}
