//! Accounts: signing up, signing in, and what somebody keeps of his own.
//!
//! What somebody learns who is not signed in says nothing about who has an account: a name that is
//! unknown, suspended or without password takes the same work and gets the same answer as a
//! wrong password, and whether an address is somebody's is told to its mailbox alone.

mod doors;
mod entering;
mod factor;
mod hashing;
mod invitations;
mod inviting;
mod opening;
mod overseeing;
mod own;
mod resetting;
mod signing_in;

use std::fmt;
use std::net::IpAddr;

use crate::account::guesses::{Network, Wait};
use crate::account::handle::HandleFault;
use crate::account::password::PasswordFault;
use crate::account::secret::Secret;
use crate::account::session::is_proved;
use crate::store::StoreError;
use crate::store::accounts::AccountRow;

use super::Error;
use super::access::{Act, ActingAs, Actor, On, Through, require};

pub use crate::store::links::LinkKind;
pub use doors::Doors;
pub use entering::{Registered, Registration, SignUp, limit_sign_ups, register};
pub(super) use factor::opens;
pub use factor::{
    Armed, Setup, begin_second_factor, confirm_second_factor, new_recovery_codes,
    turn_off_second_factor,
};
pub use invitations::{OpenInvitation, open_invitations, take_back_invitation};
pub(super) use inviting::end_invitations;
pub use inviting::{Invite, accept_invitation, invite};
pub use overseeing::{
    Account, State, drop_second_factor, find, found_account, list, reinstate, reset_link,
    set_site_role, suspend,
};
pub use own::{
    Changed, Mine, OwnSession, change_email, change_password, end_other_sessions, end_session,
    mine, prove_again, sessions, sign_out,
};
pub use resetting::{LinkShown, Offer, ask_reset, confirm_email, look_at_link, reset_password};
pub use signing_in::{SignedIn, second_step, sign_in};

/// The name under which this site stands in an app for second factors, and which is no password.
const SITE: &str = "Adjutant";

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct Arrival<'a> {
    /// The visitor's address; guesses are counted by it, and it is not stored.
    pub network: IpAddr,
    /// What the browser keeps that has signed in before.
    pub device: Option<&'a Secret>,
    /// The session that came along; it ends where a new one is opened.
    pub session: Option<&'a Secret>,
    /// The browser's own words; two words of ours are kept.
    pub agent: &'a str,
}

impl Arrival<'_> {
    fn network(&self) -> Network {
        Network::from(self.network)
    }
}

/// What a browser keeps from now on.
#[derive(Debug, Clone)]
pub struct Opened {
    pub session: Secret,
    pub device: Secret,
    /// What is to be told of it.
    pub letters: Vec<Letter>,
}

/// Something that is wrong with what somebody wrote into a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The field of the form.
    pub field: &'static str,
    /// Its words in the catalogues are `fault-<key>`.
    pub key: &'static str,
    /// What they name; mostly empty.
    pub value: String,
}

impl Fault {
    fn new(field: &'static str, key: &'static str) -> Fault {
        Fault { field, key, value: String::new() }
    }

    fn of_handle(fault: &HandleFault) -> Fault {
        Fault { field: "name", key: fault.key(), value: fault.value() }
    }

    fn of_password(fault: PasswordFault) -> Fault {
        Fault::new("password", fault.key())
    }
}

