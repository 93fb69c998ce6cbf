//! The service of either world, asked everything, and its database, looked at row by row.

use std::collections::BTreeMap;

use adjutant_service::games::{self, Filter};
use adjutant_service::import::{Verdict, import};
use adjutant_service::records::{GameId, Provenance};
use adjutant_service::{App, AppSettings, Location, events, export, open_archive, players};
use diesel::prelude::*;
use diesel::sql_types::Text;
use salpakan::record::JudgedRecord;
use salpakan::record::notation::ggn;
use salpakan::rules::Color;

use crate::worlds::{Pair, difference, pairs};
use adjutant_domain::moment::Micros;

const GAMES: usize = 60;
const NOW: Micros = Micros(1_760_000_000_000_000);

/// A service that has taken in the records of one world.
struct World {
    app: App,
    ids: Vec<GameId>,
    dir: tempfile::TempDir,
}

fn world<'a>(records: impl Iterator<Item = &'a JudgedRecord>) -> World {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let settings = AppSettings {
        database: Location::Sqlite(dir.path().join("adjutant.db")),
        key_file: dir.path().join("key"),
    };
    let app = App::open(&settings).expect("the service opens");
    let mut text = String::new();
    records.for_each(|record| ggn::write(&mut text, record));
    let mut ids = Vec::new();
    let mut take = |verdict: &Verdict, _: &_| match verdict {
        Verdict::Added(id) => ids.push(*id),
        Verdict::Duplicate(id) => panic!("{id} is there twice"),
        Verdict::Unrated(remark) => panic!("not rated: {}", remark.message),
        Verdict::Refused(refusal) => panic!("refused: {}", refusal.error),
    };
    import(&app, text.as_bytes(), Provenance::Command, NOW, &mut take).expect("the import ends");
    World { app, ids, dir }
}

fn worlds() -> (Vec<Pair>, World, World) {
    let pairs = pairs(GAMES);
    let one = world(pairs.iter().map(|pair| &pair.one));
    let other = world(pairs.iter().map(|pair| &pair.other));
    (pairs, one, other)
}

/// Everything that the service says of its games, by the question.
fn answers(world: &World) -> BTreeMap<String, String> {
    let app = &world.app;
    let mut answers = BTreeMap::new();
    let mut note = |question: String, answer: String| answers.insert(question, answer);
    note("totals".into(), format!("{:?}", games::totals(app)));
    note("games".into(), format!("{:?}", games::page(app, &Filter::default(), None, 200)));
    note("events".into(), format!("{:?}", events::page(app, None, None, 200)));
    for id in &world.ids {
        let game = games::get(app, *id).expect("the game is there");
        note(format!("game {id}"), format!("{game:?}"));
        for handle in [&game.summary.white, &game.summary.black] {
            note(format!("player {handle}"), format!("{:?}", players::summary(app, handle)));
        }
        let event = events::get(app, &game.summary.event_slug);
        note(format!("event {}", game.summary.event), format!("{event:?}"));
    }
    answers
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Every row of every table as text, by table; of secret tables the lengths of their bodies only.
fn rows(world: &World) -> BTreeMap<String, Vec<String>> {
    let path = world.dir.path().join("adjutant.db");
    let mut sqlite = SqliteConnection::establish(path.to_str().expect("a plain path"))
        .expect("the database opens");
    let mut read = |sql: &str| -> Vec<String> {
        let lines = diesel::sql_query(sql).load::<Line>(&mut sqlite);
        lines.unwrap_or_else(|e| panic!("{sql}: {e}")).into_iter().map(|line| line.line).collect()
    };
    let tables = read("SELECT name AS line FROM sqlite_master WHERE type = 'table' ORDER BY 1");
    assert!(tables.iter().any(|table| table == "deployments"), "{tables:?}");
    let mut dump = BTreeMap::new();
    for table in tables.into_iter().filter(|table| !table.starts_with("__diesel")) {
        let columns = read(&format!("SELECT name AS line FROM pragma_table_info('{table}')"));
        let shown = columns.iter().map(|column| match (table.as_str(), column.as_str()) {
            ("deployments", "body" | "annotations")
            | ("set_ups" | "toss_seeds" | "play_notes", "body") => format!("length({column})"),
            _ => format!("quote({column})"),
        });
        let line = shown.collect::<Vec<_>>().join(" || ' ' || ");
        dump.insert(table.clone(), read(&format!("SELECT {line} AS line FROM {table} ORDER BY 1")));
    }
    dump
}

#[test]
fn the_worlds_are_truly_different() {
    let pairs = pairs(GAMES);
    let changed: usize = pairs.iter().map(difference).sum();
    assert!(changed > 25 * GAMES, "{} pieces a game have another rank", changed / GAMES);
    for pair in &pairs {
        assert_eq!(pair.one.timeline, pair.other.timeline);
        assert_eq!(pair.one.header, pair.other.header);
    }
}

#[test]
fn the_service_says_the_same_in_both_worlds() {
    let (_, one, other) = worlds();
    assert_eq!(one.ids, other.ids, "a game's name covers nothing secret");
    let (ones, others) = (answers(&one), answers(&other));
    assert!(ones.len() > GAMES);
    for (question, answer) in &ones {
        assert_eq!(Some(answer), others.get(question), "{question}");
    }
}

#[test]
fn nothing_of_an_unfinished_game_is_exported() {
    let (_, one, _) = worlds();
    let mut given = 0;
    export::export(&one.app, &Filter::default(), &mut |_| {
        given += 1;
        true
    })
    .expect("the export ends");
    assert_eq!(given, 0);
}

#[test]
fn no_row_outside_the_sealed_bodies_differs() {
    let (_, one, other) = worlds();
    let (ones, others) = (rows(&one), rows(&other));
    assert_eq!(ones.keys().collect::<Vec<_>>(), others.keys().collect::<Vec<_>>());
    for (table, lines) in &ones {
        assert_eq!(Some(lines), others.get(table), "{table}");
    }
    assert_eq!(ones["deployments"].len(), GAMES);
}

#[test]
fn no_file_of_the_service_holds_a_set_up_or_a_comment_in_the_clear() {
    let (pairs, one, _) = worlds();
    for entry in std::fs::read_dir(one.dir.path()).expect("the directory").flatten() {
        let bytes = std::fs::read(entry.path()).expect("the file");
        let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|part| part == needle);
        assert!(!holds(b"canary"), "{:?}", entry.path());
        for pair in &pairs[..5] {
            for color in Color::ALL {
                let army = pair.one.armies[color].expect("both armies are there");
                let row = army.notation();
                assert!(!holds(&row.as_bytes()[..9]), "{:?}", entry.path());
            }
        }
    }
}

