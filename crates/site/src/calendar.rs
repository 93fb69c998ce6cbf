//! Writes calendar files (iCalendar, RFC 5545).

use adjutant_domain::moment::Micros;
use chrono::{Days, NaiveDate};

/// The time of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarTime {
    /// A whole day, in days since 1970.
    Day(i32),
    /// Whole days, first and last.
    Days(i32, i32),
    /// From one time to another.
    Span(Micros, Micros),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// A permanent identifier.
    pub uid: String,
    /// The time of the last change.
    pub changed: Micros,
    pub when: CalendarTime,
    pub summary: String,
    /// Empty for none.
    pub description: String,
    /// Empty for none.
    pub place: String,
    pub url: String,
    pub is_cancelled: bool,
}

/// Longest line in bytes without the line break (RFC 5545, section 3.1).
const MAX_LINE_BYTES: usize = 75;

fn format_utc(at: Micros) -> String {
    let at = at.to_utc().unwrap_or_default();
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text value.
fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Appends a line; a long one is folded, with continuation lines that begin with a space.
fn push_folded_line(out: &mut String, line: &str) {
    let mut left = MAX_LINE_BYTES;
    for c in line.chars() {
        if c.len_utf8() > left {
            out.push_str("\r\n ");
            left = MAX_LINE_BYTES - 1;
        }
        left -= c.len_utf8();
        out.push(c);
    }
    out.push_str("\r\n");
}

/// Appends the first day and the day after the last one.
fn push_date_range(out: &mut String, first: i32, last: i32) {
    let day = |day: i32| NaiveDate::from_epoch_days(day).unwrap_or_default();
    let (first, last) = (day(first), day(last.max(first)));
    let next = last.checked_add_days(Days::new(1)).unwrap_or(last);
    push_folded_line(out, &format!("DTSTART;VALUE=DATE:{}", first.format("%Y%m%d")));
    push_folded_line(out, &format!("DTEND;VALUE=DATE:{}", next.format("%Y%m%d")));
}

/// Writes a calendar with this name.
pub fn write_calendar(name: &str, entries: &[CalendarEntry]) -> String {
    let mut out = String::with_capacity(512 * (entries.len() + 1));
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Adjutant//Events//EN"] {
        push_folded_line(&mut out, line);
    }
    push_folded_line(&mut out, &format!("NAME:{}", escape_text(name)));
    push_folded_line(&mut out, &format!("X-WR-CALNAME:{}", escape_text(name)));
    for entry in entries {
        push_folded_line(&mut out, "BEGIN:VEVENT");
        push_folded_line(&mut out, &format!("UID:{}", escape_text(&entry.uid)));
        push_folded_line(&mut out, &format!("DTSTAMP:{}", format_utc(entry.changed)));
        match entry.when {
            CalendarTime::Day(day) => push_date_range(&mut out, day, day),
            CalendarTime::Days(first, last) => push_date_range(&mut out, first, last),
            CalendarTime::Span(from, to) => {
                push_folded_line(&mut out, &format!("DTSTART:{}", format_utc(from)));
                push_folded_line(&mut out, &format!("DTEND:{}", format_utc(to)));
            }
        }
        push_folded_line(&mut out, &format!("SUMMARY:{}", escape_text(&entry.summary)));
        if !entry.description.is_empty() {
            push_folded_line(&mut out, &format!("DESCRIPTION:{}", escape_text(&entry.description)));
        }
        if !entry.place.is_empty() {
            push_folded_line(&mut out, &format!("LOCATION:{}", escape_text(&entry.place)));
        }
        if !entry.url.is_empty() {
            push_folded_line(&mut out, &format!("URL:{}", entry.url));
        }
        if entry.is_cancelled {
            push_folded_line(&mut out, "STATUS:CANCELLED");
        }
        push_folded_line(&mut out, "END:VEVENT");
    }
    push_folded_line(&mut out, "END:VCALENDAR");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(summary: &str) -> CalendarEntry {
        CalendarEntry {
            uid: "liga-open@example.org".to_owned(),
            changed: Micros(1_795_253_460_000_000),
            when: CalendarTime::Day(20_792),
            summary: summary.to_owned(),
            description: String::new(),
            place: String::new(),
            url: "https://example.org/events/liga-open".to_owned(),
            is_cancelled: false,
        }
    }

    #[test]
    fn an_event_of_a_day_ends_where_the_next_begins() {
        let text = write_calendar("Liga", &[entry("Liga Open")]);
        let expected = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Adjutant//Events//EN\r\nNAME:Liga\r\n\
            X-WR-CALNAME:Liga\r\nBEGIN:VEVENT\r\nUID:liga-open@example.org\r\nDTSTAMP:20261121T093100Z\r\n\
            DTSTART;VALUE=DATE:20261205\r\nDTEND;VALUE=DATE:20261206\r\nSUMMARY:Liga Open\r\n\
            URL:https://example.org/events/liga-open\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn moments_are_in_utc() {
        let when = CalendarTime::Span(Micros(1_795_253_460_000_000), Micros(1_795_257_060_000_000));
        let text = write_calendar("Liga", &[CalendarEntry { when, ..entry("Round 1") }]);
        assert!(text.contains("DTSTART:20261121T093100Z\r\nDTEND:20261121T103100Z\r\n"), "{text}");
    }

    #[test]
    fn a_place_is_told_where_there_is_one() {
        let place = "Baguio, Session Road".to_owned();
        let text = write_calendar("Liga", &[CalendarEntry { place, ..entry("Round 1") }]);
        assert!(text.contains("LOCATION:Baguio\\, Session Road\r\n"), "{text}");
    }

    #[test]
    fn nothing_that_people_write_ends_a_line_or_a_value() {
        let text = write_calendar("A;B", &[entry("one,two;\\three\r\nEND:VEVENT")]);
        assert!(text.contains("NAME:A\\;B\r\n"));
        assert!(text.contains("SUMMARY:one\\,two\\;\\\\three\\nEND:VEVENT\r\n"), "{text}");
        assert_eq!(text.lines().filter(|line| *line == "END:VEVENT").count(), 1);
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let long = "Paligsahan ng Ñandú ₱".repeat(12);
        let text = write_calendar("Liga", &[entry(&long)]);
        assert!(text.split("\r\n").all(|line| line.len() <= MAX_LINE_BYTES));
        assert!(text.replace("\r\n ", "").contains(&format!("SUMMARY:{long}\r\n")));
    }
}
