//! `adjutant tally`: compares the stored tallies of revealed games with their records.

use clap::Args;

use adjutant_service::{Error, tallies};

use super::Status;
use super::store_args::StoreArgs;
use super::words::{count_text, say};

/// Recount what players revealed, risked and bluffed, and compare with what is stored.
///
/// The server stores these tallies of revealed games by itself, and pages calculate what is lacking; this command is
/// for verification and repair. Exits 0 if nothing differs (or differences were written), 1 if something differs, 2 if
/// the store fails.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant tally\n  adjutant tally --write")]
pub struct Tally {
    #[command(flatten)]
    store: StoreArgs,
    /// Store the recounted tallies.
    #[arg(long)]
    write: bool,
}

impl Tally {
    pub(super) fn run(self) -> Status {
        self.store.status(self.tally().map(Status::good_if))
    }

    /// Returns whether the stored tallies are now right.
    fn tally(&self) -> Result<bool, Error> {
        let app = self.store.open_existing_without_key()?;
        let found = tallies::recount(&app, self.write)?;
        let games = count_text(found.games, "revealed game");
        say!("{games}: {} not stored, {} stored wrong", found.lacking, found.wrong);
        Ok(self.write || found.lacking + found.wrong == 0)
    }
}
