//! Explanations are true: for eighty published and some random tournaments every statement is checked against the
//! results.

use swiss::Color;
use swiss::entrant::Entry;
use swiss::pairing::checker::published;
use swiss::pairing::explain::{
    Allotted, Bar, BracketSaid, Breach, ColorRule, Criterion, Explanation, Fault, HowMany, Measure,
    PreferenceStrength, Verdict, WhyFloats, changes, explain,
};
use swiss::pairing::{NoPairing, Round, dutch};
use swiss::points::{PointSystem, Points};
use swiss::trf::{self, Purpose};
use swiss::{Apart, Tournament};

use crate::random::{empty, of_results, play};

fn eighty() -> Vec<Tournament> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairing/data");
    let files = std::fs::read_dir(data).expect("the data").flatten().map(|entry| entry.path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "trf"));
    let read = |path| std::fs::read_to_string(path).expect("a file");
    files.map(|path| trf::read(&read(path), Purpose::Check).expect("a tournament")).collect()
}

/// The colors of an entrant's games.
fn history(before: &Tournament, entrant: usize) -> Vec<Color> {
    let played = before.entrants[entrant].entries.iter().filter(|entry| entry.is_played());
    played.filter_map(Entry::color).collect()
}

/// An entrant's preference by article 1.7, and the color difference.
fn due(before: &Tournament, entrant: usize) -> (Option<Color>, PreferenceStrength, i32) {
    let colors = history(before, entrant);
    let difference: i32 = colors.iter().map(|one| if *one == Color::White { 1 } else { -1 }).sum();
    let twice = match colors.as_slice() {
        [.., one, last] if one == last => Some(*last),
        _ => None,
    };
    let fewer = if difference > 0 { Color::Black } else { Color::White };
    match (colors.last(), twice, difference.abs()) {
        (None, ..) => (None, PreferenceStrength::None, 0),
        (_, _, 2..) => (Some(fewer), PreferenceStrength::Absolute, difference),
        (_, Some(twice), _) => (Some(twice.opponent()), PreferenceStrength::Absolute, difference),
        (_, _, 1) => (Some(fewer), PreferenceStrength::Strong, difference),
        (Some(last), _, _) => (Some(last.opponent()), PreferenceStrength::Mild, difference),
    }
}

fn has_met(before: &Tournament, one: usize, other: usize, round: usize) -> bool {
    let entry = before.entrants[one].entries.get(round);
    entry.is_some_and(|entry| entry.is_played() && entry.opponent() == Some(other))
}

fn assert_bar(before: &Tournament, [one, other]: [usize; 2], bar: Bar) {
    match bar {
        Bar::Met { round } => assert!(has_met(before, one, other, round)),
        Bar::Apart => {
            assert!(before.apart.iter().any(|apart| {
                apart.entrants.contains(&one)
                    && apart.entrants.contains(&other)
                    && (apart.rounds.0..apart.rounds.1).contains(&before.played)
            }));
        }
        Bar::SameColor(color) => {
            for entrant in [one, other] {
                let (own, strength, _) = due(before, entrant);
                assert_eq!((own, strength), (Some(color), PreferenceStrength::Absolute));
            }
        }
    }
}

fn score(before: &Tournament, entrant: usize) -> Points {
    before.accelerated(entrant, before.played)
}

