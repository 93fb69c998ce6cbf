//! Invitations to sign up, and to a role in an organisation.

use crate::App;
use crate::access::{Act, ActTarget, Actor, require};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::refusals;
use crate::sessions::grant_of;
use adjutant_domain::account::email::Email;
use adjutant_domain::account::roles::{OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::secret::Secret;
use adjutant_store::accounts::ACTIVE;
use adjutant_store::id_sequence::reference;
use adjutant_store::links::{NewOneTimeLink, OneTimeLinkRow};
use adjutant_store::roles::{self, NewRoleRow};
use adjutant_store::{AnyConnection, StoreError, accounts, links, organisations};

use super::password_reset::{self, plain_link};
use super::{AccountError, LinkKind, MailKind, MailMessage, parse_optional_email, require_session};

#[derive(Debug, Clone, Copy)]
pub struct NewInvitation<'a> {
    /// Empty if the link is not mailed.
    pub email: &'a str,
    pub grant: Option<RoleGrant>,
    /// Whether the organisation requires a second factor of its officials.
    pub demands_second_factor: bool,
}

/// Creates an invitation that can be used once within 14 days.
///
/// # Errors
/// Returns a fault for an invalid address, and the errors of [`require`]: operators invite to the
/// site, and to a role whoever may grant it.
pub fn invite(
    app: &App,
    actor: &Actor,
    invite: &NewInvitation<'_>,
    now: i64,
) -> Result<MailMessage, AccountError> {
    let to = invite.grant.map(|grant| (grant.organisation, grant.role));
    let (act, on) = required_act(to);
    let acting_as = require(actor, act, on, invite.demands_second_factor)?;
    let email = parse_optional_email(invite.email)?;
    let to = email.as_ref().map(Email::as_str).unwrap_or_default();
    let link = Secret::new(&mut rand::rng());
    app.write(|conn| {
        let hash = link.hash();
        let plain = plain_link(LinkKind::Invitation, actor.account, now);
        let mut new = NewOneTimeLink { hash: &hash, email: to, ..plain };
        let mut entry = AuditEntry::for_actor(actor, acting_as, Action::InvitationMade, now);
        if let Some(RoleGrant { organisation, role, event, duties }) = invite.grant {
            let (role_number, duties) = (role as i16, duties.bits());
            new = NewOneTimeLink { organisation, role: role_number, event, duties, ..new };
            entry = entry.organisation(organisation).event(event);
            entry = entry.with_change(Field::Role, "", role.key());
        }
        links::add(conn, new)?;
        audit::write(conn, &entry)
    })?;
    Ok(MailMessage {
        to: to.to_owned(),
        name: String::new(),
        language: String::new(),
        kind: MailKind::Invitation,
        link: Some(link),
        match_notice: None,
    })
}

/// The permission to invite to the site, or to a role in an organisation.
fn required_act(to: Option<(i32, OrganisationRole)>) -> (Act, ActTarget) {
    match to {
        None => (Act::Invite, ActTarget::Site),
        Some((organisation, OrganisationRole::Official)) => {
            (Act::GrantOfficial, ActTarget::Organisation(organisation))
        }
        Some((organisation, _)) => (Act::GrantOrganizer, ActTarget::Organisation(organisation)),
    }
}

