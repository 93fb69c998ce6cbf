//! Groups: the snake, clubs kept apart, who advances, and the cross-over.

use std::collections::BTreeSet;

use swiss::groups::{
    Choice, Finisher, Qualifier, Undecided, best_of_place, cross_over, lot_apart, snake,
    snake_apart, spread, top,
};
use swiss::points::Points;

use crate::random::Random;

/// The groups of ten seeds in four groups.
const LOT_271828: [&[usize]; 4] = [&[3, 4, 8], &[1, 7], &[0, 6, 9], &[2, 5]];

fn field(count: usize) -> Vec<usize> {
    (0..count).collect()
}

fn group_of(groups: &[Vec<usize>], entrant: usize) -> usize {
    groups.iter().position(|group| group.contains(&entrant)).expect("everybody has a group")
}

/// The number of pairs of one club in one group.
fn pairs(groups: &[Vec<usize>], clubs: &[Option<u64>]) -> usize {
    let of = |group: &Vec<usize>| {
        let pairs = group.iter().flat_map(|one| group.iter().map(move |other| (*one, *other)));
        pairs
            .filter(|(one, other)| {
                one < other && clubs[*one].is_some() && clubs[*one] == clubs[*other]
            })
            .count()
    };
    groups.iter().map(of).sum()
}

#[test]
fn the_snake_goes_along_the_groups_and_back() {
    let groups = snake(&field(10), 4);
    assert_eq!(groups, [vec![0, 7, 8], vec![1, 6, 9], vec![2, 5], vec![3, 4]]);
    assert_eq!(snake(&field(3), 1), [vec![0, 1, 2]]);
    assert_eq!(snake(&field(3), 0), [vec![0, 1, 2]], "there is one group at least");
}

#[test]
fn groups_of_a_snake_are_equally_strong_and_large() {
    for groups in 1..=12 {
        for count in groups..=60 {
            let sizes: Vec<usize> = snake(&field(count), groups).iter().map(Vec::len).collect();
            assert!(sizes.iter().max() <= sizes.iter().min().map(|least| least + 1).as_ref());
            if (count / groups).is_multiple_of(2) && count.is_multiple_of(groups) {
                let sums = snake(&field(count), groups);
                let sums: Vec<usize> = sums.iter().map(|group| group.iter().sum()).collect();
                assert!(sums.iter().all(|sum| *sum == sums[0]), "{sums:?}");
            }
        }
    }
}

#[test]
fn without_clubs_to_keep_apart_it_is_the_snake() {
    for count in 4..30 {
        assert_eq!(snake_apart(&field(count), 4, |_| None::<u8>), snake(&field(count), 4));
        assert_eq!(snake_apart(&field(count), 4, Some), snake(&field(count), 4));
    }
}

/// Computed beside by the words of docs/organising.md.
#[test]
fn a_lot_gives_the_groups_that_anybody_computes_from_its_number() {
    let drawn = |lot| lot_apart(&field(10), 4, lot, |_| None::<u8>);
    assert_eq!(drawn(271_828), LOT_271828);
    assert_eq!(drawn(271_828), drawn(271_828));
    assert_ne!(drawn(271_828), drawn(271_829));
}

#[test]
fn a_lot_gives_each_group_one_of_each_pot_and_everybody_every_group() {
    let mut seen = vec![[0; 4]; 10];
    for lot in 0..400 {
        let groups = lot_apart(&field(10), 4, lot, |_| None::<u8>);
        for pot in field(10).chunks(4) {
            let of: BTreeSet<usize> = pot.iter().map(|one| group_of(&groups, *one)).collect();
            assert_eq!(of.len(), pot.len(), "lot {lot}");
        }
        field(10).iter().for_each(|one| seen[*one][group_of(&groups, *one)] += 1);
    }
    // A hundred each, give or take five standard deviations.
    assert!(seen.iter().flatten().all(|count| (56..=144).contains(count)), "{seen:?}");
}

#[test]
fn a_lot_keeps_clubs_apart_as_far_as_pots_allow() {
    let club = |entrant: usize| [0, 5, 6, 11].contains(&entrant).then_some("Cebu");
    for lot in 0..50 {
        let drawn = lot_apart(&field(12), 3, lot, club);
        let of = |group: &Vec<usize>| group.iter().filter(|one| club(**one).is_some()).count();
        let mut members: Vec<usize> = drawn.iter().map(of).collect();
        members.sort_unstable();
        assert_eq!(members, [1, 1, 2], "lot {lot}");
    }
}

