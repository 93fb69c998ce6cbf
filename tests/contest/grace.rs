//! The time of grace that ends by itself.

use swiss::series::{GameResult, Side};

use crate::event::{Event, FIRST, id, round_id, spot, swiss};
use adjutant_domain::moment::{MINUTE, Micros};

/// Four who are there, in a first round that is published; then one of each table goes.
fn published(more: &str) -> Event {
    let mut event = Event::of(4, &swiss(2, more));
    for number in 1..=4 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    event.next_round(0);
    for number in [3, 4] {
        event.tell(|contest| contest.set_present(id(number), false));
    }
    event
}

const BY_ITSELF: &str = r#","check_in":true,"defaults_by_itself":true,"grace_minutes":10"#;

#[test]
fn absent_players_lose_by_forfeit_once() {
    let mut event = published(BY_ITSELF);
    assert_eq!(
        event.contest.grace_ends_at(round_id(0, 0), Micros(5)),
        Some(Micros(10 * MINUTE + 5))
    );
    event.result(spot(0, 0, 0, 0), FIRST);
    let facts = event.tell(|contest| contest.end_grace_period(round_id(0, 0), &[]));
    assert_eq!(facts.len(), 2, "that it was over, and the one default: {facts:?}");
    let meetings = &event.contest.stages[0].rounds[0].meetings;
    assert_eq!(meetings[0].games, [FIRST], "what was entered stands");
    assert_eq!(meetings[1].games, [GameResult::Default { absent: Side::First }]);
    assert_eq!(event.contest.grace_ends_at(round_id(0, 0), Micros(5)), None);
    assert_eq!(event.tell(|contest| contest.end_grace_period(round_id(0, 0), &[])), []);
    // An official takes it away, and it does not come again.
    let entry = adjutant_domain::contest::ResultEntry {
        result: None,
        ..event.entry(spot(0, 0, 1, 0), FIRST)
    };
    event.tell(|contest| contest.enter_result(&entry));
    assert_eq!(event.tell(|contest| contest.end_grace_period(round_id(0, 0), &[])), []);
    event.check();
}

#[test]
fn it_ends_only_where_that_is_said_and_people_are_checked_in() {
    for more in ["", r#","check_in":true"#, r#","defaults_by_itself":true"#] {
        let mut event = published(more);
        assert_eq!(event.contest.grace_ends_at(round_id(0, 0), Micros(0)), None, "{more}");
        assert_eq!(
            event.tell(|contest| contest.end_grace_period(round_id(0, 0), &[])),
            [],
            "{more}"
        );
    }
}

#[test]
fn a_round_that_is_published_again_waits_again() {
    let mut event = published(BY_ITSELF);
    event.tell(|contest| contest.end_grace_period(round_id(0, 0), &[]));
    event.tell(|contest| contest.take_back_round(round_id(0, 0), true));
    for number in [3, 4] {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.next_round(0);
    assert!(event.contest.grace_ends_at(round_id(0, 0), Micros(0)).is_some());
    event.check();
}
