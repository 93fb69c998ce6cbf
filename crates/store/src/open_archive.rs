//! Which games belong to the open archive, and to which span of time.

use diesel::dsl::{exists, min, not};
use diesel::prelude::*;

use adjutant_domain::moment::Micros;

use super::games::{BLACK, WHITE};
use super::players::Privacy;
use super::schema::{games, players, plays};
use super::{AnyConnection, Result};

/// When the first game was stored, whether or not it is public.
pub fn first_stored(conn: &mut AnyConnection) -> Result<Option<Micros>> {
    Ok(games::table.select(min(games::imported_at)).first(conn)?)
}

/// The games that became public in a span of time, which ends before its second moment: in this order, and by row among those of
/// one moment.
///
/// A game is public from the moment when its record was stored or, if its ranks were still closed then, when they were opened.
/// Games that nobody vouches for are left out, and those with a player who is not listed publicly, or that nobody was to watch.
pub fn published_between(
    conn: &mut AnyConnection,
    (from, to): (Micros, Micros),
) -> Result<Vec<i32>> {
    let unlisted = plays::table
        .filter(plays::game_id.eq(games::id.nullable()))
        .filter(plays::listed.eq(0_i16));
    let open = games::table
        .inner_join(WHITE.on(WHITE.field(players::id).eq(games::white_id)))
        .inner_join(BLACK.on(BLACK.field(players::id).eq(games::black_id)))
        .filter(games::revealed.ne(0))
        .filter(games::by_member.eq(0))
        .filter(WHITE.field(players::private).eq(Privacy::Public))
        .filter(BLACK.field(players::private).eq(Privacy::Public))
        .filter(not(exists(unlisted)));
    let mut found: Vec<(Micros, i32)> = open
        .filter(games::imported_at.ge(from))
        .filter(games::imported_at.lt(to))
        .filter(games::revealed_at.eq(Micros(0)))
        .select((games::imported_at, games::id))
        .load(conn)?;
    let opened: Vec<(Micros, i32)> = open
        .filter(games::revealed_at.gt(Micros(0)))
        .filter(games::revealed_at.ge(from))
        .filter(games::revealed_at.lt(to))
        .select((games::revealed_at, games::id))
        .load(conn)?;
    found.extend(opened);
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, id)| id).collect())
}
