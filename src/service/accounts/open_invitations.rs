//! Invitations that nobody has taken up: who may give a role sees those to it, and takes them back.

use std::collections::HashMap;

use crate::account::roles::{Duties, OrganisationRole};
use crate::service::access::{Act, ActTarget, ActingAs, Actor, require};
use crate::service::audit::{self, Action, AuditEntry, Field};
use crate::service::organisations::access_guard;
use crate::service::roles::act_for;
use crate::service::{App, Error, refusals};
use crate::store::links::InvitationRow;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, id_sequence, links, roles};

/// So many a page lists.
const MAX_LISTED: i64 = 200;

/// An invitation that works still. Its link is not kept, so nobody sees that again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvitation {
    pub id: i32,
    /// Where it was posted; empty where its link was handed over.
    pub email: String,
    /// What it brings; `None` to the site.
    pub role: Option<OrganisationRole>,
    /// The name of an official's event; `None` for all events.
    pub event: Option<String>,
    pub duties: Duties,
    /// The account that made it; empty where it is gone, or a command on the server did.
    pub created_by: String,
    /// Microseconds since 1970.
    pub expires_at: i64,
}

/// The open invitations to the roles of an organisation that the actor might give, or to the site, the
/// last made first.
///
/// # Errors
/// As [`require`] has it; [`Error::Missing`].
pub fn open_invitations(
    app: &App,
    actor: &Actor,
    slug: Option<&str>,
    now: i64,
) -> Result<Vec<OpenInvitation>, Error> {
    let mut connection = app.store().read_connection()?;
    let organisation = match slug {
        None => {
            require(actor, Act::Invite, ActTarget::Site, true)?;
            0
        }
        Some(slug) => {
            let (row, _) = access_guard::authorize(&mut connection, actor, Act::ReadRoles, slug)?;
            if access_guard::require_active(&row).is_err() {
                // What is closed takes nobody in, and shows no address of anybody.
                return Ok(Vec::new());
            }
            row.id
        }
    };
    let mut rows = links::open_invitations(&mut connection, organisation, now, MAX_LISTED)?;
    if let Some(slug) = slug {
        // One question for each role, not for each invitation.
        let mut may = HashMap::new();
        for role in
            [OrganisationRole::Owner, OrganisationRole::Organizer, OrganisationRole::Official]
        {
            let allowed = access_guard::authorize(&mut connection, actor, act_for(role), slug);
            may.insert(role as i16, allowed.is_ok());
        }
        rows.retain(|row| may.get(&row.role).copied().unwrap_or(false));
    }
    to_open_invitations(&mut connection, rows)
}

fn to_open_invitations(
    connection: &mut AnyConnection,
    rows: Vec<InvitationRow>,
) -> Result<Vec<OpenInvitation>, Error> {
    let by: Vec<i32> = rows.iter().map(|row| row.account_id).filter(|id| *id != 0).collect();
    let names: HashMap<i32, String> = roles::account_names(connection, &by)?.into_iter().collect();
    let ids: Vec<i32> = rows.iter().map(|row| row.event_id).filter(|id| *id != 0).collect();
    let found = roles::event_names(connection, &ids)?;
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

/// Takes an invitation back: its link works no longer.
///
/// # Errors
/// As [`require`] has it, for whoever may not give that role; [`Error::Missing`];
/// [`Error::NotFound`] where there is none that nobody has taken up.
pub fn revoke_invitation(
    app: &App,
    actor: &Actor,
    slug: Option<&str>,
    id: i32,
    now: i64,
) -> Result<(), Error> {
    in_transaction(&mut *app.store().connection()?, |connection| {
        id_sequence::lock_writer(connection)?;
        let (organisation, seen_as) = match slug {
            None => (0, require(actor, Act::Invite, ActTarget::Site, true)?),
            Some(slug) => {
                let (row, seen_as) =
                    access_guard::authorize(connection, actor, Act::ReadRoles, slug)?;
                access_guard::require_visible_members(&row)?;
                (row.id, seen_as)
            }
        };
        let row = links::remove_invitation(connection, organisation, id)?;
        let row = row.filter(|row| row.expires_at > now);
        let row = row.ok_or_else(|| Error::not_found(refusals::NO_INVITATION))?;
        let acting_as = match (slug, OrganisationRole::from_number(row.role)) {
            (Some(slug), Some(role)) => authorize_revocation(connection, actor, slug, role)?,
            _ => seen_as,
        };
        let entry = AuditEntry::for_actor(actor, acting_as, Action::InvitationRevoked, now)
            .subject(row.account_id)
            .organisation(organisation)
            .event(row.event_id)
            .with_change(Field::Invitations, 1, 0);
        Ok(audit::write(connection, &entry)?)
    })
}

/// In which part the actor takes back an invitation to this role; who may not give it learns of none.
fn authorize_revocation(
    connection: &mut AnyConnection,
    actor: &Actor,
    slug: &str,
    role: OrganisationRole,
) -> Result<ActingAs, Error> {
    match access_guard::authorize(connection, actor, act_for(role), slug) {
        Ok((_, acting_as)) => Ok(acting_as),
        Err(Error::Missing { .. } | Error::Role { .. }) => {
            Err(Error::not_found(refusals::NO_INVITATION))
        }
        Err(e) => Err(e),
    }
}
