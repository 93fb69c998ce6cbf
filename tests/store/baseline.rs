//! Databases with the migrations that preceded the baseline.

use std::collections::BTreeSet;

use adjutant_service::games::totals;
use adjutant_service::integrity::check;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::support::{Place, exported, import_text, on_both_engines};

const SHARED: &str = include_str!("data/before-baseline/shared.sql");
const POSTGRES: &str = include_str!("data/before-baseline/postgres.sql");
const SQLITE: &str = include_str!("data/before-baseline/sqlite.sql");
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

/// Creates a database as the last program before the baseline left it.
fn old(place: &Place) {
    let (sql, versions) = migrations(place);
    place.run_sql(&sql);
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

on_both_engines! {
    fn a_database_that_precedes_the_baseline_is_brought_to_it(place: &Place) {
        old(place);
        fill(place);
        let new = place.another();
        drop(new.open());
        let status = place.database().status().expect("a status");
        assert_eq!((status.applied.len() > 30, status.pending.len()), (true, 2));
        let app = place.open();
        assert_eq!((schema(place), versions(place)), (schema(&new), versions(&new)));
        assert_eq!(place.database().status().expect("a status").pending, [""; 0]);
        assert_eq!(faults(place), [""; 0]);
        let games = totals(&app).expect("totals").games;
        assert_eq!(games, 13);
        let again = import_text(&app, include_str!("data/form-1.ggn")).counts;
        assert_eq!((again.added, again.duplicates), (0, 13));
        // And by backup and restore, on either engine.
        let mut bytes = Vec::new();
        place.database().backup(&mut bytes, "2026-04-30T12:00:00Z", &mut |_| ()).expect("a backup");
        for other in [Place::sqlite(), Place::postgres()] {
            other.database().restore(bytes.as_slice(), 9, &mut |_| ()).expect("it restores");
            std::fs::copy(place.settings().key_file, other.settings().key_file).expect("the key");
            assert_eq!(faults(&other), [""; 0]);
            assert_eq!(exported(&other.open()), exported(&app));
        }
    }

    fn an_empty_database_that_precedes_the_baseline_is_brought_to_it(place: &Place) {
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
