//! Records into the store: each game for itself, the same game once.

use std::sync::Barrier;

use adjutant_service::games::{self, Filter, totals};
use adjutant_service::import::Verdict;
use adjutant_service::integrity::check;
use adjutant_service::{App, events, players};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{Engine, Store, StoreError, id_sequence, names, players as rows};

use crate::support::{
    Place, any_file_holds, demo, exported, import_text, on_both_engines, resignation, said,
    unfinished,
};

fn is_whole(app: &App) {
    let mut faults = Vec::new();
    let checked = check(app, &mut |fault| faults.push(fault.clone()), &mut |_| ()).expect("reads");
    assert_eq!(faults, [], "of {} games", checked.games);
}

on_both_engines! {
    fn the_demo_comes_in_once_and_out_as_it_was(place: &Place) {
        let app = place.open();
        let text = demo().concat();
        let first = import_text(&app, &text).counts;
        assert_eq!((first.added, first.duplicates, first.refused), (800, 0, 0));
        let again = import_text(&app, &text).counts;
        assert_eq!((again.added, again.duplicates, again.refused), (0, 800, 0));
        assert_eq!(totals(&app).expect("totals").games, 800);
        is_whole(&app);
        let other = place.another();
        let app_2 = other.open();
        let out = exported(&app);
        assert_eq!(import_text(&app_2, &out).counts.added, 800);
        assert_eq!(exported(&app_2), out);
    }

    fn players_and_rule_sets_that_others_make_meanwhile_are_found_and_none_is_made_twice(place: &Place) {
        let app = place.open();
        let store = Store::open(place.settings().database).expect("it opens");
        let barrier = Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut connection = store.connection().expect("a connection");
                in_transaction(&mut connection, |connection| {
                    id_sequence::lock_writer(connection)?;
                    rows::add(connection, "Lakandula")?;
                    names::find_or_insert_rule_set(connection, "standard")?;
                    barrier.wait();
                    // The import has looked by now, and waits.
                    std::thread::sleep(std::time::Duration::from_millis(600));
                    Ok::<_, StoreError>(())
                })
                .expect("it is written");
            });
            barrier.wait();
            let text = resignation("Cup", "Lakandula", "1") + &resignation("Cup", "Sidapa", "2");
            assert_eq!(import_text(&app, &text).counts.added, 2);
        });
        let handles = place.numbers("SELECT count(*) AS number FROM players");
        let rule_sets = place.numbers("SELECT count(*) AS number FROM rule_sets");
        assert_eq!((handles, rule_sets), (vec![3], vec![1]));
        is_whole(&app);
    }

    fn clocks_and_comments_do_not_make_another_game(place: &Place) {
        let app = place.open();
        let plain = resignation("Cup", "Lakandula", "1");
        let noted = plain.replace("e3-e4", "e3-e4 {[%clk 0:19:58] well begun}");
        let both = import_text(&app, &(plain + &noted));
        assert!(matches!(both.verdicts[0], Verdict::Added(_)));
        let Verdict::Added(first) = both.verdicts[0] else { panic!("{both:?}") };
        assert_eq!(both.verdicts[1], Verdict::Duplicate(first));
    }

    fn a_game_too_long_to_be_shown_is_refused_alone(place: &Place) {
        let app = place.open();
        let good = resignation("Cup", "Lakandula", "1");
        let long = good.replace("e3-e4 e6-e5", &"a3-a4 a6-a5 a4-a3 a5-a6 ".repeat(5_001));
        assert_ne!(long, good);
        let imported = import_text(&app, &(long + &good));
        assert_eq!((imported.counts.added, imported.counts.refused), (1, 1));
        let Verdict::Refused(refusal) = &imported.verdicts[0] else { panic!("{imported:?}") };
        assert_eq!(refusal.error.ply, Some(20_001), "{}", refusal.error);
    }

    fn a_refused_game_harms_no_other_and_is_placed(place: &Place) {
        let app = place.open();
        let good = resignation("Cup", "Lakandula", "1");
        let bad = resignation("Cup", "Lakandula", "2").replace("e6-e5", "e6-e4");
        let last = resignation("Cup", "Lakandula", "3");
        let imported = import_text(&app, &(good + &bad + &last));
        let counts = imported.counts;
        assert_eq!((counts.added, counts.duplicates, counts.refused), (2, 0, 1));
        let Verdict::Refused(refusal) = &imported.verdicts[1] else { panic!("{imported:?}") };
        assert_eq!((refusal.game, refusal.error.ply), (2, Some(2)));
        assert_eq!(refusal.error.line, 25, "{}", refusal.error);
        assert_eq!(totals(&app).expect("totals").games, 2);
    }

    fn names_that_no_index_takes_are_refused_alone(place: &Place) {
        let app = place.open();
        let long = "x".repeat(100_000);
        let text = resignation("Cup", &long, "1")
            + &resignation("Cup", "Laka\u{0}ndula", "2")
            + &resignation(&"ñ".repeat(255), "Lakandula", "3");
        let counts = import_text(&app, &text).counts;
        assert_eq!((counts.added, counts.refused), (1, 2));
        is_whole(&app);
    }

    fn spellings_of_a_name_are_one_player_and_are_kept(place: &Place) {
        let app = place.open();
        let text = resignation("Cup", "Lakandula", "1") + &resignation("CUP", "lakandula ", "2");
        import_text(&app, &text);
        assert_eq!(players::by_handle(&app, "LAKANDULA").expect("is there").handle, "Lakandula");
        let totals = totals(&app).expect("totals");
        assert_eq!((totals.players, totals.events), (2, 1));
        let out = exported(&app);
        assert!(out.contains("[White \"lakandula \"]") && out.contains("[Event \"CUP\"]"), "{out}");
        is_whole(&app);
    }

    fn events_whose_names_fold_to_one_address_stay_apart(place: &Place) {
        let app = place.open();
        let names = ["A", "A!", "A 2", "a-2", "A-2!", "+", "!", "A -2", "A 3", "A 4"];
        let text: String =
            names.iter().map(|event| resignation(event, "Lakandula", "1")).collect();
        assert_eq!(import_text(&app, &text).counts.added, 10);
        let all = events::page(&app, None, None, 50).expect("events").items;
        let mut slugs: Vec<&str> = all.iter().map(|event| event.slug.as_str()).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), 10);
        for event in &all {
            assert_eq!(events::get(&app, &event.slug).expect("is there").games.len(), 1);
        }
    }

    fn an_export_takes_days_with_dashes_and_with_dots(place: &Place) {
        import_text(&place.open(), &resignation("Cup", "Lakandula", "1"));
        for (day, games) in
            [("2026-04-30", 1), ("2026.04.30", 1), ("2026-05-01", 0), ("2026.05.01", 0)]
        {
            let output = place.adjutant(&["export", "--from", day]).output().expect("it runs");
            let (code, text) = said(&output);
            assert_eq!((code, text.matches("[Event ").count()), (Some(0), games), "{day}: {text}");
        }
        let (code, text) = said(&place.adjutant(&["export", "--to", "2026"]).output().expect("runs"));
        assert!(code == Some(2) && text.contains("2026-04-30 or 2026.04.30"), "{text}");
    }

    fn what_is_not_over_rests_sealed_and_is_never_given_out(place: &Place) {
        let app = place.open();
        let text: String =
            (0..20).map(|n| unfinished(&format!("Player {n}"), "MY-SPY-IS-IN-FRONT")).collect();
        assert_eq!(import_text(&app, &text).counts.added, 20);
        assert_eq!(exported(&app), "");
        let page = games::page(&app, &Filter::default(), None, 50).expect("a page");
        for summary in &page.items {
            assert!(!summary.revealed);
            let game = games::get(&app, summary.id).expect("a game");
            assert!(game.stored.revealed().is_none());
            assert_eq!(game.stored.timeline().len(), 3);
        }
        is_whole(&app);
        drop(app);
        assert!(!any_file_holds(place.dir.path(), "MY-SPY-IS-IN-FRONT"));
        if let Some(database) = &place.postgres {
            let lengths = "SELECT count(DISTINCT length(body)) FROM deployments WHERE sealed <> 0";
            assert_eq!(database.run_sql(lengths), "1", "a sealed length tells nothing");
            let dump = database.run_sql("SELECT * FROM timelines, deployments");
            assert!(!dump.contains(&hex("MY-SPY-IS-IN-FRONT")));
        }
    }

    fn the_same_file_from_two_threads_at_once_is_stored_once(place: &Place) {
        let text = demo()[..400].concat();
        place.open();
        let ready = Barrier::new(3);
        let added: u64 = std::thread::scope(|scope| {
            let work = || {
                let app = place.open();
                ready.wait();
                import_text(&app, &text).counts.added
            };
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        assert_eq!(added, 400);
        let app = place.open();
        assert_eq!(totals(&app).expect("totals").games, 400);
        is_whole(&app);
    }

    fn two_programs_may_begin_on_one_new_database(place: &Place) {
        let ready = Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    ready.wait();
                    place.open();
                });
            }
        });
        assert_eq!(place.database().status().expect("a status").pending, Vec::<String>::new());
    }

    fn the_command_says_what_it_did_and_keeps_what_it_refused(place: &Place) {
        let file = place.dir.path().join("some.ggn");
        let bad = resignation("Cup", "Datu", "2").replace("e6-e5", "e6-e4");
        std::fs::write(&file, resignation("Cup", "Lakandula", "1") + &bad).expect("writes");
        let run = |arguments: &[&str]| said(&place.adjutant(arguments).output().expect("runs"));
        let (code, text) = run(&["import", "some.ggn"]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("1 game added, 0 already there, 1 refused"), "{text}");
        let rejects = std::fs::read_to_string(place.dir.path().join("some.ggn.rejects"));
        let rejects = rejects.expect("a rejects file");
        assert!(rejects.starts_with("; some.ggn: game 2: "), "{rejects}");
        assert!(rejects.contains("[White \"Datu\"]"), "{rejects}");
        std::fs::write(&file, resignation("Cup", "Lakandula", "1")).expect("writes");
        assert_eq!(run(&["import", "some.ggn"]).0, Some(0));
        assert_eq!(run(&["import", "missing.ggn"]).0, Some(2));
        assert_eq!(run(&["check"]).0, Some(0));
    }
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// A kept plan was made for the table's first size: of an empty one it reads every row, and the
/// import of 300,000 games took six times as long.
#[test]
fn postgresql_plans_each_question_of_an_import_for_what_is_there_by_then() {
    use diesel::RunQueryDsl;
    #[derive(diesel::QueryableByName)]
    struct Mode {
        #[diesel(sql_type = diesel::sql_types::Text)]
        plan_cache_mode: String,
    }
    let place = Place::postgres();
    place.open();
    let store = Store::open(place.settings().database).expect("it opens");
    let mut connection = store.bulk_connection().expect("it opens");
    let Engine::Postgres(connection) = connection.engine() else { panic!("another engine") };
    let mode: Mode = diesel::sql_query("SHOW plan_cache_mode").get_result(connection).expect("it");
    assert_eq!(mode.plan_cache_mode, "force_custom_plan");
}
