//! Properties of the standings of any tournament, with every tie-break.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use swiss::Color;
use swiss::Tournament;
use swiss::crosstable::{by_entrants, by_rounds};
use swiss::entrant::{Bye, Entry, Score};
use swiss::pairing::{Pairing, Round};
use swiss::performance::performance;
use swiss::points::PointSystem;
use swiss::standings::{Regulations, Row, Standings, standings};
use swiss::tiebreak::{Pairings, Total, Value, parse_list};

use crate::random::{Random, empty, play, results, two_one_nought};

/// Every code with each of its modifiers, except those about pairing numbers.
pub const ALL: &str = "DE NDW DEL BH/C1 BH/C2 BH/M1 BH/M2 BH BH/C1/P BH/P FB FB/C1 AOB AOB/F SB SB/C1 SB/C2 SB/P \
                   KS KS/L+1 KS/L-1 WIN WON BPG BWG PS PS/C1 PS/M1 REP STD ARO ARO/C1 ARO/M1 TPR PTP APRO \
                   APPO RTNG RTNG/R DE/P";

fn regulations(pairings: Pairings) -> Regulations {
    let criteria = parse_list(ALL).expect("they are read");
    Regulations { criteria, pairings, ..Regulations::default() }
}

/// Tournaments of all kinds; everybody is rated, some equally.
static TOURNAMENTS: LazyLock<Vec<Tournament>> = LazyLock::new(|| {
    let of = |seed| {
        let mut tournament = play(seed, |_, _| {});
        let mut random = Random(seed);
        for entrant in &mut tournament.entrants {
            entrant.rating = 1400 + 20 * random.below(40) as u32;
        }
        tournament
    };
    (0..60).map(of).collect()
});

/// A comparable form of standings: places, points and values by entrant.
fn told(found: &Standings<'_>, name: impl Fn(usize) -> usize) -> BTreeSet<String> {
    let row = |row: &Row| {
        let values: Vec<String> = row.values.iter().map(|value| format!("{value:?}")).collect();
        format!("{} {} {} {values:?}", name(row.entrant), row.place, row.points)
    };
    found.rows().iter().map(row).collect()
}

#[test]
fn values_follow_from_their_workings() {
    let regulations = regulations(Pairings::Swiss);
    for tournament in &*TOURNAMENTS {
        let found = standings(tournament, &regulations, tournament.played);
        for row in found.rows() {
            for (criterion, value) in row.values.iter().enumerate() {
                let working = found.working(row.entrant, criterion);
                assert_eq!(working.value, *value, "{}", regulations.criteria[criterion]);
                if working.total == Total::Sum && value.is_some() {
                    let counted = working.contributions.iter().filter(|one| one.counts());
                    let sum = counted.fold(Value::ZERO, |sum, one| sum.plus(one.amount));
                    assert_eq!(Some(sum), *value, "{}", regulations.criteria[criterion]);
                }
            }
        }
    }
}

#[test]
fn other_pairing_numbers_give_the_same_standings() {
    let regulations = regulations(Pairings::Swiss);
    for (seed, tournament) in TOURNAMENTS.iter().enumerate() {
        let count = tournament.entrants.len();
        let mut random = Random(seed as u64);
        // `new[old]` is an entrant's new number.
        let mut new: Vec<usize> = (0..count).collect();
        (1..count).for_each(|last| new.swap(last, random.below(last as u64 + 1) as usize));
        let mut other = tournament.clone();
        for (old, entrant) in tournament.entrants.iter().enumerate() {
            let mut moved = entrant.clone();
            moved.number = new[old] as u32 + 1;
            for entry in &mut moved.entries {
                if let Entry::Played { opponent, .. } | Entry::Forfeit { opponent, .. } = entry {
                    *opponent = new[*opponent];
                }
            }
            other.entrants[new[old]] = moved;
        }
        let own = standings(tournament, &regulations, tournament.played);
        let others = standings(&other, &regulations, tournament.played);
        assert_eq!(told(&own, |one| new[one]), told(&others, |one| one), "seed {seed}");
    }
}

#[test]
fn standings_of_a_round_are_those_of_the_tournament_that_ended_with_it() {
    let regulations = regulations(Pairings::Swiss);
    for tournament in &TOURNAMENTS[..15] {
        for rounds in 0..=tournament.played {
            let before = tournament.before_round(rounds);
            let own = standings(tournament, &regulations, rounds);
            let cut = standings(&before, &regulations, rounds);
            assert_eq!(told(&own, |one| one), told(&cut, |one| one));
            assert_eq!(own.rows(), cut.rows());
        }
    }
}

#[test]
fn places_are_shared_by_those_whom_nothing_decides_between() {
    let regulations = regulations(Pairings::Swiss);
    for tournament in &*TOURNAMENTS {
        let found = standings(tournament, &regulations, tournament.played);
        for (place, pair) in found.rows().windows(2).enumerate() {
            let [upper, lower] = pair else { panic!("pairs") };
            let is_shared = found.decided_by(upper.entrant, lower.entrant).is_none();
            assert_eq!(is_shared, upper.place == lower.place);
            assert!(is_shared || lower.place == place + 2);
            assert!(upper.points >= lower.points);
            assert!(!is_shared || upper.entrant < lower.entrant);
        }
    }
}

