//! What the computer plays, as sentences.

use std::collections::VecDeque;

use salpakan_bot::Random;
use salpakan_computer::score::Score;
use three_generals::{Color, Ending, Game, Ply, Position};
use three_generals_computer::game::{Player, play};
use three_generals_computer::sparring::{AnyPly, Greedy};
use three_generals_computer::{Candidate, Computer, DECIDED, Effort, Level, Weights, quiet};

fn computer(nodes: u32) -> Computer<'static> {
    Computer::new(Weights::learned(), Effort::of_nodes(nodes))
}

fn game(text: &str) -> Game {
    Game::from_position(text.parse().expect("a position"))
}

fn after(game: &Game, ply: Ply) -> Game {
    let mut after = game.clone();
    after.play(ply).expect("a legal ply");
    after
}

fn is_won(game: &Game) -> bool {
    let loser = game.position().side_to_move();
    game.ending() == Some(Ending::NoPly { loser })
}

/// Whether the side to move can win within so many plies of its own, by trying all plies.
fn wins_within(game: &Game, plies: u32) -> bool {
    let wins = |ply: Ply| {
        let after = after(game, ply);
        is_won(&after) || (plies > 1 && after.ending().is_none() && loses_within(&after, plies - 1))
    };
    plies > 0 && game.position().plies().into_iter().any(wins)
}

fn loses_within(game: &Game, plies: u32) -> bool {
    game.position().plies().into_iter().all(|ply| wins_within(&after(game, ply), plies))
}

/// Positions with the number of plies within which the side to move can force a win, and not sooner.
fn forced_wins() -> Vec<(&'static str, u32)> {
    let lines = include_str!("data/wins.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (plies, position) = line.split_once(' ').expect("a number and a position");
        (position, plies.parse().expect("a number of plies"))
    };
    lines.map(read).collect()
}

#[test]
fn the_wins_of_the_tests_are_what_trying_all_plies_finds() {
    let wins = forced_wins();
    assert!(wins.iter().filter(|(_, plies)| *plies == 1).count() >= 10);
    assert!(wins.iter().filter(|(_, plies)| *plies == 2).count() >= 10);
    for (position, plies) in wins {
        let game = game(position);
        assert!(wins_within(&game, plies), "{position}");
        assert!(!wins_within(&game, plies - 1), "{position}");
    }
}

#[test]
fn a_win_in_one_and_a_win_in_two_are_found_and_played() {
    for (position, plies) in forced_wins() {
        let game = game(position);
        let decision = computer(20_000).decide(&game, &mut Random::new(1, 0)).expect("a ply");
        let best = &decision.candidates[0];
        assert!(best.score >= DECIDED, "{position}: {best:?}");
        assert_eq!(best.chance, 1.0);
        let after = after(&game, decision.ply);
        assert!(is_won(&after) || loses_within(&after, plies - 1), "{position}: {best:?}");
    }
}

#[test]
fn a_general_who_stands_in_the_open_is_shot() {
    let game = game("a1a6/1g2j2s1/pppp1pppp/9/9/9/PPPP1PPPP/1S2J2G1/2C3A2 w -");
    let decision = computer(500).decide(&game, &mut Random::new(1, 0)).expect("a ply");
    assert_eq!(decision.ply.to_string(), "e2*e8");
    assert!(decision.candidates[0].chance > 0.55, "{:?}", decision.candidates[0]);
}

/// Plays any ply, and has the computer look at each position on the way.
struct Watched<'a>(Computer<'a>);

impl Player for Watched<'_> {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<(Ply, Vec<Candidate>)> {
        for candidate in self.0.decide(game, random)?.candidates {
            let mut line = game.clone();
            for ply in &candidate.line {
                line.play(*ply).expect("a line is legal to its end");
            }
            assert_eq!(candidate.line[0], candidate.ply);
            assert!((0.0..=1.0).contains(&candidate.chance));
        }
        AnyPly.choose(game, random)
    }
}

#[test]
fn no_candidate_and_no_line_of_two_hundred_random_games_is_illegal() {
    let (mut drops, mut turns, mut shots, mut returns) = (0, 0, 0, 0);
    for seed in 0..200 {
        let mut watched = Watched(computer(60));
        let played = play([&mut watched, &mut AnyPly], 80, &mut Random::new(seed, 7));
        assert_eq!(played.winner.is_some(), played.game.ending().is_some(), "an illegal ply loses");
        for ply in played.game.plies() {
            let text = ply.to_string();
            drops += usize::from(matches!(ply, Ply::Drop { .. }));
            shots += usize::from(matches!(ply, Ply::Shot { .. }));
            turns += usize::from(text.ends_with('+'));
            returns += usize::from(text.contains('+') && text.contains('@'));
        }
    }
    assert!(
        drops > 500 && turns > 500 && shots > 5 && returns > 20,
        "{drops} {turns} {shots} {returns}"
    );
}

