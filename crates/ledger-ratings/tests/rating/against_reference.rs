//! Compares 10,000 random games with the implementation written from the paper.

use ledger_ratings::{Day, FoldGame, Glicko, PlayerState, Pool, Score, fold, rate_game};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::reference::{self, Player};

fn pool() -> &'static Pool {
    Pool::by_key("rapid").expect("a default pool")
}

fn player(glicko: Glicko) -> Player {
    Player {
        r: f64::from(glicko.rating) / 100.0,
        rd: f64::from(glicko.deviation) / 100.0,
        sigma: f64::from(glicko.volatility) / 1e7,
    }
}

#[allow(clippy::cast_possible_truncation)]
fn rounded(player: Player) -> Glicko {
    Glicko {
        rating: (player.r * 100.0).round() as i32,
        deviation: (player.rd * 100.0).round() as i32,
        volatility: (player.sigma * 1e7).round() as i32,
    }
}

fn random_glicko(rng: &mut StdRng) -> Glicko {
    Glicko {
        rating: rng.random_range(50_000..280_000),
        deviation: rng.random_range(3_000..=35_000),
        volatility: rng.random_range(200_000..1_500_000),
    }
}

fn random_score(rng: &mut StdRng) -> Score {
    [Score::Win, Score::Loss, Score::Draw][rng.random_range(0..3)]
}

fn points(score: Score) -> f64 {
    f64::from(score.half_points()) / 2.0
}

fn assert_near(ours: Glicko, theirs: Glicko, slack: i32, what: &str) {
    let near = (ours.rating - theirs.rating).abs() <= slack
        && (ours.deviation - theirs.deviation).abs() <= slack
        && (ours.volatility - theirs.volatility).abs() <= slack;
    assert!(near, "{what}: {ours:?} is not {theirs:?}");
}

#[test]
fn ten_thousand_single_games_agree_to_the_last_unit() {
    let system = pool().system;
    let mut rng = StdRng::seed_from_u64(2);
    for game in 0..10_000 {
        let (white, black) = (random_glicko(&mut rng), random_glicko(&mut rng));
        let score = random_score(&mut rng);
        let ours = rate_game(&system, white, black, score);
        let own = points(score);
        let new_white = reference::period(player(white), &[(player(black), own)], system.tau);
        let new_black = reference::period(player(black), &[(player(white), 1.0 - own)], system.tau);
        assert_near(ours.0, rounded(new_white), 1, &format!("game {game}, White"));
        assert_near(ours.1, rounded(new_black), 1, &format!("game {game}, Black"));
    }
}

/// 10,000 games between 150 players over two years, with pauses.
fn random_games(rng: &mut StdRng) -> Vec<FoldGame> {
    let mut day = 20_000;
    (0..10_000)
        .map(|index| {
            day += i32::from(rng.random_range(0..14) == 0);
            // A third of the players only appear in every other quarter of the games.
            let active = if index / 2_500 % 2 == 0 { 150 } else { 100 };
            let white = rng.random_range(0..active);
            let black = (white + rng.random_range(1..active)) % active;
            let white_score = random_score(rng);
            FoldGame { white, black, day: Day(day), event: 0, white_score }
        })
        .collect()
}

#[test]
fn a_fold_over_ten_thousand_games_with_pauses_agrees() {
    let games = random_games(&mut StdRng::seed_from_u64(3));
    let mut ours = vec![PlayerState::new(pool()); 150];
    fold(pool(), &mut ours, &games, |_, _, _| {});

    let mut theirs = vec![(rounded(player(pool().system.start)), None::<i32>); 150];
    for game in &games {
        let [white, black] = [game.white, game.black].map(|id| {
            let (glicko, last) = theirs[id as usize];
            let periods = last.map_or(0, |last| (game.day.0 - last) / 7);
            let grown = (0..periods).fold(player(glicko), |player, _| reference::idle(player));
            player(rounded(grown))
        });
        let own = points(game.white_score);
        let tau = pool().system.tau;
        let after_white = reference::period(white, &[(black, own)], tau);
        let after_black = reference::period(black, &[(white, 1.0 - own)], tau);
        theirs[game.white as usize] = (rounded(after_white), Some(game.day.0));
        theirs[game.black as usize] = (rounded(after_black), Some(game.day.0));
    }
    for (id, (ours, (theirs, _))) in ours.iter().zip(&theirs).enumerate() {
        assert_near(ours.glicko, *theirs, 4, &format!("player {id}"));
    }
}
