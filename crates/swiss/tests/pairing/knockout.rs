//! Knock-outs: general properties, corrections and withdrawals.

use std::collections::BTreeMap;

use swiss::knockout::{
    Fact, Knockout, MatchId, NoKnockout, Occupant, Outcome, Placed, Places, Progress, Section,
    Shape, State, Way, bracket_order, seeded,
};
use swiss::series::Side;

use crate::random::Random;

fn of(entrants: usize, shape: Shape) -> Knockout {
    let field: Vec<usize> = (0..entrants).collect();
    Knockout::new(&seeded(&field), shape).expect("a knock-out")
}

/// The two sides of a match.
fn sides(progress: &Progress, id: MatchId) -> [usize; 2] {
    progress.matches[id.0].occupants.map(|occupant| match occupant {
        Occupant::Entrant(entrant) => entrant,
        other => panic!("{other:?} in {id:?}"),
    })
}

fn win(of: MatchId, winner: usize, loser: usize) -> Fact {
    Fact::Result { of, between: [winner, loser], outcome: Outcome::Won(Side::First) }
}

/// Plays all matches; `outcome` gives the result between two entrants.
fn play(knockout: &Knockout, outcome: impl FnMut([usize; 2]) -> Outcome) -> Vec<Fact> {
    play_on(knockout, Vec::new(), outcome)
}

fn play_on(
    knockout: &Knockout,
    mut facts: Vec<Fact>,
    mut outcome: impl FnMut([usize; 2]) -> Outcome,
) -> Vec<Fact> {
    loop {
        let progress = knockout.progress(&facts);
        let ready = progress.ready();
        if ready.is_empty() {
            assert!(progress.is_over(), "nothing can be played, and it is not over");
            return facts;
        }
        for id in ready {
            let between = sides(&progress, id);
            facts.push(Fact::Result { of: id, between, outcome: outcome(between) });
        }
    }
}

fn by_seed([one, other]: [usize; 2]) -> Outcome {
    Outcome::Won(if one < other { Side::First } else { Side::Second })
}

fn by_chance(random: &mut Random) -> Outcome {
    Outcome::Won([Side::First, Side::Second][random.below(2) as usize])
}

/// How often each has lost, and how many matches were decided.
fn losses(progress: &Progress) -> (BTreeMap<usize, usize>, usize) {
    let mut losses = BTreeMap::new();
    let mut decided = 0;
    for now in &progress.matches {
        if let State::Decided { loser, .. } = now.state {
            *losses.entry(loser).or_default() += 1;
            decided += 1;
        }
    }
    (losses, decided)
}

fn placed(progress: &Progress) -> Vec<(usize, usize, usize)> {
    progress.places.iter().map(|one| (one.entrant, one.places.first, one.places.last)).collect()
}

#[test]
fn seeds_stand_as_brackets_are_printed() {
    let lines = include_str!("data/brackets.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let printed: Vec<usize> =
            line.split(' ').map(|seed| seed.parse::<usize>().expect("a number") - 1).collect();
        assert_eq!(bracket_order(printed.len()), printed);
    }
}

#[test]
fn the_top_seeds_have_the_byes() {
    for entrants in 2..=64 {
        let knockout = of(entrants, Shape::SINGLE);
        let progress = knockout.progress(&[]);
        let mut byes: Vec<usize> = (progress.matches.iter())
            .filter_map(|now| match now.state {
                State::PassedThrough(entrant) => Some(entrant),
                _ => None,
            })
            .collect();
        byes.sort_unstable();
        let expected: Vec<usize> = (0..entrants.next_power_of_two() - entrants).collect();
        assert_eq!(byes, expected);
    }
}

#[test]
fn a_knock_out_of_n_has_one_winner_after_n_less_one_matches() {
    let mut random = Random(1);
    for entrants in 2..=70 {
        let knockout = of(entrants, Shape::SINGLE);
        let progress = knockout.progress(&play(&knockout, |_| by_chance(&mut random)));
        let (losses, decided) = losses(&progress);
        assert_eq!(decided, entrants - 1);
        assert_eq!(knockout.match_count(), (decided, decided));
        let champion = progress.champion().expect("somebody has won");
        assert!(!losses.contains_key(&champion) && losses.values().all(|times| *times == 1));
        assert_eq!(progress.places.len(), entrants, "everybody has ended somewhere");
    }
}

