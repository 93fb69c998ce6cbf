//! Who wins a race with the flag: a ply counts if it was received, less its credit, before the
//! flag falls. The order in which the server comes to decide changes nothing.

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    Command, Decision, GRACE, PlayerCommand, PlyCommand, Refusal, Sent, State, Step, Terms,
};
use salpakan::clock::SECOND;
use salpakan::rules::{Color, Move, Outcome, Termination};

use crate::support::{Game, casual, event, nonce, terms};

const MILLISECOND: i64 = 1000;
const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

/// Without credit, and with a tenth of a second of it; without a delay, and with one.
fn all_terms() -> Vec<Terms> {
    let mut all = Vec::new();
    for pace in ["60+0", "60+5", "60+0d5", "60/30+0"] {
        for credit in [0, 100] {
            all.push(terms(&format!(
                "rules=standard pace={pace} rated=no venue=online spectators=none disclosure=game \
                 deployment=600 credit={credit} confirm=at-once claims=no"
            )));
        }
    }
    all
}

/// One race: when the ply was received after the flag fell (less than 0: before), what of it was
/// on the line, how long it lay until it was decided, and when the timer came.
#[derive(Debug, Clone, Copy)]
struct Race {
    received: i64,
    credit: i64,
    lay: i64,
    timer: i64,
}

/// Who comes first decides first; what is refused changes nothing.
fn run(start: &Game, falls: Micros, race: Race) -> Game {
    let mut game = start.clone();
    let sent = Sent { id: *b"the ply!", received: falls + race.received };
    let mv = Move::parse("e3e4").expect("a move");
    let ply = PlyCommand { sent, seat: WHITE, number: 1, ply: mv.into(), credit: race.credit };
    let mut moments = [(sent.received + race.lay, true), (falls + race.timer, false)];
    moments.sort_by_key(|(at, _)| *at);
    for (at, is_ply) in moments {
        game.now = at;
        let answer = if is_ply {
            game.ply(&ply)
        } else {
            game.play.decide(&Command::Server(Step::TimePassed), at)
        };
        if let Ok(Decision::Done(event)) = answer {
            game.play.apply(&event).expect("it was decided");
            game.events.push(event);
        }
    }
    game
}

#[test]
fn each_interleaving_in_a_tenth_of_a_second_follows_the_one_rule() {
    let mut races = 0;
    for terms in all_terms() {
        let start = Game::begun(terms);
        let falls = start.play.clocks().expect("it runs").falls_at().expect("a flag");
        let due = terms.credit + GRACE + 1;
        for received in -100..=100 {
            let received = received * MILLISECOND;
            for credit in [0, 40 * MILLISECOND, 100 * MILLISECOND, 5 * SECOND] {
                for lay in [0, MILLISECOND, 100 * MILLISECOND, GRACE] {
                    let moments = [received - 1, received + lay, received + lay + 1];
                    for timer in moments.into_iter().chain([0, 1, due - 1, due, due + 1]) {
                        let race = Race { received, credit, lay, timer };
                        let game = run(&start, Micros(falls), race);
                        let counts = received - credit.min(terms.credit) <= 0;
                        check(&game, counts, timer >= due, race);
                        races += 1;
                    }
                }
            }
        }
    }
    assert_eq!(races, 8 * 201 * 4 * 4 * 8);
}

fn check(game: &Game, counts: bool, timer_may: bool, race: Race) {
    assert_eq!(game.rebuilt(), game.play, "{race:?}");
    let plies = game.play.progress().len();
    assert_eq!(plies == 1, counts, "{race:?}");
    let lost = game.play.life().finished().map(|game| game.end);
    match lost {
        Some(end) => {
            assert!(!counts && timer_may, "{race:?}");
            assert_eq!(end.termination, Termination::Time);
            assert_eq!(end.outcome, Outcome::Win(BLACK));
        }
        None => assert!(counts || !timer_may, "{race:?}"),
    }
}

