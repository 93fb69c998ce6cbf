//! Hints: what the computer would play in the place of the person who plays against it.

use adjutant_domain::game::AnyPly;
use adjutant_domain::play::{PlayId, PlayerAction};

use super::super::Live;
use super::super::watch::{Seen, seat_at, see};
use super::mind::Mind;
use super::players::plays_computer;
use super::turns::random;
use crate::access::{Act, ActTarget, Actor, require};
use crate::{Error, Result, refusals};

/// How many nodes a hint is searched with.
const NODES: u32 = 3_000;

/// A ply that the computer would play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hint {
    /// The number of the ply, counted from 1.
    pub number: u32,
    pub ply: AnyPly,
    /// The chance to win with it, 0 to 1, by what the player can know.
    pub chance: f32,
}

/// Whether its player gets hints in a game: in casual games against the computer, while they go on.
pub fn gives_hints(live: &Live, seen: &Seen) -> Result<bool> {
    let Some(color) = seen.viewer.color() else { return Ok(false) };
    let terms = seen.play.terms();
    let is_casual = !terms.rated && !terms.is_of_event();
    if !is_casual || seen.play.life().going_on().is_none() || !seen.bots[color.opponent()] {
        return Ok(false);
    }
    plays_computer(live, &live.session(seen.play.id())?.row, color)
}

/// A ply for the actor, who sees no more for it: the computer is given what they see.
///
/// # Errors
/// Returns [`Error::Conflict`] in other games than casual ones against the computer, and out of turn.
pub fn hint(live: &Live, actor: &Actor, id: &PlayId) -> Result<Hint> {
    require(actor, Act::PlayCasually, ActTarget::Account(actor.account), false)?;
    seat_at(live, actor, id)?;
    let seen = see(live, actor, id)?;
    if !gives_hints(live, &seen)? || !seen.may.contains(&PlayerAction::Ply) {
        return Err(Error::conflict(refusals::NO_HINT));
    }
    let choice = Mind::of_nodes(NODES, &seen).and_then(|mind| mind.decide(&mut random(live)));
    let found = choice.and_then(|choice| Some((choice.ply, choice.chance?)));
    let (ply, chance) = found.ok_or_else(|| Error::conflict(refusals::NO_HINT))?;
    Ok(Hint { number: seen.play.progress().len() + 1, ply, chance })
}
