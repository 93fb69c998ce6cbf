//! Administration of accounts by operators and moderators.

use crate::access::{Act, ActTarget, Actor, require};
use crate::audit::{self, Action, AuditEntry, Field, Hidden};
use crate::{App, Error, Thing, persons, refusals, tokens};
use adjutant_domain::account::email::Email;
use adjutant_domain::account::handle::Handle;
use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::Micros;
pub use adjutant_store::accounts::AccountState;
use adjutant_store::accounts::{AccountRow, NewAccount};
use adjutant_store::{AnyConnection, accounts, links, players, sessions};

use super::{
    AccountError, FormFieldError, LinkKind, MailKind, MailMessage, invitations,
    parse_optional_email, password_reset, second_factor,
};

/// The maximum length of a list.
const MAX_LISTED: i64 = 200;

/// An account without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDetails {
    pub id: i32,
    pub name: String,
    /// Empty for none.
    pub email: String,
    pub email_confirmed: bool,
    pub state: AccountState,
    pub site_role: SiteRole,
    pub player: Option<i32>,
    /// An authenticator app or a passkey.
    pub has_second_factor: bool,
    /// An authenticator app.
    pub has_totp: bool,
    pub passkeys: i16,
    pub has_password: bool,
    pub language: String,
    pub created_at: Micros,
    pub password_changed_at: Micros,
    /// 0 for never.
    pub signed_in_at: Micros,
}

impl From<AccountRow> for AccountDetails {
    fn from(row: AccountRow) -> AccountDetails {
        let has_second_factor = row.has_second_factor();
        AccountDetails {
            id: row.id,
            name: row.name,
            email: row.email,
            email_confirmed: row.email_key.is_some(),
            state: row.state,
            site_role: SiteRole::from_number(row.site_role),
            player: row.player_id,
            has_second_factor,
            has_totp: row.totp_on != 0,
            passkeys: row.passkeys,
            has_password: !row.password.is_empty(),
            language: row.language,
            created_at: row.created_at,
            password_changed_at: row.password_at,
            signed_in_at: row.signed_in_at,
        }
    }
}

/// Lists accounts by name after `after`, only those that begin with `prefix`. Requires
/// [`Act::OverseeSite`].
pub fn list(
    app: &App,
    actor: &Actor,
    prefix: &str,
    after: &str,
    limit: usize,
) -> Result<Vec<AccountDetails>, AccountError> {
    require(actor, Act::OverseeSite, ActTarget::Site, false)?;
    let limit = i64::try_from(limit).unwrap_or(MAX_LISTED).min(MAX_LISTED);
    let rows = accounts::page(&mut *app.store().read_connection()?, prefix, after, limit)?;
    Ok(rows.into_iter().map(AccountDetails::from).collect())
}

/// Finds an account by name. Requires [`Act::OverseeSite`].
pub fn find(app: &App, actor: &Actor, name: &str) -> Result<AccountDetails, AccountError> {
    require(actor, Act::OverseeSite, ActTarget::Site, false)?;
    let found = accounts::by_name(&mut *app.store().read_connection()?, name)?;
    let found = found.ok_or_else(|| Error::missing(Thing::Account, name))?;
    Ok(AccountDetails::from(found))
}

/// Finds an account that is neither deleted nor a guest's, within a transaction.
fn find_undeleted(conn: &mut AnyConnection, account: i32) -> Result<AccountRow, AccountError> {
    Ok(accounts::undeleted(conn, account)?
        .filter(|row| !row.state.is_guest())
        .ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?)
}

/// Checks that the site keeps an operator.
fn require_other_operator(conn: &mut AnyConnection, row: &AccountRow) -> Result<(), AccountError> {
    let operator = SiteRole::Operator as i16;
    let is_one = row.site_role == operator && row.state == AccountState::Active;
    if is_one && accounts::count_active_with_role(conn, operator)? <= 1 {
        return Err(Error::conflict(refusals::LAST_OPERATOR).into());
    }
    Ok(())
}

/// Suspends an account or a guest: its sessions and invitations end, and passwords and tokens are
/// refused. Requires [`Act::Suspend`].
///
/// # Errors
/// Returns [`Error::Forbidden`] if a moderator suspends an operator or moderator, and
/// [`Error::Conflict`] for the last operator.
pub fn suspend(
    app: &App,
    actor: &Actor,
    account: i32,
    reason: &str,
    now: Micros,
) -> Result<(), AccountError> {
    set_suspended(app, actor, account, true, reason, now)
}

pub fn reinstate(
    app: &App,
    actor: &Actor,
    account: i32,
    reason: &str,
    now: Micros,
) -> Result<(), AccountError> {
    set_suspended(app, actor, account, false, reason, now)
}

fn set_suspended(
    app: &App,
    actor: &Actor,
    account: i32,
    suspended: bool,
    reason: &str,
    now: Micros,
) -> Result<(), AccountError> {
    let acting_as = require(actor, Act::Suspend, ActTarget::Site, false)?;
    let reason = &persons::note(reason)?;
    app.write(|conn| {
        let row = accounts::undeleted(conn, account)?
            .ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?;
        let state = match (row.state.is_guest(), suspended) {
            (false, true) => AccountState::Suspended,
            (false, false) => AccountState::Active,
            (true, true) => AccountState::SuspendedGuest,
            (true, false) => AccountState::Guest,
        };
        if row.site_role > 0 && actor.site_role != SiteRole::Operator {
            return Err(Error::forbidden(refusals::SERVES_THE_SITE).into());
        }
        if suspended {
            require_other_operator(conn, &row)?;
            sessions::end_others(conn, account, 0)?;
            links::remove_for_account(conn, account, LinkKind::SecondStep)?;
            links::remove_mailed_access(conn, account)?;
            let by = (actor.account, acting_as.key());
            tokens::end_all(conn, by, account, now)?;
            invitations::revoke_invitations(conn, by, account, None, now)?;
        }
        accounts::set_state(conn, account, state)?;
        let action = match suspended {
            true => Action::AccountSuspended,
            false => Action::AccountRestored,
        };
        let entry = AuditEntry::for_actor(actor, acting_as, action, now).subject(account);
        let entry =
            entry.with_change(Field::State, row.state.key(), state.key()).with_reason(reason);
        Ok(audit::write(conn, &entry)?)
    })
}

