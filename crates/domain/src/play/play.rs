//! The aggregate: a play rebuilt from its events and the server's outages.

use salpakan::clock::{Clocks, not_charged};
use salpakan::record::Timeline;
use salpakan::rules::Color;

use super::command::Actor;
use super::follow::Next;
use super::life::{Created, Deploying, Life, State};
use super::{
    CommandKey, Commitment, Disclosure, Event, Fact, Kept, Misfit, PlayId, Progress, Refusal, Seed,
    Terms, TermsFault,
};
use crate::moment::Micros;

/// A live game, as far as the public may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    id: PlayId,
    terms: Terms,
    /// In a game that has a toss.
    commitment: Option<Commitment>,
    version: u32,
    /// The time of the last event.
    at: Micros,
    /// Whether the last event began the current turn.
    turn_began: bool,
    pub(super) life: Life,
    done: Vec<Done>,
}

/// A command that was executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Done {
    by: Actor,
    key: CommandKey,
    event: u32,
}

/// A period in which no server ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outage {
    pub stopped: Micros,
    pub resumed: Micros,
}

/// When the server has to act by itself, and what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Due {
    pub at: Micros,
    pub what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    /// Both sides are ready: make the toss, if there is one, and start the game.
    Begin,
    /// The time to deploy is over, or a flag has fallen.
    TimePassed,
    Record,
    Reveal,
}

/// An event that does not fit, with its number, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("event {event} of a stored play cannot be: {why}; restore it from a backup")]
pub struct Broken {
    pub event: u32,
    pub why: Misfit,
}

/// How long the server waits after a deadline before it acts, in microseconds: longer than a
/// command may take from receipt to decision.
pub const GRACE: i64 = 250_000;

impl Play {
    /// The first event of a play created at `now`. The seed stays secret until play begins; a game
    /// without a toss does not use it.
    pub fn create(
        play: PlayId,
        terms: Terms,
        seed: &Seed,
        now: Micros,
    ) -> Result<Event, Vec<TermsFault>> {
        terms.check()?;
        let commitment = terms.rules.salpakan().map(|_| seed.commitment(&play));
        Ok(Event { at: now, command: None, fact: Fact::Created { play, terms, commitment } })
    }

    /// A play from its first event.
    /// Returns [`Misfit::Beginning`] if the event does not create a play.
    pub fn new(first: &Event) -> Result<Play, Misfit> {
        let Fact::Created { play, terms, commitment } = &first.fact else {
            return Err(Misfit::Beginning);
        };
        if commitment.is_some() != terms.rules.salpakan().is_some() {
            return Err(Misfit::Game);
        }
        let life = Life::Created(Created { progress: Progress::unbegun(terms.rules) });
        let (id, terms, commitment) = (*play, *terms, *commitment);
        let (at, turn_began, done) = (first.at, false, Vec::new());
        Ok(Play { id, terms, commitment, version: 1, at, turn_began, life, done })
    }

