//! Double elimination: a second bracket for those who have lost once.

use super::build::{Builder, losers, winners};
use super::{MatchId, Section, Source};

pub fn build(builder: &mut Builder, mut lines: Vec<Source>, reset: bool) {
    let mut main = Vec::new();
    while lines.len() > 1 {
        let matches = builder.round(Section::Main, main.len(), &lines);
        lines = winners(&matches);
        main.push(matches);
    }
    let unbeaten = lines[0];
    let beaten = losers_bracket(builder, &main);
    let last = builder.add(Section::GrandFinal, 0, [unbeaten, beaten]);
    let sides = [Source::WinnerOf(last), Source::LoserOf(last)];
    let decides = if reset { builder.add(Section::Reset, 0, sides) } else { last };
    builder.winners_end(&[decides], 1);
    builder.losers_end(&[decides], 2);
}

/// The losers of each round of the main bracket, until one is left; returns that source.
fn losers_bracket(builder: &mut Builder, main: &[Vec<MatchId>]) -> Source {
    let mut current = losers(&main[0]);
    let mut round = 0;
    // Whoever is eliminated there is placed behind all who are left in both brackets.
    let mut left = 2 * main[0].len();
    let mut play = |builder: &mut Builder, sources: &[Source]| {
        let matches = builder.round(Section::Losers, round, sources);
        left -= matches.len();
        builder.losers_end(&matches, left + 1);
        round += 1;
        winners(&matches)
    };
    for (number, fallen) in main.iter().enumerate().skip(1) {
        current = play(builder, &current);
        let crossed = crossed(losers(fallen), number);
        let pairs: Vec<Source> =
            current.iter().zip(&crossed).flat_map(|(one, other)| [*one, *other]).collect();
        current = play(builder, &pairs);
    }
    current[0]
}

/// Losers join from the other end in one round and half a bracket away in the next, so that a match is repeated as late
/// as possible. Within these halves the order stays.
fn crossed(mut fallen: Vec<Source>, round: usize) -> Vec<Source> {
    if !round.is_multiple_of(2) {
        fallen.reverse();
    } else if fallen.len() >= 4 {
        let half = fallen.len() / 2;
        fallen.rotate_left(half);
    }
    fallen
}
