//! Members one at a time: what the public sees, what officials see, what the trail keeps.

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_domain::organisation::roster::MemberDetails;
use adjutant_service::access::Actor;
use adjutant_service::members::{self, MemberFilter};
use adjutant_service::organisations::{self, OrganisationDecision};
use adjutant_service::roles::{self, NewRole};
use adjutant_service::roster;
use adjutant_service::{App, Error, players, profiles};

use crate::support::{NOW, Place, founded, on_both_engines, operator, owner, person, serving};

fn details() -> MemberDetails {
    MemberDetails {
        number: "M-7".into(),
        real_name: "Maria Clara Santos".into(),
        club: "Knights".into(),
        province: "Laguna".into(),
        age: AgeBand::From18To59,
    }
}

/// Where everybody sees that a player belongs.
fn belongs(app: &App, handle: &str) -> Vec<members::Affiliation> {
    let player = players::by_handle(app, handle).expect("a player");
    profiles::shown(app, &player).expect("what is shown").affiliations
}

on_both_engines! {
    fn the_public_sees_less_than_officials(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &made);
        let add = |handle: &str, details: &MemberDetails| {
            members::add(&app, &organizer, &made.slug, handle, details, NOW).unwrap()
        };
        let added = add("Maria C", &details());
        assert_eq!(added.official_details.as_ref().unwrap().real_name, "Maria Clara Santos");
        let minor = MemberDetails { age: AgeBand::From13To17, ..details() };
        assert!(add("Young One", &minor).is_private, "a minor keeps off lists");

        let page = |actor: &Actor| members::page(&app, actor, &made.slug, &MemberFilter::default(), 50).unwrap();
        for outsider in [Actor::nobody(), person(3)] {
            let seen = page(&outsider);
            assert_eq!((seen.total, seen.items.len()), (1, 1));
            assert_eq!(seen.items[0].official_details, None);
            assert_eq!((&*seen.items[0].handle, &*seen.items[0].club), ("Maria C", "Knights"));
            let young = members::get(&app, &outsider, &made.slug, "Young One");
            assert!(matches!(young, Err(Error::Missing { .. })));
            assert!(belongs(&app, "Young One").is_empty());
        }
        let seen = page(&organizer);
        assert_eq!((seen.total, seen.items.len()), (2, 2));
        assert_eq!(seen.items[1].official_details.as_ref().unwrap().age, AgeBand::From13To17);
        let at = belongs(&app, "maria c");
        assert_eq!((at.len(), &*at[0].organisation, at[0].province.as_deref()), (1, "League", Some("Laguna")));

        let adult = members::edit(&app, &organizer, &made.slug, "young one", &details(), NOW);
        assert!(!adult.unwrap().is_private, "who comes of age is listed again");
        add("Second Minor", &minor);
        members::remove(&app, &organizer, &made.slug, "Second Minor", "moved away", NOW).unwrap();
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM players WHERE private <> 0"), 0);
    }

    fn a_roster_tells_nobody_what_another_says_of_an_age(place: &Place) {
        let app = place.open();
        let (school, evil) = (founded(&app, 1, "School"), founded(&app, 2, "Evil"));
        let young = MemberDetails { age: AgeBand::From13To17, ..details() };
        members::add(&app, &owner(&school), &school.slug, "Young", &young, NOW).unwrap();
        place.run_sql(
            "INSERT INTO players (id, handle, name_key, look_key) VALUES (9, 'Grown', 'grown', 'grown');
             UPDATE counters SET value = 9 WHERE name = 'players'",
        );
        let actor = serving(2, OrganisationRole::Owner, &evil);
        let pawn = |club: &str| MemberDetails { club: club.into(), ..MemberDetails::default() };
        let told_of = |handle: &str| {
            let before = place.trail().len();
            let mut seen = vec![
                members::add(&app, &actor, &evil.slug, handle, &pawn("Pawns"), NOW).unwrap(),
                members::edit(&app, &actor, &evil.slug, handle, &pawn("Rooks"), NOW).unwrap(),
                members::set_verified(&app, &actor, &evil.slug, handle, true, NOW).unwrap(),
                members::get(&app, &actor, &evil.slug, handle).unwrap(),
            ];
            for one in &mut seen {
                assert_eq!(std::mem::take(&mut one.handle), handle);
            }
            (seen, place.trail().split_off(before))
        };
        let (of_young, of_grown) = (told_of("Young"), told_of("Grown"));
        assert_eq!(of_young, of_grown);
        assert!(!of_young.0[0].is_private && of_young.1.concat().contains("Rooks"));
        let public = members::page(&app, &Actor::nobody(), &evil.slug, &MemberFilter::default(), 9).unwrap();
        assert_eq!((public.total, &*public.items[0].handle), (1, "Grown"), "he stays hidden");
    }

    fn a_closed_organisation_shows_nobody_its_people(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let (slug, actor) = (made.slug.as_str(), owner(&made));
        members::add(&app, &actor, slug, "Maria", &details(), NOW).unwrap();
        let close = |decision| organisations::decide(&app, &operator(), slug, decision, "x", NOW).unwrap();
        close(OrganisationDecision::Close);
        for actor in [actor.clone(), operator(), Actor::for_command()] {
            assert!(organisations::get(&app, &actor, slug).is_ok(), "the profile is there");
            let search = MemberFilter::default();
            for answer in [
                members::page(&app, &actor, slug, &search, 9).map(drop),
                members::export_page(&app, &actor, slug, &search, (9, true), NOW).map(drop),
                members::get(&app, &actor, slug, "Maria").map(drop),
                roster::export(&app, &actor, slug, NOW).map(drop),
            ] {
                assert!(matches!(answer, Err(Error::Missing { .. } | Error::Role { .. })), "{answer:?}");
            }
        }
        close(OrganisationDecision::Open);
        assert!(roster::export(&app, &actor, slug, NOW).unwrap().contains("Maria Clara Santos"));
    }

    fn what_was_verified_is_verified_no_more_once_it_changes(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let actor = owner(&made);
        members::add(&app, &actor, &made.slug, "Maria", &MemberDetails::default(), NOW).unwrap();
        let verify = |yes| members::set_verified(&app, &actor, &made.slug, "Maria", yes, NOW + 5);
        assert!(matches!(verify(true), Err(Error::Conflict(_))), "there is nothing to verify");
        let edit = |details: &MemberDetails| members::edit(&app, &actor, &made.slug, "Maria", details, NOW).unwrap();
        edit(&details());
        let verified = verify(true).unwrap();
        assert_eq!(verified.verified_at, Some(NOW + 5));
        assert_eq!(verified.official_details.unwrap().verified_by, "person 1");
        assert_eq!(edit(&MemberDetails { number: "8".into(), ..details() }).verified_at, Some(NOW + 5));
        assert_eq!(edit(&MemberDetails { club: "Pawns".into(), ..details() }).verified_at, None);
        verify(true).unwrap();
        assert_eq!(verify(false).unwrap().verified_at, None);
    }

    fn reasons_are_kept_without_the_names_of_whom_they_concern(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let actor = owner(&made);
        members::add(&app, &actor, &made.slug, "Maria", &details(), NOW).unwrap();
        let why = "MARIA, that is Maria Clara Santos, moved; Ana told us";
        members::remove(&app, &actor, &made.slug, "Maria", why, NOW).unwrap();
        let new = NewRole { role: OrganisationRole::Organizer, event: None, duties: Duties::NONE };
        let held = roles::grant(&app, &actor, &made.slug, "person 2", &new, NOW).unwrap();
        roles::revoke(&app, &actor, &made.slug, held.id, "Person 2 is rude", NOW).unwrap();
        let trail = place.trail();
        let [.., removed, granted, revoked] = &trail[..] else { panic!("{trail:?}") };
        assert!(removed.ends_with("the player, that is the player, moved; Ana told us"), "{trail:?}");
        assert!(granted.contains("role.granted"), "{trail:?}");
        assert!(revoked.ends_with("the player is rude"), "{trail:?}");
    }

    fn nobody_verifies_himself(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let maria = "SELECT CAST(id AS BIGINT) AS number FROM players WHERE handle = 'Maria'";
        members::add(&app, &owner(&made), &made.slug, "Maria", &details(), NOW).unwrap();
        let player = i32::try_from(place.number(maria)).unwrap();
        let own = Actor { player: Some(player), ..owner(&made) };
        let refused = members::set_verified(&app, &own, &made.slug, "Maria", true, NOW).unwrap_err();
        assert!(matches!(&refused, Error::Forbidden(why) if why.english().contains("nother official")));
        members::set_verified(&app, &serving(2, OrganisationRole::Official, &made), &made.slug, "Maria", true, NOW)
            .expect_err("an official without that duty");
        members::set_verified(&app, &serving(2, OrganisationRole::Organizer, &made), &made.slug, "Maria", true, NOW)
            .expect("another verifies him");
    }

    fn nothing_personal_is_in_the_trail(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "League");
        let actor = owner(&made);
        members::add(&app, &actor, &made.slug, "Maria", &details(), NOW).unwrap();
        let young = MemberDetails {
            club: "School of Secrets".into(),
            age: AgeBand::Below13,
            ..details()
        };
        members::add(&app, &actor, &made.slug, "Young", &young, NOW).unwrap();
        members::edit(&app, &actor, &made.slug, "Maria", &MemberDetails::default(), NOW).unwrap();
        let told = place.trail().join("\n");
        for secret in ["Maria Clara Santos", "M-7", "School of Secrets", "13-17", "u13", "18-59"] {
            assert!(!told.contains(secret), "{secret} in {told}");
        }
        assert!(told.contains("Knights"), "a public club is told");
        assert!(told.to_lowercase().contains("affiliation"), "{told}");
    }

    fn the_desk_takes_who_is_there_and_makes_no_look_alikes(place: &Place) {
        let app = place.open();
        place.player(1, "Maharlika");
        place.player(2, "X_1 (2)");
        let made = founded(&app, 1, "League");
        let add = |handle: &str| {
            members::add(&app, &owner(&made), &made.slug, handle, &MemberDetails::default(), NOW)
        };
        assert_eq!(add("maharlika").unwrap().handle, "Maharlika", "he is simply taken");
        assert_eq!(add("X_1 (2)").unwrap().handle, "X_1 (2)", "an imported handle may be any");
        assert!(matches!(add("MAHARLIKA"), Err(Error::Conflict(_))));
        for wrong in ["Mahar1ika", "Maharl\u{456}ka", "Maha\u{200b}rlika", "=cmd", "?", "", "a", "Admin"] {
            let refused = add(wrong);
            assert!(matches!(refused, Err(Error::Invalid { field: "handle", .. })), "{wrong}: {refused:?}");
        }
        let named = add("Mahar1ika").unwrap_err().to_string();
        assert!(named.contains("“Maharlika”"), "{named}");
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM players"), 2);
        let wrong = MemberDetails { club: "a\u{202e}b".into(), ..MemberDetails::default() };
        let refused = members::add(&app, &owner(&made), &made.slug, "Ana", &wrong, NOW);
        assert!(matches!(refused, Err(Error::Invalid { field: "club", .. })));
    }
}
