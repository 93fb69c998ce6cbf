//! Databases with the migrations that preceded the baseline, and with the baseline alone.

use std::collections::BTreeSet;

use adjutant_service::games::totals;
use adjutant_service::integrity::check;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::support::{Place, exported, import_text, on_both_engines};
use adjutant_domain::moment::Micros;

const SHARED: &str = include_str!("data/before-baseline/shared.sql");
const POSTGRES: &str = include_str!("data/before-baseline/postgres.sql");
const SQLITE: &str = include_str!("data/before-baseline/sqlite.sql");
/// The first baseline, with 0 and -1 for absent references.
const BASELINE: [&str; 3] = [
    include_str!("data/first-baseline/shared.sql"),
    include_str!("data/first-baseline/postgres.sql"),
    include_str!("../../migrations-sqlite/2026-11-25-000002_sqlite/up.sql"),
];
/// The rows of a database with games, people, an organisation, events and live games.
const ROWS: &str = include_str!("data/before-baseline/rows.sql");

/// The SQL of the engine, and the versions of its migrations.
fn migrations(place: &Place) -> (String, Vec<String>) {
    let own = if place.postgres.is_some() { POSTGRES } else { SQLITE };
    let sql = format!("{SHARED}\n{own}");
    let names = sql.lines().filter_map(|line| line.strip_prefix("-- 2026-"));
    let version = |name: &str| {
        let (version, _) = name.split_once('_').expect("a name");
        format!("2026{}", version.replace('-', ""))
    };
    let versions = names.map(version).collect();
    (sql, versions)
}

/// Removes the tables that a place begins with.
fn empty(place: &Place) {
    match &place.postgres {
        Some(_) => place.run_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public"),
        None => std::fs::remove_file(place.dir.path().join("adjutant.sqlite")).expect("a database"),
    }
}

/// Creates a database as the last program before the baseline left it.
fn old(place: &Place) {
    let (sql, versions) = migrations(place);
    empty(place);
    place.run_sql(&sql);
    migrated(place, &versions);
}

/// Creates a database as the first program with the baseline left it.
fn baseline(place: &Place) {
    let [shared, postgres, sqlite] = BASELINE;
    empty(place);
    place.run_sql(shared);
    place.run_sql(if place.postgres.is_some() { postgres } else { sqlite });
    migrated(place, &["20261125000001", "20261125000002"].map(str::to_owned));
}

/// Says which migrations a database has.
fn migrated(place: &Place, versions: &[String]) {
    place.run_sql(
        "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY NOT NULL, \
         run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)",
    );
    for version in versions {
        place.run_sql(&format!(
            "INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')"
        ));
    }
}

/// Fills it, statement by statement: together they would be too long for a command line.
fn fill(place: &Place) {
    let rows: Vec<&str> = ROWS.lines().filter(|line| !line.starts_with("--")).collect();
    for some in rows.chunks(20) {
        let sql = some.join("\n");
        place.run_sql(&if place.postgres.is_some() { sql.replace("x'", "'\\x") } else { sql });
    }
    let key = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/store/data/form-1.key");
    let own = place.settings().key_file;
    std::fs::copy(key, &own).expect("the key is copied");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&own, mode).expect("a key is its owner's");
}

fn lines(place: &Place, postgres: &str, sqlite: &str) -> BTreeSet<String> {
    #[derive(QueryableByName)]
    struct Line {
        #[diesel(sql_type = Text)]
        line: String,
    }
    if let Some(database) = &place.postgres {
        return database.run_sql(postgres).lines().map(str::to_owned).collect();
    }
    let path = place.dir.path().join("adjutant.sqlite");
    let mut connection =
        SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
    // What was refused may still be closing the file.
    connection.batch_execute("PRAGMA busy_timeout = 10000").expect("a pragma");
    let found: Vec<Line> = diesel::sql_query(sqlite).load(&mut connection).expect("lines");
    found.into_iter().map(|one| one.line).collect()
}

/// What the engine enforces and finds by: columns, references, indexes and triggers, whatever they
/// are called and in whatever order.
fn schema(place: &Place) -> BTreeSet<String> {
    lines(
        place,
        "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || \
         coalesce(column_default, '') || ' ' || coalesce(collation_name, '') \
         FROM information_schema.columns WHERE table_schema = 'public' \
         UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint \
         WHERE connamespace = 'public'::regnamespace \
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
         AND indexname NOT IN (SELECT conname FROM pg_constraint) \
         UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal \
         UNION ALL SELECT name FROM counters",
        "SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || \
         coalesce(c.dflt_value, '') || ' ' || c.pk AS line \
         FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') \
         UNION ALL SELECT m.name || '.' || f.\"from\" || ' -> ' || f.\"table\" \
         FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' \
         UNION ALL SELECT m.name || ' is unique by ' || (SELECT group_concat(name) FROM \
         pragma_index_info(i.name)) FROM sqlite_schema m JOIN pragma_index_list(m.name) i \
         WHERE m.type = 'table' AND i.origin <> 'c' \
         UNION ALL SELECT replace(sql, '\"', '') FROM sqlite_schema WHERE type IN ('index', 'trigger') \
         AND sql IS NOT NULL \
         UNION ALL SELECT name FROM counters",
    )
}