/// The colors of a pair follow from the named rule, and from no earlier one.
fn assert_colors(before: &Tournament, pair: &Allotted) {
    let sides = [(pair.pairing.white, Color::White), (pair.pairing.black, Color::Black)];
    for ((entrant, color), said) in sides.into_iter().zip(pair.due) {
        let (own, strength, difference) = due(before, entrant);
        assert_eq!((said.color, said.strength, said.difference), (own, strength, difference));
        assert_eq!(said.is_granted, own.is_none() || own == Some(color));
    }
    let numbers = before.pairing_numbers();
    let rank = |entrant: usize| (std::cmp::Reverse(score(before, entrant)), numbers[entrant]);
    let higher = std::cmp::min_by_key(pair.pairing.white, pair.pairing.black, |one| rank(*one));
    assert_eq!(pair.higher, higher);
    let of_higher = usize::from(higher == pair.pairing.black);
    let [mine, his] = [pair.due[of_higher], pair.due[1 - of_higher]];
    let agree = mine.color.is_none() || his.color.is_none() || mine.color != his.color;
    if mine.color.is_none() && his.color.is_none() {
        assert_eq!(pair.rule, ColorRule::Initial);
        let initial = before.initial.unwrap_or(Color::White);
        let odd = numbers[higher].expect("a number").is_multiple_of(2);
        assert_eq!(sides[of_higher].1, if odd { initial } else { initial.opponent() });
        return;
    }
    assert_eq!(pair.rule == ColorRule::Both, agree);
    assert_eq!(pair.rule == ColorRule::Stronger, !agree && mine.strength != his.strength);
    let (granted, denied) = if mine.is_granted { (mine, his) } else { (his, mine) };
    let wide = |due: swiss::pairing::explain::Due| due.difference.abs();
    match pair.rule {
        ColorRule::Both => assert!(mine.is_granted && his.is_granted),
        ColorRule::Stronger => assert!(granted.strength > denied.strength),
        ColorRule::Wider => {
            assert_eq!(mine.strength, PreferenceStrength::Absolute);
            assert!(wide(granted) > wide(denied));
        }
        ColorRule::Alternate | ColorRule::Higher => {
            assert!(granted.is_granted && !denied.is_granted);
            let sequences = sides.map(|(entrant, _)| history(before, entrant));
            let both = sequences[0].iter().rev().zip(sequences[1].iter().rev());
            let last = both.into_iter().find(|(white, black)| white != black);
            assert_eq!(last.is_some(), pair.rule == ColorRule::Alternate);
            assert!(last.is_none_or(|(white, _)| *white == Color::Black));
            assert!(last.is_some() || mine.is_granted);
        }
        ColorRule::Initial => panic!("somebody has a preference: {pair:?}"),
    }
}

/// The number of pairs in which one color preference cannot be granted.
fn clashes(before: &Tournament, pairs: &[[usize; 2]]) -> usize {
    let clash = |pair: &&[usize; 2]| {
        let [one, other] = pair.map(|entrant| due(before, entrant).0);
        one.is_some() && one == other
    };
    pairs.iter().filter(clash).count()
}

fn descending(before: &Tournament, entrants: &[usize]) -> Vec<Points> {
    let mut scores: Vec<Points> = entrants.iter().map(|one| score(before, *one)).collect();
    scores.sort_unstable_by(|one, other| other.cmp(one));
    scores
}

/// The verdict on the first candidate is true.
fn assert_first(before: &Tournament, bracket: &BracketSaid) {
    let chosen: Vec<[usize; 2]> =
        bracket.pairs.iter().map(|pair| [pair.pairing.white, pair.pairing.black]).collect();
    let floaters: Vec<usize> = bracket.floaters.iter().map(|one| one.entrant).collect();
    let sorted = |pairs: &[[usize; 2]]| {
        let mut pairs = pairs.to_vec();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs
    };
    let first = &bracket.first;
    match &first.verdict {
        None => assert_eq!(sorted(&chosen), sorted(&first.pairs)),
        Some(Verdict::Breaks { criterion, faults }) => {
            assert!(*criterion == Criterion::C4 || !faults.is_empty());
            for fault in faults {
                match fault {
                    Fault::Pair { pair, bar } => {
                        assert_eq!(bar.criterion(), *criterion);
                        assert!(first.pairs.contains(pair));
                        assert_bar(before, *pair, *bar);
                    }
                    Fault::Bye(entrant) => assert_eq!(first.floaters, [*entrant]),
                }
            }
        }
        Some(Verdict::Worse { criterion, chosen: mine, other }) => {
            assert_eq!(mine.compare(other), std::cmp::Ordering::Less, "{bracket:?}");
            let known = match criterion {
                Criterion::C6 => {
                    Some([Measure::Count(floaters.len()), Measure::Count(first.floaters.len())])
                }
                Criterion::C7 => Some([
                    Measure::Scores(descending(before, &floaters)),
                    Measure::Scores(descending(before, &first.floaters)),
                ]),
                Criterion::C12 => Some([
                    Measure::Count(clashes(before, &chosen)),
                    Measure::Count(clashes(before, &first.pairs)),
                ]),
                _ => None,
            };
            assert!(known.is_none_or(|known| known == [mine.clone(), other.clone()]));
        }
        Some(verdict) => panic!("the first candidate would have been taken: {verdict:?}"),
    }
}

