//! Lists in XML, as FIDE publishes them: a `player` element for each, with an element for each
//! detail.

use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

use super::RowSource;
use super::column::Column;
use super::error::{ListError, ListErrorKind};
use super::input::{Input, is_too_long};
use super::row::{MAX_CELL_BYTES, RawRow};

pub(super) struct XmlRows<R> {
    reader: Reader<Input<R>>,
    buffer: Vec<u8>,
    /// How many elements are open.
    depth: usize,
    /// How many were when the current player began.
    player: Option<usize>,
    /// The current detail, if it is known, and its text.
    cell: Option<(Column, String)>,
}

impl<R: BufRead> XmlRows<R> {
    pub(super) fn new(input: Input<R>) -> XmlRows<R> {
        let mut reader = Reader::from_reader(input);
        reader.config_mut().allow_dangling_amp = true;
        reader.config_mut().expand_empty_elements = true;
        XmlRows { reader, buffer: Vec::new(), depth: 0, player: None, cell: None }
    }
}

impl<R: BufRead> RowSource for XmlRows<R> {
    fn next_row(&mut self, row: &mut RawRow) -> Result<bool, ListError> {
        loop {
            self.buffer.clear();
            let line = self.reader.get_ref().line();
            self.reader.get_mut().begin_record();
            let event = self.reader.read_event_into(&mut self.buffer);
            match event.map_err(|e| xml_error(e, line))? {
                Event::Start(element) => {
                    let name = element.local_name();
                    let name: &str = name.as_ref();
                    if self.player.is_none() && name.eq_ignore_ascii_case("player") {
                        self.player = Some(self.depth);
                        row.line = line;
                    } else if self.player == self.depth.checked_sub(1) {
                        self.cell = Column::parse(name).map(|column| (column, String::new()));
                    }
                    self.depth += 1;
                }
                Event::Text(text) => add(&mut self.cell, &text.xml10_content()),
                Event::CData(text) => add(&mut self.cell, &text.xml10_content()),
                Event::GeneralRef(name) => add_reference(&mut self.cell, &name),
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    if let Some((column, text)) = self.cell.take() {
                        row.push(column, text);
                    }
                    if self.player == Some(self.depth) {
                        self.player = None;
                        return Ok(true);
                    }
                }
                // A file that was not received whole must not replace a list.
                Event::Eof if self.depth > 0 => return Err(ListErrorKind::CutOff.at(line)),
                Event::Eof => return Ok(false),
                _ => {}
            }
        }
    }
}

fn xml_error(error: quick_xml::Error, line: u64) -> ListError {
    match error {
        quick_xml::Error::Io(e) if is_too_long(&e) => ListErrorKind::LongLine.at(line),
        quick_xml::Error::Io(e) => ListErrorKind::Broken(e.to_string()).at(0),
        quick_xml::Error::Syntax(_) => ListErrorKind::CutOff.at(line),
        _ => ListErrorKind::Xml.at(line),
    }
}

fn add(cell: &mut Option<(Column, String)>, text: &str) {
    if let Some((_, so_far)) = cell {
        let room = text.floor_char_boundary(MAX_CELL_BYTES.saturating_sub(so_far.len()));
        so_far.push_str(&text[..room]);
    }
}

/// Adds what a reference such as `&amp;` stands for. Others than those of XML stand for nothing.
fn add_reference(cell: &mut Option<(Column, String)>, reference: &BytesRef<'_>) {
    let name: &str = reference;
    let text = match name {
        "amp" => "&".to_owned(),
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        _ => match reference.resolve_char_ref() {
            Ok(Some(character)) => character.to_string(),
            _ => String::new(),
        },
    };
    add(cell, &text);
}
