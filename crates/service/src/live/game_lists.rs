//! Lists of live games: a player's own, and those that everybody may watch.

use std::collections::HashMap;

use crate::access::Actor;
use crate::{Result, players as people};
use adjutant_domain::game::Rules;
use adjutant_domain::moment::MINUTE;
use adjutant_domain::play::{Play, PlayId, State};
use adjutant_store::labels::SlugLabel;
use adjutant_store::play_queries::{self, PlayScope};
use adjutant_store::plays::{PlayRow, SeatHolder};
use adjutant_store::{AnyConnection, labels, players, plays as rows, search};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color};

use super::Live;
use super::watch::{Viewer, known_to, plays};

const MOST_LISTED: i64 = 100;
/// The number of games among which those are that a short list shows.
const NEWEST: usize = 24;
/// How long a game has just begun.
const JUST_BEGUN: i64 = 2 * MINUTE;

/// The handles of the players of these games.
pub(super) fn seat_names(
    conn: &mut AnyConnection,
    rows: &[PlayRow],
) -> Result<HashMap<i32, String>> {
    let sides = |row: &PlayRow| [row.seats.white.player, row.seats.black.player];
    let ids: Vec<i32> = rows.iter().flat_map(sides).collect();
    people::names(conn, &ids)
}

/// A live game in its player's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    pub id: PlayId,
    /// The actor's colour.
    pub color: Color,
    /// The opponent's handle.
    pub opponent: String,
    pub rules: Rules,
    pub pace: Pace,
    pub rated: bool,
    pub state: State,
    /// The side to move, once play has begun.
    pub to_move: Option<Color>,
    /// The number of the next ply, counted from 1.
    pub next: u32,
}

/// The actor's live games, newest first; empty for those who may not play.
pub fn running(live: &Live, actor: &Actor) -> Result<Vec<Running>> {
    if !plays(actor) {
        return Ok(Vec::new());
    }
    let (rows, names) = {
        let conn = &mut *live.app().store().read_connection()?;
        let rows = play_queries::running_for_account(conn, actor.account, MOST_LISTED)?;
        let names = seat_names(conn, &rows)?;
        (rows, names)
    };
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(seat) = row.seat_of(actor.account) else { continue };
        let color = seat.color();
        let Some(session) = live.find_session(&row.public_id)? else { continue };
        let opponent = names.get(&row.seats[color.opponent()].player).cloned().unwrap_or_default();
        let one = session.look(live, |open| {
            let (play, terms) = (&open.play, open.play.terms());
            let (rules, pace, rated) = (terms.rules, terms.pace, terms.rated);
            let (state, to_move) = (play.state(), play.to_move());
            let (id, next) = (row.public_id, play.progress().len() + 1);
            Ok(Running { id, color, opponent, rules, pace, rated, state, to_move, next })
        })?;
        all.push(one);
    }
    Ok(all)
}

/// The actor's game that began a moment ago, such as one that was accepted by its link.
pub fn just_begun(live: &Live, actor: &Actor) -> Result<Option<PlayId>> {
    if !plays(actor) {
        return Ok(None);
    }
    let conn = &mut *live.app().store().read_connection()?;
    let newest = play_queries::running_for_account(conn, actor.account, 1)?.pop();
    let now = live.moments().now();
    let is_new = |row: &PlayRow| now.since(row.created_at) < JUST_BEGUN;
    Ok(newest.filter(is_new).map(|row| row.public_id))
}

/// A game in the list for spectators.
#[derive(Debug, Clone)]
pub struct Watched {
    pub id: PlayId,
    /// The players' handles.
    pub players: ByColor<String>,
    pub bots: ByColor<bool>,
    pub event: Option<SlugLabel>,
    /// As far as spectators may know by now.
    pub play: Play,
}

/// Up to `most` games in play, newest first, older than `before` if given, and whether there are
/// more. A game with delayed spectators is listed once they may know that it has begun.
pub fn watched(live: &Live, before: Option<&PlayId>, most: usize) -> Result<(Vec<Watched>, bool)> {
    let listed = Listed::load(live, before, most)?;
    let more = listed.rows.len() > most;
    let mut all = Vec::with_capacity(listed.rows.len());
    for row in listed.rows.iter().take(most) {
        all.extend(listed.watched(live, row)?);
    }
    Ok((all, more))
}

/// The newest games in play, at most `most` of those that lists look at.
pub fn newest_watched(live: &Live, most: usize) -> Result<Vec<Watched>> {
    let listed = Listed::load(live, None, NEWEST)?;
    let mut all = Vec::with_capacity(most);
    for row in &listed.rows {
        if all.len() == most {
            break;
        }
        all.extend(listed.watched(live, row)?);
    }
    Ok(all)
}

/// Rows of games that lists may show, with what they are shown with.
struct Listed {
    rows: Vec<PlayRow>,
    names: HashMap<i32, String>,
    bots: Vec<i32>,
    /// Players who are not listed publicly any more.
    private: Vec<i32>,
    /// The events that everybody may see.
    events: HashMap<i32, SlugLabel>,
}

impl Listed {
    /// Reads one row more than requested, to know whether there are more.
    fn load(live: &Live, before: Option<&PlayId>, most: usize) -> Result<Listed> {
        let conn = &mut *live.app().store().read_connection()?;
        let before = match before {
            None => i32::MAX,
            Some(id) => rows::by_public_id(conn, id)?.map_or(i32::MAX, |row| row.id),
        };
        let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let rows = play_queries::running(conn, PlayScope::Everybody, before, limit)?;
        let names = seat_names(conn, &rows)?;
        let ids: Vec<i32> = names.keys().copied().collect();
        let bots = players::bots_among(conn, &ids)?;
        let shown = players::with_privacy(conn, &ids)?.into_iter();
        let private = shown.filter(|(_, privacy)| privacy.is_private()).map(|(one, _)| one.id);
        let private = private.collect();
        let events: Vec<i32> = rows.iter().filter_map(|row| row.event_id).collect();
        let events = search::public_events(conn, &events)?;
        let events = labels::events(conn, &events)?;
        Ok(Listed { rows, names, bots, private, events })
    }

    /// A game as spectators may know it by now; `None` if it has not begun for them, or if its event or
    /// a player has been hidden since.
    fn watched(&self, live: &Live, row: &PlayRow) -> Result<Option<Watched>> {
        let event = row.event_id.map(|id| self.events.get(&id).cloned());
        let is_private = |seat: &SeatHolder| self.private.contains(&seat.player);
        let sides = [&row.seats.white, &row.seats.black];
        if event == Some(None) || sides.into_iter().any(is_private) {
            return Ok(None);
        }
        let Some(session) = live.find_session(&row.public_id)? else { return Ok(None) };
        let now = live.moments().now();
        let known = session.look(live, |open| known_to(Viewer::Spectator, open, now))?;
        let Some((play, _)) = known else { return Ok(None) };
        if play.life().going_on().is_none() {
            return Ok(None);
        }
        let name = |id: i32| self.names.get(&id).cloned().unwrap_or_default();
        let players = row.seats.map(|seat| name(seat.player));
        let bots = row.seats.map(|seat| self.bots.contains(&seat.player));
        Ok(Some(Watched { id: row.public_id, players, bots, event: event.flatten(), play }))
    }
}
