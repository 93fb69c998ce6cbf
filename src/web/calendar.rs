//! Calendars as programs take them (iCalendar, RFC 5545).

use chrono::{DateTime, Days, NaiveDate};

/// When something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// A whole day, counted from 1970 on.
    Day(i32),
    /// Whole days, the first and the last.
    Days(i32, i32),
    /// From one moment to another, in microseconds since 1970.
    Span(i64, i64),
}

/// Something that is entered into a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The same for the same thing, for ever.
    pub uid: String,
    /// When it was entered or changed last, in microseconds since 1970.
    pub changed: i64,
    pub when: When,
    pub summary: String,
    /// Empty for none.
    pub description: String,
    pub url: String,
}

/// No line is longer, in bytes, without what ends it.
const LONGEST_LINE: usize = 75;

fn moment(at: i64) -> String {
    let at = DateTime::from_timestamp_micros(at).unwrap_or_default();
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A value in which nothing ends it.
fn escaped(text: &str) -> String {
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

/// A line, folded where it is too long: what goes on begins with a space.
fn put(out: &mut String, line: &str) {
    let mut left = LONGEST_LINE;
    for c in line.chars() {
        if c.len_utf8() > left {
            out.push_str("\r\n ");
            left = LONGEST_LINE - 1;
        }
        left -= c.len_utf8();
        out.push(c);
    }
    out.push_str("\r\n");
}

/// The first day, and the one behind the last.
fn put_days(out: &mut String, first: i32, last: i32) {
    let day = |day: i32| NaiveDate::from_epoch_days(day).unwrap_or_default();
    let (first, last) = (day(first), day(last.max(first)));
    let next = last.checked_add_days(Days::new(1)).unwrap_or(last);
    put(out, &format!("DTSTART;VALUE=DATE:{}", first.format("%Y%m%d")));
    put(out, &format!("DTEND;VALUE=DATE:{}", next.format("%Y%m%d")));
}

/// A calendar of this name.
#[must_use]
pub fn calendar(name: &str, entries: &[Entry]) -> String {
    let mut out = String::with_capacity(512 * (entries.len() + 1));
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Adjutant//Events//EN"] {
        put(&mut out, line);
    }
    put(&mut out, &format!("NAME:{}", escaped(name)));
    put(&mut out, &format!("X-WR-CALNAME:{}", escaped(name)));
    for entry in entries {
        put(&mut out, "BEGIN:VEVENT");
        put(&mut out, &format!("UID:{}", escaped(&entry.uid)));
        put(&mut out, &format!("DTSTAMP:{}", moment(entry.changed)));
        match entry.when {
            When::Day(day) => put_days(&mut out, day, day),
            When::Days(first, last) => put_days(&mut out, first, last),
            When::Span(from, to) => {
                put(&mut out, &format!("DTSTART:{}", moment(from)));
                put(&mut out, &format!("DTEND:{}", moment(to)));
            }
        }
        put(&mut out, &format!("SUMMARY:{}", escaped(&entry.summary)));
        if !entry.description.is_empty() {
            put(&mut out, &format!("DESCRIPTION:{}", escaped(&entry.description)));
        }
        if !entry.url.is_empty() {
            put(&mut out, &format!("URL:{}", entry.url));
        }
        put(&mut out, "END:VEVENT");
    }
    put(&mut out, "END:VCALENDAR");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(summary: &str) -> Entry {
        Entry {
            uid: "liga-open@example.org".to_owned(),
            changed: 1_795_253_460_000_000,
            when: When::Day(20_792),
            summary: summary.to_owned(),
            description: String::new(),
            url: "https://example.org/events/liga-open".to_owned(),
        }
    }

    #[test]
    fn an_event_of_a_day_ends_where_the_next_begins() {
        let text = calendar("Liga", &[entry("Liga Open")]);
        let expected = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Adjutant//Events//EN\r\nNAME:Liga\r\n\
            X-WR-CALNAME:Liga\r\nBEGIN:VEVENT\r\nUID:liga-open@example.org\r\nDTSTAMP:20261121T093100Z\r\n\
            DTSTART;VALUE=DATE:20261205\r\nDTEND;VALUE=DATE:20261206\r\nSUMMARY:Liga Open\r\n\
            URL:https://example.org/events/liga-open\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn moments_are_in_utc() {
        let when = When::Span(1_795_253_460_000_000, 1_795_257_060_000_000);
        let text = calendar("Liga", &[Entry { when, ..entry("Round 1") }]);
        assert!(text.contains("DTSTART:20261121T093100Z\r\nDTEND:20261121T103100Z\r\n"), "{text}");
    }

    #[test]
    fn nothing_that_people_write_ends_a_line_or_a_value() {
        let text = calendar("A;B", &[entry("one,two;\\three\r\nEND:VEVENT")]);
        assert!(text.contains("NAME:A\\;B\r\n"));
        assert!(text.contains("SUMMARY:one\\,two\\;\\\\three\\nEND:VEVENT\r\n"), "{text}");
        assert_eq!(text.lines().filter(|line| *line == "END:VEVENT").count(), 1);
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let long = "Paligsahan ng Ñandú ₱".repeat(12);
        let text = calendar("Liga", &[entry(&long)]);
        assert!(text.split("\r\n").all(|line| line.len() <= LONGEST_LINE));
        assert!(text.replace("\r\n ", "").contains(&format!("SUMMARY:{long}\r\n")));
    }
}
