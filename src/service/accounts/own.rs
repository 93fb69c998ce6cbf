//! One's own account: password, address, sessions.

use crate::account::email::Email;
use crate::account::guesses::{Door, Guess, Post};
use crate::account::password::Password;
use crate::account::session::{Lives, PROVED_FOR};
use crate::service::access::{Actor, Through};
use crate::service::audit::{self, Action, Entry, Field, Hidden};
use crate::service::{App, Error, tokens};
use crate::store::accounts::AccountRow;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, counted, links, open_sessions, recovery};

use super::entering::confirmation;
use super::resetting::{hash_chosen, replace_password};
use super::signing_in::{counted_as, known_device};
use super::{
    Arrival, Letter, LetterKind, LinkKind, Oneself, Opened, Refused, oneself, opening, proved,
};

/// What somebody sees of his own account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mine {
    pub id: i32,
    pub name: String,
    /// Empty for none.
    pub email: String,
    pub email_confirmed: bool,
    pub player: Option<i32>,
    pub has_second_factor: bool,
    /// Whether a second factor is begun and waits for its first code.
    pub second_factor_begun: bool,
    pub recovery_codes_left: i64,
    pub language: String,
    pub created_at: i64,
    pub password_at: i64,
    /// The password need not be given again until then.
    pub proved_until: i64,
}

/// A session in its owner's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSession {
    pub id: i32,
    /// "Firefox on Android"; empty where the browser is unknown.
    pub agent: String,
    pub created_at: i64,
    pub seen_at: i64,
    pub second_factor: bool,
    /// Whether it is the one that asks.
    pub here: bool,
}

/// A changed password.
#[derive(Debug)]
pub struct Changed {
    pub opened: Opened,
    pub letters: Vec<Letter>,
}

/// The row of one's own account.
pub(super) fn own_row(connection: &mut AnyConnection, own: &Oneself) -> Result<AccountRow, Error> {
    accounts::by_id(connection, own.account)?.ok_or(Error::SignIn)
}

/// One's own account.
///
/// # Errors
/// [`Error::SignIn`] without a session.
pub fn mine(app: &App, actor: &Actor) -> Result<Mine, Refused> {
    let own = oneself(actor)?;
    let mut connection = app.store().reading()?;
    let row = own_row(&mut connection, &own)?;
    let proved_at = match actor.through {
        Through::Session { proved_at, .. } => proved_at,
        _ => 0,
    };
    Ok(Mine {
        id: row.id,
        name: row.name,
        email: row.email,
        email_confirmed: row.email_key.is_some(),
        player: row.player_id,
        has_second_factor: row.totp_on != 0,
        second_factor_begun: row.totp_on == 0 && !row.totp.is_empty(),
        recovery_codes_left: recovery::left(&mut connection, own.account)?,
        language: row.language,
        created_at: row.created_at,
        password_at: row.password_at,
        proved_until: proved_at.saturating_add(PROVED_FOR),
    })
}

/// Ends this session.
///
/// # Errors
/// [`Error::SignIn`] without one.
pub fn sign_out(app: &App, actor: &Actor, now: i64) -> Result<(), Refused> {
    let own = oneself(actor)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        open_sessions::end(connection, own.account, own.session)?;
        let entry = Entry::of(actor, own.acting_as, Action::AccountSignedOut, now);
        Ok(audit::write(connection, &entry.subject(own.account))?)
    })
}

