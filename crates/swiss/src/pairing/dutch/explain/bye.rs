//! Why somebody gets the bye that pairing gives.

use super::super::player::Field;
use super::{ByeSaid, Spared};

/// Who has less than whoever gets it has had one (C2), or the others could not all be paired without him (C4): it
/// is for the lowest score with which they can (C5).
pub fn said(field: &Field, entrant: usize) -> Option<ByeSaid> {
    let own = field.players.iter().find(|player| player.entrant == entrant)?;
    let lower = field.players.iter().filter(|player| player.score < own.score);
    let spared = lower.map(|player| {
        let why = if player.may_have_bye { Spared::OthersUnpaired } else { Spared::HasHadOne };
        (player.entrant, why)
    });
    Some(ByeSaid {
        entrant,
        score: own.score,
        unplayed: field.played.saturating_sub(own.games),
        spared: spared.collect(),
    })
}
