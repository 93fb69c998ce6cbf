//! Visibility of organisations, and permissions on them.

use adjutant_store::AnyConnection;
use adjutant_store::organisations::{self as rows, Organisation};

use super::super::access::{Act, ActTarget, ActingAs, Actor, Credential, require};
use super::super::{App, Error, Result, Thing};
use super::OrganisationState;

/// The error for an organisation that is missing or invisible to the actor.
pub(in super::super) fn organisation_missing(slug: &str) -> Error {
    Error::missing(Thing::Organisation, slug)
}

/// The organisation, if it is visible to the actor.
pub(in super::super) fn find_visible(
    conn: &mut AnyConnection,
    actor: &Actor,
    slug: &str,
) -> Result<Organisation> {
    let row = rows::by_slug(conn, slug)?.ok_or_else(|| organisation_missing(slug))?;
    let on = ActTarget::Organisation(row.id);
    let is_seen = row.state == OrganisationState::Open
        || require(actor, Act::ReadUnopened, on, false).is_ok();
    if is_seen { Ok(row) } else { Err(organisation_missing(slug)) }
}

/// The organisation, and the capacity in which the actor may perform the act.
pub(in super::super) fn authorize(
    conn: &mut AnyConnection,
    actor: &Actor,
    act: Act,
    slug: &str,
) -> Result<(Organisation, ActingAs)> {
    let row = find_visible(conn, actor, slug)?;
    let on = ActTarget::Organisation(row.id);
    match require(actor, act, on, row.demands_second_factor) {
        Ok(acting_as) => Ok((row, acting_as)),
        Err(Error::Hidden) => Err(organisation_missing(slug)),
        Err(e) => Err(e),
    }
}

/// Checks the permission for an act that concerns other people, before the request is read.
/// Anonymous users get [`Error::SignIn`] whether or not the organisation exists.
pub(in super::super) fn permit(app: &App, actor: &Actor, act: Act, slug: &str) -> Result<()> {
    if actor.credential == Credential::Nobody {
        return Err(Error::SignIn);
    }
    let (row, _) = authorize(&mut *app.store().read_connection()?, actor, act, slug)?;
    require_open(&row)
}

/// Runs work on an organisation in one transaction, if the actor may perform the act.
pub(in super::super) fn write<T>(
    app: &App,
    actor: &Actor,
    act: Act,
    slug: &str,
    work: impl FnOnce(&mut AnyConnection, Organisation, ActingAs) -> Result<T>,
) -> Result<T> {
    app.write(|conn| {
        let (row, acting_as) = authorize(conn, actor, act, slug)?;
        work(conn, row, acting_as)
    })
}

/// Refuses changes of refused or closed organisations.
pub(in super::super) fn require_active(row: &Organisation) -> Result<()> {
    match row.state {
        OrganisationState::Open | OrganisationState::Waiting => Ok(()),
        OrganisationState::Refused | OrganisationState::Closed => {
            Err(Error::conflict(refusal!(ORGANISATION_CLOSED, name = row.name)))
        }
    }
}

/// Hides the members of refused or closed organisations, even from former managers, who only see
/// the profile.
pub(in super::super) fn require_visible_members(row: &Organisation) -> Result<()> {
    require_active(row).map_err(|_| organisation_missing(&row.slug))
}

/// Refuses acts that concern other people until the organisation is approved.
pub(in super::super) fn require_open(row: &Organisation) -> Result<()> {
    require_active(row)?;
    match row.state {
        OrganisationState::Waiting => {
            Err(Error::conflict(refusal!(ORGANISATION_WAITS, name = row.name)))
        }
        _ => Ok(()),
    }
}
