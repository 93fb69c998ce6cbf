//! Invitations to sign up, and to a role in an organisation. Those that are open are visible to
//! those who may grant the role.

use std::collections::HashMap;

use crate::access::{Act, ActTarget, ActingAs, Actor, require};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::organisations::access_guard;
use crate::roles::act_for;
use crate::sessions::grant_of;
use crate::{App, Error, Result, refusals};
use adjutant_domain::account::email::Email;
use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountState;
use adjutant_store::id_sequence::reference;
use adjutant_store::links::{InvitationRow, NewOneTimeLink, OneTimeLinkRow};
use adjutant_store::organisations::OrganisationState;
use adjutant_store::roles::{self, NewRoleRow};
use adjutant_store::{AnyConnection, StoreError, accounts, labels, links, organisations};

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
    now: Micros,
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
        let lives = [OrganisationState::Waiting, OrganisationState::Open];
        let Some(found) = found.filter(|found| lives.contains(&found.state)) else {
            return Ok(false);
        };
        demands_second_factor = found.demands_second_factor;
    }
    if link.account_id == 0 {
        return Ok(true);
    }
    let Some(inviter) = accounts::by_id(conn, link.account_id)? else { return Ok(false) };
    if inviter.state != AccountState::Active {
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
    now: Micros,
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
    now: Micros,
) -> Result<(), StoreError> {
    let ended = links::remove_invitations(conn, account, to)?;
    if ended == 0 {
        return Ok(());
    }
    let entry =
        AuditEntry::for_account(by.0, by.1, Action::InvitationRevoked, now).subject(account);
    let entry = entry.organisation(to).with_change(Field::Invitations, ended, 0);
    audit::write(conn, &entry)
}

/// Uses up an invitation that is still valid.
pub(super) fn consume_invitation(
    conn: &mut AnyConnection,
    link: &OneTimeLinkRow,
    now: Micros,
) -> Result<(), AccountError> {
    let holds = is_still_authorized(conn, link)? && links::consume(conn, link.id, now)?;
    if holds { Ok(()) } else { Err(AccountError::invalid_link()) }
}

/// Grants what an invitation offers.
pub(super) fn apply_invitation(
    conn: &mut AnyConnection,
    link: &OneTimeLinkRow,
    account: i32,
    now: Micros,
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
    now: Micros,
) -> Result<(), AccountError> {
    let own = require_session(actor)?;
    let link = find_live_invitation(app, link, now)?;
    app.write(|conn| {
        consume_invitation(conn, &link, now)?;
        apply_invitation(conn, &link, own.account, now)
    })
}

/// The maximum length of the list.
const MAX_LISTED: i64 = 200;

/// An open invitation. Its link is not stored, so it cannot be shown again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvitation {
    pub id: i32,
    /// The address it was mailed to; empty if the link was handed over.
    pub email: String,
    /// The role it offers; `None` for an invitation to the site.
    pub role: Option<OrganisationRole>,
    /// The event of an official; `None` for all events.
    pub event: Option<String>,
    pub duties: Duties,
    /// The account that created it; empty if it is deleted, or for a command on the server.
    pub created_by: String,
    pub expires_at: Micros,
}

/// Lists open invitations to the site, or to those roles of an organisation that the actor may
/// grant, the newest first.
pub fn open_invitations(
    app: &App,
    actor: &Actor,
    slug: Option<&str>,
    now: Micros,
) -> Result<Vec<OpenInvitation>> {
    let mut conn = app.store().read_connection()?;
    let organisation = match slug {
        None => {
            require(actor, Act::Invite, ActTarget::Site, true)?;
            0
        }
        Some(slug) => {
            let (row, _) = access_guard::authorize(&mut conn, actor, Act::ReadRoles, slug)?;
            if access_guard::require_active(&row).is_err() {
                // A closed organisation accepts nobody and reveals no addresses.
                return Ok(Vec::new());
            }
            row.id
        }
    };
    let mut rows = links::open_invitations(&mut conn, organisation, now, MAX_LISTED)?;
    if let Some(slug) = slug {
        // Permissions are checked per role rather than per invitation.
        let mut may = HashMap::new();
        for role in
            [OrganisationRole::Owner, OrganisationRole::Organizer, OrganisationRole::Official]
        {
            let allowed = access_guard::authorize(&mut conn, actor, act_for(role), slug);
            may.insert(role as i16, allowed.is_ok());
        }
        rows.retain(|row| may.get(&row.role).copied().unwrap_or(false));
    }
    to_open_invitations(&mut conn, rows)
}

fn to_open_invitations(
    conn: &mut AnyConnection,
    rows: Vec<InvitationRow>,
) -> Result<Vec<OpenInvitation>> {
    let by: Vec<i32> = rows.iter().map(|row| row.account_id).filter(|id| *id != 0).collect();
    let names = labels::account_names(conn, &by)?;
    let ids: Vec<i32> = rows.iter().map(|row| row.event_id).filter(|id| *id != 0).collect();
    let events = labels::events(conn, &ids)?;
    let one = |row: InvitationRow| OpenInvitation {
        id: row.id,
        role: OrganisationRole::from_number(row.role),
        event: events.get(&row.event_id).map(|event| event.name.clone()),
        duties: Duties::from_bits(row.duties),
        created_by: names.get(&row.account_id).cloned().unwrap_or_default(),
        expires_at: row.expires_at,
        email: row.email,
    };
    Ok(rows.into_iter().map(one).collect())
}

/// Withdraws an invitation; its link becomes invalid.
///
/// # Errors
/// Returns the errors of [`require`] if the actor may not grant the role, and [`Error::NotFound`]
/// if there is no such open invitation.
pub fn revoke_invitation(
    app: &App,
    actor: &Actor,
    slug: Option<&str>,
    id: i32,
    now: Micros,
) -> Result<()> {
    app.write(|conn| {
        let (organisation, seen_as) = match slug {
            None => (0, require(actor, Act::Invite, ActTarget::Site, true)?),
            Some(slug) => {
                let (row, seen_as) = access_guard::authorize(conn, actor, Act::ReadRoles, slug)?;
                access_guard::require_visible_members(&row)?;
                (row.id, seen_as)
            }
        };
        let row = links::remove_invitation(conn, organisation, id)?;
        let row = row.filter(|row| row.expires_at > now);
        let row = row.ok_or_else(|| Error::not_found(refusals::NO_INVITATION))?;
        let acting_as = match (slug, OrganisationRole::from_number(row.role)) {
            (Some(slug), Some(role)) => authorize_revocation(conn, actor, slug, role)?,
            _ => seen_as,
        };
        let entry = AuditEntry::for_actor(actor, acting_as, Action::InvitationRevoked, now)
            .subject(row.account_id)
            .organisation(organisation)
            .event(row.event_id)
            .with_change(Field::Invitations, 1, 0);
        Ok(audit::write(conn, &entry)?)
    })
}

/// The capacity in which the actor withdraws an invitation to this role. Without permission to
/// grant it, the invitation counts as unknown.
fn authorize_revocation(
    conn: &mut AnyConnection,
    actor: &Actor,
    slug: &str,
    role: OrganisationRole,
) -> Result<ActingAs> {
    match access_guard::authorize(conn, actor, act_for(role), slug) {
        Ok((_, acting_as)) => Ok(acting_as),
        Err(Error::Missing { .. } | Error::Role { .. }) => {
            Err(Error::not_found(refusals::NO_INVITATION))
        }
        Err(e) => Err(e),
    }
}
