//! Organisations as owners of games, events and pools.

use diesel::prelude::*;

use super::organisations::OrganisationState::{self, Closed, Open};
use super::queries::load_in_chunks;
use super::schema::organisations;
use super::{AnyConnection, Result};

/// The owner of a game or an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum OwnerId {
    #[default]
    Site,
    /// All members: nobody vouches for what they import.
    Members,
    Organisation(i32),
}

impl OwnerId {
    pub const fn organisation(self) -> Option<i32> {
        match self {
            OwnerId::Organisation(id) => Some(id),
            OwnerId::Site | OwnerId::Members => None,
        }
    }

    pub(super) fn by_member(self) -> i16 {
        i16::from(self == OwnerId::Members)
    }
}

/// The columns `organisation_id` and `by_member`.
pub(super) type OwnerColumns = (Option<i32>, i16);

impl From<OwnerColumns> for OwnerId {
    fn from((organisation, by_member): OwnerColumns) -> OwnerId {
        match organisation {
            Some(id) => OwnerId::Organisation(id),
            None if by_member != 0 => OwnerId::Members,
            None => OwnerId::Site,
        }
    }
}

/// An organisation that may own games.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = organisations)]
pub struct OwnerRow {
    pub id: i32,
    pub slug: String,
    pub name: String,
    /// Open or closed; the others never had a game.
    pub state: OrganisationState,
}

/// All open and closed organisations.
pub fn all(conn: &mut AnyConnection) -> Result<Vec<OwnerRow>> {
    Ok(OwnerRow::query().filter(organisations::state.eq_any([Open, Closed])).load(conn)?)
}

/// The open and closed organisations with these ids, unordered.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<OwnerRow>> {
    load_in_chunks(ids, |chunk| {
        OwnerRow::query()
            .filter(organisations::id.eq_any(chunk))
            .filter(organisations::state.eq_any([Open, Closed]))
            .load(conn)
    })
}

/// The open organisation with this slug.
pub fn by_slug(conn: &mut AnyConnection, slug: &str) -> Result<Option<OwnerRow>> {
    Ok(OwnerRow::query()
        .filter(organisations::slug.eq(slug))
        .filter(organisations::state.eq(Open))
        .first(conn)
        .optional()?)
}
