//! Open invitations, visible to those who may grant the role.

use std::collections::HashMap;

use crate::access::{Act, ActTarget, ActingAs, Actor, require};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::organisations::access_guard;
use crate::roles::act_for;
use crate::{App, Error, Result, refusals};
use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_store::links::InvitationRow;
use adjutant_store::{AnyConnection, links, roles};

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
    /// In microseconds since 1970.
    pub expires_at: i64,
}

/// Lists open invitations to the site, or to those roles of an organisation that the actor may
/// grant, the newest first.
pub fn open_invitations(
    app: &App,
    actor: &Actor,
    slug: Option<&str>,
    now: i64,
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
    let names: HashMap<i32, String> = roles::account_names(conn, &by)?.into_iter().collect();
    let ids: Vec<i32> = rows.iter().map(|row| row.event_id).filter(|id| *id != 0).collect();
    let found = roles::event_names(conn, &ids)?;
    let events: HashMap<i32, String> = found.into_iter().map(|(id, _, name)| (id, name)).collect();
    let one = |row: InvitationRow| OpenInvitation {
        id: row.id,
        role: OrganisationRole::from_number(row.role),
        event: events.get(&row.event_id).cloned(),
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
    now: i64,
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
