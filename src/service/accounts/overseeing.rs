//! Accounts as the site's people see and keep them.

use crate::account::email::Email;
use crate::account::handle::Handle;
use crate::account::roles::SiteRole;
use crate::service::access::{Act, Actor, On, require};
use crate::service::audit::{self, Action, Entry, Field, Hidden};
use crate::service::{App, Error, Thing, persons, refusals, tokens};
use crate::store::accounts::{ACTIVE, AccountRow, NewAccount, SUSPENDED};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, counted, links, open_sessions, players};

use super::entering::taken_name;
use super::{Fault, Letter, LetterKind, LinkKind, Refused, factor, inviting, resetting};

/// Rows of a list at most.
const MOST: i64 = 200;

/// Whether somebody may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Active,
    Suspended,
    Deleted,
}

impl State {
    fn of(number: i16) -> State {
        match number {
            ACTIVE => State::Active,
            SUSPENDED => State::Suspended,
            _ => State::Deleted,
        }
    }

    /// Its name in lists and in the catalogues (`account-<key>`).
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            State::Active => "active",
            State::Suspended => "suspended",
            State::Deleted => "deleted",
        }
    }
}

/// An account as the site's people see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: i32,
    pub name: String,
    /// Empty for none.
    pub email: String,
    pub email_confirmed: bool,
    pub state: State,
    pub site: SiteRole,
    pub player: Option<i32>,
    pub has_second_factor: bool,
    pub has_password: bool,
    pub created_at: i64,
    /// 0 for never.
    pub signed_in_at: i64,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Account {
        Account {
            id: row.id,
            name: row.name,
            email: row.email,
            email_confirmed: row.email_key.is_some(),
            state: State::of(row.state),
            site: SiteRole::of(row.site_role),
            player: row.player_id,
            has_second_factor: row.totp_on != 0,
            has_password: !row.password.is_empty(),
            created_at: row.created_at,
            signed_in_at: row.signed_in_at,
        }
    }
}

/// Accounts by name, from the one behind `after` on; with `prefix` only those that begin so.
///
/// # Errors
/// Those of [`require`] for [`Act::OverseeSite`].
pub fn list(
    app: &App,
    actor: &Actor,
    prefix: &str,
    after: &str,
    limit: usize,
) -> Result<Vec<Account>, Refused> {
    require(actor, Act::OverseeSite, On::Site, false)?;
    let limit = i64::try_from(limit).unwrap_or(MOST).min(MOST);
    let rows = accounts::page(&mut *app.store().reading()?, prefix, after, limit)?;
    Ok(rows.into_iter().map(Account::from).collect())
}

/// The account of this name.
///
/// # Errors
/// Those of [`require`] for [`Act::OverseeSite`]; [`Error::Missing`].
pub fn find(app: &App, actor: &Actor, name: &str) -> Result<Account, Refused> {
    require(actor, Act::OverseeSite, On::Site, false)?;
    let found = accounts::by_name(&mut *app.store().reading()?, name)?;
    let found = found.ok_or_else(|| Error::missing(Thing::Account, name))?;
    Ok(Account::from(found))
}

/// An account that is not deleted, within a transaction.
fn kept(connection: &mut AnyConnection, account: i32) -> Result<AccountRow, Refused> {
    let found = accounts::by_id(connection, account)?.filter(|row| row.state <= SUSPENDED);
    Ok(found.ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?)
}

/// Nobody takes the site away from its last operator.
fn keep_an_operator(connection: &mut AnyConnection, row: &AccountRow) -> Result<(), Refused> {
    let operator = SiteRole::Operator as i16;
    let is_one = row.site_role == operator && row.state == ACTIVE;
    if is_one && accounts::active_with_role(connection, operator)? <= 1 {
        return Err(Error::conflict(refusals::LAST_OPERATOR).into());
    }
    Ok(())
}

/// Suspends an account: its sessions and invitations end, and neither a password nor a token opens it.
///
/// # Errors
/// Those of [`require`] for [`Act::Suspend`]; [`Error::Forbidden`] for a moderator where the other
/// serves the site, too; [`Error::Conflict`] for the last operator.
pub fn suspend(
    app: &App,
    actor: &Actor,
    account: i32,
    reason: &str,
    now: i64,
) -> Result<(), Refused> {
    set_state(app, actor, account, (SUSPENDED, Action::AccountSuspended), reason, now)
}

/// Ends a suspension.
///
/// # Errors
/// As [`suspend`].
pub fn reinstate(
    app: &App,
    actor: &Actor,
    account: i32,
    reason: &str,
    now: i64,
) -> Result<(), Refused> {
    set_state(app, actor, account, (ACTIVE, Action::AccountRestored), reason, now)
}

fn set_state(
    app: &App,
    actor: &Actor,
    account: i32,
    (state, action): (i16, Action),
    reason: &str,
    now: i64,
) -> Result<(), Refused> {
    let acting_as = require(actor, Act::Suspend, On::Site, false)?;
    let reason = &persons::note(reason)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = kept(connection, account)?;
        if row.site_role > 0 && actor.site != SiteRole::Operator {
            return Err(Error::forbidden(refusals::SERVES_THE_SITE).into());
        }
        if state == SUSPENDED {
            keep_an_operator(connection, &row)?;
            open_sessions::end_others(connection, account, 0)?;
            links::drop_of(connection, account, LinkKind::SecondStep)?;
            links::drop_of(connection, account, LinkKind::Reset)?;
            let by = (actor.account, acting_as.key());
            inviting::end_invitations(connection, by, account, None, now)?;
        }
        accounts::set_state(connection, account, state)?;
        let (before, after) = (State::of(row.state).key(), State::of(state).key());
        let entry = Entry::of(actor, acting_as, action, now).subject(account);
        let entry = entry.change(Field::State, before, after).because(reason);
        Ok(audit::write(connection, &entry)?)
    })
}

