//! Opens windows, takes proposals, fixes times, and checks players in.

use swiss::series::Side;

use super::super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, MAX_REASON_LEN, Meeting, RoundId,
};
use super::{FixedBy, MAX_WINDOW_DAYS, MatchSchedule, MatchWindow, SchedulingEvent, TableId};
use crate::moment::{DAY, HOUR, MINUTE, Micros};

/// Maximum number of open proposals of one side.
pub const MAX_PROPOSALS: usize = 20;
/// How long before the match players can check in.
pub const EARLIEST_CHECK_IN: i64 = HOUR;
/// Officials set no time later than this from now.
const MAX_FIX_AHEAD: i64 = 366 * DAY;

/// A match whose time is still open.
pub(super) struct OpenMatch<'a> {
    pub meeting: &'a Meeting,
    pub window: MatchWindow,
    pub schedule: Option<&'a MatchSchedule>,
}

impl OpenMatch<'_> {
    fn fixed(&self) -> Option<(Micros, FixedBy)> {
        self.schedule?.fixed
    }

    /// Whether the forfeit rule has left it to officials.
    fn waits_for_officials(&self) -> bool {
        let lapse = self.schedule.and_then(|one| one.applied_default);
        lapse.is_some_and(|lapse| lapse.result.is_none())
    }

    /// The deadline for agreeing.
    fn closes_at(&self) -> Micros {
        match self.fixed() {
            Some((time, _)) => time,
            None if self.waits_for_officials() => self.window.until,
            None => self.window.agree_by,
        }
    }

    fn proposals(&self, side: Side) -> &[Micros] {
        self.schedule.map_or(&[], |one| &one.proposals[side.index()])
    }
}

pub(super) fn scheduling_fact(of: TableId, at: Micros, what: SchedulingEvent) -> ContestFact {
    ContestFact::MatchScheduling { table: of, at, event: what }
}

