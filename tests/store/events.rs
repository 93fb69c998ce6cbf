//! Events: their order, their standings, and what bounds both.

use std::collections::BTreeMap;

use adjutant_domain::game::GameKind;
use adjutant_service::event_list::{self, EventFilter, EventPhase};
use adjutant_service::events::{self, Event, MOST_LOOKED_AT, Standing, Standings};
use adjutant_service::games::{self, Cursor};
use adjutant_service::integrity::check;
use adjutant_service::{App, Error};
use ledger_ratings::Day;

use crate::support::{Place, demo, import_text, on_both_engines, resignation, said};

fn dated(event: &str, date: &str, white: &str) -> String {
    resignation(event, white, "1").replace("2026.04.30", date)
}

/// A game of Three Generals.
fn open_game(event: &str, date: &str) -> String {
    let game = include_str!("../browser/data/three-generals.ggn");
    game.replace("\"Open\"", &format!("\"{event}\"")).replace("2026.11.29", date)
}

/// All events, by pages of so many.
fn listed(app: &App, limit: usize) -> Vec<Event> {
    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let page = events::page(app, None, cursor, limit).expect("a page");
        assert!(page.items.len() <= limit);
        found.extend(page.items);
        let Some(next) = page.next else { return found };
        cursor = Some(Cursor::parse(&next.to_string()).expect("its own text"));
    }
}

fn names(app: &App) -> Vec<String> {
    let all = listed(app, 50);
    assert_eq!(listed(app, 1), all, "pages of one follow each other");
    all.into_iter().map(|event| event.name).collect()
}

fn faults(app: &App) -> Vec<String> {
    let mut faults = Vec::new();
    check(app, &mut |fault| faults.push(fault.message.clone()), &mut |_| ()).expect("it reads");
    faults
}

/// The rows of an event that has standings, and its number of players.
fn counted(app: &App, slug: &str) -> (Vec<Standing>, usize) {
    match events::get(app, slug).expect("an event").standings {
        Standings::Counted { rows, players } => (rows, players),
        other => panic!("{other:?}"),
    }
}

on_both_engines! {
    fn events_come_by_their_newest_day_whenever_they_were_imported(place: &Place) {
        let app = place.open();
        import_text(&app, &dated("May", "2026.05.26", "A"));
        import_text(&app, &(dated("Last year", "2025.01.01", "A") + &dated("?", "????.??.??", "A")));
        // Games without an event are of none.
        assert_eq!(names(&app), ["May", "Last year"]);
        assert_eq!(games::totals(&app).expect("totals").events, 2);
        import_text(&app, &dated("last YEAR", "2026.06.01", "A"));
        import_text(&app, &dated("Last year", "2024.01.01", "A"));
        assert_eq!(names(&app), ["Last year", "May"]);
        assert_eq!(faults(&app), [] as [&str; 0]);

        drop(app);
        let backup = place.dir.path().join("all.backup");
        let backup = backup.to_str().expect("UTF-8");
        let (code, text) = said(&place.adjutant(&["backup", backup]).output().expect("it runs"));
        assert_eq!(code, Some(0), "{text}");
        let other = place.another();
        let (code, text) = said(&other.adjutant(&["restore", backup]).output().expect("it runs"));
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(listed(&other.open(), 50), listed(&place.open(), 50), "a backup keeps the order");

        place.run_sql("UPDATE events SET last_day = 0 WHERE name = 'May'");
        let told = faults(&place.open());
        assert!(told.len() == 1 && told[0].starts_with("1 events are listed by another day"), "{told:?}");
    }

    fn an_event_that_is_not_run_here_is_of_the_game_of_its_newest_records(place: &Place) {
        let app = place.open();
        import_text(&app, &(dated("Ours", "2026.05.02", "A") + &dated("Both", "2026.05.01", "A")));
        import_text(&app, &(open_game("Open", "2026.05.03") + &open_game("Both", "2026.04.30")));
        let of = |game| {
            let page = events::page(&app, game, None, 50).expect("events");
            page.items.into_iter().map(|event| (event.name, event.game)).collect::<Vec<_>>()
        };
        let named = |name: &str, game| (name.to_owned(), game);
        let [salpakan, open] = GameKind::ALL;
        let all = [named("Open", open), named("Ours", salpakan), named("Both", salpakan)];
        assert_eq!(of(None), all);
        assert_eq!(of(Some(open)), all[..1]);
        assert_eq!(of(Some(salpakan)), all[1..]);
        assert_eq!(events::get(&app, "open").expect("an event").event.game, open);
        import_text(&app, &open_game("Both", "2026.05.04"));
        assert_eq!(of(Some(open)), [named("Both", open), named("Open", open)]);
    }

    fn standings_are_those_of_all_games_counted_by_hand(place: &Place) {
        let app = place.open();
        import_text(&app, &demo().concat());
        let tag = |game: &str, name: &str| {
            let line = game.lines().find(|line| line.starts_with(&format!("[{name} \"")));
            line.and_then(|line| line.split('"').nth(1)).expect("a tag").to_owned()
        };
        for event in listed(&app, 50) {
            let (rows, players) = counted(&app, &event.slug);
            let mut points: BTreeMap<String, (u32, u32)> = BTreeMap::new();
            let mut pairs: BTreeMap<(String, String), u32> = BTreeMap::new();
            for game in demo().iter().filter(|game| tag(game, "Event") == event.name) {
                let (white, black) = (tag(game, "White"), tag(game, "Black"));
                let (own, other) = match tag(game, "Result").as_str() {
                    "1-0" => (2, 0),
                    "0-1" => (0, 2),
                    "1/2-1/2" => (1, 1),
                    _ => continue,
                };
                for (me, you, gained) in [(&white, &black, own), (&black, &white, other)] {
                    let entry = points.entry(me.clone()).or_default();
                    *entry = (entry.0 + 1, entry.1 + gained);
                    *pairs.entry((me.clone(), you.clone())).or_default() += gained;
                }
            }
            assert_eq!((rows.len(), players), (points.len(), points.len()), "{}", event.name);
            for row in &rows {
                assert_eq!(points[&row.handle], (row.games, row.points), "{}", row.handle);
                let better = points.values().filter(|(_, own)| *own > row.points).count();
                assert_eq!(row.place, better + 1);
                let met = rows.iter().map(|o| pairs.get(&(row.handle.clone(), o.handle.clone())).copied());
                let crossed = row.against.clone().filter(|_| rows.len() <= 40);
                assert_eq!(crossed, (rows.len() <= 40).then(|| met.collect::<Vec<_>>()));
            }
            assert!(rows.is_sorted_by_key(|row| (row.place, row.games, row.handle.clone())));
        }
    }

    fn a_cross_table_ends_where_it_would_be_large_and_standings_where_they_would_be_wrong(place: &Place) {
        let app = place.open();
        let crowd = |event: &str, players: u32| -> String {
            (1..players).map(|n| dated(event, "2026.05.01", &format!("Player {n}"))).collect()
        };
        import_text(&app, &(crowd("Forty", 40) + &crowd("More", 41) + &crowd("?", 3)));
        let (rows, players) = counted(&app, "forty");
        assert_eq!((rows.len(), players), (40, 40));
        assert!(rows.iter().all(|row| row.against.as_ref().is_some_and(|all| all.len() == 40)));
        let (rows, players) = counted(&app, "more");
        assert_eq!((rows.len(), players), (41, 41));
        assert!(rows.iter().all(|row| row.against.is_none()));
        let unknown = events::get(&app, "unnamed").expect("a page");
        assert_eq!((unknown.standings, unknown.games.len()), (Standings::NoEvent, 2));
        assert!(unknown.event.is_unknown());
        assert!(matches!(events::get(&app, "no-such"), Err(Error::Missing { .. })));
    }
}

