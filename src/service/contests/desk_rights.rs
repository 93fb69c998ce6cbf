//! What the pages of an event ask besides its board: who may do what at its desk, and whose it is.

use crate::contest::EntrantId;
use crate::service::access::{Act, Actor};
use crate::service::owner::{Owners, Whose};
use crate::service::{App, Error};
use crate::store::{contests as rows, owners};

use super::authorize_act;
use super::cache::LoadedContest;
use super::participation::Participation;

/// What somebody may do at an event's desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeskRights {
    pub people: bool,
    pub rounds: bool,
    pub results: bool,
    pub settings: bool,
}

/// What the actor may do at the event's desk.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it for who is no official of the event; [`Error::Missing`]
/// where no event of this name is run here.
pub fn desk_rights(app: &App, actor: &Actor, slug: &str) -> Result<DeskRights, Error> {
    let mut connection = app.store().read_connection()?;
    authorize_act(&mut connection, actor, Act::OfficiateEvent, slug)?;
    let mut may = |act| authorize_act(&mut connection, actor, act, slug).is_ok();
    Ok(DeskRights {
        people: may(Act::CheckIn),
        rounds: may(Act::ManagePairings),
        results: may(Act::EnterResults),
        settings: may(Act::RunEvent),
    })
}

/// The actor's own number in an event; `None` for who has not registered.
#[must_use]
pub fn own_entry(run: &LoadedContest, actor: &Actor) -> Option<EntrantId> {
    Participation::of_actor(&run.contest, actor).entrant_id()
}

/// What the titles of the event's organisation are called, the lowest first; none where the site's hold.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn title_names(app: &App, run: &LoadedContest) -> Result<Vec<String>, Error> {
    let own = owners::titles(&mut *app.store().read_connection()?, run.row.organisation_id)?;
    Ok(own.into_iter().map(|(name, _)| name).collect())
}

/// Whose an event is that is run here.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn host_organisation(app: &App, run: &LoadedContest) -> Result<Whose, Error> {
    let mut connection = app.store().connection()?;
    let organisation = run.row.organisation_id;
    Ok(Owners::read(&mut connection, std::iter::once(organisation))?.whose(organisation))
}

/// Whether an event of this name is run here.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn is_managed_here(app: &App, slug: &str) -> Result<bool, Error> {
    Ok(rows::by_slug(&mut *app.store().read_connection()?, slug)?.is_some())
}