#[test]
fn a_default_never_counts_as_played() {
    let regulations =
        Regulations::swiss(parse_list("WON BPG ARO TPR PTP AOB APRO DE").expect("codes"));
    let mut defaults = 0;
    for tournament in &*TOURNAMENTS {
        // A copy in which every forfeit is a bye: only points may differ.
        let mut without = tournament.clone();
        for (entrant, own) in without.entrants.iter_mut().zip(&tournament.entrants) {
            for (entry, was) in entrant.entries.iter_mut().zip(&own.entries) {
                if let Entry::Forfeit { score, .. } = was {
                    let is_won = *score == Score::Win;
                    *entry = Entry::Bye(if is_won { Bye::Full } else { Bye::Zero });
                    defaults += 1;
                }
            }
        }
        let own = standings(tournament, &regulations, tournament.played);
        let others = standings(&without, &regulations, tournament.played);
        let values = |found: &Standings<'_>, entrant: usize| {
            let row = found.rows().iter().find(|row| row.entrant == entrant).expect("a row");
            [0, 1, 2, 3, 4, 7].map(|criterion| row.values[criterion])
        };
        for entrant in 0..tournament.entrants.len() {
            assert_eq!(values(&own, entrant), values(&others, entrant));
        }
    }
    assert!(defaults > 100, "{defaults} defaults");
}

/// A round robin by rotating the table; the first entrant stays.
fn round_robin(seed: u64, count: usize, points: PointSystem) -> Tournament {
    let mut random = Random(seed);
    let mut tournament = empty(count, count - 1, points);
    for round in 0..count - 1 {
        let seat = |seat: usize| match seat {
            0 => 0,
            seat => 1 + (seat - 1 + round) % (count - 1),
        };
        let pair = |table: usize| Pairing { white: seat(table), black: seat(count - 1 - table) };
        let pairings = (0..count / 2).map(pair).collect();
        results(&mut random, &mut tournament, &Round { pairings, bye: None });
    }
    for entrant in &mut tournament.entrants {
        entrant.rating = 1400 + 20 * random.below(40) as u32;
    }
    tournament
}

#[test]
fn in_a_round_robin_sums_are_what_they_must_be() {
    for seed in 0..20 {
        let tournament = round_robin(seed, 8, two_one_nought());
        let codes = parse_list("BH SB KS/L-99 DE DEL").expect("codes");
        let total: i64 = (0..8).map(|one| i64::from(tournament.score(one, 7).0)).sum();
        // Treated as a Swiss tournament with all forfeits played, everybody's Buchholz is the others' points.
        let swiss = Regulations::swiss(parse_list("BH/P").expect("codes"));
        let found = standings(&tournament, &swiss, 7);
        for row in found.rows() {
            let others = total - i64::from(row.points.0);
            assert_eq!(row.values[0], Some(Value::hundredths(10 * others)), "seed {seed}");
        }
        // Nobody is below the lowest limit: Koya equals the score. If all met, both kinds of direct encounter agree.
        let regulations = Regulations::predetermined(codes);
        let found = standings(&tournament, &regulations, 7);
        for row in found.rows() {
            assert_eq!(row.values[0], None);
            assert_eq!(row.values[2], Some(Value::points(row.points)));
        }
        // Each game contributes to Sonneborn-Berger each side's score times the other's points.
        let score = |one: usize| i64::from(tournament.score(one, 7).0);
        let products = tournament.entrants.iter().flat_map(|own| &own.entries).map(|entry| {
            let opponent = entry.opponent().expect("all are paired");
            score(opponent) * i64::from(tournament.points.of(entry).0)
        });
        let sum =
            found.rows().iter().filter_map(|row| row.values[1]).fold(Value::ZERO, Value::plus);
        assert_eq!(sum, Value::hundredths(products.sum()), "seed {seed}");
    }
}

#[test]
fn a_round_robin_stands_as_of_any_round() {
    let regulations = regulations(Pairings::Predetermined);
    let tournament = round_robin(7, 10, PointSystem::default());
    for rounds in 0..=9 {
        let (own, before) =
            (standings(&tournament, &regulations, rounds), tournament.before_round(rounds));
        assert_eq!(own.rows(), standings(&before, &regulations, rounds).rows());
    }
}

#[test]
fn a_performance_is_that_of_the_tie_breaks() {
    let regulations = Regulations::swiss(parse_list("TPR PTP").expect("codes"));
    for tournament in &*TOURNAMENTS {
        let found = standings(tournament, &regulations, tournament.played);
        for row in found.rows() {
            let own = performance(tournament, row.entrant, tournament.played, None);
            let values = own.map(|own| [own.tournament, own.perfect].map(i64::from));
            let expected = values.unwrap_or_default().map(|value| Some(Value::whole(value)));
            assert_eq!(row.values, expected);
        }
    }
}

