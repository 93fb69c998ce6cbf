//! Formats times for pages: as people write them, in UTC unless a zone is given. Files, the API and
//! `datetime` attributes have them as ISO 8601 does.

use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use chrono_tz::Tz;

use adjutant_domain::moment::Micros;
use adjutant_service::records::date_of;
use ledger_ratings::Day;

use crate::i18n::Texts;

/// The current time by the system clock.
pub fn now_micros() -> Micros {
    Micros::from(Utc::now())
}

/// The current day in UTC.
pub fn today() -> Day {
    now_micros().day()
}

/// The name of a month, from 1 on, as it stands in a date.
fn month_name(texts: Texts, month: u32) -> &'static str {
    texts.text(&format!("month-{month}"))
}

fn date_text(texts: Texts, date: impl Datelike) -> String {
    format!("{} {} {}", date.day(), month_name(texts, date.month()), date.year())
}

/// The date of a time, such as 21 Nov 2026.
pub fn format_date(texts: Texts, at: Micros) -> String {
    at.to_utc().map(|at| date_text(texts, at)).unwrap_or_default()
}

/// The known part of a record's date: `2026.11.21` as 21 Nov 2026, `2026.??.??` as 2026, and
/// `????.??.??` as a dash.
pub fn format_partial_date(texts: Texts, date: &str) -> String {
    let known = date.split('.').take_while(|part| !part.contains('?'));
    let known: Vec<Option<u32>> = known.map(|part| part.parse().ok()).collect();
    match known[..] {
        [Some(year), Some(month @ 1..=12), Some(day)] => {
            format!("{day} {} {year}", month_name(texts, month))
        }
        [Some(year), Some(month @ 1..=12)] => format!("{} {year}", month_name(texts, month)),
        [Some(year), ..] => year.to_string(),
        _ => "–".to_owned(),
    }
}

/// A day as people write it.
pub fn format_day(texts: Texts, day: Day) -> String {
    format_partial_date(texts, &date_of(day))
}

/// A day as addresses and date inputs have it, such as 2026-11-21.
pub fn iso_day(day: Day) -> String {
    date_of(day).replace('.', "-")
}

/// A span of days.
pub fn format_days(texts: Texts, first: Day, last: Day) -> String {
    format!("{} – {}", format_day(texts, first), format_day(texts, last))
}

/// The time to the minute, such as 21 Nov 2026, 09:30 UTC.
pub fn format_minute(texts: Texts, at: Micros) -> String {
    let at = at.to_utc().map(|at| format!("{}, {} UTC", date_text(texts, at), at.format("%H:%M")));
    at.unwrap_or_default()
}

/// The zone of this name; `None` for UTC, and if it is unknown.
pub fn own_zone(name: &str) -> Option<Tz> {
    name.parse().ok().filter(|zone| *zone != Tz::UTC)
}

/// The time to the minute in a zone, such as 21 Nov 2026, 17:30 (Asia/Manila); in UTC if the zone is
/// unknown.
pub fn format_in_zone(texts: Texts, at: Micros, zone: &str) -> String {
    let Some(tz) = own_zone(zone) else { return format_minute(texts, at) };
    format!("{} ({zone})", format_zoned_minute(texts, at, tz))
}

/// The time to the minute in a zone that is named elsewhere, such as 21 Nov 2026, 17:30.
pub fn format_zoned_minute(texts: Texts, at: Micros, zone: Tz) -> String {
    let local = at.to_utc().map(|at| at.with_timezone(&zone));
    let text =
        local.map(|at| format!("{}, {}", date_text(texts, at.date_naive()), at.format("%H:%M")));
    text.unwrap_or_default()
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
    use crate::i18n::Language;

    const AT: Micros = Micros(1_795_253_460_000_000);

    const EN: Texts = Texts(Language::English);
    const FIL: Texts = Texts(Language::Filipino);

    #[test]
    fn no_page_shows_a_date_that_nobody_knows() {
        let dates = ["2026.11.21", "2026.11.??", "2026.05.03", "2026.??.??", "????.??.??", "?"];
        let shown = ["21 Nov 2026", "Nov 2026", "3 May 2026", "2026", "–", "–"];
        assert_eq!(dates.map(|date| format_partial_date(EN, date)), shown);
        assert_eq!(format_partial_date(FIL, "2026.11.21"), "21 Nob 2026");
        assert_eq!(iso_day(Day::of_tag("2026.11.21")), "2026-11-21");
    }

    #[test]
    fn every_month_has_its_name_in_both_languages() {
        for texts in [EN, FIL] {
            let names: std::collections::BTreeSet<&str> =
                (1..=12).map(|month| month_name(texts, month)).collect();
            assert_eq!(names.len(), 12);
            assert!(names.iter().all(|name| !name.contains("month")), "{names:?}");
        }
    }

    #[test]
    fn moments_are_written_in_utc_and_impossible_ones_not_at_all() {
        assert_eq!(format_date(EN, AT), "21 Nov 2026");
        assert_eq!(format_minute(EN, AT), "21 Nov 2026, 09:31 UTC");
        assert_eq!(to_rfc3339(AT), "2026-11-21T09:31:00Z");
        assert_eq!(format_in_zone(EN, AT, "Asia/Manila"), "21 Nov 2026, 17:31 (Asia/Manila)");
        assert_eq!(format_in_zone(FIL, AT, ""), "21 Nob 2026, 09:31 UTC");
        assert_eq!(format_in_zone(EN, AT, "UTC"), "21 Nov 2026, 09:31 UTC");
        assert_eq!((format_minute(EN, Micros::MAX), to_rfc3339_opt(None)), (String::new(), None));
    }
}
