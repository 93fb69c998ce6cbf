//! Heartbeats, which check that writing works.

use diesel::connection::SimpleConnection;

use super::transaction::in_transaction;
use super::{AnyConnection, Engine, Result};

/// Writes a meaningless value containing `beat` and returns when it is durable: a message in
/// PostgreSQL's log, or a number in the header of SQLite's file.
pub fn write_heartbeat(conn: &mut AnyConnection, beat: i32) -> Result<()> {
    in_transaction(conn, |conn| {
        let words = match conn.engine() {
            Engine::Postgres(_) => {
                format!("SELECT pg_logical_emit_message(true, 'adjutant', '{beat}')")
            }
            Engine::Sqlite(_) => format!("PRAGMA user_version = {beat}"),
        };
        Ok(conn.batch_execute(&words)?)
    })
}
