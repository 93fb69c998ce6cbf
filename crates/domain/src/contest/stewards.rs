//! Stewards, who enter results in a hall through a link made by an official. They enter results
//! that nobody has entered; if another result is recorded or reported, an official decides.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use swiss::series::GameResult;

use super::teams::TeamError;
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, GameSlot, Meeting, Round,
    RoundId, TableId,
};

/// Maximum length of a link's name, in characters.
pub const MAX_LINK_NAME_LEN: usize = 40;

/// The tables whose results a link can enter. Stages, rounds and tables are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StewardScope {
    /// All if `None`, as for the others.
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub tables: Option<RangeInclusive<usize>>,
}

impl StewardScope {
    pub fn contains(&self, at: TableId) -> bool {
        self.stage.is_none_or(|own| own == at.stage)
            && self.round.is_none_or(|own| own == at.round)
            && self.tables.as_ref().is_none_or(|own| own.contains(&at.table))
    }
}

/// A result entered by a steward.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StewardEntry<'a> {
    pub spot: GameSlot,
    pub sides: [EntrantId; 2],
    pub result: GameResult,
    pub link_name: &'a str,
}

impl Contest {
    /// The current round of a stage: the last published one.
    pub fn current_round(&self, stage: usize) -> Option<usize> {
        let state = self.stages.get(stage)?;
        state.published_rounds().checked_sub(1)
    }

    /// Whether a round is played now: the last published one of its stage, and of a knock-out each that has an open
    /// match, because a later one may have started before it is over.
    fn is_current(&self, at: RoundId) -> bool {
        let is_on = |round: &Round| round.published && !round.is_over();
        self.current_round(at.stage) == Some(at.round)
            || (self.is_knockout(at.stage) && self.round(at).is_some_and(is_on))
    }

    /// Stages in progress with their current rounds; the last stage if none is.
    pub fn current_rounds(&self) -> Vec<RoundId> {
        let all = self.rounds().map(|(at, _)| at).filter(|at| self.is_current(*at));
        let all: Vec<RoundId> = all.collect();
        let open = all.iter().copied().filter(|at| {
            !self.is_stage_over(at.stage) || !self.stages[at.stage].rounds[at.round].is_over()
        });
        let open: Vec<_> = open.collect();
        if open.is_empty() { all.last().copied().into_iter().collect() } else { open }
    }

    /// The tables of current rounds that a link covers.
    pub fn tables_in_scope<'a>(
        &'a self,
        reach: &'a StewardScope,
    ) -> impl Iterator<Item = (TableId, &'a Meeting)> {
        let current = self.current_rounds();
        // Of the games of a round at a table of the hall the last.
        let place = |at: TableId, table: usize| (at.stage, at.round, table);
        let in_hall = self
            .published_tables()
            .filter_map(|(at, meeting)| Some((place(at, meeting.hall_table?), at.table)));
        let last: BTreeMap<(usize, usize, usize), usize> = in_hall.collect();
        self.published_tables().filter(move |(at, meeting)| {
            let later = meeting.hall_table.and_then(|table| last.get(&place(*at, table)));
            let is_last = later.is_none_or(|table| *table == at.table);
            let in_scope = reach.contains(self.in_the_hall(*at));
            current.contains(&at.round_id()) && in_scope && is_last
        })
    }

    /// The table with the number that it has in the hall.
    fn in_the_hall(&self, at: TableId) -> TableId {
        TableId { table: self.table_number(at) - 1, ..at }
    }

    /// Enters a result of a current round for a steward. Recorded results are never overwritten: a
    /// result that contradicts the recorded one, or a player's report, is noted for an official.
    /// Repeating it has no effect.
    pub fn enter_steward_result(
        &self,
        reach: &StewardScope,
        told: &StewardEntry<'_>,
    ) -> CommandResult {
        let StewardEntry { spot, sides, result, link_name: by } = *told;
        self.ensure_running()?;
        let is_current = self.is_current(spot.table_id().round_id());
        let meeting = self.current_meeting_at(spot)?;
        if !is_current || !reach.contains(self.in_the_hall(spot.table_id())) {
            return Err(ContestError::NotFound);
        }
        if meeting.sides != sides {
            return Err(ContestError::PairingChanged);
        }
        if meeting.team.as_ref().is_some_and(|team| !team.is_released()) {
            return Err(ContestError::Team(TeamError::LineUpsNotReleased));
        }
        let stands = meeting.result_of(spot.game);
        if stands == Some(result) {
            return Ok(Vec::new());
        }
        if stands.is_none() && !meeting.is_open(spot.game) {
            return Err(ContestError::GameNotOpen);
        }
        let is_doubted = meeting.reports_of(spot.game).iter().flatten().any(|said| *said != result);
        if stands.is_some() || is_doubted {
            return Ok(self.dispute_fact(spot, by, result).into_iter().collect());
        }
        self.with_updated_drafts(vec![ContestFact::result(spot, result)])
    }

    /// Notes a contradicting result, unless it is noted already.
    fn dispute_fact(&self, spot: GameSlot, by: &str, result: GameResult) -> Option<ContestFact> {
        let said = DisputedResult { link_name: by.to_owned(), result };
        let is_new = self.stages[spot.stage].disputed.get(&spot) != Some(&said);
        is_new.then_some(ContestFact::ResultDisputed { spot, said: Some(said) })
    }

    /// Keeps the recorded result after an official has looked at a steward's.
    pub fn resolve_dispute(&self, spot: GameSlot) -> CommandResult {
        if !self.stage(spot.stage)?.disputed.contains_key(&spot) {
            return Err(ContestError::NotFound);
        }
        Ok(vec![ContestFact::ResultDisputed { spot, said: None }])
    }

    /// Adds or removes the note.
    pub(super) fn set_dispute(
        &mut self,
        spot: GameSlot,
        said: Option<DisputedResult>,
    ) -> Option<()> {
        let notes = &mut self.stages.get_mut(spot.stage)?.disputed;
        match said {
            Some(said) => notes.insert(spot, said),
            None => notes.remove(&spot),
        };
        Some(())
    }
}

/// A steward's result that contradicts the recorded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisputedResult {
    pub link_name: String,
    pub result: GameResult,
}

/// A dispute in JSON: `by` and `result`, where `result` is null once it is resolved.
pub(super) mod dispute {
    use serde::de::{Deserializer, Error};
    use serde::ser::Serializer;

    use super::{Deserialize, DisputedResult, GameResult, MAX_LINK_NAME_LEN, Serialize};
    use crate::contest::json::limits::text;

    #[derive(Serialize, Deserialize)]
    struct DisputeMembers {
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<LinkName>,
        result: Option<GameResult>,
    }

    #[derive(Serialize, Deserialize)]
    struct LinkName(#[serde(deserialize_with = "text::<MAX_LINK_NAME_LEN, _>")] String);

    pub fn serialize<S: Serializer>(
        said: &Option<DisputedResult>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let by = said.as_ref().map(|said| LinkName(said.link_name.clone()));
        DisputeMembers { by, result: said.as_ref().map(|said| said.result) }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<DisputedResult>, D::Error> {
        match DisputeMembers::deserialize(deserializer)? {
            DisputeMembers { by: Some(LinkName(link_name)), result: Some(result) } => {
                Ok(Some(DisputedResult { link_name, result }))
            }
            DisputeMembers { by: None, result: None } => Ok(None),
            _ => Err(D::Error::custom("`by` goes with a `result`")),
        }
    }
}
