//! A thread that follows events played on this site: it creates the games of rounds, enters their
//! results in the event, and reveals ranks when the event's policy says so.
//!
//! Each pass compares the actual with the desired state and does what is missing, so that missed
//! changes and restarts do not matter.

use std::cell::Cell;
use std::collections::HashMap;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::access::Actor;
use crate::contests::match_starts;
use crate::contests::onsite_games::{self, OnsiteContest, PlayOutcome, PlayToCreate};
use crate::contests::replacement_game;
use crate::edition::Topic;
use crate::retries::Chore;
use crate::threads::Rings;
use crate::{Error, Result, bots};
use adjutant_domain::contest::to_game_result;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    AbortCause, Command, Disclosure, Life, OfficialCommand, Play, PlayId, Reason, Rule, Sent,
    State, Terms, Venue,
};
use adjutant_store::AnyConnection;
use adjutant_store::contest_plays::{self, ContestPlayRow};
use adjutant_store::players::bots_among;
use adjutant_store::plays::SeatHolder;
use salpakan::rules::ByColor;
use swiss::series::GameResult;

use super::Live;
use super::lobby::seat_in_event;
use super::making::{self, NewGame};
use super::session::{GameSession, Refused};

const LOOK: Duration = Duration::from_secs(1);
/// Failed actions are retried after this number of passes.
const AGAIN: u32 = 10;
/// The reason for aborting a game whose pairing was removed.
const LEFT_OVER: &str = "the pairing of this game is gone";
const CANCELLED: &str = "the event is cancelled";
/// The reason for aborting a game of a scheduled match.
const MOVED: &str = "the default rule has fired, or the match begins at another time";

/// Follows events until the rings end; each ring requests an immediate pass.
pub(super) fn follow_all(live: &Live, rings: &Rings) {
    let mut follower = Follower { live: live.clone(), known: HashMap::new(), looks: 0 };
    while let Some(is_asked) = rings.wait(Some(LOOK)) {
        if is_asked {
            follower.known.clear();
        }
        if live.broken_since().is_some() {
            continue;
        }
        if let Err(e) = follower.look() {
            tracing::warn!(error = %e, "events could not be looked at; they are soon again");
        }
    }
}

struct Follower {
    live: Live,
    /// Events in which nothing is left to do, with their number of facts, and when there will be
    /// more to do.
    known: HashMap<i32, (i32, Option<Micros>)>,
    looks: u32,
}

impl Follower {
    /// Examines each event that has changed, and all events from time to time.
    fn look(&mut self) -> Result<()> {
        self.looks = self.looks.wrapping_add(1);
        if self.looks.is_multiple_of(AGAIN) {
            self.known.clear();
        }
        let mut conn = self.live.app().store().connection()?;
        let all = contest_plays::followed_contests(&mut conn)?;
        let news = contest_plays::contests_with_pending_results(&mut conn)?;
        drop(conn);
        for (id, version) in all {
            let now = self.live.moments().on_the_wall();
            let is_done = self.known.get(&id).is_some_and(|(known, next)| {
                *known == version && next.is_none_or(|next| now < next)
            });
            if is_done && !news.contains(&id) {
                continue;
            }
            let (retries, chore) = (self.live.app().retries(), Chore::Games(id));
            if !retries.may(chore, now) {
                continue;
            }
            match follow(&self.live, id) {
                Ok(next) => {
                    retries.done(chore);
                    self.known.insert(id, (version, next));
                }
                Err(e) => {
                    self.known.remove(&id);
                    retries.fail(chore, now);
                    tracing::warn!(error = %e, event = id, "an event could not be followed");
                }
            }
        }
        Ok(())
    }
}

/// Allows another game for a table whose game was annulled; returns the number of the event's
/// facts.
///
/// # Errors
/// Returns [`Error::Conflict`] if no game was annulled, or none is needed any more.
pub fn play_again(live: &Live, actor: &Actor, slug: &str, play: &PlayId) -> Result<i32> {
    let today = live.moments().on_the_wall();
    let version = replacement_game::allow_replacement_game(live.app(), actor, slug, play, today)?;
    live.0.rounds.ring();
    Ok(version)
}