/// Brackets pass their floaters down and contain everybody once.
fn assert_brackets(before: &Tournament, said: &Explanation) {
    let mut paired: Vec<usize> = said.bye.iter().map(|bye| bye.entrant).collect();
    let mut residents: Vec<usize> = Vec::new();
    let mut moved: Vec<usize> = Vec::new();
    for bracket in &said.brackets {
        assert_eq!(bracket.moved.iter().map(|one| one.entrant).collect::<Vec<_>>(), moved);
        for one in &bracket.moved {
            assert!(one.from > bracket.score && one.from == score(before, one.entrant));
        }
        assert!(bracket.residents.iter().all(|one| score(before, *one) == bracket.score));
        let pairs = bracket.pairs.iter().flat_map(|one| [one.pairing.white, one.pairing.black]);
        let floaters = bracket.floaters.iter().map(|one| one.entrant);
        let mut inside: Vec<usize> = pairs.clone().chain(floaters.clone()).collect();
        let mut members: Vec<usize> = bracket.residents.clone();
        members.extend(&moved);
        inside.sort_unstable();
        members.sort_unstable();
        assert_eq!(inside, members);
        paired.extend(pairs);
        residents.extend(&bracket.residents);
        moved = floaters.collect();
    }
    assert_eq!(moved, said.bye.iter().map(|bye| bye.entrant).collect::<Vec<_>>());
    let there = (0..before.entrants.len()).filter(|one| before.is_present(*one));
    let there: Vec<usize> = there.collect();
    paired.sort_unstable();
    residents.sort_unstable();
    assert_eq!((&paired, &residents), (&there, &there));
}

fn assert_floaters(before: &Tournament, bracket: &BracketSaid) {
    let members = bracket.moved.iter().map(|one| one.entrant);
    let members: Vec<usize> = members.chain(bracket.residents.iter().copied()).collect();
    for floater in &bracket.floaters {
        match &floater.why {
            WhyFloats::Alone => {
                let is_moved = bracket.moved.iter().any(|one| one.entrant == floater.entrant);
                assert!(members.len() == 1 || is_moved && bracket.residents.is_empty());
            }
            WhyFloats::NoOpponent(bars) => {
                for (other, bar) in bars {
                    assert_bar(before, [floater.entrant, *other], *bar);
                }
                let is_moved = |one: usize| bracket.moved.iter().any(|own| own.entrant == one);
                let could = members.iter().filter(|other| {
                    **other != floater.entrant && !(is_moved(floater.entrant) && is_moved(**other))
                });
                assert_eq!(could.count(), bars.len());
            }
            WhyFloats::Withheld => panic!("nothing is withheld here"),
            WhyFloats::Last => assert!(bracket.first.floaters.contains(&floater.entrant)),
            WhyFloats::AllLower => {
                let after = members.iter().skip_while(|one| **one != floater.entrant);
                let floats = |one: &usize| bracket.floaters.iter().any(|own| own.entrant == *one);
                assert!(after.into_iter().all(floats));
            }
            WhyFloats::Instead { other, verdict } => {
                assert!(members.contains(other) && *other != floater.entrant);
                assert!(bracket.floaters.iter().all(|one| one.entrant != *other));
                match verdict {
                    Verdict::Worse { chosen, other, .. } => {
                        assert_eq!(chosen.compare(other), std::cmp::Ordering::Less);
                    }
                    Verdict::Breaks { .. } | Verdict::Later => {}
                    Verdict::Untold | Verdict::Withheld => panic!("it is not told: {bracket:?}"),
                }
            }
        }
    }
}

