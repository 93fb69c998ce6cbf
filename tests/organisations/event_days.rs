//! On which days an event is listed that nobody has a record of.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::contest::{GameSlot, ResultEntry, StewardScope, json};
use adjutant_domain::moment::DAY;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, ContestCommand, NewContest, NewEntrant, NewStewardLink, RoundCommand, StewardDuties,
};
use adjutant_service::event_list::{self, EventFilter, EventListing, EventPhase};
use adjutant_service::follows::{self, FollowKind};
use adjutant_service::games::Cursor;
use adjutant_service::integrity::check;
use adjutant_service::{App, events, notices, organisations};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

use crate::support::{NOW, Place, founded, on_both_engines, person, serving};

/// The day of `NOW`.
const TODAY: Day = Day((NOW.0 / DAY) as i32);

/// An organizer of the league.
fn organizer(app: &App) -> Actor {
    serving(2, OrganisationRole::Organizer, &founded(app, 1, "League"))
}

/// Makes an event of one round, some days before now.
fn made(app: &App, organizer: &Actor, name: &str, first_day: i32) -> String {
    let settings = r#"{"plan": {"template": "swiss", "entrants": 2, "rounds": 1}}"#;
    let settings = json::read_settings(settings).expect("settings");
    let new = NewContest { name: name.to_owned(), first_day: Day(first_day), settings };
    contests::create_contest(app, organizer, "league", &new, NOW - 40 * DAY).expect("it is made")
}

fn tell(app: &App, actor: &Actor, slug: &str, command: ContestCommand) {
    contests::execute(app, actor, slug, &command, NOW).expect("it is told");
}

/// Two are paired, and their round is published now.
fn begin(app: &App, actor: &Actor, slug: &str) {
    let two =
        ["Ana", "Ben"].map(|name| NewEntrant { name: name.to_owned(), ..NewEntrant::default() });
    contests::register_entrants(app, actor, slug, &two, false, NOW).expect("they are in");
    tell(app, actor, slug, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }));
    tell(app, actor, slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 }));
    tell(
        app,
        actor,
        slug,
        ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None }),
    );
}

/// Their game is played, and the event is over.
fn end(app: &App, actor: &Actor, slug: &str) {
    let run = contests::load_contest(app, slug).expect("it is run");
    let spot = GameSlot { stage: 0, round: 0, table: 0, game: 0 };
    let sides = run.contest.meeting_at(spot).expect("a table").sides;
    let result = Some(GameResult::Won(Side::First));
    let entry = ResultEntry { spot, sides, expected: None, result, reason: String::new() };
    tell(app, actor, slug, ContestCommand::EnterResults(vec![entry]));
    tell(app, actor, slug, ContestCommand::SetEnded(true));
}

/// Each event with the day by which it is listed, as all of them and as those of the league.
fn days(app: &App) -> Vec<(String, i32)> {
    let named = |all: Vec<events::Event>| -> Vec<(String, i32)> {
        all.into_iter().map(|event| (event.name, event.last_day.0)).collect()
    };
    let own = organisations::events(app, &Actor::nobody(), "league", None, 50).expect("events");
    let all = named(events::page(app, None, None, 50).expect("events").items);
    assert_eq!(all, named(own.items));
    all
}

fn phase(
    app: &App,
    today: Day,
    phase: EventPhase,
    cursor: Option<Cursor>,
    most: usize,
) -> EventListing {
    let filter = EventFilter::default();
    event_list::page(app, today, Some(phase), &filter, (cursor, most)).expect("events")
}

/// The names of the events now, upcoming and finished.
fn listing(app: &App, today: Day) -> [Vec<String>; 3] {
    EventPhase::ALL.map(|one| {
        let listing = phase(app, today, one, None, 50);
        let at = EventPhase::ALL.iter().position(|known| *known == one).expect("it is one");
        assert_eq!(listing.counts[at], Some(listing.events.len()));
        listing.events.into_iter().map(|one| one.event.name).collect()
    })
}

fn is_whole(app: &App) {
    let mut faults = Vec::new();
    check(app, &mut |fault| faults.push(fault.message.clone()), &mut |_| ()).expect("it reads");
    faults.retain(|fault| fault.contains("event"));
    assert_eq!(faults, [] as [&str; 0]);
}