fn find(live: &Live, id: i32) -> Result<Option<OnsiteContest>> {
    onsite_games::load_onsite_contest(live.app(), &mut *live.app().store().connection()?, id)
}

/// Isolates the games of an event: a failure is retried later and does not affect others.
struct Apart<'a> {
    live: &'a Live,
    event: i32,
    /// The time of the first retry.
    again: Cell<Option<Micros>>,
}

impl Apart<'_> {
    /// Runs an action for a game; `None` if it fails, or is waiting to be retried.
    fn game<T>(&self, play: &PlayId, work: impl FnOnce() -> Result<T>) -> Option<T> {
        self.one(Chore::GameOf(self.event, *play), work)
    }

    fn one<T>(&self, chore: Chore, work: impl FnOnce() -> Result<T>) -> Option<T> {
        let (retries, now) = (self.live.app().retries(), self.live.moments().on_the_wall());
        if let Some(at) = retries.again_at(chore).filter(|at| now < *at) {
            self.wait_until(at);
            return None;
        }
        match work() {
            Ok(done) => {
                retries.done(chore);
                Some(done)
            }
            Err(e) => {
                tracing::warn!(error = %e, event = self.event, ?chore, "a game of an event could not be followed");
                self.wait_until(retries.fail(chore, now));
                None
            }
        }
    }

    fn wait_until(&self, at: Micros) {
        self.again.set(Some(self.again.get().map_or(at, |again| again.min(at))));
    }
}

/// Performs all due actions of an event; returns when there will be more to do without further
/// changes.
fn follow(live: &Live, id: i32) -> Result<Option<Micros>> {
    let apart = Apart { live, event: id, again: Cell::new(None) };
    let Some(event) = find(live, id)? else { return Ok(None) };
    confirm(&apart, &event);
    let came = ended(&apart, id)?;
    if !came.is_empty() {
        onsite_games::apply_play_outcomes(live.app(), id, &came, live.moments().on_the_wall())?;
    }
    let ends = miss(&apart, id)?;
    let Some(event) = find(live, id)? else { return Ok(None) };
    for link in event.orphaned_plays() {
        let why = match event.has_scheduled_matches() {
            _ if event.loaded.contest.cancelled.is_some() => CANCELLED,
            true => MOVED,
            false => LEFT_OVER,
        };
        apart.game(&link.public_id, || end_left_over(live, link, why));
    }
    for link in event.outdated() {
        onsite_games::unlink_play(live.app(), link)?;
    }
    let now = live.moments().on_the_wall();
    make_all(&apart, &event.plays_to_create(now));
    let closed = open_ranks(&apart, &event);
    if event.loaded.contest.is_over
        && closed == 0
        && event.links.iter().all(|link| is_done(link.state))
    {
        onsite_games::stop_following(live.app(), id)?;
    }
    Ok(event.next_start_at(now).into_iter().chain(ends).chain(apart.again.get()).min())
}

/// Applies the default rule to scheduled matches whose deployment time is over; returns the next
/// time at which it applies.
fn miss(apart: &Apart, id: i32) -> Result<Option<Micros>> {
    let Some(event) = find(apart.live, id)? else { return Ok(None) };
    let fires =
        |link: &ContestPlayRow| apart.game(&link.public_id, || miss_one(apart.live, id, link))?;
    Ok(event.plays_awaiting_deployment().into_iter().filter_map(fires).min())
}

