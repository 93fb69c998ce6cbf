//! Table passes: an official gives them to two players without accounts, and to the device between
//! them. Each is a link that is opened once and permits one thing only.
//!
//! Renewing a pass could reveal something: both sides agree on their own phones or a second official
//! confirms, and both sides are notified.

use std::sync::Arc;

use crate::access::{Act, ActingAs, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{Error, Result, refusals};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::{HOUR, Micros};
use adjutant_domain::play::{Life, Play, PlayId, State, Venue};
use adjutant_store::pass_renewals::{self as rows, RenewalRow};
use adjutant_store::play_passes::{self, NewPass};
use adjutant_store::plays::PlayRow;
use adjutant_store::{AnyConnection, StoreError};
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use super::Live;
use super::rulings::powers;
use super::session::GameSession;

/// What a pass permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// To submit this side's set-up once, show its Flag, and answer requests to renew passes.
    SetUp(Color),
    /// To act as the device that both players use.
    Device,
    /// To act for both sides, one after the other, and to see the army of the side whose turn it is, if
    /// ranks are hidden.
    OneDevice,
}

impl Place {
    /// The places of a table; no official hands out another.
    pub const ALL: [Place; 3] =
        [Place::SetUp(Color::White), Place::SetUp(Color::Black), Place::Device];

