//! Random tournaments from a seed, and tournaments from given results.

use swiss::Color;
use swiss::Tournament;
use swiss::entrant::{Bye, Entrant, Entry, Score};
use swiss::pairing::{Round, dutch};
use swiss::points::{PointSystem, Points};

/// A random number generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

/// A tournament before its first round.
pub fn empty(count: usize, rounds: usize, points: PointSystem) -> Tournament {
    let entrant = |number: usize| Entrant {
        number: number as u32 + 1,
        name: format!("Player {}", number + 1),
        ..Entrant::default()
    };
    let entrants = (0..count).map(entrant).collect();
    let initial = Some(Color::White);
    Tournament { entrants, rounds, points, initial, ..Tournament::default() }
}

/// Two points for a win, one for a draw.
pub fn two_one_nought() -> PointSystem {
    let (win, draw) = (Points(20), Points(10));
    PointSystem { win, draw, allocated_bye: win, ..PointSystem::default() }
}

/// Makes some players absent from the next round.
pub fn absences(random: &mut Random, tournament: &mut Tournament) {
    for entrant in &mut tournament.entrants {
        if random.one_in(12) {
            let bye = if random.one_in(2) { Bye::Half } else { Bye::Zero };
            entrant.entries.push(Entry::Bye(bye));
        }
    }
}

/// Plays a round.
pub fn results(random: &mut Random, tournament: &mut Tournament, round: &Round) {
    for pairing in &round.pairings {
        let score = [Score::Win, Score::Win, Score::Loss, Score::Draw][random.below(4) as usize];
        let other = match score {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        };
        let played = score == Score::Draw || !random.one_in(20);
        let sides = [
            (pairing.white, pairing.black, Color::White, score),
            (pairing.black, pairing.white, Color::Black, other),
        ];
        for (own, opponent, color, score) in sides {
            tournament.entrants[own].entries.push(if played {
                Entry::Played { opponent, color, score }
            } else {
                Entry::Forfeit { opponent, color: Some(color), score }
            });
        }
    }
    if let Some(bye) = round.bye {
        tournament.entrants[bye].entries.push(Entry::Bye(Bye::Allocated));
    }
    tournament.played += 1;
}

/// Plays a tournament until it ends or cannot be paired; `look` sees each round before it is played.
pub fn play(seed: u64, mut look: impl FnMut(&Tournament, &Round)) -> Tournament {
    let mut random = Random(seed);
    let count = 2 + random.below(34) as usize;
    let rounds = 2 + random.below(9) as usize;
    let points = if random.one_in(2) { two_one_nought() } else { PointSystem::default() };
    let mut tournament = empty(count, rounds, points);
    for _ in 0..rounds {
        absences(&mut random, &mut tournament);
        match dutch(&tournament) {
            Ok(round) => {
                look(&tournament, &round);
                results(&mut random, &mut tournament, &round);
            }
            Err(_) => break,
        }
    }
    for entrant in &mut tournament.entrants {
        entrant.entries.truncate(tournament.played);
    }
    tournament
}

/// A tournament with these rounds: `1-2` the first wins with White, `1=2` a draw, `1+2` a forfeit, `3:H` a bye, with
/// the letters of a TRF; whoever is not mentioned has a zero-point bye.
pub fn of_results(rounds: &[&str]) -> Tournament {
    let numbers = rounds.iter().flat_map(|round| round.split(|sign: char| !sign.is_ascii_digit()));
    let count = numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(0);
    let mut tournament = empty(count, rounds.len(), PointSystem::default());
    for round in rounds {
        for word in round.split_whitespace() {
            let at = word.find(|sign: char| !sign.is_ascii_digit()).expect("a sign");
            let first = word[..at].parse::<usize>().expect("a number") - 1;
            if let Some(letter) = word.strip_prefix(&format!("{}:", first + 1)) {
                let byes =
                    [("U", Bye::Allocated), ("F", Bye::Full), ("H", Bye::Half), ("Z", Bye::Zero)];
                let bye = byes.iter().find(|(of, _)| *of == letter).expect("a bye").1;
                tournament.entrants[first].entries.push(Entry::Bye(bye));
                continue;
            }
            let second = word[at + 1..].parse::<usize>().expect("a number") - 1;
            game(&mut tournament, first, second, &word[at..=at]);
        }
        tournament.played += 1;
        for entrant in &mut tournament.entrants {
            entrant.entries.resize(tournament.played, Entry::Bye(Bye::Zero));
        }
    }
    tournament
}

fn game(tournament: &mut Tournament, first: usize, second: usize, sign: &str) {
    let (own, other) = match sign {
        "=" => (Score::Draw, Score::Draw),
        _ => (Score::Win, Score::Loss),
    };
    let sides = [(first, second, Color::White, own), (second, first, Color::Black, other)];
    for (entrant, opponent, color, score) in sides {
        tournament.entrants[entrant].entries.push(if sign == "+" {
            Entry::Forfeit { opponent, color: Some(color), score }
        } else {
            Entry::Played { opponent, color, score }
        });
    }
}
