//! Versions of the public data: a cached response is valid within one version.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use adjutant_store::id_sequence;
use ledger_ratings::Day;

use super::threads::lock;
use super::{App, Result};
use super::{contests, leaderboard};

/// A number that every change increases.
#[derive(Default)]
pub struct Edition {
    number: AtomicU64,
    /// The database counters at the last check.
    seen: Mutex<Vec<(String, i64)>>,
    /// Called after each change by this process.
    listener: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Edition {
    /// The current version.
    pub(super) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// Notes a change that is already committed.
    pub(super) fn raise(&self) {
        self.note();
        if let Some(tell) = self.listener.get() {
            tell();
        }
    }

    fn note(&self) {
        self.number.fetch_add(1, Ordering::AcqRel);
    }

    /// Sets what is called after each change by this process; later calls are ignored.
    pub(super) fn set_listener(&self, tell: Box<dyn Fn() + Send + Sync>) {
        let _second = self.listener.set(tell);
    }
}

/// Counters whose changes do not affect cached responses, such as sign-ins, and live games, which
/// are never cached.
const PRIVATE: [&str; 18] = [
    "devices",
    "follows",
    "links",
    "notices",
    "outages",
    "outbox",
    "passkey_challenges",
    "passkeys",
    "play_reports",
    "plays",
    "push_subscriptions",
    "rating_lists",
    "recovery_codes",
    "seeks",
    "servers",
    "sessions",
    "tokens",
    "webhooks",
];

/// Looks for changes by other processes, such as an import by command, and for a new day: refreshes
/// the leaderboards, then increases the version. Costs three point queries.
pub fn look_for_changes(app: &App, today: Day) -> Result<()> {
    app.set_today(today);
    // Read before the leaderboards, so that a change in between is noticed the next time.
    let mut conn = app.store().connection()?;
    let mut now = id_sequence::counters(&mut conn)?;
    contests::refresh_former_addresses(app, &mut conn)?;
    drop(conn);
    now.retain(|(name, _)| !PRIVATE.contains(&name.as_str()));
    let turned = leaderboard::refresh(app)?;
    let mut seen = lock(&app.editions().seen);
    if turned || *seen != now {
        *seen = now;
        app.editions().note();
    }
    Ok(())
}
