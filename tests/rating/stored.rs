//! Ratings in the store, on SQLite and on PostgreSQL.

use std::collections::BTreeMap;
use std::io::Cursor;

use adjutant_service::access::Actor;
use adjutant_service::import::{Verdict, import};
use adjutant_service::ratings::{self, Changed, GameRating};
use adjutant_service::records::{GameId, Provenance};
use adjutant_service::{App, AppSettings, Location, edition, games, leaderboard, players};
use adjutant_store::{Store, ledgers};
use ledger_ratings::board::Board;
use ledger_ratings::{Change, Day, Difference, Pool, Score, Unrated};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use salpakan::rules::Termination;

use crate::postgres;
use adjutant_domain::moment::Micros;

/// A service on a database of its own.
pub struct House {
    pub app: App,
    pub settings: AppSettings,
    _dir: tempfile::TempDir,
    _database: Option<postgres::Database>,
}

pub fn house(on_postgres: bool) -> House {
    let dir = tempfile::tempdir().expect("a directory for the test");
    let database = on_postgres.then(postgres::migrated_database);
    let location = match &database {
        Some(database) => Location::parse(&database.url()).expect("a PostgreSQL address"),
        None => Location::Sqlite(dir.path().join("test.sqlite")),
    };
    let settings = AppSettings { database: location, key_file: dir.path().join("seal.key") };
    let app = App::open(&settings).expect("an empty database opens");
    House { app, settings, _dir: dir, _database: database }
}

/// A game without plies: enough for ratings.
#[derive(Debug, Clone)]
pub struct Tags {
    pub date: String,
    pub event: String,
    pub round: u32,
    /// Tells apart what is otherwise alike.
    pub table: u32,
    pub white: String,
    pub black: String,
    pub result: &'static str,
    pub termination: &'static str,
}

impl Tags {
    pub fn ggn(&self) -> String {
        let Tags { date, event, round, table, white, black, result, termination } = self;
        format!(
            "[Event \"{event}\"]\n[Site \"Table {table}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [TimeControl \"1200+5\"]\n[Termination \"{termination}\"]\n\n{result}\n\n"
        )
    }
}

pub fn random_tags(count: u32, players: u32, seed: u64) -> Vec<Tags> {
    let mut rng = StdRng::seed_from_u64(seed);
    (0..count)
        .map(|table| {
            let white = rng.random_range(0..players);
            let black = (white + rng.random_range(1..players)) % players;
            let (result, termination) = match rng.random_range(0..9) {
                0..=3 => ("1-0", "resignation"),
                4..=6 => ("0-1", "time"),
                7 => ("1/2-1/2", "agreement"),
                _ => ("1-0", "default"),
            };
            let day = rng.random_range(0..112);
            Tags {
                date: format!("2026.{:02}.{:02}", 1 + day / 28, 1 + day % 28),
                event: ["Liga", "liga", "Open"][rng.random_range(0..3)].to_owned(),
                round: rng.random_range(1..12),
                table,
                white: format!("Player {white}"),
                black: format!("Player {black}"),
                result,
                termination,
            }
        })
        .collect()
}

/// Imports games in one go; the ids of those that are new.
pub fn take(app: &App, tags: &[Tags]) -> Vec<GameId> {
    let text: String = tags.iter().map(Tags::ggn).collect();
    let mut added = Vec::new();
    import(
        app,
        Cursor::new(text),
        Provenance::Command,
        Micros(0),
        &mut |verdict, _| match verdict {
            Verdict::Added(id) => added.push(*id),
            Verdict::Duplicate(_) | Verdict::Unrated(_) => {}
            Verdict::Refused(refusal) => panic!("refused: {}", refusal.error),
        },
    )
    .expect("the games can be stored");
    added
}

fn rapid() -> &'static Pool {
    Pool::by_key("rapid").expect("a default pool")
}

type Account = Vec<(String, String, Score, Change)>;

/// Every player's rating history with names in the place of numbers.
fn accounts(app: &App) -> BTreeMap<String, Account> {
    let mut accounts = BTreeMap::new();
    for player in players::page(app, "player", "", 200).expect("players can be listed") {
        let entries = ratings::history(app, rapid(), player.id).expect("a sound ledger");
        let named = ratings::named(app, &entries).expect("games and players are there");
        let account = named.into_iter().map(|named| {
            let game = named.game.to_string();
            (game, named.opponent.to_lowercase(), named.entry.score, named.entry.change)
        });
        accounts.insert(player.handle.to_lowercase(), account.collect());
    }
    accounts
}

/// A fold from nothing finds nothing to differ; its checksum.
fn assert_proven(app: &App) -> i64 {
    let pools = ratings::recompute(app, false, 5).expect("the ratings can be folded");
    for pool in &pools {
        assert!(pool.agrees(), "{}: {pool:?}", pool.pool.key);
    }
    pools.iter().map(|pool| pool.computed.checksum).fold(0, i64::wrapping_add)
}

