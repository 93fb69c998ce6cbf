use diesel::prelude::*;

use super::schema::seasons;
use super::{AnyConnection, StoreError, id_sequence};

diesel::table! {
    season_points (organisation_id) {
        organisation_id -> Integer,
        body -> Text,
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, AsChangeset)]
#[diesel(table_name = seasons)]
pub struct SeasonRow {
    pub id: i32,
    pub name: String,
    /// In days since 1970, both inclusive.
    pub first_day: i32,
    pub last_day: i32,
}

/// An organisation's seasons, earliest first.
pub fn for_organisation(
    connection: &mut AnyConnection,
    organisation: i32,
) -> Result<Vec<SeasonRow>, StoreError> {
    Ok(seasons::table
        .filter(seasons::organisation_id.eq(organisation))
        .order((seasons::first_day, seasons::id))
        .select(SeasonRow::as_select())
        .load(connection)?)
}

/// Inserts a season, in a transaction that holds the writer lock; returns its id. The id in `row`
/// is ignored.
pub fn add(
    connection: &mut AnyConnection,
    organisation: i32,
    row: &SeasonRow,
) -> Result<i32, StoreError> {
    let id = id_sequence::next_ids(connection, "seasons", 1)?;
    diesel::insert_into(seasons::table)
        .values((
            seasons::id.eq(id),
            seasons::organisation_id.eq(organisation),
            seasons::name.eq(&row.name),
            seasons::first_day.eq(row.first_day),
            seasons::last_day.eq(row.last_day),
        ))
        .execute(connection)?;
    Ok(id)
}

pub fn update(connection: &mut AnyConnection, row: &SeasonRow) -> Result<(), StoreError> {
    diesel::update(seasons::table.find(row.id)).set(row).execute(connection)?;
    Ok(())
}

pub fn remove(connection: &mut AnyConnection, id: i32) -> Result<(), StoreError> {
    diesel::delete(seasons::table.find(id)).execute(connection)?;
    Ok(())
}

/// The point scales of an organisation as text; empty if none are set.
pub fn points_table(
    connection: &mut AnyConnection,
    organisation: i32,
) -> Result<String, StoreError> {
    let row = season_points::table.find(organisation).select(season_points::body);
    Ok(row.first(connection).optional()?.unwrap_or_default())
}

/// Replaces the point scales, in a transaction that holds the writer lock.
pub fn set_points_table(
    connection: &mut AnyConnection,
    organisation: i32,
    body: &str,
) -> Result<(), StoreError> {
    diesel::delete(season_points::table.find(organisation)).execute(connection)?;
    diesel::insert_into(season_points::table)
        .values((season_points::organisation_id.eq(organisation), season_points::body.eq(body)))
        .execute(connection)?;
    Ok(())
}
