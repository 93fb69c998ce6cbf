//! Standings made of kept values are those made anew, whatever changed in between.

use swiss::Tournament;
use swiss::entrant::{Bye, Entrant, Entry, Score};
use swiss::points::Points;
use swiss::standings::{Regulations, Standings, standings, standings_after};
use swiss::tiebreak::{Pairings, parse_list};

use crate::random::{Random, play};
use crate::standings::ALL;

const SEEDS: u64 = 40;
const CHANGES: usize = 25;

/// The score of a game or forfeit in some round, as it is entered for both sides.
fn correct(random: &mut Random, tournament: &mut Tournament, one: usize, round: usize) {
    let drawn = [(Score::Win, Score::Loss), (Score::Draw, Score::Draw), (Score::Loss, Score::Win)];
    let (own, other) = drawn[random.below(3) as usize];
    let is_played = random.below(4) > 0;
    let Some(opponent) = tournament.entrants[one].entries[round].opponent() else { return };
    for (entrant, against, score) in [(one, opponent, own), (opponent, one, other)] {
        let entry = &mut tournament.entrants[entrant].entries[round];
        let color = entry.color();
        *entry = match color {
            Some(color) if is_played => Entry::Played { opponent: against, color, score },
            _ => Entry::Forfeit { opponent: against, color, score },
        };
    }
}

/// A bye where there was none: the opponent gets one, too.
fn without_game(tournament: &mut Tournament, one: usize, round: usize, bye: Bye) {
    let opponent = tournament.entrants[one].entries[round].opponent();
    for entrant in opponent.into_iter().chain([one]) {
        tournament.entrants[entrant].entries[round] = Entry::Bye(bye);
    }
}

fn change(random: &mut Random, tournament: &mut Tournament) {
    let one = random.below(tournament.entrants.len() as u64) as usize;
    let round = random.below(tournament.played.max(1) as u64) as usize;
    let is_known = tournament.entrants[one].entries.len() > round;
    match random.below(12) {
        0 => tournament.entrants[one].rating = 1400 + random.below(800) as u32,
        1 => tournament.entrants[one].carried = Points(5 * random.below(4) as i32),
        2 => tournament.entrants[one].number += 100,
        3 => {
            let number = tournament.entrants.len() as u32 + 1;
            let entries = vec![Entry::Bye(Bye::Zero); tournament.played];
            tournament.entrants.push(Entrant {
                number,
                rating: 1500,
                entries,
                ..Entrant::default()
            });
        }
        4 if is_known => {
            // A withdrawal: nothing is played from some round on.
            (round..tournament.played).for_each(|at| without_game(tournament, one, at, Bye::Zero));
        }
        5 if is_known => without_game(tournament, one, round, Bye::Half),
        6 if is_known => without_game(tournament, one, round, Bye::Allocated),
        7 if tournament.played > 1 => tournament.played -= 1,
        _ if is_known => correct(random, tournament, one, round),
        _ => {}
    }
}

fn assert_same(found: &Standings<'_>, anew: &Standings<'_>, tournament: &Tournament, at: &str) {
    assert_eq!(found.rows(), anew.rows(), "{at}");
    for pair in anew.rows().windows(2) {
        let [one, other] = [pair[0].entrant, pair[1].entrant];
        assert_eq!(found.decided_by(one, other), anew.decided_by(one, other), "{at}");
    }
    let criteria = anew.rows().first().map_or(0, |row| row.values.len());
    let one = tournament.entrants.len() / 2;
    for criterion in 0..criteria {
        assert_eq!(found.working(one, criterion), anew.working(one, criterion), "{at}");
    }
}

#[test]
fn standings_after_any_change_are_those_made_anew() {
    let criteria = parse_list(ALL).expect("they are read");
    for seed in 0..SEEDS {
        let pairings = if seed % 4 == 0 { Pairings::Predetermined } else { Pairings::Swiss };
        let regulations =
            Regulations { criteria: criteria.clone(), pairings, ..Regulations::default() };
        let mut tournament = play(seed, |_, _| {});
        let mut random = Random(seed);
        for entrant in &mut tournament.entrants {
            entrant.rating = 1400 + 20 * random.below(40) as u32;
            entrant.entries.resize(tournament.played, Entry::Bye(Bye::Zero));
        }
        let mut kept = standings(&tournament, &regulations, tournament.played).kept();
        for step in 0..CHANGES {
            change(&mut random, &mut tournament);
            let rounds = tournament.played;
            let found = standings_after(&tournament, &regulations, rounds, Some(&kept));
            let anew = standings(&tournament, &regulations, rounds);
            assert_same(&found, &anew, &tournament, &format!("seed {seed}, step {step}"));
            kept = found.kept();
        }
    }
}

#[test]
fn values_kept_by_other_tie_breaks_are_completed() {
    let tournament = play(7, |_, _| {});
    let [few, all] = ["BH WIN", "BH SB AOB WIN DE"]
        .map(|codes| Regulations::swiss(parse_list(codes).expect("they are read")));
    let rounds = tournament.played;
    let kept = standings(&tournament, &few, rounds).kept();
    let found = standings_after(&tournament, &all, rounds, Some(&kept));
    assert_same(&found, &standings(&tournament, &all, rounds), &tournament, "other tie-breaks");
}
