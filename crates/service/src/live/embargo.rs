//! Revealing the ranks of an event's games that its policy keeps closed. Once the embargo is over
//! one official can reveal what was not revealed automatically; before that it takes two, with a
//! public reason.

use std::collections::HashMap;

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::contests::{is_participant, onsite_games};
use crate::{Error, Result, persons, privacy, refusals};
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::play::{Disclosure, PlayId, State};
use adjutant_store::embargo_liftings::{self as rows, LiftingRow};
use adjutant_store::events::EventRow;
use adjutant_store::plays::PlayRow;
use adjutant_store::{AnyConnection, accounts, events, play_queries};

use super::Live;
use super::arranging::{allowed, over};

/// More games than any event has in progress.
const MOST: i64 = 10_000;
/// Unconfirmed requests expire after a day.
const LASTS: i64 = DAY;

/// What an official asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// Reveal the ranks, or request it if it is early, with a reason.
    Open(&'a str),
    Confirm,
    Drop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifted {
    Opened(usize),
    /// A second official must confirm it.
    Asked,
    Dropped,
}

/// An early reveal by two officials, or a request for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifting {
    /// Empty for the whole event.
    pub round: String,
    pub reason: String,
    /// When it was confirmed or, if pending, requested.
    pub at: Micros,
}

/// Reveals the ranks of a round or of the whole event. It is recorded before anything is revealed;
/// if it is interrupted, it can be repeated.
///
/// # Errors
/// Returns [`Error::Invalid`] without a reason, and [`Error::Conflict`] while games are not final,
/// if none is closed, for the actor's own games and, if it is early, for entrants and for the
/// official who requested it.
pub fn lift(
    live: &Live,
    actor: &Actor,
    slug: &str,
    round: Option<&str>,
    wanted: Wanted<'_>,
) -> Result<Lifted> {
    live.stands()?;
    let now = live.moments().on_the_wall();
    if let Wanted::Open(why) = wanted {
        persons::reason(why)?;
    }
    let kept = disclosures(live, actor, slug)?;
    let asked = Asked { actor, slug, round, wanted, now };
    let (closed, lifted) = live.app().write(|conn| asked.decide(conn, live, &kept))?;
    if let Some(lifted) = lifted {
        return Ok(lifted);
    }
    let (mut opened, mut failed) = (0, None);
    for row in closed {
        let Some(session) = live.find_session(&row.public_id)? else { continue };
        // Games under the embargo of the whole event are not revealed with a round.
        if round.is_some() && kept.get(&row.public_id) != Some(&Disclosure::Round) {
            continue;
        }
        // A failure does not prevent others from being revealed.
        match session.reveal(live) {
            Ok(is_opened) => opened += usize::from(is_opened),
            Err(e) => failed = Some(e),
        }
    }
    live.games_changed();
    live.app().editions().raise();
    failed.map_or(Ok(Lifted::Opened(opened)), |e| Err(e.into()))
}

/// A request, and who makes it.
struct Asked<'a> {
    actor: &'a Actor,
    slug: &'a str,
    round: Option<&'a str>,
    wanted: Wanted<'a>,
    now: Micros,
}

