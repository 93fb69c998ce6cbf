//! Draws by agreement, and resigning.

use salpakan::record::{Ply, Timeline};
use salpakan::rules::{ByColor, Color, Deployment, Move, Rank, RuleSet, Square};
use salpakan_bot::Random;
use salpakan_computer::game::{Played, Player, play};
use salpakan_computer::sparring::AnyMove;
use salpakan_computer::{Candidate, Computer, Effort, Level, Sight, Weights};

fn computer() -> Computer<'static> {
    Computer::new(Weights::learned(), Effort::of_nodes(200))
}

/// Challenges with any piece that can, goes ahead otherwise, and keeps its Flag at home.
struct Reckless;

impl Player for Reckless {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        AnyMove.deploy(rules, color, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let (me, board) = (sight.color(), sight.board());
        let eagerness = |m: &Move| {
            let origin = board.piece_at(m.from).map(|piece| piece.origin);
            let is_flag = origin.and_then(|origin| sight.own_rank(origin)) == Some(Rank::Flag);
            let challenges = board.standing(me.opponent()).contains(m.to);
            let forward = u32::from(m.to.depth(me) > m.from.depth(me));
            u32::from(!is_flag) * (1 + 100 * u32::from(challenges) + 10 * forward)
        };
        let moves = (0..board.move_count()).filter_map(|index| board.move_at(index));
        let best = moves.max_by_key(|m| eagerness(m) + random.below(10))?;
        Some((best, Vec::new()))
    }
}

/// White plays to win, and Black does not.
fn one_sided(seed: u64) -> Played {
    let mut white = computer();
    let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut Reckless };
    let random = &mut Random::new(seed, 0);
    play(&RuleSet::STANDARD, players, Color::White, 400, random).expect("a game")
}

/// What both players see when White first has six pieces more than Black, and a ply before.
fn ahead(seed: u64) -> Option<[ByColor<Sight>; 2]> {
    let game = one_sided(seed);
    let sights = |plies: usize| {
        let mut timeline = game.timeline.clone();
        timeline.plies.truncate(plies);
        timeline.ending = None;
        game.armies.as_ref().map(|army| Sight::new(&timeline, army))
    };
    let lead = |plies: usize| {
        let sight = sights(plies).white;
        let board = sight.board();
        let [white, black] = [Color::White, Color::Black].map(|color| board.standing(color).len());
        white >= black + 6
    };
    let plies = (1..game.timeline.plies.len() - 1).find(|plies| lead(*plies))?;
    Some([sights(plies), sights(plies + 1)])
}

#[test]
fn whoever_loses_takes_a_draw_and_whoever_wins_does_not_whoever_is_to_move() {
    let computer = computer();
    let (mut seen, mut lead, mut taken) = (0.0, 0.0, 0);
    for (seed, sights) in (0..30).filter_map(|seed| Some((seed, ahead(seed)?))) {
        for ByColor { white, black } in &sights {
            let random = &mut Random::new(9, seed);
            let chances = (computer.chance(white, random), computer.chance(black, random));
            let (Some(winning), Some(losing)) = chances else { panic!("no chance in {seed}") };
            assert!(!computer.accepts_draw(white, random), "game {seed}: {winning}");
            taken += u32::from(computer.accepts_draw(black, random));
            seen += 1.0;
            lead += winning - losing;
        }
    }
    assert!(seen > 20.0 && lead / seen > 0.2, "by {} in {seen}", lead / seen);
    assert!(taken >= 4, "{taken} of {seen}");
}

/// What Black sees of that game after so many plies.
fn of_black(game: &Played, plies: usize) -> Sight {
    let mut timeline = game.timeline.clone();
    timeline.plies.truncate(plies);
    timeline.ending = None;
    game.armies.as_ref().map(|army| Sight::new(&timeline, army)).black
}

#[test]
fn nobody_gets_a_draw_in_the_first_plies_however_well_they_stand() {
    let computer = computer();
    let (mut worse, mut taken) = (0, 0);
    for seed in 0..30 {
        let (game, random) = (one_sided(seed), &mut Random::new(11, seed));
        let early = of_black(&game, 19);
        worse += u32::from(computer.chance(&early, random).is_some_and(|chance| chance < 0.35));
        assert!(!computer.accepts_draw(&early, random), "game {seed}");
        taken += u32::from(computer.accepts_draw(&of_black(&game, 20), random));
    }
    assert!(worse > 0 && taken > 0, "{worse} of 30 stand worse, {taken} take a draw one ply later");
}

