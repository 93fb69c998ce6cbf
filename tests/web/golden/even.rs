//! Makes two answers that say the same equal: what is new in each run, and what the hour decides, gives way to a word
//! for it; and an answer is cut into lines by which a difference reads well.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate, Utc};
use serde_json::Value;

/// Days before and after today on which something of the scene happens. Its records are older.
const EARLIER: u64 = 2;
const LATER: u64 = 40;

/// Behind these stands a time that runs while one looks.
const RUNNING: [&str; 7] = [
    "data-white=\"",
    "data-white=\"RUNS\" data-black=\"",
    "data-left=\"",
    "data-left=\"RUNS\">",
    "\"clocks\":{\"white\":",
    "\"clocks\":{\"white\":RUNS,\"black\":",
    "\"gone\":",
];
/// And behind these in games that were played just now: other records show the clocks as they stood.
const CLOCKS: [&str; 2] = ["<span class=\"clock\">", "\"clocks\":["];

/// What the days and the times in an answer are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Of no run: examples.
    Examples,
    /// Of this run where they are near today, and else of records.
    Days,
    /// The same, and clocks run or have run.
    Clocks,
}

/// The names of months in dates, in both languages.
const MONTHS: [[&str; 12]; 2] = [
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    ["Ene", "Peb", "Mar", "Abr", "May", "Hun", "Hul", "Ago", "Set", "Okt", "Nob", "Dis"],
];

/// What is known of this run, and the numbers that were given in one answer.
pub struct Even<'a> {
    /// What has another name in each run, and the name that all have.
    known: &'a [(String, &'static str)],
    sort: Sort,
    days: [NaiveDate; 2],
    ids: BTreeMap<String, usize>,
}