    /// The frozen key.
    pub const fn key(self) -> &'static str {
        match self {
            Place::SetUp(color) => color.key(),
            Place::Device => "device",
            Place::OneDevice => "one-device",
        }
    }

    pub fn parse(text: &str) -> Option<Place> {
        Place::ALL.into_iter().find(|place| place.key() == text)
    }

    /// Whether both players use it.
    pub const fn is_shared_device(self) -> bool {
        matches!(self, Place::Device | Place::OneDevice)
    }

    pub(super) const fn number(self) -> i16 {
        match self {
            Place::SetUp(color) => color as i16,
            Place::Device => 2,
            Place::OneDevice => play_passes::ONE_DEVICE,
        }
    }

    fn of(number: i16) -> Option<Place> {
        let all = Place::ALL.into_iter().chain([Place::OneDevice]);
        all.into_iter().find(|place| place.number() == number)
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassGiven {
    pub place: Place,
    pub opened: bool,
    pub asked: Option<Renewal>,
}

/// Creates the link for a place; the previous link and pass become invalid. During play it only
/// requests a renewal (`None`), which both sides or a second official must grant.
///
/// # Errors
/// Returns the errors of [`super::rule`] without permission to enter results of the game;
/// [`Error::Conflict`] if it is played online, or while a request is pending.
pub fn make_pass(live: &Live, actor: &Actor, id: &PlayId, place: Place) -> Result<Option<Secret>> {
    let (session, acting_as) = officiated(live, actor, id)?;
    let row = &session.row;
    let now = live.moments().on_the_wall();
    let link = Secret::new(&mut rand::rng());
    let pass = NewPass {
        play: row.id,
        place: place.number(),
        hash: link.hash(),
        made_by: actor.account,
        made_at: now,
    };
    let guarded = |had_one| session.look(live, |open| Ok(is_guarded(&open.play, place, had_one)));
    let (is_first, is_again) = (guarded(false)?, guarded(true)?);
    let made = live.app().write(|conn| {
        let given = play_passes::for_play(conn, row.id)?;
        let had_one = given.iter().any(|one| one.place == place.number());
        let is_guarded = if had_one { is_again } else { is_first };
        let makes = !is_guarded || take(conn, row, place, actor.account, now)?;
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
fn officiated(live: &Live, actor: &Actor, id: &PlayId) -> Result<(Arc<GameSession>, ActingAs)> {
    let session = live.session(id)?;
    let mut powers = powers(live, actor, &session.row)?.not_none(id)?;
    let acting_as = powers.acting_as(Act::EnterResults)?;
    match session.look(live, |open| Ok(open.play.terms().venue))? {
        Venue::Table => Ok((session, acting_as)),
        Venue::Online => Err(Error::conflict(refusals::PLAYED_ONLINE)),
    }
}

pub fn passes(live: &Live, actor: &Actor, id: &PlayId) -> Result<Vec<PassGiven>> {
    let (session, _) = officiated(live, actor, id)?;
    let conn = &mut *live.app().store().connection()?;
    let given = play_passes::for_play(conn, session.row.id)?;
    let renewals = renewals_of(conn, &session, Venue::Table, live.moments().on_the_wall())?;
    let one = |given: play_passes::PassStatus| {
        let place = Place::of(given.place)?;
        let asked = renewals.iter().find(|one| one.place == place && !one.is_made).copied();
        Some(PassGiven { place, opened: given.opened_at != Micros::NEVER, asked })
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
        .write(|conn| play_passes::redeem(conn, &link.hash(), &token.hash(), now.max(Micros(1))))
        .map_err(|e: StoreError| Error::from(e))?;
    Ok(opened.then_some(token))
}

/// The pass of a browser's secret.
pub fn pass(live: &Live, token: &Secret) -> Result<Option<Pass>> {
    found(live, token, true)
}

/// Requests expire after an hour.
const LASTS: i64 = HOUR;

/// A renewed pass or a request, as shown to both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    pub place: Place,
    /// When it was created or, if pending, requested.
    pub at: Micros,
    pub is_made: bool,
    pub by_official: bool,
    /// Which sides have agreed.
    pub agreed: [bool; 2],
}

impl Renewal {
    /// Whether the official may now create the pass.
    pub const fn is_granted(&self) -> bool {
        self.by_official || (self.agreed[0] && self.agreed[1])
    }
}

fn shown(row: &RenewalRow) -> Option<Renewal> {
    Some(Renewal {
        place: Place::of(row.place)?,
        at: row.made_at.if_ever().unwrap_or(row.asked_at),
        is_made: row.made_at != Micros::NEVER,
        by_official: row.confirmed_by != 0,
        agreed: [row.white_at != Micros::NEVER, row.black_at != Micros::NEVER],
    })
}

fn is_open(row: &RenewalRow, now: Micros) -> bool {
    row.made_at == Micros::NEVER && now < row.asked_at.saturating_add(LASTS)
}

/// Whether a new pass could reveal something to its holder: the phone of a side that has deployed,
/// or a replaced device of a game in progress.
fn is_guarded(play: &Play, place: Place, had_one: bool) -> bool {
    let goes_on = matches!(play.state(), State::InPlay | State::Paused | State::Ended);
    match place {
        Place::Device | Place::OneDevice => goes_on && had_one,
        Place::SetUp(color) => {
            let is_ready = match play.life() {
                Life::Deploying(state) => state.nonces[color].is_some(),
                _ => false,
            };
            goes_on || is_ready
        }
    }
}

/// Uses a granted request, or creates one.
///
/// # Errors
/// Returns [`Error::Conflict`] while it is pending.
fn take(
    conn: &mut AnyConnection,
    row: &PlayRow,
    place: Place,
    account: i32,
    now: Micros,
) -> Result<bool> {
    let all = rows::for_play(conn, row.id)?;
    let number = all.first().map_or(1, |last| last.number + 1);
    let open = all.into_iter().find(|one| one.place == place.number() && is_open(one, now));
    match open {
        Some(open) if shown(&open).is_some_and(|one| one.is_granted()) => {
            rows::upsert(conn, &RenewalRow { made_at: now, ..open })?;
            Ok(true)
        }
        Some(_) => Err(Error::conflict(refusals::PASS_WAITS)),
        None => {
            let asked = RenewalRow {
                play_id: row.id,
                number,
                place: place.number(),
                asked_by: account,
                asked_at: now,
                white_at: Micros::NEVER,
                black_at: Micros::NEVER,
                confirmed_by: 0,
                made_at: Micros::NEVER,
            };
            rows::upsert(conn, &asked)?;
            Ok(false)
        }
    }
}

/// Passes renewed during the game, and requests, newest first.
pub(super) fn renewals_of(
    conn: &mut AnyConnection,
    session: &GameSession,
    venue: Venue,
    now: Micros,
) -> Result<Vec<Renewal>> {
    if venue == Venue::Online {
        return Ok(Vec::new());
    }
    let all = rows::for_play(conn, session.row.id)?;
    let told = all.iter().filter(|row| row.made_at != Micros::NEVER || is_open(row, now));
    Ok(told.filter_map(shown).collect())
}

/// The answer of an official or a side to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Agree,
    Refuse,
}

/// Lets a second official confirm or reject a request.
pub fn answer_pass(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    place: Place,
    answer: Answer,
) -> Result<()> {
    let (session, acting_as) = officiated(live, actor, id)?;
    let now = live.moments().on_the_wall();
    live.app().write(|conn| {
        let row = asked(conn, &session.row, place, now)?;
        let action = match answer {
            Answer::Agree if row.asked_by == actor.account => {
                return Err(Error::conflict(refusals::PASS_OWN));
            }
            Answer::Agree => {
                rows::upsert(conn, &RenewalRow { confirmed_by: actor.account, ..row })?;
                Action::PassConfirmed
            }
            Answer::Refuse => {
                rows::remove(conn, &row)?;
                Action::PassRefused
            }
        };
        Ok(audit::write(conn, &entry(actor, acting_as, action, &session.row, place, now))?)
    })
}

fn entry(
    actor: &Actor,
    acting_as: ActingAs,
    action: Action,
    row: &PlayRow,
    place: Place,
    now: Micros,
) -> AuditEntry {
    AuditEntry::for_actor(actor, acting_as, action, now)
        .organisation(row.organisation_id)
        .event(row.event_id)
        .with_change(Field::Play, "", short_id_text(&row.public_id))
        .with_change(Field::Pass, "", place.key())
}

/// Lets a side answer a request on its own phone.
pub fn answer_by_pass(live: &Live, pass: &Pass, place: Place, answer: Answer) -> Result<()> {
    live.stands()?;
    let Place::SetUp(color) = pass.place() else { return Err(Error::Hidden) };
    let session = live.session(pass.play())?;
    let now = live.moments().on_the_wall();
    live.app().write(|conn| {
        let row = asked(conn, &session.row, place, now)?;
        match (answer, color) {
            (Answer::Refuse, _) => rows::remove(conn, &row)?,
            (_, Color::White) => rows::upsert(conn, &RenewalRow { white_at: now, ..row })?,
            (_, Color::Black) => rows::upsert(conn, &RenewalRow { black_at: now, ..row })?,
        }
        Ok(())
    })
}

fn asked(conn: &mut AnyConnection, row: &PlayRow, place: Place, now: Micros) -> Result<RenewalRow> {
    let mut all = rows::for_play(conn, row.id)?.into_iter();
    let found = all.find(|one| one.place == place.number() && is_open(one, now));
    found.ok_or_else(|| Error::conflict(refusals::PASS_NOT_ASKED))
}
