//! Who withdraws plays what is open; to forfeit it is a thing of its own, and both can be undone.

use adjutant_domain::contest::json::read_fact;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{ContestError, ContestFact, EntrantStatus};
use swiss::series::{GameResult, Side};

use crate::event::{Event, FIRST, id, round_id, spot, stages, stronger};

const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

fn published() -> Event {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    event
}

#[test]
fn withdrawing_leaves_the_published_game_open_and_counts_from_the_next_round() {
    let mut event = published();
    event.tell(|contest| contest.withdraw(id(5), false));
    assert!(
        event.contest.stages[0]
            .rounds
            .iter()
            .flat_map(|round| &round.meetings)
            .all(|one| !one.is_over())
    );
    event.result(spot(0, 0, 0, 0), GameResult::Won(Side::Second));
    event.play(0, 0, stronger);
    event.play_out(0, stronger);
    assert_eq!(event.points(0, 5), 20, "the game counts");
    let later = (1..3).flat_map(|round| event.sides(0, round)).flatten();
    assert!(later.into_iter().all(|one| one != 5));
    event.check();
}

#[test]
fn a_round_that_comes_back_still_has_the_game_of_who_withdrew_during_it() {
    let mut event = published();
    event.tell(|contest| contest.withdraw(id(5), false));
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    event.tell(|contest| contest.restore_round(0));
    assert!(!event.contest.stages[0].rounds[0].meetings[0].is_over());
    event.check();
}

#[test]
fn withdrawing_during_a_knockout_match_takes_effect_after_it() {
    let out = r#"{"name":"Cup","system":{"type":"knock-out"}}"#;
    let mut event = Event::of(4, &stages(out, ""));
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| contest.withdraw(id(1), false));
    let decided =
        |event: &Event| event.contest.knockout_progress(0).expect("a knock-out").ready().len();
    assert_eq!(decided(&event), 2, "both semi-finals are to be played");
    event.play(0, 0, stronger);
    assert_eq!(event.champion(0), Some(2), "the winner has left, the other finalist has won");
    event.check();
}

#[test]
fn a_forfeit_is_the_result_and_can_be_taken_back_until_the_next_round() {
    let mut event = published();
    assert_eq!(event.contest.open_tables(id(5)), [TABLE]);
    assert_eq!(
        event.refused(|contest| contest.forfeit(id(4), TABLE)),
        ContestError::PairingChanged
    );
    let refused = event.refused(|contest| contest.take_back_forfeit(id(5), TABLE));
    assert_eq!(refused, ContestError::NoForfeit(id(5)));
    event.tell(|contest| contest.forfeit(id(5), TABLE));
    let lost = GameResult::Default { absent: Side::Second };
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].games, [lost]);
    assert_eq!(event.contest.entrant(id(5)).map(|one| one.status), Some(EntrantStatus::Active));
    assert_eq!(
        event.refused(|contest| contest.forfeit(id(5), TABLE)),
        ContestError::AlreadyDecided
    );
    assert_eq!(event.contest.revocable_forfeits(id(5)), [TABLE]);
    event.tell(|contest| contest.take_back_forfeit(id(5), TABLE));
    assert!(!event.contest.stages[0].rounds[0].meetings[0].is_over());
    event.tell(|contest| contest.forfeit(id(5), TABLE));
    event.play(0, 0, stronger);
    event.next_round(0);
    assert!(event.contest.revocable_forfeits(id(5)).is_empty());
    let refused = event.refused(|contest| contest.take_back_forfeit(id(5), TABLE));
    assert_eq!(refused, ContestError::LaterRoundExists);
    event.check();
}

#[test]
fn players_who_withdrew_can_return_until_the_next_round_is_published() {
    let mut event = published();
    event.tell(|contest| contest.withdraw(id(5), true));
    event.tell(|contest| contest.rejoin(id(5)));
    assert_eq!(event.contest.entrant(id(5)).map(|one| one.status), Some(EntrantStatus::Active));
    assert_eq!(event.refused(|contest| contest.rejoin(id(5))), ContestError::CannotReturn);
    event.tell(|contest| contest.withdraw(id(6), false));
    assert_eq!(event.refused(|contest| contest.rejoin(id(6))), ContestError::CannotReturn);
    event.tell(|contest| contest.withdraw(id(5), true));
    event.play(0, 0, stronger);
    event.next_round(0);
    assert_eq!(event.refused(|contest| contest.rejoin(id(5))), ContestError::CannotReturn);
    event.tell(|contest| contest.admit(id(5)));
    event.check();
}

#[test]
fn withdrawals_that_were_written_before_lose_what_was_open() {
    let mut event = published();
    let fact = read_fact(r#"{"fact":"withdrew","entrant":5}"#).expect("a fact");
    assert_eq!(
        fact,
        ContestFact::EntrantWithdrew { entrant: id(5), plays_on: false, by_entrant: false }
    );
    event.tell(|_| Ok(vec![fact]));
    let meeting = &event.contest.stages[0].rounds[0].meetings[0];
    assert!(meeting.is_over() && meeting.by_withdrawal);
    event.result(spot(0, 0, 1, 0), FIRST);
    event.check();
}
