//! Computer analyses of revealed games, encoded by the service: what waits is claimed by a worker for some time, what is done is
//! kept. Derived from the records, and left out of backups.

use std::collections::HashMap;

use diesel::prelude::*;

use adjutant_domain::moment::Micros;

use super::columns::stored_enum;
use super::queries::load_in_chunks;
use super::schema::analyses;
use super::{AnyConnection, Result, id_sequence};

stored_enum! {
    AnalysisState, else Failed {
        Waiting = 0,
        Done = 1,
        Failed = 2,
    }
}

/// An analysis; times are 0 for never.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = analyses)]
pub struct AnalysisRow {
    pub game_id: i32,
    /// The id of the content that it is of.
    pub content_id: Vec<u8>,
    pub version: i64,
    pub state: AnalysisState,
    pub account_id: Option<i32>,
    pub number: i32,
    pub asked_at: Micros,
    /// 1 for what is made when no other request is waiting.
    pub bulk: i16,
    pub tries: i16,
    pub leased_until: Micros,
    pub done_at: Micros,
    pub body: Vec<u8>,
}

/// A request for an analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAnalysis {
    pub game_id: i32,
    pub content_id: Vec<u8>,
    pub version: i64,
    pub account: i32,
    /// Whether it is made when no other request is waiting.
    pub bulk: bool,
    /// The first look.
    pub body: Vec<u8>,
}

pub fn of_game(conn: &mut AnyConnection, game: i32) -> Result<Option<AnalysisRow>> {
    Ok(AnalysisRow::query().find(game).first(conn).optional()?)
}

/// The bodies of those of these games that are done in this version, by content id.
pub fn done(
    conn: &mut AnyConnection,
    ids: &[i32],
    version: i64,
) -> Result<HashMap<Vec<u8>, Vec<u8>>> {
    load_in_chunks(ids, |ids| {
        analyses::table
            .filter(analyses::game_id.eq_any(ids))
            .filter(analyses::state.eq(AnalysisState::Done))
            .filter(analyses::version.eq(version))
            .select((analyses::content_id, analyses::body))
            .load(conn)
    })
}

/// Those of these games that are done, and those that wait, in this version.
pub fn known(
    conn: &mut AnyConnection,
    ids: &[i32],
    version: i64,
) -> Result<HashMap<i32, (Vec<u8>, AnalysisState)>> {
    let known: Vec<(i32, (Vec<u8>, AnalysisState))> = load_in_chunks(ids, |ids| {
        analyses::table
            .filter(analyses::game_id.eq_any(ids))
            .filter(analyses::state.ne(AnalysisState::Failed))
            .filter(analyses::version.eq(version))
            .select((analyses::game_id, (analyses::content_id, analyses::state)))
            .load(conn)
    })?;
    Ok(known.into_iter().collect())
}

/// How many wait that were asked for in bulk.
pub fn waiting_in_bulk(conn: &mut AnyConnection) -> Result<i64> {
    let all = analyses::table.filter(analyses::state.eq(AnalysisState::Waiting));
    Ok(all.filter(analyses::bulk.eq(1)).count().get_result(conn)?)
}

/// How many others wait, of everybody's and of this account's.
pub fn waiting(conn: &mut AnyConnection, account: i32) -> Result<(i64, i64)> {
    let all = analyses::table
        .filter(analyses::state.eq(AnalysisState::Waiting))
        .filter(analyses::bulk.eq(0));
    let total = all.count().get_result(conn)?;
    let own = all.filter(analyses::account_id.eq(account)).count().get_result(conn)?;
    Ok((total, own))
}

/// How many wait that are made before it.
pub fn waiting_before(conn: &mut AnyConnection, row: &AnalysisRow) -> Result<i64> {
    let waiting = || analyses::table.filter(analyses::state.eq(AnalysisState::Waiting));
    let alike = waiting().filter(analyses::bulk.eq(row.bulk));
    let earlier: i64 =
        alike.filter(analyses::asked_at.lt(row.asked_at)).count().get_result(conn)?;
    let first = waiting().filter(analyses::bulk.lt(row.bulk));
    Ok(earlier + first.count().get_result::<i64>(conn)?)
}

