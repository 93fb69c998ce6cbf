//! The options of every command with a store.

use std::path::{Path, PathBuf};

use clap::Args;

use adjutant_service::{App, AppSettings, Database, Error, Location};

use super::Status;

/// The store's options, also settable by environment.
#[derive(Debug, Clone, Args)]
pub struct StoreArgs {
    /// Directory of the database and the sealing key.
    #[arg(long, value_name = "DIR", env = "ADJUTANT_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// Another database: a SQLite path or postgres://user:password@host/name.
    #[arg(long, value_name = "URL", env = "ADJUTANT_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
}

impl StoreArgs {
    pub fn settings(&self) -> Result<AppSettings, Error> {
        app_settings(&self.data_dir, self.database_url.as_deref(), "database-url")
    }

    pub fn open(&self) -> Result<App, Error> {
        App::open(&self.settings()?)
    }

    /// Opens the service on an existing database, for commands that only make sense with data.
    pub fn open_existing(&self) -> Result<App, Error> {
        App::open(&self.existing_settings()?)
    }

    /// The settings for an existing database.
    pub fn existing_settings(&self) -> Result<AppSettings, Error> {
        let settings = self.settings()?;
        Database::open_existing(&settings)?;
        Ok(settings)
    }

    /// Opens the service on an existing database without the sealing key.
    pub fn open_existing_without_key(&self) -> Result<App, Error> {
        App::open_without_key(&self.existing_settings()?)
    }

    /// The status of a command on this database; reports why it failed.
    pub(super) fn status(&self, done: Result<Status, Error>) -> Status {
        Status::of(done.map_err(|e| self.error_text(e)))
    }

    /// The error's text; if the database itself is damaged, with its name and what to do.
    fn error_text(&self, e: Error) -> String {
        let text = e.to_string();
        let damaged = text.contains("malformed")
            || matches!(e, Error::Internal(_)) && text.contains("damaged");
        match self.settings() {
            Ok(settings) if damaged => {
                let another = match settings.database {
                    Location::Sqlite(_) => {
                        "another directory: adjutant restore --data-dir NEW BACKUP"
                    }
                    Location::Postgres(_) => {
                        "another database: adjutant restore --database-url postgres://HOST/NEW BACKUP"
                    }
                };
                format!(
                    "the database {} is damaged ({text}); keep it aside and restore a backup into {another}",
                    settings.database
                )
            }
            _ => text,
        }
    }
}

/// The database at this URL, or in the directory if there is none, and the sealing key in the directory. `field` is what
/// an error calls the URL.
pub(super) fn app_settings(
    data_dir: &Path,
    database_url: Option<&str>,
    field: &'static str,
) -> Result<AppSettings, Error> {
    let database = match database_url {
        Some(url) => Location::parse(url).map_err(|message| Error::invalid(field, message))?,
        None => Location::Sqlite(data_dir.join("adjutant.sqlite")),
    };
    Ok(AppSettings { database, key_file: data_dir.join("seal.key") })
}
