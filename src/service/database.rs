//! The database alone, without the sealing key: to migrate, back up and restore.

use std::io::{Read, Write};

use crate::store::{
    AnyConnection, Location, MigrationStatus, Store, StoreError, accounts, deleted_names,
    deployments, own_set_ups,
};

use super::backup::{self, Contents};
use super::{AppSettings, Error, play_seals, ratings};

/// An open database that may be empty or older than this program.
pub struct Database {
    store: Store,
}

impl Database {
    /// Opens the database; a SQLite file is made where there is none.
    ///
    /// # Errors
    /// [`Error::Unavailable`] with the engine's own reason.
    pub fn open(settings: &AppSettings) -> Result<Database, Error> {
        Ok(Database { store: Store::open(settings.database.clone())? })
    }

    /// Opens a database that is there already.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no SQLite file, else as [`Database::open`].
    pub fn open_existing(settings: &AppSettings) -> Result<Database, Error> {
        is_there(&settings.database)?;
        Database::open(settings)
    }

    /// What is applied and what is pending.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where the database is newer than this program.
    pub fn status(&self) -> Result<MigrationStatus, Error> {
        Ok(self.store.migration_status()?)
    }

    /// Brings the database to this version; answers the names of what was applied.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where a migration fails.
    pub fn migrate(&self) -> Result<Vec<String>, Error> {
        Ok(self.store.migrate()?)
    }

    /// Writes a backup (see [`backup::write`]).
    ///
    /// # Errors
    /// [`Error::Conflict`] where the database is older than this program.
    pub fn backup(
        &self,
        out: impl Write,
        made: &str,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Contents, Error> {
        let pending = self.status()?.pending;
        if !pending.is_empty() {
            return Err(Error::conflict(format!(
                "{} is older than this program; run `adjutant migrate` first, or back it up with \
                 the version that serves it",
                self.store.location()
            )));
        }
        backup::write(&self.store, out, made, tell)
    }

    /// Brings an empty database to this version, fills it (see [`backup::restore`]) and rates
    /// the games; `now` is the present time in microseconds since 1970.
    ///
    /// # Errors
    /// As [`backup::restore`].
    pub fn restore(
        &self,
        input: impl Read,
        now: i64,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Contents, Error> {
        self.store.migrate()?;
        let contents = backup::restore(&self.store, input, now, tell)?;
        ratings::update_store(&self.store)?;
        Ok(contents)
    }

    /// Whether games rest here that are not over, plays, second factors or set-ups of accounts, or
    /// names of people who had themselves deleted, so that the sealing key is needed.
    ///
    /// # Errors
    /// [`Error::Internal`] where the store fails.
    pub fn has_sealed(&self) -> Result<bool, Error> {
        let mut connection = self.store.connection()?;
        Ok(needs_key(&mut connection)?)
    }
}

/// Sees to it that a SQLite file is there.
pub(super) fn is_there(location: &Location) -> Result<(), Error> {
    match location {
        Location::Sqlite(path) if !path.exists() => Err(Error::not_found(format!(
            "there is no database {}; is --data-dir or --database-url right? (`adjutant \
             import` makes one)",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Whether anything is sealed or hashed under the sealing key.
pub(super) fn needs_key(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    Ok(deployments::has_sealed(connection)?
        || play_seals::any(connection)?
        || deleted_names::has_any(connection)?
        || accounts::any_sealed_totp(connection)?.is_some()
        || !own_set_ups::page_after(connection, i32::MIN, 1)?.is_empty())
}
