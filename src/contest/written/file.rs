//! The file of an event: a line with what it is called, then what was told of it, one fact a line.

use std::fmt;

use super::super::Fact;
use super::reading::{Fault, Members, Read, fault, text, whole};
use super::tree::{Json, object, text as written, whole as number};
use super::{facts, line, tree};

/// A file has no more facts: an event of thousands has fewer.
pub const MOST_TOLD: usize = 40_000;
/// Longest name of an event, and longest moment, in characters.
const LONGEST_NAME: usize = 80;
const LONGEST_MOMENT: usize = 40;

/// What the first line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub name: String,
    /// As `2026-12-05`.
    pub first_day: String,
}

/// A fact, with when it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The line of the file in which it stands, from 1 on.
    pub line: usize,
    /// As RFC 3339 has it.
    pub at: String,
    pub fact: Fact,
}

/// An event as a file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The facts alone are a file, too.
    pub head: Option<Head>,
    pub told: Vec<Told>,
}

/// What is wrong in a line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// From 1 on.
    pub line: usize,
    pub fault: Fault,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for FileFault {}

/// The first line of a file.
#[must_use]
pub fn write_head(head: &Head) -> String {
    line(&object([("event", written(&head.name)), ("first_day", written(&head.first_day))]))
}

/// The line of a fact; they are numbered from 1 on.
#[must_use]
pub fn write_told(number_of: usize, at: &str, fact: &Fact) -> String {
    let members =
        [("number", number(number_of)), ("at", written(at)), ("fact", facts::write(fact))];
    line(&object(members))
}

/// Reads a file. Whether a fact stands on those before it is left to [`super::super::Contest::of`]; empty lines are
/// skipped.
///
/// # Errors
/// The first [`FileFault`].
pub fn read_file(file: &str) -> Result<File, FileFault> {
    let mut read = File { head: None, told: Vec::new() };
    for (line, text) in (1..).zip(file.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let put = tree(text).and_then(|json| read.put(line, &json));
        put.map_err(|fault| FileFault { line, fault })?;
    }
    if read.told.is_empty() {
        return Err(FileFault { line: 1, fault: fault("there are no facts") });
    }
    Ok(read)
}

impl File {
    fn put(&mut self, line: usize, json: &Json) -> Read<()> {
        let mut members = Members::of(json)?;
        if self.told.is_empty() && self.head.is_none() && members.has("event") {
            self.head = Some(Head {
                name: members.needed("event", |json| text(json, LONGEST_NAME))?,
                first_day: members.needed("first_day", |json| text(json, LONGEST_MOMENT))?,
            });
            return members.end();
        }
        let next = self.told.len() + 1;
        if next > MOST_TOLD {
            return Err(fault(format!("expected at most {MOST_TOLD} facts")));
        }
        let number: usize = members.needed("number", |json| whole(json, 1, i64::MAX))?;
        if number != next {
            return Err(fault(format!("expected the number {next}, for none is left out")));
        }
        let at = members.needed("at", |json| text(json, LONGEST_MOMENT))?;
        let fact = members.needed("fact", facts::read)?;
        members.end()?;
        self.told.push(Told { line, at, fact });
        Ok(())
    }
}