#[test]
fn places_fill_up_from_the_first_to_the_last() {
    let mut random = Random(2);
    let shapes = [
        Shape::SINGLE,
        Shape::THIRD_PLACE,
        Shape::Placement,
        Shape::DOUBLE,
        Shape::Double { reset: false },
    ];
    for entrants in 2..=40 {
        for shape in shapes {
            let knockout = of(entrants, shape);
            let progress = knockout.progress(&play(&knockout, |_| by_chance(&mut random)));
            let mut next = 1;
            while let Some(Placed { places: Places { first, last }, .. }) =
                progress.places.get(next - 1)
            {
                assert_eq!(*first, next, "{entrants} {shape:?}");
                let sharing = progress.places.iter().filter(|one| one.places.first == next).count();
                assert_eq!(next + sharing - 1, *last, "{entrants} {shape:?}");
                next = last + 1;
            }
            assert_eq!(next, entrants + 1, "{entrants} {shape:?}");
        }
    }
}

#[test]
fn the_third_place_is_played_for_by_the_losers_of_the_semi_finals() {
    let knockout = of(8, Shape::THIRD_PLACE);
    let progress = knockout.progress(&play(&knockout, by_seed));
    let expected =
        [(0, 1, 1), (1, 2, 2), (2, 3, 3), (3, 4, 4), (4, 5, 8), (7, 5, 8), (5, 5, 8), (6, 5, 8)];
    let mut found = placed(&progress);
    found[4..].sort_unstable();
    let mut expected = expected.to_vec();
    expected[4..].sort_unstable();
    assert_eq!(found, expected);
    // With three entrants, one semi-final has no loser: the loser of the other is third without a match.
    let three = of(3, Shape::THIRD_PLACE);
    let progress = three.progress(&play(&three, by_seed));
    assert_eq!(placed(&progress), [(0, 1, 1), (1, 2, 2), (2, 3, 3)]);
}

#[test]
fn with_a_consolation_everybody_plays_equally_often_and_has_a_place_of_his_own() {
    let mut random = Random(3);
    for rounds in 1..=5 {
        let entrants = 1 << rounds;
        let knockout = of(entrants, Shape::Placement);
        let progress = knockout.progress(&play(&knockout, |_| by_chance(&mut random)));
        for entrant in 0..entrants {
            let met =
                |now: &&swiss::knockout::Now| now.occupants.contains(&Occupant::Entrant(entrant));
            assert_eq!(progress.matches.iter().filter(met).count(), rounds);
        }
        assert!(progress.places.iter().all(|one| one.places.first == one.places.last));
    }
    let knockout = of(11, Shape::Placement);
    let progress = knockout.progress(&play(&knockout, by_seed));
    assert_eq!(placed(&progress), (0..11).map(|at| (at, at + 1, at + 1)).collect::<Vec<_>>());
}

#[test]
fn in_a_double_elimination_nobody_is_out_before_two_losses() {
    let mut random = Random(4);
    let mut resets = 0;
    for entrants in 2..=40 {
        let knockout = of(entrants, Shape::DOUBLE);
        for _ in 0..4 {
            let progress = knockout.progress(&play(&knockout, |_| by_chance(&mut random)));
            let (losses, decided) = losses(&progress);
            let champion = progress.champion().expect("somebody has won");
            let lost = losses.get(&champion).copied().unwrap_or(0);
            assert!(lost < 2);
            for entrant in (0..entrants).filter(|entrant| *entrant != champion) {
                assert_eq!(losses.get(&entrant), Some(&2), "{entrant} of {entrants}");
            }
            assert_eq!(decided, 2 * entrants - 2 + lost);
            let (least, most) = knockout.match_count();
            assert!((least..=most).contains(&decided));
            resets += lost;
        }
    }
    assert!(resets > 20, "{resets} resets");
}

#[test]
fn whoever_has_lost_once_meets_nobody_again_soon() {
    let mut random = Random(5);
    for _ in 0..300 {
        let knockout = of(16, Shape::DOUBLE);
        let progress = knockout.progress(&play(&knockout, |_| by_chance(&mut random)));
        let mut met = Vec::new();
        for (one, id) in knockout.matches().iter().zip((0..).map(MatchId)) {
            if one.section == Section::Main || (one.section == Section::Losers && one.round < 3) {
                let mut pair = sides(&progress, id);
                pair.sort_unstable();
                assert!(!met.contains(&pair), "{pair:?} meet again");
                met.push(pair);
            }
        }
    }
}

