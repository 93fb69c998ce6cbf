//! Table passes: an official gives them to two players without accounts, and to the device between
//! them. Each is a link that is opened once and permits one thing only.

use std::sync::Arc;

use crate::access::{Act, ActingAs, Actor};
use crate::audit::{self, Action};
use crate::{Error, Result, refusals};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::play::{PlayId, Venue};
use adjutant_store::StoreError;
use adjutant_store::play_passes::{self, NewPass};
use salpakan::rules::Color;

use super::Live;
use super::renewals::{self, Renewal, entry, is_guarded};
use super::rulings::powers;
use super::table::Table;

/// What a pass permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// To submit this side's set-up once, show its Flag, and answer requests to renew passes.
    SetUp(Color),
    /// To act as the device that both players use.
    Device,
}

impl Place {
    pub const ALL: [Place; 3] =
        [Place::SetUp(Color::White), Place::SetUp(Color::Black), Place::Device];

    /// The frozen key.
    pub const fn key(self) -> &'static str {
        match self {
            Place::SetUp(color) => color.key(),
            Place::Device => "device",
        }
    }

    pub fn parse(text: &str) -> Option<Place> {
        Place::ALL.into_iter().find(|place| place.key() == text)
    }

    pub(super) const fn number(self) -> i16 {
        match self {
            Place::SetUp(color) => color as i16,
            Place::Device => 2,
        }
    }

    pub(super) fn of(number: i16) -> Option<Place> {
        Place::ALL.into_iter().find(|place| place.number() == number)
    }
}

/// Proof of holding an opened pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    play: PlayId,
    place: Place,
    /// The hash of the browser's secret.
    hash: [u8; 32],
}

impl Pass {
    pub const fn play(&self) -> &PlayId {
        &self.play
    }

    pub const fn place(&self) -> Place {
        self.place
    }
}

/// The state of the pass for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassGiven {
    pub place: Place,
    /// Whether its link has been opened.
    pub opened: bool,
    /// A requested renewal.
    pub asked: Option<Renewal>,
}

/// Creates the link for a place; the previous link and pass become invalid. During play it only
/// requests a renewal (`None`), which both sides or a second official must grant.
///
/// # Errors
/// Returns the errors of [`super::rule`] without permission to enter results of the game;
/// [`Error::Conflict`] if it is played online, or while a request is pending.
pub fn make_pass(live: &Live, actor: &Actor, id: &PlayId, place: Place) -> Result<Option<Secret>> {
    let (table, acting_as) = officiated(live, actor, id)?;
    let row = &table.row;
    let now = live.moments().on_the_wall();
    let link = Secret::new(&mut rand::rng());
    let pass = NewPass {
        play: row.id,
        place: place.number(),
        hash: link.hash(),
        made_by: actor.account,
        made_at: now,
    };
    let guarded = |had_one| table.look(live, |open| Ok(is_guarded(&open.play, place, had_one)));
    let (is_first, is_again) = (guarded(false)?, guarded(true)?);
    let made = live.app().write(|conn| {
        let given = play_passes::for_play(conn, row.id)?;
        let had_one = given.iter().any(|one| one.place == place.number());
        let is_guarded = if had_one { is_again } else { is_first };
        let makes = !is_guarded || renewals::take(conn, row, place, actor.account, now)?;
        if makes {
            play_passes::replace(conn, &pass)?;
        }
        let action = if makes { Action::PassMade } else { Action::PassAsked };
        audit::write(conn, &entry(actor, acting_as, action, row, place, now))?;
        Ok::<_, Error>(makes)
    })?;
    Ok(made.then_some(link))
}

/// A game at a table in which the actor may enter results.
pub(super) fn officiated(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
) -> Result<(Arc<Table>, ActingAs)> {
    let table = live.table(id)?;
    let powers = powers(live, actor, &table.row)?.not_none(id)?;
    let acting_as = powers.acting_as(Act::EnterResults)?;
    match table.look(live, |open| Ok(open.play.terms().venue))? {
        Venue::Table => Ok((table, acting_as)),
        Venue::Online => Err(Error::conflict(refusals::PLAYED_ONLINE)),
    }
}

/// The passes created for a game.
pub fn passes(live: &Live, actor: &Actor, id: &PlayId) -> Result<Vec<PassGiven>> {
    let (table, _) = officiated(live, actor, id)?;
    let conn = &mut *live.app().store().connection()?;
    let given = play_passes::for_play(conn, table.row.id)?;
    let renewals = renewals::of_play(conn, &table, Venue::Table, live.moments().on_the_wall())?;
    let one = |given: play_passes::PassStatus| {
        let place = Place::of(given.place)?;
        let asked = renewals.iter().find(|one| one.place == place && !one.is_made).copied();
        Some(PassGiven { place, opened: given.opened_at != 0, asked })
    };
    Ok(given.into_iter().filter_map(one).collect())
}

fn found(live: &Live, secret: &Secret, opened: bool) -> Result<Option<Pass>> {
    let conn = &mut *live.app().store().read_connection()?;
    let hash = secret.hash();
    let found = play_passes::by_hash(conn, &hash, opened)?;
    Ok(found.and_then(|(play, number)| Some(Pass { play, place: Place::of(number)?, hash })))
}

/// Whether a browser's pass is still valid.
pub fn pass_holds(live: &Live, pass: &Pass) -> Result<bool> {
    let conn = &mut *live.app().store().read_connection()?;
    let found = play_passes::by_hash(conn, &pass.hash, true)?;
    Ok(found == Some((pass.play, pass.place.number())))
}

/// What an unopened link permits.
pub fn pass_of_link(live: &Live, link: &Secret) -> Result<Option<Place>> {
    Ok(found(live, link, false)?.map(|pass| pass.place))
}

/// Opens a link, once; returns the secret for the browser. `None` if it is used or unknown.
pub fn open_pass(live: &Live, link: &Secret) -> Result<Option<Secret>> {
    let token = Secret::new(&mut rand::rng());
    let now = live.moments().on_the_wall();
    let opened: bool = live
        .app()
        .write(|conn| play_passes::redeem(conn, &link.hash(), &token.hash(), now.max(1)))
        .map_err(|e: StoreError| Error::from(e))?;
    Ok(opened.then_some(token))
}

/// The pass of a browser's secret.
pub fn pass(live: &Live, token: &Secret) -> Result<Option<Pass>> {
    found(live, token, true)
}
