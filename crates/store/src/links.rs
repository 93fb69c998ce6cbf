//! One-time links.

use diesel::prelude::*;

use super::schema::links;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// The kind of a link, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum LinkKind {
    /// Sets a new password.
    Reset = 1,
    /// Confirms an e-mail address.
    Confirm = 2,
    /// Signs up, or takes a role.
    Invitation = 3,
    /// A pending sign-in that awaits its second factor; never mailed.
    SecondStep = 4,
    /// Signs in.
    SignIn = 5,
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = links)]
pub struct OneTimeLinkRow {
    pub id: i32,
    pub account_id: i32,
    pub organisation_id: i32,
    pub role: i16,
    pub event_id: i32,
    pub duties: i16,
    pub email: String,
    pub expires_at: Micros,
    pub used_at: Micros,
}

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
    pub now: Micros,
    pub expires_at: Micros,
}

/// Inserts a link, in a transaction that holds the writer lock.
pub fn add(conn: &mut AnyConnection, new: NewOneTimeLink<'_>) -> Result<()> {
    let id = id_sequence::next_ids(conn, "links", 1)?;
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
        .execute(conn)?;
    Ok(())
}

/// The link of this kind with this hash.
pub fn by_hash(
    conn: &mut AnyConnection,
    kind: LinkKind,
    hash: &[u8],
) -> Result<Option<OneTimeLinkRow>> {
    Ok(OneTimeLinkRow::query()
        .filter(links::token_hash.eq(hash))
        .filter(links::kind.eq(kind as i16))
        .first(conn)
        .optional()?)
}

/// Uses a link; `false` if it was used before.
pub fn consume(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<bool> {
    let unused = links::table.find(id).filter(links::used_at.eq(0));
    Ok(diesel::update(unused).set(links::used_at.eq(now)).execute(conn)? == 1)
}

/// Deletes an account's open invitations to one organisation (0 for the site), or to all; returns
/// their number.
pub fn remove_invitations(
    conn: &mut AnyConnection,
    account: i32,
    to: Option<i32>,
) -> Result<usize> {
    let unused = links::table
        .filter(links::account_id.eq(account))
        .filter(links::kind.eq(LinkKind::Invitation as i16))
        .filter(links::used_at.eq(0));
    Ok(match to {
        Some(to) => diesel::delete(unused.filter(links::organisation_id.eq(to))).execute(conn)?,
        None => diesel::delete(unused).execute(conn)?,
    })
}

/// An open invitation.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = links)]
pub struct InvitationRow {
    pub id: i32,
    /// The creator; 0 for a command on the server.
    pub account_id: i32,
    pub role: i16,
    pub event_id: i32,
    pub duties: i16,
    /// Empty if the link was handed over.
    pub email: String,
    pub created_at: Micros,
    pub expires_at: Micros,
}

/// Up to `limit` invitations to an organisation (0 for the site) that are valid at `now`, newest
/// first.
pub fn open_invitations(
    conn: &mut AnyConnection,
    organisation: i32,
    now: Micros,
    limit: i64,
) -> Result<Vec<InvitationRow>> {
    Ok(InvitationRow::query()
        .filter(links::organisation_id.eq(organisation))
        .filter(links::kind.eq(LinkKind::Invitation as i16))
        .filter(links::used_at.eq(0))
        .filter(links::expires_at.gt(now))
        .order(links::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Deletes an open invitation to an organisation (0 for the site); returns it.
pub fn remove_invitation(
    conn: &mut AnyConnection,
    organisation: i32,
    id: i32,
) -> Result<Option<InvitationRow>> {
    let unused = links::table
        .find(id)
        .filter(links::organisation_id.eq(organisation))
        .filter(links::kind.eq(LinkKind::Invitation as i16))
        .filter(links::used_at.eq(0));
    let found = unused.select(InvitationRow::as_select()).first(conn).optional()?;
    if found.is_some() {
        diesel::delete(unused).execute(conn)?;
    }
    Ok(found)
}

/// Deletes the links in mail that give access to an account: for a new password, and to sign in.
pub fn remove_mailed_access(conn: &mut AnyConnection, account: i32) -> Result<()> {
    remove_for_account(conn, account, LinkKind::Reset)?;
    remove_for_account(conn, account, LinkKind::SignIn)
}

/// Deletes an account's links of one kind.
pub fn remove_for_account(conn: &mut AnyConnection, account: i32, kind: LinkKind) -> Result<()> {
    let own = links::table.filter(links::account_id.eq(account));
    diesel::delete(own.filter(links::kind.eq(kind as i16))).execute(conn)?;
    Ok(())
}
