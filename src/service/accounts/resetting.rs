//! Links that work once: a new password, a confirmed address.

use std::net::IpAddr;

use crate::account::email::Email;
use crate::account::guesses::{Door, Network, Post};
use crate::account::password::Password;
use crate::account::roles::Role;
use crate::account::secret::Secret;
use crate::service::audit::{self, Action, Entry, Hidden};
use crate::service::{App, tokens};
use crate::store::accounts::{ACTIVE, AccountRow};
use crate::store::links::{LinkRow, NewLink};
use crate::store::names::name_key;
use crate::store::transaction::in_transaction;
use crate::store::{
    AnyConnection, StoreError, accounts, counted, links, open_sessions, organisations, roles,
};

use super::signing_in::counted_as;
use super::{Arrival, Fault, Letter, LetterKind, LinkKind, Refused, SITE, inviting};

/// Microseconds of a minute.
const MINUTE: i64 = 60_000_000;

/// How long a link works.
const fn lives(kind: LinkKind) -> i64 {
    match kind {
        LinkKind::Reset => 10 * MINUTE,
        LinkKind::Confirm => 24 * 60 * MINUTE,
        LinkKind::Invitation => 14 * 24 * 60 * MINUTE,
        LinkKind::SecondStep => 5 * MINUTE,
    }
}

/// What a link is for, before it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkShown {
    /// Whose account it is; of an invitation, who invites; empty for the operator.
    pub name: String,
    pub email: String,
    /// The role that an invitation brings, if it brings one.
    pub offer: Option<Offer>,
    pub expires_at: i64,
}

/// The role that an invitation brings, by the names that its reader knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub organisation: String,
    pub role: Role,
    /// `None` for all events.
    pub event: Option<String>,
}

/// A new link of an account, in a transaction that holds the writer's lock. An older one of the
/// same kind no longer works, but for sign-ins, of which two browsers may wait at once.
pub(super) fn new_link(
    connection: &mut AnyConnection,
    kind: LinkKind,
    account: i32,
    email: &str,
    now: i64,
) -> Result<Secret, StoreError> {
    if account != 0 && matches!(kind, LinkKind::Reset | LinkKind::Confirm) {
        links::drop_of(connection, account, kind)?;
    }
    let link = Secret::new(&mut rand::rng());
    links::add(connection, NewLink { hash: &link.hash(), email, ..bare(kind, account, now) })?;
    Ok(link)
}

/// A link that brings nothing but itself.
pub(super) const fn bare(kind: LinkKind, account: i32, now: i64) -> NewLink<'static> {
    NewLink {
        hash: &[],
        kind,
        account,
        email: "",
        organisation: 0,
        role: 0,
        event: 0,
        duties: 0,
        now,
        expires_at: now.saturating_add(lives(kind)),
    }
}

/// The link where it still works. One whose end lies further ahead than any begins was made under
/// a wrong clock, and is over.
pub(super) fn living(
    app: &App,
    kind: LinkKind,
    link: &Secret,
    now: i64,
) -> Result<LinkRow, Refused> {
    let found = links::by_hash(&mut *app.store().reading()?, kind, &link.hash())?;
    let longest = now.saturating_add(lives(kind) + 10 * MINUTE);
    let lives =
        |row: &LinkRow| row.used_at == 0 && now < row.expires_at && row.expires_at < longest;
    found.filter(lives).ok_or_else(Refused::dead_link)
}

/// What a link is for; it is not used by that.
///
/// # Errors
/// The fault of a link that does not work.
pub fn look_at_link(
    app: &App,
    kind: LinkKind,
    link: &Secret,
    now: i64,
) -> Result<LinkShown, Refused> {
    let row = match kind {
        LinkKind::Invitation => inviting::living(app, link, now)?,
        _ => living(app, kind, link, now)?,
    };
    let mut connection = app.store().reading()?;
    let account = accounts::by_id(&mut connection, row.account_id)?;
    let offer = offer(&mut connection, &row)?;
    Ok(LinkShown {
        name: account.map(|account| account.name).unwrap_or_default(),
        email: row.email,
        offer,
        expires_at: row.expires_at,
    })
}

fn offer(connection: &mut AnyConnection, row: &LinkRow) -> Result<Option<Offer>, Refused> {
    let Some(role) = Role::of(row.role).filter(|_| row.organisation_id > 0) else {
        return Ok(None);
    };
    let organisation = organisations::by_ids(connection, &[row.organisation_id])?.pop();
    let event = roles::event_names(connection, &[row.event_id])?.pop().map(|(_, _, name)| name);
    Ok(organisation.map(|organisation| Offer { organisation: organisation.name, role, event }))
}