/// Makes somebody moderator or operator, or ends that. It holds with his next request. His tokens
/// end with a new role, and his invitations to the site with that of an operator.
///
/// # Errors
/// Those of [`require`] for [`Act::GrantSiteRole`]; [`Error::Conflict`] for the last operator.
pub fn set_site_role(
    app: &App,
    actor: &Actor,
    account: i32,
    role: SiteRole,
    reason: &str,
    now: i64,
) -> Result<(), Refused> {
    let acting_as = require(actor, Act::GrantSiteRole, On::Site, false)?;
    let reason = &persons::note(reason)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = kept(connection, account)?;
        if role != SiteRole::Operator {
            keep_an_operator(connection, &row)?;
        }
        accounts::set_site_role(connection, account, role as i16)?;
        let by = (actor.account, acting_as.key());
        if role as i16 != row.site_role && role != SiteRole::None {
            tokens::end_all(connection, by, account, now)?;
        }
        if role != SiteRole::Operator {
            inviting::end_invitations(connection, by, account, Some(0), now)?;
        }
        let action = match role {
            SiteRole::None => Action::SiteRoleRevoked,
            _ => Action::SiteRoleGranted,
        };
        let before = SiteRole::of(row.site_role).key();
        let entry = Entry::of(actor, acting_as, action, now).subject(account);
        let entry = entry.change(Field::SiteRole, before, role.key()).because(reason);
        Ok(audit::write(connection, &entry)?)
    })
}

/// A link by which somebody chooses a new password, to be handed to him; it works for ten minutes.
///
/// # Errors
/// Those of [`require`] for [`Act::HelpIn`]; [`Error::Missing`].
pub fn reset_link(app: &App, actor: &Actor, account: i32, now: i64) -> Result<Letter, Refused> {
    let acting_as = require(actor, Act::HelpIn, On::Site, false)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = kept(connection, account)?;
        let link = resetting::new_link(connection, LinkKind::Reset, account, "", now)?;
        let entry = Entry::of(actor, acting_as, Action::AccountResetAsked, now);
        audit::write(connection, &entry.subject(account))?;
        Ok(Letter::with_link(&row, LetterKind::Reset, link))
    })
}

/// Takes away the second factor of somebody who lost it together with his codes.
///
/// # Errors
/// Those of [`require`] for [`Act::HelpIn`]; [`Error::Missing`].
pub fn drop_second_factor(
    app: &App,
    actor: &Actor,
    account: i32,
    reason: &str,
    now: i64,
) -> Result<Vec<Letter>, Refused> {
    let acting_as = require(actor, Act::HelpIn, On::Site, false)?;
    let reason = &persons::note(reason)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let row = kept(connection, account)?;
        factor::disarm(connection, account)?;
        open_sessions::end_others(connection, account, 0)?;
        let entry = Entry::of(actor, acting_as, Action::AccountSecondFactorOff, now);
        let entry = entry.subject(account).hidden(Hidden::SecondFactor).because(reason);
        audit::write(connection, &entry)?;
        tokens::end_all(connection, (actor.account, acting_as.key()), account, now)?;
        Ok(Letter::notice(&row, LetterKind::SecondFactorOff))
    })
}

/// Makes an account without password, with a link to choose one: the first operator, or somebody
/// where nobody may sign up.
///
/// # Errors
/// Those of [`require`] for [`Act::GrantSiteRole`]; faults of name and address.
pub fn found_account(
    app: &App,
    actor: &Actor,
    name: &str,
    email: &str,
    role: SiteRole,
    now: i64,
) -> Result<(i32, Letter), Refused> {
    let acting_as = require(actor, Act::GrantSiteRole, On::Site, false)?;
    let handle = Handle::parse(name)
        .map_err(|found| Refused::Faults(found.iter().map(Fault::of_handle).collect()))?;
    let written = Some(email).filter(|text| !text.trim().is_empty()).map(Email::parse).transpose();
    let email = written.map_err(|_| Refused::fault("email", "email-wrong"))?;
    let email = email.as_ref().map(Email::as_str).unwrap_or_default();
    let (account, letter) = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        if let Some(taken) = persons::taken(connection, app.sealer(), handle.as_str())? {
            return Err(taken_name(&taken));
        }
        let player = players::add(connection, handle.as_str())?;
        let new = NewAccount {
            name: handle.as_str(),
            email,
            password: "",
            site_role: role as i16,
            player: Some(player),
            language: "",
            now,
        };
        let account = accounts::add(connection, new)?;
        let entry = Entry::of(actor, acting_as, Action::AccountCreated, now);
        let entry = entry.subject(account).player(player);
        audit::write(connection, &entry.change(Field::SiteRole, "none", role.key()))?;
        let row = kept(connection, account)?;
        let link = resetting::new_link(connection, LinkKind::Reset, account, "", now)?;
        Ok((account, Letter::with_link(&row, LetterKind::Reset, link)))
    })?;
    app.editions().raise();
    Ok((account, letter))
}
