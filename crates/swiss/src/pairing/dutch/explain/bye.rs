//! Explains the pairing-allocated bye.

use super::super::player::Field;
use super::{ByeSaid, Spared};

/// Those with a lower score have had a bye (C2), or without them not all others can be paired (C4): the bye goes to the
/// lowest score that allows a complete pairing (C5).
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
