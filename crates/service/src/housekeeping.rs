//! Deletes expired sessions, links, tokens, seeks, table passes and steward links. The audit log
//! still mentions them.

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_store::{AnyConnection, StoreError, play_passes, retention, steward_links};

use super::{App, Error, Result};

/// How long expired sessions are kept, in case the clock was wrong and is corrected.
const SESSIONS_KEPT: i64 = 2 * DAY;
/// How long expired tokens stay in their owner's list.
const TOKENS_KEPT: i64 = 30 * DAY;
/// How long expired links are kept.
const LINKS_KEPT: i64 = DAY;
/// How long table passes are kept from their creation, longer than any game at a table; and expired
/// steward links.
const PASSES_KEPT: i64 = 7 * DAY;
/// Rows deleted per transaction, so that other writers need not wait long.
const AT_ONCE: i64 = 1_000;

/// The number of rows deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tidied {
    pub sessions: usize,
    pub links: usize,
    pub tokens: usize,
    pub seeks: usize,
    pub passes: usize,
}

impl Tidied {
    pub const fn is_nothing(self) -> bool {
        let Tidied { sessions, links, tokens, seeks, passes } = self;
        sessions + links + tokens + seeks + passes == 0
    }
}

/// Deletes sessions, links, tokens, seeks, table passes and steward links after the periods above,
/// and truncates the write-ahead log, which may contain them.
pub fn tidy(app: &App, lives: SessionLifetimes, now: Micros) -> Result<Tidied> {
    let unused_since = now.saturating_sub(lives.idle).saturating_sub(SESSIONS_KEPT);
    let (links, tokens) = (now.saturating_sub(LINKS_KEPT), now.saturating_sub(TOKENS_KEPT));
    let tidied = Tidied {
        sessions: sweep(app, |conn| retention::delete_idle_sessions(conn, unused_since, AT_ONCE))?,
        links: sweep(app, |conn| retention::delete_expired_links(conn, links, AT_ONCE))?,
        tokens: sweep(app, |conn| retention::delete_expired_tokens(conn, tokens, AT_ONCE))?
            + sweep(app, |conn| retention::delete_revoked_tokens(conn, tokens, AT_ONCE))?,
        seeks: sweep(app, |conn| retention::delete_expired_seeks(conn, now, AT_ONCE))?,
        passes: sweep(app, |conn| {
            play_passes::remove_made_before(conn, now.saturating_sub(PASSES_KEPT))
        })? + sweep(app, |conn| {
            steward_links::remove_expired(conn, now.saturating_sub(PASSES_KEPT))
        })?,
    };
    app.store().truncate_wal()?;
    Ok(tidied)
}

/// Deletes rows in batches until none are left.
fn sweep(
    app: &App,
    some: impl Fn(&mut AnyConnection) -> Result<usize, StoreError>,
) -> Result<usize> {
    let mut all = 0;
    loop {
        let gone = app.write(|conn| Ok::<_, Error>(some(conn)?))?;
        if gone == 0 {
            return Ok(all);
        }
        all += gone;
    }
}
