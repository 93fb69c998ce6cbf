//! Commands of players.

use std::sync::Arc;

use crate::access::{Act, ActTarget, Actor, require};
use crate::{Error, Result, refusals};
use adjutant_domain::game::{AnyPly, GameKind};
use adjutant_domain::play::{
    Command, Decision, Fact, Nonce, PlayId, PlayerAction, PlayerCommand, PlyCommand, Refusal, Sent,
};
use adjutant_store::set_ups;
use salpakan::rules::{Color, Deployment, Draft, RuleSet, Square};

use super::session::{Answer, Extend, GameSession, Refused};
use super::watch::{own_army, seat_at};
use super::writer::Done;
use super::{Live, Purpose, computer, secrets};

/// The game, and the actor's side in it.
fn seated(live: &Live, actor: &Actor, id: &PlayId) -> Result<(Arc<GameSession>, Color)> {
    require(actor, Act::PlayCasually, ActTarget::Account(actor.account), false)?;
    live.stands()?;
    let (session, seat) = seat_at(live, actor, id)?;
    live.seen(*id, seat.color());
    Ok((session, seat.color()))
}

/// Submits a deployment, once, with the player's part of the toss or a random one.
pub fn deploy(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    sent: Sent,
    draft: impl FnOnce(Color, &RuleSet) -> Result<Draft>,
    nonce: Option<Nonce>,
) -> Result<Answer, Refused> {
    let (session, color) = seated(live, actor, id)?;
    hand_in(live, &session, color, sent, draft, nonce)
}

/// Submits the deployment of one side.
pub(super) fn hand_in(
    live: &Live,
    session: &GameSession,
    color: Color,
    sent: Sent,
    draft: impl FnOnce(Color, &RuleSet) -> Result<Draft>,
    nonce: Option<Nonce>,
) -> Result<Answer, Refused> {
    let rules = session.look(live, |open| Ok(open.play.terms().rules))?;
    let rules = rules.salpakan().ok_or(Refusal::OtherGame)?;
    let draft = draft(color, rules)?;
    let army: Deployment = draft.check(rules).map_err(Refused::Faults)?;
    let drawn = Some(nonce.unwrap_or_else(|| live.chance().bytes(Purpose::Nonce)));
    let command =
        Command::Seat { sent, seat: color, command: PlayerCommand::Ready { nonce: drawn } };
    session.deploy(live, &command, (color, nonce), &army)
}

/// A ply in the notation of the game.
#[derive(Debug, Clone)]
pub struct AskedPly {
    pub sent: Sent,
    pub number: u32,
    pub ply: String,
}

pub fn ply(live: &Live, actor: &Actor, id: &PlayId, asked: AskedPly) -> Result<Answer, Refused> {
    let (session, seat) = seated(live, actor, id)?;
    let AskedPly { sent, number, ply } = asked;
    let ply = read_ply(live, &session, &ply)?;
    let answer = session.ply(live, &PlyCommand { sent, seat, number, ply, credit: 0 });
    without_set_ups(live, &session, answer)
}

/// Reads a ply in the notation of the game that is played.
pub(super) fn read_ply(live: &Live, session: &GameSession, written: &str) -> Result<AnyPly> {
    let kind = session.look(live, |open| Ok(open.play.terms().rules.kind()))?;
    AnyPly::parse(kind, written).ok_or_else(|| {
        Error::invalid(
            "ply",
            match kind {
                GameKind::Salpakan => refusals::PLY_WRITTEN,
                GameKind::ThreeGenerals => refusals::PLY_WRITTEN_THREE_GENERALS,
            },
        )
    })
}

