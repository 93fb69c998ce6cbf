//! Spectators: brute force over pairs of armies, and estimates compared with exact numbers.

use salpakan::record::Timeline;
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Piece, Rank, Square};
use salpakan_knowledge::{Effort, Precision, PublicBeliefs, Sets, beliefs_at};

use crate::support::{Game, Random, deployment, orders, pieces, play, rules, said};
use crate::whole::games;

const RULES: [&str; 8] = [
    "standard+army=FSP5T",
    "standard+army=FSPPC",
    "electronic+army=FSP5",
    "standard+army=FSSPP",
    "standard+army=FSPP5+promotion",
    "standard+army=FSPC+open-challenges+promotion",
    "standard+army=FSP54+open-flag",
    "krig+army=FPP5T",
];

struct Pair {
    armies: ByColor<Deployment>,
    arbiter: Arbiter,
}

/// The pairs of armies that are still consistent.
struct Pairs<'a> {
    timeline: &'a Timeline,
    left: Vec<Pair>,
}

impl<'a> Pairs<'a> {
    fn new(game: &'a Game) -> Pairs<'a> {
        let timeline = &game.timeline;
        let orders = orders(&pieces(&timeline.rules));
        let all = |color: Color| -> Vec<Deployment> {
            let squares = game.armies[color].squares();
            orders.iter().map(|one| deployment(&timeline.rules, color, squares, one)).collect()
        };
        let (white, black) = (all(Color::White), all(Color::Black));
        let mut left = Vec::new();
        for white in &white {
            for black in &black {
                let armies = ByColor::new(*white, *black);
                let arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
                left.push(Pair { armies, arbiter });
            }
        }
        let mut pairs = Pairs { timeline, left };
        pairs.see_flags(0);
        pairs
    }

    fn see_flags(&mut self, ply: u32) {
        for (color, flag) in self.timeline.flags.iter() {
            if let Some(flag) = flag.filter(|flag| flag.since <= ply) {
                self.left.retain(|pair| pair.armies[color].flag() == Some(flag.origin));
            }
        }
    }

    fn see(&mut self, ply: u32) {
        let mv = self.timeline.plies[ply as usize - 1].mv;
        let heard = said(self.timeline, ply);
        self.left.retain_mut(|pair| pair.arbiter.play(mv) == Ok(heard));
        self.see_flags(ply);
    }

    fn with(&self, color: Color, origin: Square, rank: Rank) -> usize {
        let has = |pair: &&Pair| pair.armies[color].rank_at(origin) == Some(rank);
        self.left.iter().filter(has).count()
    }
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9 * (1.0 + other.abs())
}

#[test]
fn the_arbiter_would_have_said_the_same_of_exactly_the_pairs_that_are_counted() {
    let mut random = Random(77);
    let effort = Effort { exact: 1_000_000, ..Effort::default() };
    let mut looks = 0;
    for round in 0..6 {
        for key in RULES {
            let game = play(&mut random, &rules(key), 12 + 10 * (round % 6));
            let mut pairs = Pairs::new(&game);
            for ply in 0..=game.timeline.len() {
                if ply > 0 {
                    pairs.see(ply);
                }
                if ply % 5 != 0 && ply != game.timeline.len() {
                    continue;
                }
                let beliefs = PublicBeliefs::at(&game.timeline, ply, &effort).expect("a game");
                assert_eq!((beliefs.precision, beliefs.sets), (Precision::Exact, Sets::Exact));
                let count = pairs.left.len() as f64;
                assert!(close(beliefs.pairs.value, count), "{key}, ply {ply}");
                for belief in &beliefs.pieces {
                    let Piece { color, origin } = belief.piece;
                    for rank in Rank::ALL {
                        let brute = pairs.with(color, origin, rank);
                        let got = belief.probabilities[rank.index()].value;
                        assert!(close(got, brute as f64 / count), "{key}, ply {ply}, {origin}");
                        assert_eq!(belief.deployed.contains(rank), brute > 0);
                    }
                }
                looks += 1;
            }
        }
    }
    assert!(looks > 150, "only {looks}");
}

/// Estimates may be off by a few standard errors over whole games: few of many are off by more than three.
#[test]
fn estimates_are_as_good_as_they_say() {
    let exactly = Effort { exact: 1_000_000, ..Effort::default() };
    let (mut all, mut far, mut wide) = (0, 0, 0.0_f64);
    for (index, game) in games(5).iter().enumerate() {
        let challenges = |ply: u32| {
            game.timeline.plies.iter().take(ply as usize).filter(|p| p.verdict.is_some()).count()
        };
        // Late enough for an estimate, early enough for an exact count.
        let Some(ply) = (0..=game.timeline.len()).rev().find(|ply| challenges(*ply) == 7) else {
            continue;
        };
        let exact = PublicBeliefs::at(&game.timeline, ply, &exactly).expect("a game");
        assert_eq!(exact.precision, Precision::Exact);
        let effort = Effort {
            exact: 0,
            states: 40,
            runs: 30,
            looks: u64::MAX,
            seed: index as u64,
            proof: 1_000_000,
        };
        let rough = PublicBeliefs::at(&game.timeline, ply, &effort).expect("a game");
        assert_eq!(rough.sets, Sets::Exact);
        for (exact, rough) in exact.pieces.iter().zip(&rough.pieces) {
            assert_eq!(exact.deployed, rough.deployed);
            for (exact, rough) in exact.probabilities.iter().zip(&rough.probabilities) {
                let off = (exact.value - rough.value).abs();
                all += usize::from(rough.error > 0.0);
                far += usize::from(off > 3.0 * rough.error + 1e-6);
                wide = wide.max(off);
            }
        }
    }
    assert!(all > 500, "only {all} estimates");
    assert!(far * 30 < all, "{far} of {all} are off by more than three standard errors");
    assert!(wide < 0.1, "off by {wide}");
}

#[test]
fn the_same_seed_gives_the_same_estimates_and_another_seed_others() {
    let game = &games(8)[1];
    let at = |seed| {
        let effort = Effort { exact: 0, states: 20, runs: 3, looks: u64::MAX, seed, proof: 10 };
        PublicBeliefs::at(&game.timeline, game.timeline.len(), &effort).expect("a game")
    };
    assert!(at(1) == at(1));
    assert!(at(1).pairs != at(2).pairs);
}

#[test]
fn where_much_has_to_be_looked_at_fewer_sweeps_are_made_and_told() {
    let game = &games(8)[1];
    let runs = |looks| {
        let effort = Effort { exact: 0, states: 20, runs: 9, looks, seed: 1, proof: 0 };
        let found = PublicBeliefs::at(&game.timeline, game.timeline.len(), &effort);
        found.map(|found| found.precision)
    };
    assert_eq!(runs(u64::MAX), Some(Precision::Estimated { runs: 9 }));
    assert_eq!(runs(0), Some(Precision::Estimated { runs: Effort::FEWEST_RUNS }));
}

#[test]
fn a_spectator_never_knows_more_than_a_player() {
    let mut looks = 0;
    for game in games(4) {
        for ply in (0..=game.timeline.len()).step_by(25) {
            let effort = Effort { exact: 200, states: 100, runs: 2, looks: 0, seed: 3, proof: 0 };
            let Some(public) = PublicBeliefs::at(&game.timeline, ply, &effort) else { continue };
            looks += 1;
            for (viewer, own) in game.armies.iter() {
                for belief in beliefs_at(&game.timeline, own, ply).pieces() {
                    let piece = Piece { color: viewer.opponent(), origin: belief.origin };
                    let seen = public.piece(piece).expect("a piece");
                    assert!(belief.deployed().is_within(seen.deployed));
                }
            }
        }
    }
    assert!(looks > 15, "only {looks}");
}
