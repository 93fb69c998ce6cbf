//! The Keizer system: published examples, and properties of any ranking and pairing.

use swiss::Apart;
use swiss::Tournament;
use swiss::entrant::{Bye, Entry};
use swiss::keizer::{Ranking, Rules, pair, ranking, ranking_after};
use swiss::pairing::NoPairing;
use swiss::points::PointSystem;
use swiss::tiebreak::{Total, Value};

use crate::random::{Random, empty, of_results, results};

const EXAMPLES: &str = include_str!("keizer/examples.txt");

/// An example's lines as key and rest.
fn examples() -> Vec<Vec<(&'static str, &'static str)>> {
    let lines = EXAMPLES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut all: Vec<Vec<(&str, &str)>> = Vec::new();
    for line in lines {
        let (key, rest) = line.split_once(' ').expect("a key and a value");
        if key == "name" {
            all.push(Vec::new());
        }
        all.last_mut().expect("a name first").push((key, rest.trim()));
    }
    all
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn printed_points(found: &Ranking) -> Vec<String> {
    let mut lines = found.lines.clone();
    lines.sort_by_key(|line| line.entrant);
    lines.iter().map(|line| Value::points(line.points).to_string()).collect()
}

#[test]
fn published_examples_are_counted_and_paired_as_printed() {
    for example in examples() {
        let of = |key: &str| example.iter().find(|(own, _)| *own == key).map(|(_, rest)| *rest);
        let name = of("name").expect("a name");
        let rounds: Vec<&str> =
            example.iter().filter(|(key, _)| *key == "round").map(|(_, rest)| *rest).collect();
        let played = of_results(&rounds);
        let top = of("top").and_then(|top| top.parse().ok());
        let rules = Rules { top, ..Rules::default() };
        let passes = of("passes").and_then(|passes| passes.parse().ok()).expect("passes");
        let found = ranking_after(&played, &rules, played.played, passes);
        assert_eq!(printed_points(&found), words(of("points").expect("points")), "{name}");
        if let Some(expected) = of("ranking") {
            let found = ranking(&played, &rules, played.played);
            let order = found.lines.iter().map(|line| (line.entrant + 1).to_string());
            assert_eq!(order.collect::<Vec<_>>(), words(expected), "{name}");
            assert!(found.is_settled && found.passes == 2, "{name}: {found:?}");
        }
        if let Some(expected) = of("paired") {
            let first = pair(&played.before_round(0), &rules).expect("a round");
            let pairs = first.pairings.iter();
            let pairs = pairs.map(|of| format!("{}-{}", of.white + 1, of.black + 1));
            assert_eq!(pairs.collect::<Vec<_>>(), words(expected), "{name}");
        }
    }
}

#[test]
fn who_does_not_play_gets_a_part_of_their_own_value() {
    let rules = Rules { top: Some(10), bye: 60, excused: 30, absent: 10, apart: 3 };
    // The loser of the only game falls behind two who did not play: 10, 7, 9, 8, 6.
    let played = of_results(&["1-2 3:U 4:H 5:Z"]);
    let found = ranking(&played, &rules, 1);
    assert_eq!(printed_points(&found), ["17", "7", "14.4", "10.4", "6.6"]);
    let order: Vec<usize> = found.lines.iter().map(|line| line.entrant).collect();
    assert_eq!(order, [0, 2, 3, 1, 4], "{found:?}");
    assert_eq!(found.lines[0].value, Value::whole(10));
}

#[test]
fn the_usual_value_of_the_first_is_one_and_a_half_times_the_players() {
    let rules = Rules::default();
    assert_eq!((rules.value_of(0, 40), rules.value_of(39, 40)), (60, 21));
    assert_eq!((rules.value_of(0, 3), rules.value_of(2, 3)), (4, 2));
    let few = Rules { top: Some(2), ..rules };
    assert_eq!([0, 1, 2, 9].map(|place| few.value_of(place, 10)), [2, 1, 1, 1]);
}

#[test]
fn the_working_adds_up_to_the_points() {
    for seed in 0..60 {
        let played = play(seed, |_, _| {});
        let rules = rules(&mut Random(seed));
        let found = ranking(&played, &rules, played.played);
        for line in &found.lines {
            let working = found.working(&played, &rules, line.entrant, played.played);
            let rounds = working.contributions.iter().map(|one| one.amount);
            let Total::SumAndOwnValue { own } = working.total else { panic!("{working:?}") };
            let sum = rounds.fold(own, Value::plus);
            let points = Some(Value::points(line.points));
            assert_eq!((Some(sum), working.value), (points, points));
            assert_eq!(working.contributions.len(), played.played);
        }
    }
}

fn rules(random: &mut Random) -> Rules {
    let mut percent = || random.below(101) as u8;
    let (bye, excused, absent) = (percent(), percent(), percent());
    let top = [None, Some(random.below(90) as u32)][random.below(2) as usize];
    Rules { top, bye, excused, absent, apart: random.below(9) as usize }
}

/// A tournament with absences and late entries, which are zero-point byes before; `look` sees each round.
fn play(seed: u64, mut look: impl FnMut(&Tournament, &swiss::pairing::Round)) -> Tournament {
    let mut random = Random(seed);
    let count = 2 + random.below(24) as usize;
    let rounds = 1 + random.below(14) as usize;
    let rules = rules(&mut Random(seed));
    let mut played = empty(count, rounds, PointSystem::default());
    let arrivals: Vec<usize> =
        (0..count).map(|_| (random.below(8) as usize).saturating_sub(4)).collect();
    for round in 0..rounds {
        for (entrant, arrival) in played.entrants.iter_mut().zip(&arrivals) {
            let is_away = random.below(9) == 0;
            if is_away || *arrival > round {
                let bye = if *arrival > round { Bye::Zero } else { Bye::Half };
                entrant.entries.push(Entry::Bye(bye));
            }
        }
        match pair(&played, &rules) {
            Ok(next) => {
                look(&played, &next);
                results(&mut random, &mut played, &next);
            }
            Err(fault) => {
                assert_eq!(fault, NoPairing::NobodyThere);
                played.played += 1;
            }
        }
    }
    played
}

#[test]
fn everybody_who_is_there_is_paired_once_and_byes_go_round() {
    let mut rounds = 0;
    for seed in 0..300 {
        play(seed, |before, next| {
            rounds += 1;
            let pairs = next.pairings.iter().flat_map(|pair| [pair.white, pair.black]);
            let mut all: Vec<usize> = pairs.chain(next.bye).collect();
            all.sort_unstable();
            let there = (0..before.entrants.len()).filter(|one| before.is_present(*one));
            assert_eq!(all, there.collect::<Vec<_>>(), "seed {seed}");
            let byes = |one: usize| {
                let entries = before.entrants[one].entries.iter();
                entries.filter(|entry| **entry == Entry::Bye(Bye::Allocated)).count()
            };
            if let Some(bye) = next.bye {
                let fewest = all.iter().map(|one| byes(*one)).min();
                assert_eq!(Some(byes(bye)), fewest, "seed {seed}");
            }
        });
    }
    assert!(rounds > 1_000, "{rounds}");
}

#[test]
fn every_ranking_ends_and_has_everybody_once() {
    let mut circles = 0;
    for seed in 0..400 {
        let played = play(seed, |_, _| {});
        let rules = rules(&mut Random(seed));
        let found = ranking(&played, &rules, played.played);
        let mut all: Vec<usize> = found.lines.iter().map(|line| line.entrant).collect();
        all.sort_unstable();
        assert_eq!(all, (0..played.entrants.len()).collect::<Vec<_>>(), "seed {seed}");
        assert!(found.lines.is_sorted_by(|one, other| one.points >= other.points), "{found:?}");
        assert!(found.passes < 100, "seed {seed}: {} passes", found.passes);
        if found.is_settled {
            // Values follow from the ranking itself.
            for (place, line) in found.lines.iter().enumerate() {
                let value = rules.value_of(place, found.lines.len());
                assert_eq!(line.value, Value::whole(i64::from(value)), "seed {seed}");
            }
        }
        circles += usize::from(!found.is_settled);
    }
    assert!(circles > 0, "no ranking went in a circle, so that the rule for these is not tested");
}

#[test]
fn the_same_two_meet_again_only_after_some_rounds_if_that_is_possible() {
    // Twelve players can do without a repetition within three rounds in every round.
    let rules = Rules { apart: 3, ..Rules::default() };
    let mut random = Random(7);
    let mut played = empty(12, 30, PointSystem::default());
    let mut again = 0;
    for _ in 0..30 {
        let next = pair(&played, &rules).expect("a round");
        for pair in &next.pairings {
            let entries = &played.entrants[pair.white].entries;
            let last = entries.iter().rposition(|entry| entry.opponent() == Some(pair.black));
            let since = last.map(|round| played.played - round);
            assert!(since.is_none_or(|since| since > 3), "{since:?} rounds ago");
            again += usize::from(since.is_some());
        }
        results(&mut random, &mut played, &next);
    }
    assert!(again > 0, "in 30 rounds somebody meets again");
    // Two players have no choice.
    let mut two = empty(2, 3, PointSystem::default());
    for _ in 0..3 {
        let next = pair(&two, &rules).expect("a round");
        results(&mut random, &mut two, &next);
    }
    let whites =
        two.entrants[0].entries.iter().filter(|one| one.color() == Some(swiss::Color::White));
    assert!([1, 2].contains(&whites.count()), "colors change: {:?}", two.entrants[0].entries);
}

#[test]
fn a_thousand_are_paired_and_nobody_meets_twice_at_once() {
    let mut random = Random(3);
    let mut played = empty(1_001, 3, PointSystem::default());
    for _ in 0..3 {
        let next = pair(&played, &Rules::default()).expect("a round");
        assert_eq!((next.pairings.len(), next.bye.is_some()), (500, true));
        for pair in &next.pairings {
            let entries = &played.entrants[pair.white].entries;
            assert!(entries.iter().all(|entry| entry.opponent() != Some(pair.black)), "{pair:?}");
        }
        results(&mut random, &mut played, &next);
    }
}

#[test]
fn players_kept_apart_do_not_meet() {
    let mut four = empty(4, 3, PointSystem::default());
    four.apart.push(Apart { entrants: vec![0, 1], rounds: (0, 1) });
    let next = pair(&four, &Rules::default()).expect("a round");
    let pairs: Vec<(usize, usize)> =
        next.pairings.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(pairs, [(2, 0), (3, 1)]);
    let mut two = empty(2, 3, PointSystem::default());
    two.apart.push(Apart { entrants: vec![0, 1], rounds: (0, 1) });
    assert_eq!(pair(&two, &Rules::default()), Err(NoPairing::NoneIsLegal));
}
