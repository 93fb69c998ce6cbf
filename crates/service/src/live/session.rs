//! A live game in memory: rebuilt from its events, judged here, and written before it is published.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::audit::{self, AuditEntry};
use crate::notices::{self, NewNotice, change_notices};
use crate::retries::Chore;
use crate::threads::lock;
use crate::{Error, Result, Thing, refusals};
use adjutant_domain::game::Rules;
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::play::{
    self, Command, Decision, Disclosure, Event, Fact, KeptGame, NoPly, Outage, Play, PlayId,
    PlyCommand, Refusal, State,
};
use adjutant_store::plays::{self, AppendOutcome, PlayAppend, PlayRow, StoredEvent};
use adjutant_store::{AnyConnection, StoreError, outages, set_ups};
use salpakan::record::{Armies, Embargo, short_id_text};
use salpakan::rules::{ByColor, Color, Deployment, DraftFault, RuleSet};

use super::notifications::{notifications, turn};
use super::recording::{Over, OverGame, record, recorded_armies};
use super::secrets::{self, Sealed};
use super::servers::ServerMessage;
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
    /// The newest one that was known when the game was read.
    newest_outage: Option<Outage>,
    /// Both sealed armies, once both sides have deployed.
    sealed: Option<Sealed>,
    used_at: Micros,
    /// Whether it is to be read again: a write may or may not have been made, or another server has written.
    is_stale: bool,
}

