//! Migrations of the database schema.

use std::collections::BTreeSet;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource};
use diesel::{RunQueryDsl, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::any_backend::AnyBackend;
use super::transaction::in_transaction;
use super::{AnyConnection, Location, Result, Store, StoreError};

/// Migrations for both engines, in their common SQL.
const SHARED: EmbeddedMigrations = embed_migrations!("../../migrations");
/// Migrations for one engine only, run after the shared ones.
const SQLITE_ONLY: EmbeddedMigrations = embed_migrations!("../../migrations-sqlite");
const POSTGRES_ONLY: EmbeddedMigrations = embed_migrations!("../../migrations-postgres");

/// Before the baseline every change was a migration: the first of them, and the last ones of both
/// engines and of either. A database with the last ones has the schema of the baseline.
const FIRST_BEFORE_BASELINE: &str = "20261121000001";
const LAST_BEFORE_BASELINE: [&str; 2] = ["20261121000037", "20261121200001"];

/// The baseline, of both engines and of either.
const BASELINE: [&str; 2] = ["20261125000001", "20261125000002"];

/// How often to try a migration that another process may be running too.
const MIGRATION_ATTEMPTS: u32 = 20;
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The migrations of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationStatus {
    /// Versions, oldest first.
    pub applied: Vec<String>,
    /// Names, in the order in which they will run.
    pub pending: Vec<String>,
}

type MigrationFailure = Box<dyn std::error::Error + Send + Sync>;

fn engine_migrations(location: &Location) -> Vec<EmbeddedMigrations> {
    match location {
        Location::Sqlite(_) => vec![SHARED, SQLITE_ONLY],
        Location::Postgres(_) => vec![SHARED, POSTGRES_ONLY],
    }
}

/// The versions known to this program with their names, in order.
fn known_migrations(
    sources: &[EmbeddedMigrations],
) -> Result<Vec<(String, String)>, MigrationFailure> {
    let mut known = Vec::new();
    for source in sources {
        let mut migrations: Vec<Box<dyn Migration<AnyBackend>>> = source.migrations()?;
        migrations.sort_by_key(|one| one.name().version().as_owned());
        for one in migrations {
            known.push((one.name().version().to_string(), one.name().to_string()));
        }
    }
    Ok(known)
}

fn status(conn: &mut AnyConnection, location: &Location) -> Result<MigrationStatus> {
    let applied = conn.applied_migrations().map_err(migration_error)?;
    compare_status(applied.iter().map(ToString::to_string).collect(), location)
}

fn migration_error(e: MigrationFailure) -> StoreError {
    StoreError::Migration(e.to_string())
}

/// The status of a SQLite database with these applied versions; `None` if this program knows none
/// of them, so that it belongs to another program.
pub fn sqlite_status(applied: Vec<String>, location: &Location) -> Result<Option<MigrationStatus>> {
    let known = known_migrations(&engine_migrations(location)).map_err(migration_error)?;
    let is_ours = known.iter().any(|(version, _)| applied.contains(version));
    if !is_ours && !precedes_baseline(&applied) {
        return Ok(None);
    }
    compare_status(applied, location).map(Some)
}

fn compare_status(mut applied: Vec<String>, location: &Location) -> Result<MigrationStatus> {
    applied.sort();
    let known = known_migrations(&engine_migrations(location)).map_err(migration_error)?;
    if precedes_baseline(&applied) {
        let is_complete = LAST_BEFORE_BASELINE.iter().all(|last| applied.iter().any(|a| a == last));
        let pending = known.into_iter().map(|(_, name)| name).collect();
        return is_complete.then_some(MigrationStatus { applied, pending }).ok_or_else(|| {
            StoreError::Migration(format!(
                "the database {location} was made by a version of adjutant that is too old to be \
                 migrated: back it up with that version (`adjutant backup`), then restore that \
                 into an empty database with this one (`adjutant restore`)"
            ))
        });
    }
    let versions: BTreeSet<&String> = known.iter().map(|(version, _)| version).collect();
    // An unknown migration was made by a newer version.
    if let Some(newer) = applied.iter().find(|version| !versions.contains(version)) {
        return Err(StoreError::Migration(format!(
            "the database {location} was made by a newer adjutant (it has the migration {newer}); \
             use that version, or restore a backup that this one made"
        )));
    }
    let pending = known
        .iter()
        .filter(|(version, _)| !applied.contains(version))
        .map(|(_, name)| name.clone())
        .collect();
    Ok(MigrationStatus { applied, pending })
}

fn precedes_baseline(applied: &[String]) -> bool {
    applied.iter().any(|version| version == FIRST_BEFORE_BASELINE)
}

/// Makes a database that precedes the baseline one that has it, in one transaction. Does nothing to
/// any other, nor if another process has just done so.
fn adopt_baseline(conn: &mut AnyConnection) -> Result<()> {
    let first =
        format!("DELETE FROM __diesel_schema_migrations WHERE version = '{FIRST_BEFORE_BASELINE}'");
    in_transaction(conn, |conn| {
        if sql_query(&first).execute(conn)? == 0 {
            return Ok(());
        }
        conn.batch_execute("DELETE FROM __diesel_schema_migrations")?;
        for version in BASELINE {
            conn.batch_execute(&format!(
                "INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')"
            ))?;
        }
        Ok(())
    })
}

fn run_pending(conn: &mut AnyConnection, location: &Location) -> Result<(), MigrationFailure> {
    for source in engine_migrations(location) {
        for migration in conn.pending_migrations(source)? {
            // The baseline of an empty database marks what it contains of later ones as applied.
            if !conn.applied_migrations()?.contains(&migration.name().version()) {
                conn.run_migration(&*migration)?;
            }
        }
    }
    Ok(())
}

impl Store {
    /// The applied and pending migrations.
    ///
    /// # Errors
    /// Returns [`StoreError::Migration`], also if the database is newer than this program.
    pub fn migration_status(&self) -> Result<MigrationStatus> {
        let mut conn: super::StoreConnection = self.connection()?;
        let conn: &mut AnyConnection = &mut conn;
        let mut tries = 0;
        loop {
            tries += 1;
            match status(conn, self.location()) {
                // Another process was just creating the table of migrations.
                Err(StoreError::Migration(e))
                    if tries < MIGRATION_ATTEMPTS
                        && (e.contains("duplicate key") || e.contains("locked")) =>
                {
                    std::thread::sleep(RETRY_DELAY);
                }
                found => return found,
            }
        }
    }

    /// Applies pending migrations, each in a transaction; returns their names.
    pub fn migrate(&self) -> Result<Vec<String>> {
        let mut tries = 0;
        let before = self.migration_status()?;
        if before.pending.is_empty() {
            return Ok(before.pending);
        }
        loop {
            tries += 1;
            let mut conn = self.connection()?;
            let conn: &mut AnyConnection = &mut conn;
            let run = adopt_baseline(conn)
                .map_err(MigrationFailure::from)
                .and_then(|()| run_pending(conn, self.location()));
            match run {
                Ok(()) => return Ok(before.pending),
                // Another process may be applying the same migration, which will then be done soon.
                Err(_) if tries < MIGRATION_ATTEMPTS && self.wait_for_progress(&before, tries) => {}
                Err(e) => {
                    return Err(StoreError::Migration(format!(
                        "a migration of {} failed: {e}",
                        self.location()
                    )));
                }
            }
        }
    }

    /// Waits a little; returns whether it is worth trying again, for instance since another process
    /// made progress.
    fn wait_for_progress(&self, before: &MigrationStatus, tries: u32) -> bool {
        std::thread::sleep(RETRY_DELAY);
        let now = self.migration_status();
        tries < 3 || now.is_ok_and(|now| now.pending.len() < before.pending.len())
    }
}
