//! Formats times for pages, in UTC and the same in all languages.

use chrono::{DateTime, SecondsFormat, Utc};
use chrono_tz::Tz;

use adjutant_domain::moment::Micros;
use adjutant_service::records::date_of;
use ledger_ratings::Day;

/// The current time by the system clock.
pub fn now_micros() -> Micros {
    Micros::from(Utc::now())
}

/// The current day in UTC.
pub fn today() -> Day {
    now_micros().day()
}

/// The date of a time, such as 2026-11-21.
pub fn format_date(at: Micros) -> String {
    at.to_utc().map(|at| at.format("%Y-%m-%d").to_string()).unwrap_or_default()
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
pub fn format_minute(at: Micros) -> String {
    at.to_utc().map(|at| at.format("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default()
}

/// The time to the minute in a zone, such as 2026-11-21 17:30 (Asia/Manila); in UTC if the zone is
/// unknown.
pub fn format_in_zone(at: Micros, zone: &str) -> String {
    let Ok(tz) = zone.parse::<Tz>() else { return format_minute(at) };
    let local = at.to_utc().map(|at| at.with_timezone(&tz).format("%Y-%m-%d %H:%M").to_string());
    local.map(|local| format!("{local} ({zone})")).unwrap_or_default()
}

/// The time to the second in UTC (RFC 3339).
pub fn to_rfc3339(at: Micros) -> String {
    at.to_utc().map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default()
}

/// The time to the microsecond in UTC (RFC 3339).
pub fn to_rfc3339_micros(at: Micros) -> String {
    at.to_utc().unwrap_or_default().to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// Parses a time (RFC 3339, in any zone).
pub fn parse_rfc3339(text: &str) -> Option<Micros> {
    DateTime::parse_from_rfc3339(text).ok().map(Micros::from)
}

/// Formats an optional time.
pub fn to_rfc3339_opt(at: Option<Micros>) -> Option<String> {
    at.map(to_rfc3339)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Micros = Micros(1_795_253_460_000_000);

    #[test]
    fn no_page_shows_a_date_that_nobody_knows() {
        let dates = ["2026.11.21", "2026.11.??", "2026.??.??", "????.??.??", "?"];
        assert_eq!(dates.map(format_partial_date), ["2026-11-21", "2026-11", "2026", "–", "–"]);
    }

    #[test]
    fn moments_are_written_in_utc_and_impossible_ones_not_at_all() {
        assert_eq!(format_date(AT), "2026-11-21");
        assert_eq!(format_minute(AT), "2026-11-21 09:31 UTC");
        assert_eq!(to_rfc3339(AT), "2026-11-21T09:31:00Z");
        assert_eq!(format_in_zone(AT, "Asia/Manila"), "2026-11-21 17:31 (Asia/Manila)");
        assert_eq!(format_in_zone(AT, ""), "2026-11-21 09:31 UTC");
        assert_eq!((format_minute(Micros::MAX), to_rfc3339_opt(None)), (String::new(), None));
    }
}
