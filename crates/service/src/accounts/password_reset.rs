//! One-time links for a new password or a confirmed address.

use std::net::IpAddr;

use crate::audit::{self, Action, AuditEntry, Hidden};
use crate::{App, refusals, tokens};
use adjutant_domain::account::email::Email;
use adjutant_domain::account::password::Password;
use adjutant_domain::account::rate_limit::{Attempt, ClientNetwork, MailPurpose};
use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::{DAY, MINUTE, Micros};
use adjutant_store::accounts::{AccountRow, AccountState};
use adjutant_store::links::{NewOneTimeLink, OneTimeLinkRow};
use adjutant_store::names::name_key;
use adjutant_store::{AnyConnection, StoreError, accounts, labels, links, organisations, sessions};

use super::auth_limits::rate_limit_key;
use super::{
    AccountError, ClientInfo, FormFieldError, LinkKind, MailKind, MailMessage, SITE_NAME,
    invitations, parse_email,
};

/// How long a link is valid, in microseconds.
const fn link_lifetime(kind: LinkKind) -> i64 {
    match kind {
        LinkKind::Reset | LinkKind::SignIn => 10 * MINUTE,
        LinkKind::Confirm => DAY,
        LinkKind::Invitation => 14 * DAY,
        LinkKind::SecondStep => 5 * MINUTE,
    }
}

/// The content of a link before it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkPreview {
    /// The name of the account; of an invitation, its creator, or empty for the operator.
    pub name: String,
    pub email: String,
    /// The role that an invitation offers, if any.
    pub offered_role: Option<OfferedRole>,
    pub expires_at: Micros,
}

/// The role that an invitation offers, with names for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedRole {
    pub organisation: String,
    /// The slug of the organisation.
    pub slug: String,
    pub role: OrganisationRole,
    /// `None` for all events.
    pub event: Option<String>,
}

/// Creates a link of an account, in a transaction that holds the writer lock. It replaces older
/// links of its kind, except pending sign-ins, of which several browsers may have one.
pub(super) fn new_link(
    conn: &mut AnyConnection,
    kind: LinkKind,
    account: i32,
    email: &str,
    now: Micros,
) -> Result<Secret, StoreError> {
    if account != 0 && matches!(kind, LinkKind::Reset | LinkKind::Confirm | LinkKind::SignIn) {
        links::remove_for_account(conn, account, kind)?;
    }
    let link = Secret::new(&mut rand::rng());
    links::add(
        conn,
        NewOneTimeLink { hash: &link.hash(), email, ..plain_link(kind, account, now) },
    )?;
    Ok(link)
}

/// A link without additional data.
pub(super) const fn plain_link(
    kind: LinkKind,
    account: i32,
    now: Micros,
) -> NewOneTimeLink<'static> {
    NewOneTimeLink {
        hash: &[],
        kind,
        account,
        email: "",
        organisation: 0,
        role: 0,
        event: 0,
        duties: 0,
        now,
        expires_at: now.saturating_add(link_lifetime(kind)),
    }
}

/// Finds a valid link. One that expires later than any new link would was created under a wrong
/// clock, and is invalid.
pub(super) fn find_live_link(
    app: &App,
    kind: LinkKind,
    link: &Secret,
    now: Micros,
) -> Result<OneTimeLinkRow, AccountError> {
    let found = links::by_hash(&mut *app.store().read_connection()?, kind, &link.hash())?;
    let longest = now.saturating_add(link_lifetime(kind) + 10 * MINUTE);
    let lives = |row: &OneTimeLinkRow| {
        row.used_at == Micros::NEVER && now < row.expires_at && row.expires_at < longest
    };
    found.filter(lives).ok_or_else(AccountError::invalid_link)
}

/// Returns what a link is for, without using it.
pub fn preview_link(
    app: &App,
    kind: LinkKind,
    link: &Secret,
    now: Micros,
) -> Result<LinkPreview, AccountError> {
    let row = match kind {
        LinkKind::Invitation => invitations::find_live_invitation(app, link, now)?,
        _ => find_live_link(app, kind, link, now)?,
    };
    let mut conn = app.store().read_connection()?;
    let account = accounts::by_id(&mut conn, row.account_id)?;
    let offer = offered_role(&mut conn, &row)?;
    Ok(LinkPreview {
        name: account.map(|account| account.name).unwrap_or_default(),
        email: row.email,
        offered_role: offer,
        expires_at: row.expires_at,
    })
}

fn offered_role(
    conn: &mut AnyConnection,
    row: &OneTimeLinkRow,
) -> Result<Option<OfferedRole>, AccountError> {
    let Some(role) = OrganisationRole::from_number(row.role).filter(|_| row.organisation_id > 0)
    else {
        return Ok(None);
    };
    let organisation = organisations::by_ids(conn, &[row.organisation_id])?.pop();
    let event =
        labels::events(conn, &[row.event_id])?.remove(&row.event_id).map(|event| event.name);
    Ok(organisation.map(|organisation| OfferedRole {
        organisation: organisation.name,
        slug: organisation.slug,
        role,
        event,
    }))
}

