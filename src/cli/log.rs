//! The log: readable on a terminal, JSON elsewhere. Repeated messages are logged once and counted,
//! so that a full disk is not filled by complaints about it.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt as lines};

use adjutant_service::Error;

use super::traces::{self, TraceGuard};

/// The default filter, unless RUST_LOG is set. The dispatcher logs malformed requests as errors,
/// but they are not ours and are answered with 400. A failed request is logged once, by whatever
/// answers it.
const DEFAULT_FILTER: &str =
    "warn,adjutant=info,tracing_actix_web=off,actix_http::h1::dispatcher=off";
const FILTER_VARIABLE: &str = "RUST_LOG";

/// How long equal warnings and errors are counted instead of logged.
const REPEAT_WINDOW: Duration = Duration::from_secs(60);
/// How often counts are checked for reporting.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);
/// The number of different events; beyond it they are distinguished by their place in the code
/// only.
const MAX_ENTRIES: usize = 512;
/// How many characters of a line are repeated when its count is reported.
const MAX_TEXT_CHARS: usize = 300;
/// The target of reported counts, which are not counted themselves.
const REPEATS_TARGET: &str = "adjutant::repeated";

/// Starts the log, and the traces for a collector if there is one. The guard reports the last counts and sends the last
/// traces when dropped.
pub fn init(collector: Option<&str>) -> Result<LogGuard, Error> {
    let filter = match std::env::var(FILTER_VARIABLE) {
        Ok(wanted) if !wanted.is_empty() => EnvFilter::try_new(&wanted).map_err(|e| {
            Error::Unavailable(format!(
                "{FILTER_VARIABLE} is {wanted:?}, which cannot be read: {e}; write levels as in \"info\" or \
                 \"warn,adjutant=debug\""
            ))
        })?,
        _ => EnvFilter::new(DEFAULT_FILTER),
    };
    let repeats = RepeatFilter::default();
    let (traced, traces) = collector.map(traces::layer).transpose()?.unzip();
    let all = tracing_subscriber::registry().with(traced).with(filter).with(repeats.clone());
    let out = lines::layer().with_writer(io::stderr);
    if io::stderr().is_terminal() {
        all.with(out).init();
    } else {
        all.with(out.with_ansi(false).json()).init();
    }
    let own = repeats.clone();
    // Without the thread, counts are reported at the end only.
    let _none = std::thread::Builder::new().name("log".to_owned()).spawn(move || {
        loop {
            std::thread::sleep(REPORT_INTERVAL);
            own.report(Instant::now(), REPEAT_WINDOW);
        }
    });
    Ok(LogGuard { repeats, _traces: traces })
}

/// Reports the remaining counts when dropped.
pub struct LogGuard {
    repeats: RepeatFilter,
    _traces: Option<TraceGuard>,
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.repeats.report(Instant::now(), Duration::ZERO);
    }
}

/// A logged event, and how often it has been repeated since.
struct RepeatedEvent {
    words: String,
    since: Instant,
    again: u64,
}

/// Passes the first of equal warnings and errors, and counts the others.
#[derive(Clone, Default)]
struct RepeatFilter(Arc<Mutex<HashMap<u64, RepeatedEvent>>>);

impl RepeatFilter {
    fn lock_events(&self) -> MutexGuard<'_, HashMap<u64, RepeatedEvent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is the first of its kind within the window.
    fn is_first(&self, event: &Event<'_>, now: Instant) -> bool {
        let mut words = EventText::default();
        event.record(&mut words);
        let at = event.metadata();
        let place = (at.target(), at.line());
        let mut said = self.lock_events();
        let exact = hash_of((place, &words.0));
        let is_known = said.contains_key(&exact) || said.len() < MAX_ENTRIES;
        let key = if is_known { exact } else { hash_of(place) };
        match said.get_mut(&key) {
            Some(before) => {
                before.again += 1;
                false
            }
            None => {
                words.0.truncate(
                    words.0.char_indices().nth(MAX_TEXT_CHARS).map_or(words.0.len(), |(at, _)| at),
                );
                said.insert(key, RepeatedEvent { words: words.0, since: now, again: 0 });
                true
            }
        }
    }

    /// Reports the repetitions whose window has ended, and forgets events without any.
    fn report(&self, now: Instant, window: Duration) {
        let mut over = Vec::new();
        self.lock_events().retain(|_, said| {
            if now.duration_since(said.since) < window {
                return true;
            }
            let again = std::mem::take(&mut said.again);
            if again > 0 {
                over.push((said.words.clone(), again, now.duration_since(said.since)));
                said.since = now;
            }
            again > 0
        });
        for (words, times, within) in over {
            let seconds = within.as_secs();
            tracing::warn!(target: REPEATS_TARGET, times, seconds, said = words, "said again");
        }
    }
}

impl<S: Subscriber> Layer<S> for RepeatFilter {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let at = event.metadata();
        let counted = *at.level() <= Level::WARN && at.target() != REPEATS_TARGET;
        !counted || self.is_first(event, Instant::now())
    }
}

fn hash_of(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The message and fields of an event as text.
#[derive(Default)]
struct EventText(String);

impl Visit for EventText {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let gap = if self.0.is_empty() { "" } else { ", " };
        // Writing to a `String` does not fail.
        let _written = match field.name() {
            "message" => write!(self.0, "{gap}{value:?}"),
            name => write!(self.0, "{gap}{name}: {value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The log's output while `work` runs.
    fn logged(repeats: &RepeatFilter, work: impl FnOnce()) -> String {
        #[derive(Clone, Default)]
        struct Out(Arc<Mutex<Vec<u8>>>);
        impl io::Write for Out {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().extend(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let out = Out::default();
        let to = out.clone();
        let layer = lines::layer().with_ansi(false).with_writer(move || to.clone());
        let all = tracing_subscriber::registry().with(repeats.clone()).with(layer);
        tracing::subscriber::with_default(all, work);
        let bytes = out.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn equal_errors_are_logged_once_and_counted() {
        let repeats = RepeatFilter::default();
        let log = logged(&repeats, || {
            for _ in 0..1_000 {
                tracing::error!(error = "database is full", "a request failed");
            }
            tracing::error!(error = "another", "a request failed");
            for _ in 0..3 {
                tracing::info!("served");
            }
        });
        assert_eq!(log.matches("database is full").count(), 1, "{log}");
        assert_eq!(log.matches("another").count(), 1, "{log}");
        assert_eq!(log.matches("served").count(), 3, "only warnings and errors are counted");
        let log = logged(&repeats, || repeats.report(Instant::now(), Duration::ZERO));
        assert!(log.contains("said again") && log.contains("times=999"), "{log}");
        assert!(!log.contains("another"), "what was said once is not told again: {log}");
        let log = logged(&repeats, || repeats.report(Instant::now(), Duration::ZERO));
        assert_eq!(log, "", "it was told");
        let log = logged(&repeats, || tracing::error!(error = "another", "a request failed"));
        assert!(log.contains("another"), "after its window it is news");
    }

    #[test]
    fn errors_that_all_differ_fill_neither_log_nor_memory() {
        let repeats = RepeatFilter::default();
        let log = logged(&repeats, || {
            for n in 0..10 * MAX_ENTRIES {
                tracing::warn!(n, "a play went wrong");
            }
        });
        assert!(log.lines().count() <= MAX_ENTRIES + 1, "{} lines", log.lines().count());
        assert!(repeats.lock_events().len() <= MAX_ENTRIES + 1);
    }
}
