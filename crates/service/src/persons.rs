//! Shared checks for creating and changing people: free handles, updates of leaderboards, reasons.

use adjutant_domain::account::handle::look_key;
use adjutant_domain::organisation::text;
use adjutant_store::names::NamedEntity;
use adjutant_store::seal::Sealer;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, StoreError, claims, deleted_names, ledgers, players};

use super::messages::LocalizedMessage;
use super::{App, Error, Result, refusals};

/// Why a handle is not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    Exists(String),
    LooksLike(String),
    /// Somebody had it who is deleted.
    Retired,
}

/// Handles are public, so the message may name the similar one.
impl From<Taken> for LocalizedMessage {
    fn from(taken: Taken) -> LocalizedMessage {
        match taken {
            Taken::Exists(name) | Taken::LooksLike(name) => refusal!(HANDLE_TAKEN, name),
            Taken::Retired => refusals::HANDLE_RETIRED.into(),
        }
    }
}

/// Checks whether a handle is available: no player or account has it or a lookalike, and no deleted
/// person had it. `None` if it is free; must be called in the transaction that takes it, after its
/// first statement.
pub fn taken(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    handle: &str,
) -> Result<Option<Taken>, StoreError> {
    if let Some(row) = players::by_exact_handle(conn, handle)? {
        return Ok(Some(Taken::Exists(row.handle)));
    }
    let look = look_key(handle);
    if let Some(NamedEntity { name, .. }) = players::by_look_key(conn, &look)? {
        return Ok(Some(Taken::LooksLike(name)));
    }
    if let Some(name) = claims::account_by_look_key(conn, &look)? {
        return Ok(Some(Taken::LooksLike(name)));
    }
    let gone = deleted_names::is_or_looks_deleted(conn, sealer, handle)?;
    Ok(gone.then_some(Taken::Retired))
}

/// Updates leaderboards and caches after the commit of a change in the names or visibility of these
/// players.
pub fn changed(app: &App, players: &[i32]) -> Result<()> {
    let mut conn = app.store().connection()?;
    let version = in_transaction(&mut conn, ledgers::bump_version)?;
    drop(conn);
    app.memory.boards.show_again(app.store(), version, players)?;
    app.editions().raise();
    Ok(())
}

/// Like [`changed`], for a change that may have concerned nobody's names or visibility.
pub(super) fn changed_any(app: &App, players: &[i32]) -> Result<(), Error> {
    if !players.is_empty() {
        return changed(app, players);
    }
    app.editions().raise();
    Ok(())
}

/// Maximum length of a reason, in characters.
pub const LONGEST_REASON: usize = 500;

/// Validates a required reason of one line.
pub(super) fn reason(written: &str) -> Result<String> {
    match note(written)? {
        empty if empty.is_empty() => Err(Error::invalid("reason", refusals::NO_REASON)),
        reason => Ok(reason),
    }
}

/// Validates an optional reason of one line.
pub(super) fn note(written: &str) -> Result<String> {
    text::clean_line(written, LONGEST_REASON).map_err(|e| Error::invalid("reason", e.message()))
}