/// Executes a command other than a move or a set-up; `added` is the time of
/// [`PlayerAction::AddTime`], in microseconds.
pub fn act(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    sent: Sent,
    (action, added): (PlayerAction, i64),
) -> Result<Answer, Refused> {
    let (session, seat) = seated(live, actor, id)?;
    let command = match action {
        PlayerAction::ShowFlag => {
            PlayerCommand::ShowFlag { origin: own_flag(live, actor, &session)? }
        }
        PlayerAction::Claim => {
            let since = live.gone_since(&session.row, seat.opponent());
            let gone = since.map_or(0, |since| live.moments().now().since(since));
            PlayerCommand::Claim { gone }
        }
        PlayerAction::AddTime => PlayerCommand::AddTime { amount: added },
        // Where there are set-ups, being ready takes one.
        PlayerAction::Ready if !hides_ranks(live, &session)? => {
            PlayerCommand::Ready { nonce: None }
        }
        PlayerAction::Ready => return Err(Error::invalid("word", refusals::PLAY_DEPLOY).into()),
        PlayerAction::Pause if computer::refuses_pauses(live, &session.row, seat)? => {
            return Err(Error::conflict(refusals::PLAY_COMPUTER_PAUSE).into());
        }
        _ => action.command().ok_or_else(|| Error::invalid("word", refusals::PLAY_WORD))?,
    };
    let answer = session.command(live, &Command::Seat { sent, seat, command });
    without_set_ups(live, &session, answer)
}

/// Says the refusals that speak of set-ups otherwise in a game that has none.
fn without_set_ups(
    live: &Live,
    session: &GameSession,
    answer: Result<Answer, Refused>,
) -> Result<Answer, Refused> {
    let said = match answer {
        Err(Refused::Rules(Refusal::AlreadyReady)) => refusals::PLAY_READY_ALREADY,
        Err(Refused::Rules(Refusal::NotBegun)) => refusals::PLAY_NOT_READY,
        answer => return answer,
    };
    if hides_ranks(live, session)? { answer } else { Err(Error::conflict(said).into()) }
}

fn hides_ranks(live: &Live, session: &GameSession) -> Result<bool> {
    session.look(live, |open| Ok(open.play.hides_ranks()))
}

fn own_flag(live: &Live, actor: &Actor, session: &GameSession) -> Result<Square, Refused> {
    let rules = session.look(live, |open| Ok(open.play.terms().rules))?;
    let rules = rules.salpakan().ok_or(Refusal::OtherGame)?;
    let own = own_army(live, &session.row, actor, rules)?;
    own.and_then(|army| army.flag()).ok_or(Refused::Rules(Refusal::NotBegun))
}

impl GameSession {
    /// Accepts a side's deployment with its command; `nonce` is the player's own part of the toss.
    fn deploy(
        &self,
        live: &Live,
        command: &Command,
        (color, nonce): (Color, Option<Nonce>),
        army: &Deployment,
    ) -> Result<Answer, Refused> {
        self.decide(live, |open, now| {
            let rules = open.play.terms().rules.salpakan().ok_or(Refusal::OtherGame)?;
            let decision = open.play.decide(command, now)?;
            if let Decision::Repeated(number) = decision {
                let before = open.answer(number)?.event.fact;
                self.same_deployment(live, &before, (rules, color, nonce), army)?;
                return Ok((decision, None));
            }
            let sealed = secrets::seal_army(live.app().sealer(), &self.id, color, rules, army)?;
            let row = self.row.id;
            let also: Extend = Box::new(move |conn, append| {
                let is_first = set_ups::insert_once(conn, row, color, &sealed)?;
                Ok(if is_first { Done::Append(append) } else { Done::Conflict })
            });
            Ok((decision, Some(also)))
        })
    }

    /// Refuses to repeat a deployment with another one. Command digests cover nothing secret, so the
    /// army itself is compared.
    fn same_deployment(
        &self,
        live: &Live,
        before: &Fact,
        (rules, color, nonce): (&RuleSet, Color, Option<Nonce>),
        army: &Deployment,
    ) -> Result<(), Refused> {
        let Fact::Ready { nonce: own, .. } = before else { return Ok(()) };
        let sealed = set_ups::for_side(&mut *live.app().store().connection()?, self.row.id, color)?;
        let missing = || Error::Internal("a side that has deployed has no set-up".to_owned());
        let (sealer, sealed) = (live.app().sealer(), sealed.ok_or_else(missing)?);
        let kept = secrets::open_army(sealer, &self.id, color, rules, &sealed)?;
        let is_same = kept == *army && (nonce.is_none() || nonce == *own);
        is_same.then_some(()).ok_or(Refused::Rules(Refusal::OtherCommand))
    }
}
