//! Ratings that change while games are under way: written in slices, seen all at once, the same to the integer.

use std::collections::BTreeMap;
use std::io::Cursor;

use adjutant_service::import::import;
use adjutant_service::records::Provenance;
use adjutant_service::{App, players, ratings};
use adjutant_store::Store;
use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use ledger_ratings::Pool;

use crate::stored::{House, Tags, house, random_tags};
use adjutant_domain::moment::Micros;

const PLAYERS: u32 = 300;

fn store(house: &House) -> Store {
    Store::open(house.settings.database.clone()).expect("a second way in")
}

fn run(house: &House, sql: &str) {
    store(house).connection().expect("a connection").batch_execute(sql).expect(sql);
}

fn number(house: &House, sql: &str) -> i64 {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }
    let sql = format!("SELECT CAST(({sql}) AS BIGINT) AS number");
    let mut connection = store(house).dedicated_connection().expect("a connection");
    diesel::sql_query(sql).get_result::<Row>(&mut connection).expect("a row").number
}

/// A game between two who are there already, which goes on for the rest of the test.
fn begin_a_play(house: &House) {
    run(
        house,
        "INSERT INTO plays (id, public_id, state, version, rule_set_id, white_id, black_id, rated, \
         listed, speed, created_at, due_at, ended_at) \
         SELECT 1, 'a-play-abc', 2, 1, 1, MIN(id), MAX(id), 1, 1, 1, 1, 0, 0 FROM players",
    );
}

fn bring(app: &App, tags: &[Tags]) {
    let text: String = tags.iter().map(Tags::ggn).collect();
    import(app, Cursor::new(text), Provenance::Command, Micros(0), &mut |_, _| ())
        .expect("they come in");
}

/// As [`bring`], where ratings cannot follow.
fn bring_unrated(app: &App, tags: &[Tags]) {
    let text: String = tags.iter().map(Tags::ggn).collect();
    import(app, Cursor::new(text), Provenance::Command, Micros(0), &mut |_, _| ())
        .expect_err("it breaks");
}

fn late_game() -> Tags {
    let mut late = random_tags(1, PLAYERS, 31).remove(0);
    (late.date, late.result, late.termination) = ("2023.05.01".to_owned(), "0-1", "resignation");
    late
}

/// The rating after each game of everybody, by name.
fn ledgers(app: &App) -> BTreeMap<String, Vec<(i32, i32)>> {
    let rapid = Pool::by_key("rapid").expect("a default pool");
    let mut all = BTreeMap::new();
    let mut after = String::new();
    loop {
        let page = players::page(app, "player", &after, 200).expect("players");
        let Some(last) = page.last() else { return all };
        after.clone_from(&adjutant_store::names::name_key(&last.handle));
        for player in &page {
            let entries = ratings::history(app, rapid, player.id).expect("a sound ledger");
            let changes = entries.iter().map(|entry| entry.change.after);
            let changes = changes.map(|after| (after.rating, after.deviation)).collect();
            all.insert(player.handle.to_lowercase(), changes);
        }
    }
}

fn assert_proven(app: &App) {
    for pool in ratings::recompute(app, false, 3).expect("a fold") {
        assert!(pool.agrees(), "{}: {pool:?}", pool.pool.key);
    }
}

fn assert_nothing_staged(house: &House) {
    assert_eq!(number(house, "SELECT COUNT(*) FROM staged_ratings"), 0);
    assert_eq!(number(house, "SELECT value FROM counters WHERE name = 'ratings_shown'"), 0);
}

/// Lets no ledger of the later players into this table, or any again.
fn cut(house: &House, table: &str, cut: bool) {
    let on_postgres = house.settings.database.to_string().starts_with("postgres");
    let sql = match (on_postgres, cut) {
        (true, true) => {
            format!("ALTER TABLE {table} ADD CONSTRAINT cut CHECK (player_id < 200) NOT VALID")
        }
        (true, false) => format!("ALTER TABLE {table} DROP CONSTRAINT cut"),
        (false, true) => format!(
            "CREATE TRIGGER cut BEFORE INSERT ON {table} WHEN NEW.player_id >= 200 \
             BEGIN SELECT RAISE(ABORT, 'cut'); END"
        ),
        (false, false) => "DROP TRIGGER cut".to_owned(),
    };
    run(house, &sql);
}

