//! Decides officials' commands. Whether the official has the permission is decided elsewhere.

use salpakan::rules::{Outcome, Termination};

use super::life::{End, Finished, InPlay, Life};
use super::{AbortCause, By, Fact, OfficialCommand, Play, Reason, Refusal, Rule, Ruling};
use crate::moment::Micros;

impl Play {
    /// The event that a command received at `received` leads to.
    pub(super) fn decide_official(
        &self,
        account: u32,
        command: &OfficialCommand,
        received: Micros,
    ) -> Result<Fact, Refusal> {
        let (rule, reason) = match command {
            OfficialCommand::Confirm => return self.confirm(account),
            OfficialCommand::Rule(rule, reason) => (*rule, reason),
        };
        let ruling = Ruling { account, reason: Reason::clone(reason) };
        match rule {
            Rule::Annul => self.annul(ruling),
            Rule::Default { loser } => {
                self.may_default(received)?;
                let (outcome, termination) = (Outcome::Win(loser.opponent()), Termination::Default);
                let elapsed = self.elapsed(received);
                Ok(Fact::Over { outcome, termination, by: By::Official(ruling), elapsed })
            }
            Rule::Correct { outcome, termination } => {
                self.may_correct(End { outcome, termination })?;
                Ok(Fact::Corrected { outcome, termination, ruling })
            }
            Rule::Reinstate => self.reinstate(ruling),
            Rule::Pause => {
                let play = self.running()?;
                self.in_time(received, Refusal::TimeIsUp)?;
                let elapsed = play.clocks.elapsed(received.0);
                Ok(Fact::Paused { by: By::Official(ruling), elapsed })
            }
            Rule::Resume => match self.life() {
                Life::Paused(_) => Ok(Fact::Resumed { by: By::Official(ruling) }),
                _ => self.running().and(Err(Refusal::NotPaused)),
            },
            Rule::AddTime { to, amount } => {
                let play = self.going_on(received)?;
                self.may_add(play, to, amount, received)?;
                Ok(Fact::TimeAdded { to, amount, by: By::Official(ruling) })
            }
            Rule::Adjudicate { outcome } => {
                let play = self.going_on(received)?;
                let termination = Termination::Adjudication;
                let elapsed = play.clocks.elapsed(received.0);
                Ok(Fact::Over { outcome, termination, by: By::Official(ruling), elapsed })
            }
        }
    }

    /// The game in progress, running or paused, if no flag has fallen.
    fn going_on(&self, received: Micros) -> Result<&InPlay, Refusal> {
        match self.life().going_on() {
            Some(play) => self.in_time(received, Refusal::TimeIsUp).map(|()| play),
            None => self.running(),
        }
    }

    fn elapsed(&self, received: Micros) -> i64 {
        self.life().going_on().map_or(0, |play| play.clocks.elapsed(received.0))
    }

    fn confirm(&self, account: u32) -> Result<Fact, Refusal> {
        let is_ended = matches!(self.life(), Life::Ended(_));
        if is_ended { Ok(Fact::Confirmed { account }) } else { Err(self.not_ended()) }
    }

    /// Why there is no result that awaits confirmation.
    const fn not_ended(&self) -> Refusal {
        match self.life() {
            Life::Final(_) | Life::Revealed(_) => Refusal::AlreadyFinal,
            Life::Aborted(_) => Refusal::Aborted,
            _ => Refusal::NotOver,
        }
    }

    /// A final result stands, but can be corrected.
    fn annul(&self, ruling: Ruling) -> Result<Fact, Refusal> {
        match self.life() {
            Life::Final(_) | Life::Revealed(_) => Err(Refusal::AlreadyFinal),
            Life::Aborted(_) => Err(Refusal::Aborted),
            _ => Ok(Fact::Aborted { cause: AbortCause::Annulled(ruling) }),
        }
    }

    fn may_default(&self, received: Micros) -> Result<(), Refusal> {
        if matches!(self.life(), Life::Created(_) | Life::Deploying(_)) {
            return Ok(());
        }
        let play = self.going_on(received)?;
        if play.progress.is_empty() { Ok(()) } else { Err(Refusal::PlyMade) }
    }

    /// An end by a rule on the board stays, and so does a game that never began or is final.
    fn reinstate(&self, ruling: Ruling) -> Result<Fact, Refusal> {
        match self.life() {
            Life::Ended(state) if state.game.progress.ending().is_some() => {
                Err(Refusal::EndedByRule)
            }
            Life::Ended(state) if state.game.course.is_none() => Err(Refusal::NotBegun),
            Life::Ended(_) => Ok(Fact::Reinstated { ruling }),
            _ => Err(self.not_ended()),
        }
    }

    fn may_correct(&self, end: End) -> Result<(), Refusal> {
        let game = match (self.life().finished(), self.life()) {
            (Some(game), _) => game,
            (None, Life::Aborted(_)) => return Err(Refusal::Aborted),
            (None, _) => return Err(Refusal::NotOver),
        };
        if game.progress.ending().is_some() {
            Err(Refusal::EndedByRule)
        } else if end == game.end {
            Err(Refusal::SameResult)
        } else if Finished::fits(&game.progress, end) {
            Ok(())
        } else {
            Err(Refusal::NoSuchResult)
        }
    }
}