#[test]
fn a_ply_in_time_is_charged_no_more_than_there_was() {
    for terms in all_terms() {
        let start = Game::begun(terms);
        let falls = start.play.clocks().expect("it runs").falls_at().expect("a flag");
        let last = Race { received: terms.credit, credit: terms.credit, lay: GRACE, timer: GRACE };
        let game = run(&start, Micros(falls), last);
        assert_eq!(game.play.progress().len(), 1, "{terms}");
        let increment = if terms.pace.key() == "60+5" { 5 * SECOND } else { 0 };
        let left = game.play.clocks().expect("it runs").left(WHITE, game.now.0);
        assert_eq!(left, increment, "{terms}");
        // The opponent's time runs from when it is decided, not from when it came.
        assert_eq!(game.play.clocks().expect("it runs").elapsed(game.now.0), 0);
    }
}

#[test]
fn other_commands_count_up_to_the_last_moment_of_a_ply() {
    for terms in all_terms() {
        let start = Game::begun(terms);
        let falls = start.play.clocks().expect("it runs").falls_at().expect("a flag");
        for offset in -100..=250 {
            let offset = offset * MILLISECOND;
            for wish in [
                PlayerCommand::Offer,
                PlayerCommand::Resign,
                PlayerCommand::Pause,
                PlayerCommand::AddTime { amount: SECOND },
            ] {
                for seat in Color::ALL {
                    let sent = Sent { id: [1; 8], received: Micros(falls + offset) };
                    let command = Command::Seat { sent, seat, command: wish };
                    // Decided late or at once, it is the same.
                    for lay in [0, GRACE] {
                        let answer = start.play.decide(&command, sent.received + lay);
                        let late = offset > terms.credit;
                        assert_eq!(answer == Err(Refusal::TimeIsUp), late, "{offset} {wish:?}");
                        assert!(late || answer.is_ok(), "{offset} {wish:?}: {answer:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_deployment_counts_up_to_the_last_moment() {
    for terms in [casual(), event()] {
        let mut start = Game::small(terms);
        start.done(&Command::Server(Step::Open));
        start
            .wishes(WHITE, PlayerCommand::Ready { nonce: Some(nonce(WHITE)) })
            .expect("it is open");
        let end = start.now + terms.deployment;
        for offset in -100..=100 {
            let offset = offset * MILLISECOND;
            for lay in [0, 100 * MILLISECOND, GRACE] {
                let mut game = start.clone();
                let sent = Sent { id: [1; 8], received: end + offset };
                game.now = sent.received + lay;
                let early = game.play.decide(&Command::Server(Step::TimePassed), game.now);
                assert_eq!(early.is_err(), offset + lay <= GRACE, "{offset} {lay}");
                let wish = PlayerCommand::Ready { nonce: Some(nonce(BLACK)) };
                let answer = game.command(&Command::Seat { sent, seat: BLACK, command: wish });
                assert_eq!(answer.is_ok(), offset <= 0, "{offset}");
                if offset > 0 {
                    assert_eq!(answer, Err(Refusal::DeploymentOver));
                    game.now = end + GRACE + 1;
                    game.steps(Step::TimePassed).expect("it is over");
                    let state = if terms.is_of_event() { State::Ended } else { State::Aborted };
                    assert_eq!(game.play.state(), state);
                }
            }
        }
    }
}

#[test]
fn a_clock_that_goes_back_between_two_commands_harms_nobody() {
    let mut game = Game::begun(casual());
    game.later(10 * SECOND);
    game.moves("e3e4").expect("a ply");
    game.later(-20 * SECOND);
    let events = game.moves("i8h8").expect("a ply");
    assert_eq!(events[0].at, game.now + 20 * SECOND, "time goes on where it was");
    let clocks = game.play.clocks().expect("it runs");
    assert_eq!(
        (clocks.left(WHITE, events[0].at.0), clocks.left(BLACK, 0)),
        (50 * SECOND, 60 * SECOND)
    );
    assert_eq!(game.rebuilt(), game.play);
}
