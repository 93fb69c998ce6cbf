//! Decides a command: an event, or one typed refusal.
//!
//! **Races with the flag.** A ply counts if it was received, less its credit, no later than the
//! moment the flag falls. The timer records the fall only [`GRACE`](super::GRACE) after the last
//! moment at which such a ply can have been received, and no command takes longer than that from
//! receipt to decision. Other commands count up to the same last moment.

use salpakan::rules::{Announcement, Color, Move, Outcome, Termination};

use super::command::Actor;
use super::life::{Deploying, InPlay, Kept, Life};
use super::{
    AbortCause, By, Command, Decision, Event, Fact, Footing, NoPly, Play, PlyCommand, PlyFact,
    Refusal, Seed, Step, What,
};
use crate::moment::Micros;
use salpakan::record::Timeline;
use salpakan::rules::ByColor;

impl Play {
    /// Decides a command at `now`. Changes nothing: [`Play::apply`] takes the event once it is
    /// durable. Returns one [`Refusal`], which depends on the public history and the actor only.
    pub fn decide(&self, command: &Command, now: Micros) -> Result<Decision, Refusal> {
        let now = now.max(self.at());
        let (key, fact) = match command {
            Command::Seat { sent, seat, command } => {
                let key = command.key(*sent);
                if let Some(event) = self.repeated(Actor::Seat(*seat), key)? {
                    return Ok(Decision::Repeated(event));
                }
                (Some(key), self.decide_player(*seat, *command, sent.received.min(now))?)
            }
            Command::Official { sent, account, command } => {
                let key = command.key(*sent);
                if let Some(event) = self.repeated(Actor::Official(*account), key)? {
                    return Ok(Decision::Repeated(event));
                }
                (Some(key), self.decide_official(*account, command, sent.received.min(now))?)
            }
            Command::Server(step) => (None, self.step(step, now)?),
        };
        Ok(Decision::Done(Event { at: now, command: key, fact }))
    }

    /// Decides a ply at `now`. `arbiter` is called only if the ply is otherwise allowed.
    /// Returns a [`Refusal`], the arbiter's own error, or a contradiction between arbiter and
    /// board.
    pub fn ply<E>(
        &self,
        command: &PlyCommand,
        now: Micros,
        arbiter: impl FnOnce(&Timeline, Move) -> Result<Announcement, E>,
    ) -> Result<Decision, NoPly<E>> {
        let now = now.max(self.at());
        let PlyCommand { sent, seat, ply, .. } = *command;
        let key = command.key();
        if let Some(event) = self.repeated(Actor::Seat(seat), key)? {
            return Ok(Decision::Repeated(event));
        }
        let play = self.running()?;
        let received = sent.received.min(now);
        let pressed = self.may_ply(play, command, received)?;
        let made = play.progress.judge(ply, arbiter)?;
        let (spent, credited, left) = (pressed.spent, pressed.credited, pressed.left);
        let ply = PlyFact { color: seat, made, spent, credited, left, received };
        Ok(Decision::Done(Event { at: now, command: Some(key), fact: Fact::Ply(ply) }))
    }

    /// The game, if its clocks run.
    pub(super) const fn running(&self) -> Result<&InPlay, Refusal> {
        match self.life() {
            Life::InPlay(play) => Ok(play),
            Life::Created(_) | Life::Deploying(_) => Err(Refusal::NotBegun),
            Life::Paused(_) => Err(Refusal::Paused),
            Life::Ended(_) | Life::Final(_) | Life::Revealed(_) => Err(Refusal::Over),
            Life::Aborted(_) => Err(Refusal::Aborted),
        }
    }

    fn may_ply(
        &self,
        play: &InPlay,
        command: &PlyCommand,
        received: Micros,
    ) -> Result<salpakan::clock::Pressed, Refusal> {
        let next = play.progress.len() + 1;
        if play.progress.to_move() != command.seat {
            return Err(Refusal::NotYourTurn);
        }
        if command.number != next {
            return Err(Refusal::OtherPly { next });
        }
        let credit = command.credit.clamp(0, self.terms().credit);
        play.clocks.clone().press(received.0, credit).map_err(|_| Refusal::TimeIsUp)
    }

    /// Returns `late` if something received then comes after the flag fell or the time to deploy
    /// ran out.
    pub(super) fn in_time(&self, received: Micros, late: Refusal) -> Result<(), Refusal> {
        match self.time_is_up_at() {
            Some(end) if received > end => Err(late),
            _ => Ok(()),
        }
    }

