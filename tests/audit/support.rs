//! A place for a database on either engine.

use adjutant_service::{App, AppSettings, Error, Location};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, Store};

pub(crate) use crate::engines::on_both_engines;
use crate::postgres;
use adjutant_domain::moment::Micros;

pub use adjutant_domain::moment::SECOND;

pub const NOW: Micros = Micros(1_760_000_000_000_000);

/// A directory, and a database of its own on one of the engines.
pub struct Place {
    dir: tempfile::TempDir,
    postgres: Option<postgres::Database>,
}

impl Place {
    pub fn sqlite() -> Place {
        Place { dir: tempfile::tempdir().expect("a directory"), postgres: None }
    }

    pub fn postgres() -> Place {
        let postgres = Some(postgres::migrated_database());
        Place { dir: tempfile::tempdir().expect("a directory"), postgres }
    }

    pub fn location(&self) -> Location {
        match &self.postgres {
            None => Location::Sqlite(self.dir.path().join("adjutant.sqlite")),
            Some(database) => Location::parse(&database.url()).expect("an address"),
        }
    }

    pub fn open(&self) -> App {
        let key_file = self.dir.path().join("seal.key");
        App::open(&AppSettings { database: self.location(), key_file }).expect("the service opens")
    }

    /// Does something in a transaction, as a use case does.
    pub fn within<T>(&self, work: impl FnOnce(&mut AnyConnection) -> Result<T, Error>) -> T {
        let mut connection =
            Store::open(self.location()).expect("it opens").dedicated_connection().unwrap();
        in_transaction(&mut connection, work).expect("it is written")
    }

    /// Runs SQL as somebody with the database in hand would; the engine's refusal, if it refuses.
    pub fn run_sql(&self, sql: &str) -> Result<(), String> {
        use diesel::connection::SimpleConnection;
        let mut connection =
            Store::open(self.location()).expect("it opens").dedicated_connection().unwrap();
        connection.batch_execute(sql).map_err(|e| e.to_string())
    }

    /// Takes the guards of the audit trail off, as only the database's owner can.
    pub fn disarm(&self) {
        let sql = match &self.postgres {
            Some(_) => "DROP TRIGGER audit_is_not_changed ON audit",
            None => {
                "DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_deleted; \
                 DROP TRIGGER audit_grows_at_its_end"
            }
        };
        self.run_sql(sql).expect("the guards go");
    }

    pub fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }
}

/// SQL that makes the account `person <id>`.
pub fn account(id: i32) -> String {
    format!(
        "INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, \
         state, site_role, totp, totp_on, totp_step, language, created_at, signed_in_at, \
         password_at) VALUES ({id}, 'person {id}', 'person {id}', 'person {id}', '', 0, '', 0, 0, \
         '', 0, 0, 'en', {NOW}, 0, 0)"
    )
}

/// SQL that makes the organisation `league-<id>`.
pub fn organisation(id: i32) -> String {
    format!(
        "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, \
         website, color, accent, logo, logo_digest, second_factor, created_at, created_by) VALUES \
         ({id}, 'League {id}', 'league {id}', 'league {id}', 'league-{id}', 1, '', '', '', 0, 0, \
         '', '', 0, {NOW}, 2)"
    )
}