/// The shortest time, in microseconds, that players would notice on a clock.
const NOTICEABLE: i64 = 20_000;
/// How often a command is decided again because another server was first.
const TRIES: usize = 4;

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
    /// Locks the game as it is stored, loading it if necessary.
    pub(super) fn open(&self, live: &Live) -> Result<MutexGuard<'_, Option<Open>>> {
        let mut open = lock(&self.open);
        self.bring_up_to_date(live, &mut open)?;
        if let Some(open) = open.as_mut() {
            open.used_at = live.moments().now();
        }
        Ok(open)
    }

    /// Loads the game unless it is in memory as it is stored. What other servers have written is published
    /// here, too.
    fn bring_up_to_date(&self, live: &Live, open: &mut Option<Open>) -> Result<()> {
        let Some(known) = open.as_ref() else {
            *open = Some(load(live, &self.row, *lock(&self.told_late))?);
            return Ok(());
        };
        let known = known.events.len();
        if open.as_ref().is_some_and(|open| !open.is_stale)
            && (live.servers().is_alone() || self.stored_version(live)? == known)
        {
            return Ok(());
        }
        let loaded = load(live, &self.row, *lock(&self.told_late))?;
        let loaded = open.insert(loaded);
        self.publish_after(live, loaded, known);
        Ok(())
    }

    fn stored_version(&self, live: &Live) -> Result<usize> {
        let version = plays::version(&mut *live.app().store().read_connection()?, self.row.id)?;
        Ok(version.and_then(|version| usize::try_from(version).ok()).unwrap_or(0))
    }

    /// Publishes the events after this number.
    fn publish_after(&self, live: &Live, open: &Open, known: usize) {
        let Some(news) = open.events.get(known..).filter(|news| !news.is_empty()) else { return };
        live.announce(|listener| {
            listener.events_stored(&self.id, known + 1, news, live.moments().now());
        });
    }

    /// The game and the number of its events in memory; `None` while a command is being processed.
    pub(super) fn known(&self) -> Option<(i32, usize)> {
        let open = self.open.try_lock().ok()?;
        Some((self.row.id, open.as_ref()?.events.len()))
    }

    /// Like [`known`](Self::known), unless the whole game has to be read again.
    pub(super) fn known_for_certain(&self) -> Option<(i32, usize)> {
        let open = self.open.try_lock().ok()?;
        let open = open.as_ref().filter(|open| !open.is_stale)?;
        Some((self.row.id, open.events.len()))
    }

    /// Publishes what another server has written: `news` if it was read already, from the last event known then. `late`
    /// is the time that the last turn is not charged. Returns `false` while a command is being processed.
    pub(super) fn catch_up(
        &self,
        live: &Live,
        late: Option<Outage>,
        news: Option<&[StoredEvent]>,
    ) -> Result<bool> {
        let Ok(mut open) = self.open.try_lock() else { return Ok(false) };
        if let Some(late) = late {
            self.keep_late(late);
        }
        let Some(known) = open.as_ref().map(|open| open.events.len()) else { return Ok(true) };
        let is_followed_on = open.as_mut().is_some_and(|open| {
            !open.is_stale && self.follow_on(live, open, late, news).is_ok_and(|done| done)
        });
        if is_followed_on {
            if let Some(open) = open.as_ref() {
                self.publish_after(live, open, known);
            }
        } else {
            self.bring_up_to_date(live, &mut open)?;
        }
        Ok(true)
    }

    /// Keeps the time that the last turn is not charged; what is told again may be of an earlier turn.
    pub(super) fn keep_late(&self, late: Outage) {
        let mut told = lock(&self.told_late);
        if told.is_none_or(|told| told.stopped <= late.stopped) {
            *told = Some(late);
        }
    }

    /// The time that the last turn is not charged, if players would notice.
    pub(super) fn noticeable_late(&self) -> Option<Outage> {
        (*lock(&self.told_late)).filter(is_noticeable)
    }

    /// Applies the events that another server has appended. Returns `false` if the whole game has to be read.
    fn follow_on(
        &self,
        live: &Live,
        open: &mut Open,
        late: Option<Outage>,
        news: Option<&[StoredEvent]>,
    ) -> Result<bool> {
        let first = i32::try_from(open.events.len() + 1).unwrap_or(i32::MAX);
        let stored = match news {
            Some(news) => news.to_vec(),
            None => {
                let mut conn = live.app().store().read_connection()?;
                plays::events_from(&mut conn, self.row.id, first)?
            }
        };
        // A command may have read some of them meanwhile.
        let stored = stored.iter().filter(|one| one.number >= first);
        let news: Result<Vec<Event>, _> = stored.map(|one| play::read(&one.body)).collect();
        let news = news.map_err(|e| Error::Internal(e.to_string()))?;
        // The set-ups are read when play begins.
        if news.iter().any(|event| matches!(event.fact, Fact::Begun { .. })) {
            return Ok(false);
        }
        let mut play = open.play.clone();
        for event in &news {
            play.apply(event).map_err(|e| Error::Internal(e.to_string()))?;
        }
        open.play = play;
        open.events.extend(news);
        if let Some(late) = late.filter(|late| late.stopped == open.play.at()) {
            open.play.outage(late);
        }
        if let Some(due) = open.play.due() {
            live.put_due(self.id, due.at);
        }
        Ok(true)
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
        mut asked: impl FnMut(&Play) -> Result<(Command, AuditEntry)>,
        told: impl Fn(AuditEntry, &Play, &Play) -> AuditEntry,
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
        mut decide: impl FnMut(&Open, Micros) -> Result<(Decision, Option<Extend>), Refused>,
    ) -> Result<Answer, Refused> {
        // While nothing can be written, the write itself says so.
        if live.broken_since().is_none() && !live.servers().wait_until_seen() {
            return Err(Error::Busy { seconds: 1 }.into());
        }
        let mut open = self.open(live)?;
        let mut tries = 1;
        let answer = loop {
            let open_now = open.as_ref().ok_or_else(not_loaded)?;
            let now = live.moments().now().max(open_now.play.at());
            match decide(open_now, now)? {
                (Decision::Repeated(number), _) => return open_now.answer(number),
                (Decision::Done(event), also) => {
                    match self.commit(live, &mut open, event, also)? {
                        Some(answer) => break answer,
                        None if tries < TRIES => tries += 1,
                        None => return Err(moved_on()),
                    }
                }
            }
            self.bring_up_to_date(live, &mut open)?;
        };
        self.settle(live, &mut open);
        Ok(answer)
    }

    /// Writes an event, then applies and publishes it; `None` if something else was written first. `also`
    /// may extend the append. If the outcome of the write is unknown, the game is reloaded.
    fn commit(
        &self,
        live: &Live,
        open: &mut Option<Open>,
        event: Event,
        also: Option<Extend>,
    ) -> Result<Option<Answer>, Refused> {
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
                now_open.is_stale = true;
                return Ok(None);
            }
            Err(unwritten) => {
                now_open.is_stale = true;
                return Err(live.not_written(unwritten, writing.began_at()).into());
            }
        }
        let now = live.moments().now();
        if let Some(since) = live.stuck_since() {
            live.stuck(since);
        }
        drop(writing);
        live.wrote(self.id, next.version(), now);
        let late = next.announced(now);
        if let Some(late) = late {
            self.keep_late(late);
        }
        live.servers().tell(|| ServerMessage::play(self.id, late));
        let notified = notifications(&self.row, &now_open.play, &next);
        now_open.play = next;
        let first = now_open.events.len() + 1;
        now_open.events.push(event);
        let news = &now_open.events[first - 1..];
        live.announce(|listener| {
            listener.events_stored(&self.id, first, news, live.moments().now())
        });
        live.notify(notified);
        self.speak_to_computer(live, &now_open.events[first - 1]);
        if self.row.event_id.is_some() && now_open.play.state() as u8 >= State::Ended as u8 {
            live.0.rounds.ring();
        }
        if let Some(due) = now_open.play.due() {
            live.put_due(self.id, due.at);
        }
        now_open.answer(u32::try_from(first).unwrap_or(u32::MAX)).map(Some)
    }

    /// Has the computer look at what was said to it; of plies it is told like every player.
    fn speak_to_computer(&self, live: &Live, event: &Event) {
        if let Some(computers) = live.computers()
            && !matches!(event.fact, Fact::Ply(_))
        {
            let seats = self.row.seats;
            computers.spoken_to(live, self.id, [seats.white.account, seats.black.account]);
        }
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
        let opened = after.hides_ranks()
            && after.state() == State::Revealed
            && before.state() != State::Revealed;
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
        let is_awaited = |end| live.is_awaited(self.id, end) || !live.servers().all_ran_until(end);
        live.broken_since().is_some() || end.is_some_and(is_awaited)
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
            play::What::Begin => match now_open.play.terms().rules {
                Rules::Salpakan(rules) => self.begin(live, now_open, &rules)?,
                Rules::ThreeGenerals => play::Step::Start,
            },
            play::What::TimePassed => return self.run_out(live, open, now),
            play::What::Record => return self.keep(live, open, play::Step::Record, now),
            play::What::Reveal if now_open.is_embargoed() => {
                return self.keep(live, open, play::Step::Reveal, now);
            }
            play::What::Reveal => play::Step::Reveal,
        };
        if let Decision::Done(event) = now_open.play.decide(&Command::Server(step), now)? {
            self.commit(live, open, event, None)?.ok_or_else(moved_on)?;
        }
        Ok(())
    }

    /// Ends what a clock or the time to deploy ends, unless a time without a server has become known that
    /// is charged to nobody.
    fn run_out(&self, live: &Live, open: &mut Option<Open>, now: Micros) -> Result<(), Refused> {
        let now_open = open.as_ref().ok_or_else(not_loaded)?;
        let decided = now_open.play.decide(&Command::Server(play::Step::TimePassed), now)?;
        let Decision::Done(event) = decided else { return Ok(()) };
        let known = now_open.newest_outage;
        let also: Option<Extend> = (!live.servers().is_alone()).then(|| {
            let also: Extend = Box::new(move |conn, append| {
                let is_known = outages::newest(conn)? == known;
                Ok(if is_known { Done::Append(append) } else { Done::Conflict })
            });
            also
        });
        self.commit(live, open, event, also)?.map(drop).ok_or_else(moved_on)
    }

    /// Begins play after both deployments: publishes the server's part of the toss and the occupied
    /// squares.
    fn begin(&self, live: &Live, open: &mut Open, rules: &RuleSet) -> Result<play::Step, Refused> {
        let mut conn = live.app().store().connection()?;
        let sealed = set_ups::for_both_sides(&mut conn, self.row.id)?;
        let missing = || Error::Internal("a side that has deployed has no set-up".to_owned());
        open.sealed = Some(sealed.ok_or_else(missing)?);
        let seed = secrets::toss_seed(live.app().sealer(), &mut conn, &self.row)?;
        let both = open.armies(live)?;
        let shown = rules.options().open_flag;
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
        self.commit(live, open, event, Some(also))?.ok_or_else(moved_on)?;
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

    /// When the server has to act next; `None` also while a command is being processed, which puts it down.
    pub(super) fn due(&self) -> Option<Micros> {
        let open = self.open.try_lock().ok()?;
        open.as_ref()?.play.due().map(|due| due.at)
    }

    /// Whether it is in memory and in play; a locked game counts.
    pub(super) fn is_in_play(&self) -> bool {
        match self.open.try_lock() {
            Ok(open) => open.as_ref().is_some_and(|open| open.play.state() == State::InPlay),
            Err(_) => true,
        }
    }

    /// Has the game read again before its next use.
    pub(super) fn forget(&self) {
        if let Some(open) = lock(&self.open).as_mut() {
            open.is_stale = true;
        }
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
        self.play.hides_ranks()
            && self.play.terms().disclosure != Disclosure::Game
            && self.play.state() == State::Final
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
        let rules = self.play.terms().rules;
        let rules =
            rules.salpakan().ok_or_else(|| Error::Internal("a game without armies".to_owned()))?;
        secrets::open_both(live.app().sealer(), self.play.id(), rules, sealed)
    }

    fn over(&self, live: &Live, embargo: Embargo) -> Result<Over> {
        let kept = self.play.keeping();
        let kept = kept.ok_or_else(|| Error::Internal("a play that goes on".to_owned()))?;
        let begun = self
            .events
            .iter()
            .find(|event| matches!(event.fact, Fact::Begun { .. } | Fact::Started));
        let game = match kept.game {
            KeptGame::Salpakan(timeline) => {
                let (armies, lost) = self.armies_to_record(live, begun.is_some(), embargo)?;
                OverGame::Salpakan { timeline: timeline.clone(), armies, lost, embargo }
            }
            KeptGame::ThreeGenerals(timeline) => OverGame::ThreeGenerals(timeline),
        };
        Ok(Over {
            rated: self.play.terms().rated,
            game,
            end: kept.end,
            time_control: kept.time_control,
            annotations: kept.annotations,
            venue: self.play.terms().venue,
            began_at: begun
                .or(self.events.first())
                .map_or(Micros::NEVER, |event| live.moments().as_on_the_wall(event.at)),
        })
    }

    /// Both armies for the record, and whether they were lost with the sealing key.
    fn armies_to_record(
        &self,
        live: &Live,
        begun: bool,
        embargo: Embargo,
    ) -> Result<(Armies, bool)> {
        match &self.sealed {
            Some(_) => Ok((self.armies(live)?.map(Some), false)),
            None if begun => match recorded_armies(live.app(), self.play.id())? {
                Some(armies) => Ok((armies, false)),
                None if embargo == Embargo::None => Err(Error::conflict(refusals::RANKS_LOST)),
                None => Ok((ByColor::default(), true)),
            },
            None => Ok((ByColor::default(), false)),
        }
    }
}

/// Whether players would notice if they were charged that time.
pub(super) fn is_noticeable(late: &Outage) -> bool {
    late.resumed.since(late.stopped) >= NOTICEABLE
}

/// The error for a game that does not exist, or that the actor may not know of.
pub(super) fn missing(id: &PlayId) -> Error {
    Error::missing(Thing::Play, short_id_text(id))
}

/// The refusal of what was decided while something else was written.
fn moved_on() -> Refused {
    Error::conflict(refusals::PLAY_MOVED_ON).into()
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
    let newest_outage = outages::newest(&mut conn)?;
    let mut outages = outages::ended_after(&mut conn, began)?;
    outages.extend(told_late);
    outages.sort_by_key(|outage| outage.resumed);
    let play = Play::rebuild(&events, &outages).map_err(|e| Error::Internal(e.to_string()))?;
    let begun = events.iter().any(|event| matches!(event.fact, Fact::Begun { .. }));
    let sealed = if begun { set_ups::for_both_sides(&mut conn, row.id)? } else { None };
    if let Some(due) = play.due() {
        live.put_due(*play.id(), due.at);
    }
    let used_at = live.moments().now();
    Ok(Open { play, events, outages, newest_outage, sealed, used_at, is_stale: false })
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
