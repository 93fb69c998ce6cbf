//! Creating an organisation.

use adjutant_domain::account::handle::look_key;
use adjutant_domain::account::roles::{OrganisationRole, SiteRole};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::color::BrandColor;
use adjutant_domain::organisation::name::{OrganisationName, OrganisationSlug};
use adjutant_domain::organisation::{FieldError, text, website};
use adjutant_store::AnyConnection;
use adjutant_store::organisations::{self as rows, UniqueNameKeys};
use adjutant_store::roles::{self, NewRoleRow};
use serde::Deserialize;

use super::super::access::{Act, ActTarget, Actor, require};
use super::super::audit::{self, Action, AuditEntry, Field};
use super::super::{App, Error, Result};
use super::{Organisation, OrganisationState};

pub const MAX_ABOUT_LEN: usize = 4_000;
pub const MAX_PLACE_LEN: usize = 80;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreationPolicy {
    Anyone,
    /// Anyone, subject to approval by an operator.
    ByApproval,
}

impl CreationPolicy {
    pub const ALL: [CreationPolicy; 2] = [CreationPolicy::Anyone, CreationPolicy::ByApproval];

    /// The key in the settings; frozen.
    pub const fn key(self) -> &'static str {
        match self {
            CreationPolicy::Anyone => "anyone",
            CreationPolicy::ByApproval => "by-approval",
        }
    }

    pub fn parse(key: &str) -> Option<CreationPolicy> {
        CreationPolicy::ALL.into_iter().find(|one| one.key() == key)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreationRules {
    pub policy: CreationPolicy,
    /// The number of open or pending organisations that an account may have created.
    pub max_per_owner: usize,
}

impl Default for CreationRules {
    fn default() -> CreationRules {
        CreationRules { policy: CreationPolicy::ByApproval, max_per_owner: 5 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct NewOrganisation {
    pub name: String,
    /// Derived from the name if empty. It never changes.
    pub slug: String,
    pub about: String,
    pub place: String,
    pub website: String,
}

/// The validated data, with the name and slug in their own types.
struct ValidOrganisation {
    name: OrganisationName,
    slug: OrganisationSlug,
    about: String,
    place: String,
    website: String,
}

impl NewOrganisation {
    fn validate(&self) -> Result<ValidOrganisation> {
        let wrong = |field| move |fault: FieldError| Error::invalid(field, fault.message());
        let name = OrganisationName::parse(&self.name).map_err(wrong("name"))?;
        let slug = match self.slug.trim() {
            "" => OrganisationSlug::from_name(&name),
            slug => OrganisationSlug::parse(slug),
        };
        Ok(ValidOrganisation {
            name,
            slug: slug.map_err(wrong("slug"))?,
            about: text::clean_lines(&self.about, MAX_ABOUT_LEN).map_err(wrong("about"))?,
            place: text::clean_line(&self.place, MAX_PLACE_LEN).map_err(wrong("place"))?,
            website: website::parse_website(&self.website).map_err(wrong("website"))?,
        })
    }
}

/// Creates an organisation with the actor as owner.
pub fn create(
    app: &App,
    actor: &Actor,
    rules: CreationRules,
    new: &NewOrganisation,
    now: Micros,
) -> Result<Organisation> {
    let acting_as = require(actor, Act::CreateOrganisation, ActTarget::Site, false)?;
    let checked = new.validate()?;
    let at_once = rules.policy == CreationPolicy::Anyone || actor.site_role == SiteRole::Operator;
    let state = if at_once { OrganisationState::Open } else { OrganisationState::Waiting };
    let made = app.write(|conn| {
        if rows::count_made_by(conn, actor.account)? >= rules.max_per_owner as i64 {
            return Err(Error::forbidden(refusal!(MOST_ORGANISATIONS, most = rules.max_per_owner)));
        }
        let id = insert(conn, actor.account, &checked, state, now)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::OrganisationCreated, now)
            .organisation(id)
            .with_change(Field::Name, "", checked.name.as_str())
            .with_change(Field::Slug, "", checked.slug.as_str())
            .with_change(Field::State, "", state.key());
        audit::write(conn, &entry)?;
        let row = rows::by_slug(conn, checked.slug.as_str())?;
        row.ok_or_else(|| Error::Internal("an organisation was not written".to_owned()))
    })?;
    app.editions().raise();
    Ok(made)
}

fn insert(
    conn: &mut AnyConnection,
    account: i32,
    new: &ValidOrganisation,
    state: OrganisationState,
    now: Micros,
) -> Result<i32> {
    let look = look_key(new.name.as_str());
    require_free_name(conn, new.name.as_str(), &look, 0)?;
    if rows::by_slug(conn, new.slug.as_str())?.is_some() {
        return Err(Error::invalid("slug", refusal!(SLUG_TAKEN, name = new.slug.as_str())));
    }
    let id = rows::add(
        conn,
        &rows::NewOrganisationRow {
            name: new.name.as_str(),
            look_key: &look,
            slug: new.slug.as_str(),
            state,
            about: &new.about,
            place: &new.place,
            website: &new.website,
            color: BrandColor::DEFAULT_GROUND.to_number(),
            accent: BrandColor::DEFAULT_ACCENT.to_number(),
            created_at: now,
            created_by: account,
        },
    )?;
    let owner = NewRoleRow {
        account,
        organisation: id,
        role: OrganisationRole::Owner as i16,
        event: None,
        duties: 0,
        granted_by: Some(account),
        granted_at: now,
    };
    roles::add(conn, owner)?;
    Ok(id)
}

/// Refuses a name that equals or resembles another organisation's.
pub(super) fn require_free_name(
    conn: &mut AnyConnection,
    name: &str,
    look: &str,
    except_id: i32,
) -> Result<()> {
    match rows::by_keys(conn, UniqueNameKeys { name, look }, except_id)? {
        Some(_) => Err(Error::invalid("name", refusal!(NAME_TAKEN, name))),
        None => Ok(()),
    }
}
