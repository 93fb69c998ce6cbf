//! Quick pairing: the queue of those who wait for a game, and the games made from it.
//!
//! The queue is in the database, so that those who wait at several servers are paired, and a restart
//! loses nobody. A place in it is kept by asking for its state. Whoever does not ask, because they load
//! the page again or their phone sleeps, keeps the place for a minute, but is paired with nobody
//! meanwhile.

use crate::access::{Act, Actor};
use crate::{Error, Result, refusals};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::{MINUTE, Micros, SECOND};
use adjutant_domain::play::quick_pairing::{Seeker, UNRATED, pairs, window};
use adjutant_domain::play::{PlayId, Terms};
use adjutant_store::pairing_places::{self, NewPairingPlace, PairingPlace};
use adjutant_store::plays::SeatHolder;
use adjutant_store::{AnyConnection, ledgers, play_queries, play_reports, players, plays};
use ledger_ratings::{Entrants, Family, Pool};
use salpakan::clock::{Pace, Speed};
use salpakan::rules::ByColor;

use super::Live;
use super::error_messages::no_terms;
use super::lobby::{has_room, lot, player_of};
use super::making::{self, NewGame};

/// How long a place is kept without being asked for, in microseconds.
pub const PLACE_KEPT: i64 = MINUTE;
/// How long somebody counts as present after asking.
pub const PRESENT_FOR: i64 = 20 * SECOND;
/// How long asking again is not noted, so that not every question writes.
const NOTED_AGAIN: i64 = 5 * SECOND;
/// Hundredths in which ratings are stored.
const HUNDREDTHS: i32 = 100;
/// The newest reports by an account that are taken into account.
const MOST_REPORTS: i64 = 100;

/// A place in the queue, as shown to whoever has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingPlace {
    pub game: GameKind,
    pub pace: Pace,
    /// Since when they wait, in microseconds.
    pub waited: i64,
    /// How many others wait for this game at this pace.
    pub others: usize,
    /// Whom they are paired with by now, by rating; `None` for everybody.
    pub range: Option<(i32, i32)>,
    pub may_be_rated: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuickPairing {
    /// They do not wait.
    Outside,
    Waiting(WaitingPlace),
    Paired(PlayId),
}

/// Whether the place still counts.
fn is_kept(place: &PairingPlace, now: Micros) -> bool {
    now.since(place.seen_at) < PLACE_KEPT
}

fn pace_of(place: &PairingPlace) -> Result<Pace> {
    let damaged = |_| Error::Internal(format!("{} is no pace of a place", place.pace));
    Pace::parse(&place.pace).map_err(damaged)
}

fn game_of(place: &PairingPlace) -> Result<GameKind> {
    let damaged = || Error::Internal(format!("{} is no game of a place", place.kind));
    GameKind::parse(&place.kind).ok_or_else(damaged)
}

fn seeker(place: &PairingPlace) -> Result<Seeker> {
    let avoids = place.avoids.split_whitespace().filter_map(|one| one.parse().ok()).collect();
    let PairingPlace { account_id: account, rating, since, .. } = *place;
    Ok(Seeker { account, game: game_of(place)?, pace: pace_of(place)?, rating, since, avoids })
}

/// Those who wait and are there.
fn waiting(conn: &mut AnyConnection, now: Micros) -> Result<Vec<PairingPlace>> {
    Ok(pairing_places::waiting(conn, now - PRESENT_FOR)?)
}

