//! What ends with something else: tokens with a password, invitations with a right.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_service::access::{Act, ActTarget, Actor, require};
use adjutant_service::accounts::{self, LinkKind, NewInvitation, SignUpForm, SignUpPolicy};
use adjutant_service::tokens::{self, NewToken};
use adjutant_service::{App, roles};

use crate::factor::code;
use crate::help::{MINUTE, NOW, PASSWORD, actor, faults, form, known, signed_up, stranger};
use crate::support::{Place, on_both_engines};

const CLUB: &str = "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, \
    place, website, color, accent, logo, logo_digest, second_factor, created_at, created_by) \
    VALUES (1, 'Club', 'club', 'club', 'club', 1, '', '', '', 0, 0, '', '', 0, 0, 0)";

fn token(app: &App, actor: &Actor) -> String {
    let new = NewToken { name: "program".into(), scopes: TokenScopes::AUDIT_READ, days: 30 };
    tokens::make(app, actor, &new, NOW).expect("it is made").text
}

fn opens(app: &App, text: &str) -> bool {
    tokens::who(app, text, NOW).expect("the store answers").is_some()
}

/// As if they had given their second factor.
fn with_factor(actor: Actor) -> Actor {
    Actor { gave_second_factor: true, has_second_factor: true, ..actor }
}

fn invite(app: &App, actor: &Actor, grant: Option<RoleGrant>) -> Secret {
    let invite = NewInvitation { email: "", grant, demands_second_factor: false };
    accounts::invite(app, actor, &invite, NOW).expect("made").link.expect("a link")
}

fn is_dead(app: &App, link: &Secret, taker: &Actor) {
    assert_eq!(faults(accounts::preview_link(app, LinkKind::Invitation, link, NOW)), ["link-dead"]);
    assert_eq!(faults(accounts::accept_invitation(app, taker, link, NOW)), ["link-dead"]);
    let form = SignUpForm { invitation: Some(link), ..form("Newcomer", "") };
    let refused = accounts::sign_up(app, SignUpPolicy::ByInvitation, &form, &stranger(), NOW);
    assert_eq!(faults(refused), ["link-dead"]);
}

fn owner_role(place: &Place, id: i32, account: i32) {
    let owner = OrganisationRole::Owner as i16;
    place.run_sql(&format!(
        "INSERT INTO roles VALUES ({id}, {account}, 1, {owner}, NULL, 0, NULL, {NOW}); \
         UPDATE counters SET value = {id} WHERE name = 'roles'"
    ));
}