    /// Rebuilds a play from all its events and the outages, both in order.
    /// Returns the first event that does not fit.
    pub fn rebuild<'a>(
        events: impl IntoIterator<Item = &'a Event>,
        outages: &[Outage],
    ) -> Result<Play, Broken> {
        let mut events = events.into_iter();
        let beginning = Broken { event: 1, why: Misfit::Beginning };
        let first = events.next().ok_or(beginning)?;
        let mut play = Play::new(first).map_err(|why| Broken { event: 1, why })?;
        let mut outages = outages.iter().copied().peekable();
        for event in events {
            while let Some(outage) = outages.next_if(|outage| outage.resumed <= event.at) {
                play.outage(outage);
            }
            play.apply(event).map_err(|why| Broken { event: play.version + 1, why })?;
        }
        outages.for_each(|outage| play.outage(outage));
        Ok(play)
    }

    /// Applies the next event.
    /// Returns a [`Misfit`] and leaves the play unchanged if the event does not fit.
    pub fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        if matches!(event.fact, Fact::Created { .. }) {
            return Err(Misfit::Beginning);
        }
        if event.at < self.at {
            return Err(Misfit::Time);
        }
        let next = Next {
            fact: &event.fact,
            at: event.at,
            play: &self.id,
            commitment: self.commitment.as_ref(),
            terms: &self.terms,
        };
        self.life.follow(&next)?;
        self.version += 1;
        self.at = event.at;
        self.turn_began = event.fact.begins_a_turn();
        if let (Some(key), Some(by)) = (event.command, Actor::of(&event.fact)) {
            self.done.push(Done { by, key, event: self.version });
        }
        Ok(())
    }

    /// Notes an outage of the server, whose time is charged to nobody.
    pub fn outage(&mut self, outage: Outage) {
        let Outage { stopped, resumed } = outage;
        match &mut self.life {
            Life::Deploying(Deploying { since, .. }) => {
                since.0 = not_charged(since.0, stopped.0, resumed.0);
            }
            Life::InPlay(play) => play.clocks.not_charged(stopped.0, resumed.0),
            _ => {}
        }
    }

    /// Notes that the last event is durable at `now`. A turn that it began counts from then on,
    /// because the server's own work is charged to nobody; a message within a turn changes nothing.
    /// Returns the time that is not charged; rebuilding the play takes it as an outage.
    pub fn announced(&mut self, now: Micros) -> Option<Outage> {
        let Life::InPlay(play) = &mut self.life else { return None };
        if !self.turn_began || now <= self.at {
            return None;
        }
        play.clocks.announced(now.0);
        Some(Outage { stopped: self.at, resumed: now })
    }

    /// When the server has to act next if nobody else does.
    pub fn due(&self) -> Option<Due> {
        let at_once = |what| Some(Due { at: self.at, what });
        match &self.life {
            Life::Deploying(state) if state.ready.white && state.ready.black => {
                at_once(What::Begin)
            }
            Life::Deploying(_) | Life::InPlay(_) => {
                let at = self.time_is_up_at()?.saturating_add(GRACE + 1);
                Some(Due { at, what: What::TimePassed })
            }
            Life::Final(state) if state.record != Kept::Current => at_once(What::Record),
            Life::Final(_) if self.terms.disclosure == Disclosure::Game => at_once(What::Reveal),
            Life::Revealed(state) if state.record != Kept::Current => at_once(What::Record),
            Life::Created(_)
            | Life::Paused(_)
            | Life::Ended(_)
            | Life::Final(_)
            | Life::Revealed(_)
            | Life::Aborted(_) => None,
        }
    }

    /// The last moment at which a command can be received before the time to deploy is over or a
    /// flag falls. For a ply with less than the full credit it is earlier.
    pub fn time_is_up_at(&self) -> Option<Micros> {
        match &self.life {
            Life::Deploying(state) => Some(state.since.saturating_add(self.terms.deployment)),
            Life::InPlay(play) => {
                play.clocks.falls_at().map(|at| Micros(at).saturating_add(self.terms.credit))
            }
            _ => None,
        }
    }

    /// The number of the event that the same command made before, if any.
    /// Returns [`Refusal::OtherCommand`] if the id was used for a different request.
    pub(super) fn repeated(&self, by: Actor, key: CommandKey) -> Result<Option<u32>, Refusal> {
        match self.done.iter().find(|done| done.by == by && done.key.id == key.id) {
            Some(done) if done.key == key => Ok(Some(done.event)),
            Some(_) => Err(Refusal::OtherCommand),
            None => Ok(None),
        }
    }

    pub const fn id(&self) -> &PlayId {
        &self.id
    }

    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The server's commitment to its part of the toss, in a game that has one.
    pub const fn commitment(&self) -> Option<&Commitment> {
        self.commitment.as_ref()
    }

    /// Whether the game has ranks to hide, which are revealed in the end.
    pub const fn hides_ranks(&self) -> bool {
        self.terms.rules.hides_ranks()
    }

    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The time of the last event.
    pub const fn at(&self) -> Micros {
        self.at
    }

    pub const fn life(&self) -> &Life {
        &self.life
    }

    pub const fn state(&self) -> State {
        self.life.state()
    }

    /// Whether the first ply was awaited: since then the pieces stand on the board.
    pub fn has_begun(&self) -> bool {
        match (self.life(), self.progress()) {
            (Life::Created(_) | Life::Deploying(_), _) => false,
            (Life::InPlay(_) | Life::Paused(_), _) => true,
            (_, Progress::Salpakan(game)) => game.timeline.taken.white.is_some(),
            (life, Progress::ThreeGenerals(game)) => {
                life.finished().is_some_and(|game| game.course.is_some())
                    || !game.game.plies().is_empty()
            }
        }
    }

    pub const fn progress(&self) -> &Progress {
        self.life.progress()
    }

    /// What is public of a game of Salpakan; `None` of another game.
    pub fn timeline(&self) -> Option<&Timeline> {
        self.progress().salpakan().map(|game| &game.timeline)
    }

    /// The clocks; `None` before play begins and if it was stopped without a result.
    pub fn clocks(&self) -> Option<&Clocks> {
        let going_on = self.life.going_on().map(|play| &play.clocks);
        let course = || self.life.finished()?.course.as_ref();
        going_on.or_else(|| course().map(|course| &course.clocks))
    }

    /// Whose ply is awaited, if any.
    pub fn to_move(&self) -> Option<Color> {
        match &self.life {
            Life::InPlay(play) => Some(play.progress.to_move()),
            _ => None,
        }
    }
}
