//! Stewards: who enters results in a hall by a link of an official's. They enter what nobody has entered; where
//! something else stands, or was said by a player, an official decides.

use std::ops::RangeInclusive;

use swiss::series::GameResult;

use super::teams::TeamRefusal;
use super::{Contest, EntrantId, Fact, Meeting, Refusal, Spot};

/// Longest name of who says something of a game without an account, in characters.
pub const LONGEST_BY: usize = 40;

/// Which tables somebody enters results of. Stages, rounds and tables are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// All where it is left out, as in the others.
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub tables: Option<RangeInclusive<usize>>,
}

impl Reach {
    /// Whether a table lies within it.
    #[must_use]
    pub fn has(&self, stage: usize, round: usize, table: usize) -> bool {
        self.stage.is_none_or(|own| own == stage)
            && self.round.is_none_or(|own| own == round)
            && self.tables.as_ref().is_none_or(|own| own.contains(&table))
    }
}

/// What a steward says of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told<'a> {
    pub spot: Spot,
    /// Who he believes to sit there.
    pub sides: [EntrantId; 2],
    pub result: GameResult,
    /// What his link is called.
    pub by: &'a str,
}

impl Contest {
    /// The round of a stage that is played now: the last that is published.
    #[must_use]
    pub fn current_round(&self, stage: usize) -> Option<usize> {
        let state = self.stages.get(stage)?;
        state.rounds.iter().take_while(|round| round.published).count().checked_sub(1)
    }

    /// Stages that are played, with their current rounds; the last one where none is open.
    #[must_use]
    pub fn current_rounds(&self) -> Vec<(usize, usize)> {
        let current = |stage| Some((stage, self.current_round(stage)?));
        let all: Vec<_> = (0..self.stages.len()).filter_map(current).collect();
        let open = all.iter().copied().filter(|(stage, round)| {
            !self.is_stage_over(*stage) || !self.stages[*stage].rounds[*round].is_over()
        });
        let open: Vec<_> = open.collect();
        if open.is_empty() { all.last().copied().into_iter().collect() } else { open }
    }

    /// The tables of current rounds that lie within reach.
    pub fn within<'a>(
        &'a self,
        reach: &'a Reach,
    ) -> impl Iterator<Item = (usize, usize, usize, &'a Meeting)> {
        self.current_rounds().into_iter().flat_map(move |(stage, round)| {
            let meetings = self.stages[stage].rounds[round].meetings.iter().enumerate();
            let is_his = move |(table, _): &(usize, &Meeting)| reach.has(stage, round, *table);
            let own = meetings.filter(is_his);
            own.map(move |(table, meeting)| (stage, round, table, meeting))
        })
    }

    /// A steward enters a result of a current round. What stands is never written over: where he says something else
    /// than stands, or than a player has said, that is noted for an official. The same again has no effect.
    ///
    /// # Errors
    /// [`Refusal`] where the table is not within his reach, others sit there, nobody knows yet who plays on its boards, or
    /// it is not that game's turn.
    pub fn enter_by_steward(&self, reach: &Reach, told: &Told<'_>) -> Result<Vec<Fact>, Refusal> {
        let Told { spot, sides, result, by } = *told;
        if self.is_over {
            return Err(Refusal::Over);
        }
        let is_current = self.current_round(spot.stage) == Some(spot.round);
        if !is_current || !reach.has(spot.stage, spot.round, spot.table) {
            return Err(Refusal::NoSuchSpot);
        }
        let meeting = self.seated_at(spot)?;
        if meeting.sides != sides {
            return Err(Refusal::OthersMeet);
        }
        if meeting.team.as_ref().is_some_and(|team| !team.is_released()) {
            return Err(Refusal::Team(TeamRefusal::NotReleased));
        }
        let stands = meeting.stands(spot.game);
        if stands == Some(result) {
            return Ok(Vec::new());
        }
        if stands.is_none() && !meeting.is_open(spot.game) {
            return Err(Refusal::NotItsTurn);
        }
        let is_doubted = meeting.said_of(spot.game).iter().flatten().any(|said| *said != result);
        if stands.is_some() || is_doubted {
            return Ok(self.contest_it(spot, by, result).into_iter().collect());
        }
        let why = String::new();
        self.with_drafts(vec![Fact::Result { spot, result: Some(result), why }])
    }

    /// What is noted of a game that somebody says something else of, unless it is noted already.
    fn contest_it(&self, spot: Spot, by: &str, result: GameResult) -> Option<Fact> {
        let said = Contested { by: by.to_owned(), result };
        let is_new = self.stages[spot.stage].contested.get(&at(spot)) != Some(&said);
        is_new.then_some(Fact::Contested { spot, said: Some(said) })
    }

    /// An official has looked at what a steward said: what stands is right.
    ///
    /// # Errors
    /// [`Refusal::NoSuchSpot`] where nothing was noted.
    pub fn settle_contested(&self, spot: Spot) -> Result<Vec<Fact>, Refusal> {
        let state = self.stages.get(spot.stage).ok_or(Refusal::NoSuchSpot)?;
        if !state.contested.contains_key(&at(spot)) {
            return Err(Refusal::NoSuchSpot);
        }
        Ok(vec![Fact::Contested { spot, said: None }])
    }

    /// Notes it, or takes the note away.
    pub(super) fn note_contested(&mut self, spot: Spot, said: Option<Contested>) -> Option<()> {
        let notes = &mut self.stages.get_mut(spot.stage)?.contested;
        match said {
            Some(said) => notes.insert(at(spot), said),
            None => notes.remove(&at(spot)),
        };
        Some(())
    }
}

/// Round, table and game within a stage.
const fn at(spot: Spot) -> (usize, usize, usize) {
    (spot.round, spot.table, spot.game)
}

/// What a steward says of a game of which something else stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contested {
    /// What his link is called.
    pub by: String,
    pub result: GameResult,
}
