//! Commands of players.

use crate::access::{Act, ActTarget, Actor, require};
use crate::{Error, Thing};
use adjutant_domain::play::{Command, Nonce, PlayId, PlyCommand, Refusal, Sent, Wish};
use adjutant_store::set_ups;
use salpakan::record::short_id_text;
use salpakan::rules::{Color, Deployment, Draft, DraftFault, Move};

use super::table::{Answer, Refused, Table};
use super::watch::{Viewer, viewer_of};
use super::{Live, Purpose, secrets};
use std::sync::Arc;

/// The client's id of a command, and the time of its receipt.
pub type Sending = Sent;

/// The game, and the actor's side in it.
fn seated(live: &Live, actor: &Actor, id: &PlayId) -> Result<(Arc<Table>, Color), Error> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    live.stands()?;
    let missing = || Error::missing(Thing::Play, short_id_text(id));
    let table = live.table(id)?.ok_or_else(missing)?;
    match viewer_of(&table.row, actor) {
        Viewer::Seat(color) => {
            live.seen(*id, color);
            Ok((table, color))
        }
        // The same error as for a game that does not exist.
        Viewer::Official | Viewer::Table | Viewer::Spectator => Err(missing()),
    }
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
    draft: impl FnOnce(Color, &salpakan::rules::RuleSet) -> Result<Draft, Error>,
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
    draft: impl FnOnce(Color, &salpakan::rules::RuleSet) -> Result<Draft, Error>,
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

/// Plays a move.
///
/// # Errors
/// Returns [`Error::Missing`] for non-players, and the refusals of the game.
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
    /// Confirms the result.
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

/// The square on which the actor's own Flag was deployed.
fn own_flag(live: &Live, actor: &Actor, table: &Table) -> Result<salpakan::rules::Square, Refused> {
    let begun = || Refused::Rules(Refusal::NotBegun);
    let seat = table.row.seat_of(actor.account).ok_or_else(begun)?;
    let mut connection = live.app().store().read_connection().map_err(Error::from)?;
    let sealed = set_ups::for_seat(&mut connection, seat).map_err(Error::from)?;
    let sealed = sealed.ok_or_else(begun)?;
    let rules = table.look(live, |open| Ok(open.play.terms().rules))?;
    let sealer = live.app().sealer();
    let own = secrets::open_army(sealer, &table.id, seat.color(), &rules, &sealed)?;
    own.flag().ok_or_else(begun)
}