fn board_rows(board: &Board) -> Vec<(usize, String, i32)> {
    let page = board.page(None, 1_000);
    let row = |placed: &ledger_ratings::board::Placed| {
        (placed.place, placed.row.handle.to_lowercase(), placed.row.glicko.rating)
    };
    page.rows.iter().map(row).collect()
}

#[test]
fn any_order_of_import_on_either_engine_gives_the_same_integers() {
    let mut tags = random_tags(700, 24, 11);
    let mut found = Vec::new();
    for (on_postgres, seed) in [(false, 1), (false, 2), (true, 3)] {
        let house = house(on_postgres);
        let mut rng = StdRng::seed_from_u64(seed);
        tags.shuffle(&mut rng);
        // The first lot is folded from nothing, the others go on from the ledgers.
        let (lot, mut rest) = tags.split_at(rng.random_range(510..600));
        take(&house.app, lot);
        while !rest.is_empty() {
            let (some, others) = rest.split_at(rng.random_range(1..40).min(rest.len()));
            take(&house.app, some);
            rest = others;
        }
        found.push((assert_proven(&house.app), accounts(&house.app)));
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn an_old_game_that_comes_late_re_rates_from_there() {
    for on_postgres in [false, true] {
        let house = house(on_postgres);
        take(&house.app, &random_tags(60, 6, 12));
        let before = accounts(&house.app);
        let mut late = random_tags(1, 6, 13);
        (late[0].date, late[0].termination) = ("2025.12.01".to_owned(), "resignation");
        late[0].result = "0-1";
        take(&house.app, &late);
        let after = accounts(&house.app);
        assert_proven(&house.app);
        let winner = &after[&late[0].black.to_lowercase()];
        assert_eq!(winner.len(), before[&late[0].black.to_lowercase()].len() + 1);
        assert_eq!(winner[0].3.before, rapid().system.start, "it is his first game now");
        assert_ne!(winner.last(), before[&late[0].black.to_lowercase()].last());
    }
}

#[test]
fn a_default_never_changes_a_rating() {
    for on_postgres in [false, true] {
        let house = house(on_postgres);
        take(&house.app, &random_tags(40, 5, 14));
        let before = accounts(&house.app);
        let mut absent = random_tags(1, 5, 15);
        (absent[0].termination, absent[0].result) = ("default", "1-0");
        let id = take(&house.app, &absent)[0];
        assert_eq!(accounts(&house.app), before);
        let game = games::get(&house.app, id).expect("it is stored");
        let rating = ratings::of_game(&house.app, &game).expect("it is stored");
        assert_eq!(rating, GameRating::Unrated(Unrated::Ending(Termination::Default)));
    }
}

#[test]
fn nobody_is_rated_under_a_question_mark() {
    let house = house(false);
    let mut tags = random_tags(30, 4, 16);
    for tags in tags.iter_mut().step_by(3) {
        tags.white = "?".to_owned();
    }
    take(&house.app, &tags);
    assert_proven(&house.app);
    let board = leaderboard::board(&house.app, rapid()).expect("a board");
    assert!(board.players() >= 4);
    assert!(
        leaderboard::find(&house.app, &Actor::nobody(), rapid(), "?").expect("a search").is_none()
    );
}

#[test]
fn before_and_after_stand_with_the_game_as_in_both_histories() {
    for on_postgres in [false, true] {
        let house = house(on_postgres);
        let mut tags = random_tags(30, 4, 17);
        tags.iter_mut().for_each(|tags| {
            tags.termination = match tags.result {
                "1/2-1/2" => "agreement",
                _ => "time",
            }
        });
        for id in take(&house.app, &tags) {
            let game = games::get(&house.app, id).expect("it is stored");
            let GameRating::Rated { pool, white, black } =
                ratings::of_game(&house.app, &game).expect("it is stored")
            else {
                panic!("{id} is not rated");
            };
            assert_eq!(pool.key, "rapid");
            for (player, change) in [(game.white_id, white), (game.black_id, black)] {
                let history = ratings::history(&house.app, pool, player).expect("a ledger");
                let entry = history.iter().find(|entry| entry.game == i64::from(game.number));
                assert_eq!(entry.map(|entry| entry.change), Some(change));
            }
        }
    }
}

#[test]
fn the_board_in_memory_follows_the_ledgers() {
    for on_postgres in [false, true] {
        let house = house(on_postgres);
        assert_eq!(leaderboard::board(&house.app, rapid()).expect("a board").total(), 0);
        let tags = random_tags(620, 20, 18);
        let (lot, rest) = tags.split_at(520);
        take(&house.app, lot);
        for some in rest.chunks(9) {
            take(&house.app, some);
        }
        let board = leaderboard::board(&house.app, rapid()).expect("a board");
        let anew = App::open(&house.settings).expect("it opens again");
        let read = leaderboard::board(&anew, rapid()).expect("a board");
        assert!(board.total() > 10, "{} players have a place", board.total());
        assert_eq!(board_rows(&board), board_rows(&read));
        // What another process rates is noticed.
        take(&anew, &random_tags(5, 20, 19));
        leaderboard::refresh(&house.app).expect("the version can be read");
        let refreshed = leaderboard::board(&house.app, rapid()).expect("a board");
        let read = leaderboard::board(&anew, rapid()).expect("a board");
        assert_eq!(board_rows(&refreshed), board_rows(&read));
        let first = &read.page(None, 1).rows[0].row;
        let found =
            leaderboard::find(&house.app, &Actor::nobody(), rapid(), &first.handle.to_uppercase());
        let standing = found.expect("a search").expect("he is there");
        assert_eq!((standing.position.place, standing.shortfalls.len()), (1, 0));
    }
}

#[test]
fn a_mistyped_year_empties_no_leaderboard_and_the_day_it_names_would() {
    for on_postgres in [false, true] {
        let house = house(on_postgres);
        house.app.set_today(Day::of_tag("2027.01.01"));
        take(&house.app, &random_tags(620, 20, 18));
        let total = leaderboard::board(&house.app, rapid()).expect("a board").total();
        assert!(total > 10, "{total} players have a place");
        let mut slip = random_tags(1, 20, 19);
        slip[0].date = "2206.05.26".to_owned();
        // Days still to come were taken once, and are where no day is set.
        house.app.set_today(Day::LAST);
        take(&house.app, &slip);
        house.app.set_today(Day::of_tag("2027.01.01"));
        let board = leaderboard::board(&house.app, rapid()).expect("a board");
        assert!(board.total() + 2 >= total, "{} of {total} stay", board.total());
        let edition = house.app.edition();
        let look = |day| edition::look_for_changes(&house.app, Day::of_tag(day)).expect("a look");
        look("2027.01.02");
        let later = leaderboard::board(&house.app, rapid()).expect("a board");
        assert_eq!(board_rows(&later), board_rows(&board));
        look("2206.05.26");
        assert!(house.app.edition() > edition, "kept answers are made anew");
        let then = leaderboard::board(&house.app, rapid()).expect("a board");
        assert!(then.total() <= 2, "{} are left", then.total());
    }
}

#[test]
fn a_recompute_names_what_differs_and_mends_it() {
    for on_postgres in [false, true] {
        let house = house(on_postgres);
        take(&house.app, &random_tags(80, 6, 20));
        let right = accounts(&house.app);
        let store = Store::open(house.settings.database.clone()).expect("a second way in");
        let mut connection = store.connection().expect("a connection");
        let victim = players::by_handle(&house.app, "Player 2").expect("he plays").id;
        let lost = players::by_handle(&house.app, "Player 3").expect("he plays").id;
        let mut ledger =
            ledgers::find(&mut connection, rapid().id, victim).expect("a read").expect("he plays");
        let entries = ledger.entries(rapid()).expect("a sound ledger");
        ledger = ledger_ratings::Ledger::of(rapid(), i64::from(victim), &entries[..3]);
        ledgers::upsert(&mut connection, rapid().id, &[ledger]).expect("a write");
        ledgers::remove(&mut connection, rapid().id, &[i64::from(lost)]).expect("a write");
        drop(connection);

        let found = ratings::recompute(&house.app, false, 9).expect("a fold");
        let rapid_pool = found.iter().find(|pool| pool.pool.key == "rapid").expect("all pools");
        assert_eq!(rapid_pool.different, 2);
        let named = rapid_pool.differences.iter().find(|(player, _)| *player == victim);
        let Some((_, Difference::Entry { at: 3, stored: None, computed: Some(entry) })) = named
        else {
            panic!("{named:?}");
        };
        assert_eq!(*entry, entries[3]);
        assert!(rapid_pool.differences.contains(&(lost, Difference::NotStored)));

        ratings::recompute(&house.app, true, 0).expect("a fold");
        assert_proven(&house.app);
        assert_eq!(accounts(&house.app), right);
    }
}

#[test]
fn where_nothing_is_new_nothing_is_done() {
    let house = house(false);
    let tags = random_tags(20, 5, 21);
    take(&house.app, &tags);
    let version = leaderboard::version(&house.app).expect("a version");
    take(&house.app, &tags);
    let update = ratings::bring_up_to_date(&house.app).expect("a look");
    assert_eq!(update.changed, Changed::Nothing);
    assert_eq!(leaderboard::version(&house.app).expect("a version"), version);
}
