//! The continuous backup that the server makes of a SQLite database.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::web;
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_service::Error;
use adjutant_service::continuous_backup::{Shipped, Shipper};
use metrics::{counter, gauge};

use crate::site::Site;
use crate::time_format::now_micros;

/// How often changes are written: what may be lost with the disk of the database.
const INTERVAL: Duration = Duration::from_secs(1);
/// After a failure, the next attempt waits this long.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);

/// What is known of the continuous backup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ContinuousBackupState {
    /// Whatever was committed until then is in it.
    pub until: Option<Micros>,
    /// Whether the latest attempt failed.
    pub has_failed: bool,
}

/// The continuous backup, and its state for pages.
#[derive(Default)]
pub struct ContinuousBackups {
    state: Mutex<ContinuousBackupState>,
    /// `None` before the first attempt.
    shipper: Mutex<Option<Shipper>>,
}

impl ContinuousBackups {
    pub fn state(&self) -> ContinuousBackupState {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what was committed since the last time. Does nothing without the setting.
    pub fn ship(&self, site: &Site) {
        let Some(backup) = site.settings.continuous_backup.clone() else { return };
        let mut shipper = self.shipper.lock().unwrap_or_else(PoisonError::into_inner);
        let now = now_micros();
        let done = match &mut *shipper {
            Some(shipper) => shipper.ship(now),
            none => {
                Shipper::open(backup, &site.app).and_then(|opened| none.insert(opened).ship(now))
            }
        };
        self.note(done);
    }

    /// Notes how an attempt ended, in the log and the metrics, too.
    fn note(&self, done: Result<Shipped, Error>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match done {
            Ok(Shipped { until, has_begun }) => {
                if let Some(until) = until {
                    let seconds = until.0 / SECOND;
                    gauge!("adjutant_continuous_backup_until_timestamp_seconds")
                        .set(seconds as f64);
                }
                if has_begun {
                    tracing::info!(
                        "the continuous backup has copied the database and follows its changes"
                    );
                }
                *state = ContinuousBackupState { until, has_failed: false };
            }
            Err(e) => {
                counter!("adjutant_continuous_backup_failures_total").increment(1);
                tracing::error!(error = %e, "the continuous backup failed");
                state.has_failed = true;
            }
        }
    }
}

/// Writes changes every second, until the server stops.
pub async fn run_continuous_backup(site: web::Data<Site>) {
    if site.settings.continuous_backup.is_none() {
        return;
    }
    counter!("adjutant_continuous_backup_failures_total").absolute(0);
    loop {
        let own = site.clone();
        // A panic is in the log, and the next attempt notes what it leaves.
        let done = web::block(move || own.continuous_backups.ship(&own)).await;
        let failed = done.is_err() || site.continuous_backups.state().has_failed;
        tokio::time::sleep(if failed { RETRY_INTERVAL } else { INTERVAL }).await;
    }
}
