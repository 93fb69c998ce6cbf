//! What is said in a turn costs nothing and gives nothing back: a turn runs from the event that began it.

use adjutant_domain::play::{Event, Fact, PlayerCommand, Rule, Terms};
use proptest::prelude::*;
use salpakan::clock::SECOND;
use salpakan::rules::Color;

use crate::support::{Game, event, square, terms};

const WHITE: Color = Color::White;
/// There and back again, in turn, where nobody meets an enemy.
const STEPS: [&str; 4] = ["a1a2", "i8i7", "a2a1", "i7i8"];

fn long() -> [Terms; 3] {
    ["6000+0", "6000+7", "6000+0d3"].map(|pace| {
        terms(&format!(
            "rules=standard pace={pace} rated=yes venue=online spectators=public disclosure=round \
             deployment=600 credit=0 confirm=official claims=no"
        ))
    })
}

/// Something that happens in a turn, by its number; `None` where it is refused.
fn happens(game: &mut Game, what: u8) -> Option<Vec<Event>> {
    let mover = game.play.to_move().expect("somebody is to move");
    let other = mover.opponent();
    let flag = |color| square(if color == WHITE { "a1" } else { "e6" });
    let done = match what {
        0 => game.wishes(mover, PlayerCommand::Offer),
        1 => game.wishes(other, PlayerCommand::Offer),
        2 => game.wishes(mover, PlayerCommand::Withdraw),
        3 => game.wishes(other, PlayerCommand::Withdraw),
        4 => game.wishes(mover, PlayerCommand::Decline),
        5 => game.wishes(other, PlayerCommand::Decline),
        6 => game.wishes(mover, PlayerCommand::Pause),
        7 => game.wishes(other, PlayerCommand::Pause),
        8 => game.wishes(mover, PlayerCommand::ShowFlag { origin: flag(mover) }),
        9 => game.wishes(other, PlayerCommand::ShowFlag { origin: flag(other) }),
        10 => game.wishes(mover, PlayerCommand::AddTime { amount: SECOND }),
        11 => game.rules(Rule::AddTime { to: mover, amount: SECOND }),
        _ => game.moves(STEPS[game.play.progress().len() as usize % 4]),
    };
    done.ok()
}

#[test]
fn a_word_gives_no_time_back() {
    let mut game = Game::begun(event());
    for word in [
        PlayerCommand::Offer,
        PlayerCommand::Withdraw,
        PlayerCommand::Pause,
        PlayerCommand::ShowFlag { origin: square("a1") },
    ] {
        game.later(4 * SECOND);
        game.wishes(WHITE, word).expect("it may be said");
        game.later(SECOND);
        game.is_durable();
    }
    let clocks = game.play.clocks().expect("it runs");
    assert_eq!(clocks.left(WHITE, game.now.0), 40 * SECOND);
    assert_eq!(game.rebuilt(), game.play);
    let events = game.moves("e3e4").expect("a ply");
    let Fact::Ply(ply) = events[0].fact else { panic!("{events:?}") };
    assert_eq!((ply.spent, ply.left), (20 * SECOND, 40 * SECOND));
}

proptest! {
    #[test]
    fn a_ply_costs_the_time_since_its_turn_was_told_whatever_is_said(
        pace in 0..3_usize,
        course in prop::collection::vec((0..18_u8, 0..5 * SECOND, 0..SECOND), 1..60),
    ) {
        let terms = long()[pace];
        let (delay, increment) = ([0, 0, 3 * SECOND][pace], [0, 7 * SECOND, 0][pace]);
        let mut game = Game::begun(terms);
        let mut began = game.now;
        let mut left = [6000 * SECOND; 2];
        for (what, thought, work) in course {
            game.later(thought);
            let (received, mover) = (game.now, game.play.to_move().expect("it runs"));
            if let Some(events) = happens(&mut game, what) {
                game.later(work);
                game.is_durable();
                match &events[0].fact {
                    Fact::Ply(ply) => {
                        prop_assert_eq!(ply.spent, (received - began - delay).max(0));
                        left[mover as usize] += increment - ply.spent;
                        prop_assert_eq!(ply.left, left[mover as usize]);
                        began = game.now;
                    }
                    Fact::TimeAdded { to, amount, .. } => left[*to as usize] += amount,
                    _ => {}
                }
            }
            let mover = game.play.to_move().expect("it runs");
            left[mover as usize] -= (game.now - began - delay).max(0);
            for color in Color::ALL {
                let shown = game.play.clocks().expect("it runs").left(color, game.now.0);
                prop_assert_eq!(shown, left[color as usize]);
            }
            left[mover as usize] += (game.now - began - delay).max(0);
            prop_assert_eq!(game.rebuilt(), game.play.clone());
        }
    }
}