#[test]
fn every_level_plays_whole_games_without_an_illegal_ply() {
    for level in Level::all().take(4) {
        for seed in 0..4 {
            let mut player = level.player(Weights::learned());
            let mut random = Random::new(seed, 3);
            let players: [&mut dyn Player; 2] = [&mut player, &mut Greedy];
            let played = play(players, 120, &mut random);
            assert_eq!(played.winner.is_some(), played.game.ending().is_some());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_ply_and_another_one_other_games() {
    let whole = |seed| {
        let mut level = Level::new(3).expect("a level").player(Weights::learned());
        let mut other = level.clone();
        play([&mut level, &mut other], 24, &mut Random::new(seed, 0)).game.plies().to_vec()
    };
    assert_eq!(whole(5), whole(5));
    assert_ne!(whole(5), whole(6));
    let decide = |seed| computer(3_000).decide(&Game::new(), &mut Random::new(seed, 0));
    assert_eq!(decide(1), decide(1));
}

#[test]
fn more_nodes_are_never_spent_than_were_given() {
    // One node is the position itself; its plies cannot be judged with it, and one is played all the same.
    for nodes in [1, 2, 10] {
        let decision = computer(nodes).decide(&Game::new(), &mut Random::new(1, 0));
        assert!(decision.is_some(), "{nodes}");
    }
}

#[test]
fn a_game_that_is_over_has_no_further_ply() {
    let mut game = game("9/9/9/9/4r4/9/9/4J4/9 w -");
    game.play("e2-e3".parse().expect("a ply")).expect("it is legal");
    assert!(computer(100).decide(&game, &mut Random::new(1, 0)).is_none());
    assert!(computer(100).chance(&game, Color::White, &mut Random::new(1, 0)).is_none());
}

/// The game in which both Generals walk to and fro until one more time is a draw.
fn nearly_drawn(start: &str, walk: &str) -> Game {
    let mut game = game(start);
    let plies: VecDeque<Ply> = walk.split(' ').map(|ply| ply.parse().expect("a ply")).collect();
    for ply in plies.iter().cycle().take(11) {
        game.play(*ply).expect("a legal ply");
    }
    game
}

#[test]
fn whoever_stands_worse_repeats_for_the_fourth_time_and_whoever_stands_better_does_not() {
    let walk = "e2-d2 f8-f9 d2-e2 f9-f8";
    // Black is to move, and f9-f8 is the fourth occurrence.
    let rich = nearly_drawn("rr7/5j3/9/9/4p4/9/9/4J4/9 w 2p2q", walk);
    let poor = nearly_drawn("9/5j3/9/9/9/9/9/4J4/RR7 w 2P2Q", walk);
    let repeat: Ply = "f9-f8".parse().expect("a ply");
    assert_eq!(after(&rich, repeat).ending(), Some(Ending::Repetition));
    assert_eq!(after(&poor, repeat).ending(), Some(Ending::Repetition));
    let decide = |game: &Game| computer(3_000).decide(game, &mut Random::new(1, 0)).expect("a ply");
    assert_ne!(decide(&rich).ply, repeat);
    let poorly = decide(&poor);
    assert_eq!(poorly.ply, repeat);
    assert!((poorly.candidates[0].chance - 0.5).abs() < 0.01, "{:?}", poorly.candidates[0]);
}

#[test]
fn whoever_overlooks_every_piece_takes_none_but_the_one_that_has_just_moved() {
    let start = "a1a6/1g2j2s1/pppp1pppp/9/9/9/PPPP1PPPP/1S2J2G1/2C3A2 b -";
    let mut moved = game(start);
    moved.play("e8-f8".parse().expect("a ply")).expect("it is legal");
    let open = game(&start.replace(" b ", " w "));
    let blind = Computer { overlooks: 1.0, ..computer(2_000) };
    let takes = |ply: Ply| matches!(ply, Ply::Shot { .. } | Ply::Move { captures: true, .. });
    let decision = blind.decide(&open, &mut Random::new(1, 0)).expect("a ply");
    assert!(decision.candidates.iter().all(|one| !takes(one.ply)), "{decision:?}");
    let back: Game = {
        let mut back = game(start);
        for ply in ["e8-d8", "e2-d2", "d8-e8", "d2-e2", "e8-d8", "a3-a4", "d8-e8"] {
            back.play(ply.parse().expect("a ply")).expect("it is legal");
        }
        back
    };
    let decision = blind.decide(&back, &mut Random::new(1, 0)).expect("a ply");
    assert_eq!(decision.ply.to_string(), "e2*e8");
}

fn score(one: Level, other: Level, games: u64) -> Score {
    let mut score = Score::default();
    for number in 0..games {
        let mut players = [one, other].map(|level| level.player(Weights::learned()));
        let [first, second] = &mut players;
        let is_white = number.is_multiple_of(2);
        let sides: [&mut dyn Player; 2] = if is_white { [first, second] } else { [second, first] };
        let played = play(sides, 300, &mut Random::new(1, number / 2));
        match played.winner {
            None => score.drawn += 1,
            Some(winner) if (winner == Color::White) == is_white => score.won += 1,
            Some(_) => score.lost += 1,
        }
    }
    score
}

#[test]
fn each_of_the_lower_levels_beats_the_one_below() {
    // The seeds are fixed, so the games are always the same. docs/computer.md has the matches of all levels.
    for number in 2..=3 {
        let [one, other] = [number, number - 1].map(|number| Level::new(number).expect("a level"));
        let score = score(one, other, 12);
        assert!(score.share() > 0.62, "level {number}: {score:?}");
    }
}

#[test]
fn the_lowest_level_beats_any_legal_ply() {
    let mut wins = 0;
    for seed in 0..6 {
        let mut level = Level::new(1).expect("a level").player(Weights::learned());
        let played = play([&mut AnyPly, &mut level], 400, &mut Random::new(seed, 1));
        wins += u32::from(played.winner == Some(Color::Black));
    }
    assert!(wins >= 5, "{wins}");
}

#[test]
fn nobody_gets_a_draw_at_the_start_or_one_offered() {
    let (game, mut random) = (Game::new(), Random::new(1, 0));
    for side in Color::ALL {
        assert!(!computer(2_000).accepts_draw(&game, side, &mut random));
        assert!(!computer(2_000).offers_draw(&game, side, &mut random));
    }
}

#[test]
fn a_draw_is_welcome_to_whoever_stands_worse_and_to_nobody_who_stands_better() {
    let game = game("9/5j3/9/9/9/9/9/4J4/RR7 w 2P2Q");
    let mut random = Random::new(1, 0);
    assert!(computer(500).accepts_draw(&game, Color::Black, &mut random));
    assert!(!computer(500).accepts_draw(&game, Color::White, &mut random));
    let of = |side| computer(500).chance(&game, side, &mut Random::new(1, 0)).expect("a chance");
    assert!((of(Color::White) + of(Color::Black) - 1.0).abs() < 1e-6);
}

#[test]
fn a_draw_is_offered_where_nothing_was_taken_for_long_and_nobody_stands_better() {
    let mut long = game("9/4j4/9/9/9/9/9/4J4/9 w -");
    let mut random = Random::new(4, 0);
    while long.plies().len() < 60 {
        let plies = long.position().plies().into_iter().filter(|ply| {
            let after = after(&long, *ply);
            let is_shot = |ply: &Ply| matches!(ply, Ply::Shot { .. });
            after.ending().is_none() && !after.position().plies().iter().any(is_shot)
        });
        let next = plies.min_by_key(|ply| after(&long, *ply).occurrences()).expect("a quiet ply");
        long.play(next).expect("it is legal");
    }
    assert_eq!(quiet(&long), 60);
    assert!(computer(2_000).offers_draw(&long, Color::White, &mut random));
    assert!(!computer(2_000).offers_draw(&long, Color::Black, &mut random), "it is not its turn");
    let fewer = long.until(58);
    assert!(!computer(2_000).offers_draw(&fewer, Color::White, &mut random));
}

#[test]
fn only_a_level_that_does_not_err_gives_a_lost_game_up() {
    let game = game("9/9/p8/9/9/9/9/1S2J2G1/R3Q3R b -");
    let resigns = |number, game: &Game, side| {
        let level = Level::new(number).expect("a level").player(Weights::learned());
        level.resigns(game, side, &mut Random::new(1, 0))
    };
    assert!(resigns(5, &game, Color::Black));
    assert!(!resigns(4, &game, Color::Black), "a learner should see how it is won");
    assert!(!resigns(5, &game, Color::White), "it is not its turn");
    assert!(!resigns(5, &Game::new(), Color::White));
}

#[test]
fn a_position_counts_the_same_for_whoever_stands_where() {
    let value = &Weights::learned().value;
    let (white, black): (Position, Position) = (
        "9/4j4/9/9/4P4/9/9/4J4/R8 w P".parse().expect("a position"),
        "8r/4j4/9/9/4p4/9/9/4J4/9 b p".parse().expect("a position"),
    );
    assert_eq!(value.chance(&white), value.chance(&black));
}
