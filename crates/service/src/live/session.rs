//! A live game in memory: rebuilt from its events, judged here, and written before it is published.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::audit::{self, AuditEntry};
use crate::notices::{self, NewNotice, change_notices};
use crate::retries::Chore;
use crate::threads::lock;
use crate::{Error, Result, Thing, refusals};
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::play::{
    self, Command, Decision, Disclosure, Event, Fact, NoPly, Outage, Play, PlayId, PlyCommand,
    Refusal, State,
};
use adjutant_store::plays::{self, AppendOutcome, PlayAppend, PlayRow};
use adjutant_store::{AnyConnection, StoreError, outages, set_ups};
use salpakan::record::{Embargo, short_id_text};
use salpakan::rules::{ByColor, Color, Deployment, DraftFault};

use super::notifications::{notifications, turn};
use super::recording::{Over, record, recorded_armies};
use super::secrets::{self, Sealed};
use super::writer::{Done, append_of};
use super::{LONG_GONE, Live};

/// How long an idle game is kept in memory.
const KEPT: i64 = 10 * MINUTE;

/// What is to be written together with an append.
pub(super) type Extend = Box<dyn FnOnce(&mut AnyConnection, PlayAppend) -> Result<Done> + Send>;

/// A game with its place in memory.
pub(super) struct GameSession {
    pub id: PlayId,
    /// Seats and owner, which never change; what changes is in the play.
    pub row: PlayRow,
    open: Mutex<Option<Open>>,
    /// From the event that began the last turn until it was published; kept across reloads.
    told_late: Mutex<Option<Outage>>,
}

/// The loaded state of a game.
pub(super) struct Open {
    pub play: Play,
    pub events: Vec<Event>,
    pub outages: Vec<Outage>,
    /// Both sealed armies, once both sides have deployed.
    sealed: Option<Sealed>,
    used_at: Micros,
}

#[derive(Debug)]
pub enum Refused {
    /// Every fault of a set-up, for its author only.
    Faults(Vec<DraftFault>),
    Rules(Refusal),
    Error(Error),
}

impl From<Error> for Refused {
    fn from(e: Error) -> Refused {
        Refused::Error(e)
    }
}

impl From<StoreError> for Refused {
    fn from(e: StoreError) -> Refused {
        Refused::Error(e.into())
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Rules(refusal)
    }
}

/// The result of a command: the event it caused, now or when it was first received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub number: u32,
    pub event: Event,
}

