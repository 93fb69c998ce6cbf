//! The prior learned from revealed games, compared with brute force and the uniform prior.

use salpakan::rules::{Army, Color, Deployment, Rank, RuleSet};
use salpakan_knowledge::{Likelihood, Prior, Space, Weights, likelihoods};

use crate::support::{Random, deploy, deployment, orders, pieces, play, rules};
use crate::whole::games;

fn weigh(weights: &Weights, army: &Deployment) -> f64 {
    let weight = |(square, rank): (_, Rank)| weights.on(army.color(), square)[rank.index()];
    army.pieces().map(weight).product()
}

#[test]
fn an_army_is_as_likely_as_the_product_of_its_weights() {
    let mut random = Random(31);
    let mut space = Space::default();
    for key in ["standard+army=FSPP5C", "standard+army=FSSPPPT", "krig+army=FSP543"] {
        let rules = rules(key);
        for round in 0..40 {
            let seen: Vec<Deployment> =
                (0..20).map(|n| deploy(&mut random, &rules, Color::ALL[n % 2])).collect();
            let weights = Weights::learn(&rules.army(), &seen, 0.5);
            let game = play(&mut random, &rules, 10 + round);
            let ply = game.timeline.len();
            let own = &game.armies.white;
            let known = salpakan_knowledge::query(&game.timeline, own, ply).1;
            let squares = game.armies.black.squares();
            let fitting: Vec<(Deployment, f64)> = orders(&pieces(&rules))
                .iter()
                .filter(|order| order.iter().zip(&known).all(|(rank, set)| set.contains(*rank)))
                .map(|order| deployment(&rules, Color::Black, squares, order))
                .map(|army| (army, weigh(&weights, &army)))
                .collect();
            let total: f64 = fitting.iter().map(|(_, weight)| weight).sum();
            let prior = Prior::Learned(&weights);
            for Likelihood { origin, probabilities, .. } in
                likelihoods(&game.timeline, own, ply, prior, &mut space)
            {
                for rank in Rank::ALL {
                    let with = fitting.iter().filter(|(a, _)| a.rank_at(origin) == Some(rank));
                    let brute = with.map(|(_, weight)| weight).sum::<f64>() / total;
                    assert!((probabilities[rank.index()] - brute).abs() < 1e-9, "{key} {origin}");
                }
            }
        }
    }
}

#[test]
fn where_nothing_was_learned_the_prior_is_uniform() {
    let weights = Weights::learn(&Army::STANDARD, [], 1.0);
    let mut space = Space::default();
    for game in games(6).into_iter().filter(|game| game.timeline.rules == RuleSet::STANDARD) {
        for (_, own) in game.armies.iter() {
            for ply in [0, game.timeline.len() / 2, game.timeline.len()] {
                let mut by = |prior| likelihoods(&game.timeline, own, ply, prior, &mut space);
                let uniform = by(Prior::Uniform);
                let learned = by(Prior::Learned(&weights));
                for (one, other) in uniform.iter().zip(&learned) {
                    for rank in Rank::ALL {
                        let (one, other) =
                            (one.probabilities[rank.index()], other.probabilities[rank.index()]);
                        assert!((one - other).abs() < 1e-12, "{one} {other}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_habit_on_either_side_of_the_board_is_one_habit() {
    let mut random = Random(8);
    let army = deploy(&mut random, &RuleSet::STANDARD, Color::White);
    let weights = Weights::learn(&Army::STANDARD, [&army], 1.0);
    let turned = army.seen_by(Color::Black);
    for ((white, rank), square) in army.pieces().zip(army.squares().iter()) {
        assert_eq!(white, square);
        assert!(weights.on(Color::White, white)[rank.index()] > 1.0);
    }
    for (black, rank) in turned.pieces() {
        assert!(weights.on(Color::Black, black)[rank.index()] > 1.0);
    }
}