/// Requests a new password. The result is the same whether or not the address is in use; the
/// message tells its recipient.
pub fn request_password_reset(
    app: &App,
    email: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<Option<MailMessage>, AccountError> {
    mail_access(app, email, AccessMail::RESET, arrival, now)
}

/// A link in mail that gives access to an account.
#[derive(Clone, Copy)]
pub(super) struct AccessMail {
    purpose: MailPurpose,
    link: LinkKind,
    mail: MailKind,
    action: Action,
}

impl AccessMail {
    const RESET: AccessMail = AccessMail {
        purpose: MailPurpose::Reset,
        link: LinkKind::Reset,
        mail: MailKind::Reset,
        action: Action::AccountResetAsked,
    };
    pub(super) const SIGN_IN: AccessMail = AccessMail {
        purpose: MailPurpose::SignIn,
        link: LinkKind::SignIn,
        mail: MailKind::SignInLink,
        action: Action::AccountLinkAsked,
    };
}

/// Creates such a link for the account with this confirmed address, if there is one.
pub(super) fn mail_access(
    app: &App,
    email: &str,
    access: AccessMail,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<Option<MailMessage>, AccountError> {
    let email = parse_email(email)?;
    app.doors().rate_limiter().check_mail(access.purpose, &email.key(), arrival.network(), now)?;
    app.write(|conn| {
        let found = accounts::by_email(conn, &email.key())?;
        let found = found.filter(|row| row.state == AccountState::Active);
        // A link is also written without an account, so that the work is the same.
        let account = found.as_ref().map_or(0, |row| row.id);
        let link = new_link(conn, access.link, account, "", now)?;
        let entry = AuditEntry::for_account(0, "anybody", access.action, now).subject(account);
        if found.is_some() {
            audit::write(conn, &entry)?;
        }
        Ok(found.map(|row| MailMessage::with_link(&row, access.mail, link)))
    })
}

/// Sets a new password by a link. All sessions and tokens end; the caller is not signed in, and the
/// second factor is still required. Failed attempts by others then no longer lock out the network
/// `from` which the link was used.
pub fn reset_password(
    app: &App,
    link: &Secret,
    password: &str,
    client_network: Option<IpAddr>,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    let link = find_live_link(app, LinkKind::Reset, link, now)?;
    let row = accounts::by_id(&mut *app.store().connection()?, link.account_id)?;
    let row = row
        .filter(|row| row.state == AccountState::Active)
        .ok_or_else(AccountError::invalid_link)?;
    let hashed = hash_new_password(app, &row, password)?;
    let letters = app.write(|conn| {
        if !links::consume(conn, link.id, now)? {
            return Err(AccountError::invalid_link());
        }
        replace_password(conn, row.id, &hashed, now)?;
        tokens::end_all(conn, (row.id, "self"), row.id, now)?;
        let entry = AuditEntry::for_account(row.id, "self", Action::AccountPasswordReset, now);
        audit::write(conn, &entry.subject(row.id).with_hidden_change(Hidden::Password))?;
        Ok::<_, AccountError>(MailMessage::notice(&row, MailKind::PasswordChanged))
    })?;
    if let Some(from) = client_network {
        trust_network_for_account(app, &row, ClientNetwork::from(from), now);
    }
    Ok(letters)
}

/// Exempts the network from limits on attempts, by name, by address, and for the second factor.
fn trust_network_for_account(app: &App, row: &AccountRow, from: ClientNetwork, now: Micros) {
    let mut guesses = app.doors().rate_limiter();
    guesses.trust_network(Attempt::Password, &name_key(&row.name), from, now);
    if row.email_key.is_some() {
        guesses.trust_network(Attempt::Password, &name_key(&row.email), from, now);
    }
    for door in [Attempt::Password, Attempt::Code] {
        guesses.trust_network(door, &rate_limit_key(row), from, now);
    }
}

/// Hashes a new password of an account.
pub(super) fn hash_new_password(
    app: &App,
    row: &AccountRow,
    text: &str,
) -> Result<String, AccountError> {
    let chosen = Password::new(text, &[&row.name, &row.email, SITE_NAME]).map_err(|fault| {
        AccountError::InvalidForm(vec![FormFieldError::new("password", fault.message())])
    })?;
    Ok(app.doors().hash_limiter.hash(&chosen)?)
}

/// Replaces the password, and ends all sessions.
pub(super) fn replace_password(
    conn: &mut AnyConnection,
    account: i32,
    hashed: &str,
    now: Micros,
) -> Result<(), StoreError> {
    accounts::set_password(conn, account, hashed, now)?;
    sessions::end_others(conn, account, 0)?;
    links::remove_for_account(conn, account, LinkKind::SecondStep)?;
    links::remove_mailed_access(conn, account)
}

/// Confirms an address by the link that was sent to it.
///
/// # Errors
/// Returns a fault if the link is invalid, and `email-taken` if another account has confirmed the
/// address, which only its owner can find out.
pub fn confirm_email(
    app: &App,
    link: &Secret,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    let link = find_live_link(app, LinkKind::Confirm, link, now)?;
    let email = Email::parse(&link.email).map_err(|_| AccountError::invalid_link())?;
    app.write(|conn| {
        let row = accounts::by_id(conn, link.account_id)?;
        let row = row
            .filter(|row| row.state == AccountState::Active)
            .ok_or_else(AccountError::invalid_link)?;
        let holder = accounts::by_email(conn, &email.key())?;
        if holder.is_some_and(|holder| holder.id != row.id) {
            return Err(AccountError::invalid_field("email", refusals::EMAIL_TAKEN));
        }
        if !links::consume(conn, link.id, now)? {
            return Err(AccountError::invalid_link());
        }
        accounts::confirm_email(conn, row.id, email.as_str(), &email.key())?;
        // Links sent to the old address become invalid.
        links::remove_mailed_access(conn, row.id)?;
        let entry = AuditEntry::for_account(row.id, "self", Action::AccountEmailConfirmed, now);
        audit::write(conn, &entry.subject(row.id).with_hidden_change(Hidden::Email))?;
        // Notifies the old address if it was a different one.
        let moved = row.email_key.as_deref().is_some_and(|before| before != email.key());
        Ok(if moved { MailMessage::notice(&row, MailKind::EmailChanged) } else { Vec::new() })
    })
}