#[test]
fn cross_tables_mirror_each_other() {
    let regulations = regulations(Pairings::Swiss);
    for tournament in &*TOURNAMENTS {
        let found = standings(tournament, &regulations, tournament.played);
        let (rounds, entrants) = (by_rounds(tournament, &found), by_entrants(tournament, &found));
        for (row, line) in entrants.lines.iter().enumerate() {
            assert_eq!(line.place, found.rows()[row].place);
            assert!(line.columns[row].is_empty());
            let games: usize = line.columns.iter().map(Vec::len).sum();
            let of_rounds = rounds.lines[row].columns.iter().flatten();
            assert_eq!(games, of_rounds.filter(|cell| cell.row.is_some()).count());
            for (column, cells) in line.columns.iter().enumerate() {
                for (cell, other) in cells.iter().zip(&entrants.lines[column].columns[row]) {
                    assert_eq!((cell.round, cell.row), (other.round, Some(column)));
                    let colors = (cell.entry.color(), other.entry.color());
                    assert!(matches!(
                        colors,
                        (Some(Color::White), Some(Color::Black))
                            | (Some(Color::Black), Some(Color::White))
                    ));
                }
            }
        }
    }
}

#[test]
fn nobody_and_no_round_have_standings_too() {
    let regulations = regulations(Pairings::Swiss);
    let nobody = empty(0, 5, PointSystem::default());
    assert!(standings(&nobody, &regulations, 3).rows().is_empty());
    let mut waiting = empty(3, 5, PointSystem::default());
    waiting.entrants.iter_mut().for_each(|entrant| entrant.rating = 1500);
    let found = standings(&waiting, &regulations, 3);
    assert_eq!((found.rows().len(), found.rounds()), (3, 0));
    assert!(found.rows().iter().all(|row| row.place == 1));
}

/// Some of four meet, and byes make up the points: all four are tied.
fn four_tied(seed: u64) -> (Tournament, Vec<(usize, usize)>) {
    let mut random = Random(seed);
    let mut tournament = empty(4, 12, PointSystem::default());
    let mut missing = Vec::new();
    for pair in [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)] {
        if random.below(3) == 0 {
            missing.push(pair);
            continue;
        }
        let pairings = vec![Pairing { white: pair.0, black: pair.1 }];
        results(&mut random, &mut tournament, &Round { pairings, bye: None });
        for entrant in &mut tournament.entrants {
            entrant.entries.resize(tournament.played, Entry::Bye(Bye::Zero));
        }
    }
    let most = (0..4).map(|one| tournament.score(one, 12).0).max().unwrap_or(0);
    for _ in 0..6 {
        for entrant in 0..4 {
            let bye = match most - tournament.score(entrant, 12).0 {
                10.. => Bye::Full,
                5 => Bye::Half,
                _ => Bye::Zero,
            };
            tournament.entrants[entrant].entries.push(Entry::Bye(bye));
        }
        tournament.played += 1;
    }
    (tournament, missing)
}

#[test]
fn who_is_first_by_direct_encounter_is_so_in_every_outcome_of_the_missing_games() {
    let regulations = Regulations::swiss(parse_list("DE").expect("a code"));
    let (mut decided, mut open) = (0, 0);
    for seed in 0..3_000 {
        let (tournament, missing) = four_tied(seed);
        let met = |entry: &Entry| entry.is_played();
        let games = tournament.entrants.iter().flat_map(|one| &one.entries).filter(|one| met(one));
        // Forfeits are not games, so paired but unplayed games are missing, too.
        if missing.is_empty() || games.count() + 2 * missing.len() != 12 {
            continue;
        }
        let own = |one: usize| {
            let played = tournament.entrants[one].entries.iter().filter(|entry| met(entry));
            played.map(|entry| tournament.points.of(entry).0).sum::<i32>()
        };
        let mut alone: BTreeSet<usize> = (0..4).collect();
        for outcome in 0..3_u32.pow(missing.len() as u32) {
            let mut scores: Vec<i32> = (0..4).map(own).collect();
            for (place, (one, other)) in missing.iter().enumerate() {
                let first = 5 * (outcome / 3_u32.pow(place as u32) % 3) as i32;
                scores[*one] += first;
                scores[*other] += 10 - first;
            }
            let top = scores.iter().max().copied().unwrap_or(0);
            let is_shared = scores.iter().filter(|score| **score == top).count() > 1;
            alone.retain(|one| scores[*one] == top && !is_shared);
        }
        let found = standings(&tournament, &regulations, tournament.played);
        let first: Vec<usize> =
            found.rows().iter().filter(|row| row.place == 1).map(|row| row.entrant).collect();
        match alone.first() {
            Some(one) => assert_eq!(first, [*one], "seed {seed}"),
            None => assert_eq!(first, [0, 1, 2, 3], "seed {seed}"),
        }
        *(if alone.is_empty() { &mut open } else { &mut decided }) += 1;
    }
    assert!(decided > 100 && open > 100, "{decided} decided, {open} open");
}
