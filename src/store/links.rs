//! Links that work once.

use diesel::prelude::*;

use super::schema::links;
use super::{AnyConnection, StoreError, id_sequence};

/// What a link is for, by its stored number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum LinkKind {
    /// Choose a new password.
    Reset = 1,
    /// Confirm an address.
    Confirm = 2,
    /// Sign up, or take up a role.
    Invitation = 3,
    /// A sign-in that waits for its second step; nobody gets it in a letter.
    SecondStep = 4,
}

/// A link as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = links)]
pub struct OneTimeLinkRow {
    pub id: i32,
    pub account_id: i32,
    pub organisation_id: i32,
    pub role: i16,
    pub event_id: i32,
    pub duties: i16,
    pub email: String,
    pub expires_at: i64,
    pub used_at: i64,
}

/// A link that is to be made.
#[derive(Debug, Clone, Copy)]
pub struct NewOneTimeLink<'a> {
    pub hash: &'a [u8],
    pub kind: LinkKind,
    pub account: i32,
    pub email: &'a str,
    pub organisation: i32,
    pub role: i16,
    pub event: i32,
    pub duties: i16,
    pub now: i64,
    pub expires_at: i64,
}

/// Makes one, in a transaction that holds the writer's lock.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(connection: &mut AnyConnection, new: NewOneTimeLink<'_>) -> Result<(), StoreError> {
    let id = id_sequence::next_ids(connection, "links", 1)?;
    diesel::insert_into(links::table)
        .values((
            links::id.eq(id),
            links::token_hash.eq(new.hash),
            links::kind.eq(new.kind as i16),
            links::account_id.eq(new.account),
            links::organisation_id.eq(new.organisation),
            links::role.eq(new.role),
            links::event_id.eq(new.event),
            links::duties.eq(new.duties),
            links::email.eq(new.email),
            links::created_at.eq(new.now),
            links::expires_at.eq(new.expires_at),
            links::used_at.eq(0),
        ))
        .execute(connection)?;
    Ok(())
}

/// The link of this kind with this hash.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_hash(
    connection: &mut AnyConnection,
    kind: LinkKind,
    hash: &[u8],
) -> Result<Option<OneTimeLinkRow>, StoreError> {
    Ok(links::table
        .filter(links::token_hash.eq(hash))
        .filter(links::kind.eq(kind as i16))
        .select(OneTimeLinkRow::as_select())
        .first(connection)
        .optional()?)
}

/// Uses a link up; false where somebody else did.
///
/// # Errors
/// [`StoreError::Database`].
pub fn consume(connection: &mut AnyConnection, id: i32, now: i64) -> Result<bool, StoreError> {
    let unused = links::table.find(id).filter(links::used_at.eq(0));
    Ok(diesel::update(unused).set(links::used_at.eq(now)).execute(connection)? == 1)
}

/// Drops an account's invitations that nobody has taken up: to one organisation (0 for the site), or
/// all; gives how many there were.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_invitations(
    connection: &mut AnyConnection,
    account: i32,
    to: Option<i32>,
) -> Result<usize, StoreError> {
    let unused = links::table
        .filter(links::account_id.eq(account))
        .filter(links::kind.eq(LinkKind::Invitation as i16))
        .filter(links::used_at.eq(0));
    Ok(match to {
        Some(to) => {
            diesel::delete(unused.filter(links::organisation_id.eq(to))).execute(connection)?
        }
        None => diesel::delete(unused).execute(connection)?,
    })
}

/// An invitation that nobody has taken up.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = links)]
pub struct InvitationRow {
    pub id: i32,
    /// Who made it; 0 where a command on the server did.
    pub account_id: i32,
    pub role: i16,
    pub event_id: i32,
    pub duties: i16,
    /// Empty where its link was handed over.
    pub email: String,
    pub created_at: i64,
    pub expires_at: i64,
}

/// The invitations to an organisation (0: to the site) that work at `now`, the last made first; at
/// most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn open_invitations(
    connection: &mut AnyConnection,
    organisation: i32,
    now: i64,
    limit: i64,
) -> Result<Vec<InvitationRow>, StoreError> {
    Ok(links::table
        .filter(links::organisation_id.eq(organisation))
        .filter(links::kind.eq(LinkKind::Invitation as i16))
        .filter(links::used_at.eq(0))
        .filter(links::expires_at.gt(now))
        .order(links::id.desc())
        .limit(limit)
        .select(InvitationRow::as_select())
        .load(connection)?)
}

/// Drops an invitation to an organisation (0: to the site) that nobody has taken up; gives what it was.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_invitation(
    connection: &mut AnyConnection,
    organisation: i32,
    id: i32,
) -> Result<Option<InvitationRow>, StoreError> {
    let unused = links::table
        .find(id)
        .filter(links::organisation_id.eq(organisation))
        .filter(links::kind.eq(LinkKind::Invitation as i16))
        .filter(links::used_at.eq(0));
    let found = unused.select(InvitationRow::as_select()).first(connection).optional()?;
    if found.is_some() {
        diesel::delete(unused).execute(connection)?;
    }
    Ok(found)
}

/// Drops an account's links of one kind.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_for_account(
    connection: &mut AnyConnection,
    account: i32,
    kind: LinkKind,
) -> Result<(), StoreError> {
    let own = links::table.filter(links::account_id.eq(account));
    diesel::delete(own.filter(links::kind.eq(kind as i16))).execute(connection)?;
    Ok(())
}
