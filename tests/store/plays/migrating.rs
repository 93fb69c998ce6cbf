//! The tables of plays come and go without a trace.

use diesel::Connection;
use diesel::pg::PgConnection;
use diesel::sqlite::SqliteConnection;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};

use super::whole::whole;
use crate::support::{Place, on_both_engines};

fn source(tree: &str) -> FileBasedMigrations {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(tree);
    FileBasedMigrations::from_path(path).expect("migrations")
}

/// The schema as the engine tells it, line by line.
fn schema(place: &Place) -> Vec<String> {
    if let Some(database) = &place.postgres {
        let sql = "SELECT tablename || ' ' || indexdef FROM pg_indexes WHERE schemaname = 'public' \
                   UNION ALL SELECT table_name || '.' || column_name || ' ' || data_type FROM \
                   information_schema.columns WHERE table_schema = 'public' \
                   UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM \
                   pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1";
        return database.run_sql(sql).lines().map(str::to_owned).collect();
    }
    use diesel::RunQueryDsl;
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::Text)]
        sql: String,
    }
    let mut connection = sqlite(place);
    let query = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    let rows: Vec<Row> = diesel::sql_query(query).load(&mut connection).expect("a schema");
    rows.into_iter().map(|row| row.sql).collect()
}

fn sqlite(place: &Place) -> SqliteConnection {
    let path = place.dir.path().join("adjutant.sqlite");
    SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens")
}

/// Takes the newest migrations of a tree back, so many of them.
fn take_back(place: &Place, tree: &str, count: usize) {
    for _ in 0..count {
        let done = match &place.postgres {
            Some(database) => PgConnection::establish(&database.url())
                .expect("it opens")
                .revert_last_migration(source(tree))
                .map(|_| ()),
            None => sqlite(place).revert_last_migration(source(tree)).map(|_| ()),
        };
        done.expect("it is taken back");
    }
}

/// The migration before that of plays.
const BEFORE: &str = "2026-11-21-000008_looked_up";

/// Takes back all that came behind [`BEFORE`], the engine's own migrations first.
fn take_all_back(place: &Place) {
    let own = if place.postgres.is_some() { "migrations-postgres" } else { "migrations-sqlite" };
    for tree in [own, "migrations"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(tree);
        let names = std::fs::read_dir(path).expect("a tree").flatten();
        let later = names.filter(|entry| *entry.file_name() > *BEFORE).count();
        take_back(place, tree, later);
    }
}

on_both_engines! {
    fn what_the_migration_makes_it_takes_away_and_makes_again(place: &Place) {
        drop(whole(place));
        let own = ["plays", "play_events", "set_ups", "toss_seeds", "play_notes", "seeks", "outages",
            "play_reports"];
        let counters = "SELECT count(*) AS number FROM counters WHERE name IN \
                        ('plays', 'seeks', 'outages', 'play_reports')";
        let named = |schema: &[String]| {
            let words = |line: &String| -> Vec<String> {
                line.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
            };
            let all: Vec<String> = schema.iter().flat_map(words).collect();
            own.iter().filter(|table| all.iter().any(|word| word == *table)).count()
        };
        let after = schema(place);
        assert_eq!((named(&after), place.numbers(counters)), (own.len(), vec![4]));
        take_all_back(place);
        assert_eq!((named(&schema(place)), place.numbers(counters)), (0, vec![0]));
        drop(place.open());
        assert_eq!(schema(place), after);
        assert_eq!(place.numbers(counters), [4]);
    }
}
