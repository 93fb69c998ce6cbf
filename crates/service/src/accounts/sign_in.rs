//! Signing in with the password and, if set up, the second factor.

use crate::audit::{self, Action, AuditEntry};
use crate::{App, Result, refusals};
use adjutant_domain::account::email::Email;
use adjutant_domain::account::password::Password;
use adjutant_domain::account::rate_limit::{Attempt, SignInAttempt};
use adjutant_domain::account::recovery_code::RecoveryCode;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::user_agent;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::{AccountRow, AccountState};
use adjutant_store::links::LinkKind;
use adjutant_store::names::name_key;
use adjutant_store::sessions::{self, NewSession};
use adjutant_store::{AnyConnection, StoreError, accounts, devices, links, recovery};

use super::auth_limits::{attempt, known_device};
use super::{
    AccountError, ClientInfo, MailKind, MailMessage, OpenedSession, password_hashing,
    password_reset, second_factor,
};

/// The result of a sign-in step.
#[derive(Debug)]
pub enum SignInOutcome {
    Complete(OpenedSession),
    /// The second factor must be given with this secret, which opens no session, within five
    /// minutes.
    SecondFactorRequired(Secret),
}

/// Signs in by name or by confirmed address.
///
/// # Errors
/// Returns the same fault for a wrong password, an unknown or suspended account, and one without a
/// password; [`TooOften`](crate::Error::TooOften) after too many attempts.
pub fn sign_in(
    app: &App,
    name_or_email: &str,
    password: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<SignInOutcome, AccountError> {
    let wrong = || AccountError::invalid_field("password", refusals::SIGN_IN_WRONG);
    let found = find_by_login(app, name_or_email)?;
    let known = known_device(app, found.as_ref(), arrival)?;
    // Counted under the login as typed: counting name and address together would reveal that they
    // belong to one account.
    let account = name_key(name_or_email);
    let guess = SignInAttempt {
        attempt: Attempt::Password,
        account: &account,
        network: arrival.network(),
        device: known,
    };
    app.doors().rate_limiter().check_attempt(&guess, now)?;
    let refused = |account: i32| {
        // The login is not logged, since it may be a password in the wrong field; 0 is no account.
        let network = arrival.network();
        tracing::info!(target: "adjutant::security", account, %network, "a sign-in was refused");
        wrong()
    };
    let id = found.as_ref().map_or(0, |row| row.id);
    let password = Password::from_input(password).ok_or_else(|| refused(id))?;
    let hashed = found.as_ref().map(|row| row.password.as_str());
    let right = app.doors().hash_limiter.verify(&password, hashed)?;
    let row = found
        .filter(|row| right && row.state == AccountState::Active)
        .ok_or_else(|| refused(id))?;
    app.doors().rate_limiter().record_success(&guess, now);
    let rehashed = password_hashing::is_outdated(&row.password);
    let rehashed = rehashed.then(|| app.doors().hash_limiter.hash(&password)).transpose()?;
    finish_password_step(app, &row, rehashed.as_deref(), arrival, now)
}

/// Continues after a correct password.
fn finish_password_step(
    app: &App,
    row: &AccountRow,
    rehashed: Option<&str>,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<SignInOutcome, AccountError> {
    app.write(|conn| {
        // The account may have changed while the password was hashed.
        let still = accounts::by_id(conn, row.id)?;
        let still = still
            .filter(|still| still.state == AccountState::Active && still.password == row.password);
        if still.is_none() {
            return Err(AccountError::invalid_field("password", refusals::SIGN_IN_WRONG));
        }
        if let Some(hashed) = rehashed {
            accounts::update_password_hash(conn, row.id, hashed)?;
        }
        if row.totp_on != 0 {
            let link = password_reset::new_link(conn, LinkKind::SecondStep, row.id, "", now)?;
            return Ok(SignInOutcome::SecondFactorRequired(link));
        }
        audit_sign_in(conn, row.id, Action::AccountSignedIn, now)?;
        Ok(SignInOutcome::Complete(open_session(conn, row.id, arrival, false, now)?))
    })
}

pub(super) fn audit_sign_in(
    conn: &mut AnyConnection,
    account: i32,
    action: Action,
    now: Micros,
) -> Result<(), AccountError> {
    Ok(audit::write(conn, &AuditEntry::for_account(account, "self", action, now).subject(account))?)
}

/// Finds an account by name or confirmed address; names contain no `@`.
fn find_by_login(app: &App, name_or_email: &str) -> Result<Option<AccountRow>> {
    let mut conn = app.store().connection()?;
    if !name_or_email.contains('@') {
        return Ok(accounts::by_name(&mut conn, name_or_email)?);
    }
    match Email::parse(name_or_email) {
        Ok(email) => Ok(accounts::by_email(&mut conn, &email.key())?),
        Err(_) => Ok(None),
    }
}

/// Completes a pending sign-in with the second factor or a recovery code.
///
/// # Errors
/// Returns a fault of `code` if it is wrong or used, of `link` if the sign-in is no longer pending.
pub fn sign_in_second_step(
    app: &App,
    pending: &Secret,
    code: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<OpenedSession, AccountError> {
    let link = password_reset::find_live_link(app, LinkKind::SecondStep, pending, now)?;
    let row = accounts::by_id(&mut *app.store().connection()?, link.account_id)?;
    let row = row
        .filter(|row| row.state == AccountState::Active && row.totp_on != 0)
        .ok_or_else(AccountError::invalid_link)?;
    attempt(app, Attempt::Code, &row, arrival, now, || {
        app.write(|conn| {
            let action = consume_code(conn, app, &row, code, now)?;
            if !links::consume(conn, link.id, now)? {
                return Err(AccountError::invalid_link());
            }
            if action != Action::AccountSignedIn {
                audit_sign_in(conn, row.id, action, now)?;
            }
            audit_sign_in(conn, row.id, Action::AccountSignedIn, now)?;
            Ok(open_session(conn, row.id, arrival, true, now)?)
        })
    })
}

/// Uses up a TOTP or recovery code; returns which kind it was.
pub(super) fn consume_code(
    conn: &mut AnyConnection,
    app: &App,
    row: &AccountRow,
    code: &str,
    now: Micros,
) -> Result<Action, AccountError> {
    let is_lost = second_factor::is_key_lost(row);
    if row.totp_on != 0
        && !is_lost
        && let Some(step) =
            second_factor::totp_key(app, row)?.matching_step(code, row.totp_step, now)
        && accounts::use_totp_step(conn, row.id, row.totp_step, step)?
    {
        return Ok(Action::AccountSignedIn);
    }
    if let Some(paper) = RecoveryCode::parse(code)
        && recovery::consume(conn, row.id, &paper.hash(), now)?
    {
        return Ok(Action::AccountRecoveryCodeUsed);
    }
    let template = if is_lost { refusals::CODE_RECOVERY_ONLY } else { refusals::CODE_WRONG };
    Err(AccountError::invalid_field("code", template))
}

/// Opens a session, in a transaction that holds the writer lock. The session of the request ends,
/// against session fixation.
pub(super) fn open_session(
    conn: &mut AnyConnection,
    account: i32,
    arrival: &ClientInfo<'_>,
    second_factor: bool,
    now: Micros,
) -> Result<OpenedSession, StoreError> {
    if let Some(before) = arrival.session {
        sessions::end_by_hash(conn, &before.hash())?;
    }
    let session = Secret::new(&mut rand::rng());
    let agent = user_agent::describe(arrival.user_agent);
    let hash = session.hash();
    let new = NewSession { hash: &hash, account, second_factor, agent: &agent, now };
    sessions::add(conn, new)?;
    accounts::record_sign_in(conn, account, now)?;
    let others = devices::has_any(conn, account)?;
    let device = remember_device(conn, account, arrival.device, now)?;
    let is_new = arrival.device != Some(&device);
    let letters = if others && is_new { new_sign_in_notice(conn, account)? } else { Vec::new() };
    Ok(OpenedSession { session, device, mail: letters })
}

/// Notifies the account of a sign-in by a new browser.
fn new_sign_in_notice(
    conn: &mut AnyConnection,
    account: i32,
) -> Result<Vec<MailMessage>, StoreError> {
    let row = accounts::by_id(conn, account)?;
    Ok(row.map_or_else(Vec::new, |row| MailMessage::notice(&row, MailKind::NewSignIn)))
}

/// The secret that identifies the browser; kept if it has one for this account.
fn remember_device(
    conn: &mut AnyConnection,
    account: i32,
    device: Option<&Secret>,
    now: Micros,
) -> Result<Secret, StoreError> {
    if let Some(device) = device
        && let Some(id) = devices::find(conn, account, &device.hash())?
    {
        devices::touch(conn, id, now)?;
        return Ok(device.clone());
    }
    let new = Secret::new(&mut rand::rng());
    devices::add(conn, account, &new.hash(), now)?;
    Ok(new)
}
