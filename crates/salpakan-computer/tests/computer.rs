//! What the computer decides by: what a player sees, and nothing else.

use salpakan::rules::{Army, ByColor, Color, Deployment, Draft, Options, Preset, Rank, RuleSet};
use salpakan_bot::{Random, Skill};
use salpakan_computer::analysis::until;
use salpakan_computer::game::{Played, play, play_on};
use salpakan_computer::sparring::{AnyMove, SimulatorBot};
use salpakan_computer::{
    Computer, Effort, Level, Personality, Piece, Sight, Turns, Weights, World,
};

fn game(rules: &RuleSet, seed: u64) -> Played {
    let (mut white, mut black) = (SimulatorBot(Skill(800)), SimulatorBot(Skill(300)));
    let players = ByColor::<&mut dyn salpakan_computer::game::Player> {
        white: &mut white,
        black: &mut black,
    };
    play(rules, players, Color::White, 60, &mut Random::new(seed, 0)).expect("a game")
}

/// The same army but for two ranks that change places; `None` if the game would then have gone otherwise.
fn another_world(game: &Played, random: &mut Random) -> Option<Deployment> {
    let mut pieces: Vec<_> = game.armies.black.pieces().collect();
    let count = pieces.len() as u32;
    let (a, b) = (random.below(count) as usize, random.below(count) as usize);
    if pieces[a].1 == pieces[b].1 {
        return None;
    }
    (pieces[a].1, pieces[b].1) = (pieces[b].1, pieces[a].1);
    let army = Draft::new(Color::Black, pieces).check(&game.timeline.rules).ok()?;
    let armies = ByColor { white: &game.armies.white, black: &army };
    let mut arbiter =
        salpakan::rules::Arbiter::new(&game.timeline.rules, armies, game.timeline.first);
    for ply in &game.timeline.plies {
        let said = arbiter.play(ply.mv).ok()?;
        if said.verdict != ply.verdict || said.ending.is_some() {
            return None;
        }
    }
    Some(army)
}

#[test]
fn the_same_seed_gives_the_same_move_whatever_the_enemy_has() {
    let weights = Weights::untrained(1);
    let personalities = std::iter::once(None).chain(Personality::ALL.map(Some));
    for personality in personalities {
        let effort = Effort { nodes: 120, armies: 16, personality, ..Effort::default() };
        let computer = Computer { noise: 0.3, ..Computer::new(&weights, effort) };
        let mut tried = 0;
        for seed in 0..12 {
            let game = game(&RuleSet::STANDARD, seed);
            if game.timeline.ending.is_some() || game.timeline.len() % 2 == 1 {
                continue;
            }
            let mut random = Random::new(5, seed);
            let Some(other) = (0..50).find_map(|_| another_world(&game, &mut random)) else {
                continue;
            };
            assert!(other != game.armies.black);
            let decide = || {
                let sight = Sight::new(&game.timeline, &game.armies.white);
                computer.decide(&sight, &mut Random::new(9, seed)).expect("a move")
            };
            assert_eq!(decide(), decide());
            tried += 1;
        }
        assert!(tried >= 4, "{personality:?}: {tried} games");
    }
}

/// Every preset with every choice of options.
fn all_rules() -> impl Iterator<Item = RuleSet> {
    let armies = [None, Some("F"), Some("FSSSPPP"), Some("FSSPPPPPP54321CLMKABT")];
    Preset::ALL.into_iter().flat_map(move |preset| {
        armies.into_iter().flat_map(move |army| {
            (0..8_u8).map(move |bits| {
                let army = army.map(|letters| Army::from_letters(letters).expect("an army"));
                let [open_challenges, open_flag, promotion] = [1, 2, 4].map(|bit| bits & bit != 0);
                RuleSet::new(preset, Options { army, open_challenges, open_flag, promotion })
            })
        })
    })
}

