//! Invitations: to sign up, and to a role in an organisation.

use crate::account::email::Email;
use crate::account::roles::{Grant, Role, SiteRole};
use crate::account::secret::Secret;
use crate::service::App;
use crate::service::access::{Act, Actor, On, require};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::sessions::grant_of;
use crate::store::accounts::ACTIVE;
use crate::store::links::{LinkRow, NewLink};
use crate::store::roles::{self, NewRole};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, StoreError, accounts, counted, links, organisations};

use super::resetting::{self, bare};
use super::{Letter, LetterKind, LinkKind, Refused, oneself};

/// Whom to invite, and to what.
#[derive(Debug, Clone, Copy)]
pub struct Invite<'a> {
    /// Empty where the link is handed over otherwise.
    pub email: &'a str,
    pub grant: Option<Grant>,
    /// Whether the organisation demands a second factor of its officials.
    pub demands_second_factor: bool,
}

/// Makes an invitation that works once, within 14 days.
///
/// # Errors
/// A fault for what is no address; those of [`require`]: an operator invites to the site, whoever
/// may give a role invites to it.
pub fn invite(app: &App, actor: &Actor, invite: &Invite<'_>, now: i64) -> Result<Letter, Refused> {
    let to = invite.grant.map(|grant| (grant.organisation, grant.role));
    let (act, on) = act_for(to);
    let acting_as = require(actor, act, on, invite.demands_second_factor)?;
    let written = Some(invite.email).filter(|text| !text.trim().is_empty());
    let email = written.map(Email::parse).transpose();
    let email = email.map_err(|_| Refused::fault("email", "email-wrong"))?;
    let to = email.as_ref().map(Email::as_str).unwrap_or_default();
    let link = Secret::new(&mut rand::rng());
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let hash = link.hash();
        links::add(connection, with_grant(&hash, to, invite.grant, actor.account, now))?;
        let entry = Entry::of(actor, acting_as, Action::InvitationMade, now);
        audit::write(connection, &told(entry, invite.grant))
    })?;
    let to = to.to_owned();
    let (name, language) = (String::new(), String::new());
    Ok(Letter { to, name, language, kind: LetterKind::Invitation, link: Some(link), about: None })
}

/// What it takes to invite: to the site, or to a role in an organisation.
fn act_for(to: Option<(i32, Role)>) -> (Act, On) {
    match to {
        None => (Act::Invite, On::Site),
        Some((organisation, Role::Official)) => {
            (Act::GrantOfficial, On::Organisation(organisation))
        }
        Some((organisation, _)) => (Act::GrantOrganizer, On::Organisation(organisation)),
    }
}

/// Whether who made an invitation might still make it: what he has lost since, his link does not
/// give. What a command on the server made, lasts.
fn still_holds(connection: &mut AnyConnection, link: &LinkRow) -> Result<bool, Refused> {
    let to = (link.organisation_id > 0).then_some(link.organisation_id);
    let to = to.and_then(|organisation| Some((organisation, Role::of(link.role)?)));
    let mut demands_second_factor = false;
    if let Some((organisation, _)) = to {
        let found = organisations::by_ids(connection, &[organisation])?.pop();
        let lives = [organisations::WAITING, organisations::OPEN];
        let Some(found) = found.filter(|found| lives.contains(&found.state)) else {
            return Ok(false);
        };
        demands_second_factor = found.second_factor != 0;
    }
    if link.account_id == 0 {
        return Ok(true);
    }
    let Some(inviter) = accounts::by_id(connection, link.account_id)? else { return Ok(false) };
    if inviter.state != ACTIVE {
        return Ok(false);
    }
    let held = roles::of_account(connection, inviter.id)?;
    let armed = inviter.totp_on != 0;
    let actor = Actor {
        account: inviter.id,
        site: SiteRole::of(inviter.site_role),
        grants: held.into_iter().filter_map(grant_of).collect(),
        has_second_factor: armed,
        gave_second_factor: armed,
        ..Actor::nobody()
    };
    let (act, on) = act_for(to);
    Ok(require(&actor, act, on, demands_second_factor).is_ok())
}

/// An invitation that works still.
pub(super) fn living(app: &App, link: &Secret, now: i64) -> Result<LinkRow, Refused> {
    let row = resetting::living(app, LinkKind::Invitation, link, now)?;
    let holds = still_holds(&mut *app.store().connection()?, &row)?;
    if holds { Ok(row) } else { Err(Refused::dead_link()) }
}

/// Ends an account's invitations that nobody has taken up, in the transaction of the act that
/// takes away the right to give them: to one organisation (0 for the site), or all. `by` is who did
/// it and in which part; the trail has one entry with their count.
pub(in super::super) fn end_invitations(
    connection: &mut AnyConnection,
    by: (i32, &str),
    account: i32,
    to: Option<i32>,
    now: i64,
) -> Result<(), StoreError> {
    let ended = links::drop_invitations(connection, account, to)?;
    if ended == 0 {
        return Ok(());
    }
    let entry = Entry::by(by.0, by.1, Action::InvitationRevoked, now).subject(account);
    let entry = entry.organisation(to.unwrap_or(0)).change(Field::Invitations, ended, 0);
    audit::write(connection, &entry)
}

fn with_grant<'a>(
    hash: &'a [u8],
    email: &'a str,
    grant: Option<Grant>,
    account: i32,
    now: i64,
) -> NewLink<'a> {
    let plain = NewLink { hash, email, ..bare(LinkKind::Invitation, account, now) };
    match grant {
        None => plain,
        Some(grant) => NewLink {
            organisation: grant.organisation,
            role: grant.role as i16,
            event: grant.event,
            duties: grant.duties.number(),
            ..plain
        },
    }
}

fn told(entry: Entry, grant: Option<Grant>) -> Entry {
    match grant {
        None => entry,
        Some(grant) => entry.organisation(grant.organisation).event(grant.event).change(
            Field::Role,
            "",
            grant.role.key(),
        ),
    }
}

/// Uses an invitation up, where it holds still.
pub(super) fn use_up(
    connection: &mut AnyConnection,
    link: &LinkRow,
    now: i64,
) -> Result<(), Refused> {
    let holds = still_holds(connection, link)? && links::use_up(connection, link.id, now)?;
    if holds { Ok(()) } else { Err(Refused::dead_link()) }
}

/// Gives an account what an invitation brings.
pub(super) fn take_up(
    connection: &mut AnyConnection,
    link: &LinkRow,
    account: i32,
    now: i64,
) -> Result<(), Refused> {
    let mut entry = Entry::by(account, "self", Action::InvitationUsed, now).subject(account);
    if let Some(role) = Role::of(link.role).filter(|_| link.organisation_id > 0) {
        let new = NewRole {
            account,
            organisation: link.organisation_id,
            role: link.role,
            event: link.event_id,
            duties: link.duties,
            granted_by: link.account_id,
            granted_at: now,
        };
        if roles::is_held(connection, new)? {
            return Err(Refused::fault("link", "role-held"));
        }
        roles::add(connection, new)?;
        entry = entry.organisation(link.organisation_id).event(link.event_id);
        entry = entry.change(Field::Role, "", role.key());
    }
    Ok(audit::write(connection, &entry)?)
}

/// Takes up an invitation with an account that is there already.
///
/// # Errors
/// The fault of a link that does not work; `role-held` where he has that role.
pub fn accept_invitation(app: &App, actor: &Actor, link: &Secret, now: i64) -> Result<(), Refused> {
    let own = oneself(actor)?;
    let link = living(app, link, now)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        use_up(connection, &link, now)?;
        take_up(connection, &link, own.account, now)
    })
}
