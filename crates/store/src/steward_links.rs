//! Steward links of events, for entering results or checking people in without an account.

use diesel::prelude::*;

use super::contests::ContestRow;
use super::schema::{contests, events, steward_links};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// A link without its secret.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = steward_links, treat_none_as_default_value = false)]
pub struct StewardLinkRow {
    pub contest_id: i32,
    /// Counted from 1 within the contest.
    pub number: i32,
    pub name: String,
    /// 1 results, 2 check-in, 3 both.
    pub duties: i16,
    /// Counted from 1; 0 for all, like the next three fields.
    pub stage: i32,
    pub round: i32,
    pub first_table: i32,
    pub last_table: i32,
    pub made_by: i32,
    /// 0 for never, like the next three fields.
    pub made_at: Micros,
    pub expires_at: Micros,
    pub revoked_at: Micros,
    pub used_at: Micros,
}

/// Inserts a link, in a transaction of the caller. Fails if there is no such contest, or the number
/// is taken.
pub fn add(conn: &mut AnyConnection, hash: &[u8; 32], row: &StewardLinkRow) -> Result<()> {
    diesel::insert_into(steward_links::table)
        .values((steward_links::token_hash.eq(&hash[..]), row))
        .execute(conn)?;
    Ok(())
}

/// The links of a contest, newest first.
pub fn for_contest(conn: &mut AnyConnection, contest: i32) -> Result<Vec<StewardLinkRow>> {
    Ok(StewardLinkRow::query()
        .filter(steward_links::contest_id.eq(contest))
        .order((steward_links::contest_id.desc(), steward_links::number.desc()))
        .load(conn)?)
}

/// The link with this hash, and its contest.
pub fn by_hash(
    conn: &mut AnyConnection,
    hash: &[u8; 32],
) -> Result<Option<(StewardLinkRow, ContestRow)>> {
    let row = steward_links::table
        .inner_join(contests::table.on(contests::id.eq(steward_links::contest_id)))
        .inner_join(events::table.on(events::id.eq(steward_links::contest_id)))
        .filter(steward_links::token_hash.eq(&hash[..]));
    let columns = (StewardLinkRow::as_select(), ContestRow::as_select());
    Ok(row.select(columns).first(conn).optional()?)
}

/// Records the use of a link.
pub fn record_use(conn: &mut AnyConnection, contest: i32, number: i32, now: Micros) -> Result<()> {
    diesel::update(steward_links::table.find((contest, number)))
        .set(steward_links::used_at.eq(now))
        .execute(conn)?;
    Ok(())
}

/// Revokes a link; `false` if there is no such link, or it is revoked already.
pub fn revoke(conn: &mut AnyConnection, contest: i32, number: i32, now: Micros) -> Result<bool> {
    let row = steward_links::table.find((contest, number)).filter(steward_links::revoked_at.eq(0));
    Ok(diesel::update(row).set(steward_links::revoked_at.eq(now)).execute(conn)? == 1)
}
