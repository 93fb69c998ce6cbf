//! Signing up.

use crate::audit::{self, Action, AuditEntry};
use crate::persons;
use crate::{App, Error, refusals};
use adjutant_domain::account::email::Email;
use adjutant_domain::account::handle::Handle;
use adjutant_domain::account::password::{Password, PasswordError};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::{AccountState, NewAccount};
use adjutant_store::links::{LinkKind, OneTimeLinkRow};
use adjutant_store::{AnyConnection, accounts, players, profiles};

use super::sign_in::open_session;
use super::{
    AccountError, ClientInfo, FormFieldError, MailKind, MailMessage, OpenedSession, SITE_NAME,
    guests, invitations, parse_optional_email, password_reset,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SignUpPolicy {
    #[default]
    Open,
    /// With an invitation only.
    ByInvitation,
    Closed,
}

#[derive(Clone, Copy)]
pub struct SignUpForm<'a> {
    pub name: &'a str,
    /// Empty for none.
    pub email: &'a str,
    pub password: &'a str,
    /// The user's language: `en` or `fil`.
    pub language: &'a str,
    pub invitation: Option<&'a Secret>,
    /// The account of the guest in this browser whose games become the new player's.
    pub guest: Option<i32>,
}

#[derive(Debug)]
pub struct SignUpOutcome {
    pub account: i32,
    pub player: i32,
    pub session: OpenedSession,
    pub mail: Vec<MailMessage>,
}

/// A form that passed validation.
struct ValidSignUp {
    handle: Handle,
    email: Option<Email>,
    password: Password,
}

/// Limits sign-ups per address and hour; 0 for no limit.
pub fn set_sign_up_limit(app: &App, per_hour: u32) {
    app.doors().rate_limiter().set_sign_up_limit(per_hour);
}

/// Creates an account and the player of its name, and opens a session. Does not tell whether the
/// e-mail address is in use by another account: it counts once confirmed.
///
/// # Errors
/// Returns all faults of the form, or an error if sign-up is closed or by invitation only.
pub fn sign_up(
    app: &App,
    registration: SignUpPolicy,
    form: &SignUpForm<'_>,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<SignUpOutcome, AccountError> {
    let invitation = find_invitation(app, registration, form.invitation, now)?;
    let checked = validate(form)?;
    // Taken names are reported before anything is counted: otherwise requesting one would use up
    // the message limit of somebody else's address.
    let name = checked.handle.as_str();
    if let Some(taken) = persons::taken(&mut *app.store().connection()?, app.sealer(), name)? {
        return Err(AccountError::invalid_field("name", taken));
    }
    let address = checked.email.as_ref().map(Email::key);
    app.doors().rate_limiter().check_sign_up(arrival.network(), address.as_deref(), now)?;
    let made = create(app, &checked, invitation.as_ref(), form, arrival, now);
    if made.is_err() {
        app.doors().rate_limiter().refund_sign_up(arrival.network(), address.as_deref());
    }
    made
}

/// Creates what [`sign_up`] has validated.
fn create(
    app: &App,
    checked: &ValidSignUp,
    invitation: Option<&OneTimeLinkRow>,
    form: &SignUpForm<'_>,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<SignUpOutcome, AccountError> {
    let password = app.doors().hash_limiter.hash(&checked.password)?;
    let made = app.write(|conn| {
        if let Some(link) = invitation {
            invitations::consume_invitation(conn, link, now)?;
        }
        let (account, player) = insert_account(conn, app, checked, &password, form, now)?;
        if let Some(link) = invitation {
            invitations::apply_invitation(conn, link, account, now)?;
        }
        let email = checked.email.as_ref().map(Email::as_str).unwrap_or_default();
        let letters = confirmation_mail(conn, account, email, now)?;
        let opened = open_session(conn, account, arrival, false, now)?;
        Ok::<_, AccountError>(SignUpOutcome { account, player, session: opened, mail: letters })
    })?;
    match form.guest {
        Some(_) => persons::changed(app, &[made.player])?,
        None => app.editions().raise(),
    }
    Ok(made)
}

/// Checks that sign-up is allowed, and finds the invitation.
fn find_invitation(
    app: &App,
    registration: SignUpPolicy,
    invitation: Option<&Secret>,
    now: Micros,
) -> Result<Option<OneTimeLinkRow>, AccountError> {
    match (registration, invitation) {
        (SignUpPolicy::Closed, _) => {
            Err(AccountError::invalid_field("registration", refusals::REGISTRATION_CLOSED))
        }
        (SignUpPolicy::ByInvitation, None) => {
            Err(AccountError::invalid_field("invitation", refusals::INVITATION_NEEDED))
        }
        (_, None) => Ok(None),
        (_, Some(link)) => Ok(Some(invitations::find_live_invitation(app, link, now)?)),
    }
}

/// Validates the form; returns all faults at once.
fn validate(form: &SignUpForm<'_>) -> Result<ValidSignUp, AccountError> {
    let mut faults = Vec::new();
    let handle = Handle::parse(form.name)
        .map_err(|found| {
            faults.extend(found.iter().map(|fault| FormFieldError::new("name", fault.message())))
        })
        .ok();
    let email = parse_optional_email(form.email);
    if email.is_err() {
        faults.push(FormFieldError::new("email", refusals::EMAIL_INVALID));
    }
    let password = Password::new(form.password, &[form.name, form.email, SITE_NAME])
        .map_err(|fault: PasswordError| {
            faults.push(FormFieldError::new("password", fault.message()))
        })
        .ok();
    match (handle, email, password) {
        (Some(handle), Ok(email), Some(password)) => Ok(ValidSignUp { handle, email, password }),
        _ => Err(AccountError::InvalidForm(faults)),
    }
}

fn insert_account(
    conn: &mut AnyConnection,
    app: &App,
    checked: &ValidSignUp,
    password: &str,
    form: &SignUpForm<'_>,
    now: Micros,
) -> Result<(i32, i32), AccountError> {
    let name = checked.handle.as_str();
    if let Some(taken) = persons::taken(conn, app.sealer(), name)? {
        return Err(AccountError::invalid_field("name", taken));
    }
    let guest = form.guest.map(|guest| guests::claimable(conn, guest, now)).transpose()?.flatten();
    let player = match guest {
        Some((_, player)) => {
            players::rename(conn, player, name)?;
            player
        }
        None => players::add(conn, name)?,
    };
    let new = NewAccount {
        state: AccountState::Active,
        name,
        email: checked.email.as_ref().map(Email::as_str).unwrap_or_default(),
        password,
        site_role: 0,
        player: Some(player),
        language: form.language,
        now,
    };
    let account = match guest {
        Some((account, _)) => {
            accounts::claim_guest(conn, account, new)?;
            profiles::sync_privacy(conn, player)?;
            account
        }
        None => accounts::add(conn, new)?,
    };
    let entry = AuditEntry::for_account(account, "self", Action::AccountCreated, now);
    audit::write(conn, &entry.subject(account).player(player))?;
    Ok((account, player))
}

/// The message that asks to confirm an address.
pub(super) fn confirmation_mail(
    conn: &mut AnyConnection,
    account: i32,
    email: &str,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    if email.is_empty() {
        return Ok(Vec::new());
    }
    let row = accounts::by_id(conn, account)?;
    let row = row.ok_or_else(|| Error::Internal("an account is gone".to_owned()))?;
    let link = password_reset::new_link(conn, LinkKind::Confirm, account, email, now)?;
    let letter = MailMessage::with_link(&row, MailKind::Confirm, link);
    Ok(vec![MailMessage { to: email.to_owned(), ..letter }])
}
