use diesel::prelude::*;

use super::schema::{season_points, seasons};
use super::{AnyConnection, Result, id_sequence};

#[derive(Debug, Clone, PartialEq, Eq, HasQuery, AsChangeset)]
#[diesel(table_name = seasons)]
pub struct SeasonRow {
    pub id: i32,
    pub name: String,
    /// In days since 1970, both inclusive.
    pub first_day: i32,
    pub last_day: i32,
}

/// An organisation's seasons, earliest first.
pub fn for_organisation(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<SeasonRow>> {
    Ok(SeasonRow::query()
        .filter(seasons::organisation_id.eq(organisation))
        .order((seasons::first_day, seasons::id))
        .load(conn)?)
}

/// Inserts a season, in a transaction that holds the writer lock; returns its id. The id in `row`
/// is ignored.
pub fn add(conn: &mut AnyConnection, organisation: i32, row: &SeasonRow) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "seasons", 1)?;
    diesel::insert_into(seasons::table)
        .values((
            seasons::id.eq(id),
            seasons::organisation_id.eq(organisation),
            seasons::name.eq(&row.name),
            seasons::first_day.eq(row.first_day),
            seasons::last_day.eq(row.last_day),
        ))
        .execute(conn)?;
    Ok(id)
}

pub fn update(conn: &mut AnyConnection, row: &SeasonRow) -> Result<()> {
    diesel::update(seasons::table.find(row.id)).set(row).execute(conn)?;
    Ok(())
}

pub fn remove(conn: &mut AnyConnection, id: i32) -> Result<()> {
    diesel::delete(seasons::table.find(id)).execute(conn)?;
    Ok(())
}

/// The point scales of an organisation as text; empty if none are set.
pub fn points_table(conn: &mut AnyConnection, organisation: i32) -> Result<String> {
    let row = season_points::table.find(organisation).select(season_points::body);
    Ok(row.first(conn).optional()?.unwrap_or_default())
}

/// Replaces the point scales, in a transaction that holds the writer lock.
pub fn set_points_table(conn: &mut AnyConnection, organisation: i32, body: &str) -> Result<()> {
    diesel::delete(season_points::table.find(organisation)).execute(conn)?;
    diesel::insert_into(season_points::table)
        .values((season_points::organisation_id.eq(organisation), season_points::body.eq(body)))
        .execute(conn)?;
    Ok(())
}
