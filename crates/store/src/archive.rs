//! Serialisation of rows for backups, independent of the database engine.
//!
//! Integers are zigzag varints; texts and byte strings are prefixed by their length. Derived tables
//! (ratings) are not included but recomputed. Sessions, known browsers and links are not included
//! either, so that a restored backup contains no valid credentials.
//!
//! New columns are only added at the end of a table, and new tables after the old ones, so that
//! older backups can be read, with default values for what is missing.

mod field;
mod tables;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::schema::counters;
use super::{AnyConnection, Engine, Result, StoreError, id_sequence};
use field::Field;
pub use tables::{Block, Table};

/// Computes lookalike keys of rows of older backups.
const FOLD_LOOK_KEYS_SQL: &str = include_str!("archive/fold_look_keys.sql");

/// Recomputes the lookalike keys of a restored backup.
pub fn rebuild_look_keys(conn: &mut AnyConnection) -> Result<()> {
    Ok(conn.batch_execute(FOLD_LOOK_KEYS_SQL)?)
}

/// Counters of rows included in a backup.
const ARCHIVED_COUNTERS: [&str; 35] = [
    "games",
    "sealed",
    "players",
    "events",
    "sites",
    "rule_sets",
    "accounts",
    "recovery_codes",
    "tokens",
    "organisations",
    "roles",
    "members",
    "seasons",
    "titles",
    "profiles",
    "claims",
    "merges",
    "merge_moves",
    "retired_names",
    "audit",
    "own_set_ups",
    "plays",
    "seeks",
    "outages",
    "play_reports",
    "reviews",
    "collections",
    "chapters",
    "follows",
    "unrecorded_games",
    "unrecorded_numbers",
    "passkeys",
    "deleted_events",
    "former_slugs",
    "former_record_ids",
];

fn no_rows(table: Table) -> StoreError {
    StoreError::Damaged(format!("a block of {} holds something else", table.columns().0))
}

fn read_counters(conn: &mut AnyConnection, after: i32) -> Result<Option<Block>> {
    if after == i32::MAX {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    for name in ARCHIVED_COUNTERS {
        name.to_owned().put(&mut bytes);
        id_sequence::counter(conn, name)?.put(&mut bytes);
    }
    Ok(Some(Block { rows: ARCHIVED_COUNTERS.len() as u32, bytes, last: i32::MAX }))
}

fn write_counters(conn: &mut AnyConnection, count: u32, mut bytes: &[u8]) -> Result<()> {
    for _ in 0..count {
        let name = String::take(&mut bytes).ok_or_else(|| no_rows(Table::Counters))?;
        let value = i64::take(&mut bytes).ok_or_else(|| no_rows(Table::Counters))?;
        let row = counters::table.find(&name);
        if diesel::update(row).set(counters::value.eq(value)).execute(conn)? != 1 {
            return Err(StoreError::Damaged(format!("there is no counter {name:?}")));
        }
    }
    Ok(())
}

/// Lets rows precede those they refer to until the end of the transaction.
pub fn defer_references(conn: &mut AnyConnection) -> Result<()> {
    Ok(conn.batch_execute(if conn.is_sqlite() {
        "PRAGMA defer_foreign_keys = ON"
    } else {
        "SET CONSTRAINTS ALL DEFERRED"
    })?)
}

/// Starts a read-only snapshot of the database, which lasts until the connection is closed.
pub fn begin_snapshot(conn: &mut AnyConnection) -> Result<()> {
    match conn.engine() {
        Engine::Sqlite(inner) => inner.batch_execute("PRAGMA query_only = ON; BEGIN")?,
        Engine::Postgres(inner) => {
            inner.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        }
    }
    // SQLite takes the snapshot at the first read.
    id_sequence::counter(conn, "games").map(drop)
}

/// Whether nothing has been stored yet. Takes the writer lock, so that it remains so.
pub fn lock_if_empty(conn: &mut AnyConnection) -> Result<bool> {
    id_sequence::lock_counter(conn, "games")?;
    let counts: Vec<i64> = counters::table
        .filter(counters::name.eq_any(ARCHIVED_COUNTERS))
        .select(counters::value)
        .load(conn)?;
    Ok(counts.iter().all(|count| *count == 0))
}
