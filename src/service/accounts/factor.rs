//! The second factor of one's own account.

use rand::Rng;

use crate::account::guesses::{Door, Guess};
use crate::account::recovery::{COUNT, RecoveryCode};
use crate::account::second_factor::Key;
use crate::service::access::Actor;
use crate::service::audit::{self, Action, Entry, Hidden};
use crate::service::{App, Error, refusals, tokens};
use crate::store::accounts::AccountRow;
use crate::store::seal::{NONCE_BYTES, Room, Sealer, bound_to_account};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, counted, open_sessions, recovery};

use super::own::own_row;
use super::signing_in::{counted_as, known_device, use_code};
use super::{Arrival, Letter, LetterKind, Opened, Refused, SITE, oneself, opening, proved};

/// A second factor that is begun: what an app must be told, once.
pub struct Setup {
    /// The key as it is typed, in groups of four.
    pub key: String,
    /// The same as an address, for a picture that an app reads.
    pub uri: String,
}

/// A second factor that counts from now on.
#[derive(Debug)]
pub struct Armed {
    /// Shown once.
    pub recovery_codes: Vec<String>,
    pub opened: Opened,
    pub letters: Vec<Letter>,
}

/// Whether the key of the service opens what it sealed of second factors: one is tried.
pub(in super::super) fn opens(
    connection: &mut AnyConnection,
    sealer: &Sealer,
) -> Result<bool, Error> {
    let sealed = accounts::any_second_factor(connection)?;
    let open = |(account, body): (i32, Vec<u8>)| {
        sealer.open(Room::SecondFactor, &bound_to_account(account), &body).is_ok()
    };
    Ok(sealed.is_none_or(open))
}

/// Whether an account's second factor counts, but its key went with the sealing key: only codes from paper
/// are known of it.
pub(super) fn is_lost(row: &AccountRow) -> bool {
    row.totp_on != 0 && row.totp.is_empty()
}

/// The key of an account's second factor.
pub(super) fn key_of(app: &App, row: &AccountRow) -> Result<Key, Error> {
    let plain = app.sealer().open(Room::SecondFactor, &bound_to_account(row.id), &row.totp)?;
    let damaged = || Error::Internal("the key of a second factor is damaged".to_owned());
    Key::of_bytes(&plain).ok_or_else(damaged)
}

/// Begins a second factor: it counts once its first code is given. Beginning again makes
/// another key.
///
/// # Errors
/// [`Refused::ProveAgain`]; [`Error::Conflict`] where there is one already.
pub fn begin_second_factor(app: &App, actor: &Actor, now: i64) -> Result<Setup, Refused> {
    let own = oneself(actor)?;
    proved(actor, now)?;
    let key = Key::new(&mut rand::rng());
    let mut nonce = [0; NONCE_BYTES];
    rand::rng().fill_bytes(&mut nonce);
    let sealed = app.sealer().seal(
        Room::SecondFactor,
        &bound_to_account(own.account),
        key.bytes(),
        nonce,
    )?;
    let name = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = own_row(connection, &own)?;
        if row.totp_on != 0 {
            return Err(Refused::from(Error::conflict(refusals::FACTOR_IS_ON)));
        }
        accounts::set_totp(connection, own.account, &sealed, false, 0)?;
        Ok(row.name)
    })?;
    Ok(Setup { key: key.text(), uri: key.uri(SITE, &name) })
}

