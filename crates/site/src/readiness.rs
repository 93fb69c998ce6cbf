//! Readiness checks in three parts, which a load balancer can query separately, and metrics.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use metrics::{Unit, describe_counter, describe_gauge, describe_histogram, gauge};

use adjutant_service::App;
use adjutant_service::health::{Condition, Health};

use crate::site::Site;
use crate::time_format::now_micros;

/// Live updates are published each second; after this time without one they count as failing.
const BROADCAST_TIMEOUT: Duration = Duration::from_secs(3);

/// The state of the readiness checks.
#[derive(Debug, Default)]
pub struct Readiness {
    pub health: Health,
    last_broadcast_at: Mutex<Option<Instant>>,
    previously_failing: Mutex<[bool; 3]>,
    recorded_latencies: [AtomicU64; 2],
    key_file_missing: AtomicBool,
}

/// The number of open event streams.
static OPEN_STREAMS: AtomicI64 = AtomicI64::new(0);

/// Counts an open event stream while it lives.
#[derive(Debug)]
pub struct OpenStreamGuard(());

impl OpenStreamGuard {
    pub fn new() -> OpenStreamGuard {
        OPEN_STREAMS.fetch_add(1, Ordering::Relaxed);
        OpenStreamGuard(())
    }
}

impl Default for OpenStreamGuard {
    fn default() -> OpenStreamGuard {
        OpenStreamGuard::new()
    }
}

