//! Matches whose games are played here: when a game begins, and what follows where somebody does not come to it.

use super::super::{Contest, Fact, Refusal};
use super::agreeing::told;
use super::due::{clause_of_absence, lapse, missing};
use super::{Arranging, Due, LAST_MOMENT, TableId};
use swiss::series::Side;

impl Contest {
    /// Whether the game that is open at a table is to be made by now: at the time that is fixed, unless the default rule
    /// has left the match to officials. Where players do not arrange their matches that is at once.
    #[must_use]
    pub fn is_time(&self, of: TableId, now: i64) -> bool {
        if self.window_of(of).is_none() {
            return true;
        }
        let is_left = self.arrangement(of).is_some_and(|one| one.lapsed.is_some());
        !is_left && self.time_of(of).is_some_and(|time| time <= now)
    }

    /// Whether the game of an arranged match was made here, and neither the default rule has fired since nor officials
    /// have moved the match.
    #[must_use]
    pub fn has_started(&self, of: TableId) -> bool {
        self.arrangement(of).is_some_and(|one| one.started.is_some() && one.lapsed.is_none())
    }

    /// Whether a game that was made for a table is still meant.
    #[must_use]
    pub fn is_game_meant(&self, of: TableId) -> bool {
        self.window_of(of).is_none() || self.has_started(of)
    }

    /// Matches that begin between two moments, with their times: what a game is made for.
    #[must_use]
    pub fn starting(&self, from: i64, until: i64) -> Vec<(TableId, i64)> {
        let open = self
            .arranged_matches()
            .filter(|(of, meeting)| !self.is_over && !meeting.is_over() && self.is_current(*of));
        let timed = open.filter_map(|(of, _)| Some((of, self.time_of(of)?)));
        timed.filter(|(_, time)| (from..until).contains(time)).collect()
    }

    /// When a match begins for the first time after `now`.
    #[must_use]
    pub fn next_start(&self, now: i64) -> Option<i64> {
        self.starting(now + 1, LAST_MOMENT).into_iter().map(|(_, time)| time).min()
    }

    /// The game of a match is made at its time.
    ///
    /// # Errors
    /// [`Refusal`] where it is not its time, or the match is over.
    pub fn start(&self, of: TableId, now: i64) -> Result<Vec<Fact>, Refusal> {
        self.open_match(of)?;
        match (self.is_time(of, now), self.has_started(of)) {
            (false, _) => Err(Refusal::NoTime),
            (true, true) => Ok(Vec::new()),
            (true, false) => Ok(vec![told(of, now, Arranging::Started)]),
        }
    }

    /// The time to deploy in the first game is over, and those sides have deployed: the default rule fires as it does
    /// when the grace behind an agreed time is over.
    ///
    /// # Errors
    /// [`Refusal`] where the match is over.
    pub fn miss_start(&self, of: TableId, came: [bool; 2], now: i64) -> Result<Vec<Fact>, Refusal> {
        let open = self.open_match(of)?;
        let is_first = open.meeting.games.is_empty() && self.has_started(of);
        let Some(clause) = clause_of_absence(came).filter(|_| is_first) else {
            return Ok(Vec::new());
        };
        let said = open.arrangement.map_or([None; 2], |one| one.here);
        let is_new = |side: &Side| came[side.index()] && said[side.index()].is_none();
        let here = [Side::First, Side::Second].into_iter().filter(is_new);
        let mut facts: Vec<Fact> = here.map(|side| told(of, now, Arranging::Here(side))).collect();
        let after = self.with(&facts).map_err(|_| Refusal::NoSuchSpot)?;
        let what = after.as_it_can_be(of, lapse(&open.window, clause, missing(came)));
        facts.extend(after.do_due(&[Due { of, since: now, what }], now)?);
        Ok(facts)
    }
}
