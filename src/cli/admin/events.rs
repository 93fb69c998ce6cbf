//! `adjutant admin restore-event`: creates an event from its file.

use std::path::PathBuf;

use clap::Args;

use crate::cli::input::read_at_most;
use crate::cli::words::{count_text, say};
use adjutant_service::contests::{self, ImportOptions, MAX_FILE_BYTES};
use ledger_ratings::Day;

use super::{AdminContext, AdminError};

/// Create an event of an organisation from an event file or from the TRF of a tournament.
///
/// Every fact is checked as if it happened now; if one is invalid, nothing is created and its line
/// is reported. Players are found by handle, all others become guests. Prints the event's name in
/// links.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin restore-event saturday.ndjson --organisation metro\n  \
                  adjutant admin restore-event open.trf --organisation metro --first-day 2026-12-05\n  \
                  adjutant admin restore-event open.trf --organisation metro --dry-run"
)]
pub(super) struct RestoreEvent {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The organisation that gets the event.
    #[arg(long, value_name = "SLUG")]
    organisation: String,
    /// Use this name instead of the file's.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    name: String,
    /// Use this first day instead of the file's.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_day)]
    first_day: Option<Day>,
    /// Only print what would be created.
    #[arg(long)]
    dry_run: bool,
}

fn parse_day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| Day::TAKES.to_owned())
}

impl RestoreEvent {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let AdminContext { app, actor, now, .. } = desk;
        let file = self.read_file().map_err(AdminError::Refused)?;
        let wish = ImportOptions { name: self.name.clone(), first_day: self.first_day };
        if self.dry_run {
            let seen =
                contests::preview_import(app, actor, &self.organisation, (&file, &wish), *now)?;
            let players = count_text(seen.players as u64, "player");
            let guests = count_text(seen.guests as u64, "guest");
            say!("{}: {players} of this site, {guests}", seen.name);
            for (stage, rounds) in &seen.stages {
                say!("{stage}: {}", count_text(*rounds as u64, "round"));
            }
            return Ok(());
        }
        let slug = contests::import_event(app, actor, &self.organisation, (&file, &wish), *now)?;
        say!("{slug}");
        Ok(())
    }

    /// Reads the file, up to the size that a running server accepts.
    fn read_file(&self) -> Result<Vec<u8>, String> {
        let name = self.file.display();
        let bytes = read_at_most(&self.file, MAX_FILE_BYTES as u64 + 1)
            .map_err(|e| format!("{name} cannot be read: {e}"))?;
        if bytes.len() > MAX_FILE_BYTES {
            return Err(format!("{name} is longer than 8 MiB: it is no file of one event"));
        }
        Ok(bytes)
    }
}
