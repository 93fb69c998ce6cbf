//! Entrants are completed from a rating list of the organisation.

use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_domain::contest::{EntrantId, EntrantProfile, json};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, ContestCommand, EntrantCorrection, FillOptions, FillPreview, Filling, NewContest,
    NewEntrant, PersonalFields, RoundCommand,
};
use ledger_ratings::Day;

use crate::rating_lists::League;
use crate::support::{NOW, Place, on_both_engines, person, serving};

const SWISS: &str = r#"{"plan": {"template": "swiss", "entrants": 8, "rounds": 3}}"#;
const NATIONAL: &str = "number,name,rating,born,sex\n1,\"Reyes, Ana\",2100,2004,f\n2,\"Cruz, Ben\",1900,1999,m\n\
                        3,\"Cruz, Ben\",1700,2010,m\n4,Lim Cora,1800,1988,f\n5,\"Santos, Dan\",,2001,m\n";

impl League {
    fn event(&self, entrants: &[NewEntrant]) -> String {
        let settings = json::read_settings(SWISS).expect("settings");
        let new = NewContest { name: "Open".to_owned(), first_day: Day(20_000), settings };
        let made =
            contests::create_contest(&self.app, &self.actor, &self.organisation.slug, &new, NOW);
        let slug = made.expect("it is made");
        contests::register_entrants(&self.app, &self.actor, &slug, entrants, false, NOW)
            .expect("in");
        slug
    }

    fn profile(&self, slug: &str, entrant: u32) -> EntrantProfile {
        let run = contests::load_contest(&self.app, slug).expect("it is run");
        run.contest.entrant(EntrantId(entrant)).expect("an entrant").person.clone()
    }

    fn preview(&self, slug: &str, options: FillOptions) -> FillPreview {
        contests::preview_fill(&self.app, &self.actor, slug, options).expect("a preview")
    }

    fn fill(&self, slug: &str, options: FillOptions) -> Result<usize, Error> {
        let digest = self.preview(slug, options).digest;
        let filled = contests::apply_fill(&self.app, &self.actor, slug, (options, &digest), NOW);
        filled.map(|done| done.fact_count)
    }
}

fn entrant(name: &str, rating: u32, number: &str) -> NewEntrant {
    let number = Some(number.to_owned()).filter(|number| !number.is_empty());
    let personal = PersonalFields { federation_number: number, ..PersonalFields::default() };
    let rating = Some(rating).filter(|rating| *rating > 0);
    NewEntrant { name: name.to_owned(), rating, personal, ..NewEntrant::default() }
}

/// Ana is in the list, Ben is so twice, and Cora is known by her number alone.
fn four() -> Vec<NewEntrant> {
    let four =
        [("Ana Reyes", 0, ""), ("Ben Cruz", 0, ""), ("Corazon", 1500, "4"), ("Nobody", 0, "")];
    four.map(|(name, rating, number)| entrant(name, rating, number)).to_vec()
}

fn details(person: &EntrantProfile) -> (u32, &str, Option<u16>, Option<&str>) {
    let personal = &person.personal;
    let gender = personal.gender.map(|gender| gender.key());
    (person.rating, &personal.federation_number, personal.birth_year, gender)
}

/// What happened to each, in a word.
fn word(filling: &Filling) -> String {
    match filling {
        Filling::Nothing => "nothing".to_owned(),
        Filling::Unlisted => "unlisted".to_owned(),
        Filling::Taken => "taken".to_owned(),
        Filling::Doubtful(name) => format!("doubtful: {name}"),
        Filling::Ambiguous(count) => format!("{count} of them"),
        Filling::Filled { from, fields } => {
            let keys: Vec<&str> = fields.iter().map(|(field, _)| field.key()).collect();
            format!("{} {}", from.name, keys.join(" "))
        }
    }
}

