//! Moments as pages write them: in UTC, and alike in all languages.

use chrono::{DateTime, SecondsFormat, Utc};
use chrono_tz::Tz;

fn moment(at: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(at)
}

/// The day of a moment in microseconds since 1970, as 2026-11-21.
#[must_use]
pub fn day(at: i64) -> String {
    moment(at).map(|at| at.format("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// A date as records have it, as far as it is known: `2026.11.21` as 2026-11-21, `2026.??.??` as 2026, and `????.??.??`
/// as a dash.
#[must_use]
pub fn known(date: &str) -> String {
    let known: Vec<&str> = date.split('.').take_while(|part| !part.contains('?')).collect();
    if known.is_empty() { "–".to_owned() } else { known.join("-") }
}

/// The moment to the minute, as 2026-11-21 09:30 UTC.
#[must_use]
pub fn minute(at: i64) -> String {
    moment(at).map(|at| at.format("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default()
}

/// The moment to the minute by the clocks of a zone, as 2026-11-21 17:30 (Asia/Manila); in UTC where there is no such
/// zone.
#[must_use]
pub fn in_zone(at: i64, zone: &str) -> String {
    let Ok(tz) = zone.parse::<Tz>() else { return minute(at) };
    let local = moment(at).map(|at| at.with_timezone(&tz).format("%Y-%m-%d %H:%M").to_string());
    local.map(|local| format!("{local} ({zone})")).unwrap_or_default()
}

/// The moment to the second, as programs read it (RFC 3339).
#[must_use]
pub fn exact(at: i64) -> String {
    moment(at).map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default()
}

/// The moment that a program writes (RFC 3339, in any zone); in microseconds since 1970.
#[must_use]
pub fn parsed(text: &str) -> Option<i64> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.timestamp_micros())
}

/// The same of a moment that may not have been.
#[must_use]
pub fn perhaps(at: Option<i64>) -> Option<String> {
    at.map(exact)
}

#[cfg(test)]
mod tests {
    use super::{day, exact, in_zone, known, minute, perhaps};

    #[test]
    fn no_page_shows_a_date_that_nobody_knows() {
        let dates = ["2026.11.21", "2026.11.??", "2026.??.??", "????.??.??", "?"];
        assert_eq!(dates.map(known), ["2026-11-21", "2026-11", "2026", "–", "–"]);
    }

    #[test]
    fn moments_are_written_in_utc_and_impossible_ones_not_at_all() {
        assert_eq!(day(1_795_253_460_000_000), "2026-11-21");
        assert_eq!(minute(1_795_253_460_000_000), "2026-11-21 09:31 UTC");
        assert_eq!(exact(1_795_253_460_000_000), "2026-11-21T09:31:00Z");
        assert_eq!(in_zone(1_795_253_460_000_000, "Asia/Manila"), "2026-11-21 17:31 (Asia/Manila)");
        assert_eq!(in_zone(1_795_253_460_000_000, ""), "2026-11-21 09:31 UTC");
        assert_eq!((minute(i64::MAX), perhaps(None)), (String::new(), None));
    }
}