#[test]
fn a_reset_is_played_only_where_the_unbeaten_side_has_lost_the_final() {
    let knockout = of(4, Shape::DOUBLE);
    let facts = play(&knockout, by_seed);
    let progress = knockout.progress(&facts);
    assert_eq!(progress.matches.last().map(|now| now.state), Some(State::NotNeeded));
    assert_eq!(placed(&progress)[..2], [(0, 1, 1), (1, 2, 2)]);
    // The other side wins the grand final, which is repeated.
    let last = MatchId(knockout.matches().len() - 2);
    let turned = [facts, vec![win(last, 1, 0)]].concat();
    let progress = knockout.progress(&turned);
    assert_eq!(progress.ready(), [MatchId(last.0 + 1)]);
    assert_eq!(progress.champion(), None);
    let reset = MatchId(last.0 + 1);
    let over = [turned, vec![win(reset, 1, 0)]].concat();
    assert_eq!(knockout.progress(&over).champion(), Some(1));
    // The final is corrected: no reset was needed, and its result does not count.
    let corrected = [over, vec![win(last, 0, 1)]].concat();
    let progress = knockout.progress(&corrected);
    assert_eq!((progress.champion(), progress.stale), (Some(0), vec![reset]));
    let without = of(4, Shape::Double { reset: false });
    let mut facts = play(&without, by_seed);
    facts.push(win(last, 1, 0));
    assert_eq!(without.progress(&facts).champion(), Some(1));
}

#[test]
fn whatever_is_not_played_a_knock_out_comes_to_its_end() {
    let mut random = Random(6);
    let shapes = [Shape::SINGLE, Shape::THIRD_PLACE, Shape::Placement, Shape::DOUBLE];
    for seed in 0..200 {
        let entrants = 2 + random.below(20) as usize;
        let knockout = of(entrants, shapes[seed % 4]);
        let facts = play(&knockout, |_| match random.below(5) {
            0 => Outcome::BothAbsent,
            1 => Outcome::Walkover(Side::Second),
            _ => by_chance(&mut random),
        });
        let progress = knockout.progress(&facts);
        assert_eq!(progress.stale, []);
        assert!(progress.places.iter().filter(|one| one.places.first == 1).count() <= 1);
    }
}

#[test]
fn who_withdraws_loses_what_he_has_not_played() {
    let mut random = Random(7);
    for entrants in 3..=20 {
        for shape in [Shape::SINGLE, Shape::DOUBLE] {
            let knockout = of(entrants, shape);
            let gone = random.below(entrants as u64) as usize;
            let facts = vec![Fact::Withdrawal(gone)];
            let facts = play_on(&knockout, facts, |_| by_chance(&mut random));
            let progress = knockout.progress(&facts);
            assert!(progress.champion().is_some_and(|champion| champion != gone));
            assert_eq!(progress.places.len(), entrants, "he, too, has a place");
            for now in progress.matches {
                if let State::Decided { winner, loser, way } = now.state {
                    assert_ne!(winner, gone);
                    assert_eq!(way == Way::Withdrawal, loser == gone);
                }
            }
        }
    }
}

#[test]
fn what_was_played_before_a_withdrawal_counts() {
    let knockout = of(4, Shape::SINGLE);
    let facts = [win(MatchId(0), 0, 3), Fact::Withdrawal(0), win(MatchId(1), 1, 2)];
    let progress = knockout.progress(&facts);
    assert_eq!(placed(&progress)[..2], [(1, 1, 1), (0, 2, 2)]);
}

#[test]
fn who_advanced_by_a_withdrawal_and_played_on_stays_there_after_withdrawing_too() {
    let knockout = of(4, Shape::SINGLE);
    let played = [win(MatchId(1), 1, 2), win(MatchId(2), 0, 1)];
    let left = [Fact::Withdrawal(3), Fact::Withdrawal(0)];
    let progress = knockout.progress(&[&played[..], &left].concat());
    assert_eq!(progress.champion(), Some(0));
    assert!(progress.stale.is_empty());
}

#[test]
fn a_corrected_result_makes_stale_what_was_played_on_it() {
    let knockout = of(8, Shape::SINGLE);
    let facts = play(&knockout, by_seed);
    let correction = win(MatchId(0), 7, 0);
    // The semi-final and the final were played by 0, who has now lost.
    assert_eq!(knockout.made_stale(&facts, correction), [MatchId(4), MatchId(6)]);
    let mut corrected = [facts.clone(), vec![correction]].concat();
    let progress = knockout.progress(&corrected);
    assert_eq!(progress.stale, [MatchId(4), MatchId(6)]);
    assert_eq!(progress.ready(), [MatchId(4)]);
    assert_eq!(sides(&progress, MatchId(4)), [7, 3]);
    assert_eq!(progress.champion(), None);
    // Once the right two have played it, it is no longer stale.
    corrected.push(win(MatchId(4), 3, 7));
    assert_eq!(knockout.progress(&corrected).stale, [MatchId(6)]);
}

