//! What comes twice, in another order, late, or from two devices; and clocks on the wall that jump.

use adjutant::web::live::PlayEvent;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::play::{PlayId, PlayerAction, Refusal, Sent};
use adjutant_service::live::{self, Answer, AskedPly, Refused};
use salpakan::rules::Move;

use crate::support::{
    ANA, BEN, Hall, NOW, Place, SECOND, actor, on_both_engines, refusal, written,
};

/// So many submissions come again.
const AGAIN: usize = 100_000;

/// An answer as it is sent.
fn bytes(answer: &Answer) -> Vec<u8> {
    serde_json::to_vec(&PlayEvent::new(answer.number, &answer.event)).expect("JSON")
}

/// A command that was acknowledged.
#[derive(Clone)]
struct Acknowledged {
    account: i32,
    asked: AskedPly,
}

fn send(hall: &Hall, play: &PlayId, one: Acknowledged) -> Result<Answer, Refused> {
    // However late it comes now.
    let sent = Sent { received: hall.now(), ..one.asked.sent };
    live::ply(&hall.live, &actor(one.account), play, AskedPly { sent, ..one.asked })
}

/// Plays so many plies; each with its answer, byte for byte.
fn played(hall: &Hall, play: &PlayId, count: u32) -> Vec<(Acknowledged, Vec<u8>)> {
    let one = |number: u32| {
        let seen = live::see(&hall.live, &actor(ANA), play).expect("seen");
        let mv: Move = seen.play.board().expect("a board").moves().next().expect("a move");
        let sent = Sent { id: u64::from(number).to_le_bytes(), received: hall.now() };
        let one = Acknowledged {
            account: hall.mover(play),
            asked: AskedPly { sent, number, ply: written(mv) },
        };
        hall.pass(SECOND);
        let answer = bytes(&send(hall, play, one.clone()).expect("a legal ply"));
        (one, answer)
    };
    (1..=count).map(one).collect()
}

fn version(hall: &Hall, play: &PlayId) -> u32 {
    live::see(&hall.live, &actor(ANA), play).expect("seen").play.version()
}

/// Numbers that look like chance.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn f36_a_hundred_thousand_repeated_late_and_reordered_plies_have_one_effect_and_one_answer() {
    let place = Place::sqlite();
    let hall = Hall::new(&place);
    let play = hall.begun("7200+5");
    let known = played(&hall, &play, 12);
    let (before, mut state) = (version(&hall, &play), 7);
    for round in 0..AGAIN {
        let (one, answer) = &known[next(&mut state) % known.len()];
        let again = send(&hall, &play, one.clone()).expect("the answer that it had");
        assert_eq!(bytes(&again), *answer, "submission {round}");
    }
    assert_eq!(version(&hall, &play), before, "nothing was done twice");
}

on_both_engines! {
    fn f37_a_name_that_was_used_for_something_else_changes_nothing(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("600+5");
        let known = played(&hall, &play, 4);
        let before = version(&hall, &play);
        for (one, _) in &known {
            let other = AskedPly { number: one.asked.number + 1, ..one.asked.clone() };
            let refused = send(&hall, &play, Acknowledged { asked: other, ..one.clone() });
            assert_eq!(refusal(refused), Refusal::OtherCommand);
            let word = live::act(&hall.live, &actor(one.account), &play, one.asked.sent, (PlayerAction::Offer, 0));
            assert_eq!(refusal(word), Refusal::OtherCommand);
        }
        assert_eq!(version(&hall, &play), before);
    }

    fn f38_after_a_restart_what_was_answered_is_answered_the_same(place: &Place) {
        let (play, known) = {
            let hall = Hall::new(place);
            let play = hall.begun("600+5");
            let known = played(&hall, &play, 6);
            (play, known)
        };
        let hall = Hall::at(place, NOW + 60 * SECOND);
        for (one, answer) in &known {
            assert_eq!(bytes(&send(&hall, &play, one.clone()).expect("the answer that it had")), *answer);
        }
    }

    fn f39_of_two_devices_that_send_a_ply_one_makes_it_and_the_other_hears_why_not(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("600+5");
        let mover = hall.mover(&play);
        let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen");
        let moves: Vec<Move> = seen.play.board().expect("a board").moves().take(2).collect();
        let answers: Vec<_> = std::thread::scope(|scope| {
            let one = |device: usize| {
                let (hall, play, mv) = (&hall, &play, moves[device]);
                let sent = Sent { id: [device as u8 + 1; 8], received: hall.now() };
                let asked = AskedPly { sent, number: 1, ply: written(mv) };
                scope.spawn(move || send(hall, play, Acknowledged { account: mover, asked }))
            };
            let both = [one(0), one(1)];
            both.into_iter().map(|device| device.join().expect("an answer")).collect()
        });
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        let refused = answers.into_iter().find(Result::is_err).expect("one is refused");
        assert!(matches!(refusal(refused), Refusal::NotYourTurn | Refusal::PlyMade | Refusal::OtherPly { .. }));
    }

    fn f45_a_clock_on_the_wall_that_was_set_is_nobodys_time(place: &Place) {
        let left = |hall: &Hall, play: &PlayId| {
            let seen = live::see(&hall.live, &actor(BEN), play).expect("seen");
            let clocks = seen.play.clocks().expect("they run");
            [salpakan::rules::Color::White, salpakan::rules::Color::Black].map(|c| clocks.left(c, seen.now.0))
        };
        let (play, mut before, mut version_before) = {
            let hall = Hall::new(place);
            let play = hall.begun("600+5");
            played(&hall, &play, 3);
            hall.until(|| hall.now() > Micros(0));
            (play, left(&hall, &play), version(&hall, &play))
        };
        // Begun again when the wall says another day: back, on, after 2038, and back again.
        for jump in [-DAY, DAY, 12 * 366 * DAY, -400 * DAY] {
            let hall = Hall::at(place, NOW + jump);
            let now = left(&hall, &play);
            for (now, before) in now.into_iter().zip(before) {
                assert!((now - before).abs() <= SECOND, "{now} and {before} after {jump}");
            }
            assert_eq!(version(&hall, &play), version_before, "nobody has lost");
            hall.any_ply(&play);
            (before, version_before) = (left(&hall, &play), version(&hall, &play));
        }
    }
}