/// Gives the first code: the second factor counts from now on, and this session goes on under a
/// new secret as one in which it was given. Other sessions
/// end, and all tokens.
///
/// # Errors
/// A fault of `code`; [`Error::Conflict`] where none was begun; [`Error::TooOften`].
pub fn confirm_second_factor(
    app: &App,
    actor: &Actor,
    code: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Armed, Refused> {
    let own = oneself(actor)?;
    proved(actor, now)?;
    let row = own_row(&mut *app.store().connection()?, &own)?;
    if row.totp_on != 0 || row.totp.is_empty() {
        return Err(Error::conflict(refusals::NO_FACTOR_BEGUN).into());
    }
    guess_code(app, &row, arrival, now, |connection| {
        let key = key_of(app, &row)?;
        let step = key.step_of(code, row.totp_step, now);
        let step = step.ok_or_else(|| Refused::fault("code", "code-wrong"))?;
        // Somebody who began again in between has another key.
        if own_row(connection, &own)?.totp != row.totp {
            return Err(Refused::fault("code", "code-wrong"));
        }
        accounts::set_totp(connection, own.account, &row.totp, true, step)?;
        let recovery_codes = renew(connection, own.account)?;
        open_sessions::end_others(connection, own.account, 0)?;
        let entry = Entry::of(actor, own.acting_as, Action::AccountSecondFactorOn, now);
        audit::write(connection, &entry.subject(own.account).hidden(Hidden::SecondFactor))?;
        // Whoever made them had not given this factor.
        tokens::end_all(connection, (own.account, own.acting_as.key()), own.account, now)?;
        let opened = opening::open(connection, own.account, arrival, true, now)?;
        let letters = Letter::notice(&row, LetterKind::SecondFactorOn);
        Ok(Armed { recovery_codes, opened, letters })
    })
}

/// Turns the second factor off, by one of its codes or one from paper. All tokens end.
///
/// # Errors
/// A fault of `code`; [`Refused::ProveAgain`]; [`Error::Conflict`] where there is none.
pub fn turn_off_second_factor(
    app: &App,
    actor: &Actor,
    code: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Vec<Letter>, Refused> {
    let own = oneself(actor)?;
    proved(actor, now)?;
    let row = own_row(&mut *app.store().connection()?, &own)?;
    if row.totp_on == 0 {
        return Err(Error::conflict(refusals::NO_FACTOR).into());
    }
    guess_code(app, &row, arrival, now, |connection| {
        use_code(connection, app, &row, code, now)?;
        disarm(connection, own.account)?;
        let entry = Entry::of(actor, own.acting_as, Action::AccountSecondFactorOff, now);
        audit::write(connection, &entry.subject(own.account).hidden(Hidden::SecondFactor))?;
        tokens::end_all(connection, (own.account, own.acting_as.key()), own.account, now)?;
        Ok(Letter::notice(&row, LetterKind::SecondFactorOff))
    })
}

/// Takes away the second factor and the codes on paper.
pub(super) fn disarm(connection: &mut AnyConnection, account: i32) -> Result<(), Refused> {
    accounts::set_totp(connection, account, &[], false, 0)?;
    Ok(recovery::replace(connection, account, &[])?)
}

/// Makes new recovery codes; those before no longer work.
///
/// # Errors
/// [`Refused::ProveAgain`]; [`Error::SecondFactor`] where it was not given in this session.
pub fn new_recovery_codes(app: &App, actor: &Actor, now: i64) -> Result<Vec<String>, Refused> {
    let own = oneself(actor)?;
    proved(actor, now)?;
    if !actor.has_second_factor || !actor.gave_second_factor {
        return Err(Error::SecondFactor.into());
    }
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let codes = renew(connection, own.account)?;
        let entry = Entry::of(actor, own.acting_as, Action::AccountRecoveryCodesMade, now);
        audit::write(connection, &entry.subject(own.account).hidden(Hidden::RecoveryCodes))?;
        Ok(codes)
    })
}

fn renew(connection: &mut AnyConnection, account: i32) -> Result<Vec<String>, Refused> {
    let mut rng = rand::rng();
    let codes: Vec<RecoveryCode> = (0..COUNT).map(|_| RecoveryCode::new(&mut rng)).collect();
    let hashes: Vec<[u8; 32]> = codes.iter().map(RecoveryCode::hash).collect();
    recovery::replace(connection, account, &hashes)?;
    Ok(codes.iter().map(RecoveryCode::text).collect())
}

/// Work that takes a code, in one transaction; a wrong one counts as a guess.
fn guess_code<T>(
    app: &App,
    row: &AccountRow,
    arrival: &Arrival<'_>,
    now: i64,
    work: impl FnOnce(&mut AnyConnection) -> Result<T, Refused>,
) -> Result<T, Refused> {
    let known = known_device(app, Some(row), arrival)?;
    let account = counted_as(row);
    let guess =
        Guess { door: Door::Code, account: &account, network: arrival.network(), device: known };
    app.doors().guesses().guess(&guess, now)?;
    let done = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        work(connection)
    })?;
    app.doors().guesses().right(&guess, now);
    Ok(done)
}
