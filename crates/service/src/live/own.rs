//! The actor's own live games.

use std::collections::HashMap;

use crate::Error;
use crate::access::Actor;
use adjutant_domain::play::{PlayId, State};
use adjutant_store::plays::PlayRow;
use adjutant_store::{play_queries, players};
use salpakan::clock::Pace;
use salpakan::rules::{Color, RuleSet};

use super::Live;
use super::watch::plays;

/// The length of the list.
const MOST_LISTED: i64 = 100;

/// A live game in its player's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    pub id: PlayId,
    /// The actor's colour.
    pub color: Color,
    /// The opponent's handle.
    pub opponent: String,
    pub rules: RuleSet,
    pub pace: Pace,
    pub rated: bool,
    pub state: State,
    /// The side to move, once play has begun.
    pub to_move: Option<Color>,
    /// The number of the next ply, counted from 1.
    pub next: u32,
}

/// The actor's live games, newest first; empty for those who may not play.
pub fn running(live: &Live, actor: &Actor) -> Result<Vec<Running>, Error> {
    if !plays(actor) {
        return Ok(Vec::new());
    }
    let (rows, names) = {
        let connection = &mut *live.app().store().read_connection()?;
        let rows = play_queries::running_for_account(connection, actor.account, MOST_LISTED)?;
        let sides = |row: &PlayRow| [row.seats.white.player, row.seats.black.player];
        let ids: Vec<i32> = rows.iter().flat_map(sides).collect();
        let names = players::by_ids(connection, &ids)?;
        (rows, names.into_iter().map(|one| (one.id, one.name)).collect::<HashMap<_, _>>())
    };
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(seat) = row.seat_of(actor.account) else { continue };
        let color = seat.color();
        let Some(table) = live.find_table(&row.public_id)? else { continue };
        let opponent = names.get(&row.seats[color.opponent()].player).cloned().unwrap_or_default();
        let one = table.look(live, |open| {
            let (play, terms) = (&open.play, open.play.terms());
            let (rules, pace, rated) = (terms.rules, terms.pace, terms.rated);
            let (state, to_move) = (play.state(), play.to_move());
            let (id, next) = (row.public_id, play.timeline().len() + 1);
            Ok(Running { id, color, opponent, rules, pace, rated, state, to_move, next })
        })?;
        all.push(one);
    }
    Ok(all)
}