impl GameSession {
    /// Locks the game, loading it if necessary.
    pub(super) fn open(&self, live: &Live) -> Result<MutexGuard<'_, Option<Open>>> {
        let mut open = lock(&self.open);
        if open.is_none() {
            let late = *lock(&self.told_late);
            *open = Some(load(live, &self.row, late)?);
        }
        if let Some(open) = open.as_mut() {
            open.used_at = live.moments().now();
        }
        Ok(open)
    }

    /// Runs a query on the current state.
    pub(super) fn look<T>(&self, live: &Live, look: impl FnOnce(&Open) -> Result<T>) -> Result<T> {
        let mut open = self.open(live)?;
        look(open.as_mut().ok_or_else(not_loaded)?)
    }

    pub(super) fn ply(&self, live: &Live, ply: &PlyCommand) -> Result<Answer, Refused> {
        self.decide(live, |open, now| {
            let play = &open.play;
            let decided = play.ply(ply, now, |timeline, mv| {
                let both = open.armies(live)?;
                secrets::judge(timeline, &both, mv)
                    .map_err(|e| Error::Internal(format!("a stored play is damaged: {e}")))
            });
            decided.map(|decision| (decision, None)).map_err(|why| match why {
                NoPly::Refused(refusal) => Refused::Rules(refusal),
                NoPly::Failed(e) => Refused::Error(e),
                NoPly::Contradiction => {
                    let words = "the set-ups of a play are not those that it was begun with";
                    Refused::Error(Error::Internal(words.to_owned()))
                }
            })
        })
    }

    pub(super) fn command(&self, live: &Live, command: &Command) -> Result<Answer, Refused> {
        self.decide(live, |open, now| Ok((open.play.decide(command, now)?, None)))
    }

    /// Executes a ruling, with its audit log entry in the same transaction. `asked` gets the
    /// current state; `told` adds the effect to the entry.
    pub(super) fn rule(
        &self,
        live: &Live,
        asked: impl FnOnce(&Play) -> Result<(Command, AuditEntry)>,
        told: impl FnOnce(AuditEntry, &Play, &Play) -> AuditEntry,
    ) -> Result<Answer, Refused> {
        self.decide(live, |open, now| {
            let (command, entry) = asked(&open.play)?;
            let decision = open.play.decide(&command, now)?;
            let Decision::Done(event) = &decision else { return Ok((decision, None)) };
            let entry = told(entry, &open.play, &open.after(event)?);
            let also: Extend = Box::new(move |conn, append| {
                audit::write(conn, &entry)?;
                Ok(Done::Append(append))
            });
            Ok((decision, Some(also)))
        })
    }

    /// Commits what is decided in the current state, which may extend the append, or repeats the
    /// answer to a repeated command.
    pub(super) fn decide(
        &self,
        live: &Live,
        decide: impl FnOnce(&Open, Micros) -> Result<(Decision, Option<Extend>), Refused>,
    ) -> Result<Answer, Refused> {
        let mut open = self.open(live)?;
        let open_now = open.as_ref().ok_or_else(not_loaded)?;
        let now = live.moments().now().max(open_now.play.at());
        let answer = match decide(open_now, now)? {
            (Decision::Repeated(number), _) => return open_now.answer(number),
            (Decision::Done(event), also) => self.commit(live, &mut open, event, also)?,
        };
        self.settle(live, &mut open);
        Ok(answer)
    }

    /// Writes an event, then applies and publishes it. `also` may extend the append. If the outcome
    /// of the write is unknown, the game is reloaded.
    fn commit(
        &self,
        live: &Live,
        open: &mut Option<Open>,
        event: Event,
        also: Option<Extend>,
    ) -> Result<Answer, Refused> {
        let now_open = open.as_mut().ok_or_else(not_loaded)?;
        let mut next = now_open.after(&event)?;
        let append = append_of(self.row.id, &now_open.events, &next, &event);
        let also = with_notices(live, also, self.notices(now_open, &next));
        let also = self.with_news(live, also, (&now_open.play, &next));
        let writing = live.writing();
        let written = match also {
            Some(also) => live.writer().also(Box::new(move |conn| also(conn, append))),
            None => live.writer().append(append),
        };
        match written {
            Ok(AppendOutcome::Stored) => {}
            Ok(AppendOutcome::Conflict) => {
                *open = None;
                return Err(Error::conflict(crate::refusals::PLAY_MOVED_ON).into());
            }
            Err(unwritten) => {
                *open = None;
                return Err(live.not_written(unwritten, writing.began_at()).into());
            }
        }
        let now = live.moments().now();
        if let Some(since) = live.stuck_since() {
            live.stuck(since);
        }
        drop(writing);
        live.wrote(self.id, next.version(), now);
        if let Some(late) = next.announced(now) {
            *lock(&self.told_late) = Some(late);
        }
        let notified = notifications(&self.row, &now_open.play, &next);
        now_open.play = next;
        let first = now_open.events.len() + 1;
        now_open.events.push(event);
        let news = &now_open.events[first - 1..];
        live.announce(|listener| {
            listener.events_stored(&self.id, first, news, live.moments().now())
        });
        live.notify(notified);
        if self.row.event_id.is_some() && now_open.play.state() as u8 >= State::Ended as u8 {
            live.0.rounds.ring();
        }
        if let Some(due) = now_open.play.due() {
            live.put_due(self.id, due.at);
        }
        now_open.answer(u32::try_from(first).unwrap_or(u32::MAX))
    }

    /// The notices of the change to `next`, which are stored with its event.
    fn notices(&self, before: &Open, next: &Play) -> Vec<NewNotice> {
        let to_move = turn(&before.play, next);
        change_notices(&self.row, (&before.play, next), to_move, before.events.len() + 1)
    }

    /// Extends the append by the news that a public game is final, and that the ranks of an event's
    /// game are open.
    fn with_news(
        &self,
        live: &Live,
        also: Option<Extend>,
        (before, after): (&Play, &Play),
    ) -> Option<Extend> {
        let opened = after.state() == State::Revealed && before.state() != State::Revealed;
        let event = self.row.organisation_id.zip(self.row.event_id).filter(|_| opened);
        let is_kept = |play: &Play| matches!(play.state(), State::Final | State::Revealed);
        let finished = self.row.listed && is_kept(after) && !is_kept(before);
        if event.is_none() && !finished {
            return also;
        }
        let (row, today) = (self.row.clone(), live.moments().on_the_wall());
        Some(Box::new(move |conn, append| {
            if finished {
                notices::publish_finished(conn, &row, today)?;
            }
            if let Some((organisation, event)) = event {
                let play = short_id_text(&row.public_id);
                notices::queue_ranks_opened(conn, (organisation, event, &play), today)?;
            }
            match also {
                Some(also) => also(conn, append),
                None => Ok(Done::Append(append)),
            }
        }))
    }

    /// Performs automatic follow-up steps. The timer retries those that fail, with increasing
    /// delays.
    fn settle(&self, live: &Live, open: &mut Option<Open>) {
        let (retries, chore) = (live.app().retries(), Chore::Play(self.id));
        for _ in 0..4 {
            let Some(now_open) = open.as_ref() else { return };
            let now = live.moments().now();
            let due = now_open.play.due().filter(|due| due.at <= now);
            let Some(due) = due.filter(|_| retries.may(chore, now)) else { return };
            if due.what == play::What::TimePassed && self.must_wait(live, now_open) {
                return;
            }
            if let Err(e) = self.step(live, open, due.what, now) {
                tracing::warn!(error = ?e, "a play could not be taken further");
                live.put_due(self.id, retries.fail(chore, now));
                return;
            }
            retries.done(chore);
        }
    }

    /// Whether no clock may run out yet: an earlier command is still being processed, or nothing
    /// can be written.
    fn must_wait(&self, live: &Live, open: &Open) -> bool {
        let end = open.play.time_is_up_at();
        live.broken_since().is_some() || end.is_some_and(|end| live.is_awaited(self.id, end))
    }

    pub(super) fn act_by_itself(&self, live: &Live) -> Result<()> {
        let mut open = self.open(live)?;
        self.settle(live, &mut open);
        if let Some(due) = open.as_ref().and_then(|open| open.play.due()) {
            live.put_due(self.id, due.at);
        }
        Ok(())
    }

    fn step(
        &self,
        live: &Live,
        open: &mut Option<Open>,
        what: play::What,
        now: Micros,
    ) -> Result<(), Refused> {
        let now_open = open.as_mut().ok_or_else(not_loaded)?;
        let now = now.max(now_open.play.at());
        let step = match what {
            play::What::Begin => self.begin(live, now_open)?,
            play::What::TimePassed => play::Step::TimePassed,
            play::What::Record => return self.keep(live, open, play::Step::Record, now),
            play::What::Reveal if now_open.is_embargoed() => {
                return self.keep(live, open, play::Step::Reveal, now);
            }
            play::What::Reveal => play::Step::Reveal,
        };
        if let Decision::Done(event) = now_open.play.decide(&Command::Server(step), now)? {
            self.commit(live, open, event, None)?;
        }
        Ok(())
    }

    /// Begins play after both deployments: publishes the server's part of the toss and the occupied
    /// squares.
    fn begin(&self, live: &Live, open: &mut Open) -> Result<play::Step, Refused> {
        let mut conn = live.app().store().connection()?;
        let sealed = set_ups::for_both_sides(&mut conn, self.row.id)?;
        let missing = || Error::Internal("a side that has deployed has no set-up".to_owned());
        open.sealed = Some(sealed.ok_or_else(missing)?);
        let seed = secrets::toss_seed(live.app().sealer(), &mut conn, &self.row)?;
        let both = open.armies(live)?;
        let shown = open.play.terms().rules.options().open_flag;
        let footings = both.map(|army| play::Footing {
            taken: army.squares(),
            flag: army.flag().filter(|_| shown),
        });
        Ok(play::Step::Begin { seed, footings })
    }

    /// Records the game, or reveals a closed one, in one transaction with the event.
    fn keep(
        &self,
        live: &Live,
        open: &mut Option<Open>,
        step: play::Step,
        now: Micros,
    ) -> Result<(), Refused> {
        let now_open = open.as_mut().ok_or_else(not_loaded)?;
        let closed = step == play::Step::Record && now_open.is_embargoed();
        let decided = now_open.play.decide(&Command::Server(step), now)?;
        let Decision::Done(event) = decided else { return Ok(()) };
        let over = now_open.over(live, Embargo::of(!closed))?;
        let (app, row) = (live.app().clone(), self.row.clone());
        let today = live.moments().on_the_wall();
        let also: Extend = Box::new(move |conn, mut append| {
            append.after.game_id = Some(record(&app, conn, &row, over, today)?);
            Ok(Done::Append(append))
        });
        self.commit(live, open, event, Some(also))?;
        live.games_changed();
        Ok(())
    }

    /// Reveals a game closed by its event; returns whether it was closed.
    pub(super) fn reveal(&self, live: &Live) -> Result<bool, Refused> {
        let mut open = self.open(live)?;
        if !open.as_ref().is_some_and(Open::is_embargoed) {
            return Ok(false);
        }
        self.step(live, &mut open, play::What::Reveal, live.moments().now())?;
        Ok(true)
    }

    /// Whether it has been idle for long and nothing is due soon.
    pub(super) fn is_idle(&self, now: Micros) -> bool {
        match self.open.try_lock() {
            Ok(open) => open.as_ref().is_none_or(|open| open.used_at + KEPT < now),
            Err(_) => false,
        }
    }

    /// Whether it is in memory and in play; a locked game counts.
    pub(super) fn is_in_play(&self) -> bool {
        match self.open.try_lock() {
            Ok(open) => open.as_ref().is_some_and(|open| open.play.state() == State::InPlay),
            Err(_) => true,
        }
    }

    /// Unloads the game, so that it is reloaded.
    pub(super) fn forget(&self) {
        *lock(&self.open) = None;
    }
}

