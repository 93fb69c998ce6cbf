//! Service errors, shown as pages or problem documents by the web layer.

use std::fmt;

use crate::store::StoreError;
use ledger_ratings::Pool;

use super::access::Part;
use super::refusals;
use super::said::Said;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing of this kind has this name; callers can localise the message.
    #[error("{what} {name:?}{}", remedy(*what))]
    Missing { what: Thing, name: String },
    /// Something else does not exist.
    #[error("{0}")]
    NotFound(Said),
    /// The parameter or body field is invalid.
    #[error("{field}: {message}")]
    Invalid { field: &'static str, message: Said },
    /// The act requires an account.
    #[error("sign in first")]
    SignIn,
    /// The actor may not perform the act, nor know whether its target exists.
    #[error("there is nothing here")]
    Hidden,
    /// The actor lacks all of these roles, one of which would suffice.
    #[error("{}", role_words(needed))]
    Role { needed: &'static [Part] },
    /// The act is not allowed for the stated reason; its target is visible to the actor.
    #[error("{0}")]
    Forbidden(Said),
    /// The token lacks the scope; `None` if no scope would suffice.
    #[error("{}", scope_words(*needed))]
    Scope { needed: Option<&'static str> },
    /// The actor has not given a second factor.
    #[error("this needs your second factor: set it up, and give it when you sign in")]
    SecondFactor,
    /// The rate limit is reached.
    #[error("too often; try again in {seconds} seconds")]
    TooOften { seconds: u64 },
    /// Too much work of this kind is in progress.
    #[error("the server is busy; try again in {seconds} seconds")]
    Busy { seconds: u64 },
    /// The request conflicts with the current state.
    #[error("{0}")]
    Conflict(Said),
    /// The database is unavailable.
    #[error("{0}")]
    Unavailable(String),
    /// The data cannot be saved now: `said` is for the sender, `why` for the log.
    #[error("{why}")]
    NotSaved { said: Said, why: String },
    /// An unexpected error; the details are for the log.
    #[error("{0}")]
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
    Organisation,
    Account,
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Thing::Game => "there is no game",
            Thing::Play => "there is no game under way",
            Thing::Player => "there is no player",
            Thing::Event => "there is no event",
            Thing::Pool => "there is no pool",
            Thing::Record => "there is nothing to download of a game that is not over, so no",
            Thing::Counts => {
                "what could be known is told of games that are over and revealed, not of"
            }
            Thing::Organisation => "there is no organisation",
            Thing::Account => "there is no account",
            Thing::File => "a game has game.ggn and game.json, no",
        })
    }
}

impl Thing {
    /// The existing names if they are few and fixed, otherwise empty.
    #[must_use]
    pub fn known(self) -> String {
        match self {
            Thing::Pool => Pool::ALL.iter().map(|pool| pool.key).collect::<Vec<_>>().join(", "),
            _ => String::new(),
        }
    }
}

fn scope_words(needed: Option<&str>) -> String {
    match needed {
        Some(scope) => format!("the token needs the scope {scope}; make one that has it"),
        None => "no token may do this; sign in on the site".to_owned(),
    }
}

fn role_words(needed: &[Part]) -> String {
    let word = |part: &Part| match part {
        Part::Official(duties) => {
            let duties: Vec<&str> = duties.keys().collect();
            let duties = duties.join(", ");
            if duties.is_empty() { "official".to_owned() } else { format!("official ({duties})") }
        }
        other => other.key().to_owned(),
    };
    let roles: Vec<String> = needed.iter().filter(|part| part.is_role()).map(word).collect();
    format!("this needs a role that you do not have: {}", roles.join(" or "))
}

fn remedy(what: Thing) -> String {
    let known = what.known();
    if known.is_empty() { known } else { format!("; there are {known}") }
}

impl Error {
    pub fn missing(what: Thing, name: impl Into<String>) -> Error {
        Error::Missing { what, name: name.into() }
    }

    /// Whether somebody else might be permitted: the response to an unauthorised actor.
    pub const fn is_of_others(&self) -> bool {
        matches!(self, Error::Hidden | Error::Role { .. })
    }

    pub fn invalid(field: &'static str, message: impl Into<Said>) -> Error {
        Error::Invalid { field, message: message.into() }
    }

    pub fn not_found(said: impl Into<Said>) -> Error {
        Error::NotFound(said.into())
    }

    pub fn forbidden(said: impl Into<Said>) -> Error {
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

    pub fn conflict(said: impl Into<Said>) -> Error {
        Error::Conflict(said.into())
    }
}

/// How often a conflicting transaction is tried.
const TRIES: usize = 4;

/// Retries a transaction that conflicts with another.
///
/// # Errors
/// Returns the errors of `work`, including [`Error::Busy`] after the last attempt.
pub(crate) fn again<T>(mut work: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
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
            StoreError::Open { .. } | StoreError::Migration(_) | StoreError::Key(_) => {
                Error::Unavailable(text)
            }
            StoreError::InUse(_) => Error::conflict(text),
        }
    }
}