impl<'a> Even<'a> {
    pub fn new(known: &'a [(String, &'static str)], sort: Sort) -> Even<'a> {
        let today = Utc::now().date_naive();
        let days = [today - Days::new(EARLIER), today + Days::new(LATER)];
        Even { known, sort, days, ids: BTreeMap::new() }
    }

    fn is_near(&self, [year, month, day]: [&str; 3]) -> bool {
        let number = |text: &str| text.parse::<u32>().ok();
        let date =
            number(year).zip(number(month)).zip(number(day)).and_then(|((year, month), day)| {
                NaiveDate::from_ymd_opt(year.cast_signed(), month, day)
            });
        date.is_some_and(|date| self.days[0] <= date && date <= self.days[1])
    }

    /// How long the near date or moment is with which the text begins: 2026-11-24, 2026.11.24, 20261124, each with or
    /// without an hour and its zone.
    fn date(&self, text: &str) -> Option<usize> {
        let digits = |from: usize, count: usize| {
            text.get(from..from + count).filter(|part| part.bytes().all(|b| b.is_ascii_digit()))
        };
        let (year, mark) = (digits(0, 4)?, text.as_bytes().get(4)?);
        let plain = digits(4, 4).is_some();
        let (month, day, length) = match (plain, mark) {
            (true, _) => (digits(4, 2)?, digits(6, 2)?, 8),
            (_, b'-' | b'.') if text.as_bytes().get(7) == Some(mark) => {
                (digits(5, 2)?, digits(8, 2)?, 10)
            }
            _ => return None,
        };
        if self.sort == Sort::Examples || !self.is_near([year, month, day]) {
            return None;
        }
        let rest = &text[length..];
        let hour = rest.strip_prefix(['T', ' ']).filter(|hour| {
            let first = hour.bytes().take_while(u8::is_ascii_digit).count();
            first == 6 || first == 2 && hour.as_bytes().get(2) == Some(&b':')
        });
        let Some(hour) = hour else { return Some(length) };
        let of_time = |one: char| one.is_ascii_digit() || one == ':' || one == '.';
        let end = hour.find(|one| !of_time(one)).unwrap_or(hour.len());
        let zone = &hour[end..];
        let zone = match zone.as_bytes().first() {
            Some(b'Z') => 1,
            Some(b'+') if zone.as_bytes().get(3) == Some(&b':') => 6,
            _ => 0,
        };
        Some(length + 1 + end + zone)
    }

    /// The same of a date as people write it, with or without an hour: 24 Nov 2026, 24 Nob 2026, 09:30.
    fn written_date(&self, text: &str) -> Option<usize> {
        let mut words = text.splitn(3, ' ');
        let (day, month, rest) = (words.next()?, words.next()?, words.next()?);
        let number = MONTHS.iter().flat_map(|language| language.iter().enumerate());
        let (number, _) = number.into_iter().find(|(_, name)| **name == month)?;
        let year = rest.get(..4)?;
        let month = (number + 1).to_string();
        if self.sort == Sort::Examples || !self.is_near([year, &month, day]) {
            return None;
        }
        let length = day.len() + 1 + 3 + 1 + year.len();
        let hour = text[length..].strip_prefix(", ").and_then(|hour| hour.get(..5));
        let is_hour = |hour: &&str| {
            let [a, b, b':', c, d] = hour.as_bytes() else { return false };
            [a, b, c, d].iter().all(|digit| digit.is_ascii_digit())
        };
        let hour = hour.filter(is_hour);
        Some(length + hour.map_or(0, |hour| 2 + hour.len()))
    }

    /// A word of letters and digits, or what stands for it.
    fn word(&mut self, word: &str) -> Option<String> {
        let hex = word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        let next = self.ids.len() + 1;
        match word.len() {
            16 | 32 | 64 if hex => {
                let number = *self.ids.entry(word.to_owned()).or_insert(next);
                Some(format!("ID{number}"))
            }
            // A secret, as links, cookies and forms have them.
            52 if word.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase()) => {
                Some("SECRET".to_owned())
            }
            _ => None,
        }
    }

    /// The text with everything in it that another run has otherwise replaced.
    pub fn text(&mut self, text: &str) -> String {
        let known = self.known.iter();
        let text = known.fold(text.to_owned(), |text, (own, name)| text.replace(own, name));
        let mut found = String::with_capacity(text.len());
        let mut rest = text.as_str();
        let mut inside = false;
        while let Some(first) = rest.chars().next() {
            let is_word = first.is_ascii_alphanumeric();
            if !is_word || inside {
                found.push(first);
                rest = &rest[first.len_utf8()..];
                inside = is_word;
                continue;
            }
            if let Some(length) = self.date(rest).or_else(|| self.written_date(rest)) {
                found += "MOMENT";
                rest = &rest[length..];
                continue;
            }
            let end = rest.find(|one: char| !one.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            let digest = found.ends_with("/static/");
            match self.word(word) {
                Some(_) if digest => found += "DIGEST",
                Some(other) => found += &other,
                None => found += word,
            }
            rest = behind;
        }
        if self.sort == Sort::Examples {
            return found;
        }
        // Whether two moments of today are on one day in Manila is for the hour to say.
        let found = found.replace("MOMENT – MOMENT", "MOMENT");
        let clocks = CLOCKS.iter().filter(|_| self.sort == Sort::Clocks);
        let found = RUNNING.iter().chain(clocks).fold(found, |text, key| stopped(&text, key));
        LEFT.iter().fold(found, |text, words| counted_down(&text, *words))
    }
}

/// Days and hours until a match, in both languages: what stands between the numbers, and behind them.
const LEFT: [(&str, &str); 2] = [(" d ", " h left"), (" araw ", " oras pa")];

/// The text with the numbers in front of these words replaced.
fn counted_down(text: &str, (between, behind): (&str, &str)) -> String {
    let mut parts: Vec<String> = text.split(behind).map(str::to_owned).collect();
    let digits = |text: &str| text.trim_end_matches(|one: char| one.is_ascii_digit()).len();
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        part.truncate(digits(part));
        if part.ends_with(between) {
            part.truncate(part.len() - between.len());
            part.truncate(digits(part));
        }
        part.push_str("SOME");
    }
    parts.join(behind)
}

/// The text with what stands behind each `key` up to the end of the number replaced.
fn stopped(text: &str, key: &str) -> String {
    let mut parts = text.split(key);
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|one: char| !(one.is_ascii_digit() || "-.:".contains(one)));
        all = all + key + "RUNS" + &part[end.unwrap_or(part.len())..];
    }
    all
}

/// A page, one element a line, without the space between elements.
pub fn page_lines(html: &str) -> Vec<String> {
    let bytes = html.as_bytes();
    let mut all = String::with_capacity(html.len() + html.len() / 20);
    for (at, one) in html.char_indices() {
        let opens = one == '<' && bytes.get(at + 1).is_some_and(|next| *next != b'/');
        if opens {
            all.push('\n');
        }
        all.push(one);
    }
    lines(&all)
}