/// Waits for an opponent at a game; who waits already waits for this game and pace from now on. `rated`
/// is a wish, which takes two people with accounts.
///
/// # Errors
/// Returns a fault of `pace` without clocks, and [`Error::Conflict`] with too many games.
pub fn join(
    live: &Live,
    actor: &Actor,
    (game, pace): (GameKind, Pace),
    rated: bool,
) -> Result<QuickPairing> {
    let player = player_of(actor, Act::PlayCasually)?;
    let terms = Terms::casual(game.usual_rules(), pace);
    terms.check().map_err(|faults| no_terms(&faults))?;
    if !matches!(pace, Pace::Clocked { .. }) {
        return Err(Error::invalid("pace", refusals::PAIRING_PACE));
    }
    let (rating, avoids) = {
        let conn = &mut *live.app().store().read_connection()?;
        has_room(conn, actor.account)?;
        (rating_of(conn, player, &terms)?, reported_by(conn, actor.account)?)
    };
    let now = live.moments().now();
    let avoids: Vec<String> = avoids.iter().map(i32::to_string).collect();
    let new = NewPairingPlace {
        account: actor.account,
        player,
        kind: game.key(),
        pace: pace.to_string(),
        rating,
        avoids: avoids.join(" "),
        may_be_rated: rated && !actor.is_guest,
    };
    live.app().write(|conn| {
        pairing_places::forget_before(conn, now - PLACE_KEPT)?;
        Ok::<_, Error>(pairing_places::take(conn, &new, now)?)
    })?;
    pair(live)?;
    standing(live, actor)
}

/// The state of the actor's search, which is thereby kept.
pub fn standing(live: &Live, actor: &Actor) -> Result<QuickPairing> {
    player_of(actor, Act::PlayCasually)?;
    let (now, account) = (live.moments().now(), actor.account);
    let own = |conn: &mut AnyConnection| -> Result<Option<PairingPlace>> {
        let place = pairing_places::of_account(conn, account)?;
        Ok(place.filter(|place| is_kept(place, now)))
    };
    let place = own(&mut *live.app().store().read_connection()?)?;
    let Some(place) = place else { return Ok(QuickPairing::Outside) };
    if place.away || now.since(place.seen_at) >= NOTED_AGAIN {
        live.app().write(|conn| Ok::<_, Error>(pairing_places::see(conn, account, now)?))?;
    }
    pair(live)?;
    let conn = &mut *live.app().store().read_connection()?;
    let Some(place) = own(conn)? else { return Ok(QuickPairing::Outside) };
    if let Some(play) = place.game() {
        return Ok(QuickPairing::Paired(play));
    }
    let same = |other: &&PairingPlace| {
        other.account_id != account && (&other.kind, &other.pace) == (&place.kind, &place.pace)
    };
    let waited = now.since(place.since).max(0);
    let range = |reach: i32| (place.rating.saturating_sub(reach), place.rating + reach);
    Ok(QuickPairing::Waiting(WaitingPlace {
        game: game_of(&place)?,
        pace: pace_of(&place)?,
        waited,
        others: waiting(conn, now)?.iter().filter(same).count(),
        range: window(waited).map(range),
        may_be_rated: place.may_be_rated,
    }))
}

/// Stops waiting. A game that has been made stays.
pub fn leave(live: &Live, actor: &Actor) -> Result<()> {
    player_of(actor, Act::PlayCasually)?;
    live.app().write(|conn| Ok(pairing_places::leave(conn, actor.account)?))
}

/// The actor's page goes away: until it asks again, they are paired with nobody. A reload asks at once.
pub fn step_away(live: &Live, actor: &Actor) -> Result<()> {
    player_of(actor, Act::PlayCasually)?;
    live.app().write(|conn| Ok(pairing_places::step_away(conn, actor.account)?))
}