impl Asked<'_> {
    /// The games to reveal, or what was done instead.
    fn decide(
        &self,
        conn: &mut AnyConnection,
        live: &Live,
        kept: &HashMap<PlayId, Disclosure>,
    ) -> Result<(Vec<PlayRow>, Option<Lifted>)> {
        let Asked { actor, slug, round, wanted, now } = *self;
        let (event, acting_as) = allowed(conn, actor, Act::LiftEmbargo, slug)?;
        let entry = |action| {
            AuditEntry::for_actor(actor, acting_as, action, now)
                .organisation(event.owner.organisation())
                .event(event.id)
                .with_change(Field::Round, "", round.unwrap_or_default())
        };
        let none = || Error::conflict(refusals::LIFTING_NONE);
        let mut pending = pending(conn, event.id, now)?.into_iter();
        let pending = pending.find(|row| row.round == round.unwrap_or_default());
        if wanted == Wanted::Drop {
            rows::remove(conn, &pending.ok_or_else(none)?)?;
            audit::write(conn, &entry(Action::EmbargoLiftingDropped))?;
            return Ok((Vec::new(), Some(Lifted::Dropped)));
        }
        let closed = closed(conn, &event, round)?;
        if is_early(conn, live, &event, round, &closed, kept)? {
            if closed.iter().any(|row| is_own(actor, row))
                || takes_part(conn, live, actor.player, &event)?
            {
                return Err(Error::conflict(refusals::LIFTING_ENTRANT));
            }
            return match (wanted, pending) {
                (Wanted::Open(_), Some(_)) => Err(Error::conflict(refusals::LIFTING_ASKED)),
                (Wanted::Open(why), None) => {
                    let why = plain(conn, actor, why)?;
                    ask(conn, actor, &event, (round, &why), now)?;
                    audit::write(conn, &entry(Action::EmbargoLiftingAsked).with_reason(&why))?;
                    Ok((Vec::new(), Some(Lifted::Asked)))
                }
                (_, row) => {
                    let row = row.ok_or_else(none)?;
                    second(conn, live, actor, &event, &row)?;
                    rows::confirm(conn, &row, actor.account, now)?;
                    let entry = entry(Action::EmbargoLifted).with_reason(&row.reason);
                    audit::write(conn, &entry)?;
                    Ok((closed, None))
                }
            };
        }
        if closed.iter().any(|row| is_own(actor, row)) {
            return Err(Error::conflict(refusals::OWN_GAME));
        }
        let Wanted::Open(why) = wanted else { return Err(none()) };
        let why = plain(conn, actor, why)?;
        audit::write(conn, &entry(Action::EmbargoLifted).with_reason(&why))?;
        Ok((closed, None))
    }
}

/// Confirmed early reveals of an event, newest first; public.
pub fn liftings(live: &Live, slug: &str) -> Result<Vec<Lifting>> {
    let conn = &mut *live.app().store().connection()?;
    let Some(event) = events::by_slug(conn, slug)? else { return Ok(Vec::new()) };
    let all = rows::for_event(conn, event.id)?.into_iter();
    Ok(all.filter(|row| row.confirmed_at != Micros::NEVER).map(shown).collect())
}

/// Requests that await a second official.
pub(super) fn asked(conn: &mut AnyConnection, event: i32, now: Micros) -> Result<Vec<Lifting>> {
    Ok(pending(conn, event, now)?.into_iter().map(shown).collect())
}

fn shown(row: LiftingRow) -> Lifting {
    let at = row.confirmed_at.if_ever().unwrap_or(row.asked_at);
    Lifting { round: row.round, reason: row.reason, at }
}

fn pending(conn: &mut AnyConnection, event: i32, now: Micros) -> Result<Vec<LiftingRow>> {
    let waits = |row: &LiftingRow| {
        row.confirmed_at == Micros::NEVER && now < row.asked_at.saturating_add(LASTS)
    };
    Ok(rows::for_event(conn, event)?.into_iter().filter(waits).collect())
}

/// The agreed disclosure of each closed game of the event.
fn disclosures(live: &Live, actor: &Actor, slug: &str) -> Result<HashMap<PlayId, Disclosure>> {
    let rows = {
        let conn = &mut *live.app().store().connection()?;
        let (event, _) = allowed(conn, actor, Act::LiftEmbargo, slug)?;
        over(conn, event.id, State::Final)?
    };
    let mut kept = HashMap::new();
    for row in rows {
        let Some(session) = live.find_session(&row.public_id)? else { continue };
        let agreed = session.look(live, |open| Ok(open.play.terms().disclosure))?;
        kept.insert(row.public_id, agreed);
    }
    Ok(kept)
}

