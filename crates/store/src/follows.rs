//! Whom and what accounts follow.

use diesel::prelude::*;

use super::accounts::AccountState;
use super::organisations::OrganisationState;
use super::players::Privacy;
use super::schema::{accounts, follows, organisations, players};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// What is followed, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Followed {
    Player(i32),
    Event(i32),
    Organisation(i32),
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = follows)]
struct FollowRow {
    player_id: Option<i32>,
    event_id: Option<i32>,
    organisation_id: Option<i32>,
    created_at: Micros,
}

impl FollowRow {
    fn followed(&self) -> Option<Followed> {
        let player = self.player_id.map(Followed::Player);
        let event = || self.event_id.map(Followed::Event);
        player.or_else(event).or_else(|| self.organisation_id.map(Followed::Organisation))
    }
}

/// Takes the lock of writers of follows, as the first statement of a transaction.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    id_sequence::lock_counter(conn, "follows")
}

/// Inserts a follow, which must not exist.
pub fn add(conn: &mut AnyConnection, account: i32, what: Followed, now: Micros) -> Result<()> {
    let id = id_sequence::next_ids(conn, "follows", 1)?;
    let (player, event, organisation) = match what {
        Followed::Player(id) => (Some(id), None, None),
        Followed::Event(id) => (None, Some(id), None),
        Followed::Organisation(id) => (None, None, Some(id)),
    };
    diesel::insert_into(follows::table)
        .values((
            follows::id.eq(id),
            follows::account_id.eq(account),
            follows::player_id.eq(player),
            follows::event_id.eq(event),
            follows::organisation_id.eq(organisation),
            follows::created_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// Ends a follow.
pub fn remove(conn: &mut AnyConnection, account: i32, what: Followed) -> Result<()> {
    let own = follows::account_id.eq(account);
    match what {
        Followed::Player(id) => {
            diesel::delete(follows::table.filter(own).filter(follows::player_id.eq(id)))
                .execute(conn)?
        }
        Followed::Event(id) => {
            diesel::delete(follows::table.filter(own).filter(follows::event_id.eq(id)))
                .execute(conn)?
        }
        Followed::Organisation(id) => {
            diesel::delete(follows::table.filter(own).filter(follows::organisation_id.eq(id)))
                .execute(conn)?
        }
    };
    Ok(())
}

/// What an account follows, in the order in which it began to, with the time.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<(Followed, Micros)>> {
    let rows: Vec<FollowRow> =
        FollowRow::query().filter(follows::account_id.eq(account)).order(follows::id).load(conn)?;
    Ok(rows.iter().filter_map(|row| Some((row.followed()?, row.created_at))).collect())
}

/// The active accounts that follow any of these players, each once, in ascending order. Players
/// who are not listed publicly are followed by nobody.
pub fn followers_of_players(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    let following = follows::table
        .inner_join(players::table)
        .inner_join(accounts::table)
        .filter(follows::player_id.eq_any(ids))
        .filter(players::private.eq(Privacy::Public))
        .filter(accounts::state.eq(AccountState::Active));
    let found: Vec<i32> = following.select(follows::account_id).load(conn)?;
    Ok(super::queries::distinct(found))
}

/// The active accounts that follow an event or, if given, its organisation, each once, in ascending
/// order. An organisation that is not open is followed by nobody.
pub fn followers_of_event(
    conn: &mut AnyConnection,
    event: i32,
    organisation: Option<i32>,
) -> Result<Vec<i32>> {
    let mut found: Vec<i32> = follows::table
        .inner_join(accounts::table)
        .filter(follows::event_id.eq(event))
        .filter(accounts::state.eq(AccountState::Active))
        .select(follows::account_id)
        .load(conn)?;
    if let Some(organisation) = organisation {
        let following = follows::table
            .inner_join(organisations::table)
            .inner_join(accounts::table)
            .filter(follows::organisation_id.eq(organisation))
            .filter(organisations::state.eq(OrganisationState::Open))
            .filter(accounts::state.eq(AccountState::Active));
        found.extend(following.select(follows::account_id).load::<i32>(conn)?);
    }
    Ok(super::queries::distinct(found))
}

/// Deletes all follows of an account.
pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(follows::table.filter(follows::account_id.eq(account))).execute(conn)?;
    Ok(())
}

/// Deletes all follows of these players, by anybody.
pub(super) fn remove_for_players(conn: &mut AnyConnection, players: &[i32]) -> Result<()> {
    diesel::delete(follows::table.filter(follows::player_id.eq_any(players))).execute(conn)?;
    Ok(())
}
