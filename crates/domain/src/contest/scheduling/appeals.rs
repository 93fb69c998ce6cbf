//! Appeals against a forfeit, and the officials' rulings.

use swiss::series::GameResult;

use super::super::{CommandResult, Contest, ContestError, ContestFact, EntrantId, MAX_REASON_LEN};
use super::agreement::{scheduling_fact, single_line};
use super::{AppliedDefault, SchedulingEvent, TableId};
use crate::moment::{HOUR, Micros};

/// Maximum length of an appeal, in characters.
pub const MAX_APPEAL_LEN: usize = 1_000;

/// A ruling on a match to which the forfeit rule was applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultRuling {
    /// The rule's result stands.
    Uphold,
    /// This result replaces it, in the first game if there are several.
    Replace(GameResult),
    /// The players agree on a new time within this many days.
    Reschedule { days: u32 },
}

impl Contest {
    fn applied_default(&self, of: TableId) -> Result<AppliedDefault, ContestError> {
        self.ensure_running()?;
        self.published_meeting(of).ok_or(ContestError::NotFound)?;
        let lapse = self.match_schedule(of).and_then(|one| one.applied_default);
        lapse.ok_or(ContestError::DefaultNotApplied)
    }

    /// Appeals for one of the two players, once, within the period for appeals.
    pub fn appeal(&self, of: TableId, who: EntrantId, words: &str, now: Micros) -> CommandResult {
        let lapse = self.applied_default(of)?;
        let side = self.published_meeting(of).and_then(|meeting| meeting.side_of(who));
        let side = side.ok_or(ContestError::NotAtThisTable)?;
        let window = self.match_window(of).ok_or(ContestError::NotScheduledByPlayers)?;
        let arrangement = self.match_schedule(of).ok_or(ContestError::NotScheduledByPlayers)?;
        if arrangement.has_ruling {
            return Err(ContestError::AlreadyRuled);
        }
        if now >= lapse.at + i64::from(window.rule.appeal_hours) * HOUR {
            return Err(ContestError::TooLate);
        }
        if arrangement.appealed[side.index()] {
            return Err(ContestError::AlreadyAppealed);
        }
        let words = single_line(words, MAX_APPEAL_LEN)?;
        if words.is_empty() {
            return Err(ContestError::ReasonMissing);
        }
        Ok(vec![scheduling_fact(of, now, SchedulingEvent::Appealed { side, reason: words })])
    }

    /// Rules on a forfeit, whether or not anybody has appealed.
    pub fn rule_on_default(
        &self,
        of: TableId,
        ruling: DefaultRuling,
        words: &str,
        now: Micros,
    ) -> CommandResult {
        let lapse = self.applied_default(of)?;
        if self.match_schedule(of).is_some_and(|one| one.has_ruling) {
            return Err(ContestError::AlreadyRuled);
        }
        let words = single_line(words, MAX_REASON_LEN)?;
        if words.is_empty() {
            return Err(ContestError::ReasonMissing);
        }
        let granted = ruling != DefaultRuling::Uphold;
        let why = words.clone();
        let mut facts =
            vec![scheduling_fact(of, now, SchedulingEvent::Ruled { granted, reason: words })];
        match ruling {
            DefaultRuling::Uphold if lapse.result.is_none() => {
                return Err(ContestError::DefaultNotApplied);
            }
            DefaultRuling::Uphold => return Ok(facts),
            DefaultRuling::Replace(result) => {
                facts.extend(self.revert_default_results(of, lapse, &why)?);
                facts.push(ContestFact::ResultEntered {
                    spot: of.game(0),
                    result: Some(result),
                    reason: why,
                });
            }
            DefaultRuling::Reschedule { days } => {
                facts.extend(self.revert_default_results(of, lapse, &why)?);
                let after = self.with_facts(&facts).map_err(|_| ContestError::GameNotOpen)?;
                facts.extend(after.open_window(of.round_id(), Some(of.table), days, now)?);
            }
        }
        let after = self.with_facts(&facts).map_err(|_| ContestError::GameNotOpen)?;
        if after.has_overturned_results(of.stage) {
            return Err(ContestError::LaterRoundExists);
        }
        self.with_updated_drafts(facts)
    }

    /// Removes the results of the rule, the last one first.
    fn revert_default_results(
        &self,
        of: TableId,
        lapse: AppliedDefault,
        why: &str,
    ) -> CommandResult {
        let meeting = self.published_meeting(of).ok_or(ContestError::NotFound)?;
        let is_of_rule = |game: &GameResult| lapse.result == Some(*game);
        // Results that officials have entered since are not the rule's.
        if !meeting.games.iter().all(is_of_rule) {
            return Err(ContestError::ResultConflict(meeting.games.first().copied()));
        }
        let gone = |game| ContestFact::ResultEntered {
            spot: of.game(game),
            result: None,
            reason: why.to_owned(),
        };
        Ok((0..meeting.games.len()).rev().map(gone).collect())
    }
}
