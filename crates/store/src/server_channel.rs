//! What the servers on a PostgreSQL database tell each other: LISTEN and NOTIFY.
//!
//! What is told is lost where somebody does not listen, so it only says what to look at again.

use diesel::sql_types::Text;
use diesel::{RunQueryDsl, connection::SimpleConnection};

use super::{AnyConnection, Engine, Result, Store, TrackedConnection};

/// The name of the channel.
const CHANNEL: &str = "adjutant";
/// The largest message in bytes (PostgreSQL, "NOTIFY": shorter than 8000 bytes).
pub const LONGEST: usize = 7_900;

/// A connection that listens.
pub struct ServerChannel {
    connection: TrackedConnection,
    store: Store,
}

impl ServerChannel {
    /// Opens a connection that listens from now on; `None` with SQLite, which only one server serves.
    pub fn open(store: &Store) -> Result<Option<ServerChannel>> {
        let mut connection = store.tracked_connection()?;
        if connection.is_sqlite() {
            return Ok(None);
        }
        connection.batch_execute(&format!("LISTEN {CHANNEL}"))?;
        Ok(Some(ServerChannel { connection, store: store.clone() }))
    }

    /// Whether another database server has become primary, so that nothing more is told here.
    pub fn is_superseded(&self) -> bool {
        self.store.is_superseded(&self.connection)
    }

    pub fn connection(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }

    /// Tells everybody who listens, also oneself.
    pub fn tell(&mut self, message: &str) -> Result<()> {
        diesel::sql_query("SELECT pg_notify($1, $2)")
            .bind::<Text, _>(CHANNEL)
            .bind::<Text, _>(message)
            .execute(&mut *self.connection)?;
        Ok(())
    }

    /// What has been told since the last call; does not wait.
    pub fn heard(&mut self) -> Result<Vec<String>> {
        let Engine::Postgres(connection) = self.connection.engine() else { return Ok(Vec::new()) };
        let heard: diesel::QueryResult<Vec<String>> =
            connection.notifications_iter().map(|one| one.map(|one| one.payload)).collect();
        Ok(heard?)
    }
}
