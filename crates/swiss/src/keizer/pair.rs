//! Pairs the next round: neighbors in the ranking.

use std::cmp::Reverse;

use super::{Rules, ranking};
use crate::entrant::{Bye, Entry};
use crate::pairing::matching::{Matching, Weight};
use crate::pairing::{NoPairing, Pairing, Round};
use crate::{Color, Tournament};

/// Pairs the next round of those who are there.
///
/// Of all pairings without a pair that is kept apart, and with the fewest and oldest repetitions within
/// [`Rules::apart`] rounds, it is the one in which neighbors of the ranking meet: the squares of their distances are the
/// least. Without repetitions that is 1 against 2, 3 against 4, and so on. If their number is odd, the bye is for the
/// lowest of those who had the fewest. More than 256 are paired in parts of as many, from the top.
pub fn pair(tournament: &Tournament, rules: &Rules) -> Result<Round, NoPairing> {
    let ranked = ranking(tournament, rules, tournament.played).lines.into_iter();
    let mut there: Vec<usize> =
        ranked.map(|line| line.entrant).filter(|one| tournament.is_present(*one)).collect();
    if there.is_empty() {
        return Err(NoPairing::NobodyThere);
    }
    let bye = (!there.len().is_multiple_of(2)).then(|| take_bye(tournament, &mut there)).flatten();
    let is_whole = there.len() <= BLOCK;
    let pairs: Vec<[usize; 2]> =
        there.chunks(BLOCK).flat_map(|block| neighbors(tournament, rules, block)).collect();
    if pairs.iter().any(|[one, other]| are_apart(tournament, *one, *other)) {
        return Err(if is_whole { NoPairing::NoneIsLegal } else { NoPairing::TooLarge });
    }
    let pairings = pairs.iter().map(|[higher, lower]| colored(tournament, *higher, *lower));
    Ok(Round { pairings: pairings.collect(), bye })
}

/// An even number of players who are paired at once.
const BLOCK: usize = 256;

/// Pairs an even number of players, the best first.
fn neighbors(tournament: &Tournament, rules: &Rules, block: &[usize]) -> Vec<[usize; 2]> {
    let mut matching = Matching::new(block.len(), |one, other| {
        -Weight(cost(tournament, rules, (block[one], block[other]), one.abs_diff(other)))
    });
    matching.solve();
    let firsts = (0..block.len()).filter(|one| *one < matching.mate(*one));
    firsts.map(|one| [block[one], block[matching.mate(one)]]).collect()
}

/// Removes who gets the bye: the lowest of those who had the fewest.
fn take_bye(tournament: &Tournament, there: &mut Vec<usize>) -> Option<usize> {
    let byes = |entrant: usize| {
        let entries = tournament.entrants[entrant].entries.iter();
        entries.filter(|entry| **entry == Entry::Bye(Bye::Allocated)).count()
    };
    let at = (0..there.len()).min_by_key(|at| (byes(there[*at]), Reverse(*at)))?;
    Some(there.remove(at))
}

/// What a pair costs: kept apart, met lately, far from each other.
fn cost(
    tournament: &Tournament,
    rules: &Rules,
    (one, other): (usize, usize),
    distance: usize,
) -> [i128; 3] {
    let entries = &tournament.entrants[one].entries;
    let last = entries.iter().rposition(|entry| entry.opponent() == Some(other));
    let since = last.map(|round| tournament.played - round.min(tournament.played));
    let early = since.map_or(0, |since| (rules.apart + 1).saturating_sub(since) as i128);
    let distance = distance as i128;
    [i128::from(are_apart(tournament, one, other)), early * early, distance * distance]
}

fn are_apart(tournament: &Tournament, one: usize, other: usize) -> bool {
    tournament.apart.iter().any(|apart| {
        (apart.rounds.0..apart.rounds.1).contains(&tournament.played)
            && apart.entrants.contains(&one)
            && apart.entrants.contains(&other)
    })
}

/// White is for the one who had it less often, otherwise for the one whose last color was Black when the other's was
/// White, otherwise for the lower.
fn colored(tournament: &Tournament, higher: usize, lower: usize) -> Pairing {
    let history = |entrant: usize| -> Vec<Color> {
        let entries = tournament.entrants[entrant].entries.iter();
        entries.filter(|entry| entry.is_played()).filter_map(Entry::color).collect()
    };
    let (above, below) = (history(higher), history(lower));
    let surplus = |colors: &[Color]| -> i64 {
        colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum()
    };
    let differing = above.iter().rev().zip(below.iter().rev()).find(|(one, other)| one != other);
    let first_is_white = match surplus(&above).cmp(&surplus(&below)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => differing.is_some_and(|(one, _)| *one == Color::Black),
    };
    let [white, black] = if first_is_white { [higher, lower] } else { [lower, higher] };
    Pairing { white, black }
}
