//! Quick pairing: the queue of those who wait for a game, and the games made from it.
//!
//! The queue is in memory: a restart empties it, and the page of whoever waited says so. A place in it
//! is kept by asking for its state. Whoever does not ask, because they load the page again or their
//! phone sleeps, keeps the place for a minute, but is paired with nobody meanwhile.

use std::collections::HashMap;

use crate::access::{Act, Actor};
use crate::threads::lock;
use crate::{Error, Result, refusals};
use adjutant_domain::moment::{MINUTE, Micros, SECOND};
use adjutant_domain::play::quick_pairing::{Seeker, UNRATED, pairs, window};
use adjutant_domain::play::{PlayId, Terms};
use adjutant_store::plays::SeatHolder;
use adjutant_store::{AnyConnection, ledgers, play_queries, play_reports, players, plays};
use ledger_ratings::{Entrants, Pool};
use salpakan::clock::{Pace, Speed};
use salpakan::rules::{ByColor, RuleSet};

use super::Live;
use super::error_messages::no_terms;
use super::lobby::{has_room, lot, player_of};
use super::making::{self, NewGame};

/// How long a place is kept without being asked for, in microseconds.
pub const PLACE_KEPT: i64 = MINUTE;
/// How long somebody counts as present after asking.
pub const PRESENT_FOR: i64 = 20 * SECOND;
/// How long the result is kept for whoever has not asked yet.
const RESULT_KEPT: i64 = MINUTE;
/// Hundredths in which ratings are stored.
const HUNDREDTHS: i32 = 100;
/// The newest reports by an account that are taken into account.
const MOST_REPORTS: i64 = 100;

#[derive(Debug, Default)]
pub struct Queue(HashMap<i32, Entry>);

#[derive(Debug, Clone)]
struct Entry {
    seeker: Seeker,
    player: i32,
    may_be_rated: bool,
    seen_at: Micros,
    /// Whether their page said that it goes away.
    is_away: bool,
    stage: Stage,
}

impl Entry {
    fn is_present(&self, now: Micros) -> bool {
        !self.is_away && now.since(self.seen_at) < PRESENT_FOR
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    /// Their game is being created.
    Pairing,
    Paired(PlayId),
}

/// A place in the queue, as shown to whoever has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingPlace {
    pub pace: Pace,
    /// Since when they wait, in microseconds.
    pub waited: i64,
    /// How many others wait for a game of this pace.
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

impl Queue {
    fn forget_absent(&mut self, now: Micros) {
        self.0.retain(|_, entry| {
            let kept = if entry.stage == Stage::Waiting { PLACE_KEPT } else { RESULT_KEPT };
            now.since(entry.seen_at) < kept
        });
    }

    /// Those who wait and are there.
    fn waiting(&self, now: Micros) -> impl Iterator<Item = &Entry> {
        self.0.values().filter(move |entry| entry.stage == Stage::Waiting && entry.is_present(now))
    }

    /// Takes the pairs out of those who wait.
    fn take_pairs(&mut self, now: Micros) -> Vec<[Entry; 2]> {
        let all: Vec<Entry> = self.waiting(now).cloned().collect();
        let seekers: Vec<Seeker> = all.iter().map(|entry| entry.seeker.clone()).collect();
        let found = pairs(&seekers, now).into_iter();
        let found: Vec<[Entry; 2]> =
            found.map(|(one, other)| [all[one].clone(), all[other].clone()]).collect();
        for entry in found.iter().flatten() {
            self.set_stage(entry.seeker.account, Stage::Pairing);
        }
        found
    }

