//! Invitations: to sign up, and to a role in an organisation.

use crate::account::email::Email;
use crate::account::roles::{Grant, Role};
use crate::account::secret::Secret;
use crate::service::App;
use crate::service::access::{Act, Actor, On, require};
use crate::service::audit::{self, Action, Entry, Field};
use crate::store::links::{LinkRow, NewLink};
use crate::store::roles::{self, NewRole};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, counted, links};

use super::resetting::{bare, living};
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
    let (act, on) = match invite.grant {
        None => (Act::Invite, On::Site),
        Some(grant) if grant.role == Role::Official => {
            (Act::GrantOfficial, On::Organisation(grant.organisation))
        }
        Some(grant) => (Act::GrantOrganizer, On::Organisation(grant.organisation)),
    };
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
    Ok(Letter { to, name, language, kind: LetterKind::Invitation, link: Some(link) })
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

/// Uses an invitation up.
pub(super) fn use_up(
    connection: &mut AnyConnection,
    link: &LinkRow,
    now: i64,
) -> Result<(), Refused> {
    if links::use_up(connection, link.id, now)? { Ok(()) } else { Err(Refused::dead_link()) }
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
    let link = living(app, LinkKind::Invitation, link, now)?;
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        use_up(connection, &link, now)?;
        take_up(connection, &link, own.account, now)
    })
}
