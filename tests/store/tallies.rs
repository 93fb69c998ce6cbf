//! The stored tallies of revealed games: those of their records, whatever happens to these.

use std::time::Duration;

use adjutant_domain::account::roles::SiteRole;
use adjutant_service::access::Actor;
use adjutant_service::accounts::create_account;
use adjutant_service::import::import;
use adjutant_service::owner::Owner;
use adjutant_service::records::{Provenance, encode};
use adjutant_service::tallies::{Recount, Tally, complete, of_player, recount};
use adjutant_service::{App, players};
use adjutant_store::game_tallies::{self, GameTally};
use adjutant_store::game_writer::NewGame;
use adjutant_store::record_corrections::replace_record;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, Store, StoreError};
use salpakan::record::notation::ggn;

use crate::support::{NOW, Place, demo, import_text, on_both_engines, resignation, unfinished};

/// The games of a player of the demo.
fn games() -> String {
    demo().into_iter().filter(|game| game.contains("\"Lakandula\"")).collect()
}

fn shown(app: &App) -> String {
    let lakan = players::by_handle(app, "Lakandula").expect("a player of the demo").id;
    let tallies: Vec<Tally> = of_player(app, lakan).expect("tallies");
    assert!(!tallies.is_empty());
    format!("{tallies:?}")
}

fn found(app: &App) -> (u64, u64) {
    let Recount { lacking, wrong, .. } = recount(app, false).expect("a recount");
    (lacking, wrong)
}

fn completed(app: &App) -> usize {
    let mut calculated = 0;
    loop {
        match complete(app).expect("they are calculated") {
            0 => return calculated,
            more => calculated += more,
        }
    }
}

/// A second way into the database of a place.
fn connection(place: &Place) -> AnyConnection {
    let store = Store::open(place.settings().database).expect("a second way in");
    store.dedicated_connection().expect("a connection")
}

/// What is stored of the first two games.
fn figures(conn: &mut AnyConnection) -> Vec<GameTally> {
    let (form, mut figures) = (1, Vec::new());
    for game_id in [1, 2] {
        let stored = game_tallies::by_games(conn, &[game_id], form).expect("figures");
        let tally = |(content_id, body)| GameTally { game_id, content_id, form, body };
        figures.extend(stored.into_iter().map(tally));
    }
    assert_eq!(figures.len(), 2);
    figures
}

/// This record, to be stored in place of another one.
fn record(app: &App, text: &str) -> NewGame {
    let judged = ggn::read(text).expect("a record");
    encode(app, &judged.into(), &Owner::from(Provenance::Command), NOW).expect("a game")
}

fn two_games(app: &App) {
    import_text(
        app,
        &[resignation("Open", "Lam-ang", "1"), resignation("Open", "Lam-ang", "2")].concat(),
    );
    assert_eq!(completed(app), 2);
}

fn put(conn: &mut AnyConnection, figures: &[GameTally]) {
    in_transaction::<_, StoreError>(conn, |conn| game_tallies::replace(conn, figures))
        .expect("they are stored");
}

/// The games whose figures are stored.
fn stored(place: &Place) -> Vec<i64> {
    place.numbers("SELECT CAST(game_id AS BIGINT) AS number FROM game_tallies ORDER BY game_id")
}

