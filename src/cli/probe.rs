//! `adjutant probe`: whether a server answers, for containers that have no other program to ask with.

use std::time::Duration;

use clap::Args;

use adjutant_site::probe::probe;

use super::Status;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// Ask a server whether it works.
///
/// Exits 0 if it answers 200, and 1 with its answer, or why there is none, otherwise.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant probe http://127.0.0.1:8080/readyz\n  adjutant probe 'http://127.0.0.1:8080/readyz?only=reading'"
)]
pub struct Probe {
    /// Address to ask; /healthz tells whether the server responds at all, /readyz whether it can do its work.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8080/readyz")]
    url: String,
}

impl Probe {
    pub(super) fn run(self) -> Status {
        match probe(&self.url, PATIENCE) {
            Ok(()) => Status::Good,
            Err(why) => {
                eprintln!("adjutant: {}: {}", self.url, why.trim_end());
                Status::Bad
            }
        }
    }
}
