//! Accounts: signing up and in, and managing one's own account.
//!
//! Responses to anonymous users do not reveal who has an account: an unknown or suspended name, or
//! one without a password, takes the same work and gets the same response as a wrong password, and
//! whether an e-mail address is in use is told only by a message to it.

mod administration;
mod auth_limits;
mod guests;
mod invitations;
mod own_account;
mod passkeys;
mod password_hashing;
mod password_reset;
mod second_factor;
mod sign_in;
mod sign_in_link;
mod sign_up;

use std::fmt;
use std::net::IpAddr;

use adjutant_domain::account::email::Email;
use adjutant_domain::account::rate_limit::{ClientNetwork, RetryAfter};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::session::is_recently_authenticated;
use adjutant_domain::moment::Micros;
use adjutant_store::StoreError;
use adjutant_store::accounts::AccountRow;

use super::access::{Act, ActTarget, ActingAs, Actor, Credential, require};
use super::audit::{Action, AuditEntry};
use super::messages::LocalizedMessage;
use super::{Error, refusals};

pub use adjutant_store::links::LinkKind;
pub use administration::{
    AccountDetails, AccountState, create_account, create_reset_link, find, list, reinstate,
    reset_second_factor, set_site_role, suspend,
};
pub use auth_limits::AuthLimits;
pub(super) use guests::expired as expired_guests;
pub use guests::{GUESTS_KEPT, NewGuest, begin as begin_as_guest, count_game as count_guest_game};
pub(super) use invitations::revoke_invitations;
pub use invitations::{
    NewInvitation, OpenInvitation, accept_invitation, invite, open_invitations, revoke_invitation,
};
pub use own_account::{
    OwnAccount, OwnSession, PasswordChangeOutcome, change_email, change_password,
    end_other_sessions, end_session, own_account, reauthenticate, sessions, sign_out,
};
pub use passkeys::{
    OwnPasskey, PasskeyAdded, PasskeyChallenge, RelyingParty, add_passkey, begin_passkey,
    begin_passkey_sign_in, passkeys, remove_passkey, sign_in_by_passkey,
};
pub use password_reset::{
    LinkPreview, OfferedRole, confirm_email, preview_link, request_password_reset, reset_password,
};
pub(super) use second_factor::can_open_totp_keys;
pub use second_factor::{
    SecondFactorEnabled, TotpSetup, begin_second_factor, confirm_second_factor,
    disable_second_factor, give_second_factor, replace_recovery_codes,
};
pub use sign_in::{SignInOutcome, sign_in, sign_in_second_step};
pub use sign_in_link::{request_sign_in_link, sign_in_by_link};
pub use sign_up::{SignUpForm, SignUpOutcome, SignUpPolicy, set_sign_up_limit, sign_up};

/// The issuer shown by authenticator apps; not allowed as a password.
const SITE_NAME: &str = "Adjutant";

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct ClientInfo<'a> {
    /// The client's address, for rate limits; it is not stored.
    pub network: IpAddr,
    /// The cookie of a browser that has signed in before.
    pub device: Option<&'a Secret>,
    /// The session of the request, which ends when a new one is opened.
    pub session: Option<&'a Secret>,
    /// The `User-Agent` header, of which two words are stored.
    pub user_agent: &'a str,
}

impl ClientInfo<'_> {
    fn network(&self) -> ClientNetwork {
        ClientNetwork::from(self.network)
    }
}

/// The secrets that the browser stores from now on.
#[derive(Debug, Clone)]
pub struct OpenedSession {
    pub session: Secret,
    pub device: Secret,
    pub mail: Vec<MailMessage>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFieldError {
    pub field: &'static str,
    pub message: LocalizedMessage,
}

impl FormFieldError {
    fn new(field: &'static str, message: impl Into<LocalizedMessage>) -> FormFieldError {
        FormFieldError { field, message: message.into() }
    }
}

/// Why an account use case fails.
#[derive(Debug)]
pub enum AccountError {
    /// All faults of the form at once.
    InvalidForm(Vec<FormFieldError>),
    /// The password must be given again first: see [`reauthenticate`].
    ReauthenticationRequired,
    Error(Error),
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::InvalidForm(faults) => {
                let words =
                    faults.iter().map(|fault| format!("{}: {}", fault.field, fault.message));
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
    fn invalid_field(field: &'static str, message: impl Into<LocalizedMessage>) -> AccountError {
        AccountError::InvalidForm(vec![FormFieldError::new(field, message)])
    }

    /// The fault of a link that is unknown, used or expired; it does not say which.
    fn invalid_link() -> AccountError {
        AccountError::invalid_field("link", refusals::LINK_DEAD)
    }
}

/// The subject of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailKind {
    Reset,
    SignInLink,
    Confirm,
    Invitation,
    PasswordChanged,
    EmailChanged,
    SecondFactorOn,
    SecondFactorOff,
    PasskeyAdded,
    PasskeyRemoved,
    /// A sign-in with a new browser.
    NewSignIn,
    /// No time is agreed for a match, and the deadline approaches.
    MatchUnscheduled,
    MatchStarts,
    /// The default rule was applied.
    MatchDefaulted,
}

/// The content of a message about a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchNotice {
    pub event: String,
    /// The opponent of the recipient.
    pub opponent: String,
    /// The deadline or the time of the match.
    pub time: Micros,
    /// The time zone for display; empty for UTC.
    pub zone: String,
    /// The path of the match on this site.
    pub path: String,
}

