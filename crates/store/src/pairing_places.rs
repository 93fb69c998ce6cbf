//! Places in the queue of quick pairing. Times are in game time.

use diesel::prelude::*;

use super::columns::FlagColumn;
use super::plays::PublicId;
use super::schema::pairing_places;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = pairing_places)]
pub struct PairingPlace {
    pub account_id: i32,
    pub player_id: i32,
    /// The name of the game that they wait for.
    #[diesel(column_name = game)]
    pub kind: String,
    /// As [`Pace`](salpakan::clock::Pace) is written.
    pub pace: String,
    pub rating: i32,
    /// Accounts that they are not paired with, separated by spaces.
    pub avoids: String,
    #[diesel(deserialize_as = FlagColumn)]
    pub may_be_rated: bool,
    /// Since when they wait.
    pub since: Micros,
    /// When they last asked.
    pub seen_at: Micros,
    /// Whether their page said that it goes away.
    #[diesel(deserialize_as = FlagColumn)]
    pub away: bool,
    play: Option<Vec<u8>>,
}

/// A place of somebody who begins to wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPairingPlace {
    pub account: i32,
    pub player: i32,
    /// The name of the game.
    pub kind: &'static str,
    pub pace: String,
    pub rating: i32,
    pub avoids: String,
    pub may_be_rated: bool,
}

impl PairingPlace {
    /// The game that was made for them.
    pub fn game(&self) -> Option<PublicId> {
        self.play.as_deref().and_then(|bytes| bytes.try_into().ok())
    }
}

/// Takes a place, in a transaction of the caller; it replaces an earlier one of the account.
pub fn take(conn: &mut AnyConnection, new: &NewPairingPlace, now: Micros) -> Result<()> {
    remove(conn, new.account)?;
    let row = (
        pairing_places::account_id.eq(new.account),
        pairing_places::player_id.eq(new.player),
        pairing_places::game.eq(new.kind),
        pairing_places::pace.eq(&new.pace),
        pairing_places::rating.eq(new.rating),
        pairing_places::avoids.eq(&new.avoids),
        pairing_places::may_be_rated.eq(i16::from(new.may_be_rated)),
        pairing_places::since.eq(now),
        pairing_places::seen_at.eq(now),
        pairing_places::away.eq(0),
    );
    diesel::insert_into(pairing_places::table).values(row).execute(conn)?;
    Ok(())
}

pub fn of_account(conn: &mut AnyConnection, account: i32) -> Result<Option<PairingPlace>> {
    let own = PairingPlace::query().filter(pairing_places::account_id.eq(account));
    Ok(own.first(conn).optional()?)
}

/// Who waits and has asked after this time, longest first.
pub fn waiting(conn: &mut AnyConnection, seen_after: Micros) -> Result<Vec<PairingPlace>> {
    Ok(PairingPlace::query()
        .filter(pairing_places::play.is_null())
        .filter(pairing_places::away.eq(0))
        .filter(pairing_places::seen_at.gt(seen_after))
        .order((pairing_places::since, pairing_places::account_id))
        .load(conn)?)
}

/// Notes that an account has asked.
pub fn see(conn: &mut AnyConnection, account: i32, now: Micros) -> Result<()> {
    let seen = (pairing_places::seen_at.eq(now), pairing_places::away.eq(0));
    diesel::update(pairing_places::table.find(account)).set(seen).execute(conn)?;
    Ok(())
}

/// Notes that the page of an account goes away.
pub fn step_away(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let away = pairing_places::away.eq(1);
    diesel::update(pairing_places::table.find(account)).set(away).execute(conn)?;
    Ok(())
}

/// Notes the game that was made for an account.
pub fn pair(conn: &mut AnyConnection, account: i32, play: &PublicId) -> Result<()> {
    let paired = pairing_places::play.eq(Some(&play[..]));
    diesel::update(pairing_places::table.find(account)).set(paired).execute(conn)?;
    Ok(())
}

/// Gives up the place of an account, unless a game was made for it.
pub fn leave(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let own = pairing_places::table.find(account).filter(pairing_places::play.is_null());
    diesel::delete(own).execute(conn)?;
    Ok(())
}

pub fn remove(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(pairing_places::table.find(account)).execute(conn)?;
    Ok(())
}

/// Removes the places of those who have not asked since.
pub fn forget_before(conn: &mut AnyConnection, seen_at: Micros) -> Result<usize> {
    let old = pairing_places::table.filter(pairing_places::seen_at.le(seen_at));
    Ok(diesel::delete(old).execute(conn)?)
}
