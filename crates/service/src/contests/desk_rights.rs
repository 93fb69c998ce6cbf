//! Permissions at an event's desk, and the event's organisation.

use crate::access::{Act, Actor};
use crate::owner::{Owners, Whose};
use crate::{App, Result};
use adjutant_domain::contest::EntrantId;
use adjutant_store::contests as rows;
use adjutant_store::owners::OwnerId;
use adjutant_store::titles;

use super::authorize_act;
use super::cache::LoadedContest;
use super::participation::Participation;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeskRights {
    pub people: bool,
    pub rounds: bool,
    pub results: bool,
    pub settings: bool,
}

/// The actor's permissions at the event's desk.
pub fn desk_rights(app: &App, actor: &Actor, slug: &str) -> Result<DeskRights> {
    let mut conn = app.store().read_connection()?;
    authorize_act(&mut conn, actor, Act::OfficiateEvent, slug)?;
    let mut may = |act| authorize_act(&mut conn, actor, act, slug).is_ok();
    Ok(DeskRights {
        people: may(Act::CheckIn),
        rounds: may(Act::ManagePairings),
        results: may(Act::EnterResults),
        settings: may(Act::RunEvent),
    })
}

/// The actor's entry in an event; `None` if they have not registered.
pub fn own_entry(run: &LoadedContest, actor: &Actor) -> Option<EntrantId> {
    Participation::of_actor(&run.contest, actor).entrant_id()
}

/// The titles of the event's organisation, lowest first; empty if it uses those of the site.
pub fn title_names(app: &App, run: &LoadedContest) -> Result<Vec<String>> {
    let own =
        titles::for_organisation(&mut *app.store().read_connection()?, run.row.organisation_id)?;
    Ok(own.into_iter().map(|(name, _)| name).collect())
}

/// The owner of an event.
pub fn host_organisation(app: &App, run: &LoadedContest) -> Result<Whose> {
    let mut conn = app.store().connection()?;
    let owner = OwnerId::Organisation(run.row.organisation_id);
    Ok(Owners::read(&mut conn, std::iter::once(owner))?.whose(owner))
}

/// Whether an event of this name is run on this site.
pub fn is_managed_here(app: &App, slug: &str) -> Result<bool> {
    Ok(rows::by_slug(&mut *app.store().read_connection()?, slug)?.is_some())
}
