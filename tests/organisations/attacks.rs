//! Somebody who serves one organisation, at another's door: the answer is the same whether that
//! is there or not.

use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_domain::organisation::roster::MemberDetails;
use adjutant_domain::organisation::seasons::Season;
use adjutant_service::access::Actor;
use adjutant_service::members::{self, MemberFilter};
use adjutant_service::organisations::{
    self, CreationPolicy, CreationRules, Organisation, OrganisationDecision, OrganisationProfile,
    create,
};
use adjutant_service::roles::{self, NewRole};
use adjutant_service::roster::{self, Options};
use adjutant_service::{App, Error};
use ledger_ratings::Day;

use crate::support::{NOW, Place, founded, named, on_both_engines, person, serving, words};

/// Every act that changes an organisation or tells what is not public, tried by the actor.
fn tried(app: &App, actor: &Actor, slug: &str) -> Vec<Result<(), Error>> {
    let details = MemberDetails::default();
    let profile = OrganisationProfile {
        name: "Mine now".into(),
        color: "#000000".into(),
        accent: "#ffffff".into(),
        ..OrganisationProfile::default()
    };
    let season = Season { name: "S".into(), first: Day(20_000), last: Day(20_001) };
    let role = NewRole { role: OrganisationRole::Owner, event: None, duties: Duties::NONE };
    let options = Options { remove_missing: true };
    let file = b"handle\nIntruder\n";
    vec![
        organisations::edit(app, actor, slug, &profile, NOW).map(drop),
        organisations::set_logo(app, actor, slug, None, NOW).map(drop),
        organisations::decide(app, actor, slug, OrganisationDecision::Close, "x", NOW).map(drop),
        organisations::add_season(app, actor, slug, &season, NOW).map(drop),
        organisations::edit_season(app, actor, slug, 1, &season, NOW),
        organisations::remove_season(app, actor, slug, 1, NOW),
        organisations::set_titles(app, actor, slug, &[], NOW),
        members::add(app, actor, slug, "Intruder", &details, NOW).map(drop),
        members::edit(app, actor, slug, "Member", &details, NOW).map(drop),
        members::remove(app, actor, slug, "Member", "x", NOW),
        members::set_verified(app, actor, slug, "Member", true, NOW).map(drop),
        roster::preview(app, actor, slug, file, options, NOW).map(drop),
        roster::apply(app, actor, slug, "0123", NOW).map(drop),
        roster::apply_file(app, actor, slug, file, options, None, NOW).map(drop),
        roster::export(app, actor, slug, NOW).map(drop),
        roles::list(app, actor, slug).map(drop),
        roles::grant(app, actor, slug, "person 3", &role, NOW).map(drop),
        roles::revoke(app, actor, slug, 1, "x", NOW),
    ]
}

/// What only people who may see the organisation can read.
fn read(app: &App, actor: &Actor, slug: &str) -> Vec<Result<(), Error>> {
    vec![
        organisations::get(app, actor, slug).map(drop),
        organisations::logo(app, actor, slug).map(drop),
        organisations::events(app, actor, slug, None, 10).map(drop),
        organisations::seasons(app, actor, slug).map(drop),
        organisations::titles(app, actor, slug).map(drop),
        members::page(app, actor, slug, &MemberFilter::default(), 10).map(drop),
        members::get(app, actor, slug, "Member").map(drop),
    ]
}

fn told(answers: Vec<Result<(), Error>>, slug: &str) -> Vec<String> {
    answers
        .into_iter()
        .enumerate()
        .map(|(at, answer)| words(&answer.expect_err(&format!("{slug}, number {at}")), slug))
        .collect()
}

fn two(app: &App) -> (Organisation, Organisation, Organisation) {
    let theirs = founded(app, 1, "Theirs");
    let member = members::add(
        app,
        &serving(1, OrganisationRole::Owner, &theirs),
        &theirs.slug,
        "Member",
        &MemberDetails { club: "Knights".into(), ..MemberDetails::default() },
        NOW,
    );
    member.expect("he is added");
    let rules = CreationRules { policy: CreationPolicy::ByApproval, max_per_owner: 5 };
    let hidden = create(app, &person(1), rules, &named("Hidden"), NOW).expect("it waits");
    (theirs, hidden, founded(app, 2, "Ours"))
}

on_both_engines! {
    fn the_owner_of_another_learns_and_changes_nothing(place: &Place) {
        let app = place.open();
        let (theirs, hidden, mine) = two(&app);
        let entries = place.number("SELECT COUNT(*) AS number FROM audit");
        for role in OrganisationRole::ALL {
            let actor = serving(2, role, &mine);
            let nowhere = told(tried(&app, &actor, "nowhere"), "nowhere");
            for answer in tried(&app, &actor, &theirs.slug) {
                assert!(matches!(answer, Err(Error::Role { .. })), "{role:?}: {answer:?}");
            }
            assert_eq!(told(tried(&app, &actor, &hidden.slug), &hidden.slug), nowhere, "{role:?}");
            let unread = told(read(&app, &actor, "nowhere"), "nowhere");
            assert_eq!(told(read(&app, &actor, &hidden.slug), &hidden.slug), unread);
        }
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM audit"), entries);
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM members"), 1);
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM players"), 1);
    }

    fn nobody_is_asked_who_he_is_only_where_something_is_to_be_seen(place: &Place) {
        let app = place.open();
        let (theirs, hidden, _) = two(&app);
        let nobody = Actor::nobody();
        for answer in tried(&app, &nobody, &theirs.slug) {
            assert!(matches!(answer, Err(Error::SignIn)), "{answer:?}");
        }
        let nowhere = told(tried(&app, &nobody, "nowhere"), "nowhere");
        assert_eq!(told(tried(&app, &nobody, &hidden.slug), &hidden.slug), nowhere);
    }

    fn a_role_that_ended_is_no_role(place: &Place) {
        let app = place.open();
        let (theirs, ..) = two(&app);
        let owner = serving(1, OrganisationRole::Owner, &theirs);
        let new = NewRole { role: OrganisationRole::Organizer, event: None, duties: Duties::NONE };
        let held = roles::grant(&app, &owner, &theirs.slug, "person 3", &new, NOW).unwrap();
        let file = b"handle\nAna\n";
        let organizer = serving(3, OrganisationRole::Organizer, &theirs);
        let seen = roster::preview(&app, &organizer, &theirs.slug, file, Options::default(), NOW).unwrap();
        roles::revoke(&app, &owner, &theirs.slug, held.id, "he left", NOW).unwrap();
        let written = roster::apply(&app, &person(3), &theirs.slug, &seen.digest, NOW);
        assert!(matches!(written, Err(Error::Role { .. })));
    }
}
