//! What the analysis says of finished games, as sentences.

use salpakan_bot::Random;
use salpakan_computer::analysis::Judgement;
use three_generals::{Color, Game, General, Kind, Troop};
use three_generals_computer::analysis::{Analyst, Depth, Reason, Side, Turn, graph};
use three_generals_computer::game::play;
use three_generals_computer::{Level, Weights};

const QUICK: Depth = Depth { nodes: 3_000, comparison: 3_000 };

fn game(start: &str, plies: &str) -> Game {
    let mut game = Game::from_position(start.parse().expect("a position"));
    for ply in plies.split_whitespace() {
        game.play(ply.parse().expect("a ply")).expect("a legal ply");
    }
    game
}

fn turn(game: &Game, ply: u32) -> Turn {
    Analyst::new(Weights::learned(), game, QUICK, 1).turn(ply).expect("a turn")
}

/// The start, with the file between the Jeweled Generals open but for the Pawn on e3.
const NEARLY_OPEN: &str = "arafqfcbc/1g2j2s1/pppp1pppp/9/9/9/PPPPPPPPP/1S2J2G1/CBCFQFARA w p";

fn with_pawn(rest: &str) -> String {
    NEARLY_OPEN.replace(" w p", rest)
}

#[test]
fn whoever_opens_a_line_of_fire_is_told_so() {
    let game = game(&with_pawn(" w p"), "e3-d4 e8*e2");
    let turn = turn(&game, 1);
    assert_eq!(turn.judgement(), Some(Judgement::Blunder), "{turn:?}");
    assert_eq!(turn.reason, Some(Reason::OpensLineOfFire(General::Jeweled)));
    assert_eq!(turn.answer[1].to_string(), "e8*e2");
    assert_ne!(turn.best, turn.played);
    assert_eq!(turn.line[0], turn.best);
}

#[test]
fn whoever_does_not_shoot_who_may_is_told_whom() {
    let start = NEARLY_OPEN.replace("PPPPPPPPP", "PPPP1PPPP").replace(" w p", " w Pp");
    let game = game(&start, "a3-a4 e8*e2");
    let turn = turn(&game, 1);
    assert_eq!(turn.best.to_string(), "e2*e8");
    assert_eq!(turn.judgement(), Some(Judgement::Blunder));
    assert!(
        matches!(
            turn.reason,
            Some(Reason::LosesGeneral(General::Jeweled) | Reason::WinsGeneral(General::Jeweled))
        ),
        "{turn:?}"
    );
}

#[test]
fn whoever_leaves_pieces_stone_that_could_wake_is_told_so() {
    let start = "2g1j4/9/9/P7r/9/9/7P1/9/2C1Q4 w -";
    let game = game(start, "a6-a7+ e9-e8");
    let turn = turn(&game, 1);
    assert!(
        turn.best.to_string().starts_with("a6-") && turn.best.to_string().contains('@'),
        "{turn:?}"
    );
    assert!(matches!(turn.reason, Some(Reason::WakesStone(_))), "{turn:?}");
}

#[test]
fn a_ply_that_is_the_best_loses_nothing_and_has_no_reason() {
    let start = NEARLY_OPEN.replace("PPPPPPPPP", "PPPP1PPPP").replace(" w p", " w Pp");
    let turn = turn(&game(&start, "e2*e8"), 1);
    assert_eq!((turn.loss(), turn.judgement(), turn.reason), (0.0, None, None));
    assert_eq!((turn.best, &turn.line), (turn.played, &turn.answer));
}

#[test]
fn a_win_that_was_missed_is_a_win() {
    let wins = include_str!("data/wins.txt").lines().find_map(|line| line.strip_prefix("1 "));
    let position = wins.expect("a win in one");
    let before = Game::from_position(position.parse().expect("a position"));
    let missed = before.position().plies().into_iter().find(|ply| {
        let mut after = before.clone();
        after.play(*ply).expect("it is legal").is_none()
    });
    let game = game(position, &missed.expect("a ply that does not win").to_string());
    let turn = turn(&game, 1);
    assert_eq!(turn.chance, 1.0);
    assert!(turn.reason.is_none_or(|reason| reason == Reason::WinsGame), "{turn:?}");
}