/// Why an act of this room is refused.
#[derive(Debug)]
pub enum Refused {
    /// The form is wrong: all that is, at once.
    Faults(Vec<Fault>),
    /// The password must be given again first: see [`prove_again`].
    ProveAgain,
    Error(Error),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Faults(faults) => {
                let words = faults.iter().map(|fault| format!("{}: {}", fault.field, fault.key));
                f.write_str(&words.collect::<Vec<_>>().join("; "))
            }
            Refused::ProveAgain => f.write_str("give your password again first"),
            Refused::Error(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Error> for Refused {
    fn from(e: Error) -> Refused {
        Refused::Error(e)
    }
}

impl From<StoreError> for Refused {
    fn from(e: StoreError) -> Refused {
        Refused::Error(e.into())
    }
}

impl From<Wait> for Refused {
    fn from(wait: Wait) -> Refused {
        Refused::Error(Error::TooOften { seconds: wait.seconds })
    }
}

impl Refused {
    fn fault(field: &'static str, key: &'static str) -> Refused {
        Refused::Faults(vec![Fault::new(field, key)])
    }

    /// A link that is unknown, used, or over: which of these, nobody learns.
    fn dead_link() -> Refused {
        Refused::fault("link", "link-dead")
    }
}

/// What a letter is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterKind {
    Reset,
    Confirm,
    Invitation,
    PasswordChanged,
    EmailChanged,
    SecondFactorOn,
    SecondFactorOff,
    /// Somebody signed in with a browser that had not been used for it.
    NewSignIn,
    /// No time is agreed on for a match, and the cut-off comes.
    MatchToAgree,
    /// A match begins.
    MatchStarts,
    /// The default rule has fired.
    MatchLapsed,
}

/// What a letter about a match tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchNews {
    pub event: String,
    /// Who the reader meets.
    pub other: String,
    /// The cut-off, or the time of the match: microseconds since 1970.
    pub when: i64,
    /// The zone in which it is told; empty for UTC.
    pub zone: String,
    /// The path of the match on this site.
    pub path: String,
}

/// A letter that is to be sent, or whose link the operator hands over. Its `Debug` tells neither
/// to whom nor with which link.
#[derive(Clone)]
pub struct Letter {
    /// Empty where there is no address.
    pub to: String,
    /// How the reader is called.
    pub name: String,
    /// The language he reads: `en`, `fil`, or empty.
    pub language: String,
    pub kind: LetterKind,
    pub link: Option<Secret>,
    /// Of a letter about a match.
    pub about: Option<Box<MatchNews>>,
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Letter({:?})", self.kind)
    }
}

impl Letter {
    /// The path of its link on this site.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        if let Some(news) = &self.about {
            return Some(news.path.clone());
        }
        let link = self.link.as_ref()?.text();
        match self.kind {
            LetterKind::Reset => Some(format!("/reset/{link}")),
            LetterKind::Confirm => Some(format!("/confirm/{link}")),
            LetterKind::Invitation => Some(format!("/join/{link}")),
            _ => None,
        }
    }

    /// A letter to an account's own address with a link.
    fn with_link(row: &AccountRow, kind: LetterKind, link: Secret) -> Letter {
        Letter {
            to: row.email.clone(),
            name: row.name.clone(),
            language: row.language.clone(),
            kind,
            link: Some(link),
            about: None,
        }
    }

    /// Tells the holder of an account what was done to it, where he has confirmed an address.
    fn notice(row: &AccountRow, kind: LetterKind) -> Vec<Letter> {
        let known = row.email_key.is_some();
        let letter = || Letter {
            to: row.email.clone(),
            name: row.name.clone(),
            language: row.language.clone(),
            kind,
            link: None,
            about: None,
        };
        if known { vec![letter()] } else { Vec::new() }
    }

    /// Tells the holder of an account of a match that he plays, where he has confirmed an address.
    pub(super) fn about_match(
        row: &AccountRow,
        kind: LetterKind,
        news: MatchNews,
    ) -> Option<Letter> {
        let letter = Letter::notice(row, kind).pop()?;
        Some(Letter { about: Some(Box::new(news)), ..letter })
    }
}

/// Somebody at his own account, in a session.
struct Oneself {
    account: i32,
    session: i32,
    acting_as: ActingAs,
}

/// Whose account it is, and in which session.
fn oneself(actor: &Actor) -> Result<Oneself, Refused> {
    let acting_as = require(actor, Act::KeepAccount, On::Account(actor.account), false)?;
    match actor.through {
        Through::Session { id, .. } => {
            Ok(Oneself { account: actor.account, session: id, acting_as })
        }
        _ => Err(Error::SignIn.into()),
    }
}

/// Whether he gave his password in this session within the last ten minutes: what cannot be
/// undone asks for it.
///
/// # Errors
/// [`Refused::ProveAgain`]; [`Error::SignIn`] for somebody without a session.
pub fn proved(actor: &Actor, now: i64) -> Result<(), Refused> {
    match actor.through {
        Through::Session { proved_at, .. } if is_proved(proved_at, now) => Ok(()),
        Through::Session { .. } => Err(Refused::ProveAgain),
        Through::Command => Ok(()),
        _ => Err(Error::SignIn.into()),
    }
}
