//! The file of an event: a line with what it is called, then what was told of it, one fact a line.

use std::fmt;

use super::super::ContestFact;
use super::reader::{JsonError, JsonMembers, JsonResult, integer, json_error, text};
use super::tree::{Json, integer as number, object, text as written};
use super::{facts, parse_tree, to_line};

/// A file has no more facts: an event of thousands has fewer.
pub const MAX_FACTS: usize = 40_000;
/// Longest name of an event, and longest moment, in characters.
const MAX_EVENT_NAME_LEN: usize = 80;
const MAX_TIMESTAMP_LEN: usize = 40;

/// What the first line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestFileHeader {
    pub name: String,
    /// As `2026-12-05`.
    pub first_day: String,
}

/// A fact, with when it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFact {
    /// The line of the file in which it stands, from 1 on.
    pub line: usize,
    /// As RFC 3339 has it.
    pub at: String,
    pub fact: ContestFact,
}

/// An event as a file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestFile {
    /// The facts alone are a file, too.
    pub header: Option<ContestFileHeader>,
    pub facts: Vec<RecordedFact>,
}

/// What is wrong in a line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestFileError {
    /// From 1 on.
    pub line: usize,
    pub fault: JsonError,
}

impl fmt::Display for ContestFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for ContestFileError {}

/// The first line of a file.
pub fn write_header(head: &ContestFileHeader) -> String {
    to_line(&object([("event", written(&head.name)), ("first_day", written(&head.first_day))]))
}

/// The line of a fact; they are numbered from 1 on.
pub fn write_fact_line(number_of: usize, at: &str, fact: &ContestFact) -> String {
    let members =
        [("number", number(number_of)), ("at", written(at)), ("fact", facts::write(fact))];
    to_line(&object(members))
}

/// Reads a file. Whether a fact stands on those before it is left to [`super::super::Contest::from_facts`]; empty lines are
/// skipped.
///
/// # Errors
/// The first [`ContestFileError`].
pub fn read_contest_file(file: &str) -> Result<ContestFile, ContestFileError> {
    let mut read = ContestFile { header: None, facts: Vec::new() };
    for (line, text) in (1..).zip(file.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let put = parse_tree(text).and_then(|json| read.push_line(line, &json));
        put.map_err(|fault| ContestFileError { line, fault })?;
    }
    if read.facts.is_empty() {
        return Err(ContestFileError { line: 1, fault: json_error("there are no facts") });
    }
    Ok(read)
}

impl ContestFile {
    fn push_line(&mut self, line: usize, json: &Json) -> JsonResult<()> {
        let mut members = JsonMembers::from_json(json)?;
        if self.facts.is_empty() && self.header.is_none() && members.has("event") {
            self.header = Some(ContestFileHeader {
                name: members.required("event", |json| text(json, MAX_EVENT_NAME_LEN))?,
                first_day: members.required("first_day", |json| text(json, MAX_TIMESTAMP_LEN))?,
            });
            return members.finish();
        }
        let next = self.facts.len() + 1;
        if next > MAX_FACTS {
            return Err(json_error(format!("expected at most {MAX_FACTS} facts")));
        }
        let number: usize = members.required("number", |json| integer(json, 1, i64::MAX))?;
        if number != next {
            return Err(json_error(format!("expected the number {next}, for none is left out")));
        }
        let at = members.required("at", |json| text(json, MAX_TIMESTAMP_LEN))?;
        let fact = members.required("fact", facts::read)?;
        members.finish()?;
        self.facts.push(RecordedFact { line, at, fact });
        Ok(())
    }
}