fn whole() -> Game {
    let mut players =
        [1, 3].map(|number| Level::new(number).expect("a level").player(Weights::learned()));
    let [weak, strong] = &mut players;
    play([weak, strong], 60, &mut Random::new(2, 0)).game
}

#[test]
fn a_whole_game_has_a_turn_for_each_ply_and_the_stronger_side_is_more_accurate() {
    let game = whole();
    let analyst = Analyst::new(Weights::learned(), &game, QUICK, 1);
    let turns = analyst.turns();
    assert_eq!(turns.len(), game.plies().len());
    for (number, turn) in (1..).zip(&turns) {
        assert_eq!((turn.ply, turn.played), (number, game.plies()[number as usize - 1]));
        assert!((0.0..=1.0).contains(&turn.chance) && (0.0..=1.0).contains(&turn.after));
        assert!(turn.after <= turn.chance);
        for line in [&turn.line, &turn.answer] {
            let mut before = game.until(number as usize - 1);
            for ply in line {
                before.play(*ply).expect("a line is legal to its end");
            }
        }
    }
    let [white, black] = Color::ALL.map(|color| Side::of(&turns, color));
    assert!(white.accuracy < black.accuracy, "{white:?} {black:?}");
    assert!(white.mean_loss > black.mean_loss);
    let named = |side: Side| side.inaccuracies + side.mistakes + side.blunders;
    assert!(named(white) > named(black), "{white:?} {black:?}");
    assert_eq!(turns, analyst.turns(), "the same seed gives the same analysis");
}

#[test]
fn there_is_no_turn_before_the_first_ply_or_after_the_last() {
    let game = game(NEARLY_OPEN, "a3-a4");
    let analyst = Analyst::new(Weights::learned(), &game, QUICK, 1);
    assert!(analyst.turn(0).is_none() && analyst.turn(2).is_none());
    assert!(analyst.glance(0).is_none() && analyst.glance(2).is_none());
    assert!(Side::of(&[], Color::White).accuracy.is_none());
}

#[test]
fn the_first_graph_has_a_point_for_each_ply() {
    let game = whole();
    let points = graph(Weights::learned(), &game);
    assert_eq!(points.len(), game.plies().len());
    assert_eq!(points[1].mover, Color::Black);
    assert!(points.iter().all(|point| (0.0..=1.0).contains(&point.chance)));
}

#[test]
fn plies_that_somebody_asks_for_are_judged_in_their_order_and_illegal_ones_are_not() {
    let game = game(&with_pawn(" w p"), "a3-a4");
    let analyst = Analyst::new(Weights::learned(), &game, QUICK, 1);
    let [blunder, sound, illegal] =
        ["e3-d4", "a3-a4", "a1-a1"].map(|ply| ply.parse().expect("a ply"));
    let chances = analyst.chances(1, &[blunder, sound]).expect("both are legal");
    assert!(chances[0] + 0.1 < chances[1], "{chances:?}");
    assert_eq!(analyst.chances(1, &[illegal]), None);
    assert_eq!(analyst.chances(1, &[]), Some(Vec::new()));
    assert_eq!(analyst.chances(9, &[sound]), None);
}

#[test]
fn every_reason_has_a_name_of_its_own_and_the_piece_that_it_is_about() {
    let general = General::Silver;
    let reasons = [
        Reason::WinsGame,
        Reason::LosesGame,
        Reason::OpensLineOfFire(general),
        Reason::LosesGeneral(general),
        Reason::WinsGeneral(general),
        Reason::WakesStone(general),
        Reason::LetsEnemyWake(general),
        Reason::LosesPiece(Troop::Rook),
        Reason::WinsPiece(Troop::Rook),
        Reason::Line,
    ];
    let names: std::collections::HashSet<_> = reasons.iter().map(|reason| reason.key()).collect();
    assert_eq!(names.len(), reasons.len());
    assert_eq!(reasons[2].piece(), Some(Kind::General(general)));
    assert_eq!(reasons[7].piece(), Some(Kind::Troop(Troop::Rook)));
    assert_eq!(reasons[9].piece(), None);
}
