//! The columns of a roster file and their contents.

use crate::account::age::AgeBand;
use crate::macros::{keyed_enum, redacted_debug};

use super::super::{FieldError, text};

keyed_enum! {
    /// A column of the file, identified by its name in the header row.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum RosterColumn {
        /// The player's handle, the only required column.
        Handle => "handle",
        /// The player's real name, for officials.
        Name => "name",
        Club => "club",
        Province => "province",
        /// The organisation's own number for the player.
        Number => "number",
        Age => "age",
    }
}

impl RosterColumn {
    /// The column with this header, in either case.
    pub fn from_header(text: &str) -> Option<RosterColumn> {
        RosterColumn::parse(&text.trim().to_lowercase())
    }

    /// The maximum length of its content, in characters.
    pub const fn max_len(self) -> usize {
        match self {
            RosterColumn::Handle | RosterColumn::Name => 100,
            RosterColumn::Club | RosterColumn::Province => 80,
            RosterColumn::Number => 32,
            RosterColumn::Age => 20,
        }
    }
}

/// What a cell does to a value: an empty cell keeps it, a dash erases it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellEdit {
    Keep,
    Erase,
    Set(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterFileRow {
    /// From 1, as in text editors.
    pub line: u64,
    pub handle: String,
    pub name: CellEdit,
    pub club: CellEdit,
    pub province: CellEdit,
    pub number: CellEdit,
    /// `None` keeps the current value.
    pub age: Option<AgeBand>,
}

/// What an organisation knows of a member.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct MemberDetails {
    /// The organisation's own number for the member.
    pub number: String,
    pub real_name: String,
    pub club: String,
    pub province: String,
    pub age: AgeBand,
}

// Hidden, since most of it is for officials only.
redacted_debug!(MemberDetails, "Details(..)");

impl MemberDetails {
    /// The trimmed details.
    /// Returns all errors, each with its column.
    pub fn validated(&self) -> Result<MemberDetails, Vec<(RosterColumn, FieldError)>> {
        let mut faults = Vec::new();
        let mut line = |column: RosterColumn, value: &str| {
            text::clean_line(value, column.max_len()).unwrap_or_else(|fault| {
                faults.push((column, fault));
                String::new()
            })
        };
        let details = MemberDetails {
            number: line(RosterColumn::Number, &self.number),
            real_name: line(RosterColumn::Name, &self.real_name),
            club: line(RosterColumn::Club, &self.club),
            province: line(RosterColumn::Province, &self.province),
            age: self.age,
        };
        if faults.is_empty() { Ok(details) } else { Err(faults) }
    }

    /// A value as it is shown to officials.
    pub fn get(&self, column: RosterColumn) -> &str {
        match column {
            RosterColumn::Handle => "",
            RosterColumn::Name => &self.real_name,
            RosterColumn::Club => &self.club,
            RosterColumn::Province => &self.province,
            RosterColumn::Number => &self.number,
            RosterColumn::Age => age_band_text(self.age),
        }
    }
}

/// How an age band is written in a file.
pub const fn age_band_text(age: AgeBand) -> &'static str {
    match age {
        AgeBand::Unknown => "",
        AgeBand::Below13 => "u13",
        AgeBand::From13To17 => "13-17",
        AgeBand::From18To59 => "18-59",
        AgeBand::From60 => "60+",
    }
}

/// Parses an age band in any common notation.
pub(super) fn parse_age_band(text: &str) -> Option<AgeBand> {
    let text = text.to_lowercase().replace(['–', '—'], "-").replace(' ', "");
    let written = AgeBand::ALL.into_iter().skip(1);
    let mut fitting = written.filter(|age| age_band_text(*age) == text || age.key() == text);
    fitting.next().or(match text.as_str() {
        "<13" => Some(AgeBand::Below13),
        "60up" => Some(AgeBand::From60),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_read_as_people_write_it() {
        for age in AgeBand::ALL.into_iter().skip(1) {
            assert_eq!(parse_age_band(age_band_text(age)), Some(age));
            assert_eq!(parse_age_band(age.key()), Some(age));
        }
        assert_eq!(parse_age_band("13 – 17"), Some(AgeBand::From13To17));
        assert_eq!(parse_age_band("U13"), Some(AgeBand::Below13));
        for wrong in ["", "12", "2010-05-01", "adult", "unknown"] {
            assert_eq!(parse_age_band(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn details_are_trimmed_or_all_their_faults_told() {
        let wrong = MemberDetails {
            number: "1".repeat(33),
            real_name: "a\u{202e}".into(),
            club: " Club  A ".into(),
            ..MemberDetails::default()
        };
        let faults = wrong.validated().expect_err("two faults");
        assert_eq!(
            faults.iter().map(|one| one.0).collect::<Vec<_>>(),
            [RosterColumn::Number, RosterColumn::Name]
        );
        let fine = MemberDetails { club: " Club  A ".into(), ..MemberDetails::default() };
        assert_eq!(fine.validated().map(|fine| fine.club), Ok("Club A".to_owned()));
    }

    #[test]
    fn what_is_known_of_a_member_is_mute() {
        let details = MemberDetails { real_name: "Jose".into(), ..MemberDetails::default() };
        assert_eq!(format!("{details:?}"), "Details(..)");
    }
}
