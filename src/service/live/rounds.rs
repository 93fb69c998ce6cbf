//! Rounds of events that are played here, by a thread of its own: their games are made, what comes of them is taken
//! into the event, and their ranks are opened when the event's policy says so.
//!
//! Each look compares what there is with what there should be, and does what is missing, so that it matters neither
//! what it missed nor when the server was stopped.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::contest::result_of;
use crate::play::{
    AbortCause, Act, Command, Disclosure, Life, Play, PlayId, Reason, Rule, Sent, State, Terms,
    Venue,
};
use crate::rules::{ByColor, Color};
use crate::service::access::Actor;
use crate::service::contests::another_game;
use crate::service::contests::here::{self, Came, Followed, Wanted};
use crate::service::contests::starting;
use crate::service::{Error, bots, refusals};
use crate::store::accounts::ACTIVE;
use crate::store::contest_plays::{self, LinkRow};
use crate::store::plays::Sitting;
use crate::store::{AnyConnection, accounts, counted};
use crate::tournament::series::GameResult;

use super::Live;
use super::lobby::has_room;
use super::making::{self, Wish};
use super::table::{Refused, Table};
use super::writer::Done;

/// How often events are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// So many looks later what could not be done is tried again.
const AGAIN: u32 = 10;
/// What is told of a game that nobody is to play any more.
const LEFT_OVER: &str = "the pairing of this game is gone";
/// The same where its match is arranged by its players.
const MOVED: &str = "the default rule has fired, or the match begins at another time";

/// Has the events looked at now.
pub(super) struct Rounds(SyncSender<bool>);

