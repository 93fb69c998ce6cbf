//! Whether a complete pairing exists, and who may get the pairing-allocated bye (C1 to C5, and C9).

use std::collections::HashMap;

use super::super::super::points::Points;
use super::super::NoPairing;
use super::super::matching::{Matching, Weight};
use super::criteria::ByeRule;
use super::player::Field;

/// The rule for the bye; `None` if the number of players is even.
pub fn rule(field: &Field) -> Result<Option<ByeRule>, NoPairing> {
    if field.surely_meet(0..field.players.len()) {
        match plain(field) {
            Plain::None => return Ok(None),
            Plain::Rule(rule) => return Ok(Some(rule)),
            Plain::Unknown => {}
        }
    }
    let players = &field.players;
    let count = players.len() + players.len() % 2;
    let odd = players.len() < count;
    let groups = field.groups() as i128;
    // In this order: pairs, then players who may not have the bye, then scores, then pairs within the highest group.
    let weight = |one: usize, other: usize| {
        if other >= players.len() || !field.may_meet(one, other) {
            return Weight::ZERO;
        }
        let (one, other) = (&players[one], &players[other]);
        let bound = i128::from(!one.may_have_bye) + i128::from(!other.may_have_bye);
        let scores = 2 * groups - one.group as i128 - other.group as i128;
        Weight([1 + if odd { bound } else { 0 }, scores, i128::from(other.group == 0)])
    };
    let mut matching = Matching::<3>::new(count, weight);
    matching.solve();
    let met = |one: usize| matching.mate(one);
    let legal = |one: usize| match met(one) {
        mate if mate >= players.len() => players[one].may_have_bye,
        mate => field.may_meet(one, mate),
    };
    if !(0..players.len()).all(legal) {
        return Err(NoPairing::NoneIsLegal);
    }
    let Some(left) = (0..players.len()).find(|one| met(*one) >= players.len()) else {
        return Ok(None);
    };
    let score = players[left].score;
    let top = players.iter().take_while(|player| player.group == 0).count();
    let decides = players[left].group == 0
        && (0..top).all(|one| met(one) >= players.len() || players[met(one)].group == 0);
    Ok(Some(ByeRule { score, ranks: ranks(field, score), decides }))
}

/// C9: fewer games played rank higher.
fn ranks(field: &Field, score: Points) -> HashMap<usize, i128> {
    let players = field.players.iter().filter(|player| player.score == score);
    let mut games: Vec<usize> = players.map(|player| player.games).collect();
    games.sort_unstable_by_key(|games| std::cmp::Reverse(*games));
    games.into_iter().zip(0..).collect()
}

/// What can be decided without a matching.
enum Plain {
    /// Nobody gets a bye.
    None,
    Rule(ByeRule),
    Unknown,
}

/// If everybody can be paired regardless of who gets the bye, it goes to the lowest score with a player who may have
/// it.
fn plain(field: &Field) -> Plain {
    if field.players.len().is_multiple_of(2) {
        return Plain::None;
    }
    match field.players.iter().rfind(|player| player.may_have_bye) {
        Some(last) if last.group > 0 || field.groups() == 1 => {
            let (score, decides) = (last.score, field.groups() == 1);
            Plain::Rule(ByeRule { score, ranks: ranks(field, score), decides })
        }
        _ => Plain::Unknown,
    }
}
