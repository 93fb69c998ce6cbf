//! Signing in: the password, and the second step where there is one.

use crate::account::email::Email;
use crate::account::guesses::{Door, Guess};
use crate::account::password::Password;
use crate::account::recovery::RecoveryCode;
use crate::account::secret::Secret;
use crate::service::audit::{self, Action, Entry};
use crate::service::{App, Error};
use crate::store::accounts::{ACTIVE, AccountRow};
use crate::store::links::LinkKind;
use crate::store::names::name_key;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, counted, devices, links, recovery};

use super::{Arrival, Opened, Refused, factor, hashing, opening, resetting};

/// How far somebody has come.
#[derive(Debug)]
pub enum SignedIn {
    Whole(Opened),
    /// The second factor is still to be given, with this, within five minutes. It is no session.
    SecondStep(Secret),
}

/// Signs in by name or by confirmed address.
///
/// # Errors
/// One and the same fault for a wrong password, an unknown or suspended account, and one without
/// password; [`Error::TooOften`].
pub fn sign_in(
    app: &App,
    name_or_email: &str,
    password: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<SignedIn, Refused> {
    let wrong = || Refused::fault("password", "sign-in-wrong");
    let found = look_up(app, name_or_email)?;
    let known = known_device(app, found.as_ref(), arrival)?;
    // Counted under what was written: were name and address of one account counted together, the
    // count would tell that they belong together.
    let account = name_key(name_or_email);
    let guess = Guess {
        door: Door::Password,
        account: &account,
        network: arrival.network(),
        device: known,
    };
    app.doors().guesses().guess(&guess, now)?;
    let refused = |account: i32| {
        // What was typed may be a password in the wrong field; 0 is no account.
        let network = arrival.network();
        tracing::info!(target: "adjutant::security", account, %network, "a sign-in was refused");
        wrong()
    };
    let id = found.as_ref().map_or(0, |row| row.id);
    let password = Password::typed(password).ok_or_else(|| refused(id))?;
    let hashed = found.as_ref().map(|row| row.password.as_str());
    let right = app.doors().gate.verify(&password, hashed)?;
    let row = found.filter(|row| right && row.state == ACTIVE).ok_or_else(|| refused(id))?;
    app.doors().guesses().right(&guess, now);
    let rehashed = hashing::is_outdated(&row.password);
    let rehashed = rehashed.then(|| app.doors().gate.hash(&password)).transpose()?;
    enter(app, &row, rehashed.as_deref(), arrival, now)
}

/// The password was right.
fn enter(
    app: &App,
    row: &AccountRow,
    rehashed: Option<&str>,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<SignedIn, Refused> {
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        // What was true before the password was hashed may not be true any more.
        let still = accounts::by_id(connection, row.id)?;
        let still = still.filter(|still| still.state == ACTIVE && still.password == row.password);
        if still.is_none() {
            return Err(Refused::fault("password", "sign-in-wrong"));
        }
        if let Some(hashed) = rehashed {
            accounts::rehash(connection, row.id, hashed)?;
        }
        if row.totp_on != 0 {
            let link = resetting::new_link(connection, LinkKind::SecondStep, row.id, "", now)?;
            return Ok(SignedIn::SecondStep(link));
        }
        write(connection, row.id, Action::AccountSignedIn, now)?;
        Ok(SignedIn::Whole(opening::open(connection, row.id, arrival, false, now)?))
    })
}

fn write(
    connection: &mut AnyConnection,
    account: i32,
    action: Action,
    now: i64,
) -> Result<(), Refused> {
    Ok(audit::write(connection, &Entry::by(account, "self", action, now).subject(account))?)
}

/// The account of a name, or of a confirmed address; a name has no `@`.
fn look_up(app: &App, name_or_email: &str) -> Result<Option<AccountRow>, Error> {
    let mut connection = app.store().connection()?;
    if !name_or_email.contains('@') {
        return Ok(accounts::by_name(&mut connection, name_or_email)?);
    }
    match Email::parse(name_or_email) {
        Ok(email) => Ok(accounts::by_email(&mut connection, &email.key())?),
        Err(_) => Ok(None),
    }
}

/// What guesses are counted under of somebody whose account is known: no name looks like it.
pub(super) fn counted_as(row: &AccountRow) -> String {
    format!("#{}", row.id)
}

/// Whether the browser has signed in to this account before, and which it is.
pub(super) fn known_device(
    app: &App,
    found: Option<&AccountRow>,
    arrival: &Arrival<'_>,
) -> Result<Option<i32>, Error> {
    let Some(device) = arrival.device else { return Ok(None) };
    // Where there is no account, the same is looked up of none.
    let account = found.map_or(0, |row| row.id);
    Ok(devices::known(&mut *app.store().reading()?, account, &device.hash())?)
}

/// Gives the second factor, or a recovery code instead, to a sign-in that waits for it.
///
/// # Errors
/// A fault of `code` where it is wrong or was used; of `link` where the sign-in waits no longer;
/// [`Error::TooOften`].
pub fn second_step(
    app: &App,
    pending: &Secret,
    code: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Opened, Refused> {
    let link = resetting::living(app, LinkKind::SecondStep, pending, now)?;
    let row = accounts::by_id(&mut *app.store().connection()?, link.account_id)?;
    let row =
        row.filter(|row| row.state == ACTIVE && row.totp_on != 0).ok_or_else(Refused::dead_link)?;
    let known = known_device(app, Some(&row), arrival)?;
    let account = counted_as(&row);
    let guess =
        Guess { door: Door::Code, account: &account, network: arrival.network(), device: known };
    app.doors().guesses().guess(&guess, now)?;
    let opened = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let action = use_code(connection, app, &row, code, now)?;
        if !links::use_up(connection, link.id, now)? {
            return Err(Refused::dead_link());
        }
        if action != Action::AccountSignedIn {
            write(connection, row.id, action, now)?;
        }
        write(connection, row.id, Action::AccountSignedIn, now)?;
        Ok(opening::open(connection, row.id, arrival, true, now)?)
    })?;
    app.doors().guesses().right(&guess, now);
    Ok(opened)
}

/// Uses up a code of the app or from paper; tells by what somebody came in.
pub(super) fn use_code(
    connection: &mut AnyConnection,
    app: &App,
    row: &AccountRow,
    code: &str,
    now: i64,
) -> Result<Action, Refused> {
    let is_lost = factor::is_lost(row);
    if !is_lost
        && let Some(step) = factor::key_of(app, row)?.step_of(code, row.totp_step, now)
        && accounts::use_step(connection, row.id, row.totp_step, step)?
    {
        return Ok(Action::AccountSignedIn);
    }
    if let Some(paper) = RecoveryCode::parse(code)
        && recovery::use_up(connection, row.id, &paper.hash(), now)?
    {
        return Ok(Action::AccountRecoveryCodeUsed);
    }
    Err(Refused::fault("code", if is_lost { "code-paper-only" } else { "code-wrong" }))
}
