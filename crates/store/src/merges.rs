//! Merges of players, and what each of them moved.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::id_sequence::reference;
use super::queries::insert_all;
use super::schema::{accounts, games, members, merge_moves, merges, plays, profiles};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// A merge; times are 0 for never.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct MergeRow {
    pub id: i32,
    pub from_player: i32,
    pub into_player: i32,
    pub made_at: Micros,
    /// An account; `None` for a command.
    pub made_by: Option<i32>,
    pub undone_at: Micros,
    pub undone_by: Option<i32>,
    pub reason: String,
}

/// The kind of a moved reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum MovedKind {
    White = 0,
    Black = 1,
    Member = 2,
    Profile = 3,
    Account = 4,
    /// A seat in a live game.
    PlayedWhite = 5,
    PlayedBlack = 6,
}

/// A reference that a merge moved to another player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeMove {
    /// The id of the game, or of the row of another table.
    pub row: i32,
    pub moved: MovedKind,
    /// The name as written in a game's row before.
    pub as_before: String,
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<MergeRow>> {
    Ok(merges::table.find(id).first(conn).optional()?)
}

/// Merges before the id `before`, newest first.
pub fn page(conn: &mut AnyConnection, before: i32, limit: i64) -> Result<Vec<MergeRow>> {
    Ok(merges::table
        .filter(merges::id.lt(before))
        .order(merges::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// The players who are merged into this one.
pub fn merged_into(conn: &mut AnyConnection, player: i32) -> Result<Vec<i32>> {
    Ok(merges::table
        .filter(merges::into_player.eq(player))
        .filter(merges::undone_at.eq(0))
        .order(merges::id)
        .select(merges::from_player)
        .load(conn)?)
}

/// Inserts a merge; returns its id.
pub fn add(
    conn: &mut AnyConnection,
    (from, into): (i32, i32),
    (made_at, made_by): (Micros, i32),
    reason: &str,
) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "merges", 1)?;
    diesel::insert_into(merges::table)
        .values((
            merges::id.eq(id),
            merges::from_player.eq(from),
            merges::into_player.eq(into),
            merges::made_at.eq(made_at),
            merges::made_by.eq(reference(made_by)),
            merges::undone_at.eq(0),
            merges::reason.eq(reason),
        ))
        .execute(conn)?;
    Ok(id)
}

/// Marks a merge as undone.
pub fn set_undone(conn: &mut AnyConnection, id: i32, (at, by): (Micros, i32)) -> Result<()> {
    diesel::update(merges::table.find(id))
        .set((merges::undone_at.eq(at), merges::undone_by.eq(reference(by))))
        .execute(conn)?;
    Ok(())
}

/// Records what a merge moved.
pub fn add_moves(conn: &mut AnyConnection, merge: i32, moves: &[MergeMove]) -> Result<()> {
    let first = id_sequence::next_ids(conn, "merge_moves", moves.len())?;
    let rows: Vec<_> = (first..)
        .zip(moves)
        .map(|(id, one)| {
            (
                merge_moves::id.eq(id),
                merge_moves::merge_id.eq(merge),
                merge_moves::game_id.eq(one.row),
                merge_moves::color.eq(one.moved as i16),
                merge_moves::as_before.eq(one.as_before.as_str()),
            )
        })
        .collect();
    insert_all!(conn, merge_moves::table, rows);
    Ok(())
}

/// What a merge moved of one kind: rows with their previous names.
pub fn moves(conn: &mut AnyConnection, merge: i32, moved: MovedKind) -> Result<Vec<(i32, String)>> {
    Ok(merge_moves::table
        .filter(merge_moves::merge_id.eq(merge))
        .filter(merge_moves::color.eq(moved as i16))
        .select((merge_moves::game_id, merge_moves::as_before))
        .order(merge_moves::game_id)
        .load(conn)?)
}

pub fn has_moves(conn: &mut AnyConnection, merge: i32, moved: MovedKind) -> Result<bool> {
    let own = merge_moves::table
        .filter(merge_moves::merge_id.eq(merge))
        .filter(merge_moves::color.eq(moved as i16));
    Ok(diesel::select(exists(own)).get_result(conn)?)
}

/// Up to `limit` seats of a player: games with the name as written, or live games, which have none.
pub fn seats(
    conn: &mut AnyConnection,
    player: i32,
    moved: MovedKind,
    most: i64,
) -> Result<Vec<(i32, String)>> {
    Ok(match moved {
        MovedKind::White => games::table
            .filter(games::white_id.eq(player))
            .select((games::id, games::white_as))
            .order(games::id)
            .limit(most)
            .load(conn)?,
        MovedKind::Black => games::table
            .filter(games::black_id.eq(player))
            .select((games::id, games::black_as))
            .order(games::id)
            .limit(most)
            .load(conn)?,
        MovedKind::PlayedWhite | MovedKind::PlayedBlack => play_seats(conn, player, moved, most)?
            .into_iter()
            .map(|play| (play, String::new()))
            .collect(),
        MovedKind::Member | MovedKind::Profile | MovedKind::Account => Vec::new(),
    })
}

/// Up to `limit` live games in which a player has this seat, in order.
fn play_seats(
    conn: &mut AnyConnection,
    player: i32,
    moved: MovedKind,
    most: i64,
) -> Result<Vec<i32>> {
    let all = plays::table.select(plays::id).limit(most);
    let mut ids: Vec<i32> = match moved {
        MovedKind::PlayedWhite => all.filter(plays::white_id.eq(player)).load(conn)?,
        _ => all.filter(plays::black_id.eq(player)).load(conn)?,
    };
    ids.sort_unstable();
    Ok(ids)
}

/// Moves seats to another player; `written` is the handle of their holder, which games keep unless
/// they state another name.
pub fn transfer_seats(
    conn: &mut AnyConnection,
    seats: &[MergeMove],
    into: i32,
    written: &str,
) -> Result<()> {
    for seat in seats {
        let kept = if seat.as_before.is_empty() { written } else { &seat.as_before };
        set_seat(conn, seat.moved, seat.row, into, kept)?;
    }
    Ok(())
}

/// Sets the player of a seat and, of a game, the name as written.
fn set_seat(
    conn: &mut AnyConnection,
    moved: MovedKind,
    row: i32,
    player: i32,
    written: &str,
) -> Result<()> {
    let (game, play) = (games::table.find(row), plays::table.find(row));
    match moved {
        MovedKind::White => diesel::update(game)
            .set((games::white_id.eq(player), games::white_as.eq(written)))
            .execute(conn)?,
        MovedKind::Black => diesel::update(game)
            .set((games::black_id.eq(player), games::black_as.eq(written)))
            .execute(conn)?,
        MovedKind::PlayedWhite => {
            diesel::update(play).set(plays::white_id.eq(player)).execute(conn)?
        }
        MovedKind::PlayedBlack => {
            diesel::update(play).set(plays::black_id.eq(player)).execute(conn)?
        }
        MovedKind::Member | MovedKind::Profile | MovedKind::Account => 0,
    };
    Ok(())
}

const UNDER_WAY_COUNTER: &str = "merge_under_way";

/// The merge whose seats are being moved, and whether it is being undone; `None` if there is none.
pub fn under_way(conn: &mut AnyConnection) -> Result<Option<(i32, bool)>> {
    let value = id_sequence::counter(conn, UNDER_WAY_COUNTER)?;
    let merge = i32::try_from(value.unsigned_abs()).unwrap_or(i32::MAX);
    Ok((merge != 0).then_some((merge, value < 0)))
}

/// Sets the merge in progress.
pub fn set_under_way(conn: &mut AnyConnection, merge: Option<(i32, bool)>) -> Result<()> {
    let value = |(merge, undone)| if undone { -i64::from(merge) } else { i64::from(merge) };
    id_sequence::set_counter(conn, UNDER_WAY_COUNTER, merge.map_or(0, value))
}

/// The seats of a player in records of these live games, of this colour (White or Black), with the
/// name as written.
pub fn seats_in_records(
    conn: &mut AnyConnection,
    played: &[i32],
    player: i32,
    moved: MovedKind,
) -> Result<Vec<(i32, String)>> {
    let mut found = Vec::new();
    for some in played.chunks(500) {
        let records = plays::table.filter(plays::id.eq_any(some)).select(plays::game_id);
        let records: Vec<Option<i32>> = records.load(conn)?;
        let own = games::table.filter(games::id.eq_any(records.into_iter().flatten()));
        let rows: Vec<(i32, String)> = match moved {
            MovedKind::White => own
                .filter(games::white_id.eq(player))
                .select((games::id, games::white_as))
                .load(conn)?,
            _ => own
                .filter(games::black_id.eq(player))
                .select((games::id, games::black_as))
                .load(conn)?,
        };
        found.extend(rows);
    }
    Ok(found)
}

/// Moves seats back to a player, each with its previous name.
pub fn restore_seats(
    conn: &mut AnyConnection,
    player: i32,
    moved: MovedKind,
    seats: &[(i32, String)],
) -> Result<()> {
    for (row, written) in seats {
        set_seat(conn, moved, *row, player, written)?;
    }
    Ok(())
}

/// Looks for something between two players, with either colours.
fn with_either_colors<T>(
    [one, other]: [i32; 2],
    mut find: impl FnMut(i32, i32) -> QueryResult<Option<T>>,
) -> Result<Option<T>> {
    let found = find(one, other)?;
    Ok(if found.is_some() { found } else { find(other, one)? })
}

/// A game between the two players, if any.
pub fn common_game(conn: &mut AnyConnection, one: i32, other: i32) -> Result<Option<Vec<u8>>> {
    with_either_colors([one, other], |white, black| {
        let own = games::table.filter(games::white_id.eq(white)).filter(games::black_id.eq(black));
        own.select(games::content_id).first(conn).optional()
    })
}

/// A live game between the two players, if any.
pub fn common_play(conn: &mut AnyConnection, one: i32, other: i32) -> Result<Option<Vec<u8>>> {
    with_either_colors([one, other], |white, black| {
        let own = plays::table.filter(plays::white_id.eq(white)).filter(plays::black_id.eq(black));
        own.select(plays::public_id).first(conn).optional()
    })
}

pub fn account_of_player(conn: &mut AnyConnection, player: i32) -> Result<Option<i32>> {
    Ok(accounts::table
        .filter(accounts::player_id.eq(player))
        .select(accounts::id)
        .first(conn)
        .optional()?)
}

/// Moves personal data to another player: memberships in organisations where the other has none,
/// the profile if the other has none, and the account. Returns what was moved.
pub fn transfer_person(conn: &mut AnyConnection, from: i32, into: i32) -> Result<Vec<MergeMove>> {
    let there: Vec<i32> = members::table
        .filter(members::player_id.eq(into))
        .select(members::organisation_id)
        .load(conn)?;
    let rosters: Vec<i32> = members::table
        .filter(members::player_id.eq(from))
        .filter(members::organisation_id.ne_all(there))
        .order(members::id)
        .select(members::id)
        .load(conn)?;
    let profile = |conn: &mut AnyConnection, player: i32| {
        let own = profiles::table.filter(profiles::player_id.eq(player));
        own.select(profiles::id).first::<i32>(conn).optional()
    };
    let taken = profile(conn, into)?.is_some();
    let profile = profile(conn, from)?.filter(|_| !taken);
    let account = account_of_player(conn, from)?;
    let note = |row: i32, moved: MovedKind| MergeMove { row, moved, as_before: String::new() };
    let moves: Vec<MergeMove> = rosters
        .into_iter()
        .map(|row| note(row, MovedKind::Member))
        .chain(profile.map(|row| note(row, MovedKind::Profile)))
        .chain(account.map(|row| note(row, MovedKind::Account)))
        .collect();
    for one in &moves {
        transfer_row(conn, one.moved, one.row, (from, into))?;
    }
    Ok(moves)
}

/// Moves a row of personal data to another player, if it still belongs to the first one.
pub fn transfer_row(
    conn: &mut AnyConnection,
    moved: MovedKind,
    row: i32,
    (from, into): (i32, i32),
) -> Result<()> {
    match moved {
        MovedKind::Member => {
            let own = members::table.find(row).filter(members::player_id.eq(from));
            diesel::update(own).set(members::player_id.eq(into)).execute(conn)?
        }
        MovedKind::Profile => {
            let own = profiles::table.find(row).filter(profiles::player_id.eq(from));
            diesel::update(own).set(profiles::player_id.eq(into)).execute(conn)?
        }
        MovedKind::Account => {
            let own = accounts::table.find(row).filter(accounts::player_id.eq(from));
            diesel::update(own).set(accounts::player_id.eq(into)).execute(conn)?
        }
        MovedKind::White | MovedKind::Black | MovedKind::PlayedWhite | MovedKind::PlayedBlack => 0,
    };
    Ok(())
}
