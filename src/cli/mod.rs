//! Floor 4: the commands. One file a command; `main.rs` only calls [`run`].

mod backup;
mod check;
mod convert;
mod export;
mod games;
mod import;
mod migrate;
mod output;
mod rate;
mod rejects;
mod serve;
mod settings;
mod simulate;
mod store_args;
mod verify;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tournament and match-record service for Game of the Generals (Salpakan).
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Backup(backup::Backup),
    Check(check::Check),
    Convert(convert::Convert),
    Export(export::Export),
    Import(import::Import),
    Migrate(migrate::Migrate),
    Rate(rate::Rate),
    Restore(backup::Restore),
    Serve(serve::Serve),
    Simulate(simulate::Simulate),
    Verify(verify::Verify),
}

/// Parses the arguments and runs the command.
#[must_use]
pub fn run() -> ExitCode {
    match Cli::parse().command {
        Command::Backup(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Migrate(command) => command.run(),
        Command::Rate(command) => command.run(),
        Command::Restore(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Simulate(command) => command.run(),
        Command::Verify(command) => command.run(),
    }
}
