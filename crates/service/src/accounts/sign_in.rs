//! Signing in with the password and, if set up, the second factor.

use crate::audit::{self, Action, AuditEntry};
use crate::{App, Error, refusals};
use adjutant_domain::account::email::Email;
use adjutant_domain::account::password::Password;
use adjutant_domain::account::rate_limit::{Attempt, SignInAttempt};
use adjutant_domain::account::recovery_code::RecoveryCode;
use adjutant_domain::account::secret::Secret;
use adjutant_store::accounts::{ACTIVE, AccountRow};
use adjutant_store::links::LinkKind;
use adjutant_store::names::name_key;
use adjutant_store::{AnyConnection, accounts, devices, links, recovery};

use super::{
    AccountError, ClientInfo, OpenedSession, password_hashing, password_reset, second_factor,
    session_opening,
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
/// password; [`Error::TooOften`] after too many attempts.
pub fn sign_in(
    app: &App,
    name_or_email: &str,
    password: &str,
    arrival: &ClientInfo<'_>,
    now: i64,
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
    let row = found.filter(|row| right && row.state == ACTIVE).ok_or_else(|| refused(id))?;
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
    now: i64,
) -> Result<SignInOutcome, AccountError> {
    app.write(|connection| {
        // The account may have changed while the password was hashed.
        let still = accounts::by_id(connection, row.id)?;
        let still = still.filter(|still| still.state == ACTIVE && still.password == row.password);
        if still.is_none() {
            return Err(AccountError::invalid_field("password", refusals::SIGN_IN_WRONG));
        }
        if let Some(hashed) = rehashed {
            accounts::update_password_hash(connection, row.id, hashed)?;
        }
        if row.totp_on != 0 {
            let link = password_reset::new_link(connection, LinkKind::SecondStep, row.id, "", now)?;
            return Ok(SignInOutcome::SecondFactorRequired(link));
        }
        audit_sign_in(connection, row.id, Action::AccountSignedIn, now)?;
        Ok(SignInOutcome::Complete(session_opening::open_session(
            connection, row.id, arrival, false, now,
        )?))
    })
}

fn audit_sign_in(
    connection: &mut AnyConnection,
    account: i32,
    action: Action,
    now: i64,
) -> Result<(), AccountError> {
    Ok(audit::write(
        connection,
        &AuditEntry::for_account(account, "self", action, now).subject(account),
    )?)
}

/// Finds an account by name or confirmed address; names contain no `@`.
fn find_by_login(app: &App, name_or_email: &str) -> Result<Option<AccountRow>, Error> {
    let mut connection = app.store().connection()?;
    if !name_or_email.contains('@') {
        return Ok(accounts::by_name(&mut connection, name_or_email)?);
    }
    match Email::parse(name_or_email) {
        Ok(email) => Ok(accounts::by_email(&mut connection, &email.key())?),
        Err(_) => Ok(None),
    }
}

/// The rate limit key of a known account; no name looks like it.
pub(super) fn rate_limit_key(row: &AccountRow) -> String {
    format!("#{}", row.id)
}

/// Whether the browser has signed in to this account before, and its device row.
pub(super) fn known_device(
    app: &App,
    found: Option<&AccountRow>,
    arrival: &ClientInfo<'_>,
) -> Result<Option<i32>, Error> {
    let Some(device) = arrival.device else { return Ok(None) };
    // Without an account the same query runs, with account 0.
    let account = found.map_or(0, |row| row.id);
    Ok(devices::find(&mut *app.store().read_connection()?, account, &device.hash())?)
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
    now: i64,
) -> Result<OpenedSession, AccountError> {
    let link = password_reset::find_live_link(app, LinkKind::SecondStep, pending, now)?;
    let row = accounts::by_id(&mut *app.store().connection()?, link.account_id)?;
    let row = row
        .filter(|row| row.state == ACTIVE && row.totp_on != 0)
        .ok_or_else(AccountError::invalid_link)?;
    let known = known_device(app, Some(&row), arrival)?;
    let account = rate_limit_key(&row);
    let guess = SignInAttempt {
        attempt: Attempt::Code,
        account: &account,
        network: arrival.network(),
        device: known,
    };
    app.doors().rate_limiter().check_attempt(&guess, now)?;
    let opened = app.write(|connection| {
        let action = consume_code(connection, app, &row, code, now)?;
        if !links::consume(connection, link.id, now)? {
            return Err(AccountError::invalid_link());
        }
        if action != Action::AccountSignedIn {
            audit_sign_in(connection, row.id, action, now)?;
        }
        audit_sign_in(connection, row.id, Action::AccountSignedIn, now)?;
        Ok(session_opening::open_session(connection, row.id, arrival, true, now)?)
    })?;
    app.doors().rate_limiter().record_success(&guess, now);
    Ok(opened)
}

/// Uses up a TOTP or recovery code; returns which kind it was.
pub(super) fn consume_code(
    connection: &mut AnyConnection,
    app: &App,
    row: &AccountRow,
    code: &str,
    now: i64,
) -> Result<Action, AccountError> {
    let is_lost = second_factor::is_key_lost(row);
    if !is_lost
        && let Some(step) =
            second_factor::totp_key(app, row)?.matching_step(code, row.totp_step, now)
        && accounts::use_totp_step(connection, row.id, row.totp_step, step)?
    {
        return Ok(Action::AccountSignedIn);
    }
    if let Some(paper) = RecoveryCode::parse(code)
        && recovery::consume(connection, row.id, &paper.hash(), now)?
    {
        return Ok(Action::AccountRecoveryCodeUsed);
    }
    let template = if is_lost { refusals::CODE_RECOVERY_ONLY } else { refusals::CODE_WRONG };
    Err(AccountError::invalid_field("code", template))
}
