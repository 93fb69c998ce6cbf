//! Games at a table: plies that are taken back, and no clocks.

use adjutant_domain::play::{
    Fact, PlayerAction, PlayerCommand, Refusal, State, Terms, Venue, What,
};
use salpakan::clock::{Pace, SECOND};
use salpakan::rules::{ByColor, Color, Draft, RuleSet};

use crate::support::{Game, casual};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn at_table(pace: &str) -> Terms {
    let pace = Pace::parse(pace).expect("a pace");
    Terms { venue: Venue::Table, claims: false, pace, ..casual() }
}

#[test]
fn a_ply_that_is_taken_back_leaves_the_game_as_it_was_before() {
    let mut game = Game::begun(at_table("600+5"));
    game.moves("e3e4").expect("a ply");
    let before = game.play.timeline().expect("a game of Salpakan").clone();
    let board = game.play.board().cloned();
    game.later(3 * SECOND);
    game.moves("i8h8").expect("a slip of the hand");
    game.later(7 * SECOND);
    let made = game.wishes(BLACK, PlayerCommand::TakeBack).expect("both say so");
    assert_eq!(made[0].fact, Fact::TakenBack { color: BLACK });
    assert_eq!(*game.play.timeline().expect("a game of Salpakan"), before);
    assert_eq!(game.play.board().cloned(), board);
    assert_eq!(game.play.to_move(), Some(BLACK));
    let clocks = game.play.clocks().expect("clocks");
    assert_eq!(clocks.left(BLACK, game.now.0), 597 * SECOND, "the increment of the slip is gone");
    assert_eq!(clocks.left(WHITE, game.now.0), 605 * SECOND, "he thought for nothing");
    game.moves("i8i7").expect("what was meant");
    assert_eq!(game.rebuilt(), game.play);
}

#[test]
fn a_challenge_that_is_taken_back_sets_both_pieces_up_again() {
    let mut game = Game::begun(at_table("-"));
    for mv in ["e3e4", "i8h8", "e4e5", "h8g8"] {
        game.moves(mv).expect("a ply");
    }
    let before = game.play.timeline().expect("a game of Salpakan").clone();
    // The Private takes the Flag: the game is over, and a slip that ends it is for officials.
    let mut over = game.clone();
    over.moves("e5e6").expect("a challenge");
    assert!(over.play.state().is_over());
    assert_eq!(over.wishes(WHITE, PlayerCommand::TakeBack), Err(Refusal::Over));
    game.moves("e5d5").expect("a slip");
    game.wishes(WHITE, PlayerCommand::TakeBack).expect("both say so");
    assert_eq!(*game.play.timeline().expect("a game of Salpakan"), before);
    assert_eq!(game.rebuilt(), game.play);
}

#[test]
fn nobody_takes_back_what_is_not_his_last_ply() {
    let mut game = Game::begun(at_table("-"));
    assert_eq!(game.wishes(WHITE, PlayerCommand::TakeBack), Err(Refusal::NothingToTakeBack));
    game.moves("e3e4").expect("a ply");
    assert_eq!(game.wishes(BLACK, PlayerCommand::TakeBack), Err(Refusal::NothingToTakeBack));
    game.wishes(WHITE, PlayerCommand::TakeBack).expect("his own");
    assert_eq!(game.wishes(BLACK, PlayerCommand::TakeBack), Err(Refusal::NothingToTakeBack));
}

#[test]
fn a_challenge_that_was_answered_is_never_taken_back() {
    let rules: RuleSet = "standard".parse().expect("a key");
    let army = |color, text| {
        let draft = Draft::parse(color, &rules, text).expect("a set-up");
        draft.check(&rules).expect("a legal set-up")
    };
    let armies = ByColor::new(
        army(WHITE, "3..PL5P../.ASKTP.4S/BMCPPF12P"),
        army(BLACK, "...3FT.../12SLPASKM/BPP4P5PPC"),
    );
    let mut game = Game::new(at_table("-"), armies, WHITE).with_both_ready();
    for mv in ["e3e4", "e6e5", "e4e5"] {
        game.moves(mv).expect("a ply");
    }
    assert!(
        game.play.timeline().expect("a game of Salpakan").plies[2].verdict.is_some(),
        "it was a challenge"
    );
    for seat in [WHITE, BLACK] {
        let refused =
            game.wishes(seat, PlayerCommand::TakeBack).expect_err("it is known what came of it");
        assert!([Refusal::ChallengeAnswered, Refusal::NothingToTakeBack].contains(&refused));
        assert!(!game.play.available_actions(seat, game.now).contains(&PlayerAction::TakeBack));
    }
    assert_eq!(game.wishes(WHITE, PlayerCommand::TakeBack), Err(Refusal::ChallengeAnswered));
}

#[test]
fn online_nobody_takes_anything_back() {
    let mut game = Game::begun(casual());
    game.moves("e3e4").expect("a ply");
    assert_eq!(game.wishes(WHITE, PlayerCommand::TakeBack), Err(Refusal::AtTableOnly));
}

#[test]
fn undoing_a_ply_undoes_later_statements_except_a_shown_flag() {
    let mut game = Game::begun(at_table("-"));
    game.moves("e3e4").expect("a ply");
    game.wishes(BLACK, PlayerCommand::Offer).expect("an offer");
    let origin = crate::support::square("a1");
    game.wishes(WHITE, PlayerCommand::ShowFlag { origin }).expect("shown");
    game.wishes(WHITE, PlayerCommand::TakeBack).expect("taken back");
    assert_eq!(game.wishes(WHITE, PlayerCommand::Accept), Err(Refusal::NoOffer));
    let flag = game.play.timeline().expect("a game of Salpakan").flags.white.expect("it is public");
    assert_eq!((flag.origin, flag.since), (origin, 0));
    game.wishes(BLACK, PlayerCommand::Resign).expect("over");
    let kept = game.play.keeping().expect("it is final");
    assert_eq!(kept.annotations.comments.get(&0).map(String::as_str), Some("[%flag reveal white]"));
}

#[test]
fn without_clocks_no_flag_falls_and_no_time_is_added() {
    let mut game = Game::begun(at_table("-"));
    game.later(365 * 24 * 3600 * SECOND);
    assert_eq!(game.play.due().filter(|due| due.what == What::TimePassed), None);
    game.moves("e3e4").expect("a ply after a year");
    let amount = 15 * SECOND;
    assert_eq!(game.wishes(WHITE, PlayerCommand::AddTime { amount }), Err(Refusal::NoClocks));
    assert_eq!(game.play.timeline().expect("a game of Salpakan").plies[0].clock, None);
    assert_eq!(game.play.state(), State::InPlay);
}

#[test]
fn a_game_without_clocks_is_played_at_a_table() {
    let pace = Pace::parse("-").expect("no clocks");
    assert_eq!(pace.key(), "-");
    assert_eq!(pace.time_control(), None);
    assert!(Terms { pace, claims: false, ..casual() }.check().is_err());
    assert_eq!(at_table("-").check(), Ok(()));
}
