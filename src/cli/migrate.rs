//! `adjutant migrate`: updates the database to this version.

use std::process::ExitCode;

use clap::Args;

use adjutant_service::{Database, Error};

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
    pub fn run(self) -> ExitCode {
        let done = if self.status { self.status() } else { self.migrate() };
        done.unwrap_or_else(|e| self.store.fail(e))
    }

    fn status(&self) -> Result<ExitCode, Error> {
        let status = Database::open_existing(&self.store.settings()?)?.status()?;
        for version in &status.applied {
            say!("applied  {version}");
        }
        for name in &status.pending {
            say!("pending  {name}");
        }
        Ok(ExitCode::from(u8::from(!status.pending.is_empty())))
    }

    fn migrate(&self) -> Result<ExitCode, Error> {
        let settings = self.store.settings()?;
        let applied = Database::open(&settings)?.migrate()?;
        for name in &applied {
            say!("applied  {name}");
        }
        if applied.is_empty() {
            say!("{} is at this version already", settings.database);
        }
        Ok(ExitCode::SUCCESS)
    }
}