/// Queues a request in place of what is stored of the game, in a transaction of the caller that holds the writer lock.
pub fn add(conn: &mut AnyConnection, new: &NewAnalysis, now: Micros) -> Result<()> {
    forget(conn, new.game_id)?;
    let number = id_sequence::next_ids(conn, "analyses", 1)?;
    diesel::insert_into(analyses::table)
        .values((
            analyses::game_id.eq(new.game_id),
            analyses::content_id.eq(&new.content_id),
            analyses::version.eq(new.version),
            analyses::state.eq(AnalysisState::Waiting),
            analyses::account_id.eq(Some(new.account)),
            analyses::number.eq(number),
            analyses::asked_at.eq(now),
            analyses::bulk.eq(i16::from(new.bulk)),
            analyses::tries.eq(0),
            analyses::leased_until.eq(Micros::NEVER),
            analyses::done_at.eq(Micros::NEVER),
            analyses::body.eq(&new.body),
        ))
        .execute(conn)?;
    Ok(())
}

/// Whether any waits that nobody has claimed.
pub fn is_any_due(conn: &mut AnyConnection, now: Micros) -> Result<bool> {
    Ok(next(conn, now)?.is_some())
}

fn next(conn: &mut AnyConnection, now: Micros) -> Result<Option<AnalysisRow>> {
    Ok(AnalysisRow::query()
        .filter(analyses::state.eq(AnalysisState::Waiting))
        .filter(analyses::leased_until.le(now))
        .order((analyses::bulk, analyses::asked_at, analyses::game_id))
        .first(conn)
        .optional()?)
}

/// Claims the next one until a time, in a transaction that holds the writer lock, so that no other worker
/// has it before. Each claim counts as a try.
pub fn claim(
    conn: &mut AnyConnection,
    (now, until): (Micros, Micros),
) -> Result<Option<AnalysisRow>> {
    let Some(mut row) = next(conn, now)? else { return Ok(None) };
    row.leased_until = until;
    row.tries = row.tries.saturating_add(1);
    diesel::update(analyses::table.find(row.game_id))
        .set((analyses::leased_until.eq(until), analyses::tries.eq(row.tries)))
        .execute(conn)?;
    Ok(Some(row))
}

/// Sets until when the claim holds; `false` if the request is gone or another worker has it. [`Micros::NEVER`] gives it back.
pub fn extend(conn: &mut AnyConnection, row: &mut AnalysisRow, until: Micros) -> Result<bool> {
    let claimed = analyses::table
        .find(row.game_id)
        .filter(analyses::state.eq(AnalysisState::Waiting))
        .filter(analyses::asked_at.eq(row.asked_at))
        .filter(analyses::leased_until.eq(row.leased_until));
    let changed = diesel::update(claimed).set(analyses::leased_until.eq(until)).execute(conn)?;
    row.leased_until = until;
    Ok(changed == 1)
}

/// What came of a claimed request: its body, or nothing if it failed; `false` if the request is gone or another worker has it.
pub fn finish(
    conn: &mut AnyConnection,
    row: &AnalysisRow,
    body: Option<&[u8]>,
    now: Micros,
) -> Result<bool> {
    let number = id_sequence::next_ids(conn, "analyses", 1)?;
    let state = if body.is_some() { AnalysisState::Done } else { AnalysisState::Failed };
    let set = (
        analyses::state.eq(state),
        analyses::account_id.eq(None::<i32>),
        analyses::number.eq(number),
        analyses::leased_until.eq(Micros::NEVER),
        analyses::done_at.eq(now),
        analyses::body.eq(body.unwrap_or_default()),
    );
    let claimed = analyses::table
        .find(row.game_id)
        .filter(analyses::state.eq(AnalysisState::Waiting))
        .filter(analyses::asked_at.eq(row.asked_at))
        .filter(analyses::leased_until.eq(row.leased_until));
    Ok(diesel::update(claimed).set(set).execute(conn)? == 1)
}

/// The games of the changes `after < number <= through`.
pub fn changed_between(conn: &mut AnyConnection, (after, through): (i32, i32)) -> Result<Vec<i32>> {
    if after == through {
        return Ok(Vec::new());
    }
    let changed =
        analyses::table.filter(analyses::number.gt(after)).filter(analyses::number.le(through));
    Ok(changed.select(analyses::game_id).load(conn)?)
}

/// Deletes what is stored of a game, in the transaction that changes its record.
pub(super) fn forget(conn: &mut AnyConnection, game: i32) -> Result<()> {
    diesel::delete(analyses::table.find(game)).execute(conn)?;
    Ok(())
}

/// Deletes the requests of an account that still wait.
pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(analyses::table.filter(analyses::account_id.eq(account))).execute(conn)?;
    Ok(())
}
