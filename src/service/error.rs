//! Errors with two faces later: a page and a problem document.

use std::fmt;

use crate::store::StoreError;
use ledger_ratings::Pool;

use super::access::Part;
use super::refusals;
use super::said::Said;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing of this kind by this name; who shows it may say so in any language.
    #[error("{what} {name:?}{}", remedy(*what))]
    Missing { what: Thing, name: String },
    /// Something else is not there.
    #[error("{0}")]
    NotFound(Said),
    /// A parameter or a body is wrong; names the field.
    #[error("{field}: {message}")]
    Invalid { field: &'static str, message: Said },
    /// It is not for somebody who shows nothing of who he is.
    #[error("sign in first")]
    SignIn,
    /// It is not for this one, who need not know whether it is there.
    #[error("there is nothing here")]
    Hidden,
    /// It takes a role that the one who asks does not have; names those that would do.
    #[error("{}", role_words(needed))]
    Role { needed: &'static [Part] },
    /// He sees that it is there, and may not do it; says why.
    #[error("{0}")]
    Forbidden(Said),
    /// The token was not made for it; names the scope, where there is one for it.
    #[error("{}", scope_words(*needed))]
    Scope { needed: Option<&'static str> },
    /// He is the right one, and has not given his second factor.
    #[error("this needs your second factor: set it up, and give it when you sign in")]
    SecondFactor,
    /// He asks too often; again after so many seconds.
    #[error("too often; try again in {seconds} seconds")]
    TooOften { seconds: u64 },
    /// As much of this kind is under way as may be; again after so many seconds.
    #[error("the server is busy; try again in {seconds} seconds")]
    Busy { seconds: u64 },
    /// Somebody else was faster, or holds what is needed.
    #[error("{0}")]
    Conflict(Said),
    /// The store cannot do it now.
    #[error("{0}")]
    Unavailable(String),
    /// What was sent cannot be kept now: what its sender reads, and why, which is for the log.
    #[error("{why}")]
    NotSaved { said: Said, why: String },
    /// Something that should not happen; the details are for the log.
    #[error("{0}")]
    Internal(String),
}

/// What is asked for by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    Game,
    /// A game that is played here.
    Play,
    Player,
    Event,
    Pool,
    /// The record of a game that is not over.
    Record,
    /// What could be known in a game that is not revealed.
    Counts,
    /// A form of a record.
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
    /// The names that there are, where they are few and fixed; else empty.
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
    /// There is no such thing by this name.
    pub fn missing(what: Thing, name: impl Into<String>) -> Error {
        Error::Missing { what, name: name.into() }
    }

    /// Whether somebody else might be allowed: the answer to whoever is not the right one.
    #[must_use]
    pub const fn is_of_others(&self) -> bool {
        matches!(self, Error::Hidden | Error::Role { .. })
    }

    /// A refused parameter.
    pub fn invalid(field: &'static str, message: impl Into<Said>) -> Error {
        Error::Invalid { field, message: message.into() }
    }

    /// Something that has no name of its own is not there.
    pub fn not_found(said: impl Into<Said>) -> Error {
        Error::NotFound(said.into())
    }

    /// He sees that it is there, and may not do it.
    pub fn forbidden(said: impl Into<Said>) -> Error {
        Error::Forbidden(said.into())
    }

    /// Nothing can be written now.
    pub fn not_saved(why: impl Into<String>) -> Error {
        Error::NotSaved { said: refusals::NOT_SAVED.into(), why: why.into() }
    }

    /// The same for who plays: time stands still until it can.
    pub fn clocks_stand(why: impl Into<String>) -> Error {
        Error::NotSaved { said: refusals::PLAYS_STAND.into(), why: why.into() }
    }

    /// Somebody else was faster, or holds what is needed.
    pub fn conflict(said: impl Into<Said>) -> Error {
        Error::Conflict(said.into())
    }
}

/// How often a transaction is tried that stood in another's way.
const TRIES: usize = 4;

/// Runs a transaction again where another one stood in its way, a few times.
///
/// # Errors
/// Those of `work`; [`Error::Busy`] where somebody stood in its way each time.
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