#[test]
fn no_result_is_lost_by_a_correction_that_is_taken_back() {
    let mut random = Random(8);
    for shape in [Shape::SINGLE, Shape::THIRD_PLACE, Shape::Placement, Shape::DOUBLE] {
        for entrants in 4..=17 {
            let knockout = of(entrants, shape);
            let facts = play(&knockout, |_| by_chance(&mut random));
            let before = knockout.progress(&facts);
            let at = random.below(facts.len() as u64) as usize;
            let Fact::Result { of, between, outcome } = facts[at] else { panic!("a result") };
            let turned = match outcome {
                Outcome::Won(side) => Outcome::Won(side.other()),
                other => other,
            };
            let wrong = Fact::Result { of, between, outcome: turned };
            let [one, other] = between;
            let right = match outcome {
                // The same result from the other side.
                Outcome::Won(side) => {
                    Fact::Result { of, between: [other, one], outcome: Outcome::Won(side.other()) }
                }
                _ => facts[at],
            };
            let taken_back = [facts.as_slice(), &[wrong, right]].concat();
            assert_eq!(knockout.progress(&taken_back), before, "{shape:?} of {entrants}");
        }
    }
}

#[test]
fn it_may_end_while_several_are_left() {
    let shape = Shape::Single { left: 4, third_place: false };
    let knockout = of(13, shape);
    let progress = knockout.progress(&play(&knockout, by_seed));
    let first: Vec<usize> =
        progress.places.iter().filter(|one| one.places.first == 1).map(|one| one.entrant).collect();
    assert_eq!(first.len(), 4);
    assert!(first.iter().all(|entrant| *entrant < 4));
    assert_eq!(losses(&progress).1, 9);
    assert_eq!(progress.champion(), None);
}

#[test]
fn rounds_are_as_early_as_they_can_be() {
    let sizes = |entrants, shape| -> Vec<usize> {
        of(entrants, shape).rounds().iter().map(Vec::len).collect()
    };
    assert_eq!(sizes(8, Shape::SINGLE), [4, 2, 1]);
    assert_eq!(sizes(8, Shape::THIRD_PLACE), [4, 2, 2]);
    assert_eq!(sizes(6, Shape::SINGLE), [2, 2, 1]);
    // The second and the third have nobody to wait for.
    assert_eq!(sizes(5, Shape::SINGLE), [2, 1, 1]);
    assert_eq!(sizes(8, Shape::Placement), [4, 4, 4]);
    assert_eq!(sizes(8, Shape::DOUBLE), [4, 4, 3, 1, 1, 1, 1]);
    assert_eq!(sizes(2, Shape::DOUBLE), [1, 1, 1]);
}

#[test]
fn what_makes_no_knock_out_is_refused() {
    assert_eq!(Knockout::new(&[Some(1), None], Shape::SINGLE), Err(NoKnockout::TooFew));
    assert_eq!(Knockout::new(&[Some(1), Some(1)], Shape::SINGLE), Err(NoKnockout::Twice(1)));
    let three = [Some(0), Some(1), Some(2)];
    assert_eq!(Knockout::new(&three, Shape::SINGLE), Err(NoKnockout::Lines));
    let four = seeded(&[0, 1, 2, 3]);
    for (left, third_place) in [(3, false), (4, false), (2, true), (0, false)] {
        let shape = Shape::Single { left, third_place };
        assert_eq!(Knockout::new(&four, shape), Err(NoKnockout::Left));
    }
}

#[test]
fn both_are_out_of_a_match_to_which_neither_came() {
    let knockout = of(4, Shape::SINGLE);
    let nobody = Fact::Result { of: MatchId(0), between: [0, 3], outcome: Outcome::BothAbsent };
    let progress = knockout.progress(&[nobody, win(MatchId(1), 1, 2)]);
    assert!(progress.is_over());
    assert_eq!(progress.champion(), Some(1), "he is through the final without a match");
    assert_eq!(placed(&progress), [(1, 1, 1), (0, 3, 4), (3, 3, 4), (2, 3, 4)]);
}
