//! Results entered by officials and reported by players, and forfeits of those who do not come.

use swiss::series::{GameResult, Next};

use super::teams::{TeamError, default_board_facts};
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, GameSlot, Meeting, RoundId,
};
use crate::moment::{MINUTE, Micros};

/// The highest index of a game: a meeting has at most a thousand.
pub(super) const MAX_GAME_INDEX: usize = 999;

/// Maximum length of the reason for a correction, in characters.
pub const MAX_REASON_LEN: usize = 500;

/// A result entered by an official.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultEntry {
    pub spot: GameSlot,
    /// The expected entrants: the pairing may have changed meanwhile.
    pub sides: [EntrantId; 2],
    /// The result that was seen before entering: another official may have been faster.
    pub expected: Option<GameResult>,
    /// `None` removes the result.
    pub result: Option<GameResult>,
    pub reason: String,
}

impl Contest {
    /// The table of a published game.
    pub fn meeting_at(&self, spot: GameSlot) -> Result<&Meeting, ContestError> {
        if spot.game > MAX_GAME_INDEX {
            return Err(ContestError::NotFound);
        }
        let round = self.round(spot.table_id().round_id()).ok_or(ContestError::NotFound)?;
        let meeting = round.meetings.get(spot.table).ok_or(ContestError::NotFound)?;
        if round.published { Ok(meeting) } else { Err(ContestError::NotPublished) }
    }

    /// Enters, corrects or removes a result for an official. Repeating it has no effect.
    ///
    /// An earlier game of a match cannot be corrected so that somebody else wins before the last game: the results of later games
    /// are removed first.
    pub fn enter_result(&self, entry: &ResultEntry) -> CommandResult {
        let facts = self.follow_result(entry)?;
        match self.uncounted_game(entry).filter(|_| !facts.is_empty()) {
            Some(last) => Err(ContestError::LaterGameHasResult { game: last + 1 }),
            None => Ok(facts),
        }
    }

    /// The last game of a match if, with this result of an earlier one, it would not count and somebody else would win.
    fn uncounted_game(&self, entry: &ResultEntry) -> Option<usize> {
        let meeting = self.meeting_at(entry.spot).ok().filter(|one| one.team.is_none())?;
        let mut games = meeting.games.clone();
        *games.get_mut(entry.spot.game)? = entry.result?;
        let after = self.series_of(entry.spot.stage)?.standing(&games);
        let winner = |next: Next| match next {
            Next::Decided { winner, .. } => Some(winner),
            _ => None,
        };
        let is_same = winner(after.next) == winner(meeting.next);
        (after.counted < games.len() && !is_same).then_some(games.len() - 1)
    }

    /// Enters, corrects or removes a result as [`Contest::enter_result`] does, also where later results no longer count:
    /// what was played stays as it is.
    pub fn follow_result(&self, entry: &ResultEntry) -> CommandResult {
        self.ensure_running()?;
        let meeting = self.current_meeting_at(entry.spot)?;
        if meeting.sides != entry.sides {
            return Err(ContestError::PairingChanged);
        }
        let stands = meeting.result_of(entry.spot.game);
        if stands == entry.result {
            return Ok(Vec::new());
        }
        if stands != entry.expected {
            return Err(ContestError::ResultConflict(stands));
        }
        if stands.is_some() && entry.reason.trim().is_empty() {
            return Err(ContestError::ReasonMissing);
        }
        let is_long = entry.reason.chars().nth(MAX_REASON_LEN).is_some();
        if is_long || entry.reason.chars().any(char::is_control) {
            return Err(ContestError::InvalidText);
        }
        if meeting.team.as_ref().is_some_and(|team| !team.is_released()) {
            return Err(ContestError::Team(TeamError::LineUpsNotReleased));
        }
        if stands.is_none() && !meeting.is_open(entry.spot.game) {
            return Err(ContestError::GameNotOpen);
        }
        if entry.result.is_none() && !meeting.can_remove_result(entry.spot.game) {
            return Err(ContestError::GameNotOpen);
        }
        let round = entry.spot.table_id().round_id();
        if entry.result.is_none() && !self.can_reopen(round, meeting.sides) {
            return Err(ContestError::PlaysElsewhere);
        }
        let (spot, result, reason) = (entry.spot, entry.result, entry.reason.trim().to_owned());
        let fact = ContestFact::ResultEntered { spot, result, reason };
        self.check_knockout_follows(&fact, spot.stage)?;
        self.with_updated_drafts(vec![fact])
    }

    /// In a knockout a result can be corrected until somebody else has played in a meeting that
    /// depends on it.
    fn check_knockout_follows(&self, fact: &ContestFact, stage: usize) -> Result<(), ContestError> {
        let after =
            self.with_facts(std::slice::from_ref(fact)).map_err(|_| ContestError::GameNotOpen)?;
        let is_late = after.has_overturned_results(stage);
        if is_late { Err(ContestError::LaterRoundExists) } else { Ok(()) }
    }

    /// The table of a game if the right entrants meet there: after a correction in a knockout, a
    /// published round may have others.
    pub(super) fn current_meeting_at(&self, spot: GameSlot) -> Result<&Meeting, ContestError> {
        let meeting = self.meeting_at(spot)?;
        let progress = self.knockout_progress(spot.stage);
        let is_seated = progress.is_none_or(|progress| self.has_current_pair(&progress, meeting));
        if is_seated { Ok(meeting) } else { Err(ContestError::PairingChanged) }
    }

