//! What operators watch beside requests and games: what waits to be sent, disks, the database and its standbys.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use actix_web::web;
use adjutant_domain::moment::SECOND;
use adjutant_service::operation::{self, OperationFigures, Replica};
use metrics::{counter, gauge};

use crate::site::Site;
use crate::time_format::now_micros;

/// How often the metrics are brought up to date; costs a few small queries each.
const INTERVAL: Duration = Duration::from_secs(15);

/// The space of the file system that a directory is on, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// What may still be written.
    pub free: u64,
    pub size: u64,
}

/// The space below a directory; `None` if it cannot be looked at.
pub fn disk_space(directory: &Path) -> Option<DiskSpace> {
    let found = rustix::fs::statvfs(directory).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
    Some(DiskSpace { free: bytes(found.f_bavail), size: bytes(found.f_blocks) })
}

/// The directories whose space is watched: of the keys and SQLite's database, and of the backups.
fn watched_directories(site: &Site) -> Vec<(&'static str, PathBuf)> {
    let backups = site.settings.backups.as_ref();
    let backups = backups.map(|schedule| ("backups", schedule.directory.path().to_owned()));
    let continuous = site.settings.continuous_backup.as_ref();
    let continuous = continuous.map(|backup| ("continuous_backup", backup.directory.clone()));
    std::iter::once(("data", site.app.data_dir())).chain(backups).chain(continuous).collect()
}

/// The name of a standby in metrics and on pages.
pub fn replica_name(replica: &Replica) -> &str {
    replica.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("unnamed")
}

/// How far the standbys are behind, by name; of several with one name, the slowest.
fn lags(replicas: &[Replica]) -> BTreeMap<String, (f64, f64)> {
    let mut lags = BTreeMap::new();
    for replica in replicas {
        let Some(bytes) = replica.lag_bytes else { continue };
        // A standby that has replayed everything has no recent delay to measure.
        let seconds = if bytes == 0 { 0.0 } else { replica.lag_seconds.unwrap_or(0.0) };
        let slowest = lags.entry(replica_name(replica).to_owned()).or_insert((0.0, 0.0));
        *slowest = (f64::max(slowest.0, bytes as f64), f64::max(slowest.1, seconds));
    }
    lags
}

/// The space of the watched directories that can be looked at.
pub fn watched_space(site: &Site) -> Vec<(&'static str, DiskSpace)> {
    let directories = watched_directories(site).into_iter();
    directories.filter_map(|(name, path)| Some((name, disk_space(&path)?))).collect()
}

fn record_space(spaces: &[(&'static str, DiskSpace)]) {
    for (directory, space) in spaces {
        gauge!("adjutant_disk_free_bytes", "directory" => *directory).set(space.free as f64);
        gauge!("adjutant_disk_size_bytes", "directory" => *directory).set(space.size as f64);
    }
}

/// Records the metrics; `previous` are the standbys that were there before.
fn record(figures: &OperationFigures, previous: &mut BTreeMap<String, (f64, f64)>) {
    for queue in &figures.queues {
        for (state, deliveries) in [("waiting", queue.waiting), ("given_up", queue.given_up)] {
            gauge!("adjutant_outbox_deliveries", "channel" => queue.channel, "state" => state)
                .set(deliveries as f64);
        }
        let late = queue.late_by as f64 / SECOND as f64;
        gauge!("adjutant_outbox_late_seconds", "channel" => queue.channel).set(late);
    }
    gauge!("adjutant_database_size_bytes").set(figures.database.bytes as f64);
    gauge!("adjutant_replicas").set(figures.replicas.len() as f64);
    let now = lags(&figures.replicas);
    for name in previous.keys().filter(|name| !now.contains_key(*name)) {
        set_lag(name, (f64::NAN, f64::NAN));
    }
    now.iter().for_each(|(name, lag)| set_lag(name, *lag));
    *previous = now;
    if let Some(archive) = &figures.wal_archive {
        counter!("adjutant_wal_archive_failures_total")
            .absolute(u64::try_from(archive.failures).unwrap_or(0));
    }
}

fn set_lag(replica: &str, (bytes, seconds): (f64, f64)) {
    let name = replica.to_owned();
    gauge!("adjutant_replica_lag_bytes", "replica" => name.clone()).set(bytes);
    gauge!("adjutant_replica_lag_seconds", "replica" => name).set(seconds);
}

/// Keeps the metrics up to date until the server stops.
pub async fn run_operation_metrics(site: web::Data<Site>) {
    let mut ticks = tokio::time::interval(INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (mut replicas, mut failing) = (BTreeMap::new(), false);
    loop {
        ticks.tick().await;
        let own = site.clone();
        let look = move || (watched_space(&own), operation::figures(&own.app, now_micros()));
        let Ok((spaces, looked)) = web::block(look).await else { continue };
        record_space(&spaces);
        match &looked {
            Ok(figures) => record(figures, &mut replicas),
            Err(e) if !failing => {
                tracing::warn!(error = %e, "figures of the database could not be read");
            }
            Err(_) => {}
        }
        failing = looked.is_err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replica(name: Option<&str>, lag_bytes: Option<i64>, lag_seconds: Option<f64>) -> Replica {
        Replica { name: name.map(str::to_owned), state: None, lag_bytes, lag_seconds }
    }

    #[test]
    fn of_standbys_with_one_name_the_slowest_counts_and_one_without_delay_has_none() {
        let replicas = [
            replica(Some("walreceiver"), Some(10), Some(0.5)),
            replica(Some("walreceiver"), Some(4), Some(2.0)),
            replica(Some("far"), Some(0), Some(9.0)),
            replica(Some(""), Some(1), None),
            replica(None, None, None),
        ];
        let found: Vec<(String, (f64, f64))> = lags(&replicas).into_iter().collect();
        let named = |name: &str, bytes, seconds| (name.to_owned(), (bytes, seconds));
        let right =
            [named("far", 0.0, 0.0), named("unnamed", 1.0, 0.0), named("walreceiver", 10.0, 2.0)];
        assert_eq!(found, right);
    }

    #[test]
    fn a_directory_has_space_and_one_that_is_not_there_has_none() {
        let here = disk_space(Path::new("/")).expect("a file system");
        assert!(here.size > 0 && here.free <= here.size, "{here:?}");
        assert_eq!(disk_space(Path::new("/nowhere/at/all")), None);
    }
}