/// How many wait for each game at each pace, and the range of their ratings; most first.
pub fn waiting_counts(live: &Live) -> Result<Vec<WaitingCount>> {
    let now = live.moments().now();
    let mut counts: Vec<WaitingCount> = Vec::new();
    for place in waiting(&mut *live.app().store().read_connection()?, now)? {
        let (game, pace, rating) = (game_of(&place)?, pace_of(&place)?, place.rating);
        match counts.iter_mut().find(|one| (one.game, one.pace) == (game, pace)) {
            Some(one) => {
                one.people += 1;
                one.lowest = one.lowest.min(rating);
                one.highest = one.highest.max(rating);
            }
            None => {
                let (people, lowest, highest) = (1, rating, rating);
                counts.push(WaitingCount { game, pace, people, lowest, highest });
            }
        }
    }
    counts.sort_by_key(|one| std::cmp::Reverse(one.people));
    Ok(counts)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingCount {
    pub game: GameKind,
    pub pace: Pace,
    pub people: usize,
    pub lowest: i32,
    pub highest: i32,
}

/// The game that the actor played last, and its pace if it had clocks.
pub fn last_played(live: &Live, actor: &Actor) -> Result<Option<(GameKind, Option<Pace>)>> {
    if !actor.has_session() {
        return Ok(None);
    }
    let last = play_queries::last_ended_for_account(
        &mut *live.app().store().read_connection()?,
        actor.account,
    )?;
    let Some(row) = last else { return Ok(None) };
    let Some(session) = live.find_session(&row.public_id)? else { return Ok(None) };
    session.look(live, |open| {
        let terms = open.play.terms();
        let pace = Some(terms.pace).filter(|pace| matches!(pace, Pace::Clocked { .. }));
        Ok(Some((terms.rules.kind(), pace)))
    })
}

/// Makes a game of each pair. Whoever cannot play after all leaves the queue.
fn pair(live: &Live) -> Result<()> {
    let now = live.moments().now();
    let all = waiting(&mut *live.app().store().read_connection()?, now)?;
    let seekers = all.iter().map(seeker).collect::<Result<Vec<Seeker>>>()?;
    for (one, other) in pairs(&seekers, now) {
        let accounts = [all[one].account_id, all[other].account_id];
        if let Err(e) = make_game(live, accounts) {
            tracing::warn!(error = %e, "two who waited could not be paired");
            live.app().write(|conn| {
                for account in accounts {
                    pairing_places::leave(conn, account)?;
                }
                Ok::<_, Error>(())
            })?;
        }
    }
    Ok(())
}

/// Makes the game of two who wait, unless another request was first.
fn make_game(live: &Live, accounts: [i32; 2]) -> Result<()> {
    let (made_by, now) = (live.clone(), live.moments().now());
    let made = live.writer().run(move |conn| {
        let mut places = Vec::new();
        for account in accounts {
            let place = pairing_places::of_account(conn, account)?;
            places.extend(place.filter(|place| place.game().is_none()));
        }
        let [one, other] = &places[..] else { return Ok(None) };
        if (&one.kind, &one.pace) != (&other.kind, &other.pace) {
            return Ok(None);
        }
        has_room(conn, one.account_id)?;
        has_room(conn, other.account_id)?;
        let is_mixed = players::bots_among(conn, &[one.player_id, other.player_id])?.len() == 1;
        let rated = one.may_be_rated && other.may_be_rated && !is_mixed;
        let rules = game_of(one)?.usual_rules();
        let terms = Terms { rated, ..Terms::casual(rules, pace_of(one)?) };
        let holder = |place: &PairingPlace| SeatHolder {
            player: place.player_id,
            account: Some(place.account_id),
        };
        let white = lot(made_by.chance());
        let (one, other) = (holder(one), holder(other));
        let seats = ByColor::from_fn(|side| if side == white { one } else { other });
        let new =
            NewGame { terms, seats, organisation: None, event: None, round: String::new(), now };
        let (play, _) = making::make(conn, &made_by, &new)?;
        for account in accounts {
            pairing_places::pair(conn, account, &play)?;
        }
        Ok(Some((play, seats)))
    })?;
    if let Some((play, seats)) = made {
        live.play_created(&play, &seats);
    }
    Ok(())
}

/// The rating of a player in the pool of the game, in points.
fn rating_of(conn: &mut AnyConnection, player: i32, terms: &Terms) -> Result<i32> {
    let speed = Speed::of(terms.pace.time_control());
    let family = Family::of(&terms.rules.key());
    let pool = family.and_then(|family| Pool::of(family, speed, Entrants::People));
    let Some(pool) = pool else { return Ok(UNRATED) };
    let found = ledgers::find(conn, pool.id, player)?;
    Ok(found.map_or(UNRATED, |ledger| ledger.glicko.rating / HUNDREDTHS))
}

/// The accounts of opponents whom this account has reported.
fn reported_by(conn: &mut AnyConnection, account: i32) -> Result<Vec<i32>> {
    let mut found = Vec::new();
    for report in play_reports::for_account(conn, account, MOST_REPORTS)? {
        let Some(row) = plays::by_id(conn, report.play_id)? else { continue };
        let seats = [row.seats.white.account, row.seats.black.account];
        found.extend(seats.into_iter().flatten().filter(|other| *other != account));
    }
    Ok(found)
}
