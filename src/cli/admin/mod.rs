//! `adjutant admin`: accounts, organisations and the audit trail, for the operator of the server.

mod audit;
mod events;
mod invite;
mod organisations;
mod people;
mod players;
mod rating_lists;
mod seal;
mod tidy;

use clap::{Args, Subcommand};

use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::accounts::AccountError;
use adjutant_service::{App, Error};
use adjutant_site::time_format::now_micros;

use super::Status;
use super::store_args::StoreArgs;
use super::words::say;

/// Manage people and organisations: accounts, roles, links, merged players, the audit trail.
///
/// Works beside a running server on the same database; changes apply from the next request. You act
/// as the operator, and the audit trail says so. Exits 0 if it is done, 1 if it is refused (for
/// example, no such account), 2 if the database cannot be used.
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
    act: AdminCommand,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    CreateOperator(people::CreateOperator),
    Reset(people::ResetPassword),
    /// Suspend an account: sessions and tokens end at once, and signing in is refused.
    ///
    /// Games, ratings and roles stay; undo with `reinstate`.
    #[command(
        after_help = "Example:\n  adjutant admin suspend guest --reason \"offered ratings for sale\""
    )]
    Suspend(people::AccountAndReason),
    /// End the suspension of an account.
    #[command(
        after_help = "Example:\n  adjutant admin reinstate guest --reason \"it was a mistake\""
    )]
    Reinstate(people::AccountAndReason),
    Role(people::SetSiteRole),
    /// Turn off an account's second factor, after its phone and recovery codes were lost.
    ///
    /// Verify who is asking first: the second factor is half of the account's protection.
    #[command(
        after_help = "Example:\n  adjutant admin drop-second-factor juan --reason \"lost his phone\""
    )]
    DropSecondFactor(people::AccountAndReason),
    List(people::ListAccounts),
    Invite(invite::InviteArgs),
    Organisations(organisations::Organisations),
    Merge(players::MergePlayers),
    UndoMerge(players::UndoMerge),
    Release(players::ReleasePlayer),
    RestoreEvent(events::RestoreEvent),
    #[command(name = "rating-list")]
    ImportRatingList(rating_lists::ImportRatingList),
    Audit(audit::Audit),
    Tidy(tidy::Tidy),
    SealLost(seal::AcceptLostKey),
    RotateSeal(seal::RotateKey),
}

/// What the commands work with.
struct AdminContext {
    app: App,
    actor: Actor,
    links: LinkArgs,
    store: StoreArgs,
    now: Micros,
}

/// Where links lead.
#[derive(Debug, Clone, Args)]
struct LinkArgs {
    /// The site's public address, with which links start.
    #[arg(long, value_name = "URL", env = "ADJUTANT_PUBLIC_URL")]
    public_url: Option<String>,
}

impl LinkArgs {
    /// Prints a link with this path, and what to do with it.
    fn print_link(&self, path: &str, words: &str) {
        match self.public_url.as_deref().filter(|url| !url.is_empty()) {
            Some(url) => say!("{}{path}", url.trim_end_matches('/')),
            None => {
                say!("{path}");
                eprintln!("(put the site's address before it, or give --public-url)");
            }
        }
        eprintln!("{words}");
    }
}

/// Why a command was not executed.
enum AdminError {
    /// It was refused, with this message.
    Refused(String),
    Error(Error),
}

impl From<Error> for AdminError {
    fn from(e: Error) -> AdminError {
        match e {
            Error::Internal(_) | Error::Unavailable(_) | Error::NotSaved { .. } => {
                AdminError::Error(e)
            }
            refused => AdminError::Refused(refused.to_string()),
        }
    }
}

impl From<AccountError> for AdminError {
    fn from(refused: AccountError) -> AdminError {
        match refused {
            AccountError::Error(e) => e.into(),
            AccountError::ReauthenticationRequired => AdminError::Refused(refused.to_string()),
            AccountError::InvalidForm(faults) => {
                let words = faults
                    .iter()
                    .map(|fault| format!("{}: {}", fault.field, fault.message))
                    .collect::<Vec<_>>();
                AdminError::Refused(words.join("\nadjutant: "))
            }
        }
    }
}

impl Admin {
    pub(super) fn run(self) -> Status {
        let done = self.open().map_err(AdminError::Error).and_then(|app| {
            let now = now_micros();
            let (links, store) = (self.links.clone(), self.store.clone());
            self.act.run(&AdminContext { app, actor: Actor::for_command(), links, store, now })
        });
        match done {
            Ok(()) => Status::Good,
            Err(AdminError::Refused(words)) => {
                eprintln!("adjutant: {words}");
                Status::Bad
            }
            Err(AdminError::Error(e)) => self.store.status(Err(e)),
        }
    }

    /// The first operator may be created in an empty database; all other commands need an existing
    /// one.
    fn open(&self) -> Result<App, Error> {
        match self.act {
            AdminCommand::CreateOperator(_) => self.store.open(),
            AdminCommand::SealLost(_) => self.store.open_existing_without_key(),
            _ => self.store.open_existing(),
        }
    }
}

impl AdminCommand {
    fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        match self {
            AdminCommand::CreateOperator(act) => act.run(desk),
            AdminCommand::Reset(act) => act.run(desk),
            AdminCommand::Suspend(act) => act.suspend(desk),
            AdminCommand::Reinstate(act) => act.reinstate(desk),
            AdminCommand::Role(act) => act.run(desk),
            AdminCommand::DropSecondFactor(act) => act.drop_second_factor(desk),
            AdminCommand::List(act) => act.run(desk),
            AdminCommand::Invite(act) => act.run(desk),
            AdminCommand::Organisations(act) => act.run(desk),
            AdminCommand::Merge(act) => act.run(desk),
            AdminCommand::UndoMerge(act) => act.run(desk),
            AdminCommand::Release(act) => act.run(desk),
            AdminCommand::RestoreEvent(act) => act.run(desk),
            AdminCommand::ImportRatingList(act) => act.run(desk),
            AdminCommand::Audit(act) => act.run(desk),
            AdminCommand::Tidy(act) => act.run(desk),
            AdminCommand::RotateSeal(act) => act.run(desk),
            AdminCommand::SealLost(act) => act.run(desk),
        }
    }
}
