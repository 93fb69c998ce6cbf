//! The actor's own account: password, address, sessions.

use crate::access::{Actor, Credential};
use crate::audit::{self, Action, Field, Hidden};
use crate::{App, Error, Result, refusals, tokens};
use adjutant_domain::account::password::Password;
use adjutant_domain::account::rate_limit::{Attempt, MailPurpose};
use adjutant_domain::account::session::{REAUTHENTICATION_TTL, SessionLifetimes};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountRow;
use adjutant_store::{AnyConnection, accounts, links, recovery, sessions};

use super::auth_limits::attempt;
use super::password_reset::{hash_new_password, replace_password};
use super::sign_in::open_session;
use super::sign_up::confirmation_mail;
use super::{
    AccountDetails, AccountError, ClientInfo, MailKind, MailMessage, OpenedSession, SessionOwner,
    parse_email, require_recent_authentication, require_session,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAccount {
    pub account: AccountDetails,
    /// Whether a second factor was started and awaits its first code.
    pub is_second_factor_pending: bool,
    pub recovery_codes_left: i64,
    /// Until when the password need not be given again.
    pub authenticated_until: Micros,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSession {
    pub id: i32,
    /// Such as "Firefox on Android"; empty if unknown.
    pub agent: String,
    pub created_at: Micros,
    pub last_seen_at: Micros,
    pub second_factor: bool,
    /// Whether it is the session of this request.
    pub is_current: bool,
}

#[derive(Debug)]
pub struct PasswordChangeOutcome {
    pub session: OpenedSession,
    pub mail: Vec<MailMessage>,
}

pub(super) fn own_account_row(
    conn: &mut AnyConnection,
    owner: &SessionOwner,
) -> Result<AccountRow> {
    accounts::by_id(conn, owner.account)?.ok_or(Error::SignIn)
}

pub fn own_account(app: &App, actor: &Actor) -> Result<OwnAccount, AccountError> {
    let own = require_session(actor)?;
    let mut conn = app.store().read_connection()?;
    let row = own_account_row(&mut conn, &own)?;
    let proved_at = match actor.credential {
        Credential::Session { authenticated_at: proved_at, .. } => proved_at,
        _ => Micros::NEVER,
    };
    Ok(OwnAccount {
        is_second_factor_pending: row.totp_on == 0 && !row.totp.is_empty(),
        recovery_codes_left: recovery::count_unused(&mut conn, own.account)?,
        authenticated_until: proved_at.saturating_add(REAUTHENTICATION_TTL),
        account: row.into(),
    })
}

/// Ends the session of this request.
pub fn sign_out(app: &App, actor: &Actor, now: Micros) -> Result<(), AccountError> {
    let own = require_session(actor)?;
    app.write(|conn| {
        sessions::end(conn, own.account, own.session)?;
        Ok(audit::write(conn, &own.entry(Action::AccountSignedOut, now))?)
    })
}

/// Checks the password in this field; a wrong one counts towards the rate limit.
fn verify_password(
    app: &App,
    row: &AccountRow,
    (field, password): (&'static str, &str),
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<(), AccountError> {
    attempt(app, Attempt::Password, row, arrival, now, || {
        let right = match Password::from_input(password) {
            Some(password) => app.doors().hash_limiter.verify(&password, Some(&row.password))?,
            None => false,
        };
        let wrong = || AccountError::invalid_field(field, refusals::PASSWORD_WRONG);
        right.then_some(()).ok_or_else(wrong)
    })
}

/// Confirms the password again in a session, before what cannot be undone.
pub fn reauthenticate(
    app: &App,
    actor: &Actor,
    password: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<(), AccountError> {
    let own = require_session(actor)?;
    let row = own_account_row(&mut *app.store().connection()?, &own)?;
    verify_password(app, &row, ("password", password), arrival, now)?;
    Ok(sessions::record_password_proof(&mut *app.store().connection()?, own.session, now)?)
}

/// Changes the password. Other sessions and all tokens end, and this session gets a new secret.
///
/// # Errors
/// Returns a fault of `old_password` if it is wrong, of `password` if the new one is not allowed.
pub fn change_password(
    app: &App,
    actor: &Actor,
    old: &str,
    new: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<PasswordChangeOutcome, AccountError> {
    let own = require_session(actor)?;
    let row = own_account_row(&mut *app.store().connection()?, &own)?;
    verify_password(app, &row, ("old_password", old), arrival, now)?;
    let hashed = hash_new_password(app, &row, new)?;
    app.write(|conn| {
        replace_password(conn, own.account, &hashed, now)?;
        let entry =
            own.entry(Action::AccountPasswordChanged, now).with_hidden_change(Hidden::Password);
        audit::write(conn, &entry)?;
        tokens::end_all(conn, own.by(), own.account, now)?;
        let opened = open_session(conn, own.account, arrival, actor.gave_second_factor, now)?;
        let letters = MailMessage::notice(&row, MailKind::PasswordChanged);
        Ok(PasswordChangeOutcome { session: opened, mail: letters })
    })
}

/// Changes the e-mail address. The new one counts once the link in the message to it is used; until
/// then a confirmed old address remains.
pub fn change_email(
    app: &App,
    actor: &Actor,
    email: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    let own = require_session(actor)?;
    require_recent_authentication(actor, now)?;
    let email = parse_email(email)?;
    app.doors().rate_limiter().check_mail(
        MailPurpose::Confirm,
        &email.key(),
        arrival.network(),
        now,
    )?;
    app.write(|conn| {
        let row = own_account_row(conn, &own)?;
        if row.email_key.is_none() {
            accounts::set_unconfirmed_email(conn, own.account, email.as_str())?;
            links::remove_mailed_access(conn, own.account)?;
        }
        let entry = own.entry(Action::AccountEmailChanged, now).with_hidden_change(Hidden::Email);
        audit::write(conn, &entry)?;
        confirmation_mail(conn, own.account, email.as_str(), now)
    })
}

/// Lists the account's active sessions, the newest first.
pub fn sessions(
    app: &App,
    actor: &Actor,
    lives: SessionLifetimes,
    now: Micros,
) -> Result<Vec<OwnSession>, AccountError> {
    let own = require_session(actor)?;
    let all = sessions::for_account(&mut *app.store().read_connection()?, own.account)?;
    Ok(all
        .into_iter()
        .filter(|row| lives.is_alive(row.created_at, row.seen_at, now))
        .map(|row| OwnSession {
            id: row.id,
            agent: row.agent,
            created_at: row.created_at,
            last_seen_at: row.seen_at,
            second_factor: row.second_factor != 0,
            is_current: row.id == own.session,
        })
        .collect())
}

pub fn end_session(app: &App, actor: &Actor, id: i32, now: Micros) -> Result<(), AccountError> {
    let own = require_session(actor)?;
    app.write(|conn| {
        if !sessions::end(conn, own.account, id)? {
            return Err(Error::Hidden.into());
        }
        Ok(audit::write(conn, &own.entry(Action::SessionRevoked, now))?)
    })
}

/// Ends all sessions of the account but this one; returns their number.
pub fn end_other_sessions(app: &App, actor: &Actor, now: Micros) -> Result<usize, AccountError> {
    let own = require_session(actor)?;
    app.write(|conn| {
        let ended = sessions::end_others(conn, own.account, own.session)?;
        let entry = own.entry(Action::SessionsRevoked, now).with_change(Field::Sessions, ended, 0);
        audit::write(conn, &entry)?;
        Ok(ended)
    })
}
