//! Heartbeats, which check that writing works.

use diesel::connection::SimpleConnection;

use super::transaction::in_transaction;
use super::{AnyConnection, Engine, StoreError};

/// Writes a meaningless value containing `beat` and returns when it is durable: a message in
/// PostgreSQL's log, or a number in the header of SQLite's file.
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
