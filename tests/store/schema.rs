//! Who may know each column, said in one list that leaves none out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::support::{Place, on_both_engines};

const SCHEMA: &str = include_str!("../../crates/store/src/schema.rs");

type Listed = BTreeMap<String, BTreeMap<String, String>>;

/// Who may know each column, by table and column, as the schema declares it.
fn listed() -> Listed {
    let mut listed = Listed::new();
    let mut table = "";
    let declared = SCHEMA.lines().skip_while(|line| !line.starts_with("tables! {"));
    for line in declared.take_while(|line| *line != "}") {
        if let Some((name, _)) = line.split_once(" (").filter(|_| line.ends_with(") {")) {
            table = name.trim();
        } else if let Some((column, declared)) = line.trim().split_once(" -> ") {
            let (_, who) = declared.trim_end_matches(',').split_once(": ").expect("a word");
            listed.entry(table.to_owned()).or_default().insert(column.to_owned(), who.to_owned());
        }
    }
    listed
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    place: String,
}

/// Every `table.column` that the database really has, without diesel's own table of migrations.
fn columns(place: &Place) -> BTreeSet<String> {
    if let Some(database) = &place.postgres {
        let sql = "SELECT table_name || '.' || column_name FROM information_schema.columns \
                   WHERE table_schema = 'public'";
        let columns = database.run_sql(sql);
        return columns.lines().filter(|place| is_ours(place)).map(str::to_owned).collect();
    }
    let path = place.dir.path().join("adjutant.sqlite");
    let mut connection =
        SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
    let sql = "SELECT m.name || '.' || c.name AS place FROM sqlite_schema m \
               JOIN pragma_table_info(m.name) c WHERE m.type IN ('table', 'view')";
    let columns: Vec<Column> = diesel::sql_query(sql).load(&mut connection).expect("columns");
    columns.into_iter().map(|column| column.place).filter(|place| is_ours(place)).collect()
}

/// Not diesel's table, nor the indexes of the search, whose only text is a column listed here.
fn is_ours(place: &str) -> bool {
    let table = place.split('.').next().unwrap_or_default();
    table != "__diesel_schema_migrations" && !table.contains("_search")
}

on_both_engines! {
    fn every_column_is_listed_and_nothing_else(place: &Place) {
        place.open();
        let said: BTreeSet<String> = listed()
            .iter()
            .flat_map(|(table, columns)| columns.keys().map(move |name| format!("{table}.{name}")))
            .collect();
        assert_eq!(said, columns(place));
    }
}

#[test]
fn no_two_migrations_of_an_engine_have_the_same_number() {
    // Of two with one number, the second would never be applied.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for own in ["migrations-sqlite", "migrations-postgres"] {
        let mut numbers = BTreeSet::new();
        for folder in ["migrations", own] {
            for entry in std::fs::read_dir(root.join(folder)).expect("migrations").flatten() {
                let name = entry.file_name().into_string().expect("UTF-8");
                let (number, _) = name.split_once('_').expect("a number and a name");
                assert!(numbers.insert(number.to_owned()), "{folder}/{name} has another's number");
            }
        }
    }
}

#[test]
fn only_armies_comments_and_the_toss_are_secret() {
    let known = ["public", "owner", "person", "key", "secret", "seat", "own"];
    let mut secret = BTreeSet::new();
    for (table, columns) in listed() {
        for (column, who) in columns {
            assert!(known.contains(&who.as_str()), "{table}.{column}");
            if who == "secret" {
                secret.insert(format!("{table}.{column}"));
            }
        }
    }
    let expected =
        ["deployments.annotations", "deployments.body", "set_ups.body", "toss_seeds.body"];
    assert_eq!(secret, expected.map(str::to_owned).into());
}

#[test]
fn secrets_that_open_something_are_marked_as_keys() {
    for (table, columns) in listed() {
        for (column, who) in columns {
            let opens = column.ends_with("_hash") || ["password", "totp"].contains(&&*column);
            assert!(!opens || who == "key", "{table}.{column} is {who}");
        }
    }
}

/// The files of the store that name a table as diesel knows it, or in SQL of their own.
fn files_that_name(table: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/src");
    let mut found = BTreeSet::new();
    let mut dirs = vec![root.clone()];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(dir).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source is UTF-8");
                if names_table(&text, table) {
                    let name = path.strip_prefix(&root).expect("below the root");
                    found.insert(name.display().to_string());
                }
            }
        }
    }
    found
}

fn names_table(source: &str, table: &str) -> bool {
    let imported = source.split(';').any(|statement| {
        statement.contains("schema::") && words(statement).any(|word| word == table)
    });
    let in_sql = source.split('"').skip(1).step_by(2).any(|text| {
        let upper = text.to_uppercase();
        let is_sql = ["SELECT ", "FROM ", "JOIN ", "UPDATE ", " <> "]
            .iter()
            .any(|verb| upper.contains(verb));
        is_sql && words(text).any(|word| word == table)
    });
    imported || in_sql
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

#[test]
fn a_secret_table_is_named_by_its_door_the_writer_the_count_and_the_backup_alone() {
    let secret = ["deployments", "set_ups", "toss_seeds"];
    let doors: [&[&str]; 3] = [
        &["archive/tables", "deployments", "integrity", "lost_key", "resealing", "game_writer"],
        &["archive/tables", "lost_key", "resealing", "set_ups"],
        &["archive/tables", "lost_key", "resealing", "toss_seeds"],
    ];
    for (table, columns) in listed() {
        if columns.values().any(|who| who == "secret") {
            let at = secret.iter().position(|known| *known == table);
            let doors = doors[at.expect("a secret table has its doors listed here")];
            let expected = doors.iter().map(|door| format!("{door}.rs")).collect();
            assert_eq!(files_that_name(&table), expected, "{table}");
        }
    }
    let counts = include_str!("../../crates/store/src/integrity.rs");
    assert!(!words(counts).any(|word| word == "body"), "what is counted is not read");
}

#[test]
fn private_tables_are_named_by_their_module_the_backup_and_deletion_only() {
    let mut tables = BTreeSet::new();
    for (table, columns) in listed() {
        let alone = columns.values().find(|who| ["own", "seat"].contains(&who.as_str()));
        let Some(whose) = alone else { continue };
        // A seat's own are taken away by their own room, whose function leaving calls.
        let leaving = (whose == "own").then_some("account_deletion");
        // No plain text of anything sealed is visible.
        let rooms = ["archive/tables", "lost_key", "resealing", &table].into_iter().chain(leaving);
        let expected = rooms.map(|room| format!("{room}.rs")).collect();
        assert_eq!(files_that_name(&table), expected, "{table}");
        tables.insert(table);
    }
    assert_eq!(tables, ["own_set_ups", "play_notes"].map(str::to_owned).into());
}

#[test]
fn a_look_past_the_door_is_found() {
    let planted = [
        "use crate::store::schema::{games, deployments};",
        "use super::schema::deployments as d;",
        "fn f() { diesel::sql_query(\"SELECT body FROM deployments\") }",
        "fn f() { crate::store::schema::deployments::table.first(c) }",
    ];
    for text in planted {
        assert!(names_table(text, "deployments"), "{text}");
    }
    assert!(!names_table("let deployments = store::deployments::revealed(c)?;", "deployments"));
}
