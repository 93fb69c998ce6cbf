//! Round robins: published tables, and properties of others.

use std::collections::BTreeSet;

use swiss::Color;
use swiss::pairing::{Pairing, Round};
use swiss::round_robin::{Cycles, games, round, rounds};

/// A round as it is printed.
type Line = Vec<(usize, usize)>;

/// The lines of each published table, with the numbers of players that it is for.
fn published() -> Vec<(Vec<usize>, Vec<Line>)> {
    let mut tables: Vec<(Vec<usize>, Vec<Line>)> = Vec::new();
    let lines = include_str!("data/berger.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let number = |text: &str| text.parse::<usize>().expect("a number");
        if !line.contains('-') {
            tables.push((line.split(' ').map(number).collect(), Vec::new()));
            continue;
        }
        let pair = |text: &str| {
            let (white, black) = text.split_once('-').expect("two numbers");
            (number(white) - 1, number(black) - 1)
        };
        let rounds = &mut tables.last_mut().expect("a heading comes first").1;
        rounds.push(line.split(' ').map(pair).collect());
    }
    tables
}

fn all(entrants: usize, cycles: Cycles) -> Vec<Round> {
    (0..).map_while(|number| round(entrants, cycles, number)).collect()
}

/// The colors of an entrant's games, round by round.
fn colors(rounds: &[Round], entrant: usize) -> Vec<Color> {
    let of = |round: &Round| {
        let pairing = round.pairings.iter().find(|p| p.white == entrant || p.black == entrant)?;
        Some(if pairing.white == entrant { Color::White } else { Color::Black })
    };
    rounds.iter().filter_map(of).collect()
}

#[test]
fn the_rounds_are_those_of_the_published_tables() {
    let tables = published();
    assert_eq!(tables.len(), 7);
    for (players, lines) in tables {
        for entrants in players {
            assert_eq!(rounds(entrants, Cycles::Single), lines.len(), "{entrants} players");
            for (number, line) in lines.iter().enumerate() {
                let found = round(entrants, Cycles::Single, number).expect("a round");
                let stays = |(white, black): &&(usize, usize)| *white.max(black) < entrants;
                let expected: Vec<Pairing> = (line.iter().filter(stays))
                    .map(|(white, black)| Pairing { white: *white, black: *black })
                    .collect();
                assert_eq!(found.pairings, expected, "{entrants} players, round {number}");
                let bye = line.iter().find(|pair| !stays(pair)).map(|(one, two)| *one.min(two));
                assert_eq!(found.bye, bye);
            }
        }
    }
}

#[test]
fn everybody_meets_everybody_once_and_is_left_out_once_at_most() {
    for entrants in 2..=41 {
        let rounds = all(entrants, Cycles::Single);
        let mut met = BTreeSet::new();
        let mut byes = BTreeSet::new();
        for round in &rounds {
            assert_eq!(round.pairings.len(), entrants / 2);
            for pairing in &round.pairings {
                let pair = (pairing.white.min(pairing.black), pairing.white.max(pairing.black));
                assert!(met.insert(pair), "{entrants}: {pair:?} meet again");
            }
            assert_eq!(round.bye.is_some(), entrants % 2 == 1);
            assert!(round.bye.is_none_or(|bye| byes.insert(bye)));
        }
        assert_eq!(met.len(), games(entrants, Cycles::Single));
    }
}

#[test]
fn nobody_has_one_color_twice_more_than_the_other() {
    for entrants in 2..=41 {
        let rounds = all(entrants, Cycles::Single);
        for entrant in 0..entrants {
            let colors = colors(&rounds, entrant);
            let white = colors.iter().filter(|color| **color == Color::White).count();
            let most: usize = entrants.is_multiple_of(2).into();
            assert!(white.abs_diff(colors.len() - white) <= most, "{entrants}: {entrant}");
        }
    }
}

#[test]
fn twice_around_everybody_has_both_colors_against_everybody() {
    for entrants in 2..=24 {
        let rounds = all(entrants, Cycles::Double);
        let met: BTreeSet<Pairing> =
            rounds.iter().flat_map(|round| round.pairings.iter().copied()).collect();
        assert_eq!(met.len(), entrants * (entrants - 1));
        assert_eq!(met.len(), games(entrants, Cycles::Double));
    }
}

#[test]
fn twice_around_nobody_has_a_color_three_times_in_a_row() {
    for entrants in 2..=24 {
        let rounds = all(entrants, Cycles::Double);
        for entrant in 0..entrants {
            let colors = colors(&rounds, entrant);
            let thrice = colors.windows(3).any(|three| three.iter().all(|one| *one == three[0]));
            assert!(!thrice, "{entrants}: {entrant} has {colors:?}");
        }
    }
}

#[test]
fn the_last_two_rounds_of_the_first_cycle_change_places() {
    let single = all(6, Cycles::Single);
    let double = all(6, Cycles::Double);
    assert_eq!(double[..3], single[..3]);
    assert_eq!((&double[3], &double[4]), (&single[4], &single[3]));
    let turned = |pairing: &Pairing| Pairing { white: pairing.black, black: pairing.white };
    for (one, other) in single.iter().zip(&double[5..]) {
        assert_eq!(other.pairings, one.pairings.iter().map(turned).collect::<Vec<Pairing>>());
    }
}

#[test]
fn there_is_no_round_for_one_and_none_behind_the_last() {
    assert_eq!((rounds(0, Cycles::Single), rounds(1, Cycles::Double)), (0, 0));
    assert_eq!(round(1, Cycles::Single, 0), None);
    assert_eq!(round(4, Cycles::Single, 3), None);
    assert_eq!(round(4, Cycles::Double, 6), None);
}
