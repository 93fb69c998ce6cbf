//! Actions that are due at a certain time: reminders and the forfeit rule. Both follow from the
//! facts and the time.

use swiss::series::{GameResult, Next, Side};

use super::super::meetings::MAX_DEFAULTED_GAMES;
use super::super::{CommandResult, Contest, ContestError, ContestFact, Meeting};
use super::agreement::scheduling_fact;
use super::{
    DefaultClause, DefaultConsequence, MatchSchedule, MatchWindow, Reminder, SchedulingEvent,
    TableId,
};
use crate::moment::{HOUR, Micros};

/// A due action of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueAction {
    /// Remind these sides.
    Remind { of: Reminder, sides: [bool; 2] },
    /// Apply the forfeit rule by this clause, with this result for each remaining game.
    ApplyDefault { clause: DefaultClause, result: Option<GameResult> },
}

/// Something that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueMatch {
    pub table: TableId,
    /// Since when.
    pub since: Micros,
    pub action: DueAction,
}

impl Contest {
    /// The actions due at `now`, by table. `up_since` is when the server started: a forfeit that
    /// became due while it was down waits for another grace period, since nobody could act
    /// meanwhile.
    pub fn due_matches(&self, now: Micros, up_since: Micros) -> Vec<DueMatch> {
        let mut due = Vec::new();
        for (of, window, arrangement) in self.pending_matches() {
            let (since, what) = next_default(&window, arrangement);
            let moment = if since < up_since { up_since + window.rule.grace() } else { since };
            if now >= moment {
                let what = what.map(|what| self.limit_default_action(of, what));
                due.extend(what.map(|what| DueMatch { table: of, since, action: what }));
                continue;
            }
            let reminder = next_reminder(&window, arrangement);
            let reminder = reminder.filter(|(since, _)| now >= *since);
            due.extend(reminder.map(|(since, what)| DueMatch { table: of, since, action: what }));
        }
        due
    }

    /// Leaves a series to officials if games that nobody attends would not end it.
    pub(super) fn limit_default_action(&self, of: TableId, what: DueAction) -> DueAction {
        let DueAction::ApplyDefault { clause, result: Some(result) } = what else { return what };
        let ends = self.default_remaining_games(of, result).len() < MAX_DEFAULTED_GAMES;
        DueAction::ApplyDefault { clause, result: Some(result).filter(|_| ends) }
    }

    /// When something is due next; `None` if nothing will be without another fact.
    pub fn next_due_at(&self) -> Option<Micros> {
        let moments = self.pending_matches().filter_map(|(_, window, arrangement)| {
            let (lapse, what) = next_default(&window, arrangement);
            let reminder = next_reminder(&window, arrangement).map(|(since, _)| since);
            what.map(|_| lapse).into_iter().chain(reminder).min()
        });
        moments.chain(self.next_arena_at()).chain(self.next_ladder_at()).min()
    }

    /// Matches to which the rule may still be applied: without results, reports, or an earlier
    /// application.
    fn pending_matches(
        &self,
    ) -> impl Iterator<Item = (TableId, MatchWindow, Option<&MatchSchedule>)> {
        let matches = self.scheduled_matches().filter(|_| !self.is_over);
        let open =
            matches.filter(|(of, meeting)| is_untouched(meeting) && self.is_current_match(*of));
        let with =
            open.filter_map(|(of, _)| Some((of, self.match_window(of)?, self.match_schedule(of))));
        // Once its game exists here, that game decides who is present.
        let waits =
            |one: &MatchSchedule| one.applied_default.is_none() && one.game_started_at.is_none();
        with.filter(move |(_, _, one)| one.is_none_or(waits))
    }

    /// Whether the right entrants sit at a table.
    pub(super) fn is_current_match(&self, of: TableId) -> bool {
        let Some(progress) = self.knockout_progress(of.stage) else { return true };
        self.published_meeting(of).is_some_and(|meeting| self.has_current_pair(&progress, meeting))
    }

    /// Carries out due actions: their facts.
    pub fn execute_due(&self, due: &[DueMatch], now: Micros) -> CommandResult {
        let (mut facts, mut after) = (Vec::new(), self.clone());
        for one in due {
            let of = one.table;
            let more = match one.action {
                DueAction::Remind { of: about, .. } => {
                    vec![scheduling_fact(of, now, SchedulingEvent::Reminded { about })]
                }
                DueAction::ApplyDefault { clause, result } => {
                    let applied = SchedulingEvent::DefaultApplied { clause, result };
                    let lost = result.map(|result| after.default_remaining_games(of, result));
                    let applied = scheduling_fact(of, now, applied);
                    std::iter::once(applied).chain(lost.into_iter().flatten()).collect()
                }
            };
            after.apply_facts(&more).map_err(|_| ContestError::NotFound)?;
            facts.extend(more);
        }
        self.with_updated_drafts(facts)
    }

