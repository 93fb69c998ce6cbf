//! What is over and opens nothing any more goes: sessions, links, tokens, seeks, passes, stewards' links. The audit trail, which
//! says that they were there, stays as it is.

use crate::account::session::{DAY, SessionLifetimes};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, StoreError, id_sequence, play_passes, retention, steward_links};

use super::{App, Error};

/// So long a session is kept when it is over, for a clock that was wrong and is set right.
const SESSIONS_KEPT: i64 = 2 * DAY;
/// So long a token that is over stays in its owner's list.
const TOKENS_KEPT: i64 = 30 * DAY;
/// So long a link is kept when it is over.
const LINKS_KEPT: i64 = DAY;
/// So long a pass to a table is kept, longer than any game at one; and a steward's link when it is over.
const PASSES_KEPT: i64 = 7 * DAY;
/// Rows that one transaction takes away: whoever wants to write does not wait for long.
const AT_ONCE: i64 = 1_000;

/// How much went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tidied {
    pub sessions: usize,
    pub links: usize,
    pub tokens: usize,
    pub seeks: usize,
    pub passes: usize,
}

impl Tidied {
    #[must_use]
    pub const fn is_nothing(self) -> bool {
        let Tidied { sessions, links, tokens, seeks, passes } = self;
        sessions + links + tokens + seeks + passes == 0
    }
}

/// Takes away sessions that were not used for as long as they live, links that expired a day ago,
/// tokens that expired or were revoked thirty days ago, seeks that nobody took in time, passes to
/// tables that were made a week ago, stewards' links that expired a week ago, and what is gone out of the write-ahead log, too. `now` in microseconds since 1970.
///
/// # Errors
/// [`Error`] where the store fails; what was taken away until then stays away.
pub fn tidy(app: &App, lives: SessionLifetimes, now: i64) -> Result<Tidied, Error> {
    let unused_since = now.saturating_sub(lives.idle).saturating_sub(SESSIONS_KEPT);
    let (links, tokens) = (now.saturating_sub(LINKS_KEPT), now.saturating_sub(TOKENS_KEPT));
    let tidied = Tidied {
        sessions: sweep(app, |connection| {
            retention::delete_idle_sessions(connection, unused_since, AT_ONCE)
        })?,
        links: sweep(app, |connection| {
            retention::delete_expired_links(connection, links, AT_ONCE)
        })?,
        tokens: sweep(app, |connection| {
            retention::delete_expired_tokens(connection, tokens, AT_ONCE)
        })? + sweep(app, |connection| {
            retention::delete_revoked_tokens(connection, tokens, AT_ONCE)
        })?,
        seeks: sweep(app, |connection| retention::delete_expired_seeks(connection, now, AT_ONCE))?,
        passes: sweep(app, |connection| {
            play_passes::remove_made_before(connection, now.saturating_sub(PASSES_KEPT))
        })? + sweep(app, |connection| {
            steward_links::remove_expired(connection, now.saturating_sub(PASSES_KEPT))
        })?,
    };
    app.store().truncate_wal()?;
    Ok(tidied)
}

/// Takes away some rows after some, until there are none.
fn sweep(
    app: &App,
    some: impl Fn(&mut AnyConnection) -> Result<usize, StoreError>,
) -> Result<usize, Error> {
    let mut all = 0;
    loop {
        let gone = in_transaction(&mut *app.store().connection()?, |connection| {
            id_sequence::lock_writer(connection)?;
            Ok::<_, Error>(some(connection)?)
        })?;
        if gone == 0 {
            return Ok(all);
        }
        all += gone;
    }
}