impl Drop for OpenStreamGuard {
    fn drop(&mut self) {
        OPEN_STREAMS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The parts in the order in which they are reported.
const PARTS: [&str; 3] = ["reading", "writing", "streams"];

impl Readiness {
    /// Notes that live updates were published.
    pub fn mark_broadcast(&self) {
        *self.last_broadcast_at.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Instant::now());
    }

    /// The failures of the parts, as messages for the log.
    fn failures(&self, site: &Site) -> [Option<String>; 3] {
        let words = |condition: Condition| match condition {
            Condition::Good => None,
            Condition::Silent(since) => {
                Some(format!("no answer for {} s", since.elapsed().as_secs()))
            }
            Condition::Failing { why, since, .. } => Some(failure_text(&why, since.elapsed())),
        };
        // Without the sealing key, public data is still served.
        let stands = site.live.broken_since().filter(|_| site.app.why_shut().is_none());
        let stands = stands.map(|_| "plays cannot be written".to_owned());
        let told = *self.last_broadcast_at.lock().unwrap_or_else(PoisonError::into_inner);
        let silent = told.is_some_and(|at| at.elapsed() > BROADCAST_TIMEOUT);
        [
            words(self.health.reading()),
            words(self.health.writing()).or(stands),
            silent.then(|| "nobody is told anything".to_owned()),
        ]
    }

    /// Checks all parts: logs changes, stops all clocks while nothing can be written, and sets the
    /// metrics.
    pub fn check(&self, site: &Site) {
        let parts = self.failures(site);
        match self.health.writing() {
            Condition::Failing { why, since, checked_at } => {
                site.live.check_failed(&why, since.elapsed(), checked_at.elapsed());
            }
            Condition::Silent(since) if site.app.is_stalled() => {
                site.live
                    .cannot_write("the database does not answer what is written", since.elapsed());
            }
            // Writers take turns: a long wait is not a failure.
            Condition::Silent(_) | Condition::Good => {}
        }
        let mut was = self.previously_failing.lock().unwrap_or_else(PoisonError::into_inner);
        for ((part, words), failed) in PARTS.iter().zip(&parts).zip(was.iter_mut()) {
            gauge!("adjutant_ready", "part" => *part).set(f64::from(u8::from(words.is_none())));
            match words {
                Some(why) if !*failed => tracing::error!(part, error = %why, "not ready"),
                None if *failed => tracing::info!(part, "ready again"),
                _ => {}
            }
            *failed = words.is_some();
        }
        drop(was);
        self.record_gauges(site);
    }

    /// Checks that the sealing key and its file are present.
    fn check_seal_key(&self, site: &Site) {
        let is_there = site.app.why_shut().is_none() && site.app.has_key_file();
        gauge!("adjutant_seal_key_present").set(f64::from(u8::from(is_there)));
        let was_there = !self.key_file_missing.swap(!is_there, Ordering::Relaxed);
        if was_there && !is_there && site.app.why_shut().is_none() {
            tracing::error!(
                "the key file is gone: games go on with the key in memory; put the file back before the server ends"
            );
        }
    }

    fn record_gauges(&self, site: &Site) {
        let figures = site.live.figures();
        self.check_seal_key(site);
        gauge!("adjutant_live_games").set(figures.in_play as f64);
        gauge!("adjutant_live_games_in_memory").set(figures.in_memory as f64);
        gauge!("adjutant_live_writes_waiting").set(figures.waiting as f64);
        gauge!("adjutant_live_due_actions").set(figures.due as f64);
        gauge!("adjutant_live_due_lag_seconds").set(figures.lag.as_secs_f64());
        let computer = site.live.computer_figures();
        gauge!("adjutant_computer_waiting").set(computer.waiting as f64);
        gauge!("adjutant_computer_lag_seconds").set(computer.lag.as_secs_f64());
        metrics::counter!("adjutant_computer_turns_total").absolute(computer.done);
        gauge!("adjutant_event_streams").set(OPEN_STREAMS.load(Ordering::Relaxed) as f64);
        for (pool, all, idle) in site.app.connections() {
            gauge!("adjutant_database_connections", "pool" => pool, "state" => "idle")
                .set(f64::from(idle));
            let busy = all.saturating_sub(idle);
            gauge!("adjutant_database_connections", "pool" => pool, "state" => "busy")
                .set(f64::from(busy));
            gauge!("adjutant_database_connections_limit", "pool" => pool)
                .set(f64::from(App::CONNECTIONS_LIMIT));
        }
        record_replicas(&site.app);
        let latencies = self.health.latencies().into_iter().zip(&self.recorded_latencies);
        for (part, (latency, counted)) in ["read", "write"].into_iter().zip(latencies) {
            if latency.times > counted.swap(latency.times, Ordering::Relaxed) {
                metrics::histogram!("adjutant_database_probe_duration_seconds", "operation" => part)
                    .record(latency.took.as_secs_f64());
            }
        }
        record_process_gauges();
    }

    /// Responds to a readiness query about all parts or one.
    pub fn respond(&self, site: &Site, only: Option<&str>) -> HttpResponse {
        let parts = self.failures(site);
        let asked = |part: &str| only.is_none_or(|only| only == part);
        let all = PARTS.iter().zip(&parts).filter(|(part, _)| asked(part));
        let is_ready = all.clone().all(|(_, words)| words.is_none());
        let mut body = if is_ready { "ready\n" } else { "not ready\n" }.to_owned();
        for (part, words) in all {
            let word = if words.is_none() { "ok" } else { "failing" };
            body.push_str(&format!("{part}: {word}\n"));
        }
        let status = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        HttpResponse::build(status)
            .content_type("text/plain; charset=utf-8")
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(body)
    }

    pub fn is_part(name: &str) -> bool {
        PARTS.contains(&name)
    }
}

/// How long something has been failing, and why; without the time if it is less than a second.
fn failure_text(why: &str, since: Duration) -> String {
    match since.as_secs() {
        0 => why.to_owned(),
        seconds => format!("for {seconds} s: {why}"),
    }
}

/// Runs the checks every second.
pub async fn run_readiness_checks(site: web::Data<Site>) {
    let mut ticks = tokio::time::interval(Duration::from_secs(1));
    loop {
        ticks.tick().await;
        site.readiness.check(&site);
    }
}

/// Records how the replicas are that are read.
fn record_replicas(app: &App) {
    for one in app.replica_figures() {
        let labels = [("replica", one.name)];
        gauge!("adjutant_replica_in_use", &labels).set(f64::from(u8::from(one.is_in_use)));
        let age = one.age.map_or(f64::NAN, |age| age.as_secs_f64());
        gauge!("adjutant_replica_age_seconds", &labels).set(age);
        metrics::counter!("adjutant_replica_reads_total", &labels).absolute(one.reads);
        metrics::counter!("adjutant_replica_reads_given_up_total", &labels).absolute(one.given_up);
    }
}

/// Page size and clock ticks per second of the supported Linux machines.
const PAGE_BYTES: f64 = 4_096.0;
const TICKS_PER_SECOND: f64 = 100.0;

/// Records metrics of this process from `/proc`, where available.
fn record_process_gauges() {
    let read = |file: &str| std::fs::read_to_string(format!("/proc/self/{file}")).ok();
    let pages = read("statm").and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    if let Some(pages) = pages {
        gauge!("process_resident_memory_bytes").set(pages * PAGE_BYTES);
    }
    // Fields are counted after the name in parentheses; utime and stime are the 14th and 15th.
    let stat = read("stat").and_then(|text| text.rsplit_once(')').map(|(_, rest)| rest.to_owned()));
    if let Some(stat) = stat {
        let field = |at: usize| stat.split_whitespace().nth(at).and_then(|text| text.parse().ok());
        let spent: Option<f64> =
            field(11).zip(field(12)).map(|(user, system): (f64, f64)| user + system);
        if let Some(spent) = spent {
            // Counters are whole numbers.
            metrics::counter!("process_cpu_seconds_total")
                .absolute((spent / TICKS_PER_SECOND) as u64);
        }
        if let Some(threads) = field(17) {
            gauge!("process_threads").set(threads);
        }
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        gauge!("process_open_fds").set(files.count() as f64);
    }
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    gauge!("process_max_fds").set(limit.map_or(f64::INFINITY, |limit| limit as f64));
}

/// Describes the metrics, and records the start time and version of the program.
pub fn describe_metrics(site: &Site) {
    let started = now_micros().0 as f64 / 1e6;
    gauge!("process_start_time_seconds").set(started);
    let version = env!("CARGO_PKG_VERSION");
    gauge!("adjutant_build_info", "version" => version, "database" => site.app.engine()).set(1.0);
    for (name, words) in GAUGES {
        describe_gauge!(name, words);
    }
    for (name, words) in COUNTERS {
        describe_counter!(name, words);
    }
    for (name, words) in HISTOGRAMS {
        describe_histogram!(name, Unit::Seconds, words);
    }
}

/// The names of all metrics as Prometheus reads them: of a histogram those of its parts.
pub fn metric_names() -> Vec<String> {
    let plain = GAUGES.iter().chain(&COUNTERS).map(|(name, _)| (*name).to_owned());
    let parts = ["bucket", "sum", "count"];
    let of_histograms =
        HISTOGRAMS.iter().flat_map(|(name, _)| parts.map(|part| format!("{name}_{part}")));
    plain.chain(of_histograms).collect()
}

const GAUGES: [(&str, &str); 33] = [
    ("adjutant_ready", "1 while this part of the service works: reading, writing or streams"),
    (
        "adjutant_seal_key_present",
        "1 while the sealing key and its file exist; without the key no game can be played",
    ),
    ("adjutant_live_games", "Games in memory whose clocks are running"),
    ("adjutant_live_games_in_memory", "Games in memory"),
    ("adjutant_live_writes_waiting", "Game writes waiting for the writer"),
    ("adjutant_live_due_actions", "Scheduled actions of the server"),
    ("adjutant_live_due_lag_seconds", "Delay of the earliest overdue action"),
    ("adjutant_computer_waiting", "Games in which the computer has something to do"),
    ("adjutant_computer_lag_seconds", "Delay of the earliest turn of the computer"),
    ("adjutant_due_retries_waiting", "Failed actions waiting for a retry"),
    ("adjutant_event_streams", "Open event streams"),
    (
        "adjutant_backup_last_made_timestamp_seconds",
        "When the newest backup was made, in seconds since 1970",
    ),
    (
        "adjutant_continuous_backup_until_timestamp_seconds",
        "Up to when every change is in the continuous backup, in seconds since 1970",
    ),
    ("adjutant_backup_last_size_bytes", "Size of the newest backup"),
    ("adjutant_backup_last_duration_seconds", "How long it took to make the newest backup"),
    ("adjutant_database_connections", "Database connections by pool and state"),
    ("adjutant_database_connections_limit", "Maximum number of database connections by pool"),
    ("adjutant_database_size_bytes", "Size of the database"),
    (
        "adjutant_outbox_deliveries",
        "Messages in the outbox by channel and state: waiting, or given up after all tries",
    ),
    (
        "adjutant_outbox_late_seconds",
        "Time since the first of the messages that wait was due, by channel",
    ),
    ("adjutant_disk_free_bytes", "Space left on the disk of a directory: data or backups"),
    ("adjutant_disk_size_bytes", "Size of the disk of a directory"),
    ("adjutant_replicas", "Standbys that stream from the primary"),
    (
        "adjutant_replica_lag_bytes",
        "WAL that a standby has not replayed yet; only if the database user is in pg_monitor",
    ),
    ("adjutant_replica_lag_seconds", "Time from a write to its replay by a standby, likewise"),
    ("adjutant_replica_in_use", "1 while a replica named in replica_urls may be read"),
    ("adjutant_replica_age_seconds", "How old the data of such a replica are at most"),
    ("adjutant_build_info", "Version of the program and kind of database; always 1"),
    ("process_start_time_seconds", "Start time of the server, in seconds since 1970"),
    ("process_resident_memory_bytes", "Resident memory"),
    ("process_threads", "Threads"),
    ("process_open_fds", "Open file descriptors"),
    ("process_max_fds", "Maximum number of open file descriptors"),
];

const COUNTERS: [(&str, &str); 12] = [
    ("adjutant_computer_turns_total", "Turns that the computer has taken in games"),
    ("adjutant_http_requests_total", "Requests by route pattern and status"),
    ("adjutant_http_cached_responses_total", "Requests answered from the cache"),
    ("process_cpu_seconds_total", "CPU time used so far, in whole seconds"),
    (
        "adjutant_wal_archive_failures_total",
        "Attempts of PostgreSQL to archive a segment of its WAL that failed",
    ),
    ("adjutant_backup_failures_total", "Attempts to make a backup that failed"),
    (
        "adjutant_continuous_backup_failures_total",
        "Attempts to write changes to the continuous backup that failed",
    ),
    ("adjutant_replica_reads_total", "Requests read at a replica"),
    (
        "adjutant_replica_reads_given_up_total",
        "Those that were read again at the primary, because the replica failed or had not what was asked for",
    ),
    ("adjutant_due_retries_total", "Retries of failed scheduled actions"),
    ("adjutant_play_commits_total", "Game transactions"),
    ("adjutant_play_writes_total", "Game writes, many of which share a transaction"),
];

const HISTOGRAMS: [(&str, &str); 2] = [
    (
        "adjutant_http_request_duration_seconds",
        "Time to the first byte of the response, by class of route: page, api, live, image, static or probe",
    ),
    (
        "adjutant_database_probe_duration_seconds",
        "Duration of a small read and a small durable write, probed continuously",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_told_once_one_has_passed() {
        assert_eq!(
            failure_text("the disk is full", Duration::from_millis(900)),
            "the disk is full"
        );
        let later = failure_text("the disk is full", Duration::from_millis(2_100));
        assert_eq!(later, "for 2 s: the disk is full");
    }
}