#[test]
fn it_plays_a_legal_game_under_every_rule_set_with_every_option() {
    let effort = Effort { nodes: 16, armies: 4, ..Effort::default() };
    let mut ended = 0;
    for (index, rules) in all_rules().enumerate() {
        let computer = Computer::new(Weights::learned(), effort);
        let (mut white, mut black) = (computer.clone(), computer.clone());
        let players = ByColor::<&mut dyn salpakan_computer::game::Player> {
            white: &mut white,
            black: &mut black,
        };
        let random = &mut Random::new(2, index as u64);
        let game = play(&rules, players, Color::Black, 80, random).expect("a game");
        assert!(
            game.timeline.ending.is_some() || game.timeline.len() == 80,
            "{rules}: {} plies, then an illegal one or none",
            game.timeline.len()
        );
        let said = game.timeline.declared.is_empty();
        assert!(said || rules.options().open_challenges, "{rules}");
        ended += u32::from(game.timeline.ending.is_some());
        for (color, army) in game.armies.iter() {
            let sight = Sight::new(&game.timeline, army);
            let chance = computer.chance(&sight, &mut Random::new(3, 0));
            let over = game.timeline.ending.is_some();
            assert!(over || chance.is_some_and(|c| (0.0..=1.0).contains(&c)), "{rules} {color:?}");
        }
    }
    assert!(ended > 20, "{ended} games came to an end");
}

#[test]
fn every_level_plays_to_the_end_and_beats_any_legal_move() {
    for level in Level::all() {
        let mut won = 0;
        for seed in 0..6 {
            let mut computer = level.player(Weights::learned());
            computer.effort = Effort::of_nodes(computer.effort.nodes.min(60));
            let players = ByColor::<&mut dyn salpakan_computer::game::Player> {
                white: &mut computer,
                black: &mut AnyMove,
            };
            let random = &mut Random::new(8, seed);
            let game = play(&RuleSet::STANDARD, players, Color::White, 500, random);
            let game = game.expect("a game");
            let ended = game.timeline.ending.is_some() || game.timeline.len() == 500;
            assert!(ended, "level {} made an illegal move or none", level.number());
            won += u32::from(game.outcome.winner() == Some(Color::White));
        }
        assert!(won >= 3, "level {} won {won} of 6", level.number());
    }
}

#[test]
fn every_guess_agrees_with_all_that_was_seen() {
    for seed in 0..20 {
        let game = game(&RuleSet::STANDARD, 100 + seed);
        let sight = Sight::new(&game.timeline, &game.armies.white);
        let weights = Weights::untrained(1);
        let mut random = Random::new(seed, 1);
        let mut guesses = salpakan_computer::inference::guesses(
            &sight,
            &weights.prior,
            &weights.networks.policy,
            &mut random,
        )
        .expect("the true army fits");
        for _ in 0..30 {
            let guess = guesses.next(&mut random).to_vec();
            for rank in Rank::ALL {
                let count = guess.iter().filter(|one| **one == rank).count();
                assert_eq!(count, usize::from(sight.army().count(rank)));
            }
            for ((_, ranks), rank) in sight.possible().iter().zip(&guess) {
                assert!(ranks.contains(*rank));
            }
            let mut world = sight.first_world(&guess);
            for ply in &game.timeline.plies {
                assert_eq!(world.play(ply.mv), ply.verdict);
            }
        }
    }
}

#[test]
fn what_was_learned_is_in_the_crate_and_survives_being_written() {
    let learned = Weights::learned();
    assert!(learned.to_bytes() != Weights::untrained(1).to_bytes(), "it has learned something");
    let again = Weights::from_bytes(&learned.to_bytes()).expect("weights");
    assert!(again.to_bytes() == learned.to_bytes());
    assert!(Weights::from_bytes(&learned.to_bytes()[1..]).is_none());
    assert!(Weights::from_bytes(b"").is_none());
}

/// The probability of the true rank by many guesses, of the pieces whose rank is not certain; the mean of its logarithm.
fn surprise(weights: &Weights, game: &Played) -> (f64, u32) {
    let sight = Sight::new(&game.timeline, &game.armies.white);
    let (policy, mut random) = (&weights.networks.policy, Random::new(3, 3));
    let guesses =
        salpakan_computer::inference::guesses(&sight, &weights.prior, policy, &mut random);
    let mut guesses = guesses.expect("the true army fits");
    let mut right = vec![0.5; sight.possible().len()];
    for _ in 0..200 {
        let guess = guesses.next(&mut random);
        for ((right, rank), (origin, _)) in right.iter_mut().zip(guess).zip(sight.possible()) {
            *right += f64::from(u8::from(game.armies.black.rank_at(*origin) == Some(*rank)));
        }
    }
    let open = right.iter().filter(|right| **right < 200.0);
    open.fold((0.0, 0), |(sum, count), right| (sum + (right / 201.0).ln(), count + 1))
}