    fn step(&self, step: &Step, now: Micros) -> Result<Fact, Refusal> {
        match step {
            Step::Open => match self.life() {
                Life::Created(_) => Ok(Fact::Opened),
                Life::Deploying(_) => Err(Refusal::AlreadyOpen),
                _ => self.running().and(Err(Refusal::AlreadyBegun)),
            },
            Step::Begin { seed, footings } => self.begin(seed, footings),
            Step::Start => self.start(),
            Step::TimePassed => self.time_passed(now),
            Step::Record => self.record(),
            Step::Reveal => self.reveal(),
        }
    }

    fn begin(&self, seed: &Seed, footings: &ByColor<Footing>) -> Result<Fact, Refusal> {
        let nonces = self.deploying()?.both().ok_or(Refusal::NotBegun)?;
        if Some(&seed.commitment(self.id())) != self.commitment() {
            return Err(Refusal::OtherSeed);
        }
        let rules = self.terms().rules.salpakan().ok_or(Refusal::OtherGame)?;
        if !footings.iter().all(|(color, footing)| footing.fits(rules, color)) {
            return Err(Refusal::NoSuchDeployment);
        }
        let first = seed.first(self.id(), &nonces);
        Ok(Fact::Begun { first, seed: *seed, footings: *footings })
    }

    fn start(&self) -> Result<Fact, Refusal> {
        let ready = self.deploying()?.ready;
        match (self.hides_ranks(), ready.white && ready.black) {
            (true, _) => Err(Refusal::OtherGame),
            (false, true) => Ok(Fact::Started),
            (false, false) => Err(Refusal::NotBegun),
        }
    }

    /// The game, if its sides may deploy.
    fn deploying(&self) -> Result<&Deploying, Refusal> {
        match self.life() {
            Life::Deploying(state) => Ok(state),
            Life::Created(_) => Err(Refusal::NotOpen),
            _ => self.running().and(Err(Refusal::AlreadyBegun)),
        }
    }

    fn time_passed(&self, now: Micros) -> Result<Fact, Refusal> {
        let due = self.due().filter(|due| due.what == What::TimePassed && now >= due.at);
        match (due, self.life()) {
            (Some(_), Life::Deploying(state)) => Ok(self.deployment_over(state.ready)),
            (Some(due), Life::InPlay(play)) => {
                let outcome = Outcome::Win(play.progress.to_move().opponent());
                // Exactly the remaining time was used, however late the server notices.
                let elapsed = play.clocks.elapsed(due.at.0);
                let (termination, by) = (Termination::Time, By::System);
                Ok(Fact::Over { outcome, termination, by, elapsed })
            }
            _ => Err(Refusal::NotDue),
        }
    }

    /// A side that has not deployed in time loses a game of an event; a casual game is aborted.
    fn deployment_over(&self, ready: ByColor<bool>) -> Fact {
        let missing = |color: Color| {
            if self.terms().is_of_event() {
                let outcome = Outcome::Win(color.opponent());
                let (termination, by) = (Termination::Default, By::System);
                Fact::Over { outcome, termination, by, elapsed: 0 }
            } else {
                Fact::Aborted { cause: AbortCause::NotReady(color) }
            }
        };
        match (ready.white, ready.black) {
            (true, _) => missing(Color::Black),
            (false, true) => missing(Color::White),
            (false, false) => Fact::Aborted { cause: AbortCause::NobodyReady },
        }
    }

    fn record(&self) -> Result<Fact, Refusal> {
        let record = match self.life() {
            Life::Final(state) => state.record,
            Life::Revealed(state) => state.record,
            Life::Aborted(_) => return Err(Refusal::Aborted),
            _ => return Err(Refusal::NotFinal),
        };
        if record == Kept::Current { Err(Refusal::AlreadyRecorded) } else { Ok(Fact::Recorded) }
    }

    fn reveal(&self) -> Result<Fact, Refusal> {
        match self.life() {
            Life::Final(_) if !self.hides_ranks() => Err(Refusal::OtherGame),
            Life::Final(state) if state.record == Kept::Current => Ok(Fact::Revealed),
            Life::Final(_) => Err(Refusal::NotRecorded),
            Life::Revealed(_) => Err(Refusal::AlreadyRevealed),
            Life::Aborted(_) => Err(Refusal::Aborted),
            _ => Err(Refusal::NotFinal),
        }
    }
}
