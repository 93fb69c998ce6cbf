//! Who may see an organisation and act on it: the questions that come before every act.

use crate::store::organisations::{self as rows, OrganisationRow};
use crate::store::{AnyConnection, counted};

use super::super::access::{Act, ActingAs, Actor, On, require};
use super::super::{Error, Thing, refusals};
use super::State;

/// There is none, for all that the asker may know.
pub(in super::super) fn missing(slug: &str) -> Error {
    Error::missing(Thing::Organisation, slug)
}

/// The organisation, if the actor may know of it.
pub(in super::super) fn seen(
    connection: &mut AnyConnection,
    actor: &Actor,
    slug: &str,
) -> Result<OrganisationRow, Error> {
    let row = rows::by_slug(connection, slug)?.ok_or_else(|| missing(slug))?;
    let on = On::Organisation(row.id);
    let is_seen = row.state == rows::OPEN || require(actor, Act::ReadUnopened, on, false).is_ok();
    if is_seen { Ok(row) } else { Err(missing(slug)) }
}

/// The organisation, and in which part the actor may do this on it.
pub(in super::super) fn allowed(
    connection: &mut AnyConnection,
    actor: &Actor,
    act: Act,
    slug: &str,
) -> Result<(OrganisationRow, ActingAs), Error> {
    let row = seen(connection, actor, slug)?;
    let on = On::Organisation(row.id);
    match require(actor, act, on, row.second_factor != 0) {
        Ok(acting_as) => Ok((row, acting_as)),
        Err(Error::Hidden) => Err(missing(slug)),
        Err(e) => Err(e),
    }
}

/// The same for an act that changes it: within a transaction, whose first statement this is.
pub(in super::super) fn locked(
    connection: &mut AnyConnection,
    actor: &Actor,
    act: Act,
    slug: &str,
) -> Result<(OrganisationRow, ActingAs), Error> {
    counted::claim(connection)?;
    allowed(connection, actor, act, slug)
}

/// Refuses to change what is refused or closed.
pub(in super::super) fn alive(row: &OrganisationRow) -> Result<(), Error> {
    match State::of(row.state) {
        State::Open | State::Waiting => Ok(()),
        State::Refused | State::Closed => {
            Err(Error::conflict(refusals::ORGANISATION_CLOSED.with([&row.name])))
        }
    }
}

/// Hides the people of what is refused or closed, from those who kept it, too: they see its
/// profile alone.
pub(in super::super) fn peopled(row: &OrganisationRow) -> Result<(), Error> {
    alive(row).map_err(|_| missing(&row.slug))
}

/// Refuses what concerns other people while nobody has looked at the organisation.
pub(in super::super) fn opened(row: &OrganisationRow) -> Result<(), Error> {
    alive(row)?;
    match State::of(row.state) {
        State::Waiting => Err(Error::conflict(refusals::ORGANISATION_WAITS.with([&row.name]))),
        _ => Ok(()),
    }
}
