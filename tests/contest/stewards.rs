//! Stewards: results by a link, without an account.

use adjutant_domain::contest::{ContestError, StewardScope, StewardTold};
use swiss::series::GameResult;

use crate::event::{DRAWN, Event, FIRST, SECOND, id, round_id, spot, swiss};

const ALL: StewardScope = StewardScope { stage: None, round: None, tables: None };

/// A first round of eight that is published.
fn published(more: &str) -> Event {
    let mut event = Event::of(8, &swiss(3, more));
    event.begin(0);
    event.next_round(0);
    event
}

fn told(event: &Event, table: usize, result: GameResult) -> StewardTold<'static> {
    let sides = event.contest.stages[0].rounds[0].meetings[table].sides;
    StewardTold { spot: spot(0, 0, table, 0), sides, result, link_name: "Hall B" }
}

fn enter(event: &mut Event, table: usize, result: GameResult) -> usize {
    let told = told(event, table, result);
    event.tell(|contest| contest.enter_steward_result(&ALL, &told)).len()
}

#[test]
fn a_steward_enters_what_nobody_has_entered() {
    let mut event = published("");
    assert_eq!(enter(&mut event, 2, DRAWN), 1);
    assert_eq!(event.contest.stages[0].rounds[0].meetings[2].games, [DRAWN]);
    assert_eq!(enter(&mut event, 2, DRAWN), 0, "the same again changes nothing");
    event.check();
}

#[test]
fn stewards_never_overwrite_a_result_and_officials_are_told() {
    let mut event = published("");
    event.result(spot(0, 0, 0, 0), FIRST);
    assert_eq!(enter(&mut event, 0, SECOND), 1);
    assert_eq!(enter(&mut event, 0, SECOND), 0, "it is noted once");
    let stage = &event.contest.stages[0];
    assert_eq!(stage.rounds[0].meetings[0].games, [FIRST]);
    let noted = &stage.disputed[&spot(0, 0, 0, 0)];
    assert_eq!((noted.link_name.as_str(), noted.result), ("Hall B", SECOND));
    event.check();
    let mut kept = event.clone();
    kept.tell(|contest| contest.resolve_dispute(spot(0, 0, 0, 0)));
    assert!(kept.contest.stages[0].disputed.is_empty());
    let again = kept.refused(|contest| contest.resolve_dispute(spot(0, 0, 0, 0)));
    assert_eq!(again, ContestError::NotFound);
    kept.check();
    event.result(spot(0, 0, 0, 0), SECOND);
    assert!(event.contest.stages[0].disputed.is_empty(), "an official has decided");
    event.check();
}

#[test]
fn a_contradicting_player_report_waits_for_an_official() {
    let mut event = published(r#","players_report":true"#);
    event.tell(|contest| contest.report_result(spot(0, 0, 0, 0), id(1), FIRST));
    assert_eq!(enter(&mut event, 0, SECOND), 1);
    let stage = &event.contest.stages[0];
    assert!(stage.rounds[0].meetings[0].games.is_empty());
    assert_eq!(stage.disputed.len(), 1);
    assert_eq!(enter(&mut event, 0, FIRST), 1, "the two agree");
    let stage = &event.contest.stages[0];
    assert_eq!(stage.rounds[0].meetings[0].games, [FIRST]);
    assert!(stage.disputed.is_empty(), "and the note goes with what it was about");
    event.check();
}

#[test]
fn a_steward_reaches_the_tables_that_he_was_given_and_no_others() {
    let mut event = published("");
    let reach = StewardScope { tables: Some(1..=2), ..ALL };
    let within: Vec<usize> =
        event.contest.tables_in_scope(&reach).map(|(at, _)| at.table).collect();
    assert_eq!(within, [1, 2]);
    for (reach, table) in [
        (reach, 3),
        (StewardScope { stage: Some(1), ..ALL }, 0),
        (StewardScope { round: Some(1), ..ALL }, 0),
    ] {
        let told = told(&event, table, FIRST);
        let refused = event.refused(|contest| contest.enter_steward_result(&reach, &told));
        assert_eq!(refused, ContestError::NotFound, "{reach:?}");
    }
    let first = told(&event, 0, FIRST);
    event.play(0, 0, crate::event::stronger);
    event.next_round(0);
    let late = event.refused(|contest| contest.enter_steward_result(&ALL, &first));
    assert_eq!(late, ContestError::NotFound, "the round is over");
    assert!(event.contest.tables_in_scope(&ALL).all(|(at, _)| at.round == 1));
}

#[test]
fn a_steward_who_sees_other_names_enters_nothing() {
    let mut event = published("");
    let old = told(&event, 0, FIRST);
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    let gone = event.refused(|contest| contest.enter_steward_result(&ALL, &old));
    assert_eq!(gone, ContestError::NotFound);
    event.tell(|contest| contest.withdraw(id(5), false));
    event.next_round(0);
    let refused = event.refused(|contest| contest.enter_steward_result(&ALL, &old));
    assert_eq!(refused, ContestError::PairingChanged);
}

#[test]
fn a_round_that_is_taken_back_takes_its_notes_along() {
    let mut event = published("");
    event.result(spot(0, 0, 0, 0), FIRST);
    enter(&mut event, 0, DRAWN);
    event.tell(|contest| contest.take_back_round(round_id(0, 0), true));
    assert!(event.contest.stages[0].disputed.is_empty());
    event.tell(|contest| contest.restore_round(0));
    event.check();
}
