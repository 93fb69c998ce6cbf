//! Folds scheduling events to the state of each match.

use super::super::{Contest, Meeting, RoundId};
use super::{
    AppliedDefault, MAX_PROPOSALS, MAX_TIMESTAMP, MatchSchedule, MatchWindow, RoundSchedule,
    ScheduleLogEntry, SchedulingEvent, TableId,
};
use crate::moment::Micros;

impl MatchSchedule {
    fn apply(&mut self, at: Micros, told: &SchedulingEvent) {
        match told {
            SchedulingEvent::TimesProposed { side, proposals: times } => {
                let own = &mut self.proposals[side.index()];
                own.extend(times);
                own.sort_unstable();
                own.dedup();
                self.has_proposed[side.index()] |= !times.is_empty();
            }
            SchedulingEvent::ProposalsWithdrawn { side, proposals: times } => {
                let own = &mut self.proposals[side.index()];
                own.retain(|time| !times.contains(time));
                self.has_proposed[side.index()] = !own.is_empty();
            }
            SchedulingEvent::TimeFixed { time, by, .. } => {
                // Earlier proposals no longer count; moving the match takes new ones.
                self.proposals = [Vec::new(), Vec::new()];
                self.fixed = time.map(|time| (time, *by));
                if time.is_none() {
                    self.has_proposed = [false; 2];
                }
                self.checked_in_at = [None; 2];
                self.game_started_at = None;
                self.applied_default = self.applied_default.filter(|lapse| lapse.result.is_some());
            }
            SchedulingEvent::CheckedIn { side } => {
                self.checked_in_at[side.index()].get_or_insert(at);
            }
            SchedulingEvent::GameStarted => {
                self.game_started_at.get_or_insert(at);
            }
            SchedulingEvent::Reminded { about: super::Reminder::ToAgree } => {
                self.was_reminded = true
            }
            SchedulingEvent::Reminded { about: super::Reminder::Start } => {
                self.reminded_of = self.fixed.map(|(time, _)| time);
            }
            SchedulingEvent::DefaultApplied { clause, result } => {
                self.applied_default =
                    Some(AppliedDefault { at, clause: *clause, result: *result });
                self.appealed = [false; 2];
                self.has_ruling = false;
            }
            SchedulingEvent::Appealed { side, .. } => self.appealed[side.index()] = true,
            SchedulingEvent::Ruled { .. } => self.has_ruling = true,
        }
        self.log.push((at, ScheduleLogEntry::Event(told.clone())));
    }

    /// Starts over in a window of its own; the history stays.
    fn reset(&mut self, window: MatchWindow) {
        let mut log = std::mem::take(&mut self.log);
        log.push((window.from, ScheduleLogEntry::Window(window)));
        *self = MatchSchedule { window: Some(window), log, ..MatchSchedule::default() };
    }
}

impl RoundSchedule {
    /// Opens or moves the round's window.
    fn open_window(&mut self, window: MatchWindow) {
        self.window = Some(window);
        self.windows.push(window);
        for table in self.tables.values_mut().filter(|table| table.window.is_none()) {
            table.was_reminded = false;
        }
    }
}

impl Contest {
    /// Opens the window of a round or of one match.
    pub(in crate::contest) fn apply_window(
        &mut self,
        at: RoundId,
        table: Option<usize>,
        window: MatchWindow,
    ) -> Option<()> {
        let times = &mut self.round_mut(at)?.schedule;
        match table {
            None => times.open_window(window),
            Some(table) => times.tables.entry(table).or_default().reset(window),
        }
        Some(())
    }

    pub(in crate::contest) fn apply_scheduling_event(
        &mut self,
        of: TableId,
        at: Micros,
        told: &SchedulingEvent,
    ) -> Option<()> {
        let times = &mut self.round_mut(of.round_id())?.schedule;
        times.tables.entry(of.table).or_default().apply(at, told);
        Some(())
    }

    /// Whether a window is valid for a round or one of its matches.
    pub(in crate::contest) fn is_valid_window(
        &self,
        at: RoundId,
        table: Option<usize>,
        window: &MatchWindow,
    ) -> bool {
        let round = self.round(at);
        let is_there = |table: usize| round.is_some_and(|round| table < round.meetings.len());
        let MatchWindow { from, agree_by, until, .. } = *window;
        let in_order =
            Micros(0) <= from && from <= agree_by && agree_by <= until && until <= MAX_TIMESTAMP;
        in_order && round.is_some_and(|round| round.published) && table.is_none_or(is_there)
    }

    /// Whether a scheduling event is valid: the match has a window, and no list grows without
    /// bounds.
    pub(in crate::contest) fn is_valid_scheduling_event(
        &self,
        of: TableId,
        at: Micros,
        told: &SchedulingEvent,
    ) -> bool {
        let Some(arrangement) = self.match_window(of).map(|_| self.match_schedule(of)) else {
            return false;
        };
        let in_range = |time: &Micros| (Micros(0)..=MAX_TIMESTAMP).contains(time);
        let fits = match told {
            SchedulingEvent::TimesProposed { side, proposals: times } => {
                let open = arrangement.map_or(0, |one| one.proposals[side.index()].len());
                open + times.len() <= 2 * MAX_PROPOSALS && times.iter().all(in_range)
            }
            SchedulingEvent::TimeFixed { time, .. } => time.as_ref().is_none_or(in_range),
            _ => true,
        };
        fits && in_range(&at)
    }

    /// The schedule of a match; `None` without any event.
    pub fn match_schedule(&self, of: TableId) -> Option<&MatchSchedule> {
        self.round(of.round_id())?.schedule.tables.get(&of.table)
    }

    /// The window of a match; `None` if its players do not arrange it.
    pub fn match_window(&self, of: TableId) -> Option<MatchWindow> {
        self.published_meeting(of)?;
        let own = self.match_schedule(of).and_then(|one| one.window);
        own.or(self.round(of.round_id())?.schedule.window)
    }

    pub fn match_time(&self, of: TableId) -> Option<Micros> {
        self.match_schedule(of)?.fixed.map(|(time, _)| time)
    }

    /// Matches with a window, in order.
    pub fn scheduled_matches(&self) -> impl Iterator<Item = (TableId, &Meeting)> {
        self.published_tables().filter(|(of, _)| self.match_window(*of).is_some())
    }
}
