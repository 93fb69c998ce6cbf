//! Ratings recover strength: compares hidden strengths with the order on the board.

use ledger_ratings::{Day, FoldGame, PlayerState, Pool, Score, fold};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const PLAYERS: u32 = 100;

/// Spearman's rank correlation of two lists without ties.
fn spearman(left: &[f64], right: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        values
            .iter()
            .map(|value| values.iter().map(|other| f64::from(u8::from(other < value))).sum())
            .collect()
    };
    let squares: f64 =
        ranks(left).iter().zip(ranks(right)).map(|(left, right)| (left - right).powi(2)).sum();
    let n = left.len() as f64;
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}

#[test]
fn after_a_hundred_games_a_player_the_board_knows_the_strengths() {
    let mut rng = StdRng::seed_from_u64(8);
    // In points on the rating scale; the spread is narrow, as in a game of bluff.
    let strengths: Vec<f64> = (0..PLAYERS).map(|_| rng.random_range(-250.0..250.0)).collect();
    let games: Vec<FoldGame> = (0..PLAYERS * 50)
        .map(|index| {
            let white = rng.random_range(0..PLAYERS);
            let black = (white + rng.random_range(1..PLAYERS)) % PLAYERS;
            let ahead = strengths[white as usize] - strengths[black as usize];
            let expected = 1.0 / (1.0 + 10_f64.powf(-ahead / 400.0));
            let white_score = if rng.random_bool(0.03) {
                Score::Draw
            } else if rng.random_bool(expected) {
                Score::Win
            } else {
                Score::Loss
            };
            let day = Day(20_000 + i32::try_from(index / 20).expect("a small number"));
            FoldGame { white, black, day, event: 0, white_score }
        })
        .collect();
    let pool = Pool::by_key("rapid").expect("a default pool");
    let mut players = vec![PlayerState::new(pool); PLAYERS as usize];
    fold(pool, &mut players, &games, |_, _, _| {});
    let ratings: Vec<f64> = players
        .iter()
        .enumerate()
        .map(|(index, player)| player.glicko.points() + index as f64 * 1e-6)
        .collect();
    let correlation = spearman(&strengths, &ratings);
    assert!(correlation > 0.9, "{correlation}");
}