/// Asks for a new password. Whoever asks is told the same whether or not the address is
/// somebody's: the letter tells it to its reader.
///
/// # Errors
/// A fault for what is no address; [`Error::TooOften`](crate::service::Error::TooOften).
pub fn ask_reset(
    app: &App,
    email: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Option<Letter>, Refused> {
    let email = Email::parse(email).map_err(|_| Refused::fault("email", "email-wrong"))?;
    app.doors().guesses().letter(Post::Reset, &email.key(), arrival.network(), now)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let found = accounts::by_email(connection, &email.key())?;
        let found = found.filter(|row| row.state == ACTIVE);
        // A link of nobody is written, too: the same work for both.
        let account = found.as_ref().map_or(0, |row| row.id);
        let link = new_link(connection, LinkKind::Reset, account, "", now)?;
        let entry = Entry::by(0, "anybody", Action::AccountResetAsked, now).subject(account);
        if found.is_some() {
            audit::write(connection, &entry)?;
        }
        Ok(found.map(|row| Letter::with_link(&row, LetterKind::Reset, link)))
    })
}

/// Chooses a new password by a link. All sessions and tokens end, and nobody is signed in by it: the second
/// factor is asked for as before. Whoever comes `from` a network with such a link may sign in from it,
/// however many strangers try to.
///
/// # Errors
/// The fault of a link that does not work; why the password is refused.
pub fn reset_password(
    app: &App,
    link: &Secret,
    password: &str,
    from: Option<IpAddr>,
    now: i64,
) -> Result<Vec<Letter>, Refused> {
    let link = living(app, LinkKind::Reset, link, now)?;
    let row = accounts::by_id(&mut *app.store().connection()?, link.account_id)?;
    let row = row.filter(|row| row.state == ACTIVE).ok_or_else(Refused::dead_link)?;
    let hashed = hash_chosen(app, &row, password)?;
    let letters = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        if !links::use_up(connection, link.id, now)? {
            return Err(Refused::dead_link());
        }
        replace_password(connection, row.id, &hashed, 0, now)?;
        tokens::end_all(connection, (row.id, "self"), row.id, now)?;
        let entry = Entry::by(row.id, "self", Action::AccountPasswordReset, now);
        audit::write(connection, &entry.subject(row.id).hidden(Hidden::Password))?;
        Ok::<_, Refused>(Letter::notice(&row, LetterKind::PasswordChanged))
    })?;
    if let Some(from) = from {
        welcome(app, &row, Network::from(from), now);
    }
    Ok(letters)
}

/// Lets the holder in by each of his names, and to the second step.
fn welcome(app: &App, row: &AccountRow, from: Network, now: i64) {
    let mut guesses = app.doors().guesses();
    guesses.welcome(Door::Password, &name_key(&row.name), from, now);
    if row.email_key.is_some() {
        guesses.welcome(Door::Password, &name_key(&row.email), from, now);
    }
    for door in [Door::Password, Door::Code] {
        guesses.welcome(door, &counted_as(row), from, now);
    }
}

/// The hash of a password that somebody chooses for his account.
pub(super) fn hash_chosen(app: &App, row: &AccountRow, text: &str) -> Result<String, Refused> {
    let chosen = Password::chosen(text, &[&row.name, &row.email, SITE])
        .map_err(|fault| Refused::Faults(vec![Fault::of_password(fault)]))?;
    Ok(app.doors().gate.hash(&chosen)?)
}

/// A new password ends what was opened with the old one, but for one session (0 for none).
pub(super) fn replace_password(
    connection: &mut AnyConnection,
    account: i32,
    hashed: &str,
    but: i32,
    now: i64,
) -> Result<(), StoreError> {
    accounts::set_password(connection, account, hashed, now)?;
    open_sessions::end_others(connection, account, but)?;
    links::drop_of(connection, account, LinkKind::SecondStep)?;
    links::drop_of(connection, account, LinkKind::Reset)
}

/// Confirms an address by the link that was sent there.
///
/// # Errors
/// The fault of a link that does not work; `email-taken` where another account has confirmed the
/// address, which only its holder can come to read.
pub fn confirm_email(app: &App, link: &Secret, now: i64) -> Result<Vec<Letter>, Refused> {
    let link = living(app, LinkKind::Confirm, link, now)?;
    let email = Email::parse(&link.email).map_err(|_| Refused::dead_link())?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = accounts::by_id(connection, link.account_id)?;
        let row = row.filter(|row| row.state == ACTIVE).ok_or_else(Refused::dead_link)?;
        let holder = accounts::by_email(connection, &email.key())?;
        if holder.is_some_and(|holder| holder.id != row.id) {
            return Err(Refused::fault("email", "email-taken"));
        }
        if !links::use_up(connection, link.id, now)? {
            return Err(Refused::dead_link());
        }
        accounts::confirm_email(connection, row.id, email.as_str(), &email.key())?;
        // A letter to the address before opens the account no more.
        links::drop_of(connection, row.id, LinkKind::Reset)?;
        let entry = Entry::by(row.id, "self", Action::AccountEmailConfirmed, now);
        audit::write(connection, &entry.subject(row.id).hidden(Hidden::Email))?;
        // The address before is told, where it was another one.
        let moved = row.email_key.as_deref().is_some_and(|before| before != email.key());
        Ok(if moved { Letter::notice(&row, LetterKind::EmailChanged) } else { Vec::new() })
    })
}