/// A message to be mailed, or whose link the operator hands over. Its `Debug` output omits
/// recipient and link.
#[derive(Clone)]
pub struct MailMessage {
    /// Empty if there is no address.
    pub to: String,
    pub name: String,
    /// The recipient's language: `en`, `fil`, or empty.
    pub language: String,
    pub kind: MailKind,
    pub link: Option<Secret>,
    /// Only in messages about a match.
    pub match_notice: Option<Box<MatchNotice>>,
}

impl fmt::Debug for MailMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Letter({:?})", self.kind)
    }
}

impl MailMessage {
    /// The path of the link on this site.
    pub fn link_path(&self) -> Option<String> {
        if let Some(news) = &self.match_notice {
            return Some(news.path.clone());
        }
        let link = self.link.as_ref()?.to_base32();
        match self.kind {
            MailKind::Reset => Some(format!("/reset/{link}")),
            MailKind::SignInLink => Some(format!("/sign-in/link/{link}")),
            MailKind::Confirm => Some(format!("/confirm/{link}")),
            MailKind::Invitation => Some(format!("/join/{link}")),
            _ => None,
        }
    }

    fn new(row: &AccountRow, kind: MailKind, link: Option<Secret>) -> MailMessage {
        MailMessage {
            to: row.email.clone(),
            name: row.name.clone(),
            language: row.language.clone(),
            kind,
            link,
            match_notice: None,
        }
    }

    fn with_link(row: &AccountRow, kind: MailKind, link: Secret) -> MailMessage {
        MailMessage::new(row, kind, Some(link))
    }

    /// A notice to the confirmed address of an account, if any.
    fn notice(row: &AccountRow, kind: MailKind) -> Vec<MailMessage> {
        row.email_key.iter().map(|_| MailMessage::new(row, kind, None)).collect()
    }

    /// A notice about a match to the confirmed address of an account, if any.
    pub(super) fn about_match(
        row: &AccountRow,
        kind: MailKind,
        news: MatchNotice,
    ) -> Option<MailMessage> {
        let letter = MailMessage::notice(row, kind).pop()?;
        Some(MailMessage { match_notice: Some(Box::new(news)), ..letter })
    }
}

/// The owner of an account in a session.
struct SessionOwner {
    account: i32,
    session: i32,
    acting_as: ActingAs,
}

impl SessionOwner {
    /// The account and the capacity in which its owner acts.
    fn by(&self) -> (i32, &'static str) {
        (self.account, self.acting_as.key())
    }

    /// An entry of the audit log about what the owner did to their account.
    fn entry(&self, action: Action, now: Micros) -> AuditEntry {
        let (account, acting_as) = self.by();
        AuditEntry::for_account(account, acting_as, action, now).subject(account)
    }
}

fn parse_email(text: &str) -> Result<Email, AccountError> {
    Email::parse(text).map_err(|_| AccountError::invalid_field("email", refusals::EMAIL_INVALID))
}

/// The address, if the field is not empty.
fn parse_optional_email(text: &str) -> Result<Option<Email>, AccountError> {
    Some(text).filter(|text| !text.trim().is_empty()).map(parse_email).transpose()
}

fn require_session(actor: &Actor) -> Result<SessionOwner, AccountError> {
    let acting_as = require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    match actor.credential {
        Credential::Session { id, .. } => {
            Ok(SessionOwner { account: actor.account, session: id, acting_as })
        }
        _ => Err(Error::SignIn.into()),
    }
}

/// Checks that the password was given in this session within the last ten minutes, as required for
/// what cannot be undone.
///
/// # Errors
/// Returns [`AccountError::ReauthenticationRequired`] if not, and [`Error::SignIn`] without a
/// session.
pub fn require_recent_authentication(actor: &Actor, now: Micros) -> Result<(), AccountError> {
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
