//! Making an organisation.

use crate::account::handle::look_key;
use crate::account::roles::{Role, SiteRole};
use crate::organisation::color::Color;
use crate::organisation::name::{Name, Slug};
use crate::organisation::{text, website};
use crate::store::organisations::{self as rows, Keys};
use crate::store::roles::{self, NewRole};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, counted};

use super::super::access::{Act, Actor, On, require};
use super::super::audit::{self, Action, Entry, Field};
use super::super::{App, Error, refusals};
use super::{Organisation, State};

pub(super) const LONGEST_ABOUT: usize = 4_000;
pub(super) const LONGEST_PLACE: usize = 80;

/// Who may make organisations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    Anyone,
    /// Anyone, and it waits for an operator's word.
    ByApproval,
}

impl Creation {
    pub const ALL: [Creation; 2] = [Creation::Anyone, Creation::ByApproval];

    /// Its name in the settings; frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Creation::Anyone => "anyone",
            Creation::ByApproval => "by-approval",
        }
    }

    /// Reads a key.
    #[must_use]
    pub fn parse(key: &str) -> Option<Creation> {
        Creation::ALL.into_iter().find(|one| one.key() == key)
    }
}

/// What the site says of new organisations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    pub creation: Creation,
    /// So many that wait or are open an account may have made.
    pub most: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { creation: Creation::ByApproval, most: 5 }
    }
}

/// What somebody writes of an organisation that he makes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewOrganisation {
    pub name: String,
    /// Empty: the one that the name suggests. It never changes.
    pub slug: String,
    pub about: String,
    pub place: String,
    pub website: String,
}

/// The same, read.
struct Checked {
    name: Name,
    slug: Slug,
    about: String,
    place: String,
    website: String,
}

impl NewOrganisation {
    fn checked(&self) -> Result<Checked, Error> {
        let name = Name::parse(&self.name).map_err(|e| Error::invalid("name", e))?;
        let slug = match self.slug.trim() {
            "" => Slug::of_name(&name),
            slug => Slug::parse(slug),
        };
        let slug = slug.map_err(|e| Error::invalid("slug", e))?;
        let about =
            text::lines(&self.about, LONGEST_ABOUT).map_err(|e| Error::invalid("about", e))?;
        let place =
            text::line(&self.place, LONGEST_PLACE).map_err(|e| Error::invalid("place", e))?;
        let website = website::parse(&self.website).map_err(|e| Error::invalid("website", e))?;
        Ok(Checked { name, slug, about, place, website })
    }
}

/// Makes an organisation, whose owner the actor is.
///
/// # Errors
/// As [`require`] has it; [`Error::Invalid`] with the first field that is wrong or whose value is
/// taken; [`Error::Forbidden`] where the account has made its share.
pub fn create(
    app: &App,
    actor: &Actor,
    rules: Rules,
    new: &NewOrganisation,
    now: i64,
) -> Result<Organisation, Error> {
    let acting_as = require(actor, Act::CreateOrganisation, On::Site, false)?;
    let checked = new.checked()?;
    let at_once = rules.creation == Creation::Anyone || actor.site == SiteRole::Operator;
    let state = if at_once { State::Open } else { State::Waiting };
    let mut connection = app.store().connection()?;
    let made = in_transaction(&mut connection, |connection| {
        counted::claim(connection)?;
        if rows::made_by(connection, actor.account)? >= rules.most as i64 {
            return Err(Error::forbidden(refusals::MOST_ORGANISATIONS.with([&rules.most])));
        }
        let id = write(connection, actor.account, &checked, state, now)?;
        let entry = Entry::by(actor.account, acting_as.key(), Action::OrganisationCreated, now)
            .organisation(id)
            .change(Field::Name, "", checked.name.as_str())
            .change(Field::Slug, "", checked.slug.as_str())
            .change(Field::State, "", state.key());
        audit::write(connection, &entry)?;
        let row = rows::by_slug(connection, checked.slug.as_str())?;
        row.ok_or_else(|| Error::Internal("an organisation was not written".to_owned()))
    })?;
    app.editions().raise();
    Ok(Organisation::of(made))
}

fn write(
    connection: &mut AnyConnection,
    account: i32,
    new: &Checked,
    state: State,
    now: i64,
) -> Result<i32, Error> {
    let look = look_key(new.name.as_str());
    name_is_free(connection, new.name.as_str(), &look, 0)?;
    if rows::by_slug(connection, new.slug.as_str())?.is_some() {
        return Err(Error::invalid("slug", refusals::SLUG_TAKEN.with([&new.slug.as_str()])));
    }
    let id = rows::add(
        connection,
        &rows::NewOrganisation {
            name: new.name.as_str(),
            look_key: &look,
            slug: new.slug.as_str(),
            state: state.number(),
            about: &new.about,
            place: &new.place,
            website: &new.website,
            color: Color::GROUND.number(),
            accent: Color::ACCENT.number(),
            created_at: now,
            created_by: account,
        },
    )?;
    let owner = NewRole {
        account,
        organisation: id,
        role: Role::Owner as i16,
        event: 0,
        duties: 0,
        granted_by: account,
        granted_at: now,
    };
    roles::add(connection, owner)?;
    Ok(id)
}

/// Refuses a name that another organisation has, or that looks like another's.
pub(super) fn name_is_free(
    connection: &mut AnyConnection,
    name: &str,
    look: &str,
    but: i32,
) -> Result<(), Error> {
    match rows::by_keys(connection, Keys { name, look }, but)? {
        Some(_) => Err(Error::invalid("name", refusals::NAME_TAKEN.with([&name]))),
        None => Ok(()),
    }
}
