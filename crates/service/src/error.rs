//! Service errors, shown as pages or problem documents by the web layer.

use std::fmt;

use adjutant_store::StoreError;
use ledger_ratings::Pool;

use super::access::Part;
use super::messages::LocalizedMessage;
use super::refusals;

/// The result of a use case.
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug)]
pub enum Error {
    /// Nothing of this kind has this name.
    Missing { what: Thing, name: String },
    /// Something else does not exist.
    NotFound(LocalizedMessage),
    /// The parameter or body field is invalid.
    Invalid { field: &'static str, message: LocalizedMessage },
    /// The act requires an account.
    SignIn,
    /// The actor may not perform the act, nor know whether its target exists.
    Hidden,
    /// The actor lacks all of these roles, one of which would suffice.
    Role { needed: &'static [Part] },
    /// The act is not allowed for the stated reason; its target is visible to the actor.
    Forbidden(LocalizedMessage),
    /// The token lacks the scope; `None` if no scope would suffice.
    Scope { needed: Option<&'static str> },
    /// The actor has not given a second factor.
    SecondFactor,
    /// The rate limit is reached.
    TooOften { seconds: u64 },
    /// Too much work of this kind is in progress.
    Busy { seconds: u64 },
    /// The request conflicts with the current state.
    Conflict(LocalizedMessage),
    /// The database is unavailable; the details are for the log.
    Unavailable(String),
    /// The data cannot be saved now: `said` is for the sender, `why` for the log.
    NotSaved { said: LocalizedMessage, why: String },
    /// An unexpected error; the details are for the log.
    Internal(String),
}

/// The kind of a missing thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    Game,
    /// A live game.
    Play,
    Player,
    Event,
    Pool,
    /// The record of an unfinished game.
    Record,
    /// Knowledge of a game that is not revealed.
    Counts,
    /// A file format of a record.
    File,
    /// A file of the open archive.
    ArchiveFile,
    Organisation,
    Account,
    /// An entrant in the standings of an event.
    Entrant,
    /// An act in the history of an event.
    Act,
}

impl fmt::Display for Error {
    /// For logs and commands: with the details of a server error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unavailable(why) | Error::NotSaved { why, .. } | Error::Internal(why) => {
                f.write_str(why)
            }
            other => other.message().fmt(f),
        }
    }
}

impl std::error::Error for Error {}

fn missing_message(what: Thing, name: &str) -> LocalizedMessage {
    match what {
        Thing::Game => refusal!(MISSING_GAME, name),
        Thing::Play => refusal!(MISSING_PLAY, name),
        Thing::Player => refusal!(MISSING_PLAYER, name),
        Thing::Event => refusal!(MISSING_EVENT, name),
        Thing::Pool => {
            let known = Pool::ALL.iter().map(|pool| pool.key).collect::<Vec<_>>().join(", ");
            refusal!(MISSING_POOL, name, known)
        }
        Thing::Record => refusals::MISSING_RECORD.into(),
        Thing::Counts => refusals::MISSING_KNOWLEDGE.into(),
        Thing::File => refusal!(MISSING_FILE, name),
        Thing::ArchiveFile => refusal!(MISSING_ARCHIVE_FILE, name),
        Thing::Organisation => refusal!(MISSING_ORGANISATION, name),
        Thing::Account => refusal!(MISSING_ACCOUNT, name),
        Thing::Entrant => refusal!(MISSING_ENTRANT, name),
        Thing::Act => refusal!(MISSING_ACT, name),
    }
}

/// Lists the roles among the requirements.
fn role_names(needed: &[Part]) -> LocalizedMessage {
    let name = |part: &Part| {
        let role = LocalizedMessage::keyed(format!("part-{}", part.key()), part.key());
        let Part::Official(duties) = part else { return role };
        let duties =
            duties.keys().map(|key| LocalizedMessage::keyed(format!("org-duty-{key}"), key));
        match duties.reduce(|one, other| refusal!(DUTY_LIST, one, other)) {
            Some(duties) => refusal!(ROLE_DUTIES, role, duties),
            None => role,
        }
    };
    let roles = needed.iter().filter(|part| part.is_role()).map(name);
    roles.reduce(|one, other| refusal!(ROLE_OR, one, other)).unwrap_or_else(|| "".into())
}