/// Extends an append by notices, if there are any.
fn with_notices(live: &Live, also: Option<Extend>, all: Vec<NewNotice>) -> Option<Extend> {
    if all.is_empty() {
        return also;
    }
    let today = live.moments().on_the_wall();
    Some(Box::new(move |conn, append| {
        notices::publish(conn, all, today)?;
        match also {
            Some(also) => also(conn, append),
            None => Ok(Done::Append(append)),
        }
    }))
}

impl Open {
    fn after(&self, event: &Event) -> Result<Play> {
        let mut next = self.play.clone();
        next.apply(event).map_err(|e| Error::Internal(format!("a play went wrong: {e}")))?;
        Ok(next)
    }

    /// Whether the game is final and closed by its event.
    fn is_embargoed(&self) -> bool {
        self.play.terms().disclosure != Disclosure::Game && self.play.state() == State::Final
    }

    /// The response to the command that caused this event.
    pub(super) fn answer(&self, number: u32) -> Result<Answer, Refused> {
        let event = self.events.get((number as usize).wrapping_sub(1)).cloned();
        let event = event.ok_or_else(|| Error::Internal("an event without a number".to_owned()))?;
        Ok(Answer { number, event })
    }

    /// The sealed army of a side; `None` before play begins.
    pub(super) fn sealed_of(&self, color: Color) -> Option<Vec<u8>> {
        self.sealed.as_ref().map(|sealed| sealed[color].clone())
    }

