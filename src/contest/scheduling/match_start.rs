//! Matches whose games are played here: when a game begins, and what follows where somebody does not come to it.

use super::super::{Contest, ContestError, ContestFact};
use super::agreement::scheduling_fact;
use super::due::{absence_clause, default_action, only_missing_side};
use super::{DueMatch, MAX_TIMESTAMP, SchedulingEvent, TableId};
use swiss::series::Side;

impl Contest {
    /// Whether the game that is open at a table is to be made by now: at the time that is fixed, unless the default rule
    /// has left the match to officials. Where players do not arrange their matches that is at once.
    pub fn is_start_due(&self, of: TableId, now: i64) -> bool {
        if self.match_window(of).is_none() {
            return true;
        }
        let is_left = self.match_schedule(of).is_some_and(|one| one.applied_default.is_some());
        !is_left && self.match_time(of).is_some_and(|time| time <= now)
    }

    /// Whether the game of an arranged match was made here, and neither the default rule has fired since nor officials
    /// have moved the match.
    pub fn has_match_started(&self, of: TableId) -> bool {
        self.match_schedule(of)
            .is_some_and(|one| one.game_started_at.is_some() && one.applied_default.is_none())
    }

    /// Whether a game that was made for a table is still meant.
    pub fn is_game_current(&self, of: TableId) -> bool {
        self.match_window(of).is_none() || self.has_match_started(of)
    }

    /// Matches that begin between two moments, with their times: what a game is made for.
    pub fn matches_starting(&self, from: i64, until: i64) -> Vec<(TableId, i64)> {
        let open = self.scheduled_matches().filter(|(of, meeting)| {
            !self.is_over && !meeting.is_over() && self.is_current_match(*of)
        });
        let timed = open.filter_map(|(of, _)| Some((of, self.match_time(of)?)));
        timed.filter(|(_, time)| (from..until).contains(time)).collect()
    }

    /// When a match begins for the first time after `now`.
    pub fn next_match_start(&self, now: i64) -> Option<i64> {
        self.matches_starting(now + 1, MAX_TIMESTAMP).into_iter().map(|(_, time)| time).min()
    }

    /// The game of a match is made at its time.
    ///
    /// # Errors
    /// [`ContestError`] where it is not its time, or the match is over.
    pub fn start_match(&self, of: TableId, now: i64) -> Result<Vec<ContestFact>, ContestError> {
        self.open_match(of)?;
        match (self.is_start_due(of, now), self.has_match_started(of)) {
            (false, _) => Err(ContestError::NoTimeAgreed),
            (true, true) => Ok(Vec::new()),
            (true, false) => Ok(vec![scheduling_fact(of, now, SchedulingEvent::GameStarted)]),
        }
    }

    /// The time to deploy in the first game is over, and those sides have deployed: the default rule fires as it does
    /// when the grace behind an agreed time is over.
    pub fn default_missed_start(
        &self,
        of: TableId,
        came: [bool; 2],
        now: i64,
    ) -> Result<Vec<ContestFact>, ContestError> {
        let open = self.open_match(of)?;
        let is_first = open.meeting.games.is_empty() && self.has_match_started(of);
        let Some(clause) = absence_clause(came).filter(|_| is_first) else {
            return Ok(Vec::new());
        };
        let said = open.schedule.map_or([None; 2], |one| one.checked_in_at);
        let is_new = |side: &Side| came[side.index()] && said[side.index()].is_none();
        let here = [Side::First, Side::Second].into_iter().filter(is_new);
        let mut facts: Vec<ContestFact> = here
            .map(|side| scheduling_fact(of, now, SchedulingEvent::CheckedIn { side }))
            .collect();
        let after = self.with_facts(&facts).map_err(|_| ContestError::NotFound)?;
        let what = after.limit_default_action(
            of,
            default_action(&open.window, clause, only_missing_side(came)),
        );
        facts.extend(after.execute_due(&[DueMatch { table: of, since: now, action: what }], now)?);
        Ok(facts)
    }
}
