//! Events that are made again from their files, and rating lists.

use adjutant_domain::account::roles::SiteRole;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::accounts;
use adjutant_service::contests;
use adjutant_service::organisations::{CreationRules, NewOrganisation, create};

use crate::support::{NOW, Place};

/// A tournament of four that is over.
const FOUR: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/crates/swiss/tests/pairing/data/004-n4-r3-2-1-0.trf");

fn league(place: &Place) {
    let app = place.open();
    let command = Actor::for_command();
    let founded = accounts::create_account(&app, &command, "Ana", "", SiteRole::None, NOW);
    let (account, _) = founded.expect("an account");
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    let ana = Actor { account, name: "Ana".to_owned(), credential: through, ..Actor::nobody() };
    let new = NewOrganisation { name: "Metro League".to_owned(), ..NewOrganisation::default() };
    create(&app, &ana, CreationRules::default(), &new, NOW).expect("an organisation");
    place.admin(&["organisations", "--approve", "metro-league"]).fine();
}

#[test]
fn an_event_is_made_from_a_trf_and_again_from_its_own_file() {
    for place in [Place::sqlite(), Place::postgres()] {
        league(&place);
        let trf = std::fs::read_to_string(FOUR).expect("a file") + "\nXXR 3\n";
        let asked = ["restore-event", "-", "--organisation", "metro-league"];
        let with = |more: &[&'static str]| [&asked[..], more].concat();
        let seen =
            place.admin_with(&with(&["--first-day", "2026-12-05", "--dry-run"]), &trf).fine();
        assert!(seen.ends_with(": 0 players of this site, 4 guests\nSwiss: 3 rounds\n"), "{seen}");
        let name = with(&["--first-day", "2026-12-05", "--name", "Four"]);
        assert_eq!(place.admin_with(&name, &trf).fine(), "metro-league-four\n");
        let again = place.admin_with(&name, &trf).refused();
        assert!(again.contains("There is already an event called Four"), "{again}");
        let app = place.open();
        assert_eq!(
            contests::load_contest(&app, "metro-league-four")
                .expect("it is there")
                .contest
                .entrants
                .len(),
            4
        );
        let broken = trf.replacen(" 1 ", " 2 ", 1) + "142 many\n";
        let refused = place.admin_with(&with(&["--name", "Five"]), &broken).refused();
        assert!(refused.contains("file: Nothing was changed. Line "), "{refused}");
        let trail = place.admin(&["audit", "--action", "event.restored"]).fine();
        assert_eq!(trail.lines().count(), 1, "{trail}");
        assert!(trail.contains("\"acting_as\":\"operator\""), "{trail}");
    }
}

#[test]
fn a_file_that_is_not_there_and_an_organisation_that_is_none_are_told() {
    let place = Place::sqlite();
    league(&place);
    let missing = place.admin(&["restore-event", "none.trf", "--organisation", "metro-league"]);
    assert!(missing.refused().contains("none.trf cannot be read"));
    let nowhere = ["restore-event", FOUR, "--organisation", "nowhere"];
    assert_eq!(place.admin(&nowhere).refused(), "adjutant: Organisation “nowhere” not found.\n");
    let day = ["restore-event", FOUR, "--organisation", "metro-league", "--first-day", "soon"];
    assert_eq!(place.admin(&day).code, Some(2));
}

#[test]
fn a_rating_list_of_any_size_is_imported_for_an_organisation() {
    for place in [Place::sqlite(), Place::postgres()] {
        league(&place);
        let asked = ["rating-list", "-", "--organisation", "metro-league", "--name", "FIDE"];
        let list = "id,name,rating\n1,\"Reyes, Ana\",2100\n2,Ben,high\n";
        let done = place.admin_with(&asked, list);
        assert_eq!(done.out, "FIDE: 2 players\n");
        assert!(done.err.contains("1 wrong value left out:\n  Line 3: “high”"), "{}", done.err);
        let refused = place.admin_with(&asked, "rank,points\n1,2\n").refused();
        assert!(refused.contains("Line 1: There is no column for the name"), "{refused}");
        let trail = place.admin(&["audit", "--action", "rating-list.imported"]).fine();
        assert_eq!(trail.lines().count(), 1, "{trail}");
    }
    let place = Place::sqlite();
    league(&place);
    let nowhere = ["rating-list", FOUR, "--organisation", "nowhere", "--name", "FIDE"];
    assert_eq!(place.admin(&nowhere).refused(), "adjutant: Organisation “nowhere” not found.\n");
    let missing = ["rating-list", "none", "--organisation", "metro-league", "--name", "FIDE"];
    assert!(place.admin(&missing).refused().contains("none cannot be read"));
}
