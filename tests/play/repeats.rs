//! Commands that come twice, late, or under a name that was used before.

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    Command, Decision, OfficialCommand, PlayerCommand, PlyCommand, Refusal, Rule, Sent, Step,
};
use salpakan::clock::SECOND;
use salpakan::rules::{Color, Move, Outcome};

use crate::support::{Game, casual, event, nonce, reason};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn ply(game: &mut Game, number: u32, mv: &str) -> PlyCommand {
    let mv = Move::parse(mv).expect("a move");
    PlyCommand {
        sent: game.sent(),
        seat: game.play.to_move().expect("it runs"),
        number,
        ply: mv.into(),
        credit: 0,
    }
}

fn carry_out(game: &mut Game, command: &PlyCommand) -> u32 {
    let Ok(Decision::Done(event)) = game.ply(command) else { panic!("{command:?} is refused") };
    game.play.apply(&event).expect("it was decided");
    game.events.push(event);
    game.play.version()
}

#[test]
fn a_ply_that_comes_twice_is_made_once() {
    let mut game = Game::begun(casual());
    let first = ply(&mut game, 1, "e3e4");
    let event = carry_out(&mut game, &first);
    for later in ["i8h8", "a1a2", "h8i8", "a2a1"] {
        // Whenever it is repeated, and at anybody's turn.
        let again =
            PlyCommand { sent: Sent { received: game.now + 1, ..first.sent }, credit: 5, ..first };
        assert_eq!(game.ply(&again), Ok(Decision::Repeated(event)));
        game.moves(later).expect("a ply");
    }
    game.wishes(WHITE, PlayerCommand::Resign).expect("it goes on");
    assert_eq!(game.ply(&first), Ok(Decision::Repeated(event)), "also when the game is over");
    assert_eq!(game.events[event as usize - 1].command.map(|key| key.id), Some(first.sent.id));
}

#[test]
fn a_ply_that_comes_late_under_a_new_name_is_not_taken_for_another() {
    let mut game = Game::begun(casual());
    let late = ply(&mut game, 1, "a1a2");
    for mv in ["a1a2", "i8h8", "a2a1", "h8i8"] {
        game.moves(mv).expect("a ply");
    }
    // The position is the same, and it would be legal again.
    assert_eq!(game.ply(&late), Err(Refusal::OtherPly { next: 5 }));
}

#[test]
fn a_name_that_was_used_asks_for_nothing_else() {
    let mut game = Game::begun(casual());
    let first = ply(&mut game, 1, "e3e4");
    carry_out(&mut game, &first);
    let other = Move::parse("a1a2").expect("a move");
    for changed in [PlyCommand { ply: other.into(), ..first }, PlyCommand { number: 3, ..first }] {
        assert_eq!(game.ply(&changed), Err(Refusal::OtherCommand));
    }
    let offer = Command::Seat { sent: first.sent, seat: WHITE, command: PlayerCommand::Offer };
    assert_eq!(game.play.decide(&offer, game.now), Err(Refusal::OtherCommand));
    // Names are each asker's own.
    let theirs = Command::Seat { sent: first.sent, seat: BLACK, command: PlayerCommand::Offer };
    assert!(matches!(game.play.decide(&theirs, game.now), Ok(Decision::Done(_))));
}

#[test]
fn amounts_and_reasons_are_part_of_what_is_asked() {
    let mut game = Game::begun(event());
    let sent = game.sent();
    let adds =
        |amount| Command::Seat { sent, seat: WHITE, command: PlayerCommand::AddTime { amount } };
    game.done(&adds(15 * SECOND));
    assert!(matches!(game.play.decide(&adds(15 * SECOND), game.now), Ok(Decision::Repeated(_))));
    assert_eq!(game.play.decide(&adds(16 * SECOND), game.now), Err(Refusal::OtherCommand));

    let sent = game.sent();
    let rules = |account, rule, reason| Command::Official {
        sent,
        account,
        command: OfficialCommand::Rule(rule, reason),
    };
    let draw = Rule::Adjudicate { outcome: Outcome::Draw };
    game.done(&rules(7, draw, reason()));
    let event = game.play.version();
    let asked = |command| game.play.decide(&command, game.now);
    assert_eq!(asked(rules(7, draw, reason())), Ok(Decision::Repeated(event)));
    let won = Rule::Adjudicate { outcome: Outcome::Win(WHITE) };
    assert_eq!(asked(rules(7, won, reason())), Err(Refusal::OtherCommand));
    let words = adjutant_domain::play::Reason::new("Iba").expect("a reason");
    assert_eq!(asked(rules(7, draw, words)), Err(Refusal::OtherCommand));
    assert_eq!(asked(rules(8, draw, reason())), Err(Refusal::Over), "another official's name");
}

#[test]
fn a_deployment_that_is_sent_again_is_the_same_whatever_the_nonce() {
    let mut game = Game::small(casual());
    game.done(&Command::Server(Step::Open));
    let sent = game.sent();
    let ready = |nonce: [u8; 32]| Command::Seat {
        sent,
        seat: WHITE,
        command: PlayerCommand::Ready { nonce: Some(nonce) },
    };
    game.done(&ready(nonce(WHITE)));
    let event = game.play.version();
    // Where the client has none, the server makes one; the first stands.
    assert_eq!(game.play.decide(&ready([77; 32]), game.now), Ok(Decision::Repeated(event)));
    let again = game.wishes(WHITE, PlayerCommand::Ready { nonce: Some([77; 32]) });
    assert_eq!(again, Err(Refusal::AlreadyReady));
}

#[test]
fn a_refused_command_may_be_repeated_under_the_same_id() {
    let mut game = Game::begun(casual());
    let command = Command::Seat { sent: game.sent(), seat: BLACK, command: PlayerCommand::Accept };
    assert_eq!(game.command(&command), Err(Refusal::NoOffer));
    game.wishes(WHITE, PlayerCommand::Offer).expect("an offer");
    assert!(game.command(&command).is_ok());
}

#[test]
fn names_stay_used_after_a_restart() {
    let mut game = Game::begun(casual());
    let first = ply(&mut game, 1, "e3e4");
    let event = carry_out(&mut game, &first);
    game.play = game.rebuilt();
    assert_eq!(game.ply(&first), Ok(Decision::Repeated(event)));
}

#[test]
fn the_arbiter_is_asked_for_a_ply_that_may_be_made_and_for_no_other() {
    let mut game = Game::begun(casual());
    let legal = ply(&mut game, 1, "e3e4");
    let not_asked = |_: &_, _| -> Result<_, ()> { panic!("the arbiter is asked") };
    let refused = [
        PlyCommand { seat: BLACK, ..legal },
        PlyCommand { number: 2, ..legal },
        PlyCommand { ply: Move::parse("e3e5").expect("a move").into(), ..legal },
        PlyCommand { sent: Sent { received: Micros::MAX, ..legal.sent }, ..legal },
    ];
    for (at, command) in refused.into_iter().enumerate() {
        let now = if at == 3 { game.now + 100 * SECOND } else { game.now };
        assert!(game.play.ply(&command, now, not_asked).is_err());
    }
    carry_out(&mut game, &legal);
    assert!(matches!(game.play.ply(&legal, game.now, not_asked), Ok(Decision::Repeated(_))));
    let second = ply(&mut game, 2, "i8h8");
    let failed = game.play.ply(&second, game.now, |_, _| Err("sealed"));
    assert_eq!(failed, Err(adjutant_domain::play::NoPly::Failed("sealed")));
}
