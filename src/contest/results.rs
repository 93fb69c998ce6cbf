//! Results: from officials, and from those who play.

use swiss::series::{GameResult, Next};

use super::arranged::TableId;
use super::teams::{Table, TeamRefusal, defaults};
use super::{Contest, EntrantId, Fact, Meeting, Refusal, Spot};

/// No meeting goes on behind its thousandth game.
pub(super) const LAST_GAME: usize = 999;

/// Longest reason of a correction, in characters.
pub const LONGEST_WHY: usize = 500;

/// What an official says of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub spot: Spot,
    /// Who he believes to sit there: another pairing may have been made meanwhile.
    pub sides: [EntrantId; 2],
    /// What he saw when he said it: somebody else may have been faster.
    pub instead_of: Option<GameResult>,
    /// `None` takes a result away.
    pub result: Option<GameResult>,
    /// Why, where a result is set right.
    pub why: String,
}

impl Contest {
    /// The table of a game that was published.
    ///
    /// # Errors
    /// [`Refusal`] where there is none, or it is a draft.
    pub fn meeting_at(&self, spot: Spot) -> Result<&Meeting, Refusal> {
        if spot.game > LAST_GAME {
            return Err(Refusal::NoSuchSpot);
        }
        let state = self.stages.get(spot.stage).ok_or(Refusal::NoSuchSpot)?;
        let round = state.rounds.get(spot.round).ok_or(Refusal::NoSuchSpot)?;
        let meeting = round.meetings.get(spot.table).ok_or(Refusal::NoSuchSpot)?;
        if round.published { Ok(meeting) } else { Err(Refusal::IsDraft) }
    }