fn versions(place: &Place) -> BTreeSet<String> {
    let sql = "SELECT version AS line FROM __diesel_schema_migrations";
    lines(place, sql, sql)
}

fn faults(place: &Place) -> Vec<String> {
    let mut found = Vec::new();
    check(&place.open(), &mut |fault| found.push(fault.message.clone()), &mut |_| ())
        .expect("it reads");
    found
}

/// References of the rows, and what they are once absent ones are NULL.
const REFERENCES: [(&str, &[i64]); 12] = [
    ("SELECT by_member AS number FROM events ORDER BY id", &[0, 0, 1]),
    ("SELECT id AS number FROM events WHERE organisation_id = 1", &[2]),
    ("SELECT id AS number FROM games WHERE organisation_id = 1 AND imported_by = 2", &[13]),
    ("SELECT count(*) AS number FROM games WHERE organisation_id IS NULL", &[12]),
    ("SELECT id AS number FROM players WHERE merged_into = 1", &[20]),
    ("SELECT id AS number FROM roles WHERE event_id IS NULL AND granted_by IS NULL", &[1]),
    ("SELECT id AS number FROM roles WHERE event_id = 2 AND granted_by = 1", &[2]),
    ("SELECT id AS number FROM members WHERE verified_by IS NULL", &[2]),
    ("SELECT id AS number FROM merges WHERE made_by IS NULL AND undone_by IS NULL", &[2]),
    ("SELECT id AS number FROM plays WHERE organisation_id = 1 AND event_id = 2", &[1]),
    ("SELECT id AS number FROM plays WHERE white_account IS NULL AND game_id IS NULL", &[3]),
    ("SELECT count(*) AS number FROM seeks WHERE to_player_id IS NULL", &[1]),
];

/// Checks that a database with the rows is one as this program makes it, and has lost nothing.
fn brought_over(place: &Place) {
    let new = place.another();
    drop(new.open());
    let app = place.open();
    assert_eq!((schema(place), versions(place)), (schema(&new), versions(&new)));
    assert_eq!(place.database().status().expect("a status").pending, [""; 0]);
    assert_eq!(faults(place), [""; 0]);
    for (sql, expected) in REFERENCES {
        assert_eq!(place.numbers(sql), expected, "{sql}");
    }
    let games = totals(&app).expect("totals").games;
    assert_eq!(games, 13);
    let again = import_text(&app, include_str!("data/form-1.ggn")).counts;
    assert_eq!((again.added, again.duplicates), (0, 13));
    // And by backup and restore, on either engine.
    let mut bytes = Vec::new();
    place.database().backup(&mut bytes, "2026-04-30T12:00:00Z", &mut |_| ()).expect("a backup");
    for other in [Place::sqlite(), Place::postgres()] {
        other.database().restore(bytes.as_slice(), Micros(9), &mut |_| ()).expect("it restores");
        std::fs::copy(place.settings().key_file, other.settings().key_file).expect("the key");
        assert_eq!(faults(&other), [""; 0]);
        assert_eq!(exported(&other.open()), exported(&app));
    }
}

on_both_engines! {
    fn a_database_that_precedes_the_baseline_is_brought_over(place: &Place) {
        old(place);
        fill(place);
        let status = place.database().status().expect("a status");
        let pending = if place.postgres.is_some() { 47 } else { 44 };
        assert_eq!((status.applied.len() > 30, status.pending.len()), (true, pending));
        brought_over(place);
    }

    fn a_database_with_the_baseline_alone_is_brought_over(place: &Place) {
        baseline(place);
        fill(place);
        let status = place.database().status().expect("a status");
        let pending = if place.postgres.is_some() { 45 } else { 42 };
        assert_eq!((status.applied.len(), status.pending.len()), (2, pending));
        brought_over(place);
    }

    fn an_empty_database_that_precedes_the_baseline_is_brought_over(place: &Place) {
        old(place);
        drop(place.open());
        let new = place.another();
        drop(new.open());
        assert_eq!((schema(place), versions(place)), (schema(&new), versions(&new)));
    }

    fn a_database_with_some_of_the_migrations_before_the_baseline_is_left_alone(place: &Place) {
        old(place);
        place.run_sql("DELETE FROM __diesel_schema_migrations WHERE version = '20261121000037'");
        let before = versions(place);
        let refused = place.refusal().to_string();
        for word in ["too old", "`adjutant backup`", "`adjutant restore`"] {
            assert!(refused.contains(word), "{refused}");
        }
        assert_eq!(versions(place), before);
    }
}
