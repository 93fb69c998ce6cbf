//! Results: two officials at once, corrections, and what players say.

use adjutant_domain::contest::{ContestError, ResultEntry};
use swiss::series::{GameResult, Side};

use crate::event::{DRAWN, Event, FIRST, SECOND, id, round_id, spot, swiss};

/// A first round of eight that is published.
fn published(more: &str) -> Event {
    let mut event = Event::of(8, &swiss(3, more));
    event.begin(0);
    event.next_round(0);
    event
}

#[test]
fn of_two_officials_who_enter_different_results_at_once_the_second_is_told_what_stands() {
    let mut event = published("");
    let (one, other) = (event.entry(spot(0, 0, 0, 0), FIRST), event.entry(spot(0, 0, 0, 0), DRAWN));
    event.tell(|contest| contest.enter_result(&one));
    let refused = event.refused(|contest| contest.enter_result(&other));
    assert_eq!(refused, ContestError::ResultConflict(Some(FIRST)));
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].games, [FIRST]);
}

#[test]
fn the_same_result_twice_has_no_effect() {
    let mut event = published("");
    let entry = event.entry(spot(0, 0, 0, 0), FIRST);
    assert_eq!(event.tell(|contest| contest.enter_result(&entry)).len(), 1);
    assert_eq!(event.tell(|contest| contest.enter_result(&entry)), []);
}

#[test]
fn a_result_for_a_pairing_that_was_paired_again_is_refused() {
    let mut event = published("");
    let entry = event.entry(spot(0, 0, 0, 0), FIRST);
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    event.tell(|contest| contest.withdraw(id(5), false));
    assert_eq!(event.refused(|contest| contest.enter_result(&entry)), ContestError::NotFound);
    event.next_round(0);
    assert_eq!(event.refused(|contest| contest.enter_result(&entry)), ContestError::PairingChanged);
}

#[test]
fn a_blank_never_erases() {
    let mut event = published("");
    event.result(spot(0, 0, 0, 0), FIRST);
    let entry = event.entry(spot(0, 0, 0, 0), DRAWN);
    // A form that was open before the result came in.
    let blank =
        ResultEntry { result: None, expected: None, reason: String::new(), ..entry.clone() };
    assert_eq!(
        event.refused(|contest| contest.enter_result(&blank)),
        ContestError::ResultConflict(Some(FIRST))
    );
    // And who sees the result takes it away with a reason only.
    let blank = ResultEntry { result: None, reason: " ".to_owned(), ..entry };
    assert_eq!(event.refused(|contest| contest.enter_result(&blank)), ContestError::ReasonMissing);
}

#[test]
fn a_correction_says_why() {
    let mut event = published("");
    event.result(spot(0, 0, 0, 0), FIRST);
    let entry = event.entry(spot(0, 0, 0, 0), SECOND);
    let silent = ResultEntry { reason: String::new(), ..entry.clone() };
    assert_eq!(event.refused(|contest| contest.enter_result(&silent)), ContestError::ReasonMissing);
    let long = ResultEntry { reason: "w".repeat(501), ..entry.clone() };
    assert_eq!(event.refused(|contest| contest.enter_result(&long)), ContestError::InvalidText);
    event.tell(|contest| contest.enter_result(&entry));
    event.check();
}

#[test]
fn a_table_has_its_games_one_after_the_other() {
    let event = published("");
    let entry = |spot| ResultEntry { spot, ..event.entry(crate::event::spot(0, 0, 0, 0), FIRST) };
    let refused = |spot| event.refused(|contest| contest.enter_result(&entry(spot)));
    assert_eq!(refused(spot(0, 0, 0, 1)), ContestError::GameNotOpen);
    assert_eq!(refused(spot(0, 0, 9, 0)), ContestError::NotFound);
    assert_eq!(refused(spot(0, 1, 0, 0)), ContestError::NotFound);
    assert_eq!(refused(spot(7, 0, 0, 0)), ContestError::NotFound);
    assert_eq!(refused(spot(0, 0, 0, 1_000)), ContestError::NotFound);
}

#[test]
fn agreeing_reports_count_and_conflicts_wait_for_an_official() {
    let mut event = published(r#","players_report":true"#);
    let at = spot(0, 0, 0, 0);
    event.tell(|contest| contest.report_result(at, id(1), FIRST));
    assert!(event.contest.stages[0].rounds[0].meetings[0].games.is_empty());
    assert_eq!(event.tell(|contest| contest.report_result(at, id(1), FIRST)), []);
    event.tell(|contest| contest.report_result(at, id(5), SECOND));
    assert!(event.contest.stages[0].rounds[0].meetings[0].is_disputed());
    event.tell(|contest| contest.report_result(at, id(5), FIRST));
    let meeting = &event.contest.stages[0].rounds[0].meetings[0];
    assert_eq!((meeting.games.as_slice(), meeting.reports), (&[FIRST][..], [None; 2]));
    assert_eq!(event.tell(|contest| contest.report_result(at, id(5), FIRST)), []);
    let late = event.refused(|contest| contest.report_result(at, id(5), DRAWN));
    assert_eq!(late, ContestError::ResultConflict(Some(FIRST)));
    event.check();
}

#[test]
fn an_official_decides_a_conflict() {
    let mut event = published(r#","players_report":true"#);
    let at = spot(0, 0, 0, 0);
    event.tell(|contest| contest.report_result(at, id(1), FIRST));
    event.tell(|contest| contest.report_result(at, id(5), DRAWN));
    event.result(at, DRAWN);
    let meeting = &event.contest.stages[0].rounds[0].meetings[0];
    assert!(!meeting.is_disputed() && meeting.is_over());
}

#[test]
fn players_cannot_report_for_other_tables() {
    let event = published(r#","players_report":true"#);
    let refused = event.refused(|contest| contest.report_result(spot(0, 0, 0, 0), id(2), FIRST));
    assert_eq!(refused, ContestError::NotAtThisTable);
    let quiet = published("");
    let refused = quiet.refused(|contest| contest.report_result(spot(0, 0, 0, 0), id(1), FIRST));
    assert_eq!(refused, ContestError::ReportingDisabled);
}

#[test]
fn a_player_who_reported_is_no_no_show() {
    let mut event = Event::of(4, &swiss(1, r#","players_report":true,"check_in":true"#));
    for number in 1..=4 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    event.next_round(0);
    event.tell(adjutant_domain::contest::Contest::clear_check_in);
    event.tell(|contest| contest.report_result(spot(0, 0, 0, 0), id(1), FIRST));
    assert_eq!(
        event.contest.no_shows(round_id(0, 0)),
        [(spot(0, 0, 1, 0), GameResult::BothAbsent)]
    );
}

#[test]
fn a_default_of_one_who_came_after_all_is_set_right() {
    let mut event = published("");
    let table = adjutant_domain::contest::scheduling::TableId { stage: 0, round: 0, table: 0 };
    event.tell(|contest| contest.forfeit(id(5), table));
    let at = spot(0, 0, 0, 0);
    let default = GameResult::Default { absent: Side::Second };
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].games, [default]);
    event.result(at, SECOND);
    event.play(0, 0, crate::event::stronger);
    assert_eq!(event.points(0, 5), 20);
    event.check();
}
