//! Arenas: points in rows of wins, and pairs of those who are free.

use swiss::Color;
use swiss::Tournament;
use swiss::arena::{Free, Rules, pair, ranking};
use swiss::entrant::{Bye, Entrant, Entry, Score};
use swiss::points::Points;
use swiss::standings::{Regulations, standings};

fn played(opponent: usize, score: Score) -> Entry {
    Entry::Played { opponent, color: Color::White, score }
}

/// Entrants of these entries.
fn tournament(entries: Vec<Vec<Entry>>) -> Tournament {
    let rounds = entries.iter().map(Vec::len).max().unwrap_or(0);
    let entrant = |(number, entries)| Entrant { number, entries, ..Entrant::default() };
    Tournament {
        entrants: (1..).zip(entries).map(entrant).collect(),
        rounds,
        played: rounds,
        ..Tournament::default()
    }
}

fn points(tournament: &Tournament, rules: &Rules) -> Vec<(usize, i32)> {
    let lines = ranking(tournament, rules, usize::MAX).lines;
    lines.iter().map(|line| (line.entrant, line.points.0 / 10)).collect()
}

#[test]
fn points_double_after_wins_in_a_row_until_a_game_is_not_won() {
    use Score::{Draw, Loss, Win};
    let row = [Win, Win, Win, Draw, Win, Loss, Win, Win, Loss];
    let own = row.map(|score| played(1, score)).to_vec();
    let other = vec![Entry::Bye(Bye::Zero); row.len()];
    let of = tournament(vec![own, other]);
    let rules = Rules::default();
    // 2, 2, 4 and 2, then 2, 0, 2, 2 and 0.
    assert_eq!(points(&of, &rules), [(0, 16), (1, 0)]);
    assert_eq!(points(&of, &Rules { streak: 0, ..rules })[0], (0, 13));
    assert_eq!(points(&of, &Rules { streak: 1, loss: 1, ..rules })[0], (0, 24));
}

#[test]
fn a_win_by_forfeit_is_no_part_of_a_row() {
    let forfeit = Entry::Forfeit { opponent: 1, color: None, score: Score::Win };
    let win = played(1, Score::Win);
    let of = |entries: [Entry; 4]| {
        let other = vec![Entry::Bye(Bye::Zero); 4];
        points(&tournament(vec![entries.to_vec(), other]), &Rules::default())[0].1
    };
    assert_eq!(of([forfeit, forfeit, forfeit, win]), 8, "none is doubled");
    assert_eq!(of([win, forfeit, win, win]), 10, "only the third that was played");
}

#[test]
fn of_equal_points_fewer_games_are_better_and_a_forfeit_is_a_win() {
    let win = Entry::Forfeit { opponent: 2, color: None, score: Score::Win };
    let loss = |opponent| Entry::Forfeit { opponent, color: None, score: Score::Loss };
    let of = tournament(vec![
        vec![played(2, Score::Draw), played(1, Score::Draw)],
        vec![win, played(0, Score::Loss)],
        vec![loss(1), Entry::Bye(Bye::Zero)],
        vec![Entry::Bye(Bye::Zero), win],
    ]);
    let regulations = Regulations::arena(Rules::default());
    let standings = standings(&of, &regulations, usize::MAX);
    let order: Vec<usize> = standings.rows().iter().map(|row| row.entrant).collect();
    assert_eq!(order, [3, 0, 1, 2]);
    let games: Vec<u32> =
        standings.arena().expect("an arena").lines.iter().map(|line| line.games).collect();
    assert_eq!(games, [1, 2, 2, 1]);
}

fn free(entrant: usize, points: i32, last: Option<usize>) -> Free {
    let (rating, last_color, surplus) = (1_000, None, 0);
    Free { entrant, points: Points(points), rating, last, last_color, surplus, waited: false }
}

fn sides(free: &[Free]) -> Vec<[usize; 2]> {
    let mut all: Vec<[usize; 2]> = pair(free)
        .iter()
        .map(|pairing| {
            let mut sides = [pairing.white, pairing.black];
            sides.sort_unstable();
            sides
        })
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn neighbors_by_points_meet_and_who_has_waited_is_not_left_out_again() {
    let all = [free(1, 40, None), free(2, 10, None), free(3, 30, None), free(4, 20, None)];
    assert_eq!(sides(&all), [[1, 3], [2, 4]]);
    let mut three = [free(1, 40, None), free(2, 10, None), free(3, 30, None)];
    assert_eq!(sides(&three), [[1, 3]]);
    three[1].waited = true;
    assert_eq!(sides(&three), [[1, 2]]);
}

#[test]
fn white_is_for_those_who_had_it_less_often() {
    let of = |surplus, last_color| Free { surplus, last_color, ..free(1, 20, None) };
    let other = free(2, 10, None);
    let white = |own: Free, other: Free| pair(&[own, other])[0].white;
    assert_eq!(white(of(-1, Some(Color::Black)), other), 1);
    assert_eq!(white(of(1, Some(Color::White)), other), 2);
    assert_eq!(
        white(of(0, Some(Color::Black)), Free { last_color: Some(Color::White), ..other }),
        1
    );
    assert_eq!(white(of(0, None), other), 2, "the lower of the two");
}

/// The least number of pairs who have just met, of all ways to pair them.
fn least_repeats(free: &[Free]) -> usize {
    let Some((first, others)) = free.split_first() else { return 0 };
    let with = |at: usize| {
        let met = first.last == Some(others[at].entrant) || others[at].last == Some(first.entrant);
        let rest: Vec<Free> = others
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, one)| *one)
            .collect();
        usize::from(met) + least_repeats(&rest)
    };
    (0..others.len()).map(with).min().unwrap_or(0)
}

#[test]
fn nobody_meets_the_same_twice_in_a_row_where_another_is_free() {
    // All who have just met somebody, as games end two by two: pairs of each who met last.
    for count in [4, 6, 8] {
        for seed in 0..200_usize {
            // A mixture of entrants in which some met each other, and some met those who are not free.
            let all: Vec<Free> = (0..count)
                .map(|at| {
                    let draw = (seed + 1) * (at + 3) * 2_654_435_761 % 97;
                    let last = match draw % 4 {
                        0 => None,
                        1 => Some(100 + at),
                        _ => Some(at ^ 1),
                    };
                    free(at, (draw % 7) as i32 * 10, last)
                })
                .collect();
            let of = |number: usize| all.iter().find(|one| one.entrant == number).expect("one");
            let repeats = pair(&all)
                .iter()
                .filter(|pairing| {
                    of(pairing.white).last == Some(pairing.black)
                        || of(pairing.black).last == Some(pairing.white)
                })
                .count();
            assert_eq!(repeats, least_repeats(&all), "{count} of {seed}: {all:?}");
            assert_eq!(pair(&all).len(), count / 2);
        }
    }
}
