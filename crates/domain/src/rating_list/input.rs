//! The bytes of a list: counted in lines, with its format told by the beginning.

use std::io::{self, BufRead, ErrorKind, Read};

use super::column::Column;
use super::error::{ListError, ListErrorKind};
use crate::organisation::separator_line::is_separator_line;

/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 10;

/// A reader that counts lines, and refuses records that are too long.
pub(super) struct Input<R> {
    inner: R,
    line_ends: u64,
    /// How many bytes may still be read of the current record.
    left: u64,
}

/// Whether a record was too long.
pub(super) fn is_too_long(error: &io::Error) -> bool {
    error.kind() == ErrorKind::FileTooLarge
}

/// The format of a list, with the line of its heading.
pub(super) enum Format {
    Xml,
    FixedWidth(String),
    Table(String),
}

impl<R: BufRead> Input<R> {
    /// Looks at the beginning of a file, and reads its heading unless it is XML.
    pub(super) fn open(inner: R) -> Result<(Input<R>, Format), ListError> {
        let mut input = Input { inner, line_ends: 0, left: u64::MAX };
        match input.fill_buf()? {
            [] => return Err(ListErrorKind::Empty.at(0)),
            [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] | [0x1f, 0x8b, ..] => {
                return Err(ListErrorKind::Archive.at(0));
            }
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [_, 0, ..] | [0, ..] => {
                return Err(ListErrorKind::Utf16.at(0));
            }
            [0xef, 0xbb, 0xbf, ..] => input.consume(3),
            _ => {}
        }
        loop {
            let beginning = input.fill_buf()?;
            let blank = beginning.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            match beginning.get(blank) {
                Some(b'<') => return Ok((input, Format::Xml)),
                None if blank == 0 => return Err(ListErrorKind::Empty.at(0)),
                None => input.consume(blank),
                Some(_) => break,
            }
        }
        let mut heading = Vec::new();
        while heading.trim_ascii().is_empty()
            || is_separator_line(&String::from_utf8_lossy(&heading))
        {
            heading.clear();
            if !input.read_line(&mut heading)? {
                return Err(ListErrorKind::Empty.at(0));
            }
        }
        let heading = String::from_utf8_lossy(&heading).into_owned();
        let format = match is_fixed_width(&heading) {
            true => Format::FixedWidth(heading),
            false => Format::Table(heading),
        };
        Ok((input, format))
    }

    /// The number of the current line, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line_ends + 1
    }

    /// Lets the next record be read, which others delimit.
    pub(super) fn begin_record(&mut self) {
        self.left = MAX_LINE_BYTES;
    }

    /// Reads a line without its end into an empty buffer; false at the end of the file.
    pub(super) fn read_line(&mut self, line: &mut Vec<u8>) -> Result<bool, ListError> {
        self.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', line)?;
        match line.pop() {
            None => return Ok(false),
            Some(b'\n') => {}
            Some(last) => line.push(last),
        }
        if line.len() as u64 >= MAX_LINE_BYTES {
            return Err(ListErrorKind::LongLine.at(self.line()));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(true)
    }
}

impl<R: BufRead> Read for Input<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.inner.fill_buf()?;
        if self.left == 0 && !bytes.is_empty() {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        Ok(&bytes[..bytes.len().min(most)])
    }

    fn consume(&mut self, count: usize) {
        if let Ok(bytes) = self.inner.fill_buf() {
            let read = bytes.get(..count).unwrap_or_default();
            self.left = self.left.saturating_sub(read.len() as u64);
            self.line_ends += read.iter().filter(|byte| **byte == b'\n').count() as u64;
        }
        self.inner.consume(count);
    }
}

/// Whether a heading is that of columns which begin at the same place in each line.
fn is_fixed_width(heading: &str) -> bool {
    let known =
        |sign: char| heading.split(sign).filter(|cell| Column::parse(cell).is_some()).count();
    heading.contains("  ") && [',', ';', '\t'].into_iter().all(|sign| known(sign) < 2)
}
