//! Floor 4: the commands. One file a command; `main.rs` only calls [`run`].

mod admin;
mod backup;
mod check;
mod convert;
mod demo;
mod demo_event;
mod export;
mod games;
mod import;
mod migrate;
mod output;
mod pair;
mod process;
mod rate;
mod rejects;
mod serve;
mod settings;
mod simulate;
mod store_args;
mod verify;
mod words;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

/// Tournament and match-record service for Game of the Generals (Salpakan).
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Admin(admin::Admin),
    Backup(backup::Backup),
    Check(check::Check),
    Convert(convert::Convert),
    Export(export::Export),
    Import(import::Import),
    Migrate(migrate::Migrate),
    Pair(pair::Pair),
    Rate(rate::Rate),
    Restore(backup::Restore),
    Serve(serve::Serve),
    Simulate(simulate::Simulate),
    Verify(verify::Verify),
}

/// Parses the arguments and runs the command.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => return refused(&e),
    };
    match cli.command {
        Command::Admin(command) => command.run(),
        Command::Backup(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Migrate(command) => command.run(),
        Command::Pair(command) => command.run(),
        Command::Rate(command) => command.run(),
        Command::Restore(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Simulate(command) => command.run(),
        Command::Verify(command) => command.run(),
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn refused(e: &clap::Error) -> ExitCode {
    // Where standard output or error is closed nobody listens.
    let _ = e.print();
    if let Some(variable) = variable_behind(e) {
        eprintln!("The value comes from the variable {variable} of the environment.");
    }
    ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2))
}

/// The variable of the environment that brought a bad value: clap names only the option, which
/// stands nowhere on the command line then.
fn variable_behind(e: &clap::Error) -> Option<String> {
    if !matches!(e.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
        return None;
    }
    let ContextValue::String(named) = e.get(ContextKind::InvalidArg)? else { return None };
    let option = named.split([' ', '=']).next()?;
    let begins = format!("{option}=");
    let given = |text: String| text == option || text.starts_with(&begins);
    if std::env::args_os().any(|argument| argument.into_string().is_ok_and(given)) {
        return None;
    }
    let cli = Cli::command();
    let mut arguments = cli.get_subcommands().flat_map(clap::Command::get_arguments);
    let long = option.strip_prefix("--")?;
    let variable = arguments
        .find_map(|argument| argument.get_env().filter(|_| argument.get_long() == Some(long)))?;
    Some(variable.to_string_lossy().into_owned())
}
