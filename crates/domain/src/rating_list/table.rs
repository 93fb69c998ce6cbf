//! Lists as tables with a heading, whose cells are separated by commas, semicolons or tabs.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::RowSource;
use super::column::Column;
use super::error::{ListError, ListErrorKind};
use super::input::{Input, is_too_long};
use super::row::RawRow;

pub(super) struct TableRows<R> {
    rows: csv::Reader<LineStarts<R>>,
    columns: Vec<Option<Column>>,
    /// The number of lines before the rows.
    before: u64,
    record: csv::ByteRecord,
}

impl<R: BufRead> TableRows<R> {
    pub(super) fn new(input: Input<R>, heading: &str) -> Result<TableRows<R>, ListError> {
        let before = input.line() - 1;
        let delimiter = delimiter(heading);
        let mut builder = csv::ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(delimiter);
        let mut headings = builder.from_reader(heading.as_bytes());
        let columns: Vec<Option<Column>> = match headings.records().next() {
            Some(Ok(cells)) => cells.iter().map(Column::parse).collect(),
            _ => Vec::new(),
        };
        let has = |column| columns.contains(&Some(column));
        if !has(Column::Name) && !has(Column::Surname) {
            return Err(ListErrorKind::NoNameColumn.at(before));
        }
        let record = csv::ByteRecord::new();
        Ok(TableRows { rows: builder.from_reader(LineStarts::new(input)), columns, before, record })
    }
}

impl<R: BufRead> RowSource for TableRows<R> {
    fn next_row(&mut self, row: &mut RawRow) -> Result<bool, ListError> {
        loop {
            self.rows.get_mut().input.begin_record();
            let read = self.rows.read_byte_record(&mut self.record);
            let before = self.before;
            let is_there = read.map_err(|e| match e.kind() {
                csv::ErrorKind::Io(own) if is_too_long(own) => {
                    ListErrorKind::LongLine.at(row.line.max(before) + 1)
                }
                _ => ListErrorKind::Broken(e.to_string()).at(0),
            })?;
            if !is_there {
                return Ok(false);
            }
            let start = self.record.position().map_or(0, csv::Position::byte);
            row.line = self.rows.get_mut().line_at(start);
            // Whatever follows an open quotation mark would be lost in its cell.
            if self.record.as_slice().contains(&b'\n') {
                return Err(ListErrorKind::OpenQuote.at(row.line));
            }
            if !self.record.as_slice().trim_ascii().is_empty() {
                break;
            }
        }
        for (cell, column) in self.record.iter().zip(&self.columns) {
            if let Some(column) = column {
                row.push_bytes(*column, cell);
            }
        }
        Ok(true)
    }
}

/// The lines of the bytes that were read and in which a row may begin. The CSV reader's own count is
/// off after CRLF line ends and empty lines.
struct LineStarts<R> {
    input: Input<R>,
    read: u64,
    /// The number of the line that is read.
    line: u64,
    is_at_start: bool,
    /// The first byte of each line that is not empty, and its number.
    starts: VecDeque<(u64, u64)>,
    latest: u64,
}

impl<R: BufRead> LineStarts<R> {
    fn new(input: Input<R>) -> LineStarts<R> {
        let line = input.line();
        LineStarts {
            input,
            read: 0,
            line,
            is_at_start: true,
            starts: VecDeque::new(),
            latest: line,
        }
    }

    /// The line of the row that begins at this byte, or after line ends there. Rows come in order.
    fn line_at(&mut self, byte: u64) -> u64 {
        while let Some((start, line)) = self.starts.pop_front() {
            self.latest = line;
            if start >= byte {
                break;
            }
        }
        self.latest
    }
}

impl<R: BufRead> Read for LineStarts<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        for (at, byte) in (self.read..).zip(&bytes[..count]) {
            if *byte == b'\n' {
                self.line += 1;
                self.is_at_start = true;
            } else if self.is_at_start && *byte != b'\r' {
                self.starts.push_back((at, self.line));
                self.is_at_start = false;
            }
        }
        self.read += count as u64;
        Ok(count)
    }
}

/// The delimiter that yields the most known columns; of equals the comma.
fn delimiter(heading: &str) -> u8 {
    let known = |sign: &u8| {
        let cells = heading.split(char::from(*sign));
        cells.filter(|cell| Column::parse(cell).is_some()).count()
    };
    [b'\t', b';', b','].into_iter().max_by_key(known).unwrap_or(b',')
}
