//! A place for a database on either engine, and people who act in it.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::organisations::{
    self, CreationPolicy, CreationRules, NewOrganisation, Organisation,
};
use adjutant_service::{App, AppSettings, Database, Error, Location, backup};
use adjutant_store::Store;

pub(crate) use crate::engines::on_both_engines;
use crate::postgres;

pub const NOW: Micros = Micros(1_760_000_000_000_000);

/// A directory, and a database of its own on one of the engines, with four accounts.
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

    fn location(&self) -> Location {
        match &self.postgres {
            None => Location::Sqlite(self.dir.path().join("adjutant.sqlite")),
            Some(database) => Location::parse(&database.url()).expect("an address"),
        }
    }

    pub fn open(&self) -> App {
        let app = self.open_again();
        (1..=4).for_each(|id| self.run_sql(&account(id)));
        app
    }

    /// What is there already, as another program sees it.
    pub fn open_again(&self) -> App {
        App::open(&self.settings()).expect("the service opens")
    }

    fn settings(&self) -> AppSettings {
        AppSettings { database: self.location(), key_file: self.dir.path().join("seal.key") }
    }

    /// Another place on the same engine, filled from a backup of this one.
    pub fn restored(&self) -> Place {
        let store = Store::open(self.location()).expect("it opens");
        let mut backup = Vec::new();
        let made = "2026-01-01T00:00:00Z";
        backup::write(&store, &mut backup, made, &mut |_| ()).expect("a backup");
        let other = if self.postgres.is_some() { Place::postgres() } else { Place::sqlite() };
        let database = Database::open(&other.settings()).expect("it opens");
        database.restore(&backup[..], NOW, &mut |_| ()).expect("it is restored");
        other
    }

    pub fn run_sql(&self, sql: &str) {
        use diesel::connection::SimpleConnection;
        let mut connection =
            Store::open(self.location()).expect("it opens").dedicated_connection().unwrap();
        connection.batch_execute(sql).expect("the SQL runs");
    }

    /// What a query of one column, called `number`, finds first.
    pub fn number(&self, sql: &str) -> i64 {
        use diesel::RunQueryDsl;
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            number: i64,
        }
        let mut connection =
            Store::open(self.location()).expect("it opens").dedicated_connection().unwrap();
        let query = diesel::sql_query(sql);
        let row: Row = match connection.engine() {
            adjutant_store::Engine::Sqlite(inner) => query.get_result(inner),
            adjutant_store::Engine::Postgres(inner) => query.get_result(inner),
        }
        .expect("a row");
        row.number
    }

    /// The audit trail as it is stored, oldest first.
    pub fn trail(&self) -> Vec<String> {
        use diesel::RunQueryDsl;
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = diesel::sql_types::Text)]
            words: String,
        }
        let mut connection =
            Store::open(self.location()).expect("it opens").dedicated_connection().unwrap();
        let query = diesel::sql_query(
            "SELECT acting_as || ' ' || action || ' ' || changes || ' ' || reason AS words \
             FROM audit ORDER BY id",
        );
        let rows: Vec<Row> = match connection.engine() {
            adjutant_store::Engine::Sqlite(inner) => query.load(inner),
            adjutant_store::Engine::Postgres(inner) => query.load(inner),
        }
        .expect("rows");
        rows.into_iter().map(|row| row.words).collect()
    }

    /// A player as an import makes one.
    pub fn player(&self, id: i32, handle: &str) {
        let key = handle.to_lowercase();
        let look = adjutant_domain::account::handle::look_key(handle);
        self.run_sql(&format!(
            "INSERT INTO players (id, handle, name_key, look_key) \
             VALUES ({id}, '{handle}', '{key}', '{look}'); \
             UPDATE counters SET value = {id} WHERE name = 'players'"
        ));
    }
}

fn account(id: i32) -> String {
    format!(
        "INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, \
         state, site_role, totp, totp_on, totp_step, language, created_at, signed_in_at, \
         password_at) VALUES ({id}, 'person {id}', 'person {id}', 'perspn {id}', '', 0, '', 0, 0, \
         '', 0, 0, 'en', {NOW}, 0, 0)"
    )
}

/// Somebody with an account and nothing more.
pub fn person(id: i32) -> Actor {
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    Actor { account: id, name: format!("person {id}"), credential: through, ..Actor::nobody() }
}

pub fn serving(id: i32, role: OrganisationRole, organisation: &Organisation) -> Actor {
    let grant = RoleGrant { organisation: organisation.id, role, event: 0, duties: Duties::NONE };
    Actor { grants: vec![grant], ..person(id) }
}

pub fn owner(organisation: &Organisation) -> Actor {
    serving(1, OrganisationRole::Owner, organisation)
}

pub fn operator() -> Actor {
    Actor {
        site_role: SiteRole::Operator,
        has_second_factor: true,
        gave_second_factor: true,
        ..person(4)
    }
}

pub const ANYONE: CreationRules =
    CreationRules { policy: CreationPolicy::Anyone, max_per_owner: 5 };

pub fn named(name: &str) -> NewOrganisation {
    NewOrganisation { name: name.to_owned(), ..NewOrganisation::default() }
}

/// An open organisation of the account `id`.
pub fn founded(app: &App, id: i32, name: &str) -> Organisation {
    organisations::create(app, &person(id), ANYONE, &named(name), NOW).expect("it is made")
}

/// What an error says, without the name that was asked for.
pub fn words(error: &Error, asked: &str) -> String {
    format!("{error:?}").replace(asked, "<asked>")
}
