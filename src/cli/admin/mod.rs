//! `adjutant admin`: people, organisations and what was done, for whoever runs the server.

mod audit;
mod events;
mod invite;
mod links;
mod organisations;
mod passwords;
mod people;
mod players;
mod seal;
mod tidy;

use std::process::ExitCode;

use chrono::Utc;
use clap::{Args, Subcommand};

use crate::service::access::Actor;
use crate::service::accounts::{Fault, Refused};
use crate::service::{App, Error};
use crate::web::{Language, Texts};

use super::store_args::StoreArgs;
use links::LinkArgs;

/// Look after people and organisations: accounts, roles, links, merged players, the audit trail.
///
/// Works beside a running server, on the same database; what changes holds there with the next
/// request. Whoever runs it acts as operator, and the audit trail says so. Exits 0 where it is
/// done, 1 where it is refused (such an account is not there), 2 where the database cannot be
/// used.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin create-operator \"Ana Reyes\"\n  \
                  adjutant admin reset \"Ana Reyes\" --public-url https://salpakan.example\n  \
                  adjutant admin suspend guest --reason \"offered ratings for sale\"\n  \
                  adjutant admin invite --organisation metro --role owner\n  \
                  adjutant admin organisations --approve metro\n  \
                  adjutant admin merge \"J. Cruz\" \"Juan Cruz\" --reason \"one person\"\n  \
                  adjutant admin restore-event saturday.ndjson --organisation metro\n  \
                  adjutant admin audit --organisation metro > metro.ndjson\n  \
                  adjutant admin seal-lost",
    mut_args = |argument| argument.global(true)
)]
pub struct Admin {
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    links: LinkArgs,
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    CreateOperator(people::CreateOperator),
    Reset(people::Reset),
    Suspend(people::Suspend),
    Reinstate(people::Reinstate),
    Role(people::Role),
    DropSecondFactor(people::DropSecondFactor),
    List(people::List),
    Invite(invite::Invite),
    Organisations(organisations::Organisations),
    Merge(players::Merge),
    UndoMerge(players::UndoMerge),
    Release(players::Release),
    RestoreEvent(events::RestoreEvent),
    Audit(audit::Audit),
    Tidy(tidy::Tidy),
    SealLost(seal::SealLost),
    RotateSeal(seal::RotateSeal),
}

/// What the commands work with.
struct Desk {
    app: App,
    actor: Actor,
    links: LinkArgs,
    store: StoreArgs,
    /// Microseconds since 1970.
    now: i64,
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
            Error::Internal(_) | Error::Unavailable(_) | Error::NotSaved { .. } => {
                Failure::Error(e)
            }
            refused => Failure::Refused(refused.to_string()),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        match refused {
            Refused::Error(e) => e.into(),
            Refused::ProveAgain => Failure::Refused(refused.to_string()),
            Refused::Faults(faults) => {
                let words = faults.iter().map(in_words).collect::<Vec<_>>();
                Failure::Refused(words.join("\nadjutant: "))
            }
        }
    }
}

/// A fault in the words that the page has for it.
fn in_words(fault: &Fault) -> String {
    let value = [("value", fault.value.clone())];
    let words = Texts(Language::English).fill(&format!("fault-{}", fault.key), &value);
    format!("{}: {words}", fault.field)
}

impl Admin {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        let done = self.open().map_err(Failure::Error).and_then(|app| {
            let now = Utc::now().timestamp_micros();
            let (links, store) = (self.links.clone(), self.store.clone());
            self.act.run(&Desk { app, actor: Actor::command(), links, store, now })
        });
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

impl Admin {
    /// The first operator may come before the first game; all else is about what is there.
    fn open(&self) -> Result<App, Error> {
        match self.act {
            Act::CreateOperator(_) => self.store.open(),
            Act::SealLost(_) => self.store.open_existing_without_key(),
            _ => self.store.open_existing(),
        }
    }
}

impl Act {
    fn run(&self, desk: &Desk) -> Result<(), Failure> {
        match self {
            Act::CreateOperator(act) => act.run(desk),
            Act::Reset(act) => act.run(desk),
            Act::Suspend(act) => act.run(desk),
            Act::Reinstate(act) => act.run(desk),
            Act::Role(act) => act.run(desk),
            Act::DropSecondFactor(act) => act.run(desk),
            Act::List(act) => act.run(desk),
            Act::Invite(act) => act.run(desk),
            Act::Organisations(act) => act.run(desk),
            Act::Merge(act) => act.run(desk),
            Act::UndoMerge(act) => act.run(desk),
            Act::Release(act) => act.run(desk),
            Act::RestoreEvent(act) => act.run(desk),
            Act::Audit(act) => act.run(desk),
            Act::Tidy(act) => act.run(desk),
            Act::RotateSeal(act) => act.run(desk),
            Act::SealLost(act) => act.run(desk),
        }
    }
}
