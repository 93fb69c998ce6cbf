//! Reports of opponents in live games.

use diesel::prelude::*;

use super::queries::load_in_chunks;
use super::schema::{contest_plays, play_reports, played_games, plays};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct ReportRow {
    pub id: i32,
    pub play_id: i32,
    /// The reporting account.
    pub account_id: i32,
    pub text: String,
    pub at: Micros,
}

/// Inserts a report, in a transaction of the caller; returns its id.
pub fn add(
    conn: &mut AnyConnection,
    (play, account): (i32, i32),
    text: &str,
    at: Micros,
) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "play_reports", 1)?;
    diesel::insert_into(play_reports::table)
        .values((
            play_reports::id.eq(id),
            play_reports::play_id.eq(play),
            play_reports::account_id.eq(account),
            play_reports::text.eq(text),
            play_reports::at.eq(at),
        ))
        .execute(conn)?;
    Ok(id)
}

/// Up to `limit` reports on a game, oldest first.
pub fn for_play(conn: &mut AnyConnection, play: i32, limit: i64) -> Result<Vec<ReportRow>> {
    Ok(play_reports::table
        .filter(play_reports::play_id.eq(play))
        .order(play_reports::id)
        .limit(limit)
        .load(conn)?)
}

/// Up to `limit` reports by an account, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32, limit: i64) -> Result<Vec<ReportRow>> {
    Ok(play_reports::table
        .filter(play_reports::account_id.eq(account))
        .order(play_reports::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Up to `limit` reports before the id `before`, newest first.
pub fn page(conn: &mut AnyConnection, before: i32, limit: i64) -> Result<Vec<ReportRow>> {
    Ok(play_reports::table
        .filter(play_reports::id.lt(before))
        .order(play_reports::id.desc())
        .limit(limit)
        .load(conn)?)
}

pub fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(play_reports::table.filter(play_reports::account_id.eq(account)))
        .execute(conn)?;
    Ok(())
}

/// The reports on games in which any of these players has a seat: ids and texts.
pub fn texts_about_players(
    conn: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<(i32, String)>> {
    let white = plays::table.filter(plays::white_id.eq_any(players)).select(plays::id);
    let black = plays::table.filter(plays::black_id.eq_any(players)).select(plays::id);
    let mut played: Vec<i32> = white.load(conn)?;
    played.extend(black.load::<i32>(conn)?);
    load_in_chunks(&played, |some| {
        play_reports::table
            .filter(play_reports::play_id.eq_any(some))
            .select((play_reports::id, play_reports::text))
            .load(conn)
    })
}

pub fn update_text(conn: &mut AnyConnection, id: i32, text: &str) -> Result<()> {
    diesel::update(play_reports::table.find(id)).set(play_reports::text.eq(text)).execute(conn)?;
    Ok(())
}

/// A report on a finished game of an event, with its table.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct EventReportRow {
    pub text: String,
    pub at: Micros,
    /// Stage, round, table and game, from 0.
    pub spot: (i16, i16, i32, i16),
    /// The entrants whose game it was.
    pub entrants: (i32, i32),
}

/// The reports on games of an event that are over and have a record, unordered.
pub fn for_contest(conn: &mut AnyConnection, contest: i32) -> Result<Vec<EventReportRow>> {
    let spot =
        (contest_plays::stage, contest_plays::round, contest_plays::place, contest_plays::game);
    let entrants = (contest_plays::first_entrant, contest_plays::second_entrant);
    Ok(contest_plays::table
        .inner_join(played_games::table.on(played_games::play_id.eq(contest_plays::play_id)))
        .inner_join(play_reports::table.on(play_reports::play_id.eq(contest_plays::play_id)))
        .filter(contest_plays::contest_id.eq(contest))
        .select((play_reports::text, play_reports::at, spot, entrants))
        .load(conn)?)
}
