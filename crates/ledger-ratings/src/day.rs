//! Days of games.

/// A day, counted from 1970-01-01 in the calendar of the records; [`Day::UNKNOWN`] sorts before
/// every known day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

impl Day {
    /// The day of a record whose `Date` has no year.
    pub const UNKNOWN: Day = Day(i32::MIN);
    /// The last day: as today, it leaves no day in the future.
    pub const LAST: Day = Day(i32::MAX);

    /// The day of a `Date` tag such as `2026.04.30`. Unknown or impossible parts count as the
    /// first: `2026.??.??` is 2026-01-01. Without a year it is [`Day::UNKNOWN`].
    pub fn of_tag(date: &str) -> Day {
        let mut parts = date.split('.').map(|part| part.parse::<u32>().ok());
        let mut part = || parts.next().flatten();
        let Some(year) = part().filter(|year| (1..=9999).contains(year)) else {
            return Day::UNKNOWN;
        };
        let month = part();
        let day = part();
        let month_start = month.and_then(|month| civil(year, month, 1));
        let exact = month.zip(day).and_then(|(month, day)| civil(year, month, day));
        exact.or(month_start).or_else(|| civil(year, 1, 1)).unwrap_or(Day::UNKNOWN)
    }

    /// Whether a `Date` tag names a day, month or year of the calendar, as `2026.04.30` does, with `?` for each sign of an
    /// unknown part. Parts that come last may be missing, and zeros that come first; nothing and `?` are unknown altogether.
    pub fn is_tag(date: &str) -> bool {
        if matches!(date, "" | "?") {
            return true;
        }
        // Unknown parts are taken as those of the longest month and year.
        let number = |text: &str, most: usize, unknown: u32| match text {
            _ if text.is_empty() || text.len() > most => None,
            _ if text.bytes().all(|sign| sign == b'?') => Some(unknown),
            _ if text.bytes().all(|sign| sign.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        let mut parts = date.splitn(3, '.');
        let year = parts.next().filter(|year| year.len() == 4);
        let year = year.and_then(|year| number(year, 4, 2000)).filter(|year| *year > 0);
        let month = parts.next().map_or(Some(12), |month| number(month, 2, 12));
        let day = parts.next().map_or(Some(1), |day| number(day, 2, 1));
        match (year, month, day) {
            (Some(year), Some(month), Some(day)) => civil(year, month, day).is_some(),
            _ => false,
        }
    }

    /// The formats of [`Day::parse`], for messages.
    pub const TAKES: &str = "write a day as 2026-04-30 or 2026.04.30";

    /// Parses a day: `2026-04-30` as in ISO 8601, or `2026.04.30` as in records. `None` for
    /// anything else, such as a day that the month does not have.
    pub fn parse(text: &str) -> Option<Day> {
        let separator = if text.contains('.') { '.' } else { '-' };
        let mut parts = text.split(separator);
        let mut part = |digits: usize| {
            let part = parts.next().filter(|part| part.len() == digits)?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let (year, month, day) = (part(4)?, part(2)?, part(2)?);
        civil(year, month, day).filter(|_| year > 0 && parts.next().is_none())
    }

    /// The number of whole periods of `days` days since `earlier`; 0 if either day is unknown or
    /// `earlier` is not earlier.
    pub fn periods_since(self, earlier: Day, days: u32) -> u32 {
        if self == Day::UNKNOWN || earlier == Day::UNKNOWN || days == 0 {
            return 0;
        }
        let between = i64::from(self.0) - i64::from(earlier.0);
        u32::try_from(between.max(0) / i64::from(days)).unwrap_or(u32::MAX)
    }

    /// The day `days` days later; an unknown day stays unknown.
    #[must_use]
    pub fn plus(self, days: i32) -> Day {
        if self == Day::UNKNOWN { self } else { Day(self.0.saturating_add(days)) }
    }
}

fn civil(year: u32, month: u32, day: u32) -> Option<Day> {
    let date = chrono::NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    Some(Day(date.to_epoch_days()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_date_is_its_day() {
        assert_eq!(Day::of_tag("1970.01.02"), Day(1));
        assert_eq!(Day::of_tag("2026.04.30"), Day(20_573));
    }

    #[test]
    fn unknown_parts_count_as_the_first() {
        assert_eq!(Day::of_tag("2026.??.??"), Day::of_tag("2026.01.01"));
        assert_eq!(Day::of_tag("2026.04.??"), Day::of_tag("2026.04.01"));
        assert_eq!(Day::of_tag("2026.02.31"), Day::of_tag("2026.02.01"));
        assert_eq!(Day::of_tag("2026"), Day::of_tag("2026.01.01"));
        assert_eq!(Day::of_tag("????.??.??"), Day::UNKNOWN);
        assert_eq!(Day::of_tag("?"), Day::UNKNOWN);
    }

    #[test]
    fn a_date_tag_has_its_form_and_is_in_the_calendar() {
        for right in [
            "2026.04.30",
            "2024.02.29",
            "2026.04.??",
            "2026.??.??",
            "????.??.??",
            "?",
            "",
            "2026",
            "2026.04",
            "2026.4.3",
        ] {
            assert!(Day::is_tag(right), "{right}");
        }
        for wrong in [
            "30/04/2026",
            "Abril 30",
            "2026.13.45",
            "2026.02.30",
            "0000.01.01",
            "2026.",
            "26.4.3",
            "2026.4.3.1",
        ] {
            assert!(!Day::is_tag(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_day_is_read_with_dashes_and_with_dots() {
        assert_eq!(Day::parse("2026-04-30"), Some(Day(20_573)));
        assert_eq!(Day::parse("2026.04.30"), Some(Day(20_573)));
        for wrong in [
            "",
            "2026",
            "2026-04",
            "2026-02-30",
            "2026-4-3",
            "2026.04-30",
            "2026-04-30-1",
            "????.??.??",
        ] {
            assert_eq!(Day::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_whole_periods_between_known_days_count() {
        assert_eq!(Day(13).periods_since(Day(0), 7), 1);
        assert_eq!(Day(14).periods_since(Day(0), 7), 2);
        assert_eq!(Day(0).periods_since(Day(14), 7), 0);
        assert_eq!(Day(14).periods_since(Day::UNKNOWN, 7), 0);
    }
}