    fn set_stage(&mut self, account: i32, stage: Stage) {
        if let Some(entry) = self.0.get_mut(&account) {
            entry.stage = stage;
        }
    }
}

/// Waits for an opponent; who waits already waits for this pace from now on. `rated` is a wish, which
/// takes two people with accounts.
///
/// # Errors
/// Returns a fault of `pace` without clocks, and [`Error::Conflict`] with too many games.
pub fn join(live: &Live, actor: &Actor, pace: Pace, rated: bool) -> Result<QuickPairing> {
    let player = player_of(actor, Act::PlayCasually)?;
    let terms = Terms::casual(RuleSet::STANDARD, pace);
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
    let account = actor.account;
    let seeker = Seeker { account, pace, rating, since: now, avoids };
    let (may_be_rated, stage) = (rated && !actor.is_guest, Stage::Waiting);
    let entry = Entry { seeker, player, may_be_rated, seen_at: now, is_away: false, stage };
    lock(&live.0.quick_pairing).0.insert(account, entry);
    pair(live);
    standing(live, actor)
}

/// The state of the actor's search, which is thereby kept.
pub fn standing(live: &Live, actor: &Actor) -> Result<QuickPairing> {
    player_of(actor, Act::PlayCasually)?;
    let now = live.moments().now();
    if let Some(entry) = lock(&live.0.quick_pairing).0.get_mut(&actor.account)
        && now.since(entry.seen_at) < PLACE_KEPT
    {
        (entry.seen_at, entry.is_away) = (now, false);
    }
    pair(live);
    let mut queue = lock(&live.0.quick_pairing);
    queue.forget_absent(now);
    let Some(entry) = queue.0.get(&actor.account) else { return Ok(QuickPairing::Outside) };
    if let Stage::Paired(play) = entry.stage {
        return Ok(QuickPairing::Paired(play));
    }
    let seeker = &entry.seeker;
    let same =
        |other: &&Entry| other.seeker.account != seeker.account && other.seeker.pace == seeker.pace;
    let waited = now.since(seeker.since).max(0);
    let range = |reach: i32| (seeker.rating.saturating_sub(reach), seeker.rating + reach);
    Ok(QuickPairing::Waiting(WaitingPlace {
        pace: seeker.pace,
        waited,
        others: queue.waiting(now).filter(same).count(),
        range: window(waited).map(range),
        may_be_rated: entry.may_be_rated,
    }))
}

/// Stops waiting. A game that has been made stays.
pub fn leave(live: &Live, actor: &Actor) -> Result<()> {
    player_of(actor, Act::PlayCasually)?;
    let mut queue = lock(&live.0.quick_pairing);
    if queue.0.get(&actor.account).is_some_and(|entry| entry.stage == Stage::Waiting) {
        queue.0.remove(&actor.account);
    }
    Ok(())
}

/// The actor's page goes away: until it asks again, they are paired with nobody. A reload asks at once.
pub fn step_away(live: &Live, actor: &Actor) -> Result<()> {
    player_of(actor, Act::PlayCasually)?;
    if let Some(entry) = lock(&live.0.quick_pairing).0.get_mut(&actor.account) {
        entry.is_away = true;
    }
    Ok(())
}

/// How many wait for a game of each pace, and the range of their ratings; most first.
pub fn waiting_counts(live: &Live) -> Vec<WaitingCount> {
    let mut queue = lock(&live.0.quick_pairing);
    let now = live.moments().now();
    queue.forget_absent(now);
    let mut counts: Vec<WaitingCount> = Vec::new();
    for Entry { seeker, .. } in queue.waiting(now) {
        match counts.iter_mut().find(|one| one.pace == seeker.pace) {
            Some(one) => {
                one.people += 1;
                one.lowest = one.lowest.min(seeker.rating);
                one.highest = one.highest.max(seeker.rating);
            }
            None => counts.push(WaitingCount {
                pace: seeker.pace,
                people: 1,
                lowest: seeker.rating,
                highest: seeker.rating,
            }),
        }
    }
    counts.sort_by_key(|one| std::cmp::Reverse(one.people));
    counts
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingCount {
    pub pace: Pace,
    pub people: usize,
    pub lowest: i32,
    pub highest: i32,
}

/// The pace of the actor's last game, if it had clocks.
pub fn last_pace(live: &Live, actor: &Actor) -> Result<Option<Pace>> {
    if !actor.has_session() {
        return Ok(None);
    }
    let last = play_queries::last_ended_for_account(
        &mut *live.app().store().read_connection()?,
        actor.account,
    )?;
    let Some(row) = last else { return Ok(None) };
    let Some(session) = live.find_session(&row.public_id)? else { return Ok(None) };
    let pace = session.look(live, |open| Ok(open.play.terms().pace))?;
    Ok(Some(pace).filter(|pace| matches!(pace, Pace::Clocked { .. })))
}

/// Makes a game of each pair. Whoever cannot play after all leaves the queue.
fn pair(live: &Live) {
    let now = live.moments().now();
    let found = {
        let mut queue = lock(&live.0.quick_pairing);
        queue.forget_absent(now);
        queue.take_pairs(now)
    };
    for pair in found {
        let accounts = [pair[0].seeker.account, pair[1].seeker.account];
        let made = make_game(live, pair);
        let mut queue = lock(&live.0.quick_pairing);
        for account in accounts {
            match &made {
                Ok(play) => queue.set_stage(account, Stage::Paired(*play)),
                Err(_) => {
                    queue.0.remove(&account);
                }
            }
        }
        if let Err(e) = made {
            tracing::warn!(error = %e, "two who waited could not be paired");
        }
    }
}

fn make_game(live: &Live, [one, other]: [Entry; 2]) -> Result<PlayId> {
    let (made_by, now) = (live.clone(), live.moments().now());
    let (play, seats) = live.writer().run(move |conn| {
        has_room(conn, one.seeker.account)?;
        has_room(conn, other.seeker.account)?;
        let is_mixed = players::bots_among(conn, &[one.player, other.player])?.len() == 1;
        let rated = one.may_be_rated && other.may_be_rated && !is_mixed;
        let terms = Terms { rated, ..Terms::casual(RuleSet::STANDARD, one.seeker.pace) };
        let holder = |entry: &Entry| SeatHolder {
            player: entry.player,
            account: Some(entry.seeker.account),
        };
        let white = lot(made_by.chance());
        let (one, other) = (holder(&one), holder(&other));
        let seats = ByColor::from_fn(|side| if side == white { one } else { other });
        let new =
            NewGame { terms, seats, organisation: None, event: None, round: String::new(), now };
        let (play, _) = making::make(conn, &made_by, &new)?;
        Ok((play, seats))
    })?;
    live.play_created(&play, &seats);
    Ok(play)
}

/// The rating of a player in the pool of the game, in points.
fn rating_of(conn: &mut AnyConnection, player: i32, terms: &Terms) -> Result<i32> {
    let speed = Speed::of(terms.pace.time_control());
    let Some(pool) = Pool::of(&terms.rules, speed, Entrants::People) else { return Ok(UNRATED) };
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
