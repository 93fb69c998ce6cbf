//! Backups that the server makes at intervals.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web;
use adjutant_domain::moment::{HOUR, Micros, SECOND};
use adjutant_service::backup_directory::{BackupDirectory, BackupFile};
use adjutant_service::{App, Error};
use metrics::{counter, gauge};

use crate::site::Site;
use crate::time_format::now_micros;

/// How often it is checked whether a backup is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);
/// After a failure, the next attempt waits this long.
const RETRY_INTERVAL: Duration = Duration::from_secs(600);

/// Where backups are made, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSchedule {
    pub directory: BackupDirectory,
    /// Hours from one backup to the next; at least 1.
    pub hours: u16,
    /// How many backups are kept; at least 1.
    pub kept: u16,
}

impl BackupSchedule {
    /// Whether a backup is due: none was made in the last `hours`. Those of a clock that was ahead do not
    /// count.
    fn is_due(&self, files: &[BackupFile], now: Micros) -> bool {
        let newest = files.iter().map(|file| file.made).filter(|made| *made <= now).max();
        newest.is_none_or(|made| now.since(made) >= i64::from(self.hours) * HOUR)
    }

    /// Makes a backup if one is due, and removes those that are too many. Returns the newest.
    fn run(&self, app: &App, now: Micros) -> Result<Option<BackupFile>, Error> {
        let files = self.directory.files()?;
        if !self.is_due(&files, now) {
            return Ok(files.into_iter().find(|file| file.made <= now));
        }
        let started = Instant::now();
        let (made, _) = self.directory.write(app, now)?;
        let seconds = started.elapsed().as_secs_f64();
        gauge!("adjutant_backup_last_duration_seconds").set(seconds);
        tracing::info!(
            file = %made.path.display(),
            bytes = made.bytes,
            seconds,
            "a backup is made"
        );
        self.directory.remove_all_but(usize::from(self.kept), now)?;
        Ok(Some(made))
    }
}

/// What is known of the backups of this server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BackupState {
    pub newest: Option<BackupFile>,
    /// Why the latest attempt failed.
    pub failure: Option<String>,
}

/// The state of the backups, for pages.
#[derive(Debug, Default)]
pub struct Backups(Mutex<BackupState>);

impl Backups {
    pub fn state(&self) -> BackupState {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes how an attempt ended, in the log and the metrics, too.
    fn note(&self, done: Result<Option<BackupFile>, Error>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match done {
            Ok(newest) => {
                if let Some(file) = &newest {
                    let made = file.made.0 / SECOND;
                    gauge!("adjutant_backup_last_made_timestamp_seconds").set(made as f64);
                    gauge!("adjutant_backup_last_size_bytes").set(file.bytes as f64);
                }
                *state = BackupState { newest, failure: None };
            }
            Err(e) => {
                counter!("adjutant_backup_failures_total").increment(1);
                tracing::error!(error = %e, "the backup failed");
                state.failure = Some(e.to_string());
            }
        }
    }
}

/// Makes backups when they are due, until the server stops.
pub async fn run_backups(site: web::Data<Site>) {
    let Some(schedule) = site.settings.backups.clone() else { return };
    counter!("adjutant_backup_failures_total").absolute(0);
    loop {
        let (app, own) = (site.app.clone(), schedule.clone());
        let done = web::block(move || own.run(&app, now_micros())).await;
        site.backups.note(done.unwrap_or_else(|e| Err(Error::Unavailable(e.to_string()))));
        let failed = site.backups.state().failure.is_some();
        tokio::time::sleep(if failed { RETRY_INTERVAL } else { CHECK_INTERVAL }).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_at(hour: i64) -> BackupFile {
        BackupFile { path: "a".into(), made: Micros(hour * HOUR), bytes: 1 }
    }

    #[test]
    fn a_backup_is_due_once_the_newest_is_old_whatever_a_wrong_clock_made() {
        let schedule =
            BackupSchedule { directory: BackupDirectory::new("none"), hours: 6, kept: 2 };
        let due = |hours: &[i64], now: i64| {
            let files: Vec<BackupFile> = hours.iter().copied().map(made_at).collect();
            schedule.is_due(&files, Micros(now * HOUR))
        };
        assert!(due(&[], 0));
        assert!(!due(&[10], 15));
        assert!(due(&[10], 16));
        assert!(!due(&[4, 12, 10], 15));
        assert!(due(&[4, 900], 15), "one that a clock ahead made does not stand for the newest");
    }
}
