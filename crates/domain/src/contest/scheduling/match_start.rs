//! Matches whose games are played here: when a game starts, and the consequences if a player does not appear.

use super::super::{CommandResult, Contest, ContestError, ContestFact};
use super::agreement::scheduling_fact;
use super::due::{absence_clause, default_action, only_missing_side};
use super::{DueMatch, MAX_TIMESTAMP, SchedulingEvent, TableId};
use crate::moment::Micros;
use swiss::series::Side;

impl Contest {
    /// Whether the open game at a table is due: at the fixed time, unless the forfeit rule left the
    /// match to officials; immediately if players do not arrange their matches.
    pub fn is_start_due(&self, of: TableId, now: Micros) -> bool {
        if self.match_window(of).is_none() {
            return true;
        }
        let is_left = self.match_schedule(of).is_some_and(|one| one.applied_default.is_some());
        !is_left && self.match_time(of).is_some_and(|time| time <= now)
    }

    /// Whether the game of an arranged match exists, and since then neither the forfeit rule was
    /// applied nor officials moved the match.
    pub fn has_match_started(&self, of: TableId) -> bool {
        self.match_schedule(of)
            .is_some_and(|one| one.game_started_at.is_some() && one.applied_default.is_none())
    }

    /// Whether a game made for a table is still current.
    pub fn is_game_current(&self, of: TableId) -> bool {
        self.match_window(of).is_none() || self.has_match_started(of)
    }

    /// Matches that start between two times, with their times.
    pub fn matches_starting(&self, from: Micros, until: Micros) -> Vec<(TableId, Micros)> {
        let open = self.scheduled_matches().filter(|(of, meeting)| {
            !self.is_over && !meeting.is_over() && self.is_current_match(*of)
        });
        let timed = open.filter_map(|(of, _)| Some((of, self.match_time(of)?)));
        timed.filter(|(_, time)| (from..until).contains(time)).collect()
    }

    /// The next start of a match after `now`.
    pub fn next_match_start(&self, now: Micros) -> Option<Micros> {
        self.matches_starting(now + 1, MAX_TIMESTAMP).into_iter().map(|(_, time)| time).min()
    }

    /// Starts the game of a match at its time.
    pub fn start_match(&self, of: TableId, now: Micros) -> CommandResult {
        self.open_match(of)?;
        match (self.is_start_due(of, now), self.has_match_started(of)) {
            (false, _) => Err(ContestError::NoTimeAgreed),
            (true, true) => Ok(Vec::new()),
            (true, false) => Ok(vec![scheduling_fact(of, now, SchedulingEvent::GameStarted)]),
        }
    }

    /// Applies the forfeit rule when the time to deploy in the first game is over, for the sides
    /// that have deployed, as after the grace period of an agreed time.
    pub fn default_missed_start(&self, of: TableId, came: [bool; 2], now: Micros) -> CommandResult {
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
