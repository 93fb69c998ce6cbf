//! The columns of a roster and what stands in them.

use crate::account::age::AgeBand;

use super::super::{Fault, text};

/// A column of the file, by the name in its first row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Column {
    /// The player; the only one that must be there.
    Handle,
    /// His real name, for officials.
    Name,
    Club,
    Province,
    /// The organisation's own number for him.
    Number,
    /// The age band.
    Age,
}

impl Column {
    pub const ALL: [Column; 6] =
        [Column::Handle, Column::Name, Column::Club, Column::Province, Column::Number, Column::Age];

    /// Its name in the first row, in forms and in the catalogues (`roster-<key>`); frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Column::Handle => "handle",
            Column::Name => "name",
            Column::Club => "club",
            Column::Province => "province",
            Column::Number => "number",
            Column::Age => "age",
        }
    }

    /// The column of a name in the first row, in letters of either case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Column> {
        let text = text.trim().to_lowercase();
        Column::ALL.into_iter().find(|column| column.key() == text)
    }

    /// Its longest text, in characters.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Column::Handle | Column::Name => 100,
            Column::Club | Column::Province => 80,
            Column::Number => 32,
            Column::Age => 20,
        }
    }
}

/// What a file says of a value: nothing keeps what is there, a dash empties it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Keep,
    Erase,
    Set(String),
}

/// A row of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// From 1, as editors count.
    pub line: u64,
    pub handle: String,
    pub name: Cell,
    pub club: Cell,
    pub province: Cell,
    pub number: Cell,
    /// `None` keeps what is there.
    pub age: Option<AgeBand>,
}

/// What an organisation knows of a member.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// The organisation's own number for him.
    pub number: String,
    pub real_name: String,
    pub club: String,
    pub province: String,
    pub age: AgeBand,
}

/// Mute: most of it is for officials alone.
impl std::fmt::Debug for Details {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Details(..)")
    }
}

impl Details {
    /// The same, trimmed; or what is wrong with each value.
    ///
    /// # Errors
    /// All faults, each with its column.
    pub fn checked(&self) -> Result<Details, Vec<(Column, Fault)>> {
        let mut faults = Vec::new();
        let mut line = |column: Column, value: &str| {
            text::line(value, column.most()).unwrap_or_else(|fault| {
                faults.push((column, fault));
                String::new()
            })
        };
        let details = Details {
            number: line(Column::Number, &self.number),
            real_name: line(Column::Name, &self.real_name),
            club: line(Column::Club, &self.club),
            province: line(Column::Province, &self.province),
            age: self.age,
        };
        if faults.is_empty() { Ok(details) } else { Err(faults) }
    }

    /// A value as it is shown to officials.
    #[must_use]
    pub fn get(&self, column: Column) -> &str {
        match column {
            Column::Handle => "",
            Column::Name => &self.real_name,
            Column::Club => &self.club,
            Column::Province => &self.province,
            Column::Number => &self.number,
            Column::Age => band(self.age),
        }
    }
}

/// How a band is written in a file.
#[must_use]
pub const fn band(age: AgeBand) -> &'static str {
    match age {
        AgeBand::Unknown => "",
        AgeBand::Below13 => "u13",
        AgeBand::From13To17 => "13-17",
        AgeBand::From18To59 => "18-59",
        AgeBand::From60 => "60+",
    }
}

/// Reads a band as people write it.
pub(super) fn parse_band(text: &str) -> Option<AgeBand> {
    let text = text.to_lowercase().replace(['–', '—'], "-").replace(' ', "");
    let written = AgeBand::ALL.into_iter().skip(1);
    let mut fitting = written.filter(|age| band(*age) == text || age.key() == text);
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
            assert_eq!(parse_band(band(age)), Some(age));
            assert_eq!(parse_band(age.key()), Some(age));
        }
        assert_eq!(parse_band("13 – 17"), Some(AgeBand::From13To17));
        assert_eq!(parse_band("U13"), Some(AgeBand::Below13));
        for wrong in ["", "12", "2010-05-01", "adult", "unknown"] {
            assert_eq!(parse_band(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn details_are_trimmed_or_all_their_faults_told() {
        let wrong = Details {
            number: "1".repeat(33),
            real_name: "a\u{202e}".into(),
            club: " Club  A ".into(),
            ..Details::default()
        };
        let faults = wrong.checked().expect_err("two faults");
        assert_eq!(
            faults.iter().map(|one| one.0).collect::<Vec<_>>(),
            [Column::Number, Column::Name]
        );
        let fine = Details { club: " Club  A ".into(), ..Details::default() };
        assert_eq!(fine.checked().map(|fine| fine.club), Ok("Club A".to_owned()));
    }

    #[test]
    fn what_is_known_of_a_member_is_mute() {
        let details = Details { real_name: "Jose".into(), ..Details::default() };
        assert_eq!(format!("{details:?}"), "Details(..)");
    }
}
