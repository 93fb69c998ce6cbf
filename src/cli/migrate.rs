//! `adjutant migrate`: updates the database to this version.

use clap::Args;

use adjutant_service::{Database, Error};

use super::Status;
use super::store_args::StoreArgs;
use super::words::say;

/// Update the database to this version, and report what was done.
///
/// Every command that stores something does this by itself; use this command to choose the moment.
/// Make a backup first. Exits 0 if the database is at this version, 1 with --status if something is
/// pending, 2 if it fails.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant migrate --status\n  adjutant migrate")]
pub struct Migrate {
    #[command(flatten)]
    store: StoreArgs,
    /// Only report what is applied and pending.
    #[arg(long)]
    status: bool,
}

impl Migrate {
    pub(super) fn run(self) -> Status {
        self.store.status(if self.status { self.print_status() } else { self.migrate() })
    }

    fn print_status(&self) -> Result<Status, Error> {
        let status = Database::open_existing(&self.store.settings()?)?.status()?;
        for version in &status.applied {
            say!("applied  {version}");
        }
        for name in &status.pending {
            say!("pending  {name}");
        }
        Ok(Status::good_if(status.pending.is_empty()))
    }

    fn migrate(&self) -> Result<Status, Error> {
        let settings = self.store.settings()?;
        let applied = Database::open(&settings)?.migrate()?;
        for name in &applied {
            say!("applied  {name}");
        }
        if applied.is_empty() {
            say!("{} is at this version already", settings.database);
        }
        Ok(Status::Good)
    }
}
