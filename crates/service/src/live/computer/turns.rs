//! What the computer does in a game, by what it sees as a player of it.

use adjutant_domain::game::Rules;
use adjutant_domain::play::{PlayId, PlayerAction, Sent};
use salpakan::rules::{Color, Draft};
use salpakan_bot::Random;

use super::super::session::Refused;
use super::super::watch::{Seen, see};
use super::super::{AskedPly, Live, Purpose, act, deploy, ply};
use super::mind::{Mind, salpakan_player};
use super::players::ComputerPlayer;
use crate::Error;

/// Does the next thing that the computer can do in a game; returns whether there may be another at once.
pub(super) fn take_turn(
    live: &Live,
    computer: &ComputerPlayer,
    play: &PlayId,
) -> Result<bool, Refused> {
    let actor = computer.actor();
    let seen = see(live, &actor, play)?;
    let Some(color) = seen.viewer.color() else { return Ok(false) };
    let may = |action| seen.may.contains(&action);
    let say = |action| act(live, &actor, play, sent(live), (action, 0)).map(|_| ());
    if may(PlayerAction::Ready) {
        match seen.play.terms().rules {
            Rules::Salpakan(rules) => {
                let player = salpakan_player(computer.level, seen.personality);
                let army = player.deploy(&rules, color, &mut random(live));
                let army =
                    army.ok_or_else(|| Error::Internal("an army has no set-up".to_owned()))?;
                let draft = |_, _: &_| Ok(Draft::new(color, army.pieces().collect()));
                deploy(live, &actor, play, sent(live), draft, None)?;
            }
            Rules::ThreeGenerals => say(PlayerAction::Ready)?,
        }
        return Ok(true);
    }
    if may(PlayerAction::AcceptResult) {
        say(PlayerAction::AcceptResult)?;
        return Ok(false);
    }
    if is_asked_to_pause(&seen, color) && may(PlayerAction::Pause) {
        say(PlayerAction::Pause)?;
        return Ok(false);
    }
    let Some(mind) = Mind::of_level(computer.level, &seen) else { return Ok(false) };
    if may(PlayerAction::Accept) {
        let accepts = mind.accepts_draw(&mut random(live));
        say(if accepts { PlayerAction::Accept } else { PlayerAction::Decline })?;
        return Ok(!accepts);
    }
    if !may(PlayerAction::Ply) {
        return Ok(false);
    }
    let mut random = random(live);
    if may(PlayerAction::Resign) && mind.resigns(&mut random) {
        say(PlayerAction::Resign)?;
        return Ok(false);
    }
    if may(PlayerAction::Offer) && mind.offers_draw(&mut random) {
        say(PlayerAction::Offer)?;
    }
    let choice = mind.decide(&mut random);
    let choice = choice.ok_or_else(|| Error::Internal("no ply was found".to_owned()))?;
    let number = seen.play.progress().len() + 1;
    ply(live, &actor, play, AskedPly { sent: sent(live), number, ply: choice.ply.to_string() })?;
    Ok(false)
}

fn is_asked_to_pause(seen: &Seen, own: Color) -> bool {
    seen.play
        .life()
        .going_on()
        .is_some_and(|play| play.talk.asks[own.opponent()] && !play.talk.asks[own])
}

/// Drawn anew for each decision, so that nobody can calculate it ahead.
pub(super) fn random(live: &Live) -> Random {
    Random::new(u64::from_le_bytes(live.chance().bytes(Purpose::Computer)), 0)
}

fn sent(live: &Live) -> Sent {
    Sent { id: live.chance().bytes(Purpose::Command), received: live.moments().now() }
}
