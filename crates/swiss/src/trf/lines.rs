//! Lines with fields at fixed columns.

use super::super::points::Points;

/// A line of a file: a three-letter code and columns.
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    columns: Vec<char>,
}

impl Line {
    pub fn new(number: usize, text: &str) -> Line {
        Line { number, columns: text.trim_end().chars().collect() }
    }

    pub fn code(&self) -> String {
        self.columns.iter().take(3).collect()
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// The trimmed text in these columns, which are counted from 1 as in FIDE's tables.
    pub fn field(&self, from: usize, to: usize) -> String {
        let columns = self.columns.iter().skip(from - 1).take(to + 1 - from);
        columns.collect::<String>().trim().to_owned()
    }

    pub fn rest(&self, from: usize) -> String {
        self.columns.iter().skip(from - 1).collect::<String>().trim().to_owned()
    }

    pub fn column(&self, at: usize) -> char {
        self.columns.get(at - 1).copied().unwrap_or(' ')
    }

    /// A number of at least 1 in these columns.
    pub fn number_in(&self, from: usize, to: usize, of: &str) -> Result<u32, String> {
        number(&self.field(from, to), of)
    }

    /// Points in these columns.
    pub fn points_in(&self, from: usize, to: usize, of: &str) -> Result<Points, String> {
        let text = self.field(from, to);
        Points::parse(&text).ok_or_else(|| {
            format!("{of} is `{text}`: give points as 2.5 in columns {from} to {to}")
        })
    }
}

/// Parses a number of at least 1.
pub fn number(text: &str, of: &str) -> Result<u32, String> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_digit());
    let number = digits.then(|| text.parse::<u32>().ok()).flatten().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{of} is `{text}`: give a number from 1 to 9999"))
}
