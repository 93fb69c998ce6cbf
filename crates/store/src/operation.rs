//! What the database says of itself: its version and size, and the standbys that follow it.

use diesel::sql_types::{BigInt, Double, Nullable, Text};
use diesel::{QueryableByName, RunQueryDsl};

use super::{AnyConnection, Engine, Result};

/// The engine's version, the newest migration, and the bytes that the database takes.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct DatabaseFacts {
    #[diesel(sql_type = Text)]
    pub version: String,
    /// The version of the newest migration.
    #[diesel(sql_type = Text)]
    pub schema: String,
    #[diesel(sql_type = BigInt)]
    pub bytes: i64,
}

/// A standby that streams from this primary. Only members of `pg_monitor` are told more than that there is one.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct Replica {
    /// The name that the standby gives itself.
    #[diesel(sql_type = Nullable<Text>)]
    pub name: Option<String>,
    /// `streaming`, or what it does before.
    #[diesel(sql_type = Nullable<Text>)]
    pub state: Option<String>,
    /// The bytes of WAL that it has not replayed yet.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub lag_bytes: Option<i64>,
    /// The seconds from a recent write to its replay; `None` also after a while without writes.
    #[diesel(sql_type = Nullable<Double>)]
    pub lag_seconds: Option<f64>,
}

/// How PostgreSQL archives its WAL.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct WalArchive {
    /// Seconds since the last segment was archived; `None` before the first.
    #[diesel(sql_type = Nullable<Double>)]
    pub idle_seconds: Option<f64>,
    /// Attempts that failed since the statistics were reset.
    #[diesel(sql_type = BigInt)]
    pub failures: i64,
}

pub fn database_facts(conn: &mut AnyConnection) -> Result<DatabaseFacts> {
    Ok(match conn.engine() {
        Engine::Sqlite(inner) => diesel::sql_query(
            "SELECT sqlite_version() AS version, \
             (SELECT max(version) FROM __diesel_schema_migrations) AS schema, page_count * page_size AS bytes \
             FROM pragma_page_count, pragma_page_size",
        )
        .get_result(inner)?,
        Engine::Postgres(inner) => diesel::sql_query(
            "SELECT current_setting('server_version') AS version, \
             (SELECT max(version) FROM __diesel_schema_migrations) AS schema, \
             pg_database_size(current_database()) AS bytes",
        )
        .get_result(inner)?,
    })
}

/// The standbys of this primary, by name; none of SQLite. A base backup that is being taken is no standby.
pub fn replicas(conn: &mut AnyConnection) -> Result<Vec<Replica>> {
    Ok(match conn.engine() {
        Engine::Sqlite(_) => Vec::new(),
        Engine::Postgres(inner) => diesel::sql_query(
            "SELECT application_name AS name, state, \
             CASE WHEN NOT pg_is_in_recovery() \
             THEN pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint END AS lag_bytes, \
             EXTRACT(EPOCH FROM replay_lag)::double precision AS lag_seconds \
             FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' \
             ORDER BY application_name, pid",
        )
        .load(inner)?,
    })
}

/// The archive of the WAL; `None` where nothing is archived.
pub fn wal_archive(conn: &mut AnyConnection) -> Result<Option<WalArchive>> {
    Ok(match conn.engine() {
        Engine::Sqlite(_) => None,
        Engine::Postgres(inner) => {
            let rows: Vec<WalArchive> = diesel::sql_query(
                "SELECT EXTRACT(EPOCH FROM now() - last_archived_time)::double precision \
                 AS idle_seconds, failed_count AS failures FROM pg_stat_archiver \
                 WHERE current_setting('archive_mode') <> 'off'",
            )
            .load(inner)?;
            rows.into_iter().next()
        }
    })
}