    /// Enters a result, sets one right, or takes one away. The same again has no effect.
    ///
    /// # Errors
    /// [`Refusal`] where others sit there, another result stands, it is not that game's turn, or a correction says
    /// nothing of why.
    pub fn enter_result(&self, entry: &Entry) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let meeting = self.seated_at(entry.spot)?;
        if meeting.sides != entry.sides {
            return Err(Refusal::OthersMeet);
        }
        let stands = meeting.stands(entry.spot.game);
        if stands == entry.result {
            return Ok(Vec::new());
        }
        if stands != entry.instead_of {
            return Err(Refusal::Stands(stands));
        }
        if stands.is_some() && entry.why.trim().is_empty() {
            return Err(Refusal::WhyMissing);
        }
        let is_long = entry.why.chars().nth(LONGEST_WHY).is_some();
        if is_long || entry.why.chars().any(char::is_control) {
            return Err(Refusal::Words);
        }
        if meeting.team.as_ref().is_some_and(|team| !team.is_released()) {
            return Err(Refusal::Team(TeamRefusal::NotReleased));
        }
        if stands.is_none() && !meeting.is_open(entry.spot.game) {
            return Err(Refusal::NotItsTurn);
        }
        let takes_away_inner = entry.result.is_none() && !meeting.may_lose(entry.spot.game);
        if takes_away_inner {
            return Err(Refusal::NotItsTurn);
        }
        let why = entry.why.trim().to_owned();
        let fact = Fact::Result { spot: entry.spot, result: entry.result, why };
        self.follows(&fact, entry.spot.stage)?;
        self.with_drafts(vec![fact])
    }

    /// In a knock-out a result is set right as long as nothing was played by others than meet then.
    fn follows(&self, fact: &Fact, stage: usize) -> Result<(), Refusal> {
        let after = self.with(std::slice::from_ref(fact)).map_err(|_| Refusal::NotItsTurn)?;
        if after.is_overturned(stage) { Err(Refusal::RoundFollows) } else { Ok(()) }
    }

    /// The table of a game, where those meet who are to meet: after a correction in a knock-out a published round may
    /// have others.
    pub(super) fn seated_at(&self, spot: Spot) -> Result<&Meeting, Refusal> {
        let meeting = self.meeting_at(spot)?;
        let progress = self.progress(spot.stage);
        let is_seated = progress.is_none_or(|progress| self.is_seated(&progress, meeting));
        if is_seated { Ok(meeting) } else { Err(Refusal::OthersMeet) }
    }

    /// One who plays says what came of the open game; when both say the same, it counts.
    ///
    /// # Errors
    /// [`Refusal`] where players do not report, he does not sit there, or it is not that game's turn.
    pub fn say(
        &self,
        spot: Spot,
        who: EntrantId,
        result: GameResult,
    ) -> Result<Vec<Fact>, Refusal> {
        if !self.settings.players_report {
            return Err(Refusal::NoReports);
        }
        if self.is_over {
            return Err(Refusal::Over);
        }
        let meeting = self.seated_at(spot)?;
        let side = meeting.side_of(who).ok_or(Refusal::NotAtTable)?;
        if meeting.team.is_some() {
            return Err(Refusal::NotAtTable);
        }
        if !meeting.is_open(spot.game) {
            let stands = meeting.stands(spot.game);
            return match stands {
                Some(stands) if stands == result => Ok(Vec::new()),
                Some(_) => Err(Refusal::Stands(stands)),
                None => Err(Refusal::NotItsTurn),
            };
        }
        if meeting.said[side.index()] == Some(result) {
            return Ok(Vec::new());
        }
        let mut facts = vec![Fact::Said { spot, side, result }];
        if meeting.said[side.other().index()] == Some(result) {
            facts.push(Fact::Result { spot, result: Some(result), why: String::new() });
        }
        self.with_drafts(facts)
    }

    /// Tables of a published round at which nothing is known of the open game and one or both were not seen: what
    /// the time of grace makes of them.
    #[must_use]
    pub fn no_shows(&self, stage: usize, round: usize) -> Vec<(Spot, GameResult)> {
        use swiss::series::Side::{First, Second};
        let published = self.stages.get(stage).and_then(|state| state.rounds.get(round));
        let Some(round_of) = published.filter(|round| round.published) else { return Vec::new() };
        let progress = self.progress(stage);
        let mut found = Vec::new();
        for (table, meeting) in round_of.meetings.iter().enumerate() {
            if progress.as_ref().is_some_and(|progress| !self.is_seated(progress, meeting)) {
                continue;
            }
            // Where players arrange the time, their own rule says who was absent, and when.
            if self.window_of(TableId { stage, round, table }).is_some() {
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
            if meeting.said == [None; 2] {
                found.push((Spot { stage, round, table, game }, result));
            }
        }
        found
    }

    /// Those who were not seen within the time of grace lose by default. Only where people are checked in: elsewhere
    /// nobody knows who is there.
    ///
    /// # Errors
    /// [`Refusal`] where the round is not played.
    pub fn default_no_shows(&self, stage: usize, round: usize) -> Result<Vec<Fact>, Refusal> {
        self.default_no_shows_but(stage, round, &[])
    }

    /// The same where some games are left to whoever judges them.
    ///
    /// # Errors
    /// As [`Contest::default_no_shows`].
    pub fn default_no_shows_but(
        &self,
        stage: usize,
        round: usize,
        left: &[Spot],
    ) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        if !self.settings.check_in {
            return Ok(Vec::new());
        }
        let fact = |(spot, result): (Spot, GameResult)| {
            let at = Table { stage, round, table: spot.table };
            match self.meeting_at(spot).ok().and_then(|meeting| meeting.team.as_ref()) {
                Some(team) => defaults(at, team, result),
                None => vec![Fact::Result { spot, result: Some(result), why: String::new() }],
            }
        };
        let shown = self.no_shows(stage, round).into_iter();
        let of_teams = self.settings.team_boards().is_some();
        let is_same = |one: &Spot, spot: &Spot| match of_teams {
            true => one.table_id() == spot.table_id(),
            false => one == spot,
        };
        let results = shown.filter(|(spot, _)| !left.iter().any(|one| is_same(one, spot)));
        self.with_drafts(results.flat_map(fact).collect())
    }
}