on_both_engines! {
    fn missing_details_of_registered_entrants_are_filled_in(place: &Place) {
        let league = League::new(place);
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let slug = league.event(&four());
        let options = FillOptions::default();
        let preview = league.preview(&slug, options);
        let said: Vec<String> = preview.lines.iter().map(|one| word(&one.filling)).collect();
        let ana = "Reyes, Ana rating federation_number birth_year gender";
        assert_eq!(said, [ana, "2 of them", "Lim Cora birth_year gender", "unlisted"]);
        assert_eq!(details(&league.profile(&slug, 1)).0, 0, "a preview changes nothing");
        assert_eq!(league.fill(&slug, options).expect("it is filled in"), 2);
        assert_eq!(details(&league.profile(&slug, 1)), (2100, "1", Some(2004), Some("female")));
        assert_eq!(details(&league.profile(&slug, 2)), (0, "", None, None));
        assert_eq!(details(&league.profile(&slug, 3)), (1500, "4", Some(1988), Some("female")), "what is known stays");
        assert_eq!(league.fill(&slug, options).expect("again"), 0);
        let stale = contests::apply_fill(&league.app, &league.actor, &slug, (options, &preview.digest), NOW);
        assert!(matches!(stale, Err(Error::Conflict(_))), "the entrants have changed: {stale:?}");
        let ben = EntrantCorrection {
            personal: PersonalFields { federation_number: Some("3".to_owned()), ..PersonalFields::default() },
            fill_from_rating_list: true,
            ..EntrantCorrection::default()
        };
        contests::correct_entrant(&league.app, &league.actor, &slug, EntrantId(2), &ben, NOW).expect("corrected");
        assert_eq!(details(&league.profile(&slug, 2)), (1700, "3", Some(2010), Some("male")), "by the number");
    }

    fn quite_another_name_or_year_of_birth_is_doubtful_and_not_filled_in(place: &Place) {
        let league = League::new(place);
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let born = |name: &str, year: u16| {
            let personal = PersonalFields { birth_year: Some(year), ..PersonalFields::default() };
            NewEntrant { personal, ..entrant(name, 0, "") }
        };
        // A wrong number; the right year of one of two, and of none; a wrong year.
        let list = [
            entrant("Rosa Bautista", 0, "4"),
            born("Ben Cruz", 2010),
            born("Ana Reyes", 1970),
            born("Cora Lim", 1988),
        ];
        let slug = league.event(&list);
        let preview = league.preview(&slug, FillOptions::default());
        let said: Vec<String> = preview.lines.iter().map(|one| word(&one.filling)).collect();
        assert_eq!(said, [
            "doubtful: Lim Cora, 1988",
            "Cruz, Ben rating federation_number gender",
            "doubtful: Reyes, Ana, 2004",
            "taken",
        ]);
        assert_eq!(league.fill(&slug, FillOptions::default()).expect("it is filled in"), 1);
        assert_eq!(details(&league.profile(&slug, 1)), (0, "4", None, None));
        assert_eq!(details(&league.profile(&slug, 2)), (1700, "3", Some(2010), Some("male")));
        assert_eq!(details(&league.profile(&slug, 3)), (0, "", Some(1970), None));
    }

    fn ratings_are_filled_in_after_a_pairing_only_if_that_is_asked_for(place: &Place) {
        let league = League::new(place);
        let slug = league.event(&four());
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let begin = ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true });
        contests::execute(&league.app, &league.actor, &slug, &begin, NOW).expect("it begins");
        assert_eq!(league.fill(&slug, FillOptions::default()).expect("filled in"), 2);
        assert_eq!(details(&league.profile(&slug, 1)), (0, "1", Some(2004), Some("female")));
        let late = FillOptions { late_ratings: true, ..FillOptions::default() };
        assert_eq!(league.fill(&slug, late).expect("ratings, too"), 1);
        assert_eq!(league.profile(&slug, 1).rating, 2100);
    }

    fn a_listed_person_is_given_to_one_entrant_alone(place: &Place) {
        let league = League::new(place);
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let twice = [entrant("Ana Reyes", 0, ""), entrant("Reyes Ana", 0, ""), entrant("Cora Lim", 0, ""), entrant("Corazon", 1500, "4")];
        let slug = league.event(&twice);
        let words = |slug: &str| {
            let lines = league.preview(slug, FillOptions::default()).lines;
            lines.iter().map(|one| word(&one.filling)).collect::<Vec<_>>()
        };
        assert_eq!(words(&slug), ["taken", "taken", "taken", "Lim Cora birth_year gender"]);
        let mut late = [entrant("Lim Cora", 0, ""), entrant("Dan Santos", 0, "")];
        let filled = contests::fill_new_entrants(&league.app, &league.actor, &slug, &mut late).expect("filled");
        let said: Vec<String> = filled.rows.iter().map(word).collect();
        assert_eq!(said, ["taken", "Santos, Dan federation_number birth_year gender"]);
    }

    fn a_correction_after_the_first_pairing_fills_in_no_rating(place: &Place) {
        let league = League::new(place);
        let slug = league.event(&four());
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let begin = ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true });
        contests::execute(&league.app, &league.actor, &slug, &begin, NOW).expect("it begins");
        let ana = EntrantCorrection { fill_from_rating_list: true, ..EntrantCorrection::default() };
        contests::correct_entrant(&league.app, &league.actor, &slug, EntrantId(1), &ana, NOW).expect("corrected");
        assert_eq!(details(&league.profile(&slug, 1)), (0, "1", Some(2004), Some("female")));
    }

    fn a_pasted_list_is_completed_from_the_newest_list(place: &Place) {
        let league = League::new(place);
        league.import("Old", "2025.11.01", "name,rating\nAna Reyes,1000\n").expect("an old list");
        let slug = league.event(&[]);
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let mut list = four();
        list.push(entrant("Dan Santos", 9999, ""));
        list.push(entrant("Santos Dan", 0, "9"));
        let filled = contests::fill_new_entrants(&league.app, &league.actor, &slug, &mut list).expect("filled");
        assert_eq!(filled.list.map(|list| list.name).as_deref(), Some("National"));
        let said: Vec<String> = filled.rows.iter().map(word).collect();
        assert_eq!(said[1..], ["2 of them", "Lim Cora birth_year gender", "unlisted", "nothing", "unlisted"]);
        assert_eq!((list[0].rating, list[2].rating, list[4].rating), (Some(2100), Some(1500), Some(9999)));
        assert_eq!(list[0].personal.birth_year, Some(2004));
        let none = contests::preview_fill(&league.app, &league.actor, &slug, FillOptions { list: Some(99), ..FillOptions::default() });
        assert!(matches!(none, Err(Error::NotFound(_))));
    }

    fn without_a_list_nothing_is_filled_in(place: &Place) {
        let league = League::new(place);
        let slug = league.event(&four());
        let mut list = four();
        let filled = contests::fill_new_entrants(&league.app, &league.actor, &slug, &mut list).expect("nothing");
        assert_eq!((filled.list, &list), (None, &four()));
        let refused = contests::preview_fill(&league.app, &league.actor, &slug, FillOptions::default());
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
        let stranger = contests::preview_fill(&league.app, &person(4), &slug, FillOptions::default());
        assert!(stranger.is_err());
    }

    fn officials_who_may_not_search_the_list_see_what_is_filled_in_without_its_values(place: &Place) {
        let league = League::new(place);
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let slug = league.event(&four());
        let mut official = serving(3, OrganisationRole::Official, &league.organisation);
        official.grants[0].duties = Duties::CHECK_IN;
        let options = FillOptions::default();
        let preview = contests::preview_fill(&league.app, &official, &slug, options).expect("a preview");
        assert_eq!(word(&preview.lines[0].filling), " rating federation_number birth_year gender");
        let told = format!("{:?}", preview.lines);
        for secret in ["2004", "2100", "Lim Cora", "female"] {
            assert!(!told.contains(secret), "{secret}: {told}");
        }
        let mut list = [entrant("Dan Santos", 0, "")];
        let filled = contests::fill_shown_entrants(&league.app, &official, &slug, &mut list).expect("a list");
        assert_eq!((filled.rows.len(), list[0].personal.birth_year), (0, None));
        contests::apply_fill(&league.app, &official, &slug, (options, &preview.digest), NOW).expect("filled in");
        assert_eq!(details(&league.profile(&slug, 1)), (2100, "1", Some(2004), Some("female")));
    }

    fn nobody_fills_in_their_own_rating(place: &Place) {
        let league = League::new(place);
        place.player(7, "Ana Reyes");
        league.import("National", "2026.11.01", NATIONAL).expect("a list");
        let slug = league.event(&four());
        let own = Actor { player: Some(7), ..league.actor.clone() };
        let preview = contests::preview_fill(&league.app, &own, &slug, FillOptions::default()).expect("a preview");
        assert!(preview.lines.iter().all(|line| line.name != "Ana Reyes"), "another official does that");
    }
}
