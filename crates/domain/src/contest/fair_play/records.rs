//! Recorded games that were over almost before they began.

use std::collections::HashMap;

use salpakan::rules::{ByColor, Termination};

use super::super::{Contest, GameSlot};
use super::{Evidence, Sign, SignKind};

/// Resigning within these plies is resigning at once: each side has moved once at most.
const AT_ONCE: u32 = 2;
/// In fewer plies the armies have hardly met: they start with two empty rows between them.
const SHORT: u32 = 20;

/// Where the games of an event were played, by what their records say.
pub struct Spots(HashMap<(i32, i32, String), GameSlot>);

impl Spots {
    pub fn of(contest: &Contest) -> Spots {
        let mut spots = HashMap::new();
        for game in contest.played_games() {
            let (white, black) = (game.players.white, game.players.black);
            // When the first of several games was recorded, nobody knew of a second.
            if let Some(alone) = game.round.strip_suffix(".1") {
                spots.entry((white, black, alone.to_owned())).or_insert(game.spot);
            }
            spots.insert((white, black, game.round), game.spot);
        }
        Spots(spots)
    }

    /// The game of a record with these numbers of its players and this round.
    pub fn find(&self, players: ByColor<i32>, round: &str) -> Option<GameSlot> {
        self.0.get(&(players.white, players.black, round.to_owned())).copied()
    }
}

pub(super) fn short_games(evidence: &Evidence<'_>) -> Vec<Sign> {
    let spots = Spots::of(evidence.contest);
    let sign = |record: &super::RecordedEnd| {
        let plies = record.plies;
        let kind = match record.termination {
            Termination::Resignation if plies <= AT_ONCE => SignKind::ResignedAtOnce { plies },
            Termination::Resignation | Termination::Agreement if plies < SHORT => {
                SignKind::ShortGame { plies }
            }
            _ => return None,
        };
        let spot = spots.find(record.players, &record.round)?;
        Sign::of_game(kind, evidence.contest, spot)
    };
    let mut found: Vec<Sign> = evidence.records.iter().filter_map(sign).collect();
    let is_at_once = |sign: &Sign| matches!(sign.kind, SignKind::ResignedAtOnce { .. });
    found.sort_by_key(|sign| (!is_at_once(sign), sign.games.clone()));
    found
}