/// A game in which each side has only moved a corner piece to and fro.
fn shuffled(game: &Played, plies: usize) -> Timeline {
    let mut timeline = game.timeline.clone();
    timeline.plies.clear();
    timeline.ending = None;
    let fro = |army: &Deployment| {
        let free = |square: Square| {
            square.depth(army.color()) < 4 && army.pieces().all(|(taken, _)| taken != square)
        };
        let pairs = army.pieces().flat_map(|(from, _)| {
            let to = Square::all().filter(move |to| to.is_next_to(from));
            to.map(move |to| Move { from, to })
        });
        pairs.into_iter().find(|m| free(m.to)).expect("a free square")
    };
    let there = game.armies.as_ref().map(fro);
    let mut mover = timeline.first;
    for n in 0..plies {
        let Move { from, to } = there[mover];
        let mv = if n / 2 % 2 == 0 { Move { from, to } } else { Move { from: to, to: from } };
        timeline.plies.push(Ply { mv, verdict: None, clock: None });
        mover = mover.opponent();
    }
    timeline
}

#[test]
fn a_draw_is_offered_after_long_quiet_where_the_chance_is_even_and_not_again_soon() {
    let computer = computer();
    let game = one_sided(1);
    let offered: Vec<usize> = (0..=250)
        .filter(|plies| {
            let timeline = shuffled(&game, *plies);
            let sight = Sight::new(&timeline, &game.armies.white);
            computer.offers_draw(&sight, &mut Random::new(3, *plies as u64))
        })
        .collect();
    assert!(offered.len() >= 3, "offered after {offered:?} plies");
    for plies in &offered {
        assert_eq!(plies % 2, 0, "White is to move after an even number of plies: {offered:?}");
        assert!(*plies >= 60, "offered after {offered:?} plies");
    }
    for pair in offered.windows(2) {
        assert!(pair[1] - pair[0] >= 40, "offered after {offered:?} plies");
    }
    let late = Sight::new(&shuffled(&game, 240), &game.armies.white);
    assert!(computer.accepts_draw(&late, &mut Random::new(3, 0)));
}

#[test]
fn at_the_start_nobody_gets_a_draw_and_nobody_resigns() {
    let game = one_sided(2);
    for level in Level::all() {
        let mut computer = level.player(Weights::learned());
        computer.effort = Effort::of_nodes(computer.effort.nodes.min(500));
        for plies in [0, 2, 9, 10] {
            let sight = Sight::new(&shuffled(&game, plies), &game.armies.white);
            let random = &mut Random::new(4, plies as u64);
            assert!(!computer.accepts_draw(&sight, random), "level {}", level.number());
            assert!(!computer.offers_draw(&sight, random), "level {}", level.number());
            assert!(!computer.resigns(&sight, random), "level {}", level.number());
        }
    }
}

#[test]
fn only_the_strongest_levels_resign_and_only_what_is_lost() {
    let lost: Vec<ByColor<Sight>> = (0..30).filter_map(ahead).flatten().collect();
    let resigned = |computer: &Computer, color: Color| {
        let sights = lost.iter().map(|sights| &sights[color]);
        let resigns = |sight: &&Sight| computer.resigns(sight, &mut Random::new(6, 0));
        sights.filter(resigns).count()
    };
    for level in Level::all() {
        let mut computer = level.player(Weights::learned());
        computer.effort = Effort::of_nodes(computer.effort.nodes.min(500));
        assert_eq!(resigned(&computer, Color::White), 0, "level {}", level.number());
        if level.number() < 7 {
            assert_eq!(computer.resigns_below, 0.0, "level {}", level.number());
            assert_eq!(resigned(&computer, Color::Black), 0, "level {}", level.number());
        }
        if level.number() == 9 {
            assert!((0.001..=0.02).contains(&computer.resigns_below));
            // The chance decides: where it is below the bar, and it is the computer's turn.
            computer.resigns_below = 0.45;
            let turns = lost.iter().filter(|s| s.black.board().to_move() == Color::Black).count();
            let up = resigned(&computer, Color::Black);
            assert!(up > 0 && up <= turns, "{up} of {turns}");
        }
    }
}