    /// Opens both armies for one use.
    fn armies(&self, live: &Live) -> Result<ByColor<Deployment>> {
        let sealed = self.sealed.as_ref();
        let sealed = sealed.ok_or_else(|| Error::Internal("a play without set-ups".to_owned()))?;
        let rules = &self.play.terms().rules;
        secrets::open_both(live.app().sealer(), self.play.id(), rules, sealed)
    }

    fn over(&self, live: &Live, embargo: Embargo) -> Result<Over> {
        let kept = self.play.keeping();
        let kept = kept.ok_or_else(|| Error::Internal("a play that goes on".to_owned()))?;
        let begun = self.events.iter().find(|event| matches!(event.fact, Fact::Begun { .. }));
        let (armies, lost) = match &self.sealed {
            Some(_) => (self.armies(live)?.map(Some), false),
            None if begun.is_some() => match recorded_armies(live.app(), self.play.id())? {
                Some(armies) => (armies, false),
                None if embargo == Embargo::None => {
                    return Err(Error::conflict(refusals::RANKS_LOST));
                }
                None => (ByColor::default(), true),
            },
            None => (ByColor::default(), false),
        };
        Ok(Over {
            rated: self.play.terms().rated,
            timeline: kept.timeline.clone(),
            end: kept.end,
            time_control: kept.time_control,
            annotations: kept.annotations,
            armies,
            lost,
            embargo,
            venue: self.play.terms().venue,
            began_at: begun
                .or(self.events.first())
                .map_or(Micros::NEVER, |event| live.moments().as_on_the_wall(event.at)),
        })
    }
}

