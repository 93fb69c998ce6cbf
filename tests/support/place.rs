//! A place for a database on either engine.

use adjutant_service::{App, AppSettings, Location};

use crate::postgres;

/// A directory, and a database of its own on one of the engines.
pub struct Place {
    pub dir: tempfile::TempDir,
    pub postgres: Option<postgres::Database>,
}

impl Place {
    pub fn sqlite() -> Place {
        Place { dir: tempfile::tempdir().expect("a directory"), postgres: None }
    }

    pub fn postgres() -> Place {
        let postgres = Some(postgres::migrated_database());
        Place { dir: tempfile::tempdir().expect("a directory"), postgres }
    }

    pub fn settings(&self) -> AppSettings {
        let database = match &self.postgres {
            None => Location::Sqlite(self.dir.path().join("adjutant.sqlite")),
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
        let path = self.dir.path().join("adjutant.sqlite");
        let path = path.to_str().expect("UTF-8");
        let mut connection = diesel::sqlite::SqliteConnection::establish(path).expect("it opens");
        connection
            .batch_execute("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF")
            .expect("a pragma");
        connection.batch_execute(sql).expect("the SQL runs");
    }
}
