//! The computer's own players, one for each level.

use diesel::prelude::*;

use super::accounts::AccountState;
use super::queries::load_in_chunks;
use super::schema::{accounts, computer_games, computers, plays};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputerRow {
    pub level: i16,
    pub account: i32,
    pub player: i32,
    /// The name of the account.
    pub name: String,
    pub state: AccountState,
}

/// All of them, the weakest first; none before the first game against one.
pub fn all(conn: &mut AnyConnection) -> Result<Vec<ComputerRow>> {
    let rows: Vec<(i16, i32, i32, String, AccountState)> = computers::table
        .inner_join(accounts::table)
        .select((
            computers::level,
            computers::account_id,
            computers::player_id,
            accounts::name,
            accounts::state,
        ))
        .order(computers::level)
        .load(conn)?;
    let row =
        |(level, account, player, name, state)| ComputerRow { level, account, player, name, state };
    Ok(rows.into_iter().map(row).collect())
}

pub fn add(conn: &mut AnyConnection, level: i16, account: i32, player: i32) -> Result<()> {
    diesel::insert_into(computers::table)
        .values((
            computers::level.eq(level),
            computers::account_id.eq(account),
            computers::player_id.eq(player),
        ))
        .execute(conn)?;
    Ok(())
}

/// Which of these players are the computer's.
pub fn among(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<i32>> {
    load_in_chunks(players, |chunk| {
        let some = computers::table.filter(computers::player_id.eq_any(chunk));
        some.select(computers::player_id).load(conn)
    })
}

/// The computer's players, ascending.
pub fn players(conn: &mut AnyConnection) -> Result<Vec<i32>> {
    Ok(computers::table.select(computers::player_id).order(computers::player_id).load(conn)?)
}

/// How many games with a seat of the computer's run now.
pub fn running(conn: &mut AnyConnection) -> Result<i64> {
    let accounts = || computers::table.select(computers::account_id.nullable());
    let white = plays::table.filter(plays::ended_at.eq(0));
    let white = white.filter(plays::white_account.eq_any(accounts())).count();
    let black = plays::table.filter(plays::ended_at.eq(0));
    let black = black.filter(plays::black_account.eq_any(accounts())).count();
    Ok(white.get_result::<i64>(conn)? + black.get_result::<i64>(conn)?)
}

/// How many games of an account against the computer run now.
pub fn running_against(conn: &mut AnyConnection, account: i32) -> Result<i64> {
    let computers = || computers::table.select(computers::account_id.nullable());
    let running = || plays::table.filter(plays::ended_at.eq(0));
    let white = running().filter(plays::white_account.eq(account));
    let white = white.filter(plays::black_account.eq_any(computers())).count();
    let black = running().filter(plays::black_account.eq(account));
    let black = black.filter(plays::white_account.eq_any(computers())).count();
    Ok(white.get_result::<i64>(conn)? + black.get_result::<i64>(conn)?)
}

/// When the newest game between two of the computer's players was created.
pub fn newest_match(conn: &mut AnyConnection) -> Result<Option<Micros>> {
    let accounts = || computers::table.select(computers::account_id.nullable());
    let both = plays::table
        .filter(plays::white_account.eq_any(accounts()))
        .filter(plays::black_account.eq_any(accounts()));
    Ok(both.order(plays::id.desc()).select(plays::created_at).first(conn).optional()?)
}

/// Has the computer play a game with a personality.
pub fn set_personality(conn: &mut AnyConnection, play: i32, personality: i16) -> Result<()> {
    diesel::insert_into(computer_games::table)
        .values((computer_games::play_id.eq(play), computer_games::personality.eq(personality)))
        .execute(conn)?;
    Ok(())
}

/// The personality with which the computer plays a game, if it has one.
pub fn personality(conn: &mut AnyConnection, play: i32) -> Result<Option<i16>> {
    let found = computer_games::table.find(play).select(computer_games::personality);
    Ok(found.first(conn).optional()?)
}
