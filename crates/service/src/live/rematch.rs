//! Rematches: a game request to the same opponent with reversed colours and the same terms. Both
//! players deploy anew.

use crate::access::{Act, ActTarget, Actor, require};
use crate::{Error, Result, refusals};
use adjutant_domain::play::{Confirm, PlayId, Terms};
use adjutant_store::plays::{PlayRow, SeatHolder};
use adjutant_store::seeks::{self, SeekRow};
use adjutant_store::{AnyConnection, play_queries, players};
use salpakan::rules::Color;

use super::Live;
use super::lobby::{self, MOST_LISTED, SeekId};
use super::watch::{seat_at, viewer_of};

/// The result of requesting a rematch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rematch {
    /// The opponent was asked.
    Offered,
    /// The opponent had asked already; this is the new game.
    Play(PlayId),
}

/// The state of a rematch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// The actor's own request.
    pub own: Option<SeekId>,
    /// The opponent's request.
    pub theirs: Option<SeekId>,
    /// The newest game between the two since.
    pub next: Option<PlayId>,
}

/// A finished game from the point of view of one of its players.
struct Over {
    row: PlayRow,
    own: SeatHolder,
    other: SeatHolder,
    /// The actor's colour in the rematch.
    color: Color,
    terms: Terms,
}

/// The state of a rematch; `None` for non-players, during the game, and in events.
pub fn standing(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Standing>> {
    let Some(over) = over(live, actor, id)? else { return Ok(None) };
    if over.terms.confirm != Confirm::AtOnce || over.other.account == 0 {
        return Ok(None);
    }
    let now = live.moments().on_the_wall();
    let conn = &mut *live.app().store().read_connection()?;
    Ok(Some(Standing {
        own: own_offer(conn, &over, now)?.map(|row| row.public_id),
        theirs: their_offer(conn, &over, now)?.map(|row| row.public_id),
        next: next(conn, &over)?,
    }))
}

/// Requests a rematch, or accepts the opponent's request. Repeating it has no effect.
///
/// # Errors
/// Returns [`Error::Conflict`] during the game and in events.
pub fn rematch(live: &Live, actor: &Actor, id: &PlayId) -> Result<Rematch> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    seat_at(live, actor, id)?;
    let own = lobby::player_of(actor)?;
    let over = over(live, actor, id)?.ok_or_else(|| Error::conflict(refusals::PLAY_NOT_OVER))?;
    if over.terms.confirm != Confirm::AtOnce {
        return Err(Error::conflict(refusals::REMATCH_OF_EVENT));
    }
    let now = live.moments().on_the_wall();
    let (mine, theirs) = {
        let conn = &mut *live.app().store().connection()?;
        (own_offer(conn, &over, now)?, their_offer(conn, &over, now)?)
    };
    match (theirs, mine) {
        (Some(seek), _) => Ok(Rematch::Play(lobby::accept(live, actor, &seek.public_id)?)),
        (None, Some(_)) => Ok(Rematch::Offered),
        (None, None) => {
            let to = over.other.player;
            lobby::put(live, own, &over.terms, Some(over.color), |conn| {
                // The opponent may have been merged into another player.
                let to = players::canonical(conn, to)?.id;
                lobby::can_be_asked(conn, own.player, to).map(Some)
            })?;
            Ok(Rematch::Offered)
        }
    }
}

/// The game, if it is finished and the actor played in it.
fn over(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Over>> {
    let table = live.table(id)?;
    let Some(color) = viewer_of(&table.row, actor).color() else { return Ok(None) };
    let (over, terms) =
        table.look(live, |open| Ok((open.play.state().is_over(), *open.play.terms())))?;
    let row = table.row.clone();
    let (own, other) = (row.seats[color], row.seats[color.opponent()]);
    Ok(over.then_some(Over { row, own, other, color: color.opponent(), terms }))
}

fn is_rematch(over: &Over, row: &SeekRow, color: Color, now: i64) -> bool {
    let same = row.terms == over.terms.key().as_bytes();
    same && row.color == Some(color) && row.expires_at > now
}

fn own_offer(conn: &mut AnyConnection, over: &Over, now: i64) -> Result<Option<SeekRow>> {
    let all = seeks::for_account(conn, over.own.account, MOST_LISTED)?;
    let to_him = |row: &SeekRow| row.to_player == Some(over.other.player);
    Ok(all.into_iter().find(|row| to_him(row) && is_rematch(over, row, over.color, now)))
}

fn their_offer(conn: &mut AnyConnection, over: &Over, now: i64) -> Result<Option<SeekRow>> {
    let all = seeks::invitations_to_players(conn, &[over.own.player], now, MOST_LISTED as usize)?;
    let his = |row: &SeekRow| row.account_id == over.other.account;
    Ok(all.into_iter().find(|row| his(row) && is_rematch(over, row, over.color.opponent(), now)))
}

/// The newest running game of the two created after this one.
fn next(conn: &mut AnyConnection, over: &Over) -> Result<Option<PlayId>> {
    let all = play_queries::running_for_account(conn, over.own.account, MOST_LISTED)?;
    let other = over.other.account;
    let found = all.into_iter().find(|row| {
        row.id > over.row.id && [row.seats.white.account, row.seats.black.account].contains(&other)
    });
    Ok(found.map(|row| row.public_id))
}
