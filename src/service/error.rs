//! Errors with two faces later: a page and a problem document.

use crate::store::StoreError;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// A parameter or a body is wrong; names the field.
    #[error("{field}: {message}")]
    Invalid { field: &'static str, message: String },
    /// Somebody else was faster, or holds what is needed.
    #[error("{0}")]
    Conflict(String),
    /// The store cannot do it now.
    #[error("{0}")]
    Unavailable(String),
    /// Something that should not happen; the details are for the log.
    #[error("{0}")]
    Internal(String),
}

impl Error {
    /// A refused parameter.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Error {
        Error::Invalid { field, message: message.into() }
    }
}

impl From<StoreError> for Error {
    fn from(e: StoreError) -> Error {
        let text = e.to_string();
        if e.is_disk_full() {
            return Error::Unavailable(format!(
                "the disk that holds the database is full; free space and try again ({text})"
            ));
        }
        if e.is_disk_refusing() {
            return Error::Unavailable(format!(
                "the disk that holds the database refuses: it is full or failing, or a limit on \
                 the size of files is set; see to it and try again ({text})"
            ));
        }
        match e {
            StoreError::Database(_) | StoreError::Damaged(_) => Error::Internal(text),
            StoreError::Open { .. } | StoreError::Migration(_) | StoreError::Key(_) => {
                Error::Unavailable(text)
            }
            StoreError::InUse(_) => Error::Conflict(text),
        }
    }
}