/// The error for a game that does not exist, or that the actor may not know of.
pub(super) fn missing(id: &PlayId) -> Error {
    Error::missing(Thing::Play, short_id_text(id))
}

fn not_loaded() -> Error {
    Error::Internal("a play that is not loaded".to_owned())
}

fn load(live: &Live, row: &PlayRow, told_late: Option<Outage>) -> Result<Open> {
    let mut conn = live.app().store().read_connection()?;
    let stored = plays::events_from(&mut conn, row.id, 1)?;
    let events: Result<Vec<Event>, _> = stored.iter().map(|one| play::read(&one.body)).collect();
    let events = events.map_err(|e| Error::Internal(format!("a stored event is damaged: {e}")))?;
    let began = events.first().map_or(Micros(0), |event| event.at);
    let mut outages = outages::ended_after(&mut conn, began)?;
    outages.extend(told_late);
    outages.sort_by_key(|outage| outage.resumed);
    let play = Play::rebuild(&events, &outages).map_err(|e| Error::Internal(e.to_string()))?;
    let begun = events.iter().any(|event| matches!(event.fact, Fact::Begun { .. }));
    let sealed = if begun { set_ups::for_both_sides(&mut conn, row.id)? } else { None };
    if let Some(due) = play.due() {
        live.put_due(*play.id(), due.at);
    }
    Ok(Open { play, events, outages, sealed, used_at: live.moments().now() })
}

impl Live {
    pub(super) fn session(&self, id: &PlayId) -> Result<Arc<GameSession>> {
        self.find_session(id)?.ok_or_else(|| missing(id))
    }

    /// The game with this id, if there is one; loaded on first use.
    pub(super) fn find_session(&self, id: &PlayId) -> Result<Option<Arc<GameSession>>> {
        let known = self.sessions().get(id).cloned();
        if known.is_some() {
            return Ok(known);
        }
        let row = plays::by_public_id(&mut *self.app().store().read_connection()?, id)?;
        let Some(row) = row else { return Ok(None) };
        let session = Arc::new(GameSession {
            id: *id,
            row,
            open: Mutex::default(),
            told_late: Mutex::default(),
        });
        Ok(Some(Arc::clone(self.sessions().entry(*id).or_insert(session))))
    }

    /// Loads a game, so that the timer knows when it is due.
    pub(super) fn take_up(&self, id: &PlayId) -> Result<()> {
        if let Some(session) = self.find_session(id)? {
            let open = session.open(self)?;
            drop(open);
        }
        Ok(())
    }

    pub(super) fn act_by_itself(&self, id: &PlayId) -> Result<()> {
        match self.find_session(id)? {
            Some(session) => session.act_by_itself(self),
            None => Ok(()),
        }
    }

    pub(super) fn clear(&self) {
        let now = self.moments().now();
        self.sessions()
            .retain(|_, session| Arc::strong_count(session) > 1 || !session.is_idle(now));
        // They then count as absent since the server started, or as never having listened.
        self.0.players.forget_before(now - LONG_GONE);
        self.0.listeners.forget_before(now - LONG_GONE);
    }
}
