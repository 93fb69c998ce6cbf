//! `adjutant admin rating-list`: imports a federation's rating list for an organisation.

use std::io::{BufReader, Read};
use std::path::PathBuf;

use clap::Args;

use crate::cli::input::open_input;
use crate::cli::words::{count_text, say};
use adjutant_domain::rating_list::RatingKind;
use adjutant_service::rating_lists::{self, NewRatingList};
use adjutant_site::time_format::today;
use ledger_ratings::Day;

use super::{AdminContext, AdminError};

/// The size of the buffer of the file, in bytes.
const BUFFER_BYTES: usize = 1 << 20;
/// The largest file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 30;

/// Import a federation's rating list, which officials fill details of entrants from.
///
/// FIDE's XML or TXT, or CSV with a heading, unpacked and of any size. It replaces the list with the
/// same name once it is complete; a file that cannot be read to its end changes nothing. Wrong values
/// are left out, counted and listed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin rating-list players_list_xml.xml --organisation metro --name \"FIDE standard\"\n  \
                  unzip -p standard_rating_list.zip | adjutant admin rating-list - --organisation metro --name FIDE --date 2026-12-01"
)]
pub(super) struct ImportRatingList {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The organisation that gets the list.
    #[arg(long, value_name = "SLUG")]
    organisation: String,
    /// The name of the list.
    #[arg(long, value_name = "NAME")]
    name: String,
    /// The day that the list is of, today by default.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_day)]
    date: Option<Day>,
    /// Which rating is used if the list has several: standard, rapid or blitz.
    #[arg(long, value_name = "KIND", default_value = "standard", value_parser = parse_kind)]
    rating: RatingKind,
}

fn parse_day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| Day::TAKES.to_owned())
}

fn parse_kind(text: &str) -> Result<RatingKind, String> {
    let kinds = || RatingKind::ALL.map(RatingKind::key).join(", ");
    RatingKind::parse(text).ok_or_else(|| format!("one of {}", kinds()))
}

impl ImportRatingList {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let AdminContext { app, now, .. } = desk;
        let name = self.file.display();
        let file = open_input(&self.file)
            .map_err(|e| AdminError::Refused(format!("{name} cannot be read: {e}")))?;
        let file = BufReader::with_capacity(BUFFER_BYTES, file.take(MAX_FILE_BYTES));
        let new = NewRatingList {
            name: self.name.clone(),
            day: self.date.unwrap_or_else(today),
            kind: self.rating,
        };
        let permit = rating_lists::permit_command(app, &self.organisation)?;
        let done = rating_lists::import(app, &permit, &new, file, *now)?;
        say!("{}: {}", done.list.name, count_text(u64::from(done.list.players), "player"));
        if done.fault_count > 0 {
            eprintln!("{} left out:", count_text(done.fault_count as u64, "wrong value"));
            done.faults.iter().for_each(|fault| eprintln!("  {fault}"));
        }
        Ok(())
    }
}
