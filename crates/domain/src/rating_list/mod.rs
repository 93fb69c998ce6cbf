//! Rating lists as federations publish them: FIDE's XML and fixed-width text, and tables with a
//! heading. They are read as a stream, row by row.

mod column;
mod error;
mod fixed_width;
mod input;
mod row;
mod table;
mod xml;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::BufRead;

use crate::contest::Gender;
use crate::macros::keyed_enum;
use crate::search::search_key;

pub use error::{ListError, ListErrorKind, ListFault, ListFaultKind};
use input::{Format, Input};
use row::RawRow;

/// Maximum length of a name, in characters.
pub const MAX_LISTED_NAME_LEN: usize = 100;
/// Maximum number of players in a list.
pub const MAX_LISTED_PLAYERS: u64 = 3_000_000;
/// The highest rating accepted.
pub const MAX_LISTED_RATING: u32 = 4_000;
/// The number of words of a name up to which they are found in either order.
const MAX_NAME_WORDS: usize = 8;

keyed_enum! {
    /// Which of the ratings of a list is meant, if it has several.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum RatingKind {
        #[default]
        Standard => "standard",
        Rapid => "rapid",
        Blitz => "blitz",
    }
}

/// A player of a list. What is not known is empty; a rating of 0 is none.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ListedPlayer {
    pub federation_number: String,
    pub name: String,
    /// The code of a country or federation.
    pub federation: String,
    pub rating: u32,
    pub birth_year: Option<u16>,
    pub gender: Option<Gender>,
}

// Hidden, since it is for officials only.
crate::macros::redacted_debug!(ListedPlayer, "ListedPlayer(..)");

/// A row of a list, or what is wrong with one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListItem {
    Player(ListedPlayer),
    /// If only a detail is wrong, the player follows without it.
    Fault(ListFault),
}

/// What the rows of a file are read from.
trait RowSource {
    /// Reads the next row into an empty one; false at the end.
    fn next_row(&mut self, row: &mut RawRow) -> Result<bool, ListError>;
}

/// The rows of a file, one after the other. After an error there are none.
pub struct ListReader<'a> {
    source: Box<dyn RowSource + 'a>,
    kind: RatingKind,
    row: RawRow,
    ready: VecDeque<ListItem>,
    players: u64,
    has_ended: bool,
}

impl<'a> ListReader<'a> {
    /// Begins to read a file, whose format is told by its content.
    pub fn open(file: impl BufRead + 'a, kind: RatingKind) -> Result<ListReader<'a>, ListError> {
        let (input, format) = Input::open(file)?;
        let source: Box<dyn RowSource + 'a> = match format {
            Format::Xml => Box::new(xml::XmlRows::new(input)),
            Format::FixedWidth(heading) => Box::new(fixed_width::FixedRows::new(input, &heading)?),
            Format::Table(heading) => Box::new(table::TableRows::new(input, &heading)?),
        };
        let (row, ready) = (RawRow::default(), VecDeque::new());
        Ok(ListReader { source, kind, row, ready, players: 0, has_ended: false })
    }

    fn read_row(&mut self) -> Result<(), ListError> {
        self.row.clear();
        if !self.source.next_row(&mut self.row)? {
            self.has_ended = true;
            return if self.players == 0 { Err(ListErrorKind::NoPlayers.at(0)) } else { Ok(()) };
        }
        let (line, ready) = (self.row.line, &mut self.ready);
        let fault = |kind| ready.push_back(ListItem::Fault(ListFault { line, kind }));
        if let Some(player) = self.row.player(self.kind, fault) {
            self.players += 1;
            if self.players > MAX_LISTED_PLAYERS {
                return Err(ListErrorKind::TooManyPlayers.at(line));
            }
            self.ready.push_back(ListItem::Player(player));
        }
        Ok(())
    }
}

impl Iterator for ListReader<'_> {
    type Item = Result<ListItem, ListError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.has_ended {
            if let Err(error) = self.read_row() {
                self.has_ended = true;
                return Some(Err(error));
            }
        }
        self.ready.pop_front().map(Ok)
    }
}

/// The keys that a name may have in a list: surnames are before given names there, and elsewhere
/// after them.
pub fn possible_name_keys(name: &str) -> Vec<String> {
    let key = search_key(name);
    let words: Vec<&str> = key.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    if words.len() > MAX_NAME_WORDS {
        return vec![key];
    }
    let turned = |at: usize| -> String {
        let (given, surname) = words.split_at(at);
        surname.iter().chain(given).flat_map(|word| [" ", word]).collect()
    };
    let mut keys: Vec<String> = (0..words.len()).map(turned).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