#[test]
fn clubs_are_spread_and_every_group_gets_one_of_each_row() {
    let mut random = Random(11);
    for _ in 0..120 {
        let groups = 2 + random.below(6) as usize;
        let count = groups + random.below(30) as usize;
        let clubs: Vec<Option<u64>> =
            (0..count).map(|_| Some(random.below(6)).filter(|club| *club > 0)).collect();
        let drawn = snake_apart(&field(count), groups, |entrant| clubs[entrant]);
        assert!(pairs(&drawn, &clubs) <= pairs(&snake(&field(count), groups), &clubs));
        for row in field(count).chunks(groups) {
            let mut used: Vec<usize> =
                row.iter().map(|entrant| group_of(&drawn, *entrant)).collect();
            used.sort_unstable();
            used.dedup();
            assert_eq!(used.len(), row.len(), "each of a row in a group of his own");
        }
    }
}

#[test]
fn one_club_is_spread_as_far_as_rows_allow() {
    // Seeds 0, 5, 6 and 11 are of one club and in one group of the snake.
    let club = |entrant| [0, 5, 6, 11].contains(&entrant).then_some("Cebu");
    assert_eq!(snake(&field(12), 3)[0], [0, 5, 6, 11]);
    let drawn = snake_apart(&field(12), 3, club);
    let in_groups: Vec<usize> = drawn
        .iter()
        .map(|group| group.iter().filter(|entrant| club(**entrant).is_some()).count())
        .collect();
    assert_eq!(in_groups.iter().max(), Some(&2), "{drawn:?}");
    assert_eq!(in_groups.iter().min(), Some(&1), "{drawn:?}");
}

/// The fewest pairs of one club in one group over all draws that keep the rows.
fn fewest(count: usize, clubs: &[Option<u64>]) -> usize {
    let turns = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let rows = count.div_ceil(3);
    let draws = 0..6_usize.pow(rows as u32);
    let of = |mut draw: usize| {
        let mut groups = vec![Vec::new(); 3];
        for row in field(count).chunks(3) {
            for (entrant, group) in row.iter().zip(turns[draw % 6]) {
                groups[group].push(*entrant);
            }
            draw /= 6;
        }
        pairs(&groups, clubs)
    };
    draws.map(of).min().expect("there is a draw")
}

#[test]
fn small_draws_keep_clubs_apart_nearly_always_as_well_as_any_could() {
    let mut random = Random(12);
    let mut worse = 0;
    for _ in 0..200 {
        let count = 6 + random.below(7) as usize;
        let clubs: Vec<Option<u64>> = (0..count).map(|_| Some(random.below(5))).collect();
        let drawn = snake_apart(&field(count), 3, |entrant| clubs[entrant]);
        let (found, best) = (pairs(&drawn, &clubs), fewest(count, &clubs));
        assert!(found <= best + 1, "{clubs:?}");
        worse += usize::from(found > best);
    }
    assert!(worse <= 10, "{worse} of 200 draws could be better");
}

fn finisher(entrant: usize, games: u32, points: i32, tie_breaks: &[i64]) -> Finisher {
    Finisher { entrant, games, points: Points(points), tie_breaks: tie_breaks.to_vec() }
}

fn qualifier(entrant: usize, group: usize, place: usize) -> Qualifier {
    Qualifier { entrant, group, place }
}

#[test]
fn the_first_of_each_group_go_on_winners_before_seconds() {
    let groups = [
        vec![finisher(4, 2, 40, &[]), finisher(5, 2, 20, &[])],
        vec![finisher(6, 2, 30, &[])],
        vec![finisher(7, 2, 30, &[]), finisher(8, 2, 10, &[])],
    ];
    let expected = [
        qualifier(4, 0, 0),
        qualifier(6, 1, 0),
        qualifier(7, 2, 0),
        qualifier(5, 0, 1),
        qualifier(8, 2, 1),
    ];
    assert_eq!(top(&groups, 2), expected);
}

#[test]
fn thirds_of_unequal_groups_are_compared_by_points_per_game() {
    let third = |third| vec![finisher(90, 1, 90, &[]), finisher(91, 1, 80, &[]), third];
    // 4 points in 4 games are less than 4 in 3.
    let groups = [
        third(finisher(0, 4, 40, &[9])),
        third(finisher(1, 3, 40, &[0])),
        third(finisher(2, 3, 30, &[5])),
        vec![finisher(3, 1, 90, &[])],
    ];
    let choice = best_of_place(&groups, 2, 2);
    assert_eq!(choice.chosen, [qualifier(1, 1, 2), qualifier(0, 0, 2)]);
    assert_eq!(choice.undecided, None);
    assert_eq!(best_of_place(&groups, 2, 9).chosen.len(), 3, "no more than there are");
    assert_eq!(best_of_place(&groups, 2, 0), Choice::default());
}

