//! Events are made, and found before they are played.

use crate::contest::{Contest, Settings, written};
use crate::organisation::text;
use crate::service::access::{Act, Actor, Through};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::organisations::guard;
use crate::service::{App, Error, refusals};
use crate::store::AnyConnection;
use crate::store::contests::{self as rows, ContestRow, Telling};
use crate::store::names::{EventOwner, new_event};
use crate::store::organisations::OrganisationRow;
use crate::store::transaction::in_transaction;
use ledger_ratings::Day;

use super::refused::refused;

/// Longest name of an event, in characters.
const LONGEST_NAME: usize = 80;

/// An event that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewContest {
    pub name: String,
    pub first_day: Day,
    pub settings: Settings,
}

/// Whether somebody may make an event of this organisation, before anything of what he sends is read.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it; [`Error::SignIn`] for nobody whether there is such an
/// organisation or not; [`Error::Missing`]; [`Error::Conflict`] where it is not open.
pub fn permit_making(app: &App, actor: &Actor, organisation: &str) -> Result<(), Error> {
    if actor.through == Through::Nobody {
        return Err(Error::SignIn);
    }
    let mut connection = app.store().reading()?;
    let (row, _) = guard::allowed(&mut connection, actor, Act::RunEvent, organisation)?;
    guard::opened(&row)
}

/// Makes an event of an organisation; gives its name in addresses. `now` in microseconds since 1970.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it; [`Error::Missing`]; [`Error::Invalid`] with all that is
/// wrong; [`Error::Conflict`] where the organisation has an event of this name.
pub fn make(
    app: &App,
    actor: &Actor,
    organisation: &str,
    new: &NewContest,
    now: i64,
) -> Result<String, Error> {
    let name = name_of(&new.name)?;
    let facts = Contest::create(new.settings.clone()).map_err(refused)?;
    let slug = in_transaction(&mut *app.store().connection()?, |connection| {
        let (row, acting_as) = guard::locked(connection, actor, Act::RunEvent, organisation)?;
        let id = begin(connection, &row, &name, new.first_day, now)?;
        let telling = Telling { account: actor.account, at: now, phase: 0 };
        let bodies: Vec<String> = facts.iter().map(written::write).collect();
        rows::tell(connection, id, 0, telling, &bodies)?;
        let entry = Entry::of(actor, acting_as, Action::EventMade, now)
            .organisation(row.id)
            .event(id)
            .change(Field::Event, "", &name);
        audit::write(connection, &entry)?;
        rows::slug_of(connection, id).map_err(Error::from)
    })?;
    app.editions().raise();
    Ok(slug)
}

/// The name as it is kept.
pub(super) fn name_of(given: &str) -> Result<String, Error> {
    let name = text::line(given, LONGEST_NAME).map_err(|e| Error::invalid("name", e))?;
    let is_one = !name.is_empty() && name != "?";
    if is_one { Ok(name) } else { Err(Error::invalid("name", refusals::EVENT_NAME)) }
}

/// The event's row, of which nothing is told yet, in a transaction that holds the writer's lock; gives its number.
pub(super) fn begin(
    connection: &mut AnyConnection,
    row: &OrganisationRow,
    name: &str,
    first_day: Day,
    now: i64,
) -> Result<i32, Error> {
    guard::opened(row)?;
    let owner = EventOwner::organisation(row.id, &row.slug);
    let taken = || Error::conflict(refusals::EVENT_TAKEN.with([&name]));
    let id = new_event(connection, &owner, name)?.ok_or_else(taken)?;
    rows::add(connection, id, first_day.0, now)?;
    Ok(id)
}

/// Events that are run here from a day on, the earliest first.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn upcoming(app: &App, from: Day, limit: usize) -> Result<Vec<ContestRow>, Error> {
    let limit = i64::try_from(limit.clamp(1, 200)).unwrap_or(200);
    Ok(rows::from_day(&mut *app.store().reading()?, from.0, limit)?)
}

/// Those of an organisation.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn upcoming_of(
    app: &App,
    organisation: i32,
    from: Day,
    limit: usize,
) -> Result<Vec<ContestRow>, Error> {
    let limit = i64::try_from(limit.clamp(1, 200)).unwrap_or(200);
    Ok(rows::of_organisation(&mut *app.store().reading()?, organisation, from.0, limit)?)
}