impl Error {
    /// What the sender is told. The details of server errors are for the log alone.
    pub fn message(&self) -> LocalizedMessage {
        match self {
            Error::Missing { what, name } => missing_message(*what, name),
            Error::NotFound(message)
            | Error::Forbidden(message)
            | Error::Conflict(message)
            | Error::NotSaved { said: message, .. } => message.clone(),
            Error::Invalid { field, message } => refusal!(ROW_OF, name = field, why = message),
            Error::SignIn => refusals::SIGN_IN.into(),
            Error::Hidden => refusals::HIDDEN.into(),
            Error::Role { needed } => refusal!(ROLE_NEEDED, roles = role_names(needed)),
            Error::Scope { needed: Some(scope) } => refusal!(SCOPE_NEEDED, scope),
            Error::Scope { needed: None } => refusals::NO_SCOPE.into(),
            Error::SecondFactor => refusals::SECOND_FACTOR.into(),
            Error::TooOften { seconds } => refusal!(TOO_OFTEN, seconds),
            Error::Busy { seconds } => refusal!(BUSY, seconds),
            Error::Unavailable(_) => refusals::UNAVAILABLE.into(),
            Error::Internal(_) => refusals::INTERNAL.into(),
        }
    }

    pub fn missing(what: Thing, name: impl Into<String>) -> Error {
        Error::Missing { what, name: name.into() }
    }

    /// Whether somebody else might be permitted: the response to an unauthorised actor.
    pub const fn is_of_others(&self) -> bool {
        matches!(self, Error::Hidden | Error::Role { .. })
    }

    pub fn invalid(field: &'static str, message: impl Into<LocalizedMessage>) -> Error {
        Error::Invalid { field, message: message.into() }
    }

    pub fn not_found(said: impl Into<LocalizedMessage>) -> Error {
        Error::NotFound(said.into())
    }

    pub fn forbidden(said: impl Into<LocalizedMessage>) -> Error {
        Error::Forbidden(said.into())
    }

    /// Nothing can be saved now.
    pub fn not_saved(why: impl Into<String>) -> Error {
        Error::NotSaved { said: refusals::NOT_SAVED.into(), why: why.into() }
    }

    /// Like [`Error::not_saved`], for players, whose clocks are stopped meanwhile.
    pub fn clocks_stand(why: impl Into<String>) -> Error {
        Error::NotSaved { said: refusals::PLAYS_STAND.into(), why: why.into() }
    }

    pub fn conflict(said: impl Into<LocalizedMessage>) -> Error {
        Error::Conflict(said.into())
    }
}

/// How often a conflicting transaction is tried.
const TRIES: usize = 4;

/// Retries a transaction that conflicts with another.
pub(crate) fn again<T>(mut work: impl FnMut() -> Result<T>) -> Result<T> {
    for _ in 1..TRIES {
        match work() {
            Err(Error::Busy { .. }) => {
                tracing::info!("a transaction stood in another's way; again")
            }
            done => return done,
        }
    }
    work()
}

impl From<StoreError> for Error {
    fn from(e: StoreError) -> Error {
        let text = e.to_string();
        if e.is_disk_full() {
            return Error::not_saved(format!(
                "the disk that holds the database is full; free space and try again ({text})"
            ));
        }
        if e.is_disk_unwritable() {
            return Error::not_saved(format!(
                "the disk that holds the database refuses: it is full or failing, or a limit on \
                 the size of files is set; see to it and try again ({text})"
            ));
        }
        if e.is_connection_lost() {
            return Error::Unavailable(text);
        }
        if e.is_retryable() {
            return Error::Busy { seconds: 1 };
        }
        match e {
            StoreError::Stalled => Error::not_saved(text),
            StoreError::Database(_) | StoreError::Damaged(_) => Error::Internal(text),
            StoreError::Open { .. }
            | StoreError::Migration(_)
            | StoreError::Key(_)
            | StoreError::Log(_) => Error::Unavailable(text),
            StoreError::InUse(_) => Error::conflict(text),
        }
    }
}