fn miss_one(live: &Live, id: i32, link: &ContestPlayRow) -> Result<Option<Micros>> {
    let Some(session) = live.find_session(&link.public_id)? else { return Ok(None) };
    let (ends, ready) = session.look(live, |open| {
        let ready = match open.play.life() {
            Life::Deploying(state) => state.ready,
            _ => ByColor::new(true, true),
        };
        Ok((open.play.time_is_up_at(), ready))
    })?;
    let came = [ready[link.first], ready[link.first.opponent()]];
    let Some(ends) = ends.filter(|_| came != [true; 2]) else { return Ok(None) };
    let (fires, now) = (ends - onsite_games::DEFAULT_RULE_LEAD, live.moments().now());
    let today = live.moments().on_the_wall();
    if now < fires {
        return Ok(Some(today.saturating_add(fires - now)));
    }
    if live.is_awaited(link.public_id, fires) {
        // A deployment that was received in time is still being processed.
        return Ok(Some(today));
    }
    match_starts::apply_missed_start(live.app(), id, onsite_games::table_id(link), came, today)?;
    Ok(None)
}

const fn is_done(state: State) -> bool {
    matches!(state, State::Final | State::Revealed | State::Aborted)
}

/// A deterministic id for a command of the server.
fn sent(live: &Live, what: &str, play: &PlayId) -> Sent {
    let hash = Sha256::new().chain_update(what).chain_update(play).finalize();
    let mut id = [0; 8];
    id.copy_from_slice(&hash[..8]);
    Sent { id, received: live.moments().now() }
}

/// Confirms results automatically if the event's settings say so.
fn confirm(apart: &Apart, event: &OnsiteContest) {
    if !event.loaded.contest.settings.onsite_games().is_some_and(|games| games.auto_confirm) {
        return;
    }
    let live = apart.live;
    for link in event.links.iter().filter(|link| link.state == State::Ended) {
        apart.game(&link.public_id, || {
            let Some(session) = live.find_session(&link.public_id)? else { return Ok(()) };
            let sent = sent(live, "confirm", &link.public_id);
            command(
                live,
                &session,
                Command::Official { sent, account: 0, command: OfficialCommand::Confirm },
            )
        });
    }
}

/// Runs a command; a refusal means that it is done, or that another one came first.
fn command(live: &Live, session: &GameSession, command: Command) -> Result<()> {
    match session.command(live, &command) {
        Ok(_) | Err(Refused::Rules(_)) => Ok(()),
        Err(e) => Err(e.into()),
    }
}

/// The outcomes of finished games that have not been entered.
fn ended(apart: &Apart, id: i32) -> Result<Vec<(ContestPlayRow, PlayOutcome)>> {
    let live = apart.live;
    let Some(event) = find(live, id)? else { return Ok(Vec::new()) };
    let is_news = |link: &&ContestPlayRow| is_done(link.state) && link.seen_version != link.version;
    let of_link = |link: &ContestPlayRow| {
        apart.game(&link.public_id, || {
            let Some(session) = live.find_session(&link.public_id)? else { return Ok(None) };
            let came = session.look(live, |open| Ok(came(&open.play, link)))?;
            Ok(Some((link.clone(), came)))
        })?
    };
    Ok(event.links.iter().filter(is_news).filter_map(of_link).collect())
}

fn came(play: &Play, link: &ContestPlayRow) -> PlayOutcome {
    match play.life() {
        Life::Aborted(aborted) if matches!(aborted.cause, AbortCause::NobodyReady) => {
            PlayOutcome::Result(GameResult::BothAbsent)
        }
        Life::Final(_) | Life::Revealed(_) => {
            play.life().finished().map_or(PlayOutcome::NoResult, |game| {
                PlayOutcome::Result(to_game_result(
                    link.first,
                    game.end.outcome,
                    game.end.termination,
                ))
            })
        }
        _ => PlayOutcome::NoResult,
    }
}

/// Aborts a game whose pairing was removed, so that a restored pairing gets a new one; a game with
/// moves is left to officials.
fn end_left_over(live: &Live, link: &ContestPlayRow, why: &str) -> Result<()> {
    let play = &link.public_id;
    let Some(session) = live.find_session(play)? else { return Ok(()) };
    let state = || session.look(live, |open| Ok(open.play.state()));
    if state()? != State::Deploying {
        return Ok(());
    }
    let reason = Reason::new(why).map_err(|e| Error::Internal(format!("{e:?}")))?;
    let act = OfficialCommand::Rule(Rule::Annul, reason);
    command(
        live,
        &session,
        Command::Official { sent: sent(live, "left over", play), account: 0, command: act },
    )?;
    if state()? == State::Aborted {
        onsite_games::unlink_play(live.app(), link)?;
    }
    Ok(())
}

