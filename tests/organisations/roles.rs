//! Roles granted and revoked: nobody grants more than they have, and an organisation keeps an owner.

use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_domain::moment::{DAY, Micros};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, AccountError};
use adjutant_service::roles::{self, NewRole};

use crate::support::{NOW, Place, founded, on_both_engines, operator, owner, person, serving};

fn role(role: OrganisationRole) -> NewRole {
    NewRole { role, event: None, duties: Duties::NONE }
}

fn official(event: Option<&str>, duties: Duties) -> NewRole {
    NewRole { role: OrganisationRole::Official, event: event.map(str::to_owned), duties }
}

/// An event of the organisation with this number.
fn event(place: &Place, organisation: i32, slug: &str) {
    place.run_sql(&format!(
        "INSERT INTO events (id, name, name_key, slug, last_day, organisation_id) \
         VALUES (7{organisation}, '{slug}', '{slug}', '{slug}', 0, {organisation})"
    ));
}

on_both_engines! {
    fn an_owner_gives_every_role_and_an_organizer_officials_alone(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        event(place, made.id, "cup");
        let grant = |actor: &Actor, who: &str, new: &NewRole| {
            roles::grant(&app, actor, &made.slug, who, new, NOW)
        };
        grant(&owner(&made), "Person 2", &role(OrganisationRole::Organizer)).unwrap();
        let organizer = serving(2, OrganisationRole::Organizer, &made);
        for more in [OrganisationRole::Owner, OrganisationRole::Organizer] {
            let refused = grant(&organizer, "person 3", &role(more));
            assert!(matches!(refused, Err(Error::Role { .. })), "{refused:?}");
        }
        let duties = Duties::RESULTS.union(Duties::CHECK_IN);
        let held = grant(&organizer, "person 3", &official(Some("cup"), duties)).unwrap();
        assert_eq!((held.account.as_str(), held.duties), ("person 3", duties));
        assert_eq!(held.event, Some(("cup".into(), "cup".into())));
        let again = grant(&organizer, "person 3", &official(Some("cup"), duties));
        assert!(matches!(again, Err(Error::Conflict(_))));
        let fewer = grant(&organizer, "person 3", &official(Some("cup"), Duties::RESULTS)).unwrap();
        assert_eq!((fewer.id, fewer.duties), (held.id, Duties::RESULTS));
        let list = roles::list(&app, &organizer, &made.slug).unwrap();
        let all: Vec<_> = list.iter().map(|one| (one.account.as_str(), one.role)).collect();
        assert_eq!(all, [("person 1", OrganisationRole::Owner), ("person 2", OrganisationRole::Organizer), ("person 3", OrganisationRole::Official)]);
        assert!(roles::list(&app, &person(3), &made.slug).is_err());
        let told = place.trail().join("\n");
        assert!(told.contains("results, check-in") && told.contains("organizer"), "{told}");
    }

    fn who_may_give_a_role_sees_the_open_invitations_to_it_and_takes_them_back(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        event(place, made.id, "cup");
        let (keeper, slug) = (owner(&made), Some(made.slug.as_str()));
        let organizer = serving(2, OrganisationRole::Organizer, &made);
        let invite = |new: &NewRole, email: &str| {
            roles::invite(&app, &keeper, &made.slug, new, email, NOW).unwrap().link.unwrap()
        };
        let to_owner = invite(&role(OrganisationRole::Owner), "boss@example.org");
        let to_official = invite(&official(Some("cup"), Duties::RESULTS), "");
        let open = |actor: &Actor, now: Micros| {
            let all = accounts::open_invitations(&app, actor, slug, now).unwrap();
            all.into_iter().map(|one| (one.id, one.role.unwrap(), one.email)).collect::<Vec<_>>()
        };
        let all = open(&keeper, NOW);
        assert_eq!(all.iter().map(|one| one.1).collect::<Vec<_>>(), [OrganisationRole::Official, OrganisationRole::Owner]);
        assert_eq!(all[1].2, "boss@example.org");
        assert_eq!(open(&organizer, NOW), all[..1], "only those that he might give");
        assert_eq!(open(&keeper, NOW + 15 * DAY), [], "none that is over");
        assert!(accounts::open_invitations(&app, &person(3), slug, NOW).is_err());
        let back = |actor: &Actor, id: i32| accounts::revoke_invitation(&app, actor, slug, id, NOW);
        assert!(matches!(back(&organizer, all[1].0), Err(Error::NotFound(_))), "not his to take");
        let elsewhere = founded(&app, 4, "Rivals");
        let foreign = accounts::revoke_invitation(&app, &serving(4, OrganisationRole::Owner, &elsewhere), Some(&elsewhere.slug), all[0].0, NOW);
        assert!(matches!(foreign, Err(Error::NotFound(_))), "{foreign:?}");
        back(&organizer, all[0].0).unwrap();
        assert!(matches!(back(&organizer, all[0].0), Err(Error::NotFound(_))), "once");
        let dead = accounts::accept_invitation(&app, &person(3), &to_official, NOW);
        assert!(matches!(dead, Err(AccountError::InvalidForm(_))), "{dead:?}");
        accounts::accept_invitation(&app, &person(3), &to_owner, NOW).unwrap();
        assert_eq!(open(&keeper, NOW), []);
        let told = place.trail().join("\n");
        assert!(told.contains("invitation.revoked") && !told.contains("example.org"), "{told}");
    }

    fn everybody_sees_which_players_keep_an_organisation_and_no_account(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        for (id, handle) in [(901, "Lakan"), (902, "Bata"), (903, "Diwata"), (904, "Tala")] {
            place.player(id, handle);
            place.run_sql(&format!("UPDATE accounts SET player_id = {id} WHERE id = {}", id - 900));
        }
        for (who, what) in [("person 2", OrganisationRole::Organizer), ("person 3", OrganisationRole::Organizer)] {
            roles::grant(&app, &owner(&made), &made.slug, who, &role(what), NOW).unwrap();
        }
        let duty = official(None, Duties::RESULTS);
        roles::grant(&app, &owner(&made), &made.slug, "person 4", &duty, NOW).unwrap();
        let seen = || roles::keepers(&app, &Actor::nobody(), &made.slug).unwrap();
        let [lakan, bata, diwata] = [
            (OrganisationRole::Owner, "Lakan".to_owned()),
            (OrganisationRole::Organizer, "Bata".to_owned()),
            (OrganisationRole::Organizer, "Diwata".to_owned()),
        ];
        assert_eq!(seen(), [lakan.clone(), bata, diwata.clone()]);
        place.run_sql("UPDATE players SET private = 1 WHERE id = 902");
        assert_eq!(seen(), [lakan.clone(), diwata], "a minor is not named");
        place.run_sql("UPDATE accounts SET state = 1 WHERE id = 3");
        assert_eq!(seen(), [lakan], "nor somebody suspended");
    }

    fn a_role_that_does_not_fit_together_is_refused(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let other = founded(&app, 2, "Others");
        event(place, other.id, "their-cup");
        let grant = |who: &str, new: &NewRole| roles::grant(&app, &owner(&made), &made.slug, who, new, NOW);
        let no_duty = grant("person 3", &official(None, Duties::NONE));
        assert!(matches!(no_duty, Err(Error::Invalid { field: "duties", .. })));
        let owner_of_one = NewRole { duties: Duties::RESULTS, ..role(OrganisationRole::Owner) };
        assert!(matches!(grant("person 3", &owner_of_one), Err(Error::Invalid { .. })));
        assert!(matches!(grant("nobody here", &role(OrganisationRole::Owner)), Err(Error::Missing { .. })));
        let theirs = grant("person 3", &official(Some("their-cup"), Duties::RESULTS)).unwrap_err();
        let none = grant("person 3", &official(Some("no-such-cup"), Duties::RESULTS)).unwrap_err();
        assert_eq!(theirs.to_string().replace("their-cup", ""), none.to_string().replace("no-such-cup", ""));
        place.run_sql("UPDATE accounts SET state = 1 WHERE id = 3");
        assert!(matches!(grant("person 3", &role(OrganisationRole::Owner)), Err(Error::Missing { .. })));
    }

    fn the_last_owner_stays(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let own = roles::list(&app, &owner(&made), &made.slug).unwrap()[0].id;
        let leave = || roles::leave(&app, &owner(&made), &made.slug, own, NOW);
        assert!(matches!(leave(), Err(Error::Conflict(_))));
        let fired = roles::revoke(&app, &operator(), &made.slug, own, "he asked", NOW);
        assert!(matches!(fired, Err(Error::Conflict(_))));
        roles::grant(&app, &owner(&made), &made.slug, "person 2", &role(OrganisationRole::Owner), NOW).unwrap();
        place.run_sql("UPDATE accounts SET state = 1 WHERE id = 2");
        assert!(matches!(leave(), Err(Error::Conflict(_))), "a suspended owner is none");
        place.run_sql("UPDATE accounts SET state = 0 WHERE id = 2");
        leave().unwrap();
        assert_eq!(roles::list(&app, &serving(2, OrganisationRole::Owner, &made), &made.slug).unwrap().len(), 1);
    }

    fn who_loses_a_role_loses_the_invitations_he_sent(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let held = roles::grant(&app, &owner(&made), &made.slug, "person 2", &role(OrganisationRole::Owner), NOW).unwrap();
        for (id, used) in [(1, 0), (2, 5)] {
            place.run_sql(&format!(
                "INSERT INTO links (id, token_hash, kind, account_id, organisation_id, role, event_id, duties, email, \
                 created_at, expires_at, used_at) VALUES ({id}, '{id}', 3, 2, {}, 1, 0, 0, '', 0, 0, {used})",
                made.id
            ));
        }
        let no_reason = roles::revoke(&app, &owner(&made), &made.slug, held.id, " ", NOW);
        assert!(matches!(no_reason, Err(Error::Invalid { field: "reason", .. })));
        roles::revoke(&app, &owner(&made), &made.slug, held.id, "he left the club", NOW).unwrap();
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM links"), 1, "the used one stays");
        assert!(place.trail().join("\n").contains("he left the club"));
    }

    fn an_invitation_brings_the_role_that_its_maker_may_give(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        roles::grant(&app, &owner(&made), &made.slug, "person 2", &role(OrganisationRole::Organizer), NOW).unwrap();
        let organizer = serving(2, OrganisationRole::Organizer, &made);
        let invite = |actor: &Actor, new: &NewRole| roles::invite(&app, actor, &made.slug, new, "", NOW);
        let refused = invite(&organizer, &role(OrganisationRole::Owner));
        assert!(matches!(refused, Err(AccountError::Error(Error::Role { .. }))));
        assert!(invite(&person(3), &official(None, Duties::RESULTS)).is_err());
        let letter = invite(&organizer, &official(None, Duties::RESULTS)).unwrap();
        let link = letter.link.unwrap();
        accounts::accept_invitation(&app, &person(3), &link, NOW + 1).unwrap();
        let list = roles::list(&app, &owner(&made), &made.slug).unwrap();
        assert_eq!((list[2].account.as_str(), list[2].duties), ("person 3", Duties::RESULTS));
        assert!(accounts::accept_invitation(&app, &person(2), &link, NOW + 1).is_err(), "it works once");
    }

    fn one_gives_back_ones_own_role_and_no_other(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        event(place, made.id, "cup");
        let new = official(Some("cup"), Duties::RESULTS);
        let held = roles::grant(&app, &owner(&made), &made.slug, "person 2", &new, NOW).unwrap();
        let event = i32::try_from(place.number("SELECT CAST(event_id AS BIGINT) AS number FROM roles WHERE role = 3")).unwrap();
        let mut actor = serving(2, OrganisationRole::Official, &made);
        actor.grants[0].event = event;
        actor.grants[0].duties = Duties::RESULTS;
        let leave = |actor: &Actor, id: i32| roles::leave(&app, actor, &made.slug, id, NOW);
        assert!(matches!(leave(&person(3), held.id), Err(Error::NotFound(_))));
        assert!(matches!(leave(&actor, held.id + 1), Err(Error::NotFound(_))));
        assert!(matches!(leave(&actor, held.id - 1), Err(Error::NotFound(_))), "the owner's");
        leave(&actor, held.id).unwrap();
        assert!(matches!(leave(&actor, held.id), Err(Error::NotFound(_))));
    }
}
