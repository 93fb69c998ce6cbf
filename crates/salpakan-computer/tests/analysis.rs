//! The analysis of a game judges each side by what it knew.

use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Draft, RuleSet};
use salpakan_bot::{Random, Skill};
use salpakan_computer::Weights;
use salpakan_computer::analysis::{Analyst, Depth, Forecast, Judgement, Side, Turn, graph};
use salpakan_computer::game::{Played, play};
use salpakan_computer::sparring::SimulatorBot;

const QUICK: Depth = Depth { nodes: 40, comparison: 40, armies: 12, games: 1, searched: 0 };

fn game(rules: &RuleSet, seed: u64) -> Played {
    let (mut white, mut black) = (SimulatorBot(Skill(900)), SimulatorBot(Skill(100)));
    let players = ByColor::<&mut dyn salpakan_computer::game::Player> {
        white: &mut white,
        black: &mut black,
    };
    play(rules, players, Color::White, 70, &mut Random::new(seed, 0)).expect("a game")
}

fn turns(game: &Played, armies: ByColor<&Deployment>, depth: Depth) -> Vec<Turn> {
    Analyst::new(Weights::learned(), (&game.timeline, armies), depth, 7).turns()
}

/// Another army of this color with which the game would have gone the same way.
fn another_army(game: &Played, color: Color, random: &mut Random) -> Option<Deployment> {
    let mut army = game.armies[color];
    let mut changed = 0;
    for _ in 0..400 {
        let mut pieces: Vec<_> = army.pieces().collect();
        let count = pieces.len() as u32;
        let (a, b) = (random.below(count) as usize, random.below(count) as usize);
        (pieces[a].1, pieces[b].1) = (pieces[b].1, pieces[a].1);
        let Ok(other) = Draft::new(color, pieces).check(&game.timeline.rules) else { continue };
        if other != army && goes_the_same_way(game, color, &other) {
            army = other;
            changed += 1;
        }
    }
    (changed > 5 && army != game.armies[color]).then_some(army)
}

fn goes_the_same_way(game: &Played, color: Color, army: &Deployment) -> bool {
    let mut armies = game.armies.as_ref();
    armies[color] = army;
    let mut arbiter = Arbiter::new(&game.timeline.rules, armies, game.timeline.first);
    game.timeline.plies.iter().enumerate().all(|(n, ply)| {
        let is_last = n + 1 == game.timeline.plies.len();
        arbiter.play(ply.mv).is_ok_and(|said| {
            said.verdict == ply.verdict && said.ending == game.timeline.ending.filter(|_| is_last)
        })
    })
}

#[test]
fn a_judgement_never_depends_on_what_the_enemy_really_had() {
    let (mut compared, mut truths) = (0, 0);
    for seed in 0..4 {
        let game = game(&RuleSet::STANDARD, seed);
        let hidden = if seed % 2 == 0 { Color::Black } else { Color::White };
        let mut random = Random::new(11, seed);
        let Some(other) = another_army(&game, hidden, &mut random) else { continue };
        let mut armies = game.armies.as_ref();
        let actual = turns(&game, armies, QUICK);
        armies[hidden] = &other;
        let supposed = turns(&game, armies, QUICK);
        assert_eq!(actual.len(), game.timeline.plies.len());
        for (one, another) in actual.iter().zip(&supposed) {
            if one.mover == hidden {
                continue;
            }
            truths += u32::from(one.truth != another.truth);
            let blind = |turn: &Turn| Turn { truth: Forecast::default(), ..turn.clone() };
            assert_eq!(blind(one), blind(another), "ply {} of game {seed}", one.ply);
            compared += 1;
        }
        let viewer = hidden.opponent();
        assert_eq!(Side::of(&actual, viewer), Side::of(&supposed, viewer));
    }
    assert!(compared > 70 && truths > 40, "{compared} plies compared, {truths} truths differ");
}

#[test]
fn the_same_seed_gives_the_same_analysis_and_another_one_does_not() {
    let game = game(&RuleSet::STANDARD, 3);
    let with = |seed| {
        let record = (&game.timeline, game.armies.as_ref());
        Analyst::new(Weights::learned(), record, QUICK, seed).turns()
    };
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
}

#[test]
fn a_beginner_is_less_accurate_than_a_strong_bot() {
    let depth = Depth { nodes: 100, comparison: 100, armies: 20, games: 1, searched: 0 };
    let (mut strong, mut weak) = ((0.0, 0.0), (0.0, 0.0));
    for seed in 20..32 {
        let game = game(&RuleSet::STANDARD, seed);
        let turns = turns(&game, game.armies.as_ref(), depth);
        for (sum, color) in [(&mut strong, Color::White), (&mut weak, Color::Black)] {
            let side = Side::of(&turns, color);
            sum.0 += side.accuracy.expect("plies");
            sum.1 += side.mean_loss;
        }
    }
    assert!(strong.0 > weak.0 + 12.0, "accuracies {} and {}", strong.0, weak.0);
    assert!(strong.1 < weak.1, "losses {} and {}", strong.1, weak.1);
}

