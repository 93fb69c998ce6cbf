use diesel::prelude::*;

use super::columns::{BrandColorColumn, FlagColumn, OptionalTextColumn, stored_enum};
use super::names::name_key;
use super::queries::load_in_chunks;
use super::schema::{events, organisations};
use super::{AnyConnection, Result, id_sequence, labels};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::color::BrandColor;
use adjutant_domain::search::search_key;

stored_enum! {
    OrganisationState, else Closed {
        Waiting = 0 "waiting",
        Open = 1 "open",
        Refused = 2 "refused",
        Closed = 3 "closed",
    }
}

/// An organisation without its logo.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = organisations)]
pub struct Organisation {
    pub id: i32,
    pub slug: String,
    pub name: String,
    pub state: OrganisationState,
    pub about: String,
    pub place: String,
    /// Empty or `https`.
    pub website: String,
    #[diesel(deserialize_as = BrandColorColumn)]
    pub color: BrandColor,
    #[diesel(deserialize_as = BrandColorColumn)]
    pub accent: BrandColor,
    /// The digest of its logo, if any.
    #[diesel(column_name = logo_digest, deserialize_as = OptionalTextColumn)]
    pub logo: Option<String>,
    /// Whether its officials need a second factor.
    #[diesel(column_name = second_factor, deserialize_as = FlagColumn)]
    pub demands_second_factor: bool,
    pub created_at: Micros,
    pub created_by: i32,
}

impl Organisation {
    /// Whether its members may be shown; not those of a refused or closed one.
    pub const fn has_people(&self) -> bool {
        matches!(self.state, OrganisationState::Open | OrganisationState::Waiting)
    }
}

/// The unique keys of a name: its folded form and its lookalike key.
#[derive(Debug, Clone, Copy)]
pub struct UniqueNameKeys<'a> {
    pub name: &'a str,
    pub look: &'a str,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = organisations, treat_none_as_default_value = false)]
pub struct NewOrganisationRow<'a> {
    pub name: &'a str,
    pub look_key: &'a str,
    pub slug: &'a str,
    pub state: OrganisationState,
    pub about: &'a str,
    pub place: &'a str,
    pub website: &'a str,
    pub color: i32,
    pub accent: i32,
    pub created_at: Micros,
    pub created_by: i32,
}

pub fn by_slug(conn: &mut AnyConnection, slug: &str) -> Result<Option<Organisation>> {
    Ok(Organisation::query().filter(organisations::slug.eq(slug)).first(conn).optional()?)
}

/// The organisations with these ids, by name.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<Organisation>> {
    Ok(Organisation::query()
        .filter(organisations::id.eq_any(ids))
        .order(organisations::name_key)
        .load(conn)?)
}

/// Which of these organisations are open.
pub fn open_among(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    load_in_chunks(ids, |ids| {
        organisations::table
            .filter(organisations::id.eq_any(ids))
            .filter(organisations::state.eq(OrganisationState::Open))
            .select(organisations::id)
            .load(conn)
    })
}

/// The slug of the organisation other than `except` with this name or a lookalike.
pub fn by_keys(
    conn: &mut AnyConnection,
    keys: UniqueNameKeys<'_>,
    except: i32,
) -> Result<Option<String>> {
    let same = organisations::name_key.eq(name_key(keys.name));
    Ok(organisations::table
        .filter(same.or(organisations::look_key.eq(keys.look)))
        .filter(organisations::id.ne(except))
        .select(organisations::name)
        .first(conn)
        .optional()?)
}

/// Organisations in a state by name, only those that begin with `prefix`, after the one with the
/// slug `after`.
pub fn page(
    conn: &mut AnyConnection,
    state: OrganisationState,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<Organisation>> {
    let mut query = Organisation::query()
        .filter(organisations::state.eq(state))
        .order(organisations::name_key)
        .limit(limit)
        .into_boxed();
    let prefix = name_key(prefix);
    if !prefix.is_empty() {
        // Keys are compared by bytes only within an index range.
        let end = format!("{prefix}\u{10ffff}");
        query = query.filter(organisations::name_key.ge(prefix));
        query = query.filter(organisations::name_key.lt(end));
    }
    let last: Option<String> = match after {
        "" => None,
        slug => organisations::table
            .filter(organisations::slug.eq(slug))
            .select(organisations::name_key)
            .first(conn)
            .optional()?,
    };
    if let Some(last) = last {
        query = query.filter(organisations::name_key.gt(last));
    }
    Ok(query.load(conn)?)
}

/// The number of open or pending organisations created by an account.
pub fn count_made_by(conn: &mut AnyConnection, account: i32) -> Result<i64> {
    Ok(organisations::table
        .filter(organisations::created_by.eq(account))
        .filter(organisations::state.eq_any([OrganisationState::Waiting, OrganisationState::Open]))
        .count()
        .get_result(conn)?)
}

/// Inserts an organisation, in a transaction that holds the writer lock; returns its id. Fails if
/// name or slug is taken.
pub fn add(conn: &mut AnyConnection, new: &NewOrganisationRow<'_>) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "organisations", 1)?;
    let none: &[u8] = &[];
    diesel::insert_into(organisations::table)
        .values((
            organisations::id.eq(id),
            new,
            organisations::name_key.eq(name_key(new.name)),
            organisations::search_key.eq(search_key(new.name)),
            organisations::logo.eq(none),
            organisations::logo_digest.eq(""),
            organisations::second_factor.eq(0),
        ))
        .execute(conn)?;
    Ok(id)
}

/// Updates an organisation's profile: everything but slug, state, logo and creation. Fails if the
/// name is taken.
pub fn update(conn: &mut AnyConnection, row: &Organisation, look_key: &str) -> Result<()> {
    diesel::update(organisations::table.find(row.id))
        .set((
            organisations::name.eq(&row.name),
            organisations::name_key.eq(name_key(&row.name)),
            organisations::search_key.eq(search_key(&row.name)),
            organisations::look_key.eq(look_key),
            organisations::about.eq(&row.about),
            organisations::place.eq(&row.place),
            organisations::website.eq(&row.website),
            organisations::color.eq(row.color.to_number()),
            organisations::accent.eq(row.accent.to_number()),
            organisations::second_factor.eq(i16::from(row.demands_second_factor)),
        ))
        .execute(conn)?;
    Ok(())
}

pub fn set_state(conn: &mut AnyConnection, id: i32, state: OrganisationState) -> Result<()> {
    diesel::update(organisations::table.find(id))
        .set(organisations::state.eq(state))
        .execute(conn)?;
    Ok(())
}

/// Sets the logo and its digest; both empty for none.
pub fn set_logo(conn: &mut AnyConnection, id: i32, logo: &[u8], digest: &str) -> Result<()> {
    diesel::update(organisations::table.find(id))
        .set((organisations::logo.eq(logo), organisations::logo_digest.eq(digest)))
        .execute(conn)?;
    Ok(())
}

/// The logo; empty if there is none.
pub fn logo(conn: &mut AnyConnection, id: i32) -> Result<Vec<u8>> {
    Ok(organisations::table.find(id).select(organisations::logo).first(conn)?)
}

/// The id of an organisation's event that has this slug, or had it before.
pub fn event_id(conn: &mut AnyConnection, organisation: i32, slug: &str) -> Result<Option<i32>> {
    let Some(id) = labels::event_by_slug(conn, slug)? else { return Ok(None) };
    Ok(events::table
        .filter(events::id.eq(id))
        .filter(events::organisation_id.eq(organisation))
        .select(events::id)
        .first(conn)
        .optional()?)
}
