//! The file of an event: a line with its name, then its facts, one per line.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::super::ContestFact;
use super::limits::text;
use super::{JsonError, read, write};

/// Maximum number of facts in a file: an event with thousands of entrants has fewer.
pub const MAX_FACTS: usize = 40_000;
/// Maximum length of an event's name, in characters.
const MAX_EVENT_NAME_LEN: usize = 80;
const MAX_TIMESTAMP_LEN: usize = 40;

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestFileHeader {
    #[serde(rename = "event", deserialize_with = "text::<MAX_EVENT_NAME_LEN, _>")]
    pub name: String,
    /// Such as `2026-12-05`.
    #[serde(deserialize_with = "text::<MAX_TIMESTAMP_LEN, _>")]
    pub first_day: String,
}

/// A line with a fact. Facts are numbered from 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactLine {
    number: usize,
    #[serde(deserialize_with = "text::<MAX_TIMESTAMP_LEN, _>")]
    at: String,
    fact: ContestFact,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFact {
    /// The line in the file, from 1.
    pub line: usize,
    /// RFC 3339.
    pub at: String,
    pub fact: ContestFact,
}

/// An event as read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestFile {
    /// `None` if the file has facts only.
    pub header: Option<ContestFileHeader>,
    pub facts: Vec<RecordedFact>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ContestFileError {
    /// Counted from 1.
    pub line: usize,
    pub fault: JsonError,
}

/// Writes the first line of a file.
pub fn write_header(header: &ContestFileHeader) -> String {
    write(header)
}

pub fn write_fact_line(number: usize, at: &str, fact: &ContestFact) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        number: usize,
        at: &'a str,
        fact: &'a ContestFact,
    }
    write(&Line { number, at, fact })
}

/// Reads a file. Empty lines are skipped. [`super::super::Contest::from_facts`] checks whether each fact is valid after
/// those before it.
pub fn read_contest_file(file: &str) -> Result<ContestFile, ContestFileError> {
    let mut contest = ContestFile { header: None, facts: Vec::new() };
    for (line, text) in (1..).zip(file.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        contest.push_line(line, text).map_err(|fault| ContestFileError { line, fault })?;
    }
    if contest.facts.is_empty() {
        return Err(ContestFileError { line: 1, fault: JsonError::new("there are no facts") });
    }
    Ok(contest)
}

impl ContestFile {
    fn push_line(&mut self, line: usize, text: &str) -> Result<(), JsonError> {
        if self.facts.is_empty() && self.header.is_none() && is_header(text) {
            self.header = Some(read(text)?);
            return Ok(());
        }
        let next = self.facts.len() + 1;
        if next > MAX_FACTS {
            return Err(JsonError::new(format!("expected at most {MAX_FACTS} facts")));
        }
        let FactLine { number, at, fact } = read(text)?;
        if number != next {
            let expected = format!("expected the number {next}, for none is left out");
            return Err(JsonError::new(expected));
        }
        self.facts.push(RecordedFact { line, at, fact });
        Ok(())
    }
}

fn is_header(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "event")]
        _event: IgnoredAny,
    }
    read::<Header>(text).is_ok()
}
