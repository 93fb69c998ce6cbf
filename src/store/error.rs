//! What can go wrong below the service.

/// A failed store operation.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or broke a statement.
    #[error("database: {0}")]
    Database(#[from] diesel::result::Error),
    /// No connection could be had.
    #[error("cannot open the database {place}: {reason}")]
    Open { place: String, reason: String },
    /// Writes are not answered now, and none more is begun.
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
    /// A stored value cannot be read.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
    /// The sealing key is missing, unsafe or wrong.
    #[error("{0}")]
    Key(String),
}

impl StoreError {
    /// Whether the disk is full, for a message that says what to do.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        let text = self.to_string();
        text.contains("disk is full") || text.contains("No space left")
    }

    /// Whether the server went away while somebody talked to it.
    #[must_use]
    pub fn is_connection_lost(&self) -> bool {
        use diesel::result::{DatabaseErrorKind, Error};
        let StoreError::Database(error) = self else { return false };
        // What PostgreSQL says last, and what its library says of a line that is cut.
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

    /// Whether the transaction stood in another's way and was undone, so that the same may be tried again: a deadlock, or
    /// what PostgreSQL cannot put into an order.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        use diesel::result::{DatabaseErrorKind, Error};
        let StoreError::Database(error) = self else { return false };
        matches!(error, Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _))
            || error.to_string().contains("deadlock detected")
    }

    /// Whether the disk failed to take or to keep something.
    #[must_use]
    pub fn is_disk_io_error(&self) -> bool {
        self.to_string().contains("disk I/O error")
    }

    /// Whether the disk takes or gives nothing for another reason than being full.
    #[must_use]
    pub fn is_disk_unwritable(&self) -> bool {
        self.is_disk_io_error() || self.to_string().contains("File too large")
    }
}
