//! Bringing a database to this program's version.

use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::connection::on_engine;
use super::{Store, StoreError};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// What a database has and lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationStatus {
    pub applied: Vec<String>,
    pub pending: Vec<String>,
}

impl Store {
    /// Which migrations are applied, and which are pending.
    ///
    /// # Errors
    /// [`StoreError::Migration`], also where the database is newer than this program.
    pub fn migration_status(&self) -> Result<MigrationStatus, StoreError> {
        let mut connection = self.connection()?;
        let fail =
            |e: Box<dyn std::error::Error + Send + Sync>| StoreError::Migration(e.to_string());
        on_engine!(&mut *connection, inner => {
            let applied: Vec<String> =
                inner.applied_migrations().map_err(fail)?.iter().map(ToString::to_string).collect();
            let pending: Vec<String> = inner
                .pending_migrations(MIGRATIONS)
                .map_err(fail)?
                .iter()
                .map(|migration| migration.name().to_string())
                .collect();
            self.refuse_newer(&applied, pending.len())?;
            Ok(MigrationStatus { applied, pending })
        })
    }

    /// Applies what is pending; answers what was applied now.
    ///
    /// # Errors
    /// [`StoreError::Migration`] with the failing migration's name.
    pub fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let status = self.migration_status()?;
        let mut connection = self.connection()?;
        on_engine!(&mut *connection, inner => {
            inner.run_pending_migrations(MIGRATIONS).map_err(|e| {
                StoreError::Migration(format!("a migration of {} failed: {e}", self.location()))
            })?;
        });
        Ok(status.pending)
    }

    /// A database with more migrations than this program knows was made by a newer one.
    fn refuse_newer(&self, applied: &[String], pending: usize) -> Result<(), StoreError> {
        use diesel::migration::MigrationSource;
        let known: Vec<Box<dyn diesel::migration::Migration<diesel::sqlite::Sqlite>>> =
            MIGRATIONS.migrations().map_err(|e| StoreError::Migration(e.to_string()))?;
        if applied.len() + pending > known.len() {
            return Err(StoreError::Migration(format!(
                "the database {} was made by a newer adjutant; use that version, or restore a \
                 backup of this one's",
                self.location()
            )));
        }
        Ok(())
    }
}
