//! Errors of the store.

/// The result of what touches the database.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or failed a statement.
    #[error("database: {0}")]
    Database(#[source] diesel::result::Error),
    /// No connection is available.
    #[error("cannot open the database {place}: {reason}")]
    Open { place: String, reason: String },
    /// Writes are stalled, and no further ones are started.
    #[error(
        "the database does not answer what is written to it; a standby that commits wait for may be away"
    )]
    Stalled,
    /// A migration failed, or the database is newer than this program.
    #[error("{0}")]
    Migration(String),
    /// Another instance serves this database.
    #[error("{0}")]
    InUse(String),
    /// A stored value cannot be decoded.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
    /// The sealing key is missing, insecure or wrong.
    #[error("{0}")]
    Key(String),
    /// SQLite's log cannot be read or begun anew.
    #[error("SQLite's log cannot be followed: {0}")]
    Log(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Log(error.to_string())
    }
}

impl From<diesel::result::Error> for StoreError {
    fn from(error: diesel::result::Error) -> StoreError {
        match error {
            // The source tells what is wrong with the value, the error itself only its column.
            diesel::result::Error::DeserializationError(error) => StoreError::Damaged(
                error.source().map_or_else(|| error.to_string(), ToString::to_string),
            ),
            error => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// Whether the disk is full, for a helpful message.
    pub fn is_disk_full(&self) -> bool {
        let text = self.to_string();
        text.contains("disk is full") || text.contains("No space left")
    }

    /// Whether the connection to the server was lost.
    pub fn is_connection_lost(&self) -> bool {
        use diesel::result::{DatabaseErrorKind, Error};
        let StoreError::Database(error) = self else { return false };
        // The last message of PostgreSQL, and libpq's messages for a broken connection.
        const LAST_WORDS: [&str; 4] = [
            "terminating connection",
            "server closed the connection",
            "no connection to the server",
            "the database system is",
        ];
        let text = error.to_string();
        matches!(error, Error::DatabaseError(DatabaseErrorKind::ClosedConnection, _))
            || LAST_WORDS.iter().any(|words| text.contains(words))
    }

    /// Whether the transaction was rolled back because of a deadlock or serialization failure, and
    /// can be retried.
    pub fn is_retryable(&self) -> bool {
        use diesel::result::{DatabaseErrorKind, Error};
        let StoreError::Database(error) = self else { return false };
        matches!(error, Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _))
            || error.to_string().contains("deadlock detected")
    }

    /// Whether the disk failed.
    pub fn is_disk_io_error(&self) -> bool {
        self.to_string().contains("disk I/O error")
    }

    /// Whether the disk cannot be used for a reason other than being full.
    pub fn is_disk_unwritable(&self) -> bool {
        self.is_disk_io_error() || self.to_string().contains("File too large")
    }
}
