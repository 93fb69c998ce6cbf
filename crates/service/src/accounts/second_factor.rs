//! The second factors of the actor's own account: an authenticator app, recovery codes; passkeys are
//! in `passkeys`.

use crate::access::Actor;
use crate::audit::{self, Action, Hidden};
use crate::{App, Error, Result, refusals, tokens};
use adjutant_domain::account::rate_limit::Attempt;
use adjutant_domain::account::recovery_code::{RECOVERY_CODE_COUNT, RecoveryCode};
use adjutant_domain::account::totp::TotpKey;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountRow;
use adjutant_store::seal::{SealedKind, Sealer, account_binding};
use adjutant_store::{AnyConnection, accounts, passkeys, recovery, sessions};

use super::auth_limits::attempt;
use super::own_account::own_account_row;
use super::sign_in::{consume_code, open_session};
use super::{
    AccountError, ClientInfo, MailKind, MailMessage, OpenedSession, SITE_NAME,
    require_recent_authentication, require_session,
};

/// A second factor that was started: the data for an authenticator app, shown once.
pub struct TotpSetup {
    /// The key for typing, in groups of four.
    pub key: String,
    /// The key as a URI for a QR code.
    pub uri: String,
}

#[derive(Debug)]
pub struct SecondFactorEnabled {
    /// Shown once.
    pub recovery_codes: Vec<String>,
    pub session: OpenedSession,
    pub mail: Vec<MailMessage>,
}

/// Whether the service's key opens the sealed TOTP keys, tried on one of them.
pub(in super::super) fn can_open_totp_keys(
    conn: &mut AnyConnection,
    sealer: &Sealer,
) -> Result<bool> {
    let sealed = accounts::any_sealed_totp(conn)?;
    let open = |(account, body): (i32, Vec<u8>)| {
        sealer.open(SealedKind::SecondFactor, &account_binding(account), &body).is_ok()
    };
    Ok(sealed.is_none_or(open))
}

/// Whether the key of an account's second factor was lost with the sealing key, so that only
/// recovery codes work.
pub(super) fn is_key_lost(row: &AccountRow) -> bool {
    row.totp_on != 0 && row.totp.is_empty()
}

pub(super) fn totp_key(app: &App, row: &AccountRow) -> Result<TotpKey> {
    let plain = app.sealer().open(SealedKind::SecondFactor, &account_binding(row.id), &row.totp)?;
    let damaged = || Error::Internal("the key of a second factor is damaged".to_owned());
    TotpKey::from_bytes(&plain).ok_or_else(damaged)
}

/// Checks what changing a second factor needs: a password just given and, if the account has a
/// second factor already, that one too, so that the password alone never replaces it.
pub(super) fn require_change(actor: &Actor, now: Micros) -> Result<(), AccountError> {
    require_recent_authentication(actor, now)?;
    if actor.has_second_factor && !actor.gave_second_factor {
        return Err(Error::SecondFactor.into());
    }
    Ok(())
}

/// Starts setting up an authenticator app, which takes effect with its first code. Starting again
/// creates a new key.
pub fn begin_second_factor(
    app: &App,
    actor: &Actor,
    now: Micros,
) -> Result<TotpSetup, AccountError> {
    let own = require_session(actor)?;
    require_change(actor, now)?;
    let key = TotpKey::new(&mut rand::rng());
    let sealed = app.sealer().seal(
        SealedKind::SecondFactor,
        &account_binding(own.account),
        key.as_bytes(),
        rand::random(),
    )?;
    let name = app.write(|conn| {
        let row = own_account_row(conn, &own)?;
        if row.totp_on != 0 {
            return Err(AccountError::from(Error::conflict(refusals::FACTOR_IS_ON)));
        }
        accounts::set_totp(conn, own.account, &sealed, false, 0)?;
        Ok(row.name)
    })?;
    Ok(TotpSetup { key: key.to_base32(), uri: key.to_uri(SITE_NAME, &name) })
}