/// The thread; it ends when this is dropped.
pub(super) struct Following {
    tell: SyncSender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Following {
    fn drop(&mut self) {
        let _gone = self.tell.send(false);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

/// What the thread is told by.
pub(super) struct Told(Receiver<bool>);

impl Rounds {
    pub(super) fn new() -> (Rounds, Told) {
        let (tell, told) = sync_channel(1);
        (Rounds(tell), Told(told))
    }

    /// A game of an event is over.
    pub(super) fn look(&self) {
        // Full means that it will be looked at anyway.
        let _asked = self.0.try_send(true);
    }
}

impl Following {
    /// # Errors
    /// [`Error::Unavailable`] where no thread can be made.
    pub(super) fn start(live: &Live, told: Told) -> Result<Following, Error> {
        let tell = live.0.rounds.0.clone();
        let mut follower = Follower { live: live.clone(), known: HashMap::new(), looks: 0 };
        let thread = std::thread::Builder::new()
            .name("rounds".to_owned())
            .spawn(move || follower.work(&told.0))
            .map_err(|e| Error::Unavailable(format!("no thread can be made: {e}")))?;
        Ok(Following { tell, thread: Some(thread) })
    }
}

struct Follower {
    live: Live,
    /// The events in which all was done, with the number of facts that they had, and when there is more to do.
    known: HashMap<i32, (i32, Option<i64>)>,
    looks: u32,
}

impl Follower {
    fn work(&mut self, told: &Receiver<bool>) {
        loop {
            match told.recv_timeout(LOOK) {
                Ok(true) => self.known.clear(),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(false) | Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.live.broken_since().is_some() {
                continue;
            }
            if let Err(e) = self.look() {
                tracing::warn!(error = %e, "events could not be looked at; they are soon again");
            }
        }
    }

    /// Looks at each event in which something has changed, and at all of them from time to time.
    fn look(&mut self) -> Result<(), Error> {
        self.looks = self.looks.wrapping_add(1);
        if self.looks.is_multiple_of(AGAIN) {
            self.known.clear();
        }
        let mut connection = self.live.app().store().connection()?;
        let all = contest_plays::followed(&mut connection)?;
        let news = contest_plays::with_news(&mut connection)?;
        drop(connection);
        for (id, version) in all {
            let now = self.live.moments().now();
            let is_done = self.known.get(&id).is_some_and(|(known, next)| {
                *known == version && next.is_none_or(|next| now < next)
            });
            if is_done && !news.contains(&id) {
                continue;
            }
            match follow(&self.live, id) {
                Ok(next) => drop(self.known.insert(id, (version, next))),
                Err(e) => {
                    self.known.remove(&id);
                    tracing::warn!(error = %e, event = id, "an event could not be followed");
                }
            }
        }
        Ok(())
    }
}

/// Has another game made for a table of an event whose game was annulled; gives how many facts the event has.
///
/// # Errors
/// As [`crate::service::access::require`] has it; [`Error::Missing`] where there is no such event;
/// [`Error::Conflict`] where none was annulled, or its table needs none any more.
pub fn play_again(live: &Live, actor: &Actor, slug: &str, play: &PlayId) -> Result<i32, Error> {
    let version = another_game::play_again(live.app(), actor, slug, play, live.moments().now())?;
    live.0.rounds.look();
    Ok(version)
}

fn find(live: &Live, id: i32) -> Result<Option<Followed>, Error> {
    here::look(live.app(), &mut *live.app().store().connection()?, id)
}

/// Does all that is to be done in one event; gives when there is more to do without anything else happening.
fn follow(live: &Live, id: i32) -> Result<Option<i64>, Error> {
    let Some(event) = find(live, id)? else { return Ok(None) };
    confirm(live, &event)?;
    let came = ended(live, id)?;
    if !came.is_empty() {
        here::take(live.app(), id, &came, live.moments().now())?;
    }
    let ends = miss(live, id)?;
    let Some(event) = find(live, id)? else { return Ok(None) };
    for link in event.left_over() {
        end_left_over(live, link, if event.is_arranged() { MOVED } else { LEFT_OVER })?;
    }
    for link in event.outdated() {
        here::forget(live.app(), link)?;
    }
    let now = live.moments().now();
    make_all(live, id, &event.wanted(now))?;
    let closed = open_ranks(live, &event)?;
    if event.run.contest.is_over
        && closed == 0
        && event.links.iter().all(|link| is_done(link.state))
    {
        here::leave(live.app(), id)?;
    }
    Ok(event.next_start(now).into_iter().chain(ends).min())
}

/// Has the default rule fire where the time to deploy in an arranged match is over; gives when that is so for the first
/// time in any other.
fn miss(live: &Live, id: i32) -> Result<Option<i64>, Error> {
    let Some(event) = find(live, id)? else { return Ok(None) };
    let mut next = None;
    for link in event.starting() {
        let Some(table) = live.table(&link.public_id)? else { continue };
        let (ends, ready) = table.look(live, |open| {
            let ready = match open.play.life() {
                Life::Deploying(state) => state.nonces.map(|nonce| nonce.is_some()),
                _ => ByColor::new(true, true),
            };
            Ok((open.play.time_is_up_at(), ready))
        })?;
        let came = [ready[link.first], ready[link.first.opponent()]];
        let Some(ends) = ends.filter(|_| came != [true; 2]) else { continue };
        let (fires, now) = (ends - here::RULE_FIRST, live.moments().now());
        if now >= fires {
            starting::missed(live.app(), id, here::table_of(link), came, now)?;
        } else {
            next = Some(next.map_or(fires, |next: i64| next.min(fires)));
        }
    }
    Ok(next)
}

const fn is_done(state: State) -> bool {
    matches!(state, State::Final | State::Revealed | State::Aborted)
}

/// A name for what the server commands of a play, the same each time.
fn sent(live: &Live, what: &str, play: &PlayId) -> Sent {
    let hash = Sha256::new().chain_update(what).chain_update(play).finalize();
    let mut id = [0; 8];
    id.copy_from_slice(&hash[..8]);
    Sent { id, received: live.moments().now() }
}

/// Where the event says so, what the arbiter has judged is final at once.
fn confirm(live: &Live, event: &Followed) -> Result<(), Error> {
    if !event.run.contest.settings.games.is_some_and(|games| games.at_once) {
        return Ok(());
    }
    for link in event.links.iter().filter(|link| link.state == State::Ended) {
        let Some(table) = live.table(&link.public_id)? else { continue };
        let sent = sent(live, "confirm", &link.public_id);
        command(live, &table, Command::Official { sent, account: 0, act: Act::Confirm })?;
    }
    Ok(())
}

/// A refusal says that it is done, or that somebody was faster.
fn command(live: &Live, table: &Table, command: Command) -> Result<(), Error> {
    match table.command(live, &command) {
        Ok(_) | Err(Refused::Rules(_)) => Ok(()),
        Err(Refused::Error(e)) => Err(e),
    }
}

/// What came of the plays that are over and were not looked at since.
fn ended(live: &Live, id: i32) -> Result<Vec<(LinkRow, Came)>, Error> {
    let Some(event) = find(live, id)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for link in event.links.iter().filter(|link| is_done(link.state) && link.seen != link.version) {
        let Some(table) = live.table(&link.public_id)? else { continue };
        let came = table.look(live, |open| Ok(came(&open.play, link)))?;
        found.push((link.clone(), came));
    }
    Ok(found)
}

fn came(play: &Play, link: &LinkRow) -> Came {
    match play.life() {
        Life::Aborted(aborted) if matches!(aborted.cause, AbortCause::NobodyReady) => {
            Came::Result(GameResult::BothAbsent)
        }
        Life::Final(_) | Life::Revealed(_) => {
            play.life().finished().map_or(Came::Nothing, |game| {
                Came::Result(result_of(link.first, game.end.outcome, game.end.termination))
            })
        }
        _ => Came::Nothing,
    }
}

/// Stops a play whose pairing is gone, so that a restored pairing has a new one; one in which somebody has moved is
/// left to officials.
fn end_left_over(live: &Live, link: &LinkRow, why: &str) -> Result<(), Error> {
    let play = &link.public_id;
    let Some(table) = live.table(play)? else { return Ok(()) };
    let state = || table.look(live, |open| Ok(open.play.state()));
    if state()? != State::Deploying {
        return Ok(());
    }
    let reason = Reason::new(why).map_err(|e| Error::Internal(format!("{e:?}")))?;
    let act = Act::Rule(Rule::Annul, reason);
    command(
        live,
        &table,
        Command::Official { sent: sent(live, "left over", play), account: 0, act },
    )?;
    if state()? == State::Aborted {
        here::forget(live.app(), link)?;
    }
    Ok(())
}

/// Makes all games that are open; those whose players cannot play here now wait.
fn make_all(live: &Live, id: i32, wanted: &[Wanted]) -> Result<(), Error> {
    for one in wanted {
        match make(live, id, one) {
            // The event's pages lead to it.
            Ok(()) => live.app().editions().raise(),
            // Who has no account, or too many games, may have room later; officials see the table without a game.
            Err(Error::Conflict(_)) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

fn make(live: &Live, id: i32, wanted: &Wanted) -> Result<(), Error> {
    let (now, sealer, chance) =
        (live.moments().now(), live.app().sealer().clone(), live.chance().clone());
    let (told, made) = std::sync::mpsc::channel();
    let (app, wanted) = (live.app().clone(), wanted.clone());
    let color = wanted.players;
    let _told_below = live.writer().also(Box::new(move |connection| {
        counted::claim(connection)?;
        let event = here::look(&app, connection, id)?;
        let Some(event) = event.filter(|event| event.wants(&wanted, now)) else {
            return Ok(Done::Conflict);
        };
        let terms = wanted.terms;
        let seats = ByColor::new(
            sitting(connection, &terms, color.white)?,
            sitting(connection, &terms, color.black)?,
        );
        let row = &event.run.row;
        let organisation = row.organisation_id;
        let wish = Wish { terms, seats, organisation, event: id, round: wanted.round.clone(), now };
        let (play, number) = making::make_row(connection, &sealer, &chance, &wish)?;
        wanted.keep(connection, id, number)?;
        event.tell_start(connection, &wanted, now)?;
        let _gone = told.send((play, seats));
        Ok(Done::Written)
    }))?;
    if let Ok((play, seats)) = made.try_recv() {
        live.play_made(&play, [seats.white.account, seats.black.account], Color::ALL);
        live.take_up(&play)?;
    }
    Ok(())
}

/// Online somebody with an account that can sign in, and has room for one game more; at a table anybody.
fn sitting(connection: &mut AnyConnection, terms: &Terms, player: i32) -> Result<Sitting, Error> {
    if terms.venue == Venue::Table {
        return Ok(Sitting { player, account: 0 });
    }
    if bots::is_bot(connection, player)? {
        return Err(Error::conflict(refusals::BOT_IN_EVENT.with([&player])));
    }
    let account = accounts::of_player(connection, player)?;
    let account = account.filter(|account| account.state == ACTIVE);
    let nobody = || Error::conflict(refusals::NOBODY_SIGNS_IN.with([&player]));
    let account = account.ok_or_else(nobody)?;
    has_room(connection, account.id)?;
    Ok(Sitting { player, account: account.id })
}

/// Opens the ranks of games whose round, or event, is over, as was agreed on for each; gives how many stay closed.
fn open_ranks(live: &Live, event: &Followed) -> Result<usize, Error> {
    let mut closed = 0;
    for link in event.links.iter().filter(|link| link.state == State::Final) {
        let Some(table) = live.table(&link.public_id)? else { continue };
        // What both sides agreed on when the game was made holds, whatever the event's settings say by now.
        let is_time = match table.look(live, |open| Ok(open.play.terms().disclosure))? {
            Disclosure::Game => true,
            Disclosure::Round => event.is_round_over(link),
            Disclosure::Event => event.run.contest.is_over,
        };
        match is_time.then(|| table.reveal(live)) {
            None => closed += 1,
            Some(Ok(_) | Err(Refused::Rules(_))) => {}
            Some(Err(Refused::Error(e))) => return Err(e),
        }
    }
    Ok(closed)
}
