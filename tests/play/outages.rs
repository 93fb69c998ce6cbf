//! While no server runs, and while a game is paused, nobody is charged.

use adjutant_domain::play::{Command, GRACE, OfficialCommand, PlayerCommand, Rule, Step, What};
use proptest::prelude::*;
use salpakan::clock::SECOND;
use salpakan::rules::Color;

use crate::support::{Game, casual, event, nonce, reason};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn left(game: &Game, color: Color) -> i64 {
    game.play.clocks().expect("it has begun").left(color, game.now.0)
}

#[test]
fn an_outage_gives_the_time_to_deploy_back() {
    let mut game = Game::small(casual());
    game.done(&Command::Server(Step::Open));
    game.wishes(WHITE, PlayerCommand::Ready { nonce: Some(nonce(WHITE)) }).expect("it is open");
    let due = game.play.due().expect("a deadline");
    assert_eq!((due.at, due.what), (game.now + 600 * SECOND + GRACE + 1, What::TimePassed));
    game.later(100 * SECOND);
    game.goes_out(1000 * SECOND);
    assert_eq!(game.play.due().expect("a deadline").at, due.at + 1000 * SECOND);
    assert_eq!(game.rebuilt(), game.play);
    game.later(500 * SECOND);
    game.wishes(BLACK, PlayerCommand::Ready { nonce: Some(nonce(BLACK)) })
        .expect("to the last moment");
    assert_eq!(game.play.due().expect("to begin").what, What::Begin);
    assert_eq!(game.rebuilt(), game.play);
}

#[test]
fn a_game_that_is_paused_waits_for_ever() {
    let mut game = Game::begun(event());
    game.later(10 * SECOND);
    game.rules(Rule::Pause).expect("it runs");
    assert_eq!(game.play.due(), None);
    game.later(10_000 * SECOND);
    game.goes_out(10_000 * SECOND);
    game.rules(Rule::Resume).expect("it is paused");
    assert_eq!((left(&game, WHITE), left(&game, BLACK)), (50 * SECOND, 60 * SECOND));
    assert_eq!(game.play.due().expect("a flag").at, game.now + 50 * SECOND + GRACE + 1);
    assert_eq!(game.rebuilt(), game.play);
}

#[test]
fn server_time_for_a_ply_is_charged_to_nobody() {
    let mut game = Game::begun(casual());
    game.later(5 * SECOND);
    game.moves("e3e4").expect("a ply");
    // It is durable and told only now.
    game.later(SECOND);
    game.play.announced(game.now);
    assert_eq!((left(&game, WHITE), left(&game, BLACK)), (55 * SECOND, 60 * SECOND));
    game.later(2 * SECOND);
    game.moves("i8h8").expect("a ply");
    assert_eq!((left(&game, WHITE), left(&game, BLACK)), (55 * SECOND, 58 * SECOND));
    // What was told when is gone after a restart, but not what the plies cost.
    assert_eq!(game.rebuilt(), game.play);
}

#[test]
fn event_times_survive_a_stopped_clock() {
    for ends in [false, true] {
        let mut game = Game::begun(event());
        game.later(5 * SECOND);
        game.moves("e3e4").expect("a ply");
        game.later(SECOND);
        game.play.announced(game.now);
        game.later(2 * SECOND);
        if ends {
            game.wishes(WHITE, PlayerCommand::Resign).expect("it runs");
        } else {
            game.rules(Rule::Pause).expect("it runs");
        }
        assert_eq!(left(&game, BLACK), 58 * SECOND);
        assert_eq!(game.rebuilt(), game.play);
    }
}

#[test]
fn queueing_time_is_charged_to_nobody() {
    for wish in [None, Some(PlayerCommand::Resign)] {
        let mut game = Game::begun(event());
        game.later(5 * SECOND);
        let sent = game.sent();
        let command = match wish {
            Some(wish) => Command::Seat { sent, seat: BLACK, command: wish },
            None => Command::Official {
                sent,
                account: 7,
                command: OfficialCommand::Rule(Rule::Pause, reason()),
            },
        };
        game.later(SECOND / 5);
        game.done(&command);
        assert_eq!(left(&game, WHITE), 55 * SECOND);
    }
}

proptest! {
    #[test]
    fn outages_and_pauses_charge_nobody_wherever_they_fall(
        thought in prop::collection::vec(0..5 * SECOND, 8), gaps in prop::collection::vec(0..100 * SECOND, 8),
        kinds in prop::collection::vec(0..3_u8, 8),
    ) {
        let mut game = Game::begun(event());
        let mut spent = [0; 2];
        for (turn, mv) in ["a1a2", "i8i7", "a2a1", "i7i8", "a1a2", "i8i7", "a2a1", "i7i8"].iter().enumerate() {
            game.later(thought[turn] / 2);
            match kinds[turn] {
                0 => game.goes_out(gaps[turn]),
                1 => {
                    game.rules(Rule::Pause).expect("it runs");
                    game.later(gaps[turn] / 2);
                    game.goes_out(gaps[turn]);
                    game.rules(Rule::Resume).expect("it is paused");
                }
                _ => {}
            }
            game.later(thought[turn] - thought[turn] / 2);
            game.moves(mv).expect("there is time enough");
            spent[turn % 2] += thought[turn];
        }
        prop_assert_eq!(left(&game, WHITE), 60 * SECOND - spent[0]);
        prop_assert_eq!(left(&game, BLACK), 60 * SECOND - spent[1]);
        prop_assert_eq!(game.rebuilt(), game.play);
    }
}
