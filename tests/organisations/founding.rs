//! Making an organisation, and what its owner and the operator do with it.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::organisation::color::{BrandColor, MIN_CONTRAST};
use adjutant_domain::organisation::seasons::Season;
use adjutant_domain::organisation::titles::TitleDraft;
use adjutant_service::access::Actor;
use adjutant_service::organisations::{
    self, CreationPolicy, CreationRules, NewOrganisation, OrganisationDecision, OrganisationFilter,
    OrganisationProfile, OrganisationState,
};
use adjutant_service::{App, Error};
use ledger_ratings::Day;

use crate::support::{
    ANYONE, NOW, Place, founded, named, on_both_engines, operator, owner, person, serving,
};

fn open_ones(app: &App, actor: &Actor, state: OrganisationState) -> Result<Vec<String>, Error> {
    let listing = OrganisationFilter { prefix: String::new(), after: String::new(), state };
    let page = organisations::page(app, actor, &listing, 50)?;
    Ok(page.items.into_iter().map(|one| one.slug).collect())
}

fn season(name: &str, first: &str, last: &str) -> Season {
    let day = |text| Day::parse(text).expect("a day");
    Season { name: name.to_owned(), first: day(first), last: day(last) }
}

on_both_engines! {
    fn one_that_waits_is_there_for_its_owner_and_the_operator_alone(place: &Place) {
        let app = place.open();
        let rules = CreationRules { policy: CreationPolicy::ByApproval, max_per_owner: 5 };
        let new = NewOrganisation {
            place: "Cebu".into(),
            website: "https://example.org".into(),
            ..named("Salpakan Club of Las Piñas")
        };
        let made = organisations::create(&app, &person(1), rules, &new, NOW).unwrap();
        assert_eq!((made.slug.as_str(), made.state), ("salpakan-club-of-las-pinas", OrganisationState::Waiting));
        let get = |actor: &Actor| organisations::get(&app, actor, &made.slug);
        for stranger in [Actor::nobody(), person(2)] {
            assert!(matches!(get(&stranger), Err(Error::Missing { .. })));
            assert!(matches!(open_ones(&app, &stranger, OrganisationState::Waiting), Err(Error::SignIn | Error::Role { .. })));
        }
        assert_eq!(get(&owner(&made)).unwrap(), made);
        assert_eq!(open_ones(&app, &operator(), OrganisationState::Waiting).unwrap(), [made.slug.as_str()]);
        assert!(open_ones(&app, &person(2), OrganisationState::Open).unwrap().is_empty());
        let decide = |actor: &Actor, decision, reason| {
            organisations::decide(&app, actor, &made.slug, decision, reason, NOW)
        };
        assert!(matches!(decide(&owner(&made), OrganisationDecision::Open, ""), Err(Error::Role { .. })));
        assert!(matches!(decide(&operator(), OrganisationDecision::Close, "x"), Err(Error::Conflict(_))));
        decide(&operator(), OrganisationDecision::Open, "").unwrap();
        assert_eq!(get(&Actor::nobody()).unwrap().state, OrganisationState::Open);
        assert!(matches!(decide(&operator(), OrganisationDecision::Close, " "), Err(Error::Invalid { .. })));
        decide(&operator(), OrganisationDecision::Close, "it is gone").unwrap();
        assert!(matches!(get(&Actor::nobody()), Err(Error::Missing { .. })));
        let words = OrganisationProfile::from(&made);
        let edited = organisations::edit(&app, &owner(&made), &made.slug, &words, NOW);
        assert!(matches!(edited, Err(Error::Conflict(_))), "cannot be changed");
    }

    fn no_two_have_names_that_look_alike(place: &Place) {
        let app = place.open();
        founded(&app, 1, "Manila Generals");
        let taken = |new: &NewOrganisation| match organisations::create(&app, &person(2), ANYONE, new, NOW) {
            Err(Error::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        };
        assert_eq!(taken(&named("manila  generals")), "name");
        assert_eq!(taken(&named("Mani1a Generals")), "name");
        let slug = NewOrganisation { slug: "manila-generals".into(), ..named("Others") };
        assert_eq!(taken(&slug), "slug");
        assert_eq!(taken(&named("New")), "slug");
    }

    fn an_account_makes_so_many_and_no_more(place: &Place) {
        let app = place.open();
        let rules = CreationRules { max_per_owner: 2, ..ANYONE };
        let make = |name: &str| organisations::create(&app, &person(1), rules, &named(name), NOW);
        make("Alpha").unwrap();
        make("Beta").unwrap();
        assert!(matches!(make("Gamma"), Err(Error::Forbidden(_))));
        let nobody = organisations::create(&app, &Actor::nobody(), ANYONE, &named("Delta"), NOW);
        assert!(matches!(nobody, Err(Error::SignIn)));
    }

    fn its_owner_edits_the_profile_and_the_trail_tells_field_by_field(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "Manila Generals");
        let edit = |actor: &Actor, words: &OrganisationProfile| {
            organisations::edit(&app, actor, &made.slug, words, NOW)
        };
        let words = OrganisationProfile {
            place: "Quezon City".into(),
            color: "#808080".into(),
            accent: "#858585".into(),
            ..OrganisationProfile::from(&made)
        };
        let after = edit(&owner(&made), &words).unwrap();
        assert_eq!(after.slug, made.slug);
        assert!(after.accent.contrast(after.color) >= MIN_CONTRAST, "the accent can be read");
        assert_eq!(after.color, BrandColor::parse("#808080").unwrap());
        let told = place.trail().pop().unwrap();
        assert!(told.contains("organisation.changed"), "{told}");
        assert!(told.contains("Quezon City") && !told.contains("website"), "{told}");
        let before = place.trail().len();
        edit(&owner(&made), &OrganisationProfile::from(&after)).unwrap();
        assert_eq!(place.trail().len(), before, "what changes nothing is not told");
        let hostile = OrganisationProfile { website: "javascript:alert(1)".into(), ..OrganisationProfile::from(&made) };
        assert!(matches!(edit(&owner(&made), &hostile), Err(Error::Invalid { field: "website", .. })));
        let organizer = serving(2, OrganisationRole::Organizer, &made);
        assert!(matches!(edit(&organizer, &words), Err(Error::Role { .. })));
        assert!(matches!(edit(&Actor::nobody(), &words), Err(Error::SignIn)));
    }

    fn who_demands_a_second_factor_has_given_his_own(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "Manila Generals");
        let words = OrganisationProfile { second_factor: true, ..OrganisationProfile::from(&made) };
        let edit = |actor: &Actor| organisations::edit(&app, actor, &made.slug, &words, NOW);
        assert!(matches!(edit(&owner(&made)), Err(Error::SecondFactor)));
        let armed = Actor { has_second_factor: true, gave_second_factor: true, ..owner(&made) };
        assert!(edit(&armed).unwrap().demands_second_factor);
        assert!(matches!(edit(&owner(&made)), Err(Error::SecondFactor)), "from now on");
    }

    fn a_logo_is_drawn_anew_or_refused(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "Manila Generals");
        let set = |actor: &Actor, file: Option<&[u8]>| {
            organisations::set_logo(&app, actor, &made.slug, file, NOW)
        };
        let picture = image::RgbaImage::from_pixel(600, 300, image::Rgba([10, 20, 30, 255]));
        let mut file = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut file, image::ImageFormat::Png).unwrap();
        let mut file = file.into_inner();
        file.extend_from_slice(b"<script>alert(1)</script>");
        let after = set(&owner(&made), Some(&file)).unwrap();
        assert_eq!(after.logo.as_ref().map(String::len), Some(16));
        let kept = organisations::logo(&app, &Actor::nobody(), &made.slug).unwrap().unwrap();
        assert!(kept.starts_with(b"\x89PNG") && !kept.windows(7).any(|part| part == b"<script"));
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
        let refused = set(&owner(&made), Some(svg)).unwrap_err();
        assert!(refused.to_string().contains("an SVG"), "{refused}");
        assert!(matches!(set(&person(2), Some(&file)), Err(Error::Role { .. })));
        set(&owner(&made), None).unwrap();
        assert_eq!(organisations::logo(&app, &Actor::nobody(), &made.slug).unwrap(), None);
    }

    fn seasons_follow_each_other_and_titles_rise(place: &Place) {
        let app = place.open();
        let made = founded(&app, 1, "Manila Generals");
        let other = founded(&app, 2, "Others");
        let organizer = serving(3, OrganisationRole::Organizer, &made);
        let add = |season: &Season| organisations::add_season(&app, &organizer, &made.slug, season, NOW);
        let first = add(&season("First", "2026-01-01", "2026-06-30")).unwrap();
        let second = add(&season("Second", "2026-07-01", "2026-12-31")).unwrap();
        let wrong = add(&season("first", "2026-06-30", "2026-01-31")).unwrap_err().to_string();
        assert!(wrong.contains("twice") && wrong.contains("is before the first"), "{wrong}");
        let moved = season("Second", "2026-08-01", "2026-12-31");
        organisations::edit_season(&app, &organizer, &made.slug, second, &moved, NOW).unwrap();
        let stranger = serving(2, OrganisationRole::Owner, &other);
        let taken = organisations::remove_season(&app, &stranger, &other.slug, first, NOW);
        assert!(matches!(taken, Err(Error::NotFound(_))), "it is not theirs");
        organisations::remove_season(&app, &organizer, &made.slug, first, NOW).unwrap();
        let left = organisations::seasons(&app, &Actor::nobody(), &made.slug).unwrap();
        assert_eq!(left, [(second, moved)]);

        let table = |rows: &[(&str, i32)]| -> Vec<TitleDraft> {
            rows.iter().map(|(name, from)| TitleDraft { name: (*name).into(), min_rating: *from }).collect()
        };
        let set = |titles: &[TitleDraft]| organisations::set_titles(&app, &organizer, &made.slug, titles, NOW);
        set(&table(&[("Recruit", 0), ("Chief", 170_000)])).unwrap();
        set(&table(&[("Scout", 0), ("Chief", 180_000)])).unwrap();
        let kept = organisations::titles(&app, &Actor::nobody(), &made.slug).unwrap();
        assert_eq!(kept, table(&[("Scout", 0), ("Chief", 180_000)]));
        let wrong = set(&table(&[("Scout", 10), ("scout", 5)])).unwrap_err().to_string();
        assert!(wrong.contains("Row 2: name") && wrong.contains("Row 2: from"), "{wrong}");
        set(&[]).unwrap();
        assert!(organisations::titles(&app, &Actor::nobody(), &made.slug).unwrap().is_empty());
    }

    fn pages_of_names_go_on_where_they_ended(place: &Place) {
        let app = place.open();
        for (id, name) in [(1, "Bravo"), (2, "Alpha"), (3, "Charlie"), (1, "Alpine Club")] {
            founded(&app, id, name);
        }
        let page = |prefix: &str, after: &str| {
            let listing =
                OrganisationFilter { prefix: prefix.into(), after: after.into(), state: OrganisationState::Open };
            let page = organisations::page(&app, &Actor::nobody(), &listing, 2).unwrap();
            (page.items.into_iter().map(|one| one.slug).collect::<Vec<_>>(), page.next)
        };
        assert_eq!(page("", ""), (vec!["alpha".into(), "alpine-club".into()], Some("alpine-club".into())));
        assert_eq!(page("", "alpine-club"), (vec!["bravo".into(), "charlie".into()], None));
        assert_eq!(page("AL", "alpha"), (vec!["alpine-club".into()], None));
        let made = organisations::get(&app, &Actor::nobody(), "bravo").unwrap();
        let mine = organisations::own_organisations(&app, &owner(&made)).unwrap();
        assert_eq!(mine.len(), 1);
        assert_eq!(mine[0].0, made);
    }
}
