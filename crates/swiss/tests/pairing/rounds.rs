//! Properties of any round: nobody meets twice, nobody is left out, the first criteria hold.

use swiss::Color;
use swiss::entrant::{Bye, Entry};
use swiss::pairing::checker::check;
use swiss::pairing::{NoPairing, Round, dutch};
use swiss::points::PointSystem;
use swiss::trf::{self, Purpose};
use swiss::{Apart, Tournament};

use crate::random::{Random, empty, play, results};

/// C1 to C4 of C.04.3; in the last round top scorers may have a color for the third time.
fn assert_legal(tournament: &Tournament, round: &Round) {
    let mut paired: Vec<usize> = round.bye.into_iter().collect();
    for pairing in &round.pairings {
        paired.extend([pairing.white, pairing.black]);
        let met = |one: usize, other: usize| {
            let entries = tournament.entrants[one].entries.iter();
            entries.filter(|entry| entry.is_played()).any(|entry| entry.opponent() == Some(other))
        };
        assert!(!met(pairing.white, pairing.black), "{pairing:?} meet again");
        if tournament.played + 1 < tournament.rounds {
            for (own, color) in [(pairing.white, Color::White), (pairing.black, Color::Black)] {
                let entries = tournament.entrants[own].entries.iter();
                let mut colors: Vec<Color> =
                    entries.filter(|entry| entry.is_played()).filter_map(Entry::color).collect();
                colors.push(color);
                let last = &colors[colors.len().saturating_sub(3)..];
                assert!(last.len() < 3 || last.iter().any(|one| *one != color), "{colors:?}");
                let white = colors.iter().filter(|color| **color == Color::White).count();
                assert!(white.abs_diff(colors.len() - white) <= 2, "{colors:?}");
            }
        }
    }
    paired.sort_unstable();
    let present: Vec<usize> =
        (0..tournament.entrants.len()).filter(|entrant| tournament.is_present(*entrant)).collect();
    assert_eq!(paired, present, "everybody who is there is paired once");
    assert_eq!(round.bye.is_some(), !present.len().is_multiple_of(2));
    if let Some(bye) = round.bye {
        let before = &tournament.entrants[bye].entries;
        assert!(!before.contains(&Entry::Bye(Bye::Allocated)), "a second bye");
    }
}

#[test]
fn of_random_tournaments_every_round_is_legal_and_paired_the_same_again() {
    let mut rounds = 0;
    for seed in 0..150 {
        let played = play(seed, |tournament, round| {
            assert_legal(tournament, round);
            rounds += 1;
        });
        assert_eq!(check(&played), [], "seed {seed}");
        let text = trf::write(&played);
        assert_eq!(trf::read(&text, Purpose::Check).as_ref(), Ok(&played), "seed {seed}:\n{text}");
    }
    assert!(rounds > 500, "{rounds}");
}

#[test]
fn the_first_round_sets_the_upper_half_against_the_lower() {
    let mut tournament = empty(7, 5, PointSystem::default());
    let numbers = |round: &Round| -> Vec<(usize, usize)> {
        round.pairings.iter().map(|pairing| (pairing.white + 1, pairing.black + 1)).collect()
    };
    let round = dutch(&tournament).expect("a round");
    assert_eq!((numbers(&round), round.bye), (vec![(1, 4), (5, 2), (3, 6)], Some(6)));
    tournament.initial = Some(Color::Black);
    assert_eq!(numbers(&dutch(&tournament).expect("a round")), [(4, 1), (2, 5), (6, 3)]);
}

#[test]
fn players_kept_apart_do_not_meet() {
    let mut tournament = empty(4, 3, PointSystem::default());
    tournament.apart.push(Apart { entrants: vec![0, 2], rounds: (0, 3) });
    let round = dutch(&tournament).expect("a round");
    assert!(
        round.pairings.iter().all(|pairing| pairing.white.abs_diff(pairing.black) != 2),
        "{round:?}"
    );
    // With all four kept apart, nobody can be paired.
    tournament.apart.push(Apart { entrants: vec![0, 1, 2, 3], rounds: (0, 1) });
    assert_eq!(dutch(&tournament), Err(NoPairing::NoneIsLegal));
}

#[test]
fn with_more_rounds_than_opponents_no_pairing_is_legal_and_that_is_said() {
    let mut tournament = empty(4, 9, PointSystem::default());
    let mut random = Random(1);
    for _ in 0..3 {
        let round = dutch(&tournament).expect("a round");
        results(&mut random, &mut tournament, &round);
    }
    // Unless a game was not played, everybody has met everybody.
    let refused = dutch(&tournament);
    assert_eq!(refused, Err(NoPairing::NoneIsLegal));
    assert!(refused.unwrap_err().to_string().contains("give somebody a bye"));
    for entrant in &mut tournament.entrants {
        entrant.entries.push(Entry::Bye(Bye::Zero));
    }
    assert_eq!(dutch(&tournament), Err(NoPairing::NobodyThere));
}