#[test]
fn what_is_marked_has_a_better_move_with_its_line_and_reason() {
    let mut marked = 0;
    for seed in 30..32 {
        let game = game(&RuleSet::STANDARD, seed);
        for turn in turns(&game, game.armies.as_ref(), QUICK) {
            assert!((0.0..=1.0).contains(&turn.chance) && (0.0..=1.0).contains(&turn.after));
            assert!((0.0..=f32::from(turn.truth.games)).contains(&turn.truth.points));
            assert_eq!(turn.line.first().map(|step| step.mv), Some(turn.best));
            assert_eq!(turn.reason.is_some(), turn.best != turn.played);
            let challenged = game.timeline.plies[turn.ply as usize - 1].verdict.is_some();
            assert_eq!(turn.luck.is_some(), challenged);
            marked += u32::from(turn.judgement() >= Some(Judgement::Inaccuracy));
        }
    }
    assert!(marked > 2, "{marked} marked");
}

#[test]
fn luck_is_what_the_verdict_gave_and_sums_to_nothing_in_the_long_run() {
    let (mut lucky, mut unlucky, mut sum, mut count) = (0, 0, 0.0, 0);
    for seed in 40..50 {
        let game = game(&RuleSet::STANDARD, seed);
        let none = Depth { nodes: 1, comparison: 2, armies: 60, games: 1, searched: 0 };
        for turn in turns(&game, game.armies.as_ref(), none) {
            let Some(luck) = turn.luck else { continue };
            let odds = luck.odds.wins + luck.odds.splits + luck.odds.loses;
            assert!((odds - 1.0).abs() < 1e-3, "{odds}");
            sum += f64::from(luck.surplus());
            count += 1;
            lucky += u32::from(luck.surplus() > 0.01);
            unlucky += u32::from(luck.surplus() < -0.01);
        }
    }
    assert!(lucky > 10 && unlucky > 10, "{lucky} and {unlucky}");
    assert!((sum / f64::from(count)).abs() < 0.08, "{} each of {count}", sum / f64::from(count));
}

#[test]
fn the_first_look_and_the_search_agree_on_who_stands_better() {
    let (mut agree, mut clear) = (0, 0);
    for seed in 60..66 {
        let game = game(&RuleSet::STANDARD, seed);
        let record = (&game.timeline, game.armies.as_ref());
        let analyst = Analyst::new(Weights::learned(), record, QUICK, 1);
        assert!(analyst.glance(0).is_none() && analyst.turn(0).is_none());
        assert!(analyst.glance(game.timeline.len() + 1).is_none());
        for ply in 1..=game.timeline.len() {
            let glance = analyst.glance(ply).expect("a ply");
            let turn = analyst.turn(ply).expect("a ply");
            assert_eq!((glance.ply, glance.mover), (turn.ply, turn.mover));
            if (turn.chance - 0.5).abs() > 0.15 {
                clear += 1;
                agree += u32::from((glance.chance > 0.5) == (turn.chance > 0.5));
            }
        }
    }
    assert!(clear > 10 && agree * 10 > clear * 8, "{agree} of {clear}");
}

#[test]
fn every_rule_set_can_be_analysed() {
    for key in
        ["electronic", "eleven", "krig", "standard+open-flag+promotion", "standard+open-challenges"]
    {
        let rules: RuleSet = key.parse().expect("rules");
        let game = game(&rules, 5);
        let depth = Depth { nodes: 20, comparison: 10, armies: 8, games: 1, searched: 0 };
        assert_eq!(
            turns(&game, game.armies.as_ref(), depth).len(),
            game.timeline.plies.len(),
            "{key}"
        );
    }
}

#[test]
fn the_graph_is_evened_out_between_challenges_and_not_across_them() {
    let game = game(&RuleSet::STANDARD, 3);
    let depth = Depth { nodes: 1, comparison: 2, searched: 1, ..QUICK };
    let turns = turns(&game, game.armies.as_ref(), depth);
    let points = graph(&turns, &game.timeline);
    assert_eq!(points.len(), turns.len());
    let step = |at: usize, chances: &dyn Fn(usize) -> f32| (chances(at) - chances(at - 2)).abs();
    let (mut before, mut after) = (0.0, 0.0);
    for at in 2..turns.len() {
        assert_eq!((points[at].ply, points[at].mover), (turns[at].ply, turns[at].mover));
        before += step(at, &|at| turns[at].truth.points);
        after += step(at, &|at| points[at].truth);
    }
    assert!(after < before * 0.8, "{after} of {before}");
    let challenges =
        game.timeline.plies.windows(2).position(|two| two.iter().all(|ply| ply.verdict.is_some()));
    let between = challenges.expect("two challenges in a row") + 1;
    let alone = graph(&turns[between..=between], &game.timeline);
    assert_eq!(points[between].truth, alone[0].truth, "challenges on both sides of it");
}

#[test]
fn games_that_go_on_from_a_position_are_won_by_whom_the_first_look_says_to_stand_better() {
    const GAMES: u8 = 4;
    let depth = Depth { nodes: 1, comparison: 2, searched: GAMES, ..QUICK };
    let (mut better, mut games) = (0.0, 0.0);
    for seed in 60..200 {
        let game = game(&RuleSet::STANDARD, seed);
        let ply = game.timeline.len() * 2 / 3;
        let record = (&game.timeline, game.armies.as_ref());
        let analyst = Analyst::new(Weights::learned(), record, depth, 3);
        let chance = analyst.glance(ply).expect("a ply").truth;
        if (0.25..=0.75).contains(&chance) {
            continue;
        }
        let truth = analyst.turn(ply).expect("a ply").truth;
        assert_eq!(truth, analyst.turn(ply).expect("a ply").truth, "the same seed, other games");
        let all = f32::from(GAMES);
        better += if chance > 0.5 { truth.points } else { all - truth.points };
        games += all;
    }
    assert!(games > 40.0 && better > 0.6 * games, "{better} of {games}");
}
