//! Rating lists: imported as a stream, replaced at once, found by number and name, and removed.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::rating_list::RatingKind;
use adjutant_service::access::Actor;
use adjutant_service::organisations::Organisation;
use adjutant_service::rating_lists::{self, ImportedList, NewRatingList};
use adjutant_service::{App, Error, housekeeping};
use ledger_ratings::Day;

use crate::support::{NOW, Place, founded, on_both_engines, owner, person, serving};

const XML: &str = include_str!("../../crates/domain/src/rating_list/data/players.xml");
const TEXT: &str = include_str!("../../crates/domain/src/rating_list/data/players.txt");

pub(crate) struct League {
    pub(crate) app: App,
    pub(crate) organisation: Organisation,
    pub(crate) actor: Actor,
}

impl League {
    pub(crate) fn new(place: &Place) -> League {
        let app = place.open();
        let organisation = founded(&app, 1, "League");
        let actor = owner(&organisation);
        League { app, organisation, actor }
    }

    pub(crate) fn import(&self, name: &str, day: &str, file: &str) -> Result<ImportedList, Error> {
        let slug = &self.organisation.slug;
        let permit = rating_lists::permit(&self.app, &self.actor, slug)?;
        let day = Day::parse(day).expect("a day");
        let new = NewRatingList { name: name.to_owned(), day, kind: RatingKind::Standard };
        rating_lists::import(&self.app, &permit, &new, file.as_bytes(), NOW)
    }

    /// The name and number of players of each list.
    fn lists(&self) -> Vec<(String, u32)> {
        let slug = &self.organisation.slug;
        let lists = rating_lists::lists(&self.app, &self.actor, slug).expect("lists");
        lists.into_iter().map(|one| (one.name, one.players)).collect()
    }

    fn find(&self, list: i32, query: &str) -> Vec<String> {
        let slug = &self.organisation.slug;
        let found = rating_lists::search(&self.app, &self.actor, slug, list, query);
        found.expect("an answer").into_iter().map(|one| one.name).collect()
    }
}

/// A file at whose end others give up the import.
struct GivenUp<'a> {
    place: &'a Place,
    text: &'a [u8],
}

impl std::io::Read for GivenUp<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.text.read(buffer)?;
        if self.text.is_empty() {
            self.place.run_sql("UPDATE rating_lists SET state = 2");
        }
        Ok(read)
    }
}

/// All rows of the tables, so that none stays behind.
fn rows(place: &Place) -> (i64, i64) {
    let count = |table| place.number(&format!("SELECT count(*) AS number FROM {table}"));
    (count("rating_lists"), count("listed_players"))
}

fn tidy(league: &League) {
    let lives = adjutant_domain::account::session::SessionLifetimes::from_days(30, 90);
    housekeeping::tidy(&league.app, lives, NOW).expect("it tidies");
}