#[test]
fn set_ups_and_plies_tell_of_ranks_beyond_the_rules() {
    let (learned, untrained) = (Weights::learned(), &Weights::untrained(1));
    let (mut knowing, mut blank) = ((0.0, 0), (0.0, 0));
    for seed in 0..24 {
        let mut computer = Computer { set_ups: 1, ..Computer::new(learned, Effort::of_nodes(24)) };
        let mut other = computer.clone();
        let players = ByColor::<&mut dyn salpakan_computer::game::Player> {
            white: &mut computer,
            black: &mut other,
        };
        let mut random = Random::new(40, seed);
        let game =
            play(&RuleSet::STANDARD, players, Color::White, 60, &mut random).expect("a game");
        for (sums, weights) in [(&mut knowing, learned), (&mut blank, untrained)] {
            let (sum, count) = surprise(weights, &game);
            sums.0 += sum;
            sums.1 += count;
        }
    }
    let mean = |(sum, count): (f64, u32)| sum / f64::from(count);
    assert!(mean(knowing) > mean(blank) + 0.05, "{} and {}", mean(knowing), mean(blank));
}

#[test]
fn a_game_is_played_on_from_where_its_timeline_stands_and_from_no_other_game() {
    let game = game(&RuleSet::STANDARD, 4);
    let play_on = |timeline, armies| {
        let (mut white, mut black) = (AnyMove, AnyMove);
        let players = ByColor::<&mut dyn salpakan_computer::game::Player> {
            white: &mut white,
            black: &mut black,
        };
        play_on(timeline, armies, players, 400, &mut Random::new(8, 8))
    };
    let before = until(&game.timeline, 20);
    let on = play_on(before.clone(), game.armies).expect("it goes on");
    assert_eq!(on.timeline.plies[..20], before.plies[..]);
    assert!(on.timeline.len() > 20 && on.candidates.len() == on.timeline.plies.len());
    let mut over = (0..60).map(|seed| self::game(&RuleSet::STANDARD, seed));
    let over = over.find(|game| game.timeline.ending.is_some()).expect("one that ends");
    assert!(play_on(over.timeline, over.armies).is_none(), "it is over");
    let verdict = before.plies.iter().any(|ply| ply.verdict.is_some());
    let other = self::game(&RuleSet::STANDARD, 5).armies;
    assert!(verdict && play_on(before, other).is_none(), "other armies gave other verdicts");
}

#[test]
fn of_many_set_ups_it_takes_one_that_its_judgement_likes_and_never_the_same() {
    let weights = Weights::learned();
    let set_up = |set_ups: u32, color: Color, seed: u64| {
        let computer = Computer { set_ups, ..Computer::new(weights, Effort::of_nodes(1)) };
        let mut random = Random::new(60, seed);
        computer.deploy(&RuleSet::STANDARD, color, &mut random).expect("a set-up")
    };
    let mut buffer = Vec::new();
    let mut mean = |set_ups: u32| {
        let chances = (0..60).map(|seed| {
            let mut world = World::empty(Turns::of(&RuleSet::STANDARD), Color::White);
            let enemy = set_up(1, Color::Black, 1_000 + seed);
            for (color, army) in
                [(Color::White, set_up(set_ups, Color::White, seed)), (Color::Black, enemy)]
            {
                for (square, rank) in army.pieces() {
                    world.put(color, square, Piece { rank, ..Piece::FRESH });
                }
            }
            weights.networks.value.chance(&world, &mut buffer)
        });
        chances.sum::<f32>() / 60.0
    };
    let (first, chosen) = (mean(1), mean(20));
    assert!(chosen > first + 0.02, "{chosen} and {first}");
    for seed in 1..60 {
        assert_ne!(set_up(20, Color::White, seed - 1), set_up(20, Color::White, seed));
    }
}
