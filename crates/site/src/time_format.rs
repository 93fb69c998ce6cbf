//! Formats times for pages, in UTC and the same in all languages.

use chrono::{DateTime, SecondsFormat, Utc};
use chrono_tz::Tz;

use adjutant_service::records::date_of;
use ledger_ratings::Day;

/// The current time in microseconds since 1970.
pub fn now_micros() -> i64 {
    Utc::now().timestamp_micros()
}

/// The current day in UTC.
pub fn today() -> Day {
    Day(Utc::now().date_naive().to_epoch_days())
}

fn utc_date_time(at: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(at)
}

/// The date of a time in microseconds since 1970, such as 2026-11-21.
pub fn format_date(at: i64) -> String {
    utc_date_time(at).map(|at| at.format("%Y-%m-%d").to_string()).unwrap_or_default()
}

/// The known part of a record's date: `2026.11.21` as 2026-11-21, `2026.??.??` as 2026, and
/// `????.??.??` as a dash.
pub fn format_partial_date(date: &str) -> String {
    let known: Vec<&str> = date.split('.').take_while(|part| !part.contains('?')).collect();
    if known.is_empty() { "–".to_owned() } else { known.join("-") }
}

/// A day as people write it.
pub fn format_day(day: Day) -> String {
    format_partial_date(&date_of(day))
}

/// A span of days.
pub fn format_days(first: Day, last: Day) -> String {
    format!("{} – {}", format_day(first), format_day(last))
}

/// The time to the minute, such as 2026-11-21 09:30 UTC.
pub fn format_minute(at: i64) -> String {
    utc_date_time(at).map(|at| at.format("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default()
}

/// The time to the minute in a zone, such as 2026-11-21 17:30 (Asia/Manila); in UTC if the zone is
/// unknown.
pub fn format_in_zone(at: i64, zone: &str) -> String {
    let Ok(tz) = zone.parse::<Tz>() else { return format_minute(at) };
    let local =
        utc_date_time(at).map(|at| at.with_timezone(&tz).format("%Y-%m-%d %H:%M").to_string());
    local.map(|local| format!("{local} ({zone})")).unwrap_or_default()
}

/// The time to the second in UTC (RFC 3339).
pub fn to_rfc3339(at: i64) -> String {
    utc_date_time(at).map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default()
}

/// Parses a time (RFC 3339, in any zone) to microseconds since 1970.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.timestamp_micros())
}

/// Formats an optional time.
pub fn to_rfc3339_opt(at: Option<i64>) -> Option<String> {
    at.map(to_rfc3339)
}

#[cfg(test)]
mod tests {
    use super::{
        format_date, format_in_zone, format_minute, format_partial_date, to_rfc3339, to_rfc3339_opt,
    };

    #[test]
    fn no_page_shows_a_date_that_nobody_knows() {
        let dates = ["2026.11.21", "2026.11.??", "2026.??.??", "????.??.??", "?"];
        assert_eq!(dates.map(format_partial_date), ["2026-11-21", "2026-11", "2026", "–", "–"]);
    }

    #[test]
    fn moments_are_written_in_utc_and_impossible_ones_not_at_all() {
        assert_eq!(format_date(1_795_253_460_000_000), "2026-11-21");
        assert_eq!(format_minute(1_795_253_460_000_000), "2026-11-21 09:31 UTC");
        assert_eq!(to_rfc3339(1_795_253_460_000_000), "2026-11-21T09:31:00Z");
        assert_eq!(
            format_in_zone(1_795_253_460_000_000, "Asia/Manila"),
            "2026-11-21 17:31 (Asia/Manila)"
        );
        assert_eq!(format_in_zone(1_795_253_460_000_000, ""), "2026-11-21 09:31 UTC");
        assert_eq!((format_minute(i64::MAX), to_rfc3339_opt(None)), (String::new(), None));
    }
}
