//! Lists of fixed width, as FIDE's text files: each column begins under its heading.

use std::io::BufRead;

use super::RowSource;
use super::column::Column;
use super::error::{ListError, ListErrorKind};
use super::input::Input;
use super::row::RawRow;

pub(super) struct FixedRows<R> {
    input: Input<R>,
    /// The first and the one after the last character of each known column.
    columns: Vec<(Column, usize, usize)>,
    line: Vec<u8>,
}

impl<R: BufRead> FixedRows<R> {
    pub(super) fn new(input: Input<R>, heading: &str) -> Result<FixedRows<R>, ListError> {
        let columns = columns(heading);
        if !columns.iter().any(|(column, ..)| *column == Column::Name) {
            return Err(ListErrorKind::NoNameColumn.at(input.line() - 1));
        }
        Ok(FixedRows { input, columns, line: Vec::new() })
    }
}

impl<R: BufRead> RowSource for FixedRows<R> {
    fn next_row(&mut self, row: &mut RawRow) -> Result<bool, ListError> {
        loop {
            row.line = self.input.line();
            self.line.clear();
            if !self.input.read_line(&mut self.line)? {
                return Ok(false);
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        for (column, from, to) in &self.columns {
            row.push_bytes(*column, slice(&self.line, *from, *to));
        }
        Ok(true)
    }
}

/// The known columns of a heading, each once. `ID Number` is one column with a space in its heading.
fn columns(heading: &str) -> Vec<(Column, usize, usize)> {
    let heading = heading.replace("ID Number", "ID_Number");
    let characters: Vec<char> = heading.trim_end().chars().collect();
    let begins = |at: usize| {
        !characters[at].is_whitespace() && (at == 0 || characters[at - 1].is_whitespace())
    };
    let starts: Vec<usize> = (0..characters.len()).filter(|at| begins(*at)).collect();
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    let column = |(from, to): (usize, usize)| {
        let word = characters[from..].iter().take_while(|one| !one.is_whitespace());
        Some((Column::parse(&word.collect::<String>())?, from, to))
    };
    let mut columns: Vec<(Column, usize, usize)> = Vec::new();
    for one in starts.iter().copied().zip(ends).filter_map(column) {
        if columns.iter().all(|(other, ..)| *other != one.0) {
            columns.push(one);
        }
    }
    columns
}

/// These characters of a line; of one that is not UTF-8, these bytes.
fn slice(line: &[u8], from: usize, to: usize) -> &[u8] {
    let place = |at: usize| match std::str::from_utf8(line) {
        Ok(text) if !text.is_ascii() => {
            text.char_indices().nth(at).map_or(line.len(), |(place, _)| place)
        }
        _ => at.min(line.len()),
    };
    let (from, to) = (place(from), place(to));
    &line[from..to.max(from)]
}
