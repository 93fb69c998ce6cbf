//! Links between live games and the tables of events.

use diesel::prelude::*;

use salpakan::rules::{ByColor, Color};

use super::columns::{ColorColumn, FlagColumn, PlayIdColumn, PlayerColumns, StateColumn};
use super::plays::{PublicId, State};
use super::schema::{contest_games, contest_plays, contests, plays};
use super::{AnyConnection, Result};

/// The first state of a finished game.
const FIRST_ENDED_STATE: i16 = State::Ended as i16;

/// A game of a table with its entrants. All but entrants are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Queryable, Selectable)]
#[diesel(table_name = contest_plays)]
pub struct SpotKey {
    pub stage: i16,
    pub round: i16,
    #[diesel(column_name = place)]
    pub table: i32,
    pub game: i16,
    #[diesel(select_expression = (contest_plays::first_entrant, contest_plays::second_entrant))]
    #[diesel(select_expression_type = (contest_plays::first_entrant, contest_plays::second_entrant))]
    #[diesel(deserialize_as = EntrantColumns)]
    pub entrants: [i32; 2],
}

type EntrantColumns = (i32, i32);

/// A live game created for a table.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = contest_plays, base_query = contest_plays::table.inner_join(plays::table))]
pub struct ContestPlayRow {
    #[diesel(embed)]
    pub spot: SpotKey,
    pub play_id: i32,
    #[diesel(select_expression = plays::public_id, deserialize_as = PlayIdColumn)]
    pub public_id: PublicId,
    #[diesel(select_expression = plays::state, deserialize_as = StateColumn)]
    pub state: State,
    /// The number of events of the live game.
    #[diesel(select_expression = plays::version)]
    pub version: i32,
    /// The row of its record, once it is finished.
    #[diesel(select_expression = plays::game_id)]
    pub game_id: Option<i32>,
    /// Whether public lists may show it.
    #[diesel(select_expression = plays::listed, deserialize_as = FlagColumn)]
    pub listed: bool,
    /// The colour of the first entrant.
    #[diesel(column_name = first_color, deserialize_as = ColorColumn)]
    pub first: Color,
    /// Player ids.
    #[diesel(select_expression = (plays::white_id, plays::black_id))]
    #[diesel(select_expression_type = (plays::white_id, plays::black_id))]
    #[diesel(deserialize_as = PlayerColumns)]
    pub players: ByColor<i32>,
    /// The result entered in the event; 0 for none.
    pub taken: i16,
    /// The number of events of the live game when it was entered.
    #[diesel(column_name = seen)]
    pub seen_version: i32,
}

/// All live games created for an event, in order of creation.
pub fn for_contest(conn: &mut AnyConnection, contest: i32) -> Result<Vec<ContestPlayRow>> {
    let own = contest_plays::contest_id.eq(contest);
    Ok(ContestPlayRow::query().filter(own).order(contest_plays::play_id).load(conn)?)
}

/// The event of a live game, and the stage in which it is, counted from 0; `None` for games that are of no event.
pub fn stage_of_play(conn: &mut AnyConnection, play: i32) -> Result<Option<(i32, i16)>> {
    let columns = (contest_plays::contest_id, contest_plays::stage);
    Ok(contest_plays::table.find(play).select(columns).first(conn).optional()?)
}

/// Links a live game to a table. Fails if the table has a live game.
pub fn add(
    conn: &mut AnyConnection,
    contest: i32,
    at: SpotKey,
    play: i32,
    first: Color,
) -> Result<()> {
    diesel::insert_into(contest_plays::table)
        .values((
            contest_plays::play_id.eq(play),
            contest_plays::contest_id.eq(contest),
            contest_plays::stage.eq(at.stage),
            contest_plays::round.eq(at.round),
            contest_plays::place.eq(at.table),
            contest_plays::game.eq(at.game),
            contest_plays::first_entrant.eq(at.entrants[0]),
            contest_plays::second_entrant.eq(at.entrants[1]),
            contest_plays::first_color.eq(i16::from(first == Color::Black)),
            contest_plays::taken.eq(0_i16),
            contest_plays::seen.eq(0),
        ))
        .execute(conn)?;
    Ok(())
}

/// Records the result entered from a live game at a number of events.
pub fn set_taken(conn: &mut AnyConnection, play: i32, taken: i16, seen: i32) -> Result<()> {
    diesel::update(contest_plays::table.find(play))
        .set((contest_plays::taken.eq(taken), contest_plays::seen.eq(seen)))
        .execute(conn)?;
    Ok(())
}

/// Unlinks a live game, so that another one can be created.
pub fn remove(conn: &mut AnyConnection, play: i32) -> Result<()> {
    diesel::delete(contest_plays::table.find(play)).execute(conn)?;
    Ok(())
}

/// Sets whether the server follows an event's games.
pub fn set_followed(conn: &mut AnyConnection, contest: i32, followed: bool) -> Result<()> {
    let followed = contest_games::followed.eq(i16::from(followed));
    let row = contest_games::table.find(contest);
    if diesel::update(row).set(followed).execute(conn)? == 0 {
        diesel::insert_into(contest_games::table)
            .values((contest_games::contest_id.eq(contest), followed))
            .execute(conn)?;
    }
    Ok(())
}

/// The followed events with their numbers of facts.
pub fn followed_contests(conn: &mut AnyConnection) -> Result<Vec<(i32, i32)>> {
    Ok(contest_games::table
        .inner_join(contests::table)
        .filter(contest_games::followed.eq(1_i16))
        .order(contests::id)
        .select((contests::id, contests::version))
        .load(conn)?)
}

/// The followed events with finished games whose outcome has not been entered.
pub fn contests_with_pending_results(conn: &mut AnyConnection) -> Result<Vec<i32>> {
    Ok(contest_plays::table
        .inner_join(plays::table)
        .inner_join(
            contest_games::table.on(contest_games::contest_id.eq(contest_plays::contest_id)),
        )
        .filter(contest_games::followed.eq(1_i16))
        .filter(plays::state.ge(FIRST_ENDED_STATE))
        .filter(plays::version.ne(contest_plays::seen))
        .select(contest_plays::contest_id)
        .distinct()
        .order(contest_plays::contest_id)
        .load(conn)?)
}