#[test]
fn equal_rates_are_told_apart_by_tie_breaks_in_their_order() {
    let groups: Vec<Vec<Finisher>> = [[1, 7], [2, 0], [1, 9]]
        .iter()
        .enumerate()
        .map(|(entrant, tie_breaks)| vec![finisher(entrant, 3, 30, tie_breaks)])
        .collect();
    let chosen: Vec<usize> =
        best_of_place(&groups, 0, 2).chosen.iter().map(|one| one.entrant).collect();
    assert_eq!(chosen, [1, 2]);
}

#[test]
fn who_is_equal_across_the_line_is_undecided() {
    let groups: Vec<Vec<Finisher>> =
        [30, 20, 20, 20, 10].iter().map(|points| vec![finisher(0, 3, *points, &[])]).collect();
    let choice = best_of_place(&groups, 0, 3);
    let groups_of = |some: &[Qualifier]| some.iter().map(|one| one.group).collect::<Vec<_>>();
    assert_eq!(groups_of(&choice.chosen), [0]);
    let Some(Undecided { among, places }) = choice.undecided else { panic!("undecided") };
    assert_eq!((groups_of(&among), places), (vec![1, 2, 3], 2));
    assert_eq!(best_of_place(&groups, 0, 4).undecided, None, "there is room for all of them");
}

/// A name such as `B2`.
fn name(entrant: Option<usize>) -> String {
    entrant.map_or("-".to_owned(), |entrant| {
        let group = char::from(b'A' + (entrant % 100) as u8);
        format!("{group}{}", entrant / 100 + 1)
    })
}

fn first(groups: usize, each: usize) -> Vec<Qualifier> {
    (0..each)
        .flat_map(|place| {
            (0..groups).map(move |group| qualifier(place * 100 + group, group, place))
        })
        .collect()
}

#[test]
fn the_cross_over_is_that_of_the_league() {
    let lines = cross_over(&first(4, 2)).expect("four groups cross over");
    let names: Vec<String> = lines.into_iter().map(name).collect();
    // A1-B2, B1-A2, C1-D2, D1-C2, with A1 and A2 in different halves.
    assert_eq!(names.join(" "), "A1 B2 C1 D2 B1 A2 D1 C2");
    let two: Vec<String> = cross_over(&first(2, 2)).expect("two").into_iter().map(name).collect();
    assert_eq!(two.join(" "), "A1 B2 B1 A2");
}

#[test]
fn other_groups_do_not_cross_over() {
    for (groups, each) in [(1, 2), (3, 2), (6, 2), (4, 1), (4, 3)] {
        assert_eq!(cross_over(&first(groups, each)), None, "{groups} groups, {each} each");
    }
    let mut wrong = first(4, 2);
    wrong[0].place = 1;
    assert_eq!(cross_over(&wrong), None);
}

/// The round in which two lines meet, counted from 1.
fn round(lines: &[Option<usize>], one: usize, other: usize) -> u32 {
    let at = |entrant| lines.iter().position(|line| *line == Some(entrant)).expect("he is in");
    usize::BITS - (at(one) ^ at(other)).leading_zeros()
}

#[test]
fn winners_and_seconds_of_a_group_meet_in_the_final_only() {
    for groups in [2, 4, 8, 16] {
        let lines = cross_over(&first(groups, 2)).expect("they cross over");
        let spread = spread(&first(groups, 2));
        for group in 0..groups {
            let last = (2 * groups).ilog2();
            assert_eq!(round(&lines, group, 100 + group), last);
            assert_eq!(round(&spread, group, 100 + group), last);
        }
    }
}

#[test]
fn six_groups_and_four_thirds_make_a_bracket_without_an_early_meeting() {
    let mut qualifiers = first(6, 2);
    qualifiers.extend([0, 2, 3, 5].map(|group| qualifier(200 + group, group, 2)));
    let lines = spread(&qualifiers);
    assert_eq!(lines.len(), 16);
    for group in 0..6 {
        assert_eq!(round(&lines, group, 100 + group), 4, "first and second of {group}");
    }
    for group in [0, 2, 3, 5] {
        assert!(round(&lines, group, 200 + group) > 2);
        assert!(round(&lines, 100 + group, 200 + group) > 2);
    }
}

#[test]
fn a_field_that_is_no_power_of_two_leaves_byes_to_the_winners() {
    let lines = spread(&first(3, 2));
    let mut byes: Vec<String> = (lines.chunks(2))
        .filter(|pair| pair.contains(&None))
        .map(|pair| name(pair.iter().flatten().next().copied()))
        .collect();
    byes.sort_unstable();
    assert_eq!(byes, ["A1", "B1"]);
}