/// Few enough games that one more is rated from the stored ledgers, or so many that all are from nothing.
const SIZES: [u32; 2] = [1_500, 2_600];

#[test]
fn a_late_game_beside_a_play_changes_everybody_to_the_same_integers() {
    for (on_postgres, size) in [(false, SIZES[0]), (false, SIZES[1]), (true, SIZES[0])] {
        let (tags, late) = (random_tags(size, PLAYERS, 30), late_game());
        let (alone, beside) = (house(false), house(on_postgres));
        for house in [&alone, &beside] {
            bring(&house.app, &tags);
        }
        begin_a_play(&beside);
        for house in [&alone, &beside] {
            bring(&house.app, std::slice::from_ref(&late));
        }
        assert_eq!(number(&alone, "SELECT value FROM counters WHERE name = 'ratings_run'"), 0);
        assert_eq!(number(&beside, "SELECT value FROM counters WHERE name = 'ratings_run'"), 1);
        assert_eq!(ledgers(&beside.app), ledgers(&alone.app));
        assert_proven(&beside.app);
        assert_nothing_staged(&beside);
    }
}

#[test]
fn games_that_are_the_first_ever_are_rated_in_slices_beside_a_play() {
    let house = house(false);
    let tags = random_tags(900, PLAYERS, 32);
    let mut unrated = tags[..2].to_vec();
    unrated.iter_mut().for_each(|tags| tags.termination = "default");
    bring(&house.app, &unrated);
    begin_a_play(&house);
    bring(&house.app, &tags);
    assert!(number(&house, "SELECT COUNT(*) FROM player_ratings") > 200);
    assert_proven(&house.app);
    assert_nothing_staged(&house);
}

#[test]
fn readers_see_the_old_ledgers_while_new_ones_are_staged() {
    for (on_postgres, size) in [(false, SIZES[0]), (false, SIZES[1]), (true, SIZES[0])] {
        let house = house(on_postgres);
        bring(&house.app, &random_tags(size, PLAYERS, 33));
        let before = ledgers(&house.app);
        begin_a_play(&house);
        cut(&house, "staged_ratings", true);
        bring_unrated(&house.app, &[late_game()]);
        assert!(number(&house, "SELECT COUNT(*) FROM staged_ratings") > 0, "some were staged");
        assert_eq!(ledgers(&house.app), before);
        cut(&house, "staged_ratings", false);
        let anew = App::open(&house.settings).expect("it starts again");
        assert_eq!(ledgers(&anew), before);
        ratings::bring_up_to_date(&anew).expect("it goes on");
        assert_ne!(ledgers(&anew), before);
        assert_proven(&anew);
        assert_nothing_staged(&house);
    }
}

#[test]
fn readers_see_the_new_ledgers_while_they_are_moved() {
    for (on_postgres, size) in [(false, SIZES[0]), (false, SIZES[1]), (true, SIZES[0])] {
        let house = house(on_postgres);
        bring(&house.app, &random_tags(size, PLAYERS, 33));
        begin_a_play(&house);
        cut(&house, "player_ratings", true);
        bring_unrated(&house.app, &[late_game()]);
        let staged = number(&house, "SELECT COUNT(*) FROM staged_ratings");
        assert!(staged > 0 && staged < 299, "some were moved: {staged} are left");
        let seen = ledgers(&house.app);
        assert_proven(&house.app);
        cut(&house, "player_ratings", false);
        let anew = App::open(&house.settings).expect("it starts again");
        assert_eq!(ledgers(&anew), seen);
        ratings::bring_up_to_date(&anew).expect("it goes on");
        assert_eq!(ledgers(&anew), seen);
        assert_proven(&anew);
        assert_nothing_staged(&house);
        let version = number(&house, "SELECT value FROM counters WHERE name = 'ratings_version'");
        ratings::bring_up_to_date(&anew).expect("nothing is left to do");
        let again = number(&house, "SELECT value FROM counters WHERE name = 'ratings_version'");
        assert_eq!(again, version);
    }
}
