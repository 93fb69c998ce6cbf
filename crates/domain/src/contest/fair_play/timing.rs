//! Results that were there long before the others of their round.

use std::collections::BTreeMap;

use swiss::series::GameResult;

use super::super::{ContestFact, GameSlot, RoundId};
use super::{Evidence, Sign, SignKind};
use crate::moment::{MINUTE, Micros};

/// Fewer results than this do not tell how long a round takes.
const FEWEST_RESULTS: usize = 6;
/// A round whose usual game is shorter is too short to compare.
const SHORTEST_USUAL: i64 = 15 * MINUTE;
/// A result is quick within a fifth of the usual time.
const FRACTION: i64 = 5;

/// When the first game of each table of a round had its first result.
#[derive(Default)]
struct RoundTimes {
    published: Option<Micros>,
    results: BTreeMap<GameSlot, Micros>,
    /// Whether its games began at different times, or other people sat at its tables before.
    is_uneven: bool,
}

pub(super) fn quick_results(evidence: &Evidence<'_>) -> Vec<Sign> {
    let mut rounds: BTreeMap<RoundId, RoundTimes> = BTreeMap::new();
    for told in evidence.facts.iter().filter(|told| told.in_force) {
        match told.fact {
            ContestFact::RoundPublished(at) => {
                let times = RoundTimes { published: Some(told.at), ..RoundTimes::default() };
                rounds.insert(*at, times);
            }
            ContestFact::RoundExtended { stage, round, .. }
            | ContestFact::RoundAltered { stage, round, .. }
            | ContestFact::WindowOpened { stage, round, .. } => {
                let at = RoundId { stage: *stage, round: *round };
                rounds.entry(at).or_default().is_uneven = true;
            }
            ContestFact::ResultEntered { spot, result: None, .. } => {
                if let Some(times) = rounds.get_mut(&spot.table_id().round_id()) {
                    times.results.remove(spot);
                }
            }
            ContestFact::ResultEntered { spot, result: Some(result), .. } if is_played(*result) => {
                note(&mut rounds, *spot, told.at);
            }
            ContestFact::ResultReported { spot, result, .. } if is_played(*result) => {
                note(&mut rounds, *spot, told.at);
            }
            _ => {}
        }
    }
    let is_even = |(at, times): &(&RoundId, &RoundTimes)| {
        !times.is_uneven && !evidence.contest.grows(at.stage)
    };
    let even = rounds.iter().filter(is_even);
    even.flat_map(|(_, times)| quick_in_round(evidence, times)).collect()
}

const fn is_played(result: GameResult) -> bool {
    matches!(result, GameResult::Won(_) | GameResult::Drawn)
}

/// Later games of a table begin when the one before is over, so that only the first is compared.
fn note(rounds: &mut BTreeMap<RoundId, RoundTimes>, spot: GameSlot, at: Micros) {
    if let Some(times) = rounds.get_mut(&spot.table_id().round_id())
        && spot.game == 0
    {
        times.results.entry(spot).or_insert(at);
    }
}

fn quick_in_round(evidence: &Evidence<'_>, times: &RoundTimes) -> Vec<Sign> {
    let Some(published) = times.published else { return Vec::new() };
    let taken = |at: &Micros| at.0.saturating_sub(published.0);
    let mut all: Vec<i64> = times.results.values().map(taken).collect();
    all.sort_unstable();
    let Some(usual) = all.get(all.len() / 2).copied() else { return Vec::new() };
    if all.len() < FEWEST_RESULTS || usual < SHORTEST_USUAL {
        return Vec::new();
    }
    let minutes = |span: i64| u32::try_from(span / MINUTE).unwrap_or(u32::MAX);
    let sign = |(spot, at): (&GameSlot, &Micros)| {
        let time = taken(at);
        let kind = SignKind::QuickResult { minutes: minutes(time), usual: minutes(usual) };
        (time < usual / FRACTION).then(|| Sign::of_game(kind, evidence.contest, *spot)).flatten()
    };
    times.results.iter().filter_map(sign).collect()
}
