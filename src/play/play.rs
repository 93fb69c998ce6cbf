//! A play, rebuilt from its events and the times when no server ran.

use salpakan::clock::{Clocks, not_charged};
use salpakan::record::Timeline;
use salpakan::rules::Color;

use super::command::Actor;
use super::follow::{Next, Refused};
use super::life::{Created, Deploying, Life, State, unbegun};
use super::{
    CommandKey, Commitment, Disclosure, Event, Fact, Kept, Misfit, PlayId, Refusal, Seed, Terms,
    TermsFault,
};

/// A game that is being played here, as far as everybody may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    id: PlayId,
    terms: Terms,
    commitment: Commitment,
    version: u32,
    /// Of the last event.
    at: i64,
    /// Whether the last event began the turn that runs.
    turn_began: bool,
    pub(super) life: Life,
    done: Vec<Done>,
}

/// A command that was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Done {
    by: Actor,
    key: CommandKey,
    /// The number of its event.
    event: u32,
}

/// No server ran from one moment to another, in microseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outage {
    pub stopped: i64,
    pub resumed: i64,
}

/// When the server must act by itself, and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Due {
    /// In microseconds since 1970.
    pub at: i64,
    pub what: What,
}

/// What the server must do by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    /// Both sides have deployed: toss, and open the board.
    Begin,
    /// The time to deploy is over, or a flag has fallen.
    TimePassed,
    /// The game is to be kept as a record.
    Record,
    /// The ranks are to be opened.
    Reveal,
}

/// An event that cannot follow, with its number, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
    pub event: u32,
    pub why: Misfit,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Broken { event, why } = self;
        write!(f, "event {event} of a stored play cannot be: {why}; restore it from a backup")
    }
}

impl std::error::Error for Broken {}

/// How long the server waits after a moment has passed before it acts upon it, in microseconds:
/// longer than a command may lie between its receipt and its decision.
pub const GRACE: i64 = 250_000;

impl Play {
    /// The first event of a play that is made at `now`. The seed stays secret until it begins.
    ///
    /// # Errors
    /// Every fault of the terms.
    pub fn create(
        play: PlayId,
        terms: Terms,
        seed: &Seed,
        now: i64,
    ) -> Result<Event, Vec<TermsFault>> {
        terms.check()?;
        let commitment = seed.commitment(&play);
        Ok(Event { at: now, command: None, fact: Fact::Created { play, terms, commitment } })
    }

    /// A play from its first event.
    ///
    /// # Errors
    /// [`Misfit::Beginning`] where that is another one.
    pub fn new(first: &Event) -> Result<Play, Misfit> {
        let Fact::Created { play, terms, commitment } = &first.fact else {
            return Err(Misfit::Beginning);
        };
        let life = Life::Created(Created { timeline: unbegun(terms.rules) });
        let (id, terms, commitment) = (*play, *terms, *commitment);
        let (at, turn_began, done) = (first.at, false, Vec::new());
        Ok(Play { id, terms, commitment, version: 1, at, turn_began, life, done })
    }

    /// A play from all its events in their order, and the outages in theirs.
    ///
    /// # Errors
    /// The first event that cannot follow.
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

    /// Takes the next event.
    ///
    /// # Errors
    /// [`Misfit`] where it cannot follow; the play is as it was then.
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
            commitment: &self.commitment,
            terms: &self.terms,
        };
        let placeholder = Life::Created(Created { timeline: unbegun(self.terms.rules) });
        match std::mem::replace(&mut self.life, placeholder).follow(&next) {
            Ok(life) => self.life = life,
            Err(Refused(life, why)) => {
                self.life = *life;
                return Err(why);
            }
        }
        self.version += 1;
        self.at = event.at;
        self.turn_began = event.fact.begins_a_turn();
        if let (Some(key), Some(by)) = (event.command, Actor::of(&event.fact)) {
            self.done.push(Done { by, key, event: self.version });
        }
        Ok(())
    }

    /// No server ran: nobody is charged for it.
    pub fn outage(&mut self, outage: Outage) {
        let Outage { stopped, resumed } = outage;
        match &mut self.life {
            Life::Deploying(Deploying { since, .. }) => {
                *since = not_charged(*since, stopped, resumed);
            }
            Life::InPlay(play) => play.clocks.not_charged(stopped, resumed),
            _ => {}
        }
    }

    /// The last event is durable at `now`. Where it began a turn, that counts from there, for the
    /// server's own work is charged to nobody; a word said in the turn moves nothing. Gives the time that
    /// is not charged, with which a play that is rebuilt says the same.
    pub fn announced(&mut self, now: i64) -> Option<Outage> {
        let Life::InPlay(play) = &mut self.life else { return None };
        if !self.turn_began || now <= self.at {
            return None;
        }
        play.clocks.announced(now);
        Some(Outage { stopped: self.at, resumed: now })
    }

    /// When the server must act next by itself, if nobody else does.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        let at_once = |what| Some(Due { at: self.at, what });
        match &self.life {
            Life::Deploying(state) if state.both().is_some() => at_once(What::Begin),
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

    /// The last moment at which something may still be received that is to be done before the
    /// time to deploy is over, or a flag falls. A ply has less, where it has less credit.
    #[must_use]
    pub fn time_is_up_at(&self) -> Option<i64> {
        match &self.life {
            Life::Deploying(state) => Some(state.since.saturating_add(self.terms.deployment)),
            Life::InPlay(play) => {
                play.clocks.falls_at().map(|at| at.saturating_add(self.terms.credit))
            }
            _ => None,
        }
    }

    /// The number of the event that this command made when it came before.
    ///
    /// # Errors
    /// [`Refusal::OtherCommand`] where it asked for something else then.
    pub(super) fn repeated(&self, by: Actor, key: CommandKey) -> Result<Option<u32>, Refusal> {
        match self.done.iter().find(|done| done.by == by && done.key.id == key.id) {
            Some(done) if done.key == key => Ok(Some(done.event)),
            Some(_) => Err(Refusal::OtherCommand),
            None => Ok(None),
        }
    }

    #[must_use]
    pub const fn id(&self) -> &PlayId {
        &self.id
    }

    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What the server committed itself to before the toss.
    #[must_use]
    pub const fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    /// How many events there are.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// When the last event was, in microseconds since 1970.
    #[must_use]
    pub const fn at(&self) -> i64 {
        self.at
    }

    #[must_use]
    pub const fn life(&self) -> &Life {
        &self.life
    }

    #[must_use]
    pub const fn state(&self) -> State {
        self.life.state()
    }

    /// The public half of the game, as far as it is played.
    #[must_use]
    pub const fn timeline(&self) -> &Timeline {
        self.life.timeline()
    }

    /// The clocks; `None` before play begins, and where it was stopped without a result.
    #[must_use]
    pub fn clocks(&self) -> Option<&Clocks> {
        let going_on = self.life.going_on().map(|play| &play.clocks);
        let course = || self.life.finished()?.course.as_ref();
        going_on.or_else(|| course().map(|course| &course.clocks))
    }

    /// Whose ply is awaited; `None` where none is.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        match &self.life {
            Life::InPlay(play) => Some(play.board.to_move()),
            _ => None,
        }
    }
}
