//! Measures how personalities play: each against the same level without one, with exchanged colors.
//!
//! `cargo run --release -p salpakan-computer --example personalities -- GAMES LEVEL SEED`

use salpakan::rules::{ByColor, Color, Outcome, Rank, RuleSet, Square};
use salpakan_bot::Random;
use salpakan_computer::game::{Played, Player, play};
use salpakan_computer::score::Score;
use salpakan_computer::{Level, Personality, Weights};

/// What is counted of a side.
#[derive(Default)]
struct Habits {
    plies: u32,
    ahead: u32,
    challenges: u32,
    first_challenges: Vec<u32>,
    /// Plies that bring a weak piece beside an enemy without challenging it.
    feints: u32,
    /// The row of the Flag at the end, from 0.
    flag_rows: Vec<u32>,
}

impl Habits {
    fn note(&mut self, game: &Played, side: Color) {
        let mut board = game.timeline.start();
        let mut flag = game.armies[side].flag();
        let army: Vec<(Square, Rank)> = game.armies[side].pieces().collect();
        let rank_of =
            |origin: Square| army.iter().find(|(from, _)| *from == origin).map(|(_, rank)| *rank);
        let mut first = None;
        for (number, ply) in (1..).zip(&game.timeline.plies) {
            if board.to_move() == side {
                self.plies += 1;
                self.ahead += u32::from(ply.mv.to.depth(side) > ply.mv.from.depth(side));
                if ply.verdict.is_some() {
                    self.challenges += 1;
                    first.get_or_insert(number);
                }
                let origin = board.piece_at(ply.mv.from).map(|piece| piece.origin);
                let weak = origin.and_then(rank_of).is_some_and(is_weak);
                let enemies = board.standing(side.opponent());
                let touches = !ply.mv.to.neighbours().intersection(enemies).is_empty();
                self.feints += u32::from(weak && touches && ply.verdict.is_none());
                if flag == Some(ply.mv.from) {
                    flag = Some(ply.mv.to);
                }
            }
            board.apply(ply.mv, ply.verdict);
        }
        self.first_challenges.extend(first);
        self.flag_rows.extend(flag.map(|square| u32::from(square.depth(side))));
    }
}

fn is_weak(rank: Rank) -> bool {
    matches!(rank, Rank::Captain | Rank::FirstLieutenant | Rank::SecondLieutenant | Rank::Sergeant)
}

fn mean(numbers: &[u32]) -> f64 {
    numbers.iter().map(|number| f64::from(*number)).sum::<f64>() / numbers.len().max(1) as f64
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(200);
    let level = numbers.next().and_then(|number| Level::new(number as u8));
    let level = level.unwrap_or_else(|| Level::all().nth(4).expect("nine levels"));
    let seed = numbers.next().unwrap_or(1);
    println!("personality score low high forward challenges first-challenge feints flag-row");
    let all = std::iter::once(None).chain(Personality::ALL.map(Some));
    for personality in all {
        let (mut score, mut habits) = (Score::default(), Habits::default());
        for game in 0..games {
            let white = game % 2 == 0;
            let weights = Weights::learned();
            let (mut own, mut other) =
                (level.player_like(weights, personality), level.player(weights));
            let side = if white { Color::White } else { Color::Black };
            let players = match white {
                true => ByColor::<&mut dyn Player> { white: &mut own, black: &mut other },
                false => ByColor::<&mut dyn Player> { white: &mut other, black: &mut own },
            };
            let random = &mut Random::new(seed, game / 2);
            let played = play(&RuleSet::STANDARD, players, Color::White, 500, random);
            let Some(played) = played else { continue };
            match played.outcome {
                Outcome::Draw => score.drawn += 1,
                Outcome::Win(winner) if winner == side => score.won += 1,
                Outcome::Win(_) => score.lost += 1,
            }
            habits.note(&played, side);
        }
        let interval = score.interval();
        let share = |number: u32| 100.0 * f64::from(number) / f64::from(habits.plies.max(1));
        println!(
            "{} {:.1} {:.1} {:.1} {:.1} {:.1} {:.1} {:.1} {:.2}",
            personality.map_or("none", Personality::key),
            100.0 * score.share(),
            100.0 * interval.low,
            100.0 * interval.high,
            share(habits.ahead),
            share(habits.challenges),
            mean(&habits.first_challenges),
            share(habits.feints),
            mean(&habits.flag_rows),
        );
    }
}