    /// The facts that give all remaining games the same result.
    fn default_remaining_games(&self, of: TableId, result: GameResult) -> Vec<ContestFact> {
        let Some((meeting, series)) = self.published_meeting(of).zip(self.series_of(of.stage))
        else {
            return Vec::new();
        };
        let (mut games, mut facts) = (meeting.games.clone(), Vec::new());
        while games.len() < MAX_DEFAULTED_GAMES && matches!(series.next(&games), Next::Play { .. })
        {
            facts.push(ContestFact::result(of.game(games.len()), result));
            games.push(result);
        }
        facts
    }

    /// Matches waiting for officials: the rule left them, or their window is over.
    pub fn matches_awaiting_officials(&self, now: Micros) -> Vec<TableId> {
        let open = self.scheduled_matches().filter(|(of, meeting)| {
            !self.is_over && !meeting.is_over() && self.is_current_match(*of)
        });
        let waits = |of: TableId| {
            let arrangement = self.match_schedule(of);
            let is_left = arrangement.and_then(|one| one.applied_default).is_some();
            let is_over = self.match_window(of).is_some_and(|window| now >= window.until);
            is_left || (is_over && !self.has_match_started(of))
        };
        open.map(|(of, _)| of).filter(|of| waits(*of)).collect()
    }
}

/// Whether no game has a result or a report.
fn is_untouched(meeting: &Meeting) -> bool {
    !meeting.is_over() && meeting.games.is_empty() && meeting.reports == [None; 2]
}

/// When the rule applies, and by which clause; `None` if both are present.
fn next_default(
    window: &MatchWindow,
    arrangement: Option<&MatchSchedule>,
) -> (Micros, Option<DueAction>) {
    let fixed = arrangement.and_then(|one| one.fixed);
    let (moment, clause, absent) = match fixed {
        None => {
            let proposed = arrangement.map_or([false; 2], |one| one.has_proposed);
            let clause = match proposed {
                [true, true] => Some(DefaultClause::NotAgreed),
                [false, false] => Some(DefaultClause::BothSilent),
                _ => Some(DefaultClause::OneSilent),
            };
            (window.agree_by, clause, only_missing_side(proposed))
        }
        Some((time, _)) => {
            let here =
                arrangement.map_or([false; 2], |one| one.checked_in_at.map(|at| at.is_some()));
            (time + window.rule.grace(), absence_clause(here), only_missing_side(here))
        }
    };
    (moment, clause.map(|clause| default_action(window, clause, absent)))
}

/// The clause for these absences; `None` if both came.
pub(super) const fn absence_clause(here: [bool; 2]) -> Option<DefaultClause> {
    match here {
        [true, true] => None,
        [false, false] => Some(DefaultClause::BothAbsent),
        _ => Some(DefaultClause::OneAbsent),
    }
}

/// The consequence of a clause; `absent` is the only side that was silent or absent.
pub(super) const fn default_action(
    window: &MatchWindow,
    clause: DefaultClause,
    absent: Option<Side>,
) -> DueAction {
    let result = match (window.rule.consequence(clause), absent) {
        (DefaultConsequence::Officials, _) => None,
        (DefaultConsequence::LossByDefault, Some(absent)) => Some(GameResult::Default { absent }),
        (DefaultConsequence::LossByDefault, None) => Some(GameResult::BothAbsent),
    };
    DueAction::ApplyDefault { clause, result }
}

/// The only side that did not.
pub(super) const fn only_missing_side(did: [bool; 2]) -> Option<Side> {
    match did {
        [true, false] => Some(Side::Second),
        [false, true] => Some(Side::First),
        _ => None,
    }
}

/// The next reminder of a match.
fn next_reminder(
    window: &MatchWindow,
    arrangement: Option<&MatchSchedule>,
) -> Option<(Micros, DueAction)> {
    let before = i64::from(window.rule.remind_hours) * HOUR;
    if before == 0 {
        return None;
    }
    match arrangement.and_then(|one| one.fixed) {
        None => {
            let proposed = arrangement.map_or([false; 2], |one| one.has_proposed);
            let was_reminded = arrangement.is_some_and(|one| one.was_reminded);
            // A side that has proposed and waits for the other needs no reminder.
            let sides =
                if proposed[0] == proposed[1] { [true; 2] } else { proposed.map(|did| !did) };
            let moment = (window.agree_by - before).max(window.from);
            (!was_reminded).then_some((moment, DueAction::Remind { of: Reminder::ToAgree, sides }))
        }
        Some((time, _)) => {
            let is_known = |one: &MatchSchedule| {
                one.reminded_of == Some(time) || one.checked_in_at.iter().all(Option::is_some)
            };
            let was_reminded = arrangement.is_some_and(is_known);
            let what = DueAction::Remind { of: Reminder::Start, sides: [true; 2] };
            (!was_reminded).then_some((time - before, what))
        }
    }
}
