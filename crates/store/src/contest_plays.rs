//! Links between live games and the tables of events.

use diesel::prelude::*;

use salpakan::rules::{ByColor, Color};

use super::plays::{PublicId, State};
use super::schema::{contest_games, contest_plays, contests, plays};
use super::{AnyConnection, Result, StoreError};

/// The first state of a finished game.
const FIRST_ENDED_STATE: i16 = State::Ended as i16;

/// A game of a table with its entrants. All but entrants are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SpotKey {
    pub stage: i16,
    pub round: i16,
    pub table: i32,
    pub game: i16,
    pub entrants: [i32; 2],
}

/// A live game created for a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestPlayRow {
    pub spot: SpotKey,
    pub play_id: i32,
    pub public_id: PublicId,
    pub state: State,
    /// The number of events of the live game.
    pub version: i32,
    /// Whether public lists may show it.
    pub listed: bool,
    /// The colour of the first entrant.
    pub first: Color,
    /// Player ids.
    pub players: ByColor<i32>,
    /// The result entered in the event; 0 for none.
    pub taken: i16,
    /// The number of events of the live game when it was entered.
    pub seen_version: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = contest_plays)]
struct Columns {
    stage: i16,
    round: i16,
    place: i32,
    game: i16,
    first_entrant: i32,
    second_entrant: i32,
    first_color: i16,
    taken: i16,
    seen: i32,
    play_id: i32,
    #[diesel(select_expression = plays::public_id)]
    public_id: Vec<u8>,
    #[diesel(select_expression = plays::state)]
    state: i16,
    #[diesel(select_expression = plays::version)]
    version: i32,
    #[diesel(select_expression = plays::listed)]
    listed: i16,
    #[diesel(select_expression = plays::white_id)]
    white_id: i32,
    #[diesel(select_expression = plays::black_id)]
    black_id: i32,
}

/// All live games created for an event, in order of creation.
pub fn for_contest(conn: &mut AnyConnection, contest: i32) -> Result<Vec<ContestPlayRow>> {
    let found: Vec<Columns> = contest_plays::table
        .inner_join(plays::table)
        .filter(contest_plays::contest_id.eq(contest))
        .order(contest_plays::play_id)
        .select(Columns::as_select())
        .load(conn)?;
    found.into_iter().map(ContestPlayRow::try_from).collect()
}

impl TryFrom<Columns> for ContestPlayRow {
    type Error = StoreError;

    fn try_from(row: Columns) -> Result<ContestPlayRow> {
        let damaged = |what: &str| StoreError::Damaged(format!("play {} has {what}", row.play_id));
        let state = u8::try_from(row.state).ok().and_then(State::from_number);
        let length = |_| damaged("an id of another length");
        Ok(ContestPlayRow {
            spot: SpotKey {
                stage: row.stage,
                round: row.round,
                table: row.place,
                game: row.game,
                entrants: [row.first_entrant, row.second_entrant],
            },
            play_id: row.play_id,
            public_id: row.public_id.as_slice().try_into().map_err(length)?,
            state: state.ok_or_else(|| damaged("an unknown state"))?,
            version: row.version,
            listed: row.listed != 0,
            first: if row.first_color == 0 { Color::White } else { Color::Black },
            players: ByColor::new(row.white_id, row.black_id),
            taken: row.taken,
            seen_version: row.seen,
        })
    }
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
