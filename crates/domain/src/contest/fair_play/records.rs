//! Recorded games that were over almost before they began.

use std::collections::HashMap;

use salpakan::rules::Termination;

use super::{Evidence, Sign, SignKind};

/// Resigning within these plies is resigning at once: each side has moved once at most.
const AT_ONCE: u32 = 2;
/// In fewer plies the armies have hardly met: they start with two empty rows between them.
const SHORT: u32 = 20;

pub(super) fn short_games(evidence: &Evidence<'_>) -> Vec<Sign> {
    let played = evidence.contest.played_games();
    let mut spots: HashMap<_, _> = HashMap::new();
    for game in &played {
        let (white, black, round) = (game.players.white, game.players.black, game.round.as_str());
        spots.insert((white, black, round), game.spot);
        // When the first of several games was recorded, nobody knew of a second.
        if let Some(alone) = round.strip_suffix(".1") {
            spots.entry((white, black, alone)).or_insert(game.spot);
        }
    }
    let sign = |record: &super::RecordedEnd| {
        let plies = record.plies;
        let kind = match record.termination {
            Termination::Resignation if plies <= AT_ONCE => SignKind::ResignedAtOnce { plies },
            Termination::Resignation | Termination::Agreement if plies < SHORT => {
                SignKind::ShortGame { plies }
            }
            _ => return None,
        };
        let players = record.players;
        let spot = spots.get(&(players.white, players.black, record.round.as_str()))?;
        Sign::of_game(kind, evidence.contest, *spot)
    };
    let mut found: Vec<Sign> = evidence.records.iter().filter_map(sign).collect();
    let is_at_once = |sign: &Sign| matches!(sign.kind, SignKind::ResignedAtOnce { .. });
    found.sort_by_key(|sign| (!is_at_once(sign), sign.games.clone()));
    found
}