/// Whether it is his password; wrong ones count as guesses.
fn is_right(
    app: &App,
    row: &AccountRow,
    password: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<bool, Refused> {
    let known = known_device(app, Some(row), arrival)?;
    let account = counted_as(row);
    let guess = Guess {
        door: Door::Password,
        account: &account,
        network: arrival.network(),
        device: known,
    };
    app.doors().guesses().guess(&guess, now)?;
    let Some(password) = Password::typed(password) else { return Ok(false) };
    let right = app.doors().gate.verify(&password, Some(&row.password))?;
    if right {
        app.doors().guesses().right(&guess, now);
    }
    Ok(right)
}

/// Gives the password again in a session, for what cannot be undone.
///
/// # Errors
/// A fault where it is wrong; [`Error::TooOften`].
pub fn prove_again(
    app: &App,
    actor: &Actor,
    password: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<(), Refused> {
    let own = oneself(actor)?;
    let row = own_row(&mut *app.store().connection()?, &own)?;
    if !is_right(app, &row, password, arrival, now)? {
        return Err(Refused::fault("password", "password-wrong"));
    }
    Ok(open_sessions::prove(&mut *app.store().connection()?, own.session, now)?)
}

/// Changes the password. Other sessions and all tokens end, and this one goes on under a new secret.
///
/// # Errors
/// A fault of `old_password` where it is wrong, of `password` where it is refused.
pub fn change_password(
    app: &App,
    actor: &Actor,
    old: &str,
    new: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Changed, Refused> {
    let own = oneself(actor)?;
    let row = own_row(&mut *app.store().connection()?, &own)?;
    if !is_right(app, &row, old, arrival, now)? {
        return Err(Refused::fault("old_password", "password-wrong"));
    }
    let hashed = hash_chosen(app, &row, new)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        replace_password(connection, own.account, &hashed, 0, now)?;
        let entry = Entry::of(actor, own.acting_as, Action::AccountPasswordChanged, now);
        audit::write(connection, &entry.subject(own.account).hidden(Hidden::Password))?;
        tokens::end_all(connection, (own.account, own.acting_as.key()), own.account, now)?;
        let opened =
            opening::open(connection, own.account, arrival, actor.gave_second_factor, now)?;
        let letters = Letter::notice(&row, LetterKind::PasswordChanged);
        Ok(Changed { opened, letters })
    })
}

/// Gives the account another address. It counts once the letter that goes there is answered;
/// until then the one before does, where there is one that was confirmed.
///
/// # Errors
/// A fault for what is no address; [`Refused::ProveAgain`]; [`Error::TooOften`].
pub fn change_email(
    app: &App,
    actor: &Actor,
    email: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Vec<Letter>, Refused> {
    let own = oneself(actor)?;
    proved(actor, now)?;
    let email = Email::parse(email).map_err(|_| Refused::fault("email", "email-wrong"))?;
    app.doors().guesses().letter(Post::Confirm, &email.key(), arrival.network(), now)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = own_row(connection, &own)?;
        if row.email_key.is_none() {
            accounts::set_email(connection, own.account, email.as_str())?;
            links::drop_of(connection, own.account, LinkKind::Reset)?;
        }
        let entry = Entry::of(actor, own.acting_as, Action::AccountEmailChanged, now);
        audit::write(connection, &entry.subject(own.account).hidden(Hidden::Email))?;
        confirmation(connection, own.account, email.as_str(), now)
    })
}

/// One's own sessions that still live, the newest first.
///
/// # Errors
/// [`Error::SignIn`] without one.
pub fn sessions(
    app: &App,
    actor: &Actor,
    lives: Lives,
    now: i64,
) -> Result<Vec<OwnSession>, Refused> {
    let own = oneself(actor)?;
    let all = open_sessions::of(&mut *app.store().reading()?, own.account)?;
    Ok(all
        .into_iter()
        .filter(|row| lives.is_alive(row.created_at, row.seen_at, now))
        .map(|row| OwnSession {
            id: row.id,
            agent: row.agent,
            created_at: row.created_at,
            seen_at: row.seen_at,
            second_factor: row.second_factor != 0,
            here: row.id == own.session,
        })
        .collect())
}

/// Ends one of one's own sessions.
///
/// # Errors
/// [`Error::Hidden`] where there is none of this number among one's own.
pub fn end_session(app: &App, actor: &Actor, id: i32, now: i64) -> Result<(), Refused> {
    let own = oneself(actor)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        if !open_sessions::end(connection, own.account, id)? {
            return Err(Error::Hidden.into());
        }
        let entry = Entry::of(actor, own.acting_as, Action::SessionRevoked, now);
        Ok(audit::write(connection, &entry.subject(own.account))?)
    })
}

/// Ends all of one's own sessions but this one; gives how many.
///
/// # Errors
/// [`Error::SignIn`] without one.
pub fn end_other_sessions(app: &App, actor: &Actor, now: i64) -> Result<usize, Refused> {
    let own = oneself(actor)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let ended = open_sessions::end_others(connection, own.account, own.session)?;
        let entry = Entry::of(actor, own.acting_as, Action::SessionsRevoked, now);
        let entry = entry.subject(own.account).change(Field::Sessions, ended, 0);
        audit::write(connection, &entry)?;
        Ok(ended)
    })
}
