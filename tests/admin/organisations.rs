//! Organisations: opening, refusing and closing them, and inviting their owners.

use adjutant_domain::account::roles::{OrganisationRole, SiteRole};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::accounts::{self, LinkKind};
use adjutant_service::organisations::{CreationRules, NewOrganisation, create};

use crate::support::{NOW, Place};

/// A place where an account has asked for an organisation.
fn place_with_one_waiting(place: Place) -> Place {
    let app = place.open();
    let command = Actor::for_command();
    let founded = accounts::create_account(&app, &command, "Ana", "", SiteRole::None, NOW);
    let (account, _) = founded.expect("an account");
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    let ana = Actor { account, name: "Ana".to_owned(), credential: through, ..Actor::nobody() };
    let new = NewOrganisation { name: "Metro League".to_owned(), ..NewOrganisation::default() };
    create(&app, &ana, CreationRules::default(), &new, NOW).expect("an organisation");
    place
}

#[test]
fn an_organisation_is_opened_and_closed_and_both_is_in_its_trail() {
    for place in [Place::sqlite(), Place::postgres()] {
        let place = place_with_one_waiting(place);
        let line = |state: &str| format!("metro-league\t{state}\tMetro League\n");
        assert_eq!(place.admin(&["organisations"]).fine(), line("waiting"));
        let approved = place.admin(&["organisations", "--approve", "metro-league"]);
        assert_eq!(approved.fine(), line("open"));
        let close = ["organisations", "--close", "metro-league", "--reason", "asked for"];
        assert_eq!(place.admin(&close).fine(), line("closed"));
        assert_eq!(place.admin(&["organisations"]).fine(), line("closed"));
        let trail = place.admin(&["audit", "--organisation", "metro-league"]).fine();
        assert_eq!(trail.lines().count(), 3, "{trail}");
        assert!(trail.contains("\"reason\":\"asked for\""), "{trail}");
        assert!(trail.contains("\"organisation\":\"metro-league\""), "{trail}");
    }
}

#[test]
fn one_that_is_not_there_is_said_to_be_missing_and_two_decisions_are_refused() {
    let place = Place::sqlite();
    place.open();
    let missing = place.admin(&["organisations", "--approve", "nowhere"]).refused();
    assert_eq!(missing, "adjutant: Organisation “nowhere” not found.\n");
    assert!(place.admin(&["audit", "--organisation", "nowhere"]).refused().contains("nowhere"));
    let both = place.admin(&["organisations", "--approve", "a", "--close", "b"]);
    assert_eq!(both.code, Some(2), "{both:?}");
    let idle = place.admin(&["organisations", "--reason", "none"]);
    assert_eq!(idle.code, Some(2), "{idle:?}");
}

#[test]
fn an_owner_is_invited_by_a_link() {
    let place = place_with_one_waiting(Place::sqlite());
    let invite = ["invite", "--organisation", "metro-league", "--role", "owner"];
    let link = place.admin(&invite).fine();
    let secret = link.trim_end().rsplit('/').next().and_then(Secret::parse).expect("a secret");
    let now = Micros::from(chrono::Utc::now());
    let shown = accounts::preview_link(&place.open(), LinkKind::Invitation, &secret, now);
    let offer = shown.ok().and_then(|shown| shown.offered_role).expect("it brings a role");
    assert_eq!(
        (offer.organisation.as_str(), offer.role),
        ("Metro League", OrganisationRole::Owner)
    );
}