/// Grants or revokes the role of moderator or operator, from the next request on. The account's
/// tokens end, and its invitations to the site if it stops being operator. Requires
/// [`Act::GrantSiteRole`].
///
/// # Errors
/// Returns [`Error::Conflict`] for the last operator.
pub fn set_site_role(
    app: &App,
    actor: &Actor,
    account: i32,
    role: SiteRole,
    reason: &str,
    now: Micros,
) -> Result<(), AccountError> {
    let acting_as = require(actor, Act::GrantSiteRole, ActTarget::Site, false)?;
    let reason = &persons::note(reason)?;
    app.write(|conn| {
        let row = find_undeleted(conn, account)?;
        if role != SiteRole::Operator {
            require_other_operator(conn, &row)?;
        }
        accounts::set_site_role(conn, account, role as i16)?;
        let by = (actor.account, acting_as.key());
        if role as i16 != row.site_role && role != SiteRole::None {
            tokens::end_all(conn, by, account, now)?;
        }
        if role != SiteRole::Operator {
            invitations::revoke_invitations(conn, by, account, Some(0), now)?;
        }
        let action = match role {
            SiteRole::None => Action::SiteRoleRevoked,
            _ => Action::SiteRoleGranted,
        };
        let before = SiteRole::from_number(row.site_role).key();
        let entry = AuditEntry::for_actor(actor, acting_as, action, now).subject(account);
        let entry = entry.with_change(Field::SiteRole, before, role.key()).with_reason(reason);
        Ok(audit::write(conn, &entry)?)
    })
}

/// Creates a link for choosing a new password, valid for ten minutes, for the operator to hand
/// over. Requires [`Act::HelpIn`].
pub fn create_reset_link(
    app: &App,
    actor: &Actor,
    account: i32,
    now: Micros,
) -> Result<MailMessage, AccountError> {
    let acting_as = require(actor, Act::HelpIn, ActTarget::Site, false)?;
    app.write(|conn| {
        let row = find_undeleted(conn, account)?;
        let link = password_reset::new_link(conn, LinkKind::Reset, account, "", now)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AccountResetAsked, now);
        audit::write(conn, &entry.subject(account))?;
        Ok(MailMessage::with_link(&row, MailKind::Reset, link))
    })
}

/// Removes the second factors of somebody who lost them and the recovery codes. Requires
/// [`Act::HelpIn`].
pub fn reset_second_factor(
    app: &App,
    actor: &Actor,
    account: i32,
    reason: &str,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    let acting_as = require(actor, Act::HelpIn, ActTarget::Site, false)?;
    let reason = &persons::note(reason)?;
    app.write(|conn| {
        let row = find_undeleted(conn, account)?;
        second_factor::remove_all(conn, account)?;
        sessions::end_others(conn, account, 0)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AccountSecondFactorOff, now);
        let entry =
            entry.subject(account).with_hidden_change(Hidden::SecondFactor).with_reason(reason);
        audit::write(conn, &entry)?;
        tokens::end_all(conn, (actor.account, acting_as.key()), account, now)?;
        Ok(MailMessage::notice(&row, MailKind::SecondFactorOff))
    })
}

/// Creates an account without a password, and a link to choose one: for the first operator, or if
/// sign-up is closed. Requires [`Act::GrantSiteRole`].
pub fn create_account(
    app: &App,
    actor: &Actor,
    name: &str,
    email: &str,
    role: SiteRole,
    now: Micros,
) -> Result<(i32, MailMessage), AccountError> {
    let acting_as = require(actor, Act::GrantSiteRole, ActTarget::Site, false)?;
    let handle = Handle::parse(name).map_err(|found| {
        AccountError::InvalidForm(
            found.iter().map(|fault| FormFieldError::new("name", fault.message())).collect(),
        )
    })?;
    let email = parse_optional_email(email)?;
    let email = email.as_ref().map(Email::as_str).unwrap_or_default();
    let (account, letter) = app.write(|conn| {
        if let Some(taken) = persons::taken(conn, app.sealer(), handle.as_str())? {
            return Err(AccountError::invalid_field("name", taken));
        }
        let player = players::add(conn, handle.as_str())?;
        let new = NewAccount {
            state: AccountState::Active,
            name: handle.as_str(),
            email,
            password: "",
            site_role: role as i16,
            player: Some(player),
            language: "",
            now,
        };
        let account = accounts::add(conn, new)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AccountCreated, now);
        let entry = entry.subject(account).player(player);
        audit::write(conn, &entry.with_change(Field::SiteRole, "none", role.key()))?;
        let row = find_undeleted(conn, account)?;
        let link = password_reset::new_link(conn, LinkKind::Reset, account, "", now)?;
        Ok((account, MailMessage::with_link(&row, MailKind::Reset, link)))
    })?;
    app.editions().raise();
    Ok((account, letter))
}
