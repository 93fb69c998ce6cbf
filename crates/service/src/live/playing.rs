//! Commands of players.

use crate::access::{Act, ActTarget, Actor, require};
use crate::{Error, Result};
use adjutant_domain::play::{
    Command, Decision, Fact, Nonce, PlayId, PlyCommand, Refusal, Sent, Wish,
};
use adjutant_store::{AnyConnection, set_ups};
use salpakan::rules::{Color, Deployment, Draft, DraftFault, Move, RuleSet, Square};

use super::table::{Answer, Refused, Table, not_loaded};
use super::watch::{own_army, seat_at};
use super::writer::Done;
use super::{Live, Purpose, secrets};
use std::sync::Arc;

/// The client's id of a command, and the time of its receipt.
pub type Sending = Sent;

/// The game, and the actor's side in it.
fn seated(live: &Live, actor: &Actor, id: &PlayId) -> Result<(Arc<Table>, Color)> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    live.stands()?;
    let (table, seat) = seat_at(live, actor, id)?;
    live.seen(*id, seat.color());
    Ok((table, seat.color()))
}

/// Why a deployment is refused.
#[derive(Debug)]
pub enum NotDeployed {
    /// Every fault of the set-up, for its author only.
    Faults(Vec<DraftFault>),
    Refused(Refused),
}

impl<E: Into<Refused>> From<E> for NotDeployed {
    fn from(e: E) -> NotDeployed {
        NotDeployed::Refused(e.into())
    }
}

/// Submits a deployment, once, with the player's part of the toss or a random one.
pub fn deploy(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    sent: Sending,
    draft: impl FnOnce(Color, &RuleSet) -> Result<Draft>,
    nonce: Option<Nonce>,
) -> Result<Answer, NotDeployed> {
    let (table, color) = seated(live, actor, id)?;
    hand_in(live, &table, color, sent, draft, nonce)
}

/// Submits the deployment of one side.
pub(super) fn hand_in(
    live: &Live,
    table: &Table,
    color: Color,
    sent: Sending,
    draft: impl FnOnce(Color, &RuleSet) -> Result<Draft>,
    nonce: Option<Nonce>,
) -> Result<Answer, NotDeployed> {
    let rules = table.look(live, |open| Ok(open.play.terms().rules))?;
    let draft = draft(color, &rules)?;
    let army: Deployment = draft.check(&rules).map_err(NotDeployed::Faults)?;
    let drawn = nonce.unwrap_or_else(|| live.chance().bytes(Purpose::Nonce));
    let command = Command::Seat { sent, seat: color, wish: Wish::Ready { nonce: drawn } };
    Ok(table.deploy(live, &command, (color, nonce), &army)?)
}

/// A requested move.
#[derive(Debug, Clone, Copy)]
pub struct AskedPly {
    pub sent: Sending,
    /// The number of the ply, counted from 1.
    pub number: u32,
    pub mv: Move,
}

pub fn ply(live: &Live, actor: &Actor, id: &PlayId, asked: AskedPly) -> Result<Answer, Refused> {
    let (table, seat) = seated(live, actor, id)?;
    let AskedPly { sent, number, mv } = asked;
    table.ply(live, &PlyCommand { sent, seat, number, mv, credit: 0 })
}

/// A player's command other than a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saying {
    Offer,
    Decline,
    Withdraw,
    Accept,
    Resign,
    ShowFlag,
    Abort,
    Pause,
    Resume,
    Claim,
    /// Takes back the last move, at a table.
    TakeBack,
    /// Gives the opponent this many microseconds.
    AddTime(i64),
    AcceptResult,
}

/// Executes such a command.
pub fn say(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    sent: Sending,
    saying: Saying,
) -> Result<Answer, Refused> {
    let (table, seat) = seated(live, actor, id)?;
    let wish = match saying {
        Saying::Offer => Wish::Offer,
        Saying::Decline => Wish::Decline,
        Saying::Withdraw => Wish::Withdraw,
        Saying::Accept => Wish::Accept,
        Saying::Resign => Wish::Resign,
        Saying::ShowFlag => Wish::ShowFlag { origin: own_flag(live, actor, &table)? },
        Saying::Abort => Wish::Abort,
        Saying::Pause => Wish::Pause,
        Saying::Resume => Wish::Resume,
        Saying::Claim => {
            let since = live.gone_since(&table.row, seat.opponent());
            let gone = since.map_or(0, |since| live.moments().now().saturating_sub(since));
            Wish::Claim { gone }
        }
        Saying::AcceptResult => Wish::AcceptResult,
        Saying::TakeBack => Wish::TakeBack,
        Saying::AddTime(amount) => Wish::AddTime { amount },
    };
    table.command(live, &Command::Seat { sent, seat, wish })
}

fn own_flag(live: &Live, actor: &Actor, table: &Table) -> Result<Square, Refused> {
    let rules = table.look(live, |open| Ok(open.play.terms().rules))?;
    let own = own_army(live, &table.row, actor, &rules)?;
    own.and_then(|army| army.flag()).ok_or(Refused::Rules(Refusal::NotBegun))
}

impl Table {
    /// Accepts a side's deployment with its command; `nonce` is the player's own part of the toss.
    pub(super) fn deploy(
        &self,
        live: &Live,
        command: &Command,
        (color, nonce): (Color, Option<Nonce>),
        army: &Deployment,
    ) -> Result<Answer, Refused> {
        let mut open = self.open(live)?;
        let open_now = open.as_mut().ok_or_else(not_loaded)?;
        let now = live.moments().now().max(open_now.play.at());
        let events = match open_now.play.decide(command, now)? {
            Decision::Repeated(number) => {
                let answer = open_now.answer(number)?;
                let rules = &open_now.play.terms().rules;
                return self.same_deployment(live, answer, (rules, color, nonce), army);
            }
            Decision::Done(events) => events,
        };
        let rules = open_now.play.terms().rules;
        let sealed = secrets::seal_army(live.app().sealer(), &self.id, color, &rules, army)?;
        let row = self.row.id;
        let answer = self.commit(live, &mut open, events, move |append| {
            Some(Box::new(move |conn: &mut AnyConnection| {
                if set_ups::insert_once(conn, row, color, &sealed)? {
                    Ok(Done::Append(append))
                } else {
                    Ok(Done::Conflict)
                }
            }))
        })?;
        self.settle(live, &mut open);
        Ok(answer)
    }

    /// The response to a repeated deployment, if it is the same. Command digests cover nothing
    /// secret, so the army itself is compared.
    fn same_deployment(
        &self,
        live: &Live,
        answer: Answer,
        (rules, color, nonce): (&RuleSet, Color, Option<Nonce>),
        army: &Deployment,
    ) -> Result<Answer, Refused> {
        let Fact::Ready { nonce: own, .. } = answer.event.fact else { return Ok(answer) };
        let sealed = set_ups::for_side(&mut *live.app().store().connection()?, self.row.id, color)?;
        let missing = || Error::Internal("a side that has deployed has no set-up".to_owned());
        let sealer = live.app().sealer();
        let kept =
            secrets::open_army(sealer, &self.id, color, rules, &sealed.ok_or_else(missing)?)?;
        if kept == *army && nonce.is_none_or(|nonce| nonce == own) {
            Ok(answer)
        } else {
            Err(Refusal::OtherCommand.into())
        }
    }
}