    /// Reports the result of an open game by one of its players; it counts once both report the
    /// same.
    pub fn report_result(
        &self,
        spot: GameSlot,
        who: EntrantId,
        result: GameResult,
    ) -> CommandResult {
        if !self.settings.player_reports {
            return Err(ContestError::ReportingDisabled);
        }
        self.ensure_running()?;
        let meeting = self.current_meeting_at(spot)?;
        let side = meeting.side_of(who).ok_or(ContestError::NotAtThisTable)?;
        if meeting.team.is_some() {
            return Err(ContestError::NotAtThisTable);
        }
        if !meeting.is_open(spot.game) {
            let stands = meeting.result_of(spot.game);
            return match stands {
                Some(stands) if stands == result => Ok(Vec::new()),
                Some(_) => Err(ContestError::ResultConflict(stands)),
                None => Err(ContestError::GameNotOpen),
            };
        }
        if meeting.reports[side.index()] == Some(result) {
            return Ok(Vec::new());
        }
        let mut facts = vec![ContestFact::ResultReported { spot, side, result }];
        if meeting.reports[side.other().index()] == Some(result) {
            facts.push(ContestFact::result(spot, result));
        }
        self.with_updated_drafts(facts)
    }

    /// Tables of a published round with an unplayed open game at which one or both entrants are
    /// absent, with the result after the grace period.
    pub fn no_shows(&self, at: RoundId) -> Vec<(GameSlot, GameResult)> {
        use swiss::series::Side::{First, Second};
        let published = self.round(at).filter(|round| round.published);
        let Some(round) = published else { return Vec::new() };
        let progress = self.knockout_progress(at.stage);
        let mut found = Vec::new();
        for (table, meeting) in round.meetings.iter().enumerate() {
            if progress.as_ref().is_some_and(|progress| !self.has_current_pair(progress, meeting)) {
                continue;
            }
            // If players arrange the time, their own rule decides about absence.
            if self.match_window(at.table(table)).is_some() {
                continue;
            }
            let Next::Play { game, .. } = meeting.next else { continue };
            let seen = meeting.sides.map(|side| self.entrant(side).is_some_and(|one| one.present));
            let result = match seen {
                [true, true] => continue,
                [false, true] => GameResult::Default { absent: First },
                [true, false] => GameResult::Default { absent: Second },
                [false, false] => GameResult::BothAbsent,
            };
            if meeting.reports == [None; 2] {
                found.push((at.table(table).game(game), result));
            }
        }
        found
    }

    /// Forfeits the games of entrants who were absent for the grace period, except for some that are
    /// decided otherwise. Only for events with check-in, since otherwise nobody knows who is there.
    pub fn default_no_shows(&self, at: RoundId, left: &[GameSlot]) -> CommandResult {
        self.ensure_running()?;
        if !self.settings.check_in {
            return Ok(Vec::new());
        }
        let fact = |(spot, result): (GameSlot, GameResult)| match self
            .meeting_at(spot)
            .ok()
            .and_then(|meeting| meeting.team.as_ref())
        {
            Some(team) => default_board_facts(spot.table_id(), team, result),
            None => vec![ContestFact::result(spot, result)],
        };
        let shown = self.no_shows(at).into_iter();
        let of_teams = self.settings.team_boards().is_some();
        let is_same = |one: &GameSlot, spot: &GameSlot| match of_teams {
            true => one.table_id() == spot.table_id(),
            false => one == spot,
        };
        let results = shown.filter(|(spot, _)| !left.iter().any(|one| is_same(one, spot)));
        self.with_updated_drafts(results.flat_map(fact).collect())
    }

    /// The end of the automatic grace period of a published round; `None` if there is none, or the
    /// period or the round is over.
    pub fn grace_ends_at(&self, at: RoundId, published: Micros) -> Option<Micros> {
        let settings = &self.settings;
        let is_open = self.round(at).is_some_and(|one| one.published && !one.is_over());
        let waits = settings.check_in && settings.auto_default && !self.is_over;
        let is_over = self.stages.get(at.stage)?.grace_ended.contains(&at.round);
        let grace = i64::from(settings.grace_minutes) * MINUTE;
        (waits && is_open && !is_over).then(|| published.saturating_add(grace))
    }

    /// Ends the grace period of a round: absent entrants lose by forfeit if nothing is known of
    /// their meeting. This happens once per round, whatever officials change afterwards.
    /// Games in `left` are decided otherwise.
    pub fn end_grace_period(&self, at: RoundId, left: &[GameSlot]) -> CommandResult {
        if self.grace_ends_at(at, Micros(0)).is_none() {
            return Ok(Vec::new());
        }
        let mut facts = vec![ContestFact::GraceEnded(at)];
        // A meeting whose first game was played has started; officials decide how it continues.
        let first = |(spot, _): &(GameSlot, GameResult)| spot.game == 0 && !left.contains(spot);
        let lost = self.no_shows(at).into_iter().filter(first);
        facts.extend(lost.map(|(spot, result)| ContestFact::result(spot, result)));
        self.with_updated_drafts(facts)
    }
}
