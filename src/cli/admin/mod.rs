//! `adjutant admin`: people, organisations and what was done, for whoever runs the server.

mod audit;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::service::access::Actor;
use crate::service::{App, Error};

use super::store_args::StoreArgs;

/// Look after people and organisations: the audit trail.
///
/// Works beside a running server, on the same database; what changes holds there with the next
/// request. Whoever runs it acts as operator, and the audit trail says so. Exits 0 where it is
/// done, 1 where it is refused (such an account is not there), 2 where the database cannot be
/// used.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  adjutant admin audit --since 2026-01-01 > audit.ndjson",
    mut_args = |argument| argument.global(true)
)]
pub struct Admin {
    #[command(flatten)]
    store: StoreArgs,
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    Audit(audit::Audit),
}

/// What the commands work with.
struct Desk {
    app: App,
    actor: Actor,
}

/// Why a command does not do what it is asked for.
enum Failure {
    /// It is refused, in words.
    Refused(String),
    Error(Error),
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        match e {
            Error::Internal(_) | Error::Unavailable(_) => Failure::Error(e),
            refused => Failure::Refused(refused.to_string()),
        }
    }
}

impl Admin {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        let done = self
            .store
            .open_existing()
            .map_err(Failure::Error)
            .and_then(|app| self.act.run(&Desk { app, actor: Actor::command() }));
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(Failure::Refused(words)) => {
                eprintln!("adjutant: {words}");
                ExitCode::from(1)
            }
            Err(Failure::Error(e)) => self.store.fail(e),
        }
    }
}

impl Act {
    fn run(&self, desk: &Desk) -> Result<(), Failure> {
        match self {
            Act::Audit(act) => act.run(desk),
        }
    }
}
