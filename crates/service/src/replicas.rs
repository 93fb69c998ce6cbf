//! Replicas of a PostgreSQL database: reads that may be a little late are made there.
//!
//! Which requests may is declared at the edge (`crates/site/src/replica_reads.rs`). Such a request works with an [`App`]
//! that reads at one replica, and whose [`edition`](App::edition) is what that replica has at least. Whatever writes, and
//! whatever is kept in memory for others, uses the primary all the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adjutant_store::Location;
use adjutant_store::replicas::Replicas;
pub use adjutant_store::replicas::{ReplicaFigures, ReplicaTicket};

use super::threads::spawn;
use super::{App, Error, Result};

/// How often each replica is looked at.
const INTERVAL: Duration = Duration::from_millis(100);

/// Where replicas are, and how old what they show may be.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplicaSettings {
    pub urls: Vec<String>,
    pub max_age: Duration,
}

impl Default for ReplicaSettings {
    fn default() -> ReplicaSettings {
        ReplicaSettings { urls: Vec::new(), max_age: Duration::from_secs(2) }
    }
}

impl std::fmt::Debug for ReplicaSettings {
    /// Omits passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let urls = self.urls.iter().map(|url| Location::Postgres(url.clone()).to_string());
        f.debug_struct("ReplicaSettings")
            .field("urls", &urls.collect::<Vec<_>>())
            .field("max_age", &self.max_age)
            .finish()
    }
}

/// Watches the replicas as long as it lives.
#[derive(Default)]
pub struct ReplicaWatchers {
    stops: Arc<AtomicBool>,
}

impl Drop for ReplicaWatchers {
    fn drop(&mut self) {
        // A thread whose replica hangs is not waited for.
        self.stops.store(true, Ordering::Release);
    }
}

impl App {
    /// Has the replicas watched, and read once they are known to be well.
    pub fn watch_replicas(&self, settings: &ReplicaSettings) -> Result<ReplicaWatchers> {
        let watchers = ReplicaWatchers::default();
        if settings.urls.is_empty() {
            return Ok(watchers);
        }
        self.store().set_replicas(Replicas::new(&settings.urls, settings.max_age));
        let watches = self.store().replicas().map(Replicas::watches).unwrap_or_default();
        for mut watch in watches {
            let (store, stops) = (self.store().clone(), Arc::clone(&watchers.stops));
            spawn("replica", move || {
                while !stops.load(Ordering::Acquire) {
                    if let Some(replicas) = store.replicas() {
                        watch.look(replicas);
                    }
                    std::thread::sleep(INTERVAL);
                }
            })?;
        }
        Ok(watchers)
    }

    /// The permission to read at a replica that has at least this version of the public data; `None` if none may be read.
    pub fn replica_ticket(&self, at_least: u64) -> Option<ReplicaTicket> {
        self.store().replicas()?.choose(at_least)
    }

    pub fn has_replicas(&self) -> bool {
        self.store().replicas().is_some()
    }

    /// How the replicas are; empty without any.
    pub fn replica_figures(&self) -> Vec<ReplicaFigures> {
        self.store().replicas().map(Replicas::figures).unwrap_or_default()
    }
}

/// Checks the addresses of replicas.
///
/// # Errors
/// Returns [`Error::Invalid`] if the database has no replicas, or if an address is none of PostgreSQL.
pub fn check_replica_urls(database: &Location, urls: &[String]) -> Result<()> {
    let refused = |why: String| Err(Error::invalid("replica_urls", why));
    if !urls.is_empty() && matches!(database, Location::Sqlite(_)) {
        return refused(
            "SQLite has no replicas: leave replica_urls out, or use PostgreSQL (database_url)"
                .to_owned(),
        );
    }
    for url in urls {
        match Location::parse(url) {
            Ok(Location::Postgres(_)) => {}
            _ => {
                // A password may be in it.
                let shown = url.rsplit('@').next().unwrap_or_default();
                return refused(format!(
                    "{shown:?} is no address of PostgreSQL; give one for each standby, as postgres://name@host:5432/adjutant"
                ));
            }
        }
    }
    Ok(())
}
