//! The shortcuts for those below a bracket and for players of one kind give the same pairs as a matching of everybody.

use super::super::super::Apart;
use super::super::super::entrant::{Bye, Entrant, Entry, Score};
use super::super::super::points::{PointSystem, Points};
use super::*;

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).expect("below the bound")
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// The probabilities in all rounds of a tournament, as one in so many results.
struct Habits {
    draws: usize,
    forfeits: usize,
    absences: usize,
    /// Of 100 games, how many the better player does not lose.
    better: usize,
}

fn empty(random: &mut Random, count: usize, rounds: usize) -> Tournament {
    let two = PointSystem { win: Points(20), allocated_bye: Points(20), ..PointSystem::default() };
    let points = if random.one_in(3) { two } else { PointSystem::default() };
    let entrant = |number: usize| Entrant { number: number as u32 + 1, ..Entrant::default() };
    let entrants = (0..count).map(entrant).collect();
    let mut tournament = Tournament { entrants, rounds, points, ..Tournament::default() };
    if random.one_in(3) {
        let added = (0..rounds.div_ceil(2)).map(|_| Points(10)).collect::<Vec<_>>();
        for entrant in &mut tournament.entrants[..count / 2] {
            entrant.accelerations.clone_from(&added);
        }
    }
    if random.one_in(3) {
        for _ in 0..1 + random.below(4) {
            let mut some: Vec<usize> = (0..3).map(|_| random.below(count)).collect();
            some.sort_unstable();
            some.dedup();
            tournament.apart.push(Apart { entrants: some, rounds: (0, rounds) });
        }
    }
    tournament
}

fn absences(random: &mut Random, tournament: &mut Tournament, habits: &Habits) {
    let played = tournament.played;
    let present = |one: &&mut Entrant| one.entries.len() == played;
    for entrant in tournament.entrants.iter_mut().filter(present) {
        if random.one_in(habits.absences) {
            let bye = [Bye::Full, Bye::Half, Bye::Half, Bye::Zero][random.below(4)];
            entrant.entries.push(Entry::Bye(bye));
        }
    }
}

fn results(random: &mut Random, tournament: &mut Tournament, round: &Round, habits: &Habits) {
    for pairing in &round.pairings {
        let better = random.below(100) < habits.better;
        let (score, other) =
            match (random.one_in(habits.draws), better == (pairing.white < pairing.black)) {
                (true, _) => (Score::Draw, Score::Draw),
                (_, true) => (Score::Win, Score::Loss),
                (_, false) => (Score::Loss, Score::Win),
            };
        let played = score == Score::Draw || !random.one_in(habits.forfeits);
        let sides = [
            (pairing.white, pairing.black, Color::White, score),
            (pairing.black, pairing.white, Color::Black, other),
        ];
        for (own, opponent, color, score) in sides {
            tournament.entrants[own].entries.push(match played {
                true => Entry::Played { opponent, color, score },
                false => Entry::Forfeit { opponent, color: Some(color), score },
            });
        }
    }
    if let Some(bye) = round.bye {
        tournament.entrants[bye].entries.push(Entry::Bye(Bye::Allocated));
    }
    tournament.played += 1;
}

/// Plays a tournament and returns how many rounds were compared.
fn compare(seed: u64, count: usize, rounds: usize) -> usize {
    let mut random = Random(seed);
    let mut tournament = empty(&mut random, count, rounds);
    let habits = Habits {
        draws: [2, 4, 1_000][random.below(3)],
        forfeits: [8, 30, 1_000][random.below(3)],
        absences: [12, 60, 1_000][random.below(3)],
        better: [50, 75, 95][random.below(3)],
    };
    for round in 0..rounds {
        absences(&mut random, &mut tournament, &habits);
        let found = pair(&tournament);
        let by_all = pair_by(&tournament, pair_members);
        assert_eq!(found, by_all, "seed {seed}, {count} players, round {} of {rounds}", round + 1);
        match found {
            Ok(paired) => results(&mut random, &mut tournament, &paired, &habits),
            Err(_) => return round,
        }
    }
    rounds
}

#[test]
fn a_small_field_is_paired_as_the_matching_of_all_pairs_it() {
    let mut random = Random(1);
    let rounds = (0..250).map(|seed| {
        let (count, rounds) = (2 + random.below(16), 2 + random.below(9));
        compare(seed, count, rounds)
    });
    assert!(rounds.sum::<usize>() > 1_000);
}

#[test]
fn a_field_of_many_alike_is_paired_as_the_matching_of_all_pairs_it() {
    let mut random = Random(2);
    for seed in 1_000..1_012 {
        let (count, rounds) = (40 + random.below(40), 3 + random.below(6));
        compare(seed, count, rounds);
    }
}

/// A bracket with `count` moved-down players of different scores and as many residents.
fn all_float(count: usize) -> (Field, Bracket) {
    let entrant = |number: usize| Entrant {
        number: number as u32 + 1,
        accelerations: vec![Points(10 * count.saturating_sub(number) as i32)],
        ..Entrant::default()
    };
    let entrants = (0..count * 2).map(entrant).collect();
    let field = Field::of(&Tournament { entrants, rounds: 2, ..Tournament::default() });
    let bracket = bracket_of(&field, &(0..count).collect::<Vec<_>>(), count);
    (field, bracket)
}

#[test]
fn hundreds_of_scores_float_into_one_bracket_or_that_is_refused() {
    let (field, bracket) = all_float(250);
    let paired = pair_bracket(&field, &bracket, None).expect("it is paired");
    let right: Vec<(usize, usize)> = (0..250).map(|one| (one, one + 250)).collect();
    assert_eq!(paired.pairs, right);
    let (field, bracket) = all_float(3_000);
    let refused = pair_bracket(&field, &bracket, None).err();
    assert_eq!(refused, Some(NoPairing::TooLarge));
}
