//! The open archive of finished games: a directory with a file for each month, which `adjutant archive` writes and the server
//! serves, and its index.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::str::FromStr;

use chrono::{Datelike, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use adjutant_domain::moment::Micros;
use adjutant_service::{Error, refusals};
use ledger_ratings::Day;

use crate::time_format::parse_rfc3339;

/// The licence of the files, by its SPDX name.
pub const LICENCE: &str = "CC0-1.0";
pub const INDEX_FILE: &str = "index.json";
pub const SUMS_FILE: &str = "SHA256SUMS";
pub const README_FILE: &str = "README.txt";
/// Where the server serves the files.
pub const ADDRESS: &str = "/archive";

/// A calendar month, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(NaiveDate);

impl Month {
    /// The month of a moment.
    pub fn of(moment: Micros) -> Month {
        let day = moment.to_utc().unwrap_or_default().date_naive();
        Month(day.with_day(1).unwrap_or(day))
    }

    pub fn next(self) -> Month {
        Month(self.0.checked_add_months(Months::new(1)).unwrap_or(NaiveDate::MAX))
    }

    /// Its first moment.
    pub fn start(self) -> Micros {
        Micros::start_of(Day(self.0.to_epoch_days()))
    }

    /// Its first moment, and that of the next month.
    pub fn span(self) -> (Micros, Micros) {
        (self.start(), self.next().start())
    }

    /// The name of its file, in which torrents and download folders keep it apart from all others.
    pub fn file_name(self) -> String {
        format!("adjutant-games-{self}.ggn.zst")
    }

    /// The month as a record's date has it, for texts.
    pub fn partial_date(self) -> String {
        self.0.format("%Y.%m").to_string()
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m"))
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Month, String> {
        let day = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok();
        let month = day.map(Month).filter(|month| month.to_string() == text);
        month.ok_or_else(|| "write a month as 2026-10".to_owned())
    }
}

/// The directory of the archive that this site publishes.
///
/// # Errors
/// [`Error::NotFound`] if it publishes none.
pub fn configured(directory: Option<&Path>) -> Result<&Path, Error> {
    directory.ok_or_else(|| Error::not_found(refusals::NO_ARCHIVE))
}

/// A month of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ArchivedMonth {
    /// The month in which the games became public, in UTC, as 2026-10.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$")]
    pub month: String,
    /// The name of its file, below `/archive/`.
    pub file: String,
    pub games: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The digest of the file, in hexadecimal digits.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub sha256: String,
    /// The size and digest of the records in it.
    pub text_bytes: u64,
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub text_sha256: String,
    /// When the file was made.
    #[schema(format = DateTime)]
    pub made_at: String,
}

impl ArchivedMonth {
    /// The month; `None` if its name, that of its file or a moment is not as it is written.
    pub fn parsed_month(&self) -> Option<Month> {
        let month = self.month.parse::<Month>().ok()?;
        (self.file == month.file_name() && self.made_at().is_some()).then_some(month)
    }

    pub fn made_at(&self) -> Option<Micros> {
        parse_rfc3339(&self.made_at)
    }
}

/// What the archive has, the newest month first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ArchiveResponse)]
pub struct ArchiveIndex {
    /// The licence of the files, by its SPDX name.
    pub licence: String,
    pub months: Vec<ArchivedMonth>,
}

impl Default for ArchiveIndex {
    fn default() -> ArchiveIndex {
        ArchiveIndex { licence: LICENCE.to_owned(), months: Vec::new() }
    }
}

impl ArchiveIndex {
    /// Reads the index of a directory; it is empty where nothing was archived yet.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if it cannot be read, or is not one that `adjutant archive` wrote.
    pub fn read(directory: &Path) -> Result<ArchiveIndex, Error> {
        let path = directory.join(INDEX_FILE);
        let fail = |why: String| Error::Unavailable(format!("{}: {why}", path.display()));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(ArchiveIndex::default()),
            Err(e) => return Err(fail(e.to_string())),
        };
        let remedy = "remove it and run `adjutant archive`, which makes it anew";
        let index: ArchiveIndex =
            serde_json::from_slice(&bytes).map_err(|e| fail(format!("{e}; {remedy}")))?;
        match index.months.iter().find(|month| month.parsed_month().is_none()) {
            None => Ok(index),
            Some(month) => Err(fail(format!("{:?} is no month of it; {remedy}", month.month))),
        }
    }

    pub fn find(&self, file: &str) -> Option<&ArchivedMonth> {
        self.months.iter().find(|month| month.file == file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_written_in_one_way_and_ends_where_the_next_begins() {
        let month: Month = "2026-12".parse().unwrap();
        assert_eq!(month.to_string(), "2026-12");
        assert_eq!(month.next().to_string(), "2027-01");
        assert_eq!(month.span().1, month.next().start());
        assert_eq!(Month::of(month.start()), month);
        assert_eq!(Month::of(month.start().saturating_sub(1)).to_string(), "2026-11");
        assert_eq!(month.file_name(), "adjutant-games-2026-12.ggn.zst");
        for wrong in ["", "2026", "2026-13", "2026-1", "2026.12", "2026-12-01", "26-12", "../a"] {
            assert!(wrong.parse::<Month>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_index_names_no_file_but_those_of_its_months() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(ArchiveIndex::read(directory.path()).unwrap(), ArchiveIndex::default());
        let month = |file: &str| ArchivedMonth {
            month: "2026-10".to_owned(),
            file: file.to_owned(),
            games: 1,
            bytes: 1,
            sha256: "0".repeat(64),
            text_bytes: 1,
            text_sha256: "0".repeat(64),
            made_at: "2026-11-01T00:00:00Z".to_owned(),
        };
        let write = |file: &str| {
            let index = ArchiveIndex { months: vec![month(file)], ..ArchiveIndex::default() };
            let text = serde_json::to_string(&index).unwrap();
            fs::write(directory.path().join(INDEX_FILE), text).unwrap();
            ArchiveIndex::read(directory.path())
        };
        assert!(write("adjutant-games-2026-10.ggn.zst").is_ok());
        for wrong in ["seal.key", "../data/seal.key", "adjutant-games-2026-11.ggn.zst"] {
            let refused = write(wrong).unwrap_err().to_string();
            assert!(refused.contains("index.json") && refused.contains("adjutant archive"));
        }
    }
}