/// Whether the creator of an invitation could still create it, because a link does not outlive the
/// permission behind it. Invitations by a command on the server last.
fn is_still_authorized(
    conn: &mut AnyConnection,
    link: &OneTimeLinkRow,
) -> Result<bool, AccountError> {
    let to = (link.organisation_id > 0).then_some(link.organisation_id);
    let to =
        to.and_then(|organisation| Some((organisation, OrganisationRole::from_number(link.role)?)));
    let mut demands_second_factor = false;
    if let Some((organisation, _)) = to {
        let found = organisations::by_ids(conn, &[organisation])?.pop();
        let lives = [organisations::WAITING, organisations::OPEN];
        let Some(found) = found.filter(|found| lives.contains(&found.state)) else {
            return Ok(false);
        };
        demands_second_factor = found.second_factor != 0;
    }
    if link.account_id == 0 {
        return Ok(true);
    }
    let Some(inviter) = accounts::by_id(conn, link.account_id)? else { return Ok(false) };
    if inviter.state != ACTIVE {
        return Ok(false);
    }
    let held = roles::grants_of_account(conn, inviter.id)?;
    let armed = inviter.totp_on != 0;
    let actor = Actor {
        account: inviter.id,
        site_role: SiteRole::from_number(inviter.site_role),
        grants: held.into_iter().filter_map(grant_of).collect(),
        has_second_factor: armed,
        gave_second_factor: armed,
        ..Actor::nobody()
    };
    let (act, on) = required_act(to);
    Ok(require(&actor, act, on, demands_second_factor).is_ok())
}

/// Finds an invitation that can be accepted.
pub(super) fn find_live_invitation(
    app: &App,
    link: &Secret,
    now: i64,
) -> Result<OneTimeLinkRow, AccountError> {
    let row = password_reset::find_live_link(app, LinkKind::Invitation, link, now)?;
    let holds = is_still_authorized(&mut *app.store().connection()?, &row)?;
    if holds { Ok(row) } else { Err(AccountError::invalid_link()) }
}

/// Deletes the open invitations of an account, in the transaction that revokes its permission to
/// invite: those to one organisation (0 for the site), or all. `by` is the actor and their
/// capacity; the audit log gets one entry with the number.
pub(in super::super) fn revoke_invitations(
    conn: &mut AnyConnection,
    by: (i32, &str),
    account: i32,
    to: Option<i32>,
    now: i64,
) -> Result<(), StoreError> {
    let ended = links::remove_invitations(conn, account, to)?;
    if ended == 0 {
        return Ok(());
    }
    let entry =
        AuditEntry::for_account(by.0, by.1, Action::InvitationRevoked, now).subject(account);
    let entry = entry.organisation(to.unwrap_or(0)).with_change(Field::Invitations, ended, 0);
    audit::write(conn, &entry)
}

/// Uses up an invitation that is still valid.
pub(super) fn consume_invitation(
    conn: &mut AnyConnection,
    link: &OneTimeLinkRow,
    now: i64,
) -> Result<(), AccountError> {
    let holds = is_still_authorized(conn, link)? && links::consume(conn, link.id, now)?;
    if holds { Ok(()) } else { Err(AccountError::invalid_link()) }
}

/// Grants what an invitation offers.
pub(super) fn apply_invitation(
    conn: &mut AnyConnection,
    link: &OneTimeLinkRow,
    account: i32,
    now: i64,
) -> Result<(), AccountError> {
    let mut entry =
        AuditEntry::for_account(account, "self", Action::InvitationUsed, now).subject(account);
    if let Some(role) =
        OrganisationRole::from_number(link.role).filter(|_| link.organisation_id > 0)
    {
        let new = NewRoleRow {
            account,
            organisation: link.organisation_id,
            role: link.role,
            event: reference(link.event_id),
            duties: link.duties,
            granted_by: reference(link.account_id),
            granted_at: now,
        };
        if roles::is_held(conn, new)? {
            return Err(AccountError::invalid_field("link", refusals::OWN_ROLE_HELD));
        }
        roles::add(conn, new)?;
        entry = entry.organisation(link.organisation_id).event(link.event_id);
        entry = entry.with_change(Field::Role, "", role.key());
    }
    Ok(audit::write(conn, &entry)?)
}

/// Accepts an invitation with an existing account.
///
/// # Errors
/// Returns a fault if the link is invalid, and `role-held` if the account has the role.
pub fn accept_invitation(
    app: &App,
    actor: &Actor,
    link: &Secret,
    now: i64,
) -> Result<(), AccountError> {
    let own = require_session(actor)?;
    let link = find_live_invitation(app, link, now)?;
    app.write(|conn| {
        consume_invitation(conn, &link, now)?;
        apply_invitation(conn, &link, own.account, now)
    })
}
