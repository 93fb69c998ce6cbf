//! Accounts: signing up, signing in, and what somebody keeps of his own.
//!
//! What somebody learns who is not signed in says nothing about who has an account: a name that is
//! unknown, suspended or without password takes the same work and gets the same answer as a
//! wrong password, and whether an address is somebody's is told to its mailbox alone.

mod administration;
mod auth_limits;
mod invitation_links;
mod open_invitations;
mod own_account;
mod password_hashing;
mod password_reset;
mod second_factor;
mod session_opening;
mod sign_in;
mod sign_up;

use std::fmt;
use std::net::IpAddr;

use crate::account::handle::HandleError;
use crate::account::password::PasswordError;
use crate::account::rate_limit::{ClientNetwork, RetryAfter};
use crate::account::secret::Secret;
use crate::account::session::is_recently_authenticated;
use crate::store::StoreError;
use crate::store::accounts::AccountRow;

use super::Error;
use super::access::{Act, ActTarget, ActingAs, Actor, Credential, require};

pub use crate::store::links::LinkKind;
pub use administration::{
    AccountDetails, AccountState, create_account, create_reset_link, find, list, reinstate,
    reset_second_factor, set_site_role, suspend,
};
pub use auth_limits::AuthLimits;
pub(super) use invitation_links::revoke_invitations;
pub use invitation_links::{NewInvitation, accept_invitation, invite};
pub use open_invitations::{OpenInvitation, open_invitations, revoke_invitation};
pub use own_account::{
    OwnAccount, OwnSession, PasswordChangeOutcome, change_email, change_password,
    end_other_sessions, end_session, own_account, reauthenticate, sessions, sign_out,
};
pub use password_reset::{
    LinkPreview, OfferedRole, confirm_email, preview_link, request_password_reset, reset_password,
};
pub(super) use second_factor::can_open_totp_keys;
pub use second_factor::{
    SecondFactorEnabled, TotpSetup, begin_second_factor, confirm_second_factor,
    disable_second_factor, replace_recovery_codes,
};
pub use sign_in::{SignInOutcome, sign_in, sign_in_second_step};
pub use sign_up::{SignUpForm, SignUpOutcome, SignUpPolicy, set_sign_up_limit, sign_up};

/// The name under which this site stands in an app for second factors, and which is no password.
const SITE_NAME: &str = "Adjutant";

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct ClientInfo<'a> {
    /// The visitor's address; guesses are counted by it, and it is not stored.
    pub network: IpAddr,
    /// What the browser keeps that has signed in before.
    pub device: Option<&'a Secret>,
    /// The session that came along; it ends where a new one is opened.
    pub session: Option<&'a Secret>,
    /// The browser's own words; two words of ours are kept.
    pub user_agent: &'a str,
}

impl ClientInfo<'_> {
    fn network(&self) -> ClientNetwork {
        ClientNetwork::from(self.network)
    }
}

/// What a browser keeps from now on.
#[derive(Debug, Clone)]
pub struct OpenedSession {
    pub session: Secret,
    pub device: Secret,
    /// What is to be told of it.
    pub mail: Vec<MailMessage>,
}

/// Something that is wrong with what somebody wrote into a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFieldError {
    /// The field of the form.
    pub field: &'static str,
    /// Its words in the catalogues are `fault-<key>`.
    pub key: &'static str,
    /// What they name; mostly empty.
    pub value: String,
}

impl FormFieldError {
    fn new(field: &'static str, key: &'static str) -> FormFieldError {
        FormFieldError { field, key, value: String::new() }
    }

    fn from_handle_error(fault: &HandleError) -> FormFieldError {
        FormFieldError { field: "name", key: fault.key(), value: fault.offending_character() }
    }

    fn from_password_error(fault: PasswordError) -> FormFieldError {
        FormFieldError::new("password", fault.key())
    }
}

