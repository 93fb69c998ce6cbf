//! Which edition of the public data is out: answers of one edition stay true within it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::store::games;
use ledger_ratings::Day;

use super::leaderboard;
use super::{App, Error};

/// A number that every change raises.
#[derive(Debug, Default)]
pub struct Edition {
    number: AtomicU64,
    /// The store's counters when they were looked at last.
    seen: Mutex<Vec<(String, i64)>>,
}

impl Edition {
    /// The edition that is out.
    pub(super) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// Something has changed, and can be read by now.
    pub(super) fn raise(&self) {
        self.number.fetch_add(1, Ordering::AcqRel);
    }
}

/// Counters that rise without anything changing of what an edition is about: somebody signs in, or
/// plays are made, which are shown as they are at each moment and kept by no edition.
const PRIVATE: [&str; 9] = [
    "devices",
    "links",
    "outages",
    "play_reports",
    "plays",
    "recovery_codes",
    "seeks",
    "sessions",
    "tokens",
];

/// Looks for what another process wrote, such as an import by command, and for a new day:
/// brings the leaderboards up to date, then raises the edition. Costs two point reads.
///
/// # Errors
/// [`Error::Unavailable`] where the store does not answer.
pub fn look_for_changes(app: &App, today: Day) -> Result<(), Error> {
    app.set_today(today);
    // Read before the leaderboards: what changes in between is seen the next time.
    let mut now = games::counters(&mut *app.store().connection()?)?;
    now.retain(|(name, _)| !PRIVATE.contains(&name.as_str()));
    let turned = leaderboard::refresh(app)?;
    let mut seen = app.editions().seen.lock().unwrap_or_else(PoisonError::into_inner);
    if turned || *seen != now {
        *seen = now;
        app.editions().raise();
    }
    Ok(())
}
