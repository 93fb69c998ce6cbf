//! Deletes expired sessions, links, tokens, seeks, table passes, steward links, notices and guests, and
//! rating lists whose import was interrupted, and answers to requests with a key. The audit log still mentions what gave access.

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_store::idempotency_keys;
use adjutant_store::retention::{self, Ended};

use super::access::Actor;
use super::error::again;
use super::{App, Error, Result, accounts, idempotency, live, privacy, rating_lists};

/// How long expired sessions are kept, in case the clock was wrong and is corrected.
const SESSIONS_KEPT: i64 = 2 * DAY;
/// How long expired tokens stay in their owner's list.
const TOKENS_KEPT: i64 = 30 * DAY;
/// How long expired links are kept.
const LINKS_KEPT: i64 = DAY;
/// How long table passes are kept from their creation, longer than any game at a table; and expired
/// steward links.
const PASSES_KEPT: i64 = 7 * DAY;
/// How long notices are kept after they were read.
const READ_NOTICES_KEPT: i64 = 90 * DAY;
/// How long deliveries are kept after they were done or given up.
const DELIVERIES_KEPT: i64 = 30 * DAY;
/// How long notices are kept that nobody reads.
const NOTICES_KEPT: i64 = 365 * DAY;
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
    pub notices: usize,
    pub guests: usize,
}

impl Tidied {
    pub const fn is_nothing(self) -> bool {
        let Tidied { sessions, links, tokens, seeks, passes, notices, guests } = self;
        sessions + links + tokens + seeks + passes + notices + guests == 0
    }
}

/// Deletes sessions, links, tokens, seeks, table passes, steward links, notices and guests after the
/// periods above,
/// and truncates the write-ahead log, which may contain them.
pub fn tidy(app: &App, lives: SessionLifetimes, now: Micros) -> Result<Tidied> {
    let ago = |span| now.saturating_sub(span);
    stop_abandoned(app, ago(PASSES_KEPT), now)?;
    let gone = |what, before| sweep(app, what, before);
    let tidied = Tidied {
        sessions: gone(Ended::Sessions, ago(lives.idle).saturating_sub(SESSIONS_KEPT))?,
        links: gone(Ended::Links, ago(LINKS_KEPT))? + gone(Ended::Challenges, now)?,
        tokens: gone(Ended::Tokens, ago(TOKENS_KEPT))?
            + gone(Ended::RevokedTokens, ago(TOKENS_KEPT))?,
        seeks: gone(Ended::Seeks, now)?,
        passes: gone(Ended::Passes, ago(PASSES_KEPT))?
            + gone(Ended::StewardLinks, ago(PASSES_KEPT))?,
        notices: gone(Ended::ReadNotices, ago(READ_NOTICES_KEPT))?
            + gone(Ended::Notices, ago(NOTICES_KEPT))?
            + gone(Ended::Deliveries, ago(DELIVERIES_KEPT))?,
        guests: delete_guests(app, now)?,
    };
    rating_lists::delete_leftovers(app, now)?;
    let expired = ago(idempotency::LIFE);
    while app.write(|conn| Ok::<_, Error>(idempotency_keys::forget(conn, expired, AT_ONCE)?))? > 0 {
    }
    app.store().truncate_wal()?;
    Ok(tidied)
}

/// Deletes guests who did not sign up in time. Their games remain, as those of a deleted account.
fn delete_guests(app: &App, now: Micros) -> Result<usize> {
    let guests = accounts::expired_guests(app, now)?;
    for guest in &guests {
        privacy::delete(app, &Actor::for_command(), *guest, now)?;
    }
    Ok(guests.len())
}

/// Ends games on one device whose pass is about to be deleted.
fn stop_abandoned(app: &App, before: Micros, now: Micros) -> Result<()> {
    let stop = |conn: &mut _| live::stop_abandoned(conn, before, AT_ONCE, now);
    while again(|| app.write(stop))? > 0 {}
    Ok(())
}

/// Deletes rows in batches until none are left.
fn sweep(app: &App, what: Ended, before: Micros) -> Result<usize> {
    let mut all = 0;
    loop {
        let gone =
            app.write(|conn| Ok::<_, Error>(retention::delete(conn, what, before, AT_ONCE)?))?;
        if gone == 0 {
            return Ok(all);
        }
        all += gone;
    }
}
