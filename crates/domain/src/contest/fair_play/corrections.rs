//! Results that the same official corrected in favor of the same entrant.

use std::collections::BTreeMap;

use swiss::series::{GameResult, Side};

use super::super::{ContestFact, EntrantId, GameSlot, RoundId};
use super::{Evidence, Sign, SignKind};

/// Fewer corrections in favor of one entrant are chance.
const FEWEST_CORRECTIONS: usize = 3;

/// Counts corrections whether or not they were made by undoing the result before.
pub(super) fn corrections_in_favor(evidence: &Evidence<'_>) -> Vec<Sign> {
    let mut known: BTreeMap<GameSlot, GameResult> = BTreeMap::new();
    let mut favors: BTreeMap<(i32, EntrantId), Vec<GameSlot>> = BTreeMap::new();
    for told in evidence.facts {
        match told.fact {
            ContestFact::ResultEntered { spot, result: Some(result), .. } => {
                let before = known.insert(*spot, *result);
                let favored = before.and_then(|before| favored(before, *result));
                let meeting = evidence.contest.published_meeting(spot.table_id());
                if let (Some(side), Some(meeting)) = (favored, meeting)
                    && told.account != 0
                {
                    let entrant = meeting.entrant_on(side);
                    favors.entry((told.account, entrant)).or_default().push(*spot);
                }
            }
            // Other people sit there now.
            ContestFact::RoundDrafted { stage, round, .. }
            | ContestFact::RoundAltered { stage, round, .. } => {
                let of = RoundId { stage: *stage, round: *round };
                known.retain(|spot, _| spot.table_id().round_id() != of);
            }
            _ => {}
        }
    }
    let sign = |((account, entrant), games): ((i32, EntrantId), Vec<GameSlot>)| {
        let kind = SignKind::CorrectedInFavor { account, corrections: games.len() };
        let mut distinct = games.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let is_sign = games.len() >= FEWEST_CORRECTIONS && distinct.len() > 1;
        is_sign.then_some(Sign { kind, entrants: vec![entrant], games: distinct })
    };
    favors.into_iter().filter_map(sign).collect()
}

/// The side whom a correction gives more.
fn favored(before: GameResult, after: GameResult) -> Option<Side> {
    let worth = |result: GameResult, side: Side| match result {
        GameResult::Drawn => 1,
        _ if result.winner() == Some(side) => 2,
        _ => 0,
    };
    [Side::First, Side::Second].into_iter().find(|side| worth(after, *side) > worth(before, *side))
}
