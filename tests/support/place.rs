//! A place for a database on either engine.

use std::sync::OnceLock;

use adjutant_service::{App, AppSettings, Location};
use adjutant_store::Store;

use crate::postgres;

/// A directory, and a database of its own on one of the engines.
pub struct Place {
    pub dir: tempfile::TempDir,
    pub postgres: Option<postgres::Database>,
}

const FILE: &str = "adjutant.sqlite";

/// A database that is migrated once, and copied for each test.
fn migrated_sqlite() -> &'static [u8] {
    static MIGRATED: OnceLock<Vec<u8>> = OnceLock::new();
    MIGRATED.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join(FILE);
        let store = Store::open(Location::Sqlite(file.clone())).expect("it opens");
        store.migrate().expect("it is migrated");
        drop(store);
        assert!(!dir.path().join("adjutant.sqlite-wal").exists(), "not all is in the file");
        std::fs::read(file).expect("the database")
    })
}

impl Place {
    /// A directory without a database.
    pub fn without_database() -> Place {
        Place { dir: tempfile::tempdir().expect("a directory"), postgres: None }
    }

    /// With all tables and no rows.
    pub fn sqlite() -> Place {
        let place = Place::without_database();
        std::fs::write(place.dir.path().join(FILE), migrated_sqlite()).expect("a database");
        place
    }

    pub fn postgres() -> Place {
        let postgres = Some(postgres::migrated_database());
        Place { dir: tempfile::tempdir().expect("a directory"), postgres }
    }

    pub fn settings(&self) -> AppSettings {
        let database = match &self.postgres {
            None => Location::Sqlite(self.dir.path().join(FILE)),
            Some(database) => Location::parse(&database.url()).expect("an address"),
        };
        AppSettings { database, key_file: self.dir.path().join("seal.key") }
    }

    pub fn open(&self) -> App {
        App::open(&self.settings()).expect("the service opens")
    }

    /// Runs SQL on the database as it lies there.
    pub fn run_sql(&self, sql: &str) {
        if let Some(database) = &self.postgres {
            database.execute(sql);
            return;
        }
        use diesel::connection::{Connection, SimpleConnection};
        let path = self.dir.path().join(FILE);
        let path = path.to_str().expect("UTF-8");
        let mut connection = diesel::sqlite::SqliteConnection::establish(path).expect("it opens");
        connection
            .batch_execute("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF")
            .expect("a pragma");
        connection.batch_execute(sql).expect("the SQL runs");
    }
}
