//! Organisations: data, visibility and permissions.
//!
//! An organisation that is not open exists only for its officials and those of the site; an actor
//! without permission gets the same response as if it did not exist.

pub(super) mod access_guard;
mod creation;
mod editing;
mod seasons;

use adjutant_domain::account::roles::{OrganisationRole, RoleGrant, SiteRole};
use adjutant_store::organisations as rows;
pub use adjutant_store::organisations::{Organisation, OrganisationState};
use ledger_ratings::Day;

use super::access::{Act, ActTarget, Actor, require};
use super::events::Event;
use super::games::{Cursor, Page};
use super::{App, Result};

pub use creation::{
    CreationPolicy, CreationRules, MAX_ABOUT_LEN, MAX_PLACE_LEN, NewOrganisation, create,
};
pub use editing::{OrganisationDecision, OrganisationProfile, decide, edit, set_logo};
pub use seasons::{
    add_season, edit_season, point_scales, remove_season, seasons, set_point_scales, set_titles,
    titles,
};

/// The actor's roles, for links on the pages; each act checks permissions itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrganisationRights {
    pub is_owner: bool,
    pub is_organizer: bool,
    /// Has duties in some or all of its events.
    pub is_official: bool,
    pub is_operator: bool,
}

pub fn rights(actor: &Actor, organisation: &Organisation) -> OrganisationRights {
    let has = |role: OrganisationRole| {
        let own = |grant: &RoleGrant| grant.organisation == organisation.id && grant.role == role;
        actor.grants.iter().any(own)
    };
    OrganisationRights {
        is_owner: has(OrganisationRole::Owner),
        is_organizer: has(OrganisationRole::Organizer),
        is_official: has(OrganisationRole::Official),
        is_operator: actor.site_role == SiteRole::Operator,
    }
}

pub fn get(app: &App, actor: &Actor, slug: &str) -> Result<Organisation> {
    let mut conn = app.store().read_connection()?;
    access_guard::find_visible(&mut conn, actor, slug)
}

/// The PNG logo of an organisation; `None` without one.
pub fn logo(app: &App, actor: &Actor, slug: &str) -> Result<Option<Vec<u8>>> {
    let mut conn = app.store().read_connection()?;
    let row = access_guard::find_visible(&mut conn, actor, slug)?;
    let logo = rows::logo(&mut conn, row.id)?;
    Ok(Some(logo).filter(|logo| !logo.is_empty()))
}

#[derive(Debug, Clone)]
pub struct OrganisationFilter {
    pub prefix: String,
    /// The last slug of the previous page; empty for the first page.
    pub after: String,
    /// States other than open are for the site's officials.
    pub state: OrganisationState,
}

/// A page of a list, and the key after which the next one begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage<T> {
    pub items: Vec<T>,
    pub next: Option<String>,
}

pub const MAX_PAGE_SIZE: usize = 200;

impl<T> ListPage<T> {
    /// Builds a page from rows, of which there is one more than the limit if there is a next page.
    pub(super) fn from_rows(
        mut items: Vec<T>,
        limit: usize,
        key: impl Fn(&T) -> String,
    ) -> ListPage<T> {
        let more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| more).map(key);
        ListPage { items, next }
    }
}

pub fn page(
    app: &App,
    actor: &Actor,
    listing: &OrganisationFilter,
    limit: usize,
) -> Result<ListPage<Organisation>> {
    if listing.state != OrganisationState::Open {
        require(actor, Act::OverseeSite, ActTarget::Site, true)?;
    }
    let limit = limit.clamp(1, MAX_PAGE_SIZE);
    let mut conn = app.store().read_connection()?;
    let (state, most) = (listing.state, limit as i64 + 1);
    let found = rows::page(&mut conn, state, &listing.prefix, &listing.after, most)?;
    Ok(ListPage::from_rows(found, limit, |one: &Organisation| one.slug.clone()))
}

/// The organisations in which the actor has roles, by name, with these roles.
pub fn own_organisations(app: &App, actor: &Actor) -> Result<Vec<(Organisation, Vec<RoleGrant>)>> {
    let ids: Vec<i32> = actor.grants.iter().map(|grant| grant.organisation).collect();
    let found = rows::by_ids(&mut *app.store().read_connection()?, &ids)?;
    let with_roles = |row: Organisation| {
        let own = |grant: &&RoleGrant| grant.organisation == row.id;
        let grants = actor.grants.iter().filter(own).copied().collect();
        (row, grants)
    };
    Ok(found.into_iter().map(with_roles).collect())
}

pub fn events(
    app: &App,
    actor: &Actor,
    slug: &str,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<Page<Event>> {
    let mut conn = app.store().read_connection()?;
    let row = access_guard::find_visible(&mut conn, actor, slug)?;
    super::events::of_organisation(&mut conn, row.id, cursor, limit)
}

pub fn season_on_day(
    app: &App,
    actor: &Actor,
    slug: &str,
    day: Day,
) -> Result<Option<(i32, adjutant_domain::organisation::seasons::Season)>> {
    Ok(seasons(app, actor, slug)?.into_iter().find(|(_, season)| season.contains(day)))
}