#[test]
fn few_events_of_a_game_are_found_among_many_by_pages_that_look_at_so_many() {
    let place = Place::sqlite();
    let app = place.open();
    import_text(&app, &(open_game("Open", "2024.05.03") + &dated("Ours", "2024.05.04", "A")));
    let most = MOST_LOOKED_AT + 100;
    place.run_sql(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < {})
         INSERT INTO events (id, name, name_key, slug, last_day)
         SELECT i, 'Event ' || i, 'event ' || i, 'event-' || i, 30000 + i FROM n;",
        most + 9
    ));
    let game = Some(GameKind::ThreeGenerals);
    let first = events::page(&app, game, None, 50).expect("events");
    assert!(first.items.is_empty() && first.next.is_some(), "it goes on below them");
    let second = events::page(&app, game, first.next, 50).expect("events");
    let names: Vec<&str> = second.items.iter().map(|event| event.name.as_str()).collect();
    assert_eq!((names, second.next), (vec!["Open"], None));
    let filter = EventFilter { game, ..EventFilter::default() };
    let listed = |cursor| {
        let finished = Some(EventPhase::Finished);
        event_list::page(&app, Day(20_000), finished, &filter, (cursor, 50)).expect("events")
    };
    let first = listed(None);
    assert!(first.events.is_empty() && first.next.is_some());
    assert_eq!(listed(first.next).events.len(), 1);
}

#[test]
fn every_game_of_a_large_event_counts_until_there_are_too_many() {
    let place = Place::sqlite();
    let app = place.open();
    import_text(&app, &dated("League", "2026.05.01", "A"));
    let add = |from: usize, to: usize| {
        place.run_sql(&format!(
            "WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})
             INSERT INTO players (id, handle, name_key) SELECT i + 10, 'Player ' || i, 'player ' || i FROM n;
             CREATE TEMP TABLE one AS SELECT * FROM games WHERE id = 1;
             WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})
             INSERT INTO games (id, content_id, white_id, black_id, event_id, site_id, rule_set_id,
                 round, white_as, black_as, event_as, day, date_text, base_seconds,
                 increment_seconds, first_color, outcome, termination, plies, revealed,
                 provenance, imported_at)
             SELECT i, randomblob(10), i + 10, black_id, event_id, site_id,
                 rule_set_id, round, white_as, black_as, event_as, day, date_text, base_seconds,
                 increment_seconds, first_color, outcome, termination, plies, revealed,
                 provenance, imported_at FROM one, n;"
        ));
    };
    add(2, 20_000);
    let (rows, players) = counted(&app, "league");
    assert_eq!((rows.len(), players), (1_000, 20_001));
    assert_eq!((rows[0].handle.as_str(), rows[0].games), ("Maharlika", 20_000));
    assert_eq!((rows[0].points, rows[1].place, rows[999].place), (40_000, 2, 2));
    let page = events::get(&app, "league").expect("an event");
    assert!(page.partial && page.games.len() == 200);
    add(20_001, 20_001);
    let page = events::get(&app, "league").expect("an event");
    assert_eq!(page.standings, Standings::TooManyGames);
}
