//! What is done at a table, by whoever holds a pass to it: each side's set-up from a phone, and all else on
//! the device between the players, which speaks for both and sees what everybody sees.

use crate::play::{Command, Deed, PlyCommand, Refusal, Wish};
use crate::service::{Error, Thing};
use salpakan::rules::{Color, Draft, RuleSet};

use super::passes::{Pass, Place};
use super::playing::{AskedPly, NotDeployed, Sending, hand_in};
use super::table::{Answer, Refused, Table};
use super::watch::{Seen, Viewer, see_as};
use super::{Live, secrets};
use std::sync::Arc;

/// What the device says for the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jointly {
    /// Both agree on a draw.
    Draw,
    /// Both say that this side's last ply was a slip.
    TakeBack(Color),
    Resign(Color),
    /// This side shows its Flag.
    ShowFlag(Color),
}

fn table_of(live: &Live, pass: &Pass) -> Result<Arc<Table>, Error> {
    let missing = || Error::missing(Thing::Play, salpakan::record::short_id_text(pass.play()));
    live.table(pass.play())?.ok_or_else(missing)
}

/// The device's table; a side's phone hears what he hears who has no pass.
fn refereed(live: &Live, pass: &Pass) -> Result<Arc<Table>, Error> {
    live.stands()?;
    match pass.place() {
        Place::Device => table_of(live, pass),
        Place::SetUp(_) => Err(Error::Hidden),
    }
}

/// The table of whoever may say this: where a Flag stands its own side shows, by the pass that handed it in.
fn spoken_at(live: &Live, pass: &Pass, what: Jointly) -> Result<Arc<Table>, Error> {
    match (pass.place(), what) {
        (Place::SetUp(own), Jointly::ShowFlag(color)) if own == color => {
            live.stands()?;
            table_of(live, pass)
        }
        (_, Jointly::ShowFlag(_)) => Err(Error::Hidden),
        _ => refereed(live, pass),
    }
}

/// The game as a pass shows it: what is public, and what its holder may do now.
///
/// # Errors
/// [`Error::Internal`].
pub fn see_by_pass(live: &Live, pass: &Pass) -> Result<Seen, Error> {
    let table = table_of(live, pass)?;
    let mut seen = see_as(live, &table, Viewer::Table)?;
    let now = seen.now;
    match pass.place() {
        Place::Device => {
            if let Some(color) = seen.play.to_move() {
                seen.may = seen.play.may(color, now);
            }
        }
        Place::SetUp(color) => {
            seen.may = seen.play.may(color, now);
            seen.may.retain(|deed| *deed == Deed::Ready);
            if !seen.may.is_empty() {
                seen.viewer = Viewer::Seat(color);
            }
        }
    }
    Ok(seen)
}

/// Hands a set-up in, once.
///
/// # Errors
/// Every fault of the draft; what the play refuses; [`Error::Hidden`] for a pass to something else.
pub fn deploy_by_pass(
    live: &Live,
    pass: &Pass,
    sent: Sending,
    draft: impl FnOnce(Color, &RuleSet) -> Result<Draft, Error>,
) -> Result<Answer, NotDeployed> {
    live.stands()?;
    let Place::SetUp(color) = pass.place() else { return Err(Error::Hidden.into()) };
    let table = table_of(live, pass)?;
    hand_in(live, &table, color, sent, draft, None)
}

/// Makes a ply of whoever is to move.
///
/// # Errors
/// What the play refuses; [`Error::Hidden`] for a pass to something else.
pub fn ply_by_pass(live: &Live, pass: &Pass, asked: AskedPly) -> Result<Answer, Refused> {
    let table = refereed(live, pass)?;
    let AskedPly { sent, number, mv } = asked;
    // By its number, so that what is sent again is known again when the turn has passed on.
    let seat = table.look(live, |open| Ok(open.play.timeline().mover(number.max(1))))?;
    table.ply(live, &PlyCommand { sent, seat, number, mv, credit: 0 })
}

/// Says something for the players.
///
/// # Errors
/// As [`ply_by_pass`].
pub fn say_by_pass(
    live: &Live,
    pass: &Pass,
    sent: Sending,
    what: Jointly,
) -> Result<Answer, Refused> {
    let table = spoken_at(live, pass, what)?;
    let say = |seat, wish| table.command(live, &Command::Seat { sent, seat, wish });
    match what {
        Jointly::Resign(color) => say(color, Wish::Resign),
        Jointly::TakeBack(color) => say(color, Wish::TakeBack),
        Jointly::ShowFlag(color) => {
            say(color, Wish::ShowFlag { origin: flag(live, &table, color)? })
        }
        Jointly::Draw => {
            match say(Color::White, Wish::Offer) {
                // Sent again after the draw, it is refused here and answered below.
                Ok(_) | Err(Refused::Rules(Refusal::OfferStands | Refusal::Over)) => {}
                Err(why) => return Err(why),
            }
            say(Color::Black, Wish::Accept)
        }
    }
}

/// Where a side's Flag was deployed: its owner shows it to everybody.
fn flag(live: &Live, table: &Table, color: Color) -> Result<salpakan::rules::Square, Refused> {
    let begun = || Refused::Rules(Refusal::NotBegun);
    let sealed = table.look(live, |open| Ok(open.sealed_of(color)))?.ok_or_else(begun)?;
    let rules = table.look(live, |open| Ok(open.play.terms().rules))?;
    let army = secrets::open_army(live.app().sealer(), &table.id, color, &rules, &sealed)?;
    army.flag().ok_or_else(begun)
}
