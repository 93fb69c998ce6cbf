//! Signing up.

use crate::account::email::Email;
use crate::account::handle::Handle;
use crate::account::password::{Password, PasswordFault};
use crate::account::secret::Secret;
use crate::service::audit::{self, Action, Entry};
use crate::service::persons::{self, Taken};
use crate::service::{App, Error};
use crate::store::accounts::NewAccount;
use crate::store::links::{LinkKind, LinkRow};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, counted, players};

use super::{
    Arrival, Fault, Letter, LetterKind, Opened, Refused, SITE, inviting, opening, resetting,
};

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Registration {
    #[default]
    Open,
    /// Whoever has an invitation.
    ByInvitation,
    Closed,
}

/// What somebody writes who signs up.
#[derive(Clone, Copy)]
pub struct SignUp<'a> {
    pub name: &'a str,
    /// Empty for none.
    pub email: &'a str,
    pub password: &'a str,
    /// The language that he reads: `en` or `fil`.
    pub language: &'a str,
    pub invitation: Option<&'a Secret>,
}

/// Somebody who signed up.
#[derive(Debug)]
pub struct Registered {
    pub account: i32,
    pub player: i32,
    pub opened: Opened,
    pub letters: Vec<Letter>,
}

/// What is left of a form in which nothing is wrong.
struct Checked {
    handle: Handle,
    email: Option<Email>,
    password: Password,
}

/// Lets so many accounts be made from one address in an hour; 0 is without limit.
pub fn limit_sign_ups(app: &App, an_hour: u32) {
    app.doors().guesses().limit_sign_ups(an_hour);
}

/// Makes an account and the player of its name, and opens a session. Whether an address is
/// somebody else's is not said: it counts once its holder confirms it.
///
/// # Errors
/// All that is wrong with the form; that nobody, or only the invited, may sign up;
/// [`Error::TooOften`].
pub fn register(
    app: &App,
    registration: Registration,
    form: &SignUp<'_>,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Registered, Refused> {
    let invitation = admit(app, registration, form.invitation, now)?;
    let checked = check(form)?;
    // What is taken is said before anything is counted: else whoever asks for a name that is
    // taken uses up the letters of an address that is not his.
    let name = checked.handle.as_str();
    if let Some(taken) = persons::taken(&mut *app.store().connection()?, app.sealer(), name)? {
        return Err(taken_name(&taken));
    }
    let address = checked.email.as_ref().map(Email::key);
    app.doors().guesses().sign_up(arrival.network(), address.as_deref(), now)?;
    let made = make(app, &checked, invitation.as_ref(), form.language, arrival, now);
    if made.is_err() {
        app.doors().guesses().sign_up_refused(arrival.network(), address.as_deref());
    }
    made
}

/// Makes what [`register`] has looked at.
fn make(
    app: &App,
    checked: &Checked,
    invitation: Option<&LinkRow>,
    language: &str,
    arrival: &Arrival<'_>,
    now: i64,
) -> Result<Registered, Refused> {
    let password = app.doors().gate.hash(&checked.password)?;
    let mut connection = app.store().connection()?;
    let made = in_transaction(&mut connection, |connection| {
        counted::claim(connection)?;
        if let Some(link) = invitation {
            inviting::use_up(connection, link, now)?;
        }
        let (account, player) = add(connection, app, checked, &password, language, now)?;
        if let Some(link) = invitation {
            inviting::take_up(connection, link, account, now)?;
        }
        let email = checked.email.as_ref().map(Email::as_str).unwrap_or_default();
        let letters = confirmation(connection, account, email, now)?;
        let opened = opening::open(connection, account, arrival, false, now)?;
        Ok::<_, Refused>(Registered { account, player, opened, letters })
    })?;
    drop(connection);
    app.editions().raise();
    Ok(made)
}

/// Whether somebody may sign up at all, and by which invitation.
fn admit(
    app: &App,
    registration: Registration,
    invitation: Option<&Secret>,
    now: i64,
) -> Result<Option<LinkRow>, Refused> {
    match (registration, invitation) {
        (Registration::Closed, _) => Err(Refused::fault("registration", "registration-closed")),
        (Registration::ByInvitation, None) => {
            Err(Refused::fault("invitation", "invitation-needed"))
        }
        (_, None) => Ok(None),
        (_, Some(link)) => Ok(Some(inviting::living(app, link, now)?)),
    }
}

/// All that is wrong with the form at once.
fn check(form: &SignUp<'_>) -> Result<Checked, Refused> {
    let mut faults = Vec::new();
    let handle = Handle::parse(form.name)
        .map_err(|found| faults.extend(found.iter().map(Fault::of_handle)))
        .ok();
    let written = Some(form.email).filter(|text| !text.trim().is_empty());
    let email = written.map(Email::parse).transpose();
    if email.is_err() {
        faults.push(Fault::new("email", "email-wrong"));
    }
    let password = Password::chosen(form.password, &[form.name, form.email, SITE])
        .map_err(|fault: PasswordFault| faults.push(Fault::of_password(fault)))
        .ok();
    match (handle, email, password) {
        (Some(handle), Ok(email), Some(password)) => Ok(Checked { handle, email, password }),
        _ => Err(Refused::Faults(faults)),
    }
}

/// The account and its player.
fn add(
    connection: &mut AnyConnection,
    app: &App,
    checked: &Checked,
    password: &str,
    language: &str,
    now: i64,
) -> Result<(i32, i32), Refused> {
    let name = checked.handle.as_str();
    if let Some(taken) = persons::taken(connection, app.sealer(), name)? {
        return Err(taken_name(&taken));
    }
    let player = players::add(connection, name)?;
    let new = NewAccount {
        name,
        email: checked.email.as_ref().map(Email::as_str).unwrap_or_default(),
        password,
        site_role: 0,
        player: Some(player),
        language,
        now,
    };
    let account = accounts::add(connection, new)?;
    let entry = Entry::by(account, "self", Action::AccountCreated, now);
    audit::write(connection, &entry.subject(account).player(player))?;
    Ok((account, player))
}

/// Handles are public; whose a new one looks like may be said.
pub(super) fn taken_name(taken: &Taken) -> Refused {
    let (key, value) = match taken {
        Taken::Exists(name) | Taken::LooksLike(name) => ("handle-taken", name.clone()),
        Taken::Retired => ("handle-retired", String::new()),
    };
    Refused::Faults(vec![Fault { field: "name", key, value }])
}

/// The letter that asks whether an address is the account's.
pub(super) fn confirmation(
    connection: &mut AnyConnection,
    account: i32,
    email: &str,
    now: i64,
) -> Result<Vec<Letter>, Refused> {
    if email.is_empty() {
        return Ok(Vec::new());
    }
    let row = accounts::by_id(connection, account)?;
    let row = row.ok_or_else(|| Error::Internal("an account is gone".to_owned()))?;
    let link = resetting::new_link(connection, LinkKind::Confirm, account, email, now)?;
    let letter = Letter::with_link(&row, LetterKind::Confirm, link);
    Ok(vec![Letter { to: email.to_owned(), ..letter }])
}
