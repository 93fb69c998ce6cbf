//! What follows a player's finished game in its event.

use crate::Result;
use crate::access::Actor;
use crate::contests::onsite_games::arena_of_play;
use adjutant_domain::play::PlayId;
use adjutant_store::play_queries;

use super::Live;
use super::watch::viewer_of;

/// More games than anybody plays at a time.
const MOST_LISTED: i64 = 100;

/// What follows a finished game of an event, for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Following {
    /// The player's game that was made after it and is not over.
    pub next: Option<PlayId>,
    /// Whether an arena that goes on may pair the player at any moment.
    pub may_be_paired: bool,
}

/// What follows the actor's finished game in its event; `None` for games that go on or are of no event, and for everybody
/// but the players.
pub fn following(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Following>> {
    let session = live.session(id)?;
    let row = &session.row;
    if row.event_id.is_none() || viewer_of(row, actor).color().is_none() {
        return Ok(None);
    }
    if !session.look(live, |open| Ok(open.play.state().is_over()))? {
        return Ok(None);
    }
    let conn = &mut *live.app().store().read_connection()?;
    let running = play_queries::running_for_account(conn, actor.account, MOST_LISTED)?;
    // The list begins with the newest.
    let mut later = running.iter().filter(|one| one.event_id == row.event_id && one.id > row.id);
    let arena = arena_of_play(live.app(), conn, row.id)?;
    Ok(Some(Following {
        next: later.next_back().map(|one| one.public_id),
        may_be_paired: arena.is_some_and(|arena| arena.is_running),
    }))
}
