//! The database without the sealing key: migrations, backup and restore.

use std::io::{Read, Write};

use adjutant_domain::moment::Micros;
use adjutant_store::{
    AnyConnection, Location, MigrationStatus, Store, StoreError, accounts, deleted_names,
    deployments, own_set_ups,
};

use super::backup::{self, Contents};
use super::{AppSettings, Error, Result, ratings, sealed};

/// An open database, possibly empty or of an older version.
pub struct Database {
    store: Store,
}

impl Database {
    /// Opens the database; creates a SQLite file if it does not exist.
    pub fn open(settings: &AppSettings) -> Result<Database> {
        Ok(Database { store: Store::open(settings.database.clone())? })
    }

    /// Opens an existing database.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if there is no SQLite file, otherwise the errors of
    /// [`Database::open`].
    pub fn open_existing(settings: &AppSettings) -> Result<Database> {
        is_there(&settings.database)?;
        Database::open(settings)
    }

    /// Returns the applied and pending migrations.
    pub fn status(&self) -> Result<MigrationStatus> {
        Ok(self.store.migration_status()?)
    }

    /// Migrates the database; returns the names of the migrations applied.
    pub fn migrate(&self) -> Result<Vec<String>> {
        Ok(self.store.migrate()?)
    }

    /// Writes a backup (see [`backup::write`]).
    pub fn backup(
        &self,
        out: impl Write,
        made: &str,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Contents> {
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

    /// Migrates an empty database, fills it (see [`backup::restore`]) and rates the games.
    pub fn restore(
        &self,
        input: impl Read,
        now: Micros,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Contents> {
        self.store.migrate()?;
        let contents = backup::restore(&self.store, input, now, tell)?;
        ratings::update_store(&self.store)?;
        Ok(contents)
    }

    /// Whether anything is stored that needs the sealing key: unfinished games, second factors,
    /// saved set-ups, or names of deleted people.
    pub fn has_sealed(&self) -> Result<bool> {
        let mut conn = self.store.connection()?;
        Ok(needs_key(&mut conn)?)
    }
}

/// Checks that a SQLite file exists.
pub(super) fn is_there(location: &Location) -> Result<()> {
    match location {
        Location::Sqlite(path) if !path.exists() => Err(Error::not_found(format!(
            "there is no database {}; is --data-dir or --database-url right? (`adjutant \
             import` makes one)",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Whether anything is sealed or hashed with the sealing key.
pub(super) fn needs_key(conn: &mut AnyConnection) -> Result<bool, StoreError> {
    Ok(deployments::has_sealed(conn)?
        || sealed::has_sealed_play(conn)?
        || deleted_names::has_any(conn)?
        || accounts::any_sealed_totp(conn)?.is_some()
        || !own_set_ups::page_after(conn, i32::MIN, 1)?.is_empty())
}
