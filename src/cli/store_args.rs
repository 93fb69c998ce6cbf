//! The options of every command with a store.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use adjutant_service::Location;
use adjutant_service::{App, AppSettings, Database, Error};

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
    /// The settings.
    pub fn settings(&self) -> Result<AppSettings, Error> {
        let database = match &self.database_url {
            Some(url) => {
                Location::parse(url).map_err(|message| Error::invalid("database-url", message))?
            }
            None => Location::Sqlite(self.data_dir.join("adjutant.sqlite")),
        };
        Ok(AppSettings { database, key_file: self.data_dir.join("seal.key") })
    }

    /// Opens the service.
    pub fn open(&self) -> Result<App, Error> {
        App::open(&self.settings()?)
    }

    /// Opens the service on an existing database, for commands that only make sense with data.
    ///
    /// # Errors
    /// As [`StoreArgs::open`], and if there is no SQLite file.
    pub fn open_existing(&self) -> Result<App, Error> {
        App::open(&self.existing_settings()?)
    }

    /// The settings for an existing database.
    ///
    /// # Errors
    /// Returns an error for an invalid database URL, or if there is no SQLite file.
    pub fn existing_settings(&self) -> Result<AppSettings, Error> {
        let settings = self.settings()?;
        Database::open_existing(&settings)?;
        Ok(settings)
    }

    /// Opens the service on an existing database without the sealing key.
    ///
    /// # Errors
    /// As [`StoreArgs::open_existing`], except for the key.
    pub fn open_existing_without_key(&self) -> Result<App, Error> {
        App::open_without_key(&self.existing_settings()?)
    }

    /// Reports why a command failed on this database; returns the exit code.
    pub fn fail(&self, e: Error) -> ExitCode {
        eprintln!("adjutant: {}", self.error_text(e));
        ExitCode::from(2)
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
