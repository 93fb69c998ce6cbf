//! Playing the same opponent once more: an offer to him with the colors changed and the terms kept.
//! Both deploy anew; nothing of the game before goes into the next.

use crate::play::{Confirm, PlayId, Terms};
use crate::service::access::{Act, ActTarget, Actor, require};
use crate::service::{Error, Thing, refusals};
use crate::store::plays::{PlayRow, SeatHolder};
use crate::store::seeks::{self, SeekRow};
use crate::store::{AnyConnection, play_queries, players};
use salpakan::rules::Color;

use super::Live;
use super::lobby::{self, MOST_LISTED, SeekId};
use super::watch::viewer_of;

/// What came of asking for a rematch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rematch {
    /// The opponent is asked.
    Offered,
    /// He had asked already: this is the game.
    Play(PlayId),
}

/// What stands of a rematch between the players of a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// The actor's own offer.
    pub own: Option<SeekId>,
    /// The opponent's.
    pub theirs: Option<SeekId>,
    /// The newest game between them since.
    pub next: Option<PlayId>,
}

/// A game that is over, as one of its players may have another.
struct Over {
    row: PlayRow,
    own: SeatHolder,
    other: SeatHolder,
    /// What the actor plays in the next.
    color: Color,
    terms: Terms,
}

/// What stands of a rematch; `None` for who had no side, while it goes on, and in an event.
///
/// # Errors
/// [`Error::Missing`] where there is no such game; [`Error::Internal`].
pub fn standing(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Standing>, Error> {
    let Some(over) = over(live, actor, id)? else { return Ok(None) };
    if over.terms.confirm != Confirm::AtOnce || over.other.account == 0 {
        return Ok(None);
    }
    let now = live.moments().on_the_wall();
    let connection = &mut *live.app().store().read_connection()?;
    Ok(Some(Standing {
        own: own_offer(connection, &over, now)?.map(|row| row.public_id),
        theirs: their_offer(connection, &over, now)?.map(|row| row.public_id),
        next: next(connection, &over)?,
    }))
}

/// Asks for a rematch, or takes up the opponent's. Asked twice it is asked once.
///
/// # Errors
/// [`Error::Missing`] for who has no side in it; [`Error::Conflict`] while it goes on, in an event, and
/// as [`lobby::offer`] has it.
pub fn rematch(live: &Live, actor: &Actor, id: &PlayId) -> Result<Rematch, Error> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    let table = live.table(id)?.ok_or_else(|| missing(id))?;
    viewer_of(&table.row, actor).color().ok_or_else(|| missing(id))?;
    let own = lobby::player_of(actor)?;
    let over = over(live, actor, id)?.ok_or_else(|| Error::conflict(refusals::PLAY_NOT_OVER))?;
    if over.terms.confirm != Confirm::AtOnce {
        return Err(Error::conflict(refusals::REMATCH_OF_EVENT));
    }
    let now = live.moments().on_the_wall();
    let (mine, theirs) = {
        let connection = &mut *live.app().store().connection()?;
        (own_offer(connection, &over, now)?, their_offer(connection, &over, now)?)
    };
    match (theirs, mine) {
        (Some(seek), _) => Ok(Rematch::Play(lobby::accept(live, actor, &seek.public_id)?)),
        (None, Some(_)) => Ok(Rematch::Offered),
        (None, None) => {
            let to = over.other.player;
            lobby::put(live, own, &over.terms, Some(over.color), |connection| {
                // He may have been merged into another player since.
                let to = players::canonical(connection, to)?.id;
                lobby::can_be_asked(connection, own.player, to).map(Some)
            })?;
            Ok(Rematch::Offered)
        }
    }
}

fn missing(id: &PlayId) -> Error {
    Error::missing(Thing::Play, salpakan::record::short_id_text(id))
}

/// The game, where it is over and the actor had a side in it.
fn over(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Over>, Error> {
    let table = live.table(id)?.ok_or_else(|| missing(id))?;
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

fn own_offer(
    connection: &mut AnyConnection,
    over: &Over,
    now: i64,
) -> Result<Option<SeekRow>, Error> {
    let all = seeks::for_account(connection, over.own.account, MOST_LISTED)?;
    let to_him = |row: &SeekRow| row.to_player == Some(over.other.player);
    Ok(all.into_iter().find(|row| to_him(row) && is_rematch(over, row, over.color, now)))
}

fn their_offer(
    connection: &mut AnyConnection,
    over: &Over,
    now: i64,
) -> Result<Option<SeekRow>, Error> {
    let all =
        seeks::invitations_to_players(connection, &[over.own.player], now, MOST_LISTED as usize)?;
    let his = |row: &SeekRow| row.account_id == over.other.account;
    Ok(all.into_iter().find(|row| his(row) && is_rematch(over, row, over.color.opponent(), now)))
}

/// The newest running game of both that was made after this one.
fn next(connection: &mut AnyConnection, over: &Over) -> Result<Option<PlayId>, Error> {
    let all = play_queries::running_for_account(connection, over.own.account, MOST_LISTED)?;
    let other = over.other.account;
    let found = all.into_iter().find(|row| {
        row.id > over.row.id && [row.seats.white.account, row.seats.black.account].contains(&other)
    });
    Ok(found.map(|row| row.public_id))
}
