//! Whether writing works: something that means nothing is written, as durably as anything.

use diesel::connection::SimpleConnection;

use super::transaction::in_transaction;
use super::{AnyConnection, Engine, StoreError};

/// Writes something that means nothing, `beat` among it, and comes back when it is as durable as anything:
/// a message in PostgreSQL's log, or a number in the head of SQLite's file.
///
/// # Errors
/// [`StoreError`] where nothing can be written.
pub fn write_heartbeat(connection: &mut AnyConnection, beat: i32) -> Result<(), StoreError> {
    in_transaction(connection, |connection| {
        let words = match connection.engine() {
            Engine::Postgres(_) => {
                format!("SELECT pg_logical_emit_message(true, 'adjutant', '{beat}')")
            }
            Engine::Sqlite(_) => format!("PRAGMA user_version = {beat}"),
        };
        Ok(connection.batch_execute(&words)?)
    })
}