impl Contest {
    /// A match without any result or report.
    pub(super) fn open_match(&self, of: TableId) -> Result<OpenMatch<'_>, ContestError> {
        self.ensure_running()?;
        let meeting = self.meeting_at(of.game(0))?;
        let window = self.match_window(of).ok_or(ContestError::NotScheduledByPlayers)?;
        if meeting.is_over() {
            return Err(ContestError::AlreadyDecided);
        }
        let progress = self.knockout_progress(of.stage);
        if progress.is_some_and(|progress| !self.has_current_pair(&progress, meeting)) {
            return Err(ContestError::PairingChanged);
        }
        Ok(OpenMatch { meeting, window, schedule: self.match_schedule(of) })
    }

    /// Publishes a draft; if players arrange their matches, its window opens.
    pub fn publish_round_at(&self, at: RoundId, now: Micros) -> CommandResult {
        let RoundId { stage, round } = at;
        let mut facts = self.publish_round(at)?;
        let window = self.settings.scheduling.as_ref().map(|arranged| arranged.window_from(now));
        let opened = |window| ContestFact::WindowOpened { stage, round, table: None, window };
        facts.extend(window.map(opened));
        Ok(facts)
    }

    /// Opens the window of a published round, or a new one of this many days for it or one of its
    /// matches. The match starts over: what was agreed on no longer holds.
    pub fn open_window(
        &self,
        at: RoundId,
        table: Option<usize>,
        days: u32,
        now: Micros,
    ) -> CommandResult {
        self.ensure_running()?;
        let arranged =
            self.scheduling_rules(at.stage).ok_or(ContestError::NotScheduledByPlayers)?;
        if !(1..=MAX_WINDOW_DAYS).contains(&days) {
            return Err(ContestError::InvalidTime);
        }
        let RoundId { stage, round } = at;
        let known = self.round(at).ok_or(ContestError::NotFound)?;
        if !known.published {
            return Err(ContestError::NotPublished);
        }
        if let Some(table) = table {
            let meeting = known.meetings.get(table).ok_or(ContestError::NotFound)?;
            if meeting.is_over() {
                return Err(ContestError::AlreadyDecided);
            }
        }
        let window = arranged.window_of_days(days, now);
        Ok(vec![ContestFact::WindowOpened { stage, round, table, window }])
    }

    /// Proposes times for a player. A time that both propose fixes the match; of several the
    /// earliest.
    pub fn propose_times(
        &self,
        of: TableId,
        who: EntrantId,
        times: &[Micros],
        now: Micros,
    ) -> CommandResult {
        let open = self.open_match(of)?;
        let side = open.meeting.side_of(who).ok_or(ContestError::NotAtThisTable)?;
        check_agreement_open(&open, now)?;
        let fits =
            |time: &Micros| time.0 % MINUTE == 0 && (now + 1..=open.window.until).contains(time);
        if times.is_empty() || !times.iter().all(fits) {
            return Err(ContestError::InvalidTime);
        }
        let is_new = |time: &Micros| {
            !open.proposals(side).contains(time)
                && open.fixed().is_none_or(|(fixed, _)| fixed != *time)
        };
        let mut new: Vec<Micros> = times.iter().copied().filter(is_new).collect();
        new.sort_unstable();
        new.dedup();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        if open.proposals(side).len() + new.len() > MAX_PROPOSALS {
            return Err(ContestError::TooManyProposals);
        }
        let others = open.proposals(side.other());
        let equal = new.iter().copied().find(|time| others.contains(time));
        let mut facts =
            vec![scheduling_fact(of, now, SchedulingEvent::TimesProposed { side, proposals: new })];
        let fixed = |time| {
            let (time, why) = (Some(time), String::new());
            scheduling_fact(of, now, SchedulingEvent::TimeFixed { time, by: FixedBy::Players, why })
        };
        facts.extend(equal.map(fixed));
        Ok(facts)
    }

    /// Withdraws a player's proposals; unknown ones are ignored.
    pub fn withdraw_proposals(
        &self,
        of: TableId,
        who: EntrantId,
        times: &[Micros],
        now: Micros,
    ) -> CommandResult {
        let open = self.open_match(of)?;
        let side = open.meeting.side_of(who).ok_or(ContestError::NotAtThisTable)?;
        check_agreement_open(&open, now)?;
        let is_own = |time: &Micros| times.contains(time);
        let own: Vec<Micros> = open.proposals(side).iter().copied().filter(is_own).collect();
        if own.is_empty() {
            return Ok(Vec::new());
        }
        let withdrawn = SchedulingEvent::ProposalsWithdrawn { side, proposals: own };
        Ok(vec![scheduling_fact(of, now, withdrawn)])
    }

    /// Sets the time of a match for the officials, whatever its window is, or has it agreed on
    /// again.
    pub fn fix_time(
        &self,
        of: TableId,
        time: Option<Micros>,
        why: &str,
        now: Micros,
    ) -> CommandResult {
        let open = self.open_match(of)?;
        let fits = |time: Micros| time.0 % MINUTE == 0 && now < time && time <= now + MAX_FIX_AHEAD;
        if !time.is_none_or(fits) {
            return Err(ContestError::InvalidTime);
        }
        // After the deadline nothing can be agreed on without a new window.
        if time.is_none() && now >= open.window.agree_by {
            return Err(ContestError::TooLate);
        }
        if open.fixed() == time.map(|time| (time, FixedBy::Official)) {
            return Ok(Vec::new());
        }
        let why = single_line(why, MAX_REASON_LEN)?;
        if why.is_empty() {
            return Err(ContestError::ReasonMissing);
        }
        let fixed = SchedulingEvent::TimeFixed { time, by: FixedBy::Official, why };
        Ok(vec![scheduling_fact(of, now, fixed)])
    }

    /// Checks a player in for the fixed time.
    pub fn check_in_to_match(&self, of: TableId, who: EntrantId, now: Micros) -> CommandResult {
        let open = self.open_match(of)?;
        let side = open.meeting.side_of(who).ok_or(ContestError::NotAtThisTable)?;
        let (time, _) = open.fixed().ok_or(ContestError::NoTimeAgreed)?;
        if open.schedule.is_some_and(|one| one.applied_default.is_some()) {
            return Err(ContestError::TooLate);
        }
        if now < time - EARLIEST_CHECK_IN {
            return Err(ContestError::TooEarly);
        }
        if open.schedule.is_some_and(|one| one.checked_in_at[side.index()].is_some()) {
            return Ok(Vec::new());
        }
        Ok(vec![scheduling_fact(of, now, SchedulingEvent::CheckedIn { side })])
    }
}

/// Checks that players may agree on a time.
fn check_agreement_open(open: &OpenMatch<'_>, now: Micros) -> Result<(), ContestError> {
    if matches!(open.fixed(), Some((_, FixedBy::Official))) {
        return Err(ContestError::TimeFixedByOfficial);
    }
    let lapse = open.schedule.and_then(|one| one.applied_default);
    let is_lost = lapse.is_some_and(|lapse| lapse.result.is_some());
    if is_lost || now >= open.closes_at() { Err(ContestError::TooLate) } else { Ok(()) }
}

pub(super) fn single_line(words: &str, most: usize) -> Result<String, ContestError> {
    let words = words.trim();
    let is_long = words.chars().nth(most).is_some();
    let is_wrong = is_long || words.chars().any(char::is_control);
    if is_wrong { Err(ContestError::InvalidText) } else { Ok(words.to_owned()) }
}