/// Checks the explanation of the next round against the earlier results.
fn assert_true(before: &Tournament, said: &Explanation) {
    assert_brackets(before, said);
    for bracket in &said.brackets {
        bracket.pairs.iter().for_each(|pair| assert_colors(before, pair));
        assert_first(before, bracket);
        assert_floaters(before, bracket);
    }
    if let Some(bye) = &said.bye {
        let there = (0..before.entrants.len()).filter(|one| before.is_present(*one));
        let lower = there.filter(|one| score(before, *one) < bye.score);
        assert_eq!(lower.count(), bye.spared.len());
    }
}

#[test]
fn of_eighty_tournaments_all_that_is_said_of_every_round_is_true() {
    let (mut rounds, mut differ) = (0, std::collections::BTreeMap::new());
    for tournament in eighty() {
        for round in 0..tournament.played {
            let before = tournament.before_round(round);
            let chosen = published(&tournament, &before, round);
            let said = explain(&before, Some(&chosen)).expect("a round");
            assert_eq!(said.changed, None);
            assert_true(&before, &said);
            rounds += 1;
            for verdict in said.brackets.iter().filter_map(|one| one.first.verdict.as_ref()) {
                if let Verdict::Breaks { criterion, .. } | Verdict::Worse { criterion, .. } =
                    verdict
                {
                    *differ.entry(*criterion).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(rounds > 500, "{rounds}");
    // Most criteria have decided some bracket.
    assert!(differ.len() > 10, "{differ:?}");
}

#[test]
fn of_random_tournaments_all_that_is_said_of_every_round_is_true() {
    for seed in 300..315 {
        play(seed, |before, round| {
            let said = explain(before, Some(round)).expect("a round");
            assert_eq!((&said.by_the_rules, &said.changed), (round, &None));
            assert_true(before, &said);
        });
    }
}

#[test]
fn the_first_round_is_one_bracket_whose_first_candidate_stands() {
    let said = explain(&empty(7, 5, PointSystem::default()), None).expect("a round");
    let [bracket] = said.brackets.as_slice() else { panic!("{:?}", said.brackets) };
    assert_eq!(bracket.first.verdict, None);
    assert_eq!(bracket.floaters[0].why, WhyFloats::Last);
    assert!(bracket.pairs.iter().all(|pair| pair.rule == ColorRule::Initial));
    assert_eq!(said.bye.map(|bye| (bye.entrant, bye.spared)), Some((6, Vec::new())));
}

#[test]
fn who_has_met_all_others_of_his_score_floats_and_it_is_said_whom_he_met() {
    let before = Tournament { rounds: 4, ..of_results(&["1=2 3=4", "1-3 2-4"]) };
    let said = explain(&before, None).expect("a round");
    assert_true(&before, &said);
    let [upper, lower] = said.brackets.as_slice() else { panic!("{said:?}") };
    let met = |one| WhyFloats::NoOpponent(vec![(one, Bar::Met { round: 0 })]);
    let why: Vec<&WhyFloats> = upper.floaters.iter().map(|one| &one.why).collect();
    assert_eq!((upper.how_many, why), (HowMany::NoMorePairs(0), vec![&met(1), &met(0)]));
    // The first meets the third, and the second the fourth; both pairs have already met.
    let fault = |pair| Fault::Pair { pair, bar: Bar::Met { round: 1 } };
    let faults = vec![fault([0, 2]), fault([1, 3])];
    assert_eq!(lower.first.verdict, Some(Verdict::Breaks { criterion: Criterion::C1, faults }));
}

#[test]
fn who_is_kept_apart_is_told_to_officials_alone() {
    let mut before = empty(4, 3, PointSystem::default());
    before.apart.push(Apart { entrants: vec![0, 2], rounds: (0, 3) });
    let said = explain(&before, None).expect("a round");
    assert_true(&before, &said);
    let faults = vec![Fault::Pair { pair: [0, 2], bar: Bar::Apart }];
    let verdict = Some(Verdict::Breaks { criterion: Criterion::Apart, faults });
    assert_eq!(said.brackets[0].first.verdict, verdict);
    let everybody = said.for_everybody();
    assert_eq!(everybody.brackets[0].first.verdict, Some(Verdict::Withheld));
    assert!(!format!("{everybody:?}").contains("Apart"));
    // The same for a downfloater, and for a round that was paired in spite of it.
    before.apart.push(Apart { entrants: vec![0, 1, 2, 3], rounds: (0, 3) });
    let right = said.by_the_rules;
    let changed = changes(&before, &right);
    assert!(changed.breaches.iter().all(|one| matches!(one, Breach::Pair { bar: Bar::Apart, .. })));
    assert_eq!((changed.breaches.len(), changed.for_everybody().breaches.len()), (2, 0));
}

#[test]
fn a_round_that_was_changed_by_hand_is_told_as_such_with_what_it_breaks() {
    let before = Tournament { rounds: 4, ..of_results(&["1-3 2-4", "2-1 4-3"]) };
    let right = dutch(&before).expect("a round");
    // The pairs of the first round meet again.
    let pairing = |white, black| swiss::pairing::Pairing { white, black };
    let by_hand = Round { pairings: vec![pairing(0, 2), pairing(3, 1)], bye: None };
    let said = explain(&before, Some(&by_hand)).expect("the rules find one");
    assert_eq!(said.by_the_rules, right);
    let changed = said.changed.expect("it was changed");
    assert_eq!(changed.has, by_hand.pairings);
    assert_eq!(changed.instead, right.pairings);
    let met = |pair| Breach::Pair { pair, bar: Bar::Met { round: 0 } };
    assert!(changed.breaches.contains(&met([0, 2])) && changed.breaches.contains(&met([3, 1])));
    // Only the colors are swapped.
    let turned = right.pairings.iter().map(|one| pairing(one.black, one.white)).collect();
    let said = explain(&before, Some(&Round { pairings: turned, bye: None })).expect("a round");
    let breaches = said.changed.expect("it was changed").breaches;
    assert_eq!(breaches.len(), right.pairings.len());
    assert!(breaches.iter().all(|one| matches!(one, Breach::Colors { .. })));
}

#[test]
fn what_was_paired_where_the_rules_find_nothing_breaks_a_rule() {
    let before = Tournament { rounds: 9, ..of_results(&["1-2"]) };
    assert_eq!(explain(&before, None), Err(NoPairing::NoneIsLegal));
    let pairing = swiss::pairing::Pairing { white: 0, black: 1 };
    let changed = changes(&before, &Round { pairings: vec![pairing], bye: None });
    assert_eq!(changed.breaches[0], Breach::Pair { pair: [0, 1], bar: Bar::Met { round: 0 } });
    assert_eq!((changed.has, changed.instead), (vec![pairing], Vec::new()));
}

#[test]
fn a_field_of_hundreds_is_explained() {
    let mut before = empty(600, 9, PointSystem::default());
    for round in 0..3 {
        let paired = dutch(&before).expect("a round");
        let mut random = crate::random::Random(round);
        crate::random::results(&mut random, &mut before, &paired);
    }
    let said = explain(&before, None).expect("a round");
    assert_brackets(&before, &said);
}
