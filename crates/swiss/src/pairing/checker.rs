//! Checks published rounds by pairing them again.

use super::super::Tournament;
use super::super::entrant::{Bye, Entry};
use super::{NoPairing, Pairing, Round, dutch};
use crate::Color;

/// A round that differs from what the rules give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Counted from 0.
    pub round: usize,
    pub published: Round,
    pub by_the_rules: Result<Round, NoPairing>,
}

/// Pairs every finished round again and returns those that differ. Players with requested byes are not paired.
pub fn check(tournament: &Tournament) -> Vec<Difference> {
    (0..tournament.played).filter_map(|round| check_round(tournament, round)).collect()
}

/// Pairs a finished round again; returns how it differs, if it does.
pub fn check_round(tournament: &Tournament, round: usize) -> Option<Difference> {
    let before = tournament.before_round(round);
    let published = published(tournament, &before, round);
    let by_the_rules = dutch(&before);
    let same = by_the_rules.as_ref().is_ok_and(|right| right.is_same(&published));
    (!same).then_some(Difference { round, published, by_the_rules })
}

/// A round as it was published. Without colors the lower number is listed first.
pub fn published(tournament: &Tournament, before: &Tournament, round: usize) -> Round {
    let (mut pairings, mut bye) = (Vec::new(), None);
    for (entrant, own) in tournament.entrants.iter().enumerate() {
        match own.entries.get(round) {
            Some(Entry::Bye(Bye::Allocated)) => bye = Some(entrant),
            Some(entry) => {
                let Some(opponent) = entry.opponent() else { continue };
                let white = entry.color().map_or(entrant < opponent, |color| color == Color::White);
                if white {
                    pairings.push(Pairing { white: entrant, black: opponent });
                }
            }
            None => {}
        }
    }
    Round::new(before, pairings, bye)
}