/// Why an act of this room is refused.
#[derive(Debug)]
pub enum AccountError {
    /// The form is wrong: all that is, at once.
    InvalidForm(Vec<FormFieldError>),
    /// The password must be given again first: see [`reauthenticate`].
    ReauthenticationRequired,
    Error(Error),
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::InvalidForm(faults) => {
                let words = faults.iter().map(|fault| format!("{}: {}", fault.field, fault.key));
                f.write_str(&words.collect::<Vec<_>>().join("; "))
            }
            AccountError::ReauthenticationRequired => f.write_str("give your password again first"),
            AccountError::Error(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for AccountError {}

impl From<Error> for AccountError {
    fn from(e: Error) -> AccountError {
        AccountError::Error(e)
    }
}

impl From<StoreError> for AccountError {
    fn from(e: StoreError) -> AccountError {
        AccountError::Error(e.into())
    }
}

impl From<RetryAfter> for AccountError {
    fn from(wait: RetryAfter) -> AccountError {
        AccountError::Error(Error::TooOften { seconds: wait.seconds })
    }
}

impl AccountError {
    fn invalid_field(field: &'static str, key: &'static str) -> AccountError {
        AccountError::InvalidForm(vec![FormFieldError::new(field, key)])
    }

    /// A link that is unknown, used, or over: which of these, nobody learns.
    fn invalid_link() -> AccountError {
        AccountError::invalid_field("link", "link-dead")
    }
}

/// What a letter is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailKind {
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
    MatchUnscheduled,
    /// A match begins.
    MatchStarts,
    /// The default rule has fired.
    MatchDefaulted,
}

/// What a letter about a match tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchNotice {
    pub event: String,
    /// Who the reader meets.
    pub opponent: String,
    /// The cut-off, or the time of the match: microseconds since 1970.
    pub time: i64,
    /// The zone in which it is told; empty for UTC.
    pub zone: String,
    /// The path of the match on this site.
    pub path: String,
}

/// A letter that is to be sent, or whose link the operator hands over. Its `Debug` tells neither
/// to whom nor with which link.
#[derive(Clone)]
pub struct MailMessage {
    /// Empty where there is no address.
    pub to: String,
    /// How the reader is called.
    pub name: String,
    /// The language he reads: `en`, `fil`, or empty.
    pub language: String,
    pub kind: MailKind,
    pub link: Option<Secret>,
    /// Of a letter about a match.
    pub match_notice: Option<Box<MatchNotice>>,
}

impl fmt::Debug for MailMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Letter({:?})", self.kind)
    }
}

impl MailMessage {
    /// The path of its link on this site.
    #[must_use]
    pub fn link_path(&self) -> Option<String> {
        if let Some(news) = &self.match_notice {
            return Some(news.path.clone());
        }
        let link = self.link.as_ref()?.to_base32();
        match self.kind {
            MailKind::Reset => Some(format!("/reset/{link}")),
            MailKind::Confirm => Some(format!("/confirm/{link}")),
            MailKind::Invitation => Some(format!("/join/{link}")),
            _ => None,
        }
    }

    /// A letter to an account's own address with a link.
    fn with_link(row: &AccountRow, kind: MailKind, link: Secret) -> MailMessage {
        MailMessage {
            to: row.email.clone(),
            name: row.name.clone(),
            language: row.language.clone(),
            kind,
            link: Some(link),
            match_notice: None,
        }
    }

    /// Tells the holder of an account what was done to it, where he has confirmed an address.
    fn notice(row: &AccountRow, kind: MailKind) -> Vec<MailMessage> {
        let known = row.email_key.is_some();
        let letter = || MailMessage {
            to: row.email.clone(),
            name: row.name.clone(),
            language: row.language.clone(),
            kind,
            link: None,
            match_notice: None,
        };
        if known { vec![letter()] } else { Vec::new() }
    }

    /// Tells the holder of an account of a match that he plays, where he has confirmed an address.
    pub(super) fn about_match(
        row: &AccountRow,
        kind: MailKind,
        news: MatchNotice,
    ) -> Option<MailMessage> {
        let letter = MailMessage::notice(row, kind).pop()?;
        Some(MailMessage { match_notice: Some(Box::new(news)), ..letter })
    }
}

/// Somebody at his own account, in a session.
struct SessionOwner {
    account: i32,
    session: i32,
    acting_as: ActingAs,
}

/// Whose account it is, and in which session.
fn require_session(actor: &Actor) -> Result<SessionOwner, AccountError> {
    let acting_as = require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    match actor.credential {
        Credential::Session { id, .. } => {
            Ok(SessionOwner { account: actor.account, session: id, acting_as })
        }
        _ => Err(Error::SignIn.into()),
    }
}

/// Whether he gave his password in this session within the last ten minutes: what cannot be
/// undone asks for it.
///
/// # Errors
/// [`AccountError::ReauthenticationRequired`]; [`Error::SignIn`] for somebody without a session.
pub fn require_recent_authentication(actor: &Actor, now: i64) -> Result<(), AccountError> {
    match actor.credential {
        Credential::Session { authenticated_at: proved_at, .. }
            if is_recently_authenticated(proved_at, now) =>
        {
            Ok(())
        }
        Credential::Session { .. } => Err(AccountError::ReauthenticationRequired),
        Credential::Command => Ok(()),
        _ => Err(Error::SignIn.into()),
    }
}
