//! What every use case that makes or changes people asks: whether a handle is free, and that
//! what is shown of somebody follows.

use crate::account::handle::look_key;
use crate::organisation::text;
use crate::store::names::NamedEntity;
use crate::store::seal::Sealer;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, StoreError, claims, deleted_names, ledgers, players};

use super::{App, Error, refusals};

/// Why a handle is not free.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Taken {
    #[error(
        "there is a player {0:?} already; choose another handle, and claim that player if he is you"
    )]
    Exists(String),
    #[error("it looks like {0:?}, which somebody has; choose another handle")]
    LooksLike(String),
    #[error("somebody had it who is deleted, and nobody gets it again; choose another handle")]
    Retired,
}

impl Taken {
    /// Its name in the catalogues (`taken-<key>`); frozen.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Taken::Exists(_) => "exists",
            Taken::LooksLike(_) => "looks-like",
            Taken::Retired => "retired",
        }
    }
}

/// Whether somebody may choose this handle: no player and no account has it or looks like it,
/// and nobody had it who is deleted. `None` where it is free; to be asked in the transaction
/// that takes it, behind its first statement.
///
/// # Errors
/// [`StoreError::Database`].
pub fn taken(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    handle: &str,
) -> Result<Option<Taken>, StoreError> {
    if let Some(row) = players::by_exact_handle(connection, handle)? {
        return Ok(Some(Taken::Exists(row.handle)));
    }
    let look = look_key(handle);
    if let Some(NamedEntity { name, .. }) = players::by_look_key(connection, &look)? {
        return Ok(Some(Taken::LooksLike(name)));
    }
    if let Some(name) = claims::account_by_look_key(connection, &look)? {
        return Ok(Some(Taken::LooksLike(name)));
    }
    let gone = deleted_names::is_or_looks_deleted(connection, sealer, handle)?;
    Ok(gone.then_some(Taken::Retired))
}

/// Has leaderboards and answers follow, after the commit of what changed how these players are
/// called or listed.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn changed(app: &App, players: &[i32]) -> Result<(), Error> {
    let mut connection = app.store().connection()?;
    let version = in_transaction(&mut connection, ledgers::bump_version)?;
    drop(connection);
    app.boards().show_again(app.store(), version, players)?;
    app.editions().raise();
    Ok(())
}

/// Longest reason that somebody gives for what he does, in characters.
pub const LONGEST_REASON: usize = 500;

/// A reason as it is written down: there must be one, in one line.
///
/// # Errors
/// [`Error::Invalid`] where there is none, it is too long, or has what nobody sees.
pub(super) fn reason(written: &str) -> Result<String, Error> {
    match note(written)? {
        empty if empty.is_empty() => Err(Error::invalid("reason", refusals::NO_REASON)),
        reason => Ok(reason),
    }
}

/// A reason where none is needed: one line, perhaps an empty one.
///
/// # Errors
/// [`Error::Invalid`] where it is too long, or has what nobody sees.
pub(super) fn note(written: &str) -> Result<String, Error> {
    text::clean_line(written, LONGEST_REASON).map_err(|e| Error::invalid("reason", e))
}
