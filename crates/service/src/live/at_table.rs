//! Commands of holders of a table pass: each side's set-up from a phone, and all else on the shared
//! device, which acts for both players and sees what spectators see.

use std::sync::Arc;

use crate::{Error, Result};
use adjutant_domain::play::{Command, PlayerAction, PlayerCommand, PlyCommand, Refusal, Sent};
use salpakan::rules::{Color, Deployment, Draft, RuleSet, Square};

use super::passes::{Pass, Place};
use super::playing::{AskedPly, hand_in, read_ply};
use super::session::{Answer, GameSession, Refused};
use super::watch::{Seen, Viewer, seen_by};
use super::{Live, secrets};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointAction {
    /// Both are ready, in a game without set-ups.
    Begin,
    Draw,
    /// Both agree to take back this side's last move.
    TakeBack(Color),
    Resign(Color),
    /// This side shows its Flag.
    ShowFlag(Color),
}

/// The game of the shared device; a side's phone gets the same error as somebody without a pass.
fn refereed(live: &Live, pass: &Pass) -> Result<Arc<GameSession>> {
    live.stands()?;
    match pass.place() {
        Place::Device | Place::OneDevice => live.session(pass.play()),
        Place::SetUp(_) => Err(Error::Hidden),
    }
}

/// The game for this action: a side shows its Flag with the pass that submitted the set-up, all
/// else takes the device.
fn spoken_at(live: &Live, pass: &Pass, what: JointAction) -> Result<Arc<GameSession>> {
    match (pass.place(), what) {
        (Place::SetUp(own), JointAction::ShowFlag(color)) if own == color => {
            live.stands()?;
            live.session(pass.play())
        }
        (_, JointAction::ShowFlag(_)) => Err(Error::Hidden),
        _ => refereed(live, pass),
    }
}

/// The game as visible with a pass, and the actions of its holder.
pub fn see_by_pass(live: &Live, pass: &Pass) -> Result<Seen> {
    let session = live.session(pass.play())?;
    let mut seen = seen_by(live, &session, Viewer::Table, live.moments().now())?;
    let now = seen.now;
    match pass.place() {
        Place::Device | Place::OneDevice => {
            if let Some(color) = seen.play.to_move() {
                seen.may = seen.play.available_actions(color, now);
            }
        }
        Place::SetUp(color) => {
            seen.may = seen.play.available_actions(color, now);
            seen.may.retain(|action| *action == PlayerAction::Ready);
            if !seen.may.is_empty() {
                seen.viewer = Viewer::Seat(color);
            }
        }
    }
    Ok(seen)
}

/// Submits a set-up, once: where both players have one device, that of `side`, whose page it comes from. Whose turn it is now does
/// not matter: what is sent twice is not the other side's.
///
/// # Errors
/// Returns every fault of the draft, the refusals of the game, and [`Error::Hidden`] for a pass of
/// another kind.
pub fn deploy_by_pass(
    live: &Live,
    pass: &Pass,
    sent: Sent,
    side: Option<Color>,
    draft: impl FnOnce(Color, &RuleSet) -> Result<Draft>,
) -> Result<Answer, Refused> {
    live.stands()?;
    let session = live.session(pass.play())?;
    let color = match pass.place() {
        Place::SetUp(color) => color,
        Place::OneDevice => side.ok_or(Error::Hidden)?,
        Place::Device => return Err(Error::Hidden.into()),
    };
    hand_in(live, &session, color, sent, draft, None)
}

/// Plays a move for the side to move.
///
/// # Errors
/// Returns [`Error::Hidden`] for a pass of another kind.
pub fn ply_by_pass(live: &Live, pass: &Pass, asked: AskedPly) -> Result<Answer, Refused> {
    let session = refereed(live, pass)?;
    let AskedPly { sent, number, ply } = asked;
    let ply = read_ply(live, &session, &ply)?;
    // The side is derived from the ply number, so that a repeated command is recognised after the
    // turn has passed.
    let seat = session.look(live, |open| Ok(open.play.progress().mover(number.max(1))))?;
    session.ply(live, &PlyCommand { sent, seat, number, ply, credit: 0 })
}

pub fn say_by_pass(
    live: &Live,
    pass: &Pass,
    sent: Sent,
    what: JointAction,
) -> Result<Answer, Refused> {
    let session = spoken_at(live, pass, what)?;
    let say = |seat, command| session.command(live, &Command::Seat { sent, seat, command });
    match what {
        JointAction::Resign(color) => say(color, PlayerCommand::Resign),
        JointAction::TakeBack(color) => say(color, PlayerCommand::TakeBack),
        JointAction::ShowFlag(color) => {
            say(color, PlayerCommand::ShowFlag { origin: flag(live, &session, color)? })
        }
        JointAction::Begin => {
            let ready = PlayerCommand::Ready { nonce: None };
            match say(Color::White, ready) {
                // If the command is repeated, this is refused and answered below.
                Ok(_) | Err(Refused::Rules(Refusal::AlreadyReady | Refusal::AlreadyBegun)) => {}
                Err(why) => return Err(why),
            }
            say(Color::Black, ready)
        }
        JointAction::Draw => {
            match say(Color::White, PlayerCommand::Offer) {
                // If the command is repeated after the draw, this is refused and answered below.
                Ok(_) | Err(Refused::Rules(Refusal::OfferStands | Refusal::Over)) => {}
                Err(why) => return Err(why),
            }
            say(Color::Black, PlayerCommand::Accept)
        }
    }
}

/// The army that a side deployed; `None` before both have.
pub(super) fn army_of(
    live: &Live,
    session: &GameSession,
    color: Color,
) -> Result<Option<Deployment>> {
    let sealed = session.look(live, |open| Ok(open.sealed_of(color)))?;
    let rules = session.look(live, |open| Ok(open.play.terms().rules))?;
    let Some(rules) = rules.salpakan() else { return Ok(None) };
    let open = |sealed: Vec<u8>| {
        secrets::open_army(live.app().sealer(), &session.id, color, rules, &sealed)
    };
    sealed.map(open).transpose()
}

/// The square on which a side's Flag was deployed.
fn flag(live: &Live, session: &GameSession, color: Color) -> Result<Square, Refused> {
    let begun = || Refused::Rules(Refusal::NotBegun);
    army_of(live, session, color)?.and_then(|army| army.flag()).ok_or_else(begun)
}
