//! Windows open, both propose, and a time is fixed; whoever is there says so.

use swiss::series::Side;

use super::super::{Contest, EntrantId, Fact, LONGEST_WHY, Meeting, Refusal};
use super::{Arrangement, Arranging, DAY, FixedBy, HOUR, MINUTE, MOST_DAYS, TableId, Window};

/// So many times of one side are open at most.
pub const MOST_TIMES: usize = 20;
/// From so long before the match on somebody may say that he is there.
pub const EARLIEST_HERE: i64 = HOUR;
/// Officials set nothing that is later than so.
const LATEST: i64 = 366 * DAY;

/// A match whose time is still open to its players.
pub(super) struct Open<'a> {
    pub meeting: &'a Meeting,
    pub window: Window,
    pub arrangement: Option<&'a Arrangement>,
}

impl Open<'_> {
    fn fixed(&self) -> Option<(i64, FixedBy)> {
        self.arrangement?.fixed
    }

    /// Whether the default rule has left it to officials.
    fn waits_for_officials(&self) -> bool {
        let lapse = self.arrangement.and_then(|one| one.lapsed);
        lapse.is_some_and(|lapse| lapse.result.is_none())
    }

    /// Up to when times are agreed on.
    fn closes_at(&self) -> i64 {
        match self.fixed() {
            Some((time, _)) => time,
            None if self.waits_for_officials() => self.window.until,
            None => self.window.agree_by,
        }
    }

    fn times(&self, side: Side) -> &[i64] {
        self.arrangement.map_or(&[], |one| &one.times[side.index()])
    }
}

/// What was told of a match.
pub(super) fn told(of: TableId, at: i64, what: Arranging) -> Fact {
    Fact::Arranging { of, at, what }
}