/// An answer in JSON, one member of an object a line, in the order in which they came.
pub fn json_lines(json: &str) -> Vec<String> {
    let mut all = String::with_capacity(json.len() + json.len() / 10);
    let (mut quoted, mut escaped) = (false, false);
    let mut before = ' ';
    for one in json.chars() {
        if !quoted && (before == ',' && ['"', '{'].contains(&one)) {
            all.push('\n');
        }
        all.push(one);
        quoted ^= one == '"' && !escaped;
        escaped = quoted && one == '\\' && !escaped;
        before = if quoted { ' ' } else { one };
    }
    lines(&all)
}

/// The description of the API: an object that came before stands there as where it did, and each member on a line.
pub fn description_lines(json: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(json).expect("the description is JSON");
    let (mut seen, mut all) = (BTreeMap::new(), Vec::new());
    for (name, one) in value.as_object().expect("an object") {
        member((name, one), "", &mut seen, &mut all);
    }
    all
}

/// So long is what may stand for itself again.
const SHORT: usize = 90;

fn member(
    (name, value): (&str, &Value),
    path: &str,
    seen: &mut BTreeMap<String, String>,
    all: &mut Vec<String>,
) {
    let depth = path.matches(" > ").count() + usize::from(!path.is_empty());
    let (space, whole) = (" ".repeat(depth), value.to_string());
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, one)| (name.clone(), one)).collect(),
        Value::Array(items) if items.iter().any(|one| one.is_object() || one.is_array()) => {
            items.iter().enumerate().map(|(n, one)| (n.to_string(), one)).collect()
        }
        _ => Vec::new(),
    };
    if whole.len() <= SHORT || inside.is_empty() {
        return all.push(format!("{space}{name}: {whole}"));
    }
    let path = if path.is_empty() { name.to_owned() } else { format!("{path} > {name}") };
    if let Some(before) = seen.get(&whole) {
        return all.push(format!("{space}{name}: as {before}"));
    }
    seen.insert(whole, path.clone());
    let mark = if value.is_array() { "[]" } else { "" };
    all.push(format!("{space}{name}{mark}:"));
    for (name, one) in inside {
        member((&name, one), &path, seen, all);
    }
}

/// The lines of a text that are not empty, without space at either end.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn golden_answers_of_two_runs_are_made_equal() {
    let today = Utc::now();
    let known = [("127.0.0.1:4000".to_owned(), "HOST"), ("0mgrvjq7tcne43kn".to_owned(), "RECORD")];
    let mut even = Even::new(&known, Sort::Clocks);
    let said = format!(
        "{} {} {} http://127.0.0.1:4000/games/0mgrvjq7tcne43kn?a=00000000000000aa&b=0123456789abcdef#00000000000000aa",
        today.format("%Y-%m-%d %H:%M"),
        today.format("%Y-%m-%dT%H:%M:%S%.3fZ"),
        today.format("%Y%m%dT%H%M%SZ"),
    );
    assert_eq!(even.text(&said), "MOMENT MOMENT MOMENT http://HOST/games/RECORD?a=ID1&b=ID2#ID1");
    assert_eq!(even.text("2026-01-10 20260110 10:30"), "2026-01-10 20260110 10:30");
    let written = today.format("%-d %b %Y, %H:%M UTC and %-d %b %Y.").to_string();
    assert_eq!(even.text(&written), "MOMENT UTC and MOMENT.");
    assert_eq!(even.text("10 Ene 2025, 3 of 20"), "10 Ene 2025, 3 of 20");
    let today = today.format("%Y-%m-%d").to_string();
    assert_eq!(
        Even::new(&known, Sort::Examples).text(&today),
        today,
        "an example that is near by chance"
    );
    let time = "<i data-left=\"599000\">09:59</i> <span class=\"clock\">10:02</span> 7 d 10 h left";
    let stopped = "<i data-left=\"RUNS\">RUNS</i> <span class=\"clock\">RUNS</span> SOME h left";
    assert_eq!(even.text(time), stopped);
    let secret = "a2".repeat(26);
    assert_eq!(even.text(&format!("/at/{secret}.")), "/at/SECRET.");
    assert_eq!(even.text("/static/00000000000000aa/a.css"), "/static/DIGEST/a.css");
    assert_eq!(page_lines("<p>a <b>c</b>\n</p> <i>"), ["<p>a", "<b>c</b>", "</p>", "<i>"]);
    assert_eq!(json_lines("{\"a\":[1,2],\"b\":\",{\"}"), ["{\"a\":[1,2],", "\"b\":\",{\"}"]);
}