on_both_engines! {
    fn a_list_is_imported_and_players_are_found_by_number_and_name(place: &Place) {
        let league = League::new(place);
        let done = league.import(" FIDE  standard ", "2026.11.01", XML).expect("it is imported");
        assert_eq!((done.list.name.as_str(), done.list.players, done.fault_count), ("FIDE standard", 3, 4));
        assert!(done.faults[0].to_string().starts_with("Line 36:"), "{:?}", done.faults);
        let list = done.list.id;
        for query in ["5200001", "reyes", "ana reyes", "REYES, ANA"] {
            assert_eq!(league.find(list, query), ["Reyes, Ana"], "{query}");
        }
        assert_eq!(league.find(list, "jose & sons pena"), ["Peña, José & Sons"]);
        for query in ["Juan dela Cruz", "cruz juan"] {
            assert_eq!(league.find(list, query), ["Cruz, Juan Dela"], "{query}");
        }
        assert_eq!(league.find(list, "cruz dela juan"), [""; 0], "that is another name");
        assert_eq!(league.find(list, "?"), [""; 0]);
        let told = place.trail().join("\n");
        assert!(told.contains("rating-list.imported") && !told.contains("Reyes"), "{told}");
    }

    fn a_list_replaces_the_one_with_its_name_only_when_it_is_complete(place: &Place) {
        let league = League::new(place);
        let first = league.import("FIDE", "2026.10.01", XML).expect("the first").list.id;
        let cut = &XML[..XML.len() - 40];
        let refused = league.import("FIDE", "2026.11.01", cut).expect_err("it is cut off");
        assert!(refused.to_string().contains("Download it again"), "{refused}");
        assert_eq!((league.lists(), rows(place)), (vec![("FIDE".to_owned(), 3)], (1, 3)));
        assert_eq!(league.find(first, "5200001"), ["Reyes, Ana"], "the old one is in use");
        league.import("fide", "2026.11.01", TEXT).expect("the second");
        assert_eq!(league.lists(), [("fide".to_owned(), 3)]);
        assert_eq!(rows(place), (1, 3), "nothing of the first is left");
        league.import("National", "2026.12.01", "name,rating\nAna Reyes,1500\n").expect("another");
        assert_eq!(league.lists(), [("National".to_owned(), 1), ("fide".to_owned(), 3)]);
    }

    fn many_players_are_stored_in_their_order(place: &Place) {
        let league = League::new(place);
        let rows: String = (1..=12_001).map(|n| format!("{n},Player {n},{}\n", 1000 + n % 900)).collect();
        let done = league.import("Many", "2026.11.01", &format!("id,name,rating\n{rows}")).unwrap();
        assert_eq!(done.list.players, 12_001);
        assert_eq!(league.find(done.list.id, "12001"), ["Player 12001"]);
        assert_eq!(league.find(done.list.id, "player 1").len(), rating_lists::MAX_FOUND);
        let slug = &league.organisation.slug;
        rating_lists::remove(&league.app, &league.actor, slug, done.list.id, NOW).expect("removed");
        assert_eq!(league.lists(), []);
        tidy(&league);
        assert_eq!(self::rows(place), (0, 0));
    }

    fn a_name_that_very_many_have_does_not_hide_another(place: &Place) {
        let league = League::new(place);
        let rows = "Juan Cruz,1500\n".repeat(6_000);
        let done = league.import("Same", "2026.11.01", &format!("name,rating\n{rows}Ana Lim,1800\n")).unwrap();
        assert_eq!(league.find(done.list.id, "juan cruz").len(), rating_lists::MAX_FOUND);
        assert_eq!(league.find(done.list.id, "lim ana"), ["Ana Lim"]);
    }

    fn only_organizers_and_owners_have_lists(place: &Place) {
        let league = League::new(place);
        let list = league.import("FIDE", "2026.11.01", XML).expect("a list").list.id;
        let slug = &league.organisation.slug;
        let other = owner(&founded(&league.app, 2, "Others"));
        let official = serving(3, OrganisationRole::Official, &league.organisation);
        for actor in [other, official, person(4), Actor::nobody()] {
            assert!(rating_lists::lists(&league.app, &actor, slug).is_err());
            assert!(rating_lists::search(&league.app, &actor, slug, list, "reyes").is_err());
            assert!(rating_lists::remove(&league.app, &actor, slug, list, NOW).is_err());
            assert!(rating_lists::permit(&league.app, &actor, slug).is_err());
        }
        let organizer = serving(3, OrganisationRole::Organizer, &league.organisation);
        assert!(rating_lists::permit(&league.app, &organizer, slug).is_ok());
        let others = owner(&founded(&league.app, 1, "Third"));
        let gone = rating_lists::search(&league.app, &others, "third", list, "reyes");
        assert!(matches!(gone, Err(Error::NotFound(_))), "it is another's: {gone:?}");
    }

    fn an_import_that_a_crash_has_ended_keeps_nobody_waiting_for_long(place: &Place) {
        let league = League::new(place);
        league.import("Old", "2026.10.01", XML).expect("it is imported");
        let minutes = |minutes: i64| NOW.0 - minutes * 60_000_000;
        // One that was writing a minute ago, and one that has written nothing for five.
        let begun = |id: i64, at: i64| format!(
            "INSERT INTO rating_lists VALUES ({id}, 1, 'Crashed {id}', 20000, 0, 0, {at}); \
             INSERT INTO listed_players SELECT {id}, number, federation_number, name, name_key, \
             federation, rating, birth_year, gender FROM listed_players WHERE list_id = 1; \
             UPDATE counters SET value = {id} WHERE name = 'rating_lists'"
        );
        place.run_sql(&begun(2, minutes(1)));
        let busy = league.import("New", "2026.11.01", XML);
        assert!(matches!(busy, Err(Error::Conflict(_))), "{busy:?}");
        place.run_sql(&format!("UPDATE rating_lists SET imported_at = {} WHERE id = 2", minutes(5)));
        league.import("New", "2026.11.01", XML).expect("it is imported");
        assert_eq!(league.lists(), [("New".to_owned(), 3), ("Old".to_owned(), 3)]);
        tidy(&league);
        assert_eq!(rows(place), (2, 6), "nothing of the other is left");
    }

    fn an_import_that_others_have_given_up_shows_nothing(place: &Place) {
        let league = League::new(place);
        let permit = rating_lists::permit(&league.app, &league.actor, &league.organisation.slug).expect("a permit");
        let new = NewRatingList { name: "Slow".to_owned(), day: Day(20_000), kind: RatingKind::Standard };
        let file = GivenUp { place, text: XML.as_bytes() };
        let done = rating_lists::import(&league.app, &permit, &new, std::io::BufReader::with_capacity(64, file), NOW);
        assert!(matches!(done, Err(Error::Conflict(_))), "{done:?}");
        tidy(&league);
        assert_eq!(rows(place), (0, 0));
    }

    fn what_an_interrupted_import_left_is_swept(place: &Place) {
        let league = League::new(place);
        league.import("FIDE", "2026.11.01", XML).expect("a list");
        place.run_sql(&format!(
            "INSERT INTO rating_lists VALUES (90, {0}, 'Cut', 1, 0, 0, {1}), (91, {0}, 'Now', 1, 0, 0, {2}), \
             (92, {0}, 'Gone', 1, 1, 2, {2}); \
             INSERT INTO listed_players VALUES (90, 0, '1', 'A', ' a', '', 0, 0, 0), \
             (92, 0, '1', 'A', ' a', '', 0, 0, 0)",
            league.organisation.id, NOW.0 - 100_000_000_000, NOW.0,
        ));
        assert_eq!(league.lists().len(), 1, "nobody sees what is not complete");
        tidy(&league);
        assert_eq!(rows(place), (2, 3), "what is being imported stays");
    }

    fn one_list_is_imported_at_a_time(place: &Place) {
        let league = League::new(place);
        place.run_sql(&format!("INSERT INTO rating_lists VALUES (90, {}, 'Now', 1, 0, 0, {})", league.organisation.id, NOW.0));
        let refused = league.import("FIDE", "2026.11.01", XML).expect_err("one is being imported");
        assert!(matches!(refused, Error::Conflict(_)), "{refused:?}");
        place.run_sql("UPDATE rating_lists SET state = 2");
        league.import("FIDE", "2026.11.01", XML).expect("it was given up");
    }

    fn who_has_lost_the_role_meanwhile_completes_no_list(place: &Place) {
        let league = League::new(place);
        let slug = &league.organisation.slug;
        let permit = rating_lists::permit(&league.app, &league.actor, slug).expect("they may");
        place.run_sql("DELETE FROM roles");
        let new = NewRatingList { name: "FIDE".to_owned(), day: Day(20_000), kind: RatingKind::Standard };
        let refused = rating_lists::import(&league.app, &permit, &new, XML.as_bytes(), NOW);
        assert!(refused.is_err(), "{refused:?}");
        assert_eq!(rows(place), (0, 0));
    }

    fn an_organisation_has_a_few_lists(place: &Place) {
        let league = League::new(place);
        let list = "name\nAna\n";
        for number in 0..rating_lists::MAX_RATING_LISTS {
            league.import(&format!("List {number}"), "2026.11.01", list).expect("room");
        }
        assert!(matches!(league.import("More", "2026.11.01", list), Err(Error::Conflict(_))));
        league.import("List 0", "2026.12.01", list).expect("a newer one takes the place");
        assert!(league.import("", "2026.12.01", list).is_err(), "it has a name");
    }
}
