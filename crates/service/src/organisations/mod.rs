//! Organisations: data, visibility and permissions.
//!
//! An organisation that is not open exists only for its officials and those of the site; an actor
//! without permission gets the same response as if it did not exist.

pub(super) mod access_guard;
mod creation;
mod editing;
mod seasons;

use adjutant_domain::account::roles::{OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::color::BrandColor;
use adjutant_store::organisations::{self as rows, OrganisationRow};
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganisationState {
    Waiting,
    Open,
    Refused,
    Closed,
}

impl OrganisationState {
    pub const ALL: [OrganisationState; 4] = [
        OrganisationState::Waiting,
        OrganisationState::Open,
        OrganisationState::Refused,
        OrganisationState::Closed,
    ];

    /// The key in the audit log, in addresses and in the catalogues (`organisation-state-<key>`);
    /// frozen.
    pub const fn key(self) -> &'static str {
        match self {
            OrganisationState::Waiting => "waiting",
            OrganisationState::Open => "open",
            OrganisationState::Refused => "refused",
            OrganisationState::Closed => "closed",
        }
    }

    pub fn parse(key: &str) -> Option<OrganisationState> {
        OrganisationState::ALL.into_iter().find(|state| state.key() == key)
    }

    const fn to_number(self) -> i16 {
        match self {
            OrganisationState::Waiting => rows::WAITING,
            OrganisationState::Open => rows::OPEN,
            OrganisationState::Refused => rows::REFUSED,
            OrganisationState::Closed => rows::CLOSED,
        }
    }

    /// Unknown numbers count as closed.
    fn from_number(number: i16) -> OrganisationState {
        OrganisationState::ALL
            .into_iter()
            .find(|one| one.to_number() == number)
            .unwrap_or(OrganisationState::Closed)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organisation {
    pub id: i32,
    pub slug: String,
    pub name: String,
    pub state: OrganisationState,
    pub about: String,
    pub place: String,
    /// Empty or `https`.
    pub website: String,
    pub color: BrandColor,
    pub accent: BrandColor,
    /// The digest of its logo, if any.
    pub logo: Option<String>,
    /// Whether its officials need a second factor.
    pub demands_second_factor: bool,
    pub created_at: Micros,
}

impl Organisation {
    /// Whether its members may be shown; not those of a refused or closed one.
    pub const fn has_people(&self) -> bool {
        matches!(self.state, OrganisationState::Open | OrganisationState::Waiting)
    }

    pub(super) fn from_row(row: OrganisationRow) -> Organisation {
        Organisation {
            id: row.id,
            slug: row.slug,
            name: row.name,
            state: OrganisationState::from_number(row.state),
            about: row.about,
            place: row.place,
            website: row.website,
            color: BrandColor::from_number(row.color),
            accent: BrandColor::from_number(row.accent),
            logo: Some(row.logo_digest).filter(|digest| !digest.is_empty()),
            demands_second_factor: row.second_factor != 0,
            created_at: row.created_at,
        }
    }
}

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
    access_guard::find_visible(&mut conn, actor, slug).map(Organisation::from_row)
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
    let (state, most) = (listing.state.to_number(), limit as i64 + 1);
    let found = rows::page(&mut conn, state, &listing.prefix, &listing.after, most)?;
    let items = found.into_iter().map(Organisation::from_row).collect();
    Ok(ListPage::from_rows(items, limit, |one: &Organisation| one.slug.clone()))
}

/// The organisations in which the actor has roles, by name, with these roles.
pub fn own_organisations(app: &App, actor: &Actor) -> Result<Vec<(Organisation, Vec<RoleGrant>)>> {
    let ids: Vec<i32> = actor.grants.iter().map(|grant| grant.organisation).collect();
    let found = rows::by_ids(&mut *app.store().read_connection()?, &ids)?;
    let with_roles = |row: OrganisationRow| {
        let own = |grant: &&RoleGrant| grant.organisation == row.id;
        let grants = actor.grants.iter().filter(own).copied().collect();
        (Organisation::from_row(row), grants)
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