/// The closed games, if all of those requested are final.
fn closed(conn: &mut AnyConnection, event: &EventRow, round: Option<&str>) -> Result<Vec<PlayRow>> {
    let of_round = |row: &&PlayRow| round.is_none_or(|round| row.round == round);
    let mut unfinished = play_queries::running_for_event(conn, event.id, MOST)?;
    unfinished.extend(over(conn, event.id, State::Ended)?);
    match unfinished.iter().filter(of_round).count() {
        0 => {}
        games => return Err(Error::conflict(refusal!(ROUND_GOES_ON, games))),
    }
    let all = over(conn, event.id, State::Final)?;
    let closed: Vec<PlayRow> = all.into_iter().filter(|row| of_round(&row)).collect();
    if closed.is_empty() {
        return Err(Error::conflict(refusals::NOTHING_CLOSED));
    }
    Ok(closed)
}

/// Whether anything would be revealed before the end of its embargo, which is unknown for an event
/// without a plan.
fn is_early(
    conn: &mut AnyConnection,
    live: &Live,
    event: &EventRow,
    round: Option<&str>,
    closed: &[PlayRow],
    kept: &HashMap<PlayId, Disclosure>,
) -> Result<bool> {
    let followed = onsite_games::load_onsite_contest(live.app(), conn, event.id)?;
    let early = |row: &PlayRow| match (kept.get(&row.public_id), &followed) {
        // It is not revealed with a round.
        (Some(Disclosure::Event), _) if round.is_some() => false,
        (Some(Disclosure::Game), _) => false,
        (Some(Disclosure::Round), None) => false,
        (Some(Disclosure::Round), Some(followed)) => {
            let mut own = followed.links.iter().filter(|link| link.public_id == row.public_id);
            own.any(|link| !followed.is_round_over(link))
        }
        (_, None) => true,
        (_, Some(followed)) => !followed.is_complete(),
    };
    Ok(closed.iter().any(early))
}

fn is_own(actor: &Actor, row: &PlayRow) -> bool {
    let players = [row.seats.white.player, row.seats.black.player];
    row.seat_of(actor.account).is_some() || actor.player.is_some_and(|own| players.contains(&own))
}

/// Whether a player takes part in an event, or has played in it.
fn takes_part(
    conn: &mut AnyConnection,
    live: &Live,
    player: Option<i32>,
    event: &EventRow,
) -> Result<bool> {
    let Some(player) = player else { return Ok(false) };
    if is_participant(live.app(), conn, event.id, player)? {
        return Ok(true);
    }
    for state in [State::Ended, State::Final, State::Revealed] {
        let all = over(conn, event.id, state)?;
        let sits =
            |row: &PlayRow| [row.seats.white.player, row.seats.black.player].contains(&player);
        if all.iter().any(sits) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes names of people, because the reason is public.
fn plain(conn: &mut AnyConnection, actor: &Actor, why: &str) -> Result<String> {
    let why = persons::reason(why)?;
    let people = actor.player.into_iter().collect::<Vec<_>>();
    privacy::without_names_of(conn, actor, &why, &people, &actor.name)
}

fn ask(
    conn: &mut AnyConnection,
    actor: &Actor,
    event: &EventRow,
    (round, why): (Option<&str>, &str),
    now: Micros,
) -> Result<()> {
    let last = rows::for_event(conn, event.id)?.first().map_or(0, |row| row.number);
    let row = LiftingRow {
        event_id: event.id,
        number: last + 1,
        round: round.unwrap_or_default().to_owned(),
        reason: why.to_owned(),
        asked_by: actor.account,
        asked_at: now,
        confirmed_by: 0,
        confirmed_at: Micros::NEVER,
    };
    Ok(rows::add(conn, &row)?)
}

/// The two officials must be different people, and neither may play in the event.
fn second(
    conn: &mut AnyConnection,
    live: &Live,
    actor: &Actor,
    event: &EventRow,
    row: &LiftingRow,
) -> Result<()> {
    if row.asked_by == actor.account {
        return Err(Error::conflict(refusals::LIFTING_OWN));
    }
    let first = accounts::by_id(conn, row.asked_by)?;
    match takes_part(conn, live, first.and_then(|account| account.player_id), event)? {
        true => Err(Error::conflict(refusals::LIFTING_ENTRANT)),
        false => Ok(()),
    }
}