on_both_engines! {
    fn an_event_without_records_is_listed_by_its_own_days_while_it_lasts_and_after(place: &Place) {
        let app = place.open();
        let organizer = organizer(&app);
        let slug = made(&app, &organizer, "Weekend", TODAY.0 - 1);
        made(&app, &organizer, "Next week", TODAY.0 + 7);
        made(&app, &organizer, "Never begun", TODAY.0 - 30);
        let day = |name: &str, day: i32| (name.to_owned(), TODAY.0 + day);
        assert_eq!(days(&app), [day("Next week", 7), day("Weekend", -1), day("Never begun", -30)]);
        begin(&app, &organizer, &slug);
        let all = [day("Next week", 7), day("Weekend", 0), day("Never begun", -30)];
        assert_eq!(days(&app), all);
        assert_eq!(listing(&app, TODAY), [vec!["Weekend"], vec!["Next week"], vec!["Never begun"]]);
        let later = listing(&app, TODAY.plus(101));
        assert_eq!(later, [vec![], vec![], vec!["Next week", "Weekend", "Never begun"]]);
        end(&app, &organizer, &slug);
        assert_eq!(listing(&app, TODAY), [vec![], vec!["Next week"], vec!["Weekend", "Never begun"]]);
        is_whole(&app);

        // What was made before events had days is given them at a start.
        place.run_sql("UPDATE events SET last_day = -2147483648");
        let again = place.open_again();
        is_whole(&again);
        contests::backfill_missing_days(&again).expect("they are taken");
        assert_eq!(days(&again), all);
        let other = place.restored();
        assert_eq!(days(&other.open_again()), all, "a backup keeps the days");
    }

    fn nothing_is_left_of_a_deleted_event_but_its_entries_in_the_audit_log(place: &Place) {
        let app = place.open();
        let organizer = organizer(&app);
        let slug = made(&app, &organizer, "Never", TODAY.0 + 3);
        let other = made(&app, &organizer, "Kept", TODAY.0 + 3);
        place.player(71, "Ana");
        let ana = [NewEntrant { name: "Ana".to_owned(), ..NewEntrant::default() }];
        for slug in [&slug, &other] {
            contests::register_entrants(&app, &organizer, slug, &ana, false, NOW).expect("in");
            follows::set(&app, &person(4), (FollowKind::Event, slug), true, NOW).expect("followed");
            tell(&app, &organizer, slug, ContestCommand::Cancel(String::new()));
        }
        let id = place.number("SELECT CAST(id AS BIGINT) AS number FROM events WHERE name = 'Never'");
        place.run_sql(&format!(
            "INSERT INTO roles (id, account_id, organisation_id, role, event_id, duties, granted_at) \
             VALUES (900, 4, 1, 3, {id}, 2, 1)"
        ));
        let duties = StewardDuties { results: true, check_in: true };
        let link = NewStewardLink { name: "Door".to_owned(), duties, scope: StewardScope::default(), hours: 8 };
        let link = contests::create_steward_link(&app, &organizer, &slug, &link, NOW).expect("made");
        let told = notices::page(&app, &person(4), None).expect("a page").0;
        assert_eq!(told.len(), 2);
        let delete = |actor: &Actor| contests::delete_event(&app, actor, &slug, "Never", NOW);
        delete(&person(4)).expect_err("an official of results may not");
        delete(&organizer).expect("it is deleted");
        assert!(contests::hall(&app, &link, NOW).expect("an answer").is_none());
        let left = |sql: &str| place.number(&format!("SELECT count(*) AS number FROM {sql}"));
        for (table, column) in [
            ("events", "id"),
            ("contests", "id"),
            ("contest_facts", "contest_id"),
            ("contest_dues", "contest_id"),
            ("contest_games", "contest_id"),
            ("steward_links", "contest_id"),
            ("follows", "event_id"),
            ("roles", "event_id"),
        ] {
            assert_eq!(left(&format!("{table} WHERE {column} = {id}")), 0, "{table}");
        }
        assert_eq!(left(&format!("notices WHERE cause LIKE 'event:{id}:%'")), 0);
        assert!(left(&format!("audit WHERE event_id = {id}")) > 2);
        let told = notices::page(&app, &person(4), None).expect("a page").0;
        assert_eq!(told.len(), 1, "of the other event");
        assert_eq!(listing(&app, TODAY)[2], ["Kept"]);
        let trail = place.trail().join("\n");
        assert!(trail.contains("event.deleted"), "{trail}");
        let mut faults = Vec::new();
        check(&app, &mut |fault| faults.push(fault.message.clone()), &mut |_| ()).expect("it reads");
        faults.retain(|fault| fault.contains("events") || fault.contains("counter"));
        assert_eq!(faults, [] as [&str; 0]);
        assert_eq!(adjutant_service::games::totals(&app).expect("totals").events, 1);
        let restored = place.restored();
        assert_eq!(adjutant_service::games::totals(&restored.open_again()).expect("totals").events, 1);
        let next = made(&app, &organizer, "Never", TODAY.0 + 4);
        assert_eq!(next, slug);
        assert_ne!(place.number("SELECT CAST(id AS BIGINT) AS number FROM events WHERE name = 'Never'"), id, "its number stays unused");
    }

    fn an_event_that_ended_before_its_day_is_not_to_come(place: &Place) {
        let app = place.open();
        let organizer = organizer(&app);
        let slug = made(&app, &organizer, "Early", TODAY.0 + 3);
        begin(&app, &organizer, &slug);
        assert_eq!(listing(&app, TODAY), [vec!["Early"], vec![], vec![]]);
        end(&app, &organizer, &slug);
        assert_eq!(listing(&app, TODAY), [vec![], vec![], vec!["Early"]]);
    }

    fn pages_of_events_follow_each_other_and_have_each_event_once(place: &Place) {
        let app = place.open();
        let organizer = organizer(&app);
        let slug = made(&app, &organizer, "Old and under way", TODAY.0 - 20);
        for number in 1..=5 {
            made(&app, &organizer, &format!("Past {number}"), TODAY.0 - number);
        }
        begin(&app, &organizer, &slug);
        place.run_sql(&format!("UPDATE events SET last_day = {} WHERE name LIKE 'Old%'", TODAY.0 - 20));
        made(&app, &organizer, "To come", TODAY.0);
        let [under_way, to_come, _] = listing(&app, TODAY);
        assert_eq!((under_way, to_come), (vec!["Old and under way".to_owned()], vec!["To come".to_owned()]));
        let (mut found, mut cursor): (Vec<String>, Option<Cursor>) = (Vec::new(), None);
        loop {
            let page = phase(&app, TODAY, EventPhase::Finished, cursor, 2);
            assert!(page.events.len() <= 2);
            found.extend(page.events.into_iter().map(|one| one.event.name));
            let Some(next) = page.next else { break };
            cursor = Some(next);
        }
        assert_eq!(found, (1..=5).map(|number| format!("Past {number}")).collect::<Vec<_>>());
    }
}