/// Confirms the second factor by its first code. This session gets a new secret and counts as one
/// in which the factor was given; all other sessions and tokens end.
pub fn confirm_second_factor(
    app: &App,
    actor: &Actor,
    code: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<SecondFactorEnabled, AccountError> {
    let own = require_session(actor)?;
    require_change(actor, now)?;
    let row = own_account_row(&mut *app.store().connection()?, &own)?;
    if row.totp_on != 0 || row.totp.is_empty() {
        return Err(Error::conflict(refusals::NO_FACTOR_BEGUN).into());
    }
    with_code_attempt(app, &row, arrival, now, |conn| {
        let key = totp_key(app, &row)?;
        let step = key.matching_step(code, row.totp_step, now);
        let step = step.ok_or_else(|| AccountError::invalid_field("code", refusals::CODE_WRONG))?;
        // Starting again in the meantime has created another key.
        if own_account_row(conn, &own)?.totp != row.totp {
            return Err(AccountError::invalid_field("code", refusals::CODE_WRONG));
        }
        accounts::set_totp(conn, own.account, &row.totp, true, step)?;
        let recovery_codes = store_new_recovery_codes(conn, own.account)?;
        sessions::end_others(conn, own.account, 0)?;
        let entry =
            own.entry(Action::AccountSecondFactorOn, now).with_hidden_change(Hidden::SecondFactor);
        audit::write(conn, &entry)?;
        // Existing tokens were created without this factor.
        tokens::end_all(conn, own.by(), own.account, now)?;
        let opened = open_session(conn, own.account, arrival, true, now)?;
        let letters = MailMessage::notice(&row, MailKind::SecondFactorOn);
        Ok(SecondFactorEnabled { recovery_codes, session: opened, mail: letters })
    })
}

/// Disables the authenticator app with one of its codes or a recovery code. All tokens end.
pub fn disable_second_factor(
    app: &App,
    actor: &Actor,
    code: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    let own = require_session(actor)?;
    require_recent_authentication(actor, now)?;
    let row = own_account_row(&mut *app.store().connection()?, &own)?;
    if row.totp_on == 0 {
        return Err(Error::conflict(refusals::NO_FACTOR).into());
    }
    with_code_attempt(app, &row, arrival, now, |conn| {
        consume_code(conn, app, &row, code, now)?;
        accounts::set_totp(conn, own.account, &[], false, 0)?;
        if row.passkeys == 0 {
            recovery::replace(conn, own.account, &[])?;
        }
        let entry =
            own.entry(Action::AccountSecondFactorOff, now).with_hidden_change(Hidden::SecondFactor);
        audit::write(conn, &entry)?;
        tokens::end_all(conn, own.by(), own.account, now)?;
        Ok(MailMessage::notice(&row, MailKind::SecondFactorOff))
    })
}

/// Removes the app, all passkeys and the recovery codes.
pub(super) fn remove_all(conn: &mut AnyConnection, account: i32) -> Result<(), AccountError> {
    accounts::set_totp(conn, account, &[], false, 0)?;
    passkeys::remove_for_account(conn, account)?;
    Ok(recovery::replace(conn, account, &[])?)
}

/// Replaces the recovery codes.
///
/// # Errors
/// Returns [`Error::SecondFactor`] if it was not given in this session.
pub fn replace_recovery_codes(
    app: &App,
    actor: &Actor,
    now: Micros,
) -> Result<Vec<String>, AccountError> {
    let own = require_session(actor)?;
    require_recent_authentication(actor, now)?;
    if !actor.has_second_factor || !actor.gave_second_factor {
        return Err(Error::SecondFactor.into());
    }
    app.write(|conn| {
        let codes = store_new_recovery_codes(conn, own.account)?;
        let entry = own
            .entry(Action::AccountRecoveryCodesMade, now)
            .with_hidden_change(Hidden::RecoveryCodes);
        audit::write(conn, &entry)?;
        Ok(codes)
    })
}

/// Confirms in a session the second factor that signing in by password did not ask for: that of an
/// account with passkeys only, by a recovery code.
pub fn give_second_factor(
    app: &App,
    actor: &Actor,
    code: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<(), AccountError> {
    let own = require_session(actor)?;
    let row = own_account_row(&mut *app.store().connection()?, &own)?;
    if !row.has_second_factor() {
        return Err(Error::conflict(refusals::NO_FACTOR).into());
    }
    with_code_attempt(app, &row, arrival, now, |conn| {
        let action = consume_code(conn, app, &row, code, now)?;
        sessions::record_second_factor(conn, own.account, own.session)?;
        if action == Action::AccountRecoveryCodeUsed {
            audit::write(conn, &own.entry(action, now))?;
        }
        Ok(())
    })
}

pub(super) fn store_new_recovery_codes(
    conn: &mut AnyConnection,
    account: i32,
) -> Result<Vec<String>, AccountError> {
    let mut rng = rand::rng();
    let codes: Vec<RecoveryCode> =
        (0..RECOVERY_CODE_COUNT).map(|_| RecoveryCode::new(&mut rng)).collect();
    let hashes: Vec<[u8; 32]> = codes.iter().map(RecoveryCode::hash).collect();
    recovery::replace(conn, account, &hashes)?;
    Ok(codes.iter().map(RecoveryCode::to_text).collect())
}

/// Runs a code check in one transaction; a wrong code counts towards the rate limit.
fn with_code_attempt<T>(
    app: &App,
    row: &AccountRow,
    arrival: &ClientInfo<'_>,
    now: Micros,
    work: impl FnOnce(&mut AnyConnection) -> Result<T, AccountError>,
) -> Result<T, AccountError> {
    attempt(app, Attempt::Code, row, arrival, now, || app.write(work))
}