/// Creates all open games, except those whose players cannot play now.
fn make_all(apart: &Apart, wanted: &[PlayToCreate]) {
    let (live, id) = (apart.live, apart.event);
    for one in wanted {
        let chore = Chore::Making(id, [one.players.white, one.players.black]);
        apart.one(chore, || match make(live, id, one) {
            Ok(()) => {
                // The event's pages link to it.
                live.app().editions().touch([Topic::Event(id)]);
                Ok(())
            }
            // A player without an account or with too many games may be able to play later;
            // officials see the table without a game.
            Err(Error::Conflict(_)) => Ok(()),
            Err(e) => Err(e),
        });
    }
}

fn make(live: &Live, id: i32, wanted: &PlayToCreate) -> Result<()> {
    let (now, today) = (live.moments().now(), live.moments().on_the_wall());
    let (made_by, wanted) = (live.clone(), wanted.clone());
    let color = wanted.players;
    let made = live.writer().run(move |conn| {
        let event = onsite_games::load_onsite_contest(made_by.app(), conn, id)?;
        let Some(event) = event.filter(|event| event.is_still_needed(&wanted, today)) else {
            return Ok(None);
        };
        // What somebody wins against a stand-in says nothing of their strength among people.
        let has_stand_in = !bots_among(conn, &[color.white, color.black])?.is_empty();
        let terms = Terms { rated: wanted.terms.rated && !has_stand_in, ..wanted.terms };
        let seats =
            ByColor::new(sitting(conn, &terms, color.white)?, sitting(conn, &terms, color.black)?);
        let row = &event.loaded.row;
        let (organisation, event_id) = (Some(row.organisation_id), Some(id));
        let new = NewGame {
            terms,
            seats,
            organisation,
            event: event_id,
            round: wanted.round.clone(),
            now,
        };
        let (play, number) = making::make(conn, &made_by, &new)?;
        wanted.link_play(conn, id, number)?;
        event.record_start(conn, &wanted, today)?;
        Ok(Some((play, seats)))
    })?;
    if let Some((play, seats)) = made {
        live.play_created(&play, &seats);
        live.take_up(&play)?;
    }
    Ok(())
}

fn sitting(conn: &mut AnyConnection, terms: &Terms, player: i32) -> Result<SeatHolder> {
    if terms.venue == Venue::Online {
        let name = player.to_string();
        let barred = bots::refusal_in_event(conn, (player, &name), terms.rules.kind())?;
        if let Some(message) = barred {
            return Err(Error::conflict(message));
        }
    }
    seat_in_event(conn, terms.venue, player, player)
}

/// Reveals the games whose embargo is over; returns the number of those that remain closed.
fn open_ranks(apart: &Apart, event: &OnsiteContest) -> usize {
    let live = apart.live;
    let open = |link: &ContestPlayRow| -> Result<bool> {
        let Some(session) = live.find_session(&link.public_id)? else { return Ok(true) };
        // The terms agreed when the game was created hold, whatever the current settings are.
        let is_time = match session.look(live, |open| Ok(open.play.terms().disclosure))? {
            Disclosure::Game => true,
            Disclosure::Round => event.is_round_over(link),
            Disclosure::Event => event.loaded.contest.has_ended(),
        };
        match is_time.then(|| session.reveal(live)) {
            None => Ok(false),
            Some(Ok(_) | Err(Refused::Rules(_))) => Ok(true),
            Some(Err(e)) => Err(e.into()),
        }
    };
    let is_open =
        |link: &&ContestPlayRow| apart.game(&link.public_id, || open(link)).unwrap_or(false);
    let closed = event.links.iter().filter(|link| link.state == State::Final);
    closed.filter(|link| !is_open(link)).count()
}