impl Contest {
    /// A match of which nothing is known yet.
    pub(super) fn open_match(&self, of: TableId) -> Result<Open<'_>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(of.stage).ok_or(Refusal::NoSuchSpot)?;
        let round = state.rounds.get(of.round).ok_or(Refusal::NoSuchSpot)?;
        let meeting = round.meetings.get(of.table).ok_or(Refusal::NoSuchSpot)?;
        if !round.published {
            return Err(Refusal::IsDraft);
        }
        let window = self.window_of(of).ok_or(Refusal::NotArranged)?;
        if meeting.is_over() {
            return Err(Refusal::IsPlayed);
        }
        let progress = self.progress(of.stage);
        if progress.is_some_and(|progress| !self.is_seated(&progress, meeting)) {
            return Err(Refusal::OthersMeet);
        }
        Ok(Open { meeting, window, arrangement: self.arrangement(of) })
    }

    /// Publishes a draft; where players arrange their matches, its window opens.
    ///
    /// # Errors
    /// As [`Contest::publish`].
    pub fn publish_at(&self, stage: usize, round: usize, now: i64) -> Result<Vec<Fact>, Refusal> {
        let mut facts = self.publish(stage, round)?;
        let window = self.settings.arranged.as_ref().map(|arranged| arranged.window(now));
        let opened = |window| Fact::Windowed { stage, round, table: None, window };
        facts.extend(window.map(opened));
        Ok(facts)
    }

    /// Opens the window of a round that was published, or gives it, or one match of it, so many days from now. The
    /// match begins anew then: what was agreed on holds no more.
    ///
    /// # Errors
    /// [`Refusal`] where matches are not arranged, or the round is a draft.
    pub fn open_window(
        &self,
        (stage, round): (usize, usize),
        table: Option<usize>,
        days: u32,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let arranged = self.settings.arranged.as_ref().ok_or(Refusal::NotArranged)?;
        if !(1..=MOST_DAYS).contains(&days) {
            return Err(Refusal::BadTime);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        let known = state.rounds.get(round).ok_or(Refusal::NoSuchSpot)?;
        if !known.published {
            return Err(Refusal::IsDraft);
        }
        if let Some(table) = table {
            let meeting = known.meetings.get(table).ok_or(Refusal::NoSuchSpot)?;
            if meeting.is_over() {
                return Err(Refusal::IsPlayed);
            }
        }
        let window = arranged.window_of(days, now);
        Ok(vec![Fact::Windowed { stage, round, table, window }])
    }

    /// One who plays proposes times. One that the other proposes, too, fixes the match: of several the earliest.
    ///
    /// # Errors
    /// [`Refusal`] where he does not sit there, it is too late, officials have set the time, or a time is no whole
    /// minute of the window to come.
    pub fn propose(
        &self,
        of: TableId,
        who: EntrantId,
        times: &[i64],
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let open = self.open_match(of)?;
        let side = open.meeting.side_of(who).ok_or(Refusal::NotAtTable)?;
        may_agree(&open, now)?;
        let fits = |time: &i64| time % MINUTE == 0 && (now + 1..=open.window.until).contains(time);
        if times.is_empty() || !times.iter().all(fits) {
            return Err(Refusal::BadTime);
        }
        let is_new = |time: &i64| {
            !open.times(side).contains(time) && open.fixed().is_none_or(|(fixed, _)| fixed != *time)
        };
        let mut new: Vec<i64> = times.iter().copied().filter(is_new).collect();
        new.sort_unstable();
        new.dedup();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        if open.times(side).len() + new.len() > MOST_TIMES {
            return Err(Refusal::TooManyTimes);
        }
        let others = open.times(side.other());
        let equal = new.iter().copied().find(|time| others.contains(time));
        let mut facts = vec![told(of, now, Arranging::Proposed { side, times: new })];
        let fixed = |time| {
            let (time, why) = (Some(time), String::new());
            told(of, now, Arranging::Fixed { time, by: FixedBy::Players, why })
        };
        facts.extend(equal.map(fixed));
        Ok(facts)
    }

    /// One who plays takes proposals back; those that he has not made are none.
    ///
    /// # Errors
    /// [`Refusal`] where he does not sit there, or it is too late.
    pub fn take_times_back(
        &self,
        of: TableId,
        who: EntrantId,
        times: &[i64],
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let open = self.open_match(of)?;
        let side = open.meeting.side_of(who).ok_or(Refusal::NotAtTable)?;
        may_agree(&open, now)?;
        let is_own = |time: &i64| times.contains(time);
        let own: Vec<i64> = open.times(side).iter().copied().filter(is_own).collect();
        if own.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![told(of, now, Arranging::TookBack { side, times: own })])
    }

    /// Officials set the time of a match, whatever its window is, or have it agreed on anew.
    ///
    /// # Errors
    /// [`Refusal`] where it is played, the time is past or no whole minute, or nothing is said of why.
    pub fn fix(
        &self,
        of: TableId,
        time: Option<i64>,
        why: &str,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let open = self.open_match(of)?;
        let fits = |time: i64| time % MINUTE == 0 && now < time && time <= now + LATEST;
        if !time.is_none_or(fits) {
            return Err(Refusal::BadTime);
        }
        // Behind the cut-off nothing can be agreed on: that takes a window of its own.
        if time.is_none() && now >= open.window.agree_by {
            return Err(Refusal::TooLate);
        }
        if open.fixed() == time.map(|time| (time, FixedBy::Official)) {
            return Ok(Vec::new());
        }
        let why = line(why, LONGEST_WHY)?;
        if why.is_empty() {
            return Err(Refusal::WhyMissing);
        }
        Ok(vec![told(of, now, Arranging::Fixed { time, by: FixedBy::Official, why })])
    }

    /// One who plays says that he is there, for the time that is fixed.
    ///
    /// # Errors
    /// [`Refusal`] where he does not sit there, no time is fixed, it is more than an hour too early, or the default rule
    /// has fired.
    pub fn say_here(&self, of: TableId, who: EntrantId, now: i64) -> Result<Vec<Fact>, Refusal> {
        let open = self.open_match(of)?;
        let side = open.meeting.side_of(who).ok_or(Refusal::NotAtTable)?;
        let (time, _) = open.fixed().ok_or(Refusal::NoTime)?;
        if open.arrangement.is_some_and(|one| one.lapsed.is_some()) {
            return Err(Refusal::TooLate);
        }
        if now < time - EARLIEST_HERE {
            return Err(Refusal::TooEarly);
        }
        if open.arrangement.is_some_and(|one| one.here[side.index()].is_some()) {
            return Ok(Vec::new());
        }
        Ok(vec![told(of, now, Arranging::Here(side))])
    }
}

/// Whether players may agree on a time.
fn may_agree(open: &Open<'_>, now: i64) -> Result<(), Refusal> {
    if matches!(open.fixed(), Some((_, FixedBy::Official))) {
        return Err(Refusal::TimeIsSet);
    }
    let lapse = open.arrangement.and_then(|one| one.lapsed);
    let is_lost = lapse.is_some_and(|lapse| lapse.result.is_some());
    if is_lost || now >= open.closes_at() { Err(Refusal::TooLate) } else { Ok(()) }
}

/// Words on one line.
pub(super) fn line(words: &str, most: usize) -> Result<String, Refusal> {
    let words = words.trim();
    let is_long = words.chars().nth(most).is_some();
    let is_wrong = is_long || words.chars().any(char::is_control);
    if is_wrong { Err(Refusal::Words) } else { Ok(words.to_owned()) }
}
