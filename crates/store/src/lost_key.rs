//! Data lost with a sealing key: counting and discarding it. A backup keeps it in case the key is
//! found after all.

use diesel::prelude::*;

use super::plays::State;
use super::schema::{
    accounts, deployments, own_set_ups, play_notes, plays, retired_names, set_ups, toss_seeds,
};
use super::{AnyConnection, Result, id_sequence};

/// The number of items that cannot be opened without the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LostKeyCounts {
    /// Live games that are not final.
    pub plays: i64,
    /// Records that are not revealed.
    pub records: i64,
    /// Notes on games, per side.
    pub notes: i64,
    /// Saved set-ups.
    pub own_set_ups: i64,
    pub second_factors: i64,
    /// Hashes of names of deleted people.
    pub retired_names: i64,
}

/// Counts the items; scans the tables.
pub fn count(conn: &mut AnyConnection) -> Result<LostKeyCounts> {
    let sealed = deployments::table
        .filter(deployments::sealed.ne(0))
        .filter(deployments::body.ne(&[][..] as &[u8]));
    let factors = accounts::table.filter(accounts::totp.ne(&[][..] as &[u8]));
    let unfinished = plays::table.filter(plays::state.le(State::Ended as i16));
    Ok(LostKeyCounts {
        plays: unfinished.count().get_result(conn)?,
        records: sealed.count().get_result(conn)?,
        notes: play_notes::table.count().get_result(conn)?,
        own_set_ups: own_set_ups::table.count().get_result(conn)?,
        second_factors: factors.count().get_result(conn)?,
        retired_names: retired_names::table.count().get_result(conn)?,
    })
}

/// Discards everything that no key opens, in a transaction of the caller. Records remain without
/// their ranks, and second factors stay enabled, with recovery codes only.
pub fn discard_sealed(conn: &mut AnyConnection) -> Result<()> {
    let none: &[u8] = &[];
    diesel::delete(set_ups::table).execute(conn)?;
    diesel::delete(toss_seeds::table).execute(conn)?;
    diesel::delete(play_notes::table).execute(conn)?;
    diesel::delete(own_set_ups::table).execute(conn)?;
    diesel::delete(retired_names::table).execute(conn)?;
    id_sequence::set_counter(conn, "retired_names", 0)?;
    diesel::update(deployments::table.filter(deployments::sealed.ne(0)))
        .set((deployments::body.eq(none), deployments::annotations.eq(none)))
        .execute(conn)?;
    diesel::update(accounts::table.filter(accounts::totp.ne(none)))
        .set(accounts::totp.eq(none))
        .execute(conn)?;
    Ok(())
}