#[test]
fn a_difference_that_is_public_is_seen_by_these_tests() {
    let mut pairs = pairs(2);
    pairs[1].other.timeline.plies.pop();
    let one = world(pairs.iter().map(|pair| &pair.one));
    let other = world(pairs.iter().map(|pair| &pair.other));
    assert_ne!(one.ids, other.ids);
    assert_ne!(answers(&one), answers(&other));
    assert_ne!(rows(&one)["timelines"], rows(&other)["timelines"]);
}

/// The open archive of everything, as it would be written.
fn archived(app: &App) -> String {
    let mut text = String::new();
    let ever = (Micros::MIN, Micros::MAX);
    open_archive::published_between(app, ever, &mut |record| {
        adjutant_domain::game::write_ggn(&mut text, record);
        true
    })
    .expect("the archive ends");
    text
}

#[test]
fn n09_no_game_that_is_not_revealed_gets_into_the_open_archive() {
    let (pairs, one, other) = worlds();
    let over = "[Event \"Over\"]\n[White \"Ana\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\
                [Termination \"resignation\"]\n[WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
                [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n1. e3-e4 e6-e5 0-1\n\n";
    for world in [&one, &other] {
        import(&world.app, over.as_bytes(), Provenance::Command, NOW, &mut |_, _| {})
            .expect("it ends");
    }
    let mut texts = [archived(&one.app), archived(&other.app)];
    assert_eq!(texts[0].matches("[Event ").count(), 1, "what is revealed is in it");
    assert!(!texts[0].contains("canary"));
    assert_eq!(texts[0], texts[1]);
    // Nor does a row that says it is revealed bring out a game that has not ended.
    for (world, text) in [&one, &other].into_iter().zip(&texts) {
        let path = world.dir.path().join("adjutant.db");
        let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
        diesel::sql_query("UPDATE games SET revealed = 1").execute(&mut raw).expect("it runs");
        assert_eq!(archived(&world.app), *text);
    }
    // An archive with such a game would be noticed.
    for (text, record) in texts.iter_mut().zip([&pairs[0].one, &pairs[0].other]) {
        ggn::write(text, record);
        assert!(text.contains("canary"));
    }
    assert_ne!(texts[0], texts[1]);
}