on_both_engines! {
    fn a_token_is_always_of_somebody_who_has_given_the_factor_that_is_set_up_now(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let me = actor(&app, &juan.session, NOW);
        let early = token(&app, &me);
        let command = Actor::for_command();
        let set = |role| accounts::set_site_role(&app, &command, juan.account, role, "", NOW).expect("set");
        set(SiteRole::Operator);
        assert!(!opens(&app, &early), "a site role ends what was made before it");
        let (between, another) = (token(&app, &me), token(&app, &me));
        set(SiteRole::Operator);
        assert!(opens(&app, &between), "nothing changed");
        let setup = accounts::begin_second_factor(&app, &me, NOW).expect("begun");
        let first = code(&setup.key, NOW);
        let armed = accounts::confirm_second_factor(&app, &me, &first, &known(&juan.session), NOW);
        let armed = armed.expect("on");
        assert!(!opens(&app, &between) && !opens(&app, &another), "its maker gave no factor");
        let me = actor(&app, &armed.session, NOW);
        let late = token(&app, &me);
        let bearer = tokens::who(&app, &late, NOW).expect("an answer").expect("it holds").actor;
        require(&bearer, Act::ReadSiteAudit, ActTarget::Site, false).expect("the factor was given for it");
        let off = &armed.recovery_codes[0];
        accounts::disable_second_factor(&app, &me, off, &known(&armed.session), NOW).expect("off");
        assert!(!opens(&app, &late), "nor is there a factor that was not given for a token");
        let ended = "SELECT COUNT(*) AS number FROM audit WHERE action = 'token.revoked' \
                     AND changes LIKE '%tokens%'";
        assert_eq!(place.numbers(ended), [3], "an entry each, with the count");
        assert_eq!(
            place.numbers("SELECT COUNT(*) AS number FROM tokens WHERE revoked_at = 0"),
            [0]
        );
    }

    fn a_changed_password_ends_all_tokens(place: &Place) {
        let app = place.open();
        let juan = signed_up(&app, "Juan");
        let maria = signed_up(&app, "Maria");
        let me = actor(&app, &juan.session, NOW);
        let mine = token(&app, &me);
        let hers = token(&app, &actor(&app, &maria.session, NOW));
        let change = |old| {
            accounts::change_password(&app, &me, old, "apat na bibe", &known(&juan.session), NOW)
        };
        assert_eq!(faults(change("wrong")), ["password-wrong"]);
        assert!(opens(&app, &mine));
        change(PASSWORD).expect("changed");
        assert!(!opens(&app, &mine) && opens(&app, &hers));
    }

    fn who_is_suspended_or_serves_no_longer_brings_nobody_to_the_site(place: &Place) {
        let app = place.open();
        let (first, second) = (signed_up(&app, "First"), signed_up(&app, "Second"));
        let taker = actor(&app, &signed_up(&app, "Taker").session, NOW);
        let command = Actor::for_command();
        let set = |account, role| {
            accounts::set_site_role(&app, &command, account, role, "", NOW).expect("set");
        };
        set(first.account, SiteRole::Operator);
        set(second.account, SiteRole::Operator);
        let serving = |one: &accounts::SignUpOutcome| with_factor(actor(&app, &one.session, NOW));
        place.run_sql("UPDATE accounts SET totp_on = 1");
        let (early, late) = (invite(&app, &serving(&first), None), invite(&app, &serving(&second), None));
        let lasting = invite(&app, &command, None);
        accounts::suspend(&app, &command, first.account, "", NOW).expect("suspended");
        is_dead(&app, &early, &taker);
        accounts::reinstate(&app, &command, first.account, "", NOW).expect("back");
        is_dead(&app, &early, &taker);
        set(second.account, SiteRole::Moderator);
        is_dead(&app, &late, &taker);
        set(second.account, SiteRole::Operator);
        is_dead(&app, &late, &taker);
        let ended = "SELECT COUNT(*) AS number FROM audit WHERE action = 'invitation.revoked'";
        assert_eq!(place.numbers(ended), [2]);
        let form = SignUpForm { invitation: Some(&lasting), ..form("Newcomer", "") };
        accounts::sign_up(&app, SignUpPolicy::ByInvitation, &form, &stranger(), NOW)
            .expect("a command on the server loses no role");
    }

    fn an_organisations_invitation_ends_with_the_right_of_who_made_it(place: &Place) {
        let app = place.open();
        place.run_sql(CLUB);
        let (one, other) = (signed_up(&app, "One"), signed_up(&app, "Other"));
        let taker = actor(&app, &signed_up(&app, "Taker").session, NOW);
        owner_role(place, 1, one.account);
        owner_role(place, 2, other.account);
        let grant = Some(RoleGrant { organisation: 1, role: OrganisationRole::Organizer, event: 0, duties: Duties::NONE });
        let link = |who: &accounts::SignUpOutcome| invite(&app, &actor(&app, &who.session, NOW), grant);
        let (his, hers, lasting) = (link(&one), link(&other), invite(&app, &Actor::for_command(), grant));
        let owner = actor(&app, &other.session, NOW);
        roles::revoke(&app, &owner, "club", 1, "left us", NOW).expect("revoked");
        is_dead(&app, &his, &taker);
        let ended = "SELECT COUNT(*) AS number FROM audit WHERE action = 'invitation.revoked' \
                     AND organisation_id = 1";
        assert_eq!(place.numbers(ended), [1]);
        place.run_sql("UPDATE organisations SET second_factor = 1");
        is_dead(&app, &hers, &taker);
        place.run_sql("UPDATE organisations SET second_factor = 0, state = 3");
        is_dead(&app, &hers, &taker);
        is_dead(&app, &lasting, &taker);
        place.run_sql("UPDATE organisations SET state = 1");
        place.run_sql(&format!("UPDATE accounts SET state = 1 WHERE id = {}", other.account));
        is_dead(&app, &hers, &taker);
        place.run_sql(&format!("UPDATE accounts SET state = 0 WHERE id = {}", other.account));
        accounts::preview_link(&app, LinkKind::Invitation, &hers, NOW).expect("it holds again");
        accounts::accept_invitation(&app, &taker, &lasting, NOW).expect("it lasts");
        let refused = accounts::accept_invitation(&app, &taker, &hers, NOW + 15 * 24 * 60 * MINUTE);
        assert_eq!(faults(refused), ["link-dead"]);
    }
}
