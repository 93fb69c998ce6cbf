//! The end of an event, and its cancellation.

use super::{CommandResult, Contest, ContestError, ContestFact, MAX_REASON_LEN};

impl Contest {
    /// Refuses changes of an event that is over or cancelled.
    pub fn ensure_running(&self) -> Result<(), ContestError> {
        match (&self.cancelled, self.is_over) {
            (Some(_), _) => Err(ContestError::EventCancelled),
            (None, true) => Err(ContestError::EventOver),
            (None, false) => Ok(()),
        }
    }

    /// Whether the event was played to its end. Only then are closed ranks revealed by themselves: officials cannot
    /// reveal them early by cancelling.
    pub const fn has_ended(&self) -> bool {
        self.is_over && self.cancelled.is_none()
    }

    /// Ends or reopens the event; a cancelled one takes place after all.
    pub fn set_ended(&self, over: bool) -> CommandResult {
        if over && self.cancelled.is_some() {
            return Err(ContestError::EventCancelled);
        }
        if over == self.is_over {
            return Ok(Vec::new());
        }
        let is_played = (0..self.stages.len()).all(|stage| self.is_stage_over(stage));
        if over && !is_played {
            return Err(ContestError::GamesLeft);
        }
        Ok(vec![ContestFact::EventEndedSet { over }])
    }

    /// Cancels the event, with the reason if it is given; of a cancelled one the reason is corrected.
    pub fn cancel(&self, reason: &str) -> CommandResult {
        let reason = reason.trim();
        if reason.chars().nth(MAX_REASON_LEN).is_some() || reason.contains(char::is_control) {
            return Err(ContestError::InvalidCancellation);
        }
        match &self.cancelled {
            Some(known) if known == reason => Ok(Vec::new()),
            None if self.is_over => Err(ContestError::EventOver),
            _ => Ok(vec![ContestFact::EventCancelled { reason: reason.to_owned() }]),
        }
    }

    /// Whether the event is not over, or cancelled already.
    pub(super) fn can_be_cancelled(&self) -> bool {
        !self.has_ended()
    }

    pub(super) fn apply_end(&mut self, over: bool) {
        self.is_over = over;
        self.cancelled = None;
    }

    pub(super) fn apply_cancellation(&mut self, reason: &str) {
        self.is_over = true;
        self.cancelled = Some(reason.to_owned());
        // Ranks are revealed with its round, so an arena stays ended if the event takes place after all.
        for state in &mut self.stages {
            state.rounds.iter_mut().for_each(|round| round.growing = false);
            state.arena.rematch = None;
        }
    }
}
