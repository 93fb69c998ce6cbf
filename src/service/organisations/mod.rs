//! Organisations: who they are, and who may see and change them.
//!
//! One that is not open is not there for anybody but its officials and the site's; whoever may
//! not do something on one learns as much as if it were not there.

mod create;
mod edit;
pub(super) mod guard;
mod seasons;

use crate::account::roles::{Grant, Role, SiteRole};
use crate::organisation::color::Color;
use crate::store::organisations::{self as rows, OrganisationRow};
use ledger_ratings::Day;

use super::access::{Act, Actor, On, require};
use super::events::Event;
use super::games::{Cursor, Page};
use super::{App, Error};

pub use create::{Creation, NewOrganisation, Rules, create};
pub use edit::{Decision, Profile, decide, edit, set_logo};
pub use seasons::{
    add_season, edit_season, points, remove_season, seasons, set_points, set_titles, titles,
};

/// How an organisation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// For an operator's word.
    Waiting,
    Open,
    Refused,
    Closed,
}

impl State {
    pub const ALL: [State; 4] = [State::Waiting, State::Open, State::Refused, State::Closed];

    /// Its name in the audit trail, in addresses and in the catalogues
    /// (`organisation-state-<key>`); frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Open => "open",
            State::Refused => "refused",
            State::Closed => "closed",
        }
    }

    /// Reads a key.
    #[must_use]
    pub fn parse(key: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.key() == key)
    }

    const fn number(self) -> i16 {
        match self {
            State::Waiting => rows::WAITING,
            State::Open => rows::OPEN,
            State::Refused => rows::REFUSED,
            State::Closed => rows::CLOSED,
        }
    }

    /// A number that means nothing is closed.
    fn of(number: i16) -> State {
        State::ALL.into_iter().find(|one| one.number() == number).unwrap_or(State::Closed)
    }
}

/// An organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Organisation {
    pub id: i32,
    pub slug: String,
    pub name: String,
    pub state: State,
    pub about: String,
    pub place: String,
    /// Empty or `https`.
    pub website: String,
    pub color: Color,
    pub accent: Color,
    /// The digest of its logo, where it has one.
    pub logo: Option<String>,
    /// Whether its officials need a second factor.
    pub second_factor: bool,
    /// Microseconds since 1970.
    pub created_at: i64,
}

impl Organisation {
    /// Whether its members are shown to anybody: of one that was refused or closed they are not.
    #[must_use]
    pub const fn has_people(&self) -> bool {
        matches!(self.state, State::Open | State::Waiting)
    }

    pub(super) fn of(row: OrganisationRow) -> Organisation {
        Organisation {
            id: row.id,
            slug: row.slug,
            name: row.name,
            state: State::of(row.state),
            about: row.about,
            place: row.place,
            website: row.website,
            color: Color::of(row.color),
            accent: Color::of(row.accent),
            logo: Some(row.logo_digest).filter(|digest| !digest.is_empty()),
            second_factor: row.second_factor != 0,
            created_at: row.created_at,
        }
    }
}

/// What somebody may do on an organisation's pages, for the links there; each act asks anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rights {
    pub owner: bool,
    pub organizer: bool,
    /// Has duties in an event of it, or in all.
    pub official: bool,
    pub operator: bool,
}

/// What the actor is to the organisation.
#[must_use]
pub fn rights(actor: &Actor, organisation: &Organisation) -> Rights {
    let has = |role: Role| {
        let own = |grant: &Grant| grant.organisation == organisation.id && grant.role == role;
        actor.grants.iter().any(own)
    };
    Rights {
        owner: has(Role::Owner),
        organizer: has(Role::Organizer),
        official: has(Role::Official),
        operator: actor.site == SiteRole::Operator,
    }
}

/// One by its slug.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn get(app: &App, actor: &Actor, slug: &str) -> Result<Organisation, Error> {
    let mut connection = app.store().reading()?;
    guard::seen(&mut connection, actor, slug).map(Organisation::of)
}

/// The logo of one, a PNG; `None` where it has none.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn logo(app: &App, actor: &Actor, slug: &str) -> Result<Option<Vec<u8>>, Error> {
    let mut connection = app.store().reading()?;
    let row = guard::seen(&mut connection, actor, slug)?;
    let logo = rows::logo(&mut connection, row.id)?;
    Ok(Some(logo).filter(|logo| !logo.is_empty()))
}

/// Which organisations a page has.
#[derive(Debug, Clone)]
pub struct Listing {
    /// What the name begins with.
    pub prefix: String,
    /// The slug of the last one of the page before; empty for the first page.
    pub after: String,
    /// Others than open ones are for the site's officials.
    pub state: State,
}

/// A page of a list, and after what the next one begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    pub items: Vec<T>,
    pub next: Option<String>,
}

/// So many rows a page has at most.
pub const MOST_ON_PAGE: usize = 200;

impl<T> Listed<T> {
    /// Of one row more than fits.
    pub(super) fn cut(mut items: Vec<T>, limit: usize, key: impl Fn(&T) -> String) -> Listed<T> {
        let more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| more).map(key);
        Listed { items, next }
    }
}

/// Organisations by name.
///
/// # Errors
/// As [`require`] has it, for others than open ones.
pub fn page(
    app: &App,
    actor: &Actor,
    listing: &Listing,
    limit: usize,
) -> Result<Listed<Organisation>, Error> {
    if listing.state != State::Open {
        require(actor, Act::OverseeSite, On::Site, true)?;
    }
    let limit = limit.clamp(1, MOST_ON_PAGE);
    let mut connection = app.store().reading()?;
    let (state, most) = (listing.state.number(), limit as i64 + 1);
    let found = rows::page(&mut connection, state, &listing.prefix, &listing.after, most)?;
    let items = found.into_iter().map(Organisation::of).collect();
    Ok(Listed::cut(items, limit, |one: &Organisation| one.slug.clone()))
}

/// Those in which the actor has roles, by name, with these.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub fn mine(app: &App, actor: &Actor) -> Result<Vec<(Organisation, Vec<Grant>)>, Error> {
    let ids: Vec<i32> = actor.grants.iter().map(|grant| grant.organisation).collect();
    let found = rows::by_ids(&mut *app.store().reading()?, &ids)?;
    let with_roles = |row: OrganisationRow| {
        let own = |grant: &&Grant| grant.organisation == row.id;
        let grants = actor.grants.iter().filter(own).copied().collect();
        (Organisation::of(row), grants)
    };
    Ok(found.into_iter().map(with_roles).collect())
}

/// An organisation's events, the one that was played last first.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn events(
    app: &App,
    actor: &Actor,
    slug: &str,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<Page<Event>, Error> {
    let mut connection = app.store().reading()?;
    let row = guard::seen(&mut connection, actor, slug)?;
    super::events::of_organisation(&mut connection, row.id, cursor, limit)
}

/// The season of an organisation that a day is in.
///
/// # Errors
/// [`Error::Missing`] where there is none that this actor may know of.
pub fn season_of(
    app: &App,
    actor: &Actor,
    slug: &str,
    day: Day,
) -> Result<Option<(i32, crate::organisation::seasons::Season)>, Error> {
    Ok(seasons(app, actor, slug)?.into_iter().find(|(_, season)| season.has(day)))
}
