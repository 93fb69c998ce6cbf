//! Who is signed in.

use crate::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use crate::account::secret::Secret;
use crate::account::session::{self, SessionLifetimes};
use crate::store::sessions::{self as rows, HeldRoleRow, SessionRow};

use super::access::{Actor, Credential};
use super::{App, Error};

/// An account in this state may sign in.
const ACTIVE: i16 = 0;

/// Somebody whose session holds.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub actor: Actor,
    /// The session, where its use is to be written down: see [`touch`].
    pub due: Option<i32>,
}

/// Whose session this secret opens; `None` for one that is unknown, ended, too old, or of an
/// account that may not sign in. One read by key; what changes in roles holds with the next.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub fn who(
    app: &App,
    secret: &Secret,
    lives: SessionLifetimes,
    now: i64,
) -> Result<Option<SignedIn>, Error> {
    let found = rows::by_hash(&mut *app.store().read_connection()?, &secret.hash())?;
    let Some(first) = found.first() else { return Ok(None) };
    if first.state != ACTIVE || !lives.is_alive(first.created_at, first.seen_at, now) {
        return Ok(None);
    }
    let due = session::is_touch_due(first.seen_at, now).then_some(first.id);
    Ok(Some(SignedIn { actor: actor_of(&found, first), due }))
}

/// Whose the sessions with these numbers are, without those that open nothing any more.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub(super) fn of_ids(
    app: &App,
    ids: &[i32],
    lives: SessionLifetimes,
    now: i64,
) -> Result<Vec<Actor>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = rows::by_ids(&mut *app.store().connection()?, ids)?;
    let of_one = |rows: &[SessionRow]| {
        let first = rows.first()?;
        let opens = first.state == ACTIVE && lives.is_alive(first.created_at, first.seen_at, now);
        opens.then(|| actor_of(rows, first))
    };
    Ok(found.chunk_by(|a, b| a.id == b.id).filter_map(of_one).collect())
}

fn actor_of(found: &[SessionRow], first: &SessionRow) -> Actor {
    Actor {
        account: first.account,
        name: first.name.clone(),
        player: first.player,
        site_role: SiteRole::from_number(first.site_role),
        grants: found.iter().filter_map(|row| row.role.and_then(grant_of)).collect(),
        has_second_factor: first.totp_on != 0,
        gave_second_factor: first.second_factor != 0,
        credential: Credential::Session { id: first.id, authenticated_at: first.proved_at },
    }
}

/// A stored role as a grant; one that this program does not know grants nothing.
pub(super) fn grant_of(row: HeldRoleRow) -> Option<RoleGrant> {
    Some(RoleGrant {
        organisation: row.organisation,
        role: OrganisationRole::from_number(row.role)?,
        event: row.event,
        duties: Duties::from_bits(row.duties),
    })
}

/// Writes down that a session was used.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub fn touch(app: &App, session: i32, now: i64) -> Result<(), Error> {
    Ok(rows::record_use(&mut *app.store().connection()?, session, now)?)
}
