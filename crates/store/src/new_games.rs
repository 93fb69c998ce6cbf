//! Whom new games concern: stored records, and results without one that have got a game's number.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::schema::games;
use super::{AnyConnection, Result, unrecorded};

/// A new game, by the ids of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameConcerned {
    pub id: i32,
    pub event: i32,
    pub players: [i32; 2],
    /// Whether it comes after all other games of its event, by day and id.
    pub is_last_of_event: bool,
}

/// The games `after < id <= through`.
pub fn between(
    conn: &mut AnyConnection,
    (after, through): (i32, i32),
) -> Result<Vec<GameConcerned>> {
    if after == through {
        return Ok(Vec::new());
    }
    let stored: Vec<(i32, i32, i32, i32, i32)> = games::table
        .filter(games::id.gt(after))
        .filter(games::id.le(through))
        .order(games::id)
        .select((games::id, games::event_id, games::day, games::white_id, games::black_id))
        .load(conn)?;
    let mut all = Vec::with_capacity(stored.len());
    for (id, event, day, white, black) in stored {
        let later = games::table.filter(games::event_id.eq(event)).filter(games::day.gt(day));
        let is_last_of_event = !diesel::select(exists(later)).get_result::<bool>(conn)?;
        all.push(GameConcerned { id, event, players: [white, black], is_last_of_event });
    }
    let results = unrecorded::rateable(conn, after, through)?;
    all.extend(results.into_iter().map(|row| GameConcerned {
        id: row.number,
        event: row.event_id,
        players: [row.white_id, row.black_id],
        is_last_of_event: true,
    }));
    Ok(all)
}
