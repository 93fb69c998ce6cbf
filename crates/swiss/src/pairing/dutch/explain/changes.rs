//! Compares rounds with what the rules give, and finds the rules that they break.

use super::super::super::super::Tournament;
use super::super::super::colors::ruled;
use super::super::super::{Pairing, Round};
use super::super::player::Field;
use super::{Bar, Breach, Changes, both};
use crate::Color;

/// Why two players of a field may not meet; `None` if they may.
pub fn bar(before: &Tournament, field: &Field, one: usize, other: usize) -> Option<Bar> {
    let (first, second) = (&field.players[one], &field.players[other]);
    let entries = before.entrants[first.entrant].entries.iter();
    let met = entries
        .enumerate()
        .find(|(_, entry)| entry.is_played() && entry.opponent() == Some(second.entrant));
    if let Some((round, _)) = met {
        return Some(Bar::Met { round });
    }
    if field.are_apart(one, other) {
        return Some(Bar::Apart);
    }
    let color = first.preference.color.unwrap_or(Color::White);
    (!field.colors_allow(one, other)).then_some(Bar::SameColor(color))
}

/// The rules that a round breaks, and its differences from the pairing by the rules.
pub fn of(before: &Tournament, field: &Field, chosen: &Round, rules: Option<&Round>) -> Changes {
    let place = |entrant: usize| field.players.iter().position(|one| one.entrant == entrant);
    let mut breaches = Vec::new();
    for pairing in &chosen.pairings {
        let (Some(white), Some(black)) = (place(pairing.white), place(pairing.black)) else {
            continue;
        };
        let (higher, lower) = (white.min(black), white.max(black));
        if let Some(bar) = bar(before, field, higher, lower) {
            breaches.push(Breach::Pair { pair: both(pairing), bar });
        }
        let (one, other) = (&field.players[higher], &field.players[lower]);
        let (color, rule) = ruled(before, (&one.preference, one.number), &other.preference);
        if (color == Color::White) != (higher == white) {
            breaches.push(Breach::Colors { pairing: *pairing, rule });
        }
    }
    if let Some(bye) = chosen.bye
        && place(bye).is_some_and(|place| !field.players[place].may_have_bye)
    {
        breaches.push(Breach::Bye(bye));
    }
    let without = |one: &Round, other: Option<&Round>| -> Vec<Pairing> {
        let is_new =
            |pairing: &&Pairing| other.is_none_or(|other| !other.pairings.contains(pairing));
        one.pairings.iter().filter(is_new).copied().collect()
    };
    let other_bye = rules.is_none_or(|rules| rules.bye != chosen.bye);
    Changes {
        breaches,
        has: without(chosen, rules),
        has_bye: chosen.bye.filter(|_| other_bye),
        instead: rules.map(|rules| without(rules, Some(chosen))).unwrap_or_default(),
        instead_bye: rules.and_then(|rules| rules.bye).filter(|_| other_bye),
    }
}