on_both_engines! {
    fn figures_of_a_record_that_has_been_replaced_or_hidden_meanwhile_are_not_stored(place: &Place) {
        let app = place.open();
        two_games(&app);
        let mut conn = connection(place);
        let old = figures(&mut conn);
        put(&mut conn, &old);
        assert_eq!(stored(place), [1, 2], "the records are the same");
        let other = record(&app, &resignation("Open", "Lam-ang", "3"));
        let hidden = record(&app, &unfinished("Lam-ang", "a secret"));
        in_transaction::<_, StoreError>(&mut conn, |conn| {
            replace_record(conn, 1, &other)?;
            replace_record(conn, 2, &hidden)
        }).expect("they are replaced");
        assert_eq!(stored(place), [0_i64; 0]);
        put(&mut conn, &old);
        assert_eq!(stored(place), [0_i64; 0]);
        assert_eq!((completed(&place.open()), stored(place)), (1, vec![1]));
        assert_eq!(found(&app), (0, 0));
    }

    fn the_tallies_of_every_revealed_game_are_stored_and_pages_show_the_same_as_before(place: &Place) {
        let app = place.open();
        import_text(&app, &games());
        let (calculated, (lacking, _)) = (shown(&app), found(&app));
        assert!(lacking > 0);
        assert_eq!(completed(&app) as u64, lacking);
        assert_eq!(found(&app), (0, 0));
        assert_eq!(shown(&place.open()), calculated, "another server reads what is stored");
    }

    fn a_recount_finds_what_is_lacking_or_damaged_and_mends_it(place: &Place) {
        let app = place.open();
        import_text(&app, &games());
        completed(&app);
        let before = shown(&app);
        let some = "(SELECT min(game_id) FROM game_tallies WHERE length(body) > 0)";
        place.run_sql(&format!("UPDATE game_tallies SET body = (SELECT body FROM game_tallies \
             WHERE game_id > {some} AND length(body) > 0 ORDER BY game_id LIMIT 1) WHERE game_id = {some}"));
        assert_eq!(found(&app), (0, 1));
        place.run_sql("DELETE FROM game_tallies WHERE game_id = (SELECT max(game_id) FROM game_tallies)");
        assert_eq!(found(&app), (1, 1));
        assert_eq!(recount(&app, true).map(|all| (all.lacking, all.wrong)).expect("a recount"), (1, 1));
        assert_eq!((found(&app), shown(&place.open())), ((0, 0), before));
    }

    fn a_game_with_another_content_or_hidden_again_shows_nothing_that_is_stored(place: &Place) {
        let app = place.open();
        import_text(&app, &games());
        completed(&app);
        let (before, count) = (shown(&app), shown(&app).matches("Tally {").count());
        place.run_sql("UPDATE game_tallies SET body = '', content_id = '1234567890'");
        assert_eq!(shown(&place.open()), before, "it is calculated from the records");
        place.run_sql("UPDATE games SET revealed = 0 WHERE id = (SELECT max(g.id) FROM games g \
             JOIN players p ON p.id IN (g.white_id, g.black_id) WHERE p.handle = 'Lakandula' AND g.revealed <> 0)");
        assert_eq!(shown(&place.open()).matches("Tally {").count(), count - 1);
    }

    fn a_record_that_is_replaced_loses_its_tallies_until_they_are_calculated_anew(place: &Place) {
        let app = place.open();
        let text = games();
        let (account, _) = create_account(&app, &Actor::for_command(), "Datu", "", SiteRole::None, NOW)
            .expect("an account");
        import(&app, text.as_bytes(), Owner::Member { account }, NOW, &mut |_, _| ())
            .expect("a member imports them");
        assert!(completed(&app) > 0);
        import_text(&app, &text);
        assert!(found(&app).0 > 0, "the site has taken them over");
        assert!(completed(&place.open()) > 0);
        assert_eq!(found(&app), (0, 0));
    }
}

#[test]
fn whoever_stores_figures_waits_for_nobody_who_replaces_their_record() {
    let place = Place::postgres();
    let app = place.open();
    two_games(&app);
    let mut writer = connection(&place);
    let old = figures(&mut writer);
    let other = record(&app, &resignation("Open", "Lam-ang", "3"));
    in_transaction::<_, StoreError>(&mut writer, |writer| {
        replace_record(writer, 1, &other)?;
        put(&mut connection(&place), &old);
        Ok(())
    })
    .expect("it is replaced");
    assert_eq!(stored(&place), [2]);
}

#[test]
fn a_record_that_is_replaced_while_figures_are_stored_loses_these() {
    let place = Place::postgres();
    let app = place.open();
    two_games(&app);
    let (mut server, mut writer) = (connection(&place), connection(&place));
    let old = figures(&mut server);
    let other = record(&app, &resignation("Open", "Lam-ang", "3"));
    let replacing = in_transaction::<_, StoreError>(&mut server, |server| {
        game_tallies::replace(server, &old)?;
        let replacing = std::thread::spawn(move || {
            in_transaction::<_, StoreError>(&mut writer, |conn| replace_record(conn, 1, &other))
        });
        let waiting = "SELECT count(*) FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while place.numbers(waiting) != [1] {
            assert!(!replacing.is_finished(), "it does not wait");
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(replacing)
    });
    replacing.expect("they are stored").join().expect("no panic").expect("it is replaced");
    assert_eq!(stored(&place), [2]);
}
