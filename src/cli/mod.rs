//! Floor 4: the commands, one file each; `main.rs` only calls [`run`].

mod admin;
mod archive;
mod backup;
mod check;
mod continuous;
mod convert;
mod db;
mod demo;
mod demo_events;
mod drill;
mod export;
mod game_choice;
mod import;
mod input;
mod log;
mod matches;
mod migrate;
mod output;
mod pair;
mod perft;
mod probe;
mod process;
mod program_player;
mod rate;
mod rejects;
mod serve;
mod settings;
mod simulate;
mod store_args;
mod tally;
mod three_generals;
mod traces;
mod train;
mod verify;
mod words;

use std::ffi::OsString;
use std::fmt::Display;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

/// Tournament and match-record service for Game of the Generals (Salpakan).
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    Admin(admin::Admin),
    Archive(archive::Archive),
    Backup(backup::Backup),
    Check(check::Check),
    Convert(convert::Convert),
    Db(db::Db),
    Drill(drill::Drill),
    Export(export::Export),
    Import(import::Import),
    Match(matches::Match),
    Migrate(migrate::Migrate),
    Pair(pair::Pair),
    Perft(perft::Perft),
    Probe(probe::Probe),
    Rate(rate::Rate),
    Restore(backup::Restore),
    Serve(Box<serve::Serve>),
    Simulate(simulate::Simulate),
    Tally(tally::Tally),
    Train(train::Train),
    Verify(verify::Verify),
}

/// How a command ended, the worst last: its exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// It was done, and all is well.
    Good = 0,
    /// Something was refused, or is not as it should be.
    Bad = 1,
    /// It could not be done.
    Failed = 2,
}

impl Status {
    /// The status of a command; reports why it failed.
    fn of(done: Result<Status, impl Display>) -> Status {
        done.unwrap_or_else(|why| {
            eprintln!("adjutant: {why}");
            Status::Failed
        })
    }

    const fn good_if(is_good: bool) -> Status {
        if is_good { Status::Good } else { Status::Bad }
    }
}

/// Parses the arguments and runs the command.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => return report_usage_error(&e),
    };
    if let Some(variable) = unknown_variable(std::env::vars_os().map(|(name, _)| name)) {
        eprintln!("adjutant: {}", unknown_variable_message(&variable));
        return ExitCode::from(2);
    }
    process::ignore_file_size_signal();
    let status = match cli.command {
        CliCommand::Admin(command) => command.run(),
        CliCommand::Archive(command) => command.run(),
        CliCommand::Backup(command) => command.run(),
        CliCommand::Check(command) => command.run(),
        CliCommand::Convert(command) => command.run(),
        CliCommand::Db(command) => command.run(),
        CliCommand::Drill(command) => command.run(),
        CliCommand::Export(command) => command.run(),
        CliCommand::Import(command) => command.run(),
        CliCommand::Match(command) => command.run(),
        CliCommand::Migrate(command) => command.run(),
        CliCommand::Pair(command) => command.run(),
        CliCommand::Perft(command) => command.run(),
        CliCommand::Probe(command) => command.run(),
        CliCommand::Rate(command) => command.run(),
        CliCommand::Restore(command) => command.run(),
        CliCommand::Serve(command) => command.run(),
        CliCommand::Simulate(command) => command.run(),
        CliCommand::Tally(command) => command.run(),
        CliCommand::Train(command) => command.run(),
        CliCommand::Verify(command) => command.run(),
    };
    ExitCode::from(status as u8)
}

/// The environment variables that commands read.
fn known_variables() -> Vec<String> {
    let cli = Cli::command();
    let of_options: Vec<String> = cli
        .get_subcommands()
        .flat_map(|one| {
            one.get_arguments().chain(one.get_subcommands().flat_map(clap::Command::get_arguments))
        })
        .filter_map(|argument| Some(argument.get_env()?.to_string_lossy().into_owned()))
        .collect();
    settings::SECRET_VARIABLES.iter().map(|name| (*name).to_owned()).chain(of_options).collect()
}

/// A misspelt variable with our prefix, which would silently have no effect.
fn unknown_variable(names: impl Iterator<Item = OsString>) -> Option<String> {
    let known = known_variables();
    names
        .filter_map(|name| name.into_string().ok())
        .find(|name| name.starts_with(VARIABLE_PREFIX) && !known.contains(name))
}

/// The common prefix of all variables.
const VARIABLE_PREFIX: &str = "ADJUTANT_";

fn unknown_variable_message(variable: &str) -> String {
    let distance = |known: &String| edit_distance(known, variable);
    let nearest =
        known_variables().into_iter().min_by_key(distance).filter(|known| distance(known) <= 3);
    let instead = nearest.map_or_else(
        || "`adjutant serve --help` names those that there are".to_owned(),
        |known| format!("is {known} meant?"),
    );
    format!("there is no variable {variable}; {instead}")
}

/// The edit distance between two texts (insertions, deletions and substitutions).
fn edit_distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, a) in one.bytes().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (place, b) in other.bytes().enumerate() {
            let changed = before + usize::from(a != b);
            before = row[place + 1];
            row[place + 1] = changed.min(before + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

/// Prints help, the version, or what is wrong with the arguments.
fn report_usage_error(e: &clap::Error) -> ExitCode {
    // If the output is closed, nobody reads it.
    let _ = e.print();
    if let Some(variable) = source_variable(e) {
        eprintln!("The value comes from the variable {variable} of the environment.");
    }
    ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2))
}

/// The environment variable with an invalid value: clap names only the option, which is not on the
/// command line.
fn source_variable(e: &clap::Error) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_nobody_reads_is_named_with_the_one_that_is_meant() {
        let unknown = |name: &str| unknown_variable([OsString::from(name)].into_iter());
        for known in ["ADJUTANT_LISTEN", "ADJUTANT_OPERATOR_TOKEN", "ADJUTANT_DATABASE_URL", "PATH"]
        {
            assert_eq!(unknown(known), None, "{known}");
        }
        assert_eq!(unknown("ADJUTANT_LISEN").as_deref(), Some("ADJUTANT_LISEN"));
        assert!(unknown_variable_message("ADJUTANT_LISEN").ends_with("is ADJUTANT_LISTEN meant?"));
        assert!(unknown_variable_message("ADJUTANT_SOMETHING").contains("serve --help"));
    }
}
