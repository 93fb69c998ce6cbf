//! Live games that everybody may watch, as their spectators may know them.

use std::collections::HashMap;

use crate::Error;
use adjutant_domain::play::{Play, PlayId};
use adjutant_store::play_queries::{self, PlayScope};
use adjutant_store::plays::PlayRow;
use adjutant_store::{players, plays};
use salpakan::rules::ByColor;

use super::Live;
use super::watch::{Viewer, known_to};

/// A game in the list for spectators.
#[derive(Debug, Clone)]
pub struct Watched {
    pub id: PlayId,
    /// The players' handles.
    pub players: ByColor<String>,
    /// Which players are bots.
    pub bots: ByColor<bool>,
    /// As far as spectators may know by now.
    pub play: Play,
}

/// Up to `most` games in play, newest first, older than `before` if given, and whether there are
/// more. A game with delayed spectators is listed once they may know that it has begun.
pub fn watched(
    live: &Live,
    before: Option<&PlayId>,
    most: usize,
) -> Result<(Vec<Watched>, bool), Error> {
    let (rows, names, bots) = listed(live, before, most)?;
    let more = rows.len() > most;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows.into_iter().take(most) {
        let Some(table) = live.find_table(&row.public_id)? else { continue };
        let now = live.moments().now();
        let known = table.look(live, |open| known_to(Viewer::Spectator, open, now))?;
        let Some((play, _)) = known else { continue };
        if play.life().going_on().is_none() {
            continue;
        }
        let name = |id: i32| names.get(&id).cloned().unwrap_or_default();
        let players = row.seats.map(|seat| name(seat.player));
        let bots = row.seats.map(|seat| bots.contains(&seat.player));
        all.push(Watched { id: row.public_id, players, bots, play });
    }
    Ok((all, more))
}

type Named = (Vec<PlayRow>, HashMap<i32, String>, Vec<i32>);

/// Reads one row more than requested, to know whether there are more, and adds names and bots.
fn listed(live: &Live, before: Option<&PlayId>, most: usize) -> Result<Named, Error> {
    let connection = &mut *live.app().store().read_connection()?;
    let before = match before {
        None => i32::MAX,
        Some(id) => plays::by_public_id(connection, id)?.map_or(i32::MAX, |row| row.id),
    };
    let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
    let rows = play_queries::running(connection, PlayScope::Everybody, before, limit)?;
    let sides = |row: &PlayRow| [row.seats.white.player, row.seats.black.player];
    let ids: Vec<i32> = rows.iter().flat_map(sides).collect();
    let names = players::by_ids(connection, &ids)?;
    let bots = players::bots_among(connection, &ids)?;
    Ok((rows, names.into_iter().map(|one| (one.id, one.name)).collect(), bots))
}
