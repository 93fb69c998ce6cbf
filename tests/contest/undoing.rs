//! What officials did is undone and done again; what relies on it is not left behind.

use adjutant_domain::contest::{
    Act, Contest, ContestError, ContestFact, HistoryChange, ResultEntry, facts_in_force, redo, undo,
};
use swiss::series::GameResult;

use crate::event::{DRAWN, Event, FIRST, SECOND, id, round_id, spot, stages, stronger, swiss};

/// Does something; answers which facts it was.
fn act(
    event: &mut Event,
    command: impl FnOnce(&Contest) -> Result<Vec<ContestFact>, ContestError>,
) -> Act {
    let first = event.facts.len() + 1;
    event.tell(command);
    Act { first, last: event.facts.len() }
}

fn enter(event: &mut Event, table: usize, result: GameResult) -> Act {
    let round = event.contest.stages[0].rounds.len() - 1;
    let entry = event.entry(spot(0, round, table, 0), result);
    act(event, |contest| contest.enter_result(&entry))
}

/// Undoes or redoes something; answers which facts that was.
fn change(
    event: &mut Event,
    how: fn(&[ContestFact], Act) -> Result<HistoryChange, ContestError>,
    what: Act,
) -> Act {
    let (facts, after) = how(&event.facts, what).expect("it is not refused");
    let first = event.facts.len() + 1;
    event.facts.extend(facts);
    event.contest = after;
    event.check();
    Act { first, last: event.facts.len() }
}

fn begun() -> Event {
    let mut event = Event::of(8, &swiss(3, r#", "players_report": true"#));
    event.begin(0);
    event.next_round(0);
    event
}

#[test]
fn the_last_act_is_undone_and_done_again() {
    let mut event = begun();
    let before = event.contest.clone();
    let result = enter(&mut event, 0, FIRST);
    let after = event.contest.clone();
    change(&mut event, undo, result);
    assert!(event.contest == before);
    assert_eq!(undo(&event.facts, result), Err(ContestError::AlreadyUndone));
    let again = change(&mut event, redo, result);
    assert!(event.contest == after);
    assert_eq!(redo(&event.facts, result), Err(ContestError::NotUndone));
    change(&mut event, undo, again);
    assert!(event.contest == before);
    change(&mut event, redo, again);
    assert!(event.contest == after);
    assert_eq!(redo(&event.facts, result), Err(ContestError::NotUndone), "it is done already");
}

#[test]
fn an_earlier_act_is_undone_while_nothing_relies_on_it() {
    let mut event = begun();
    let first = enter(&mut event, 0, FIRST);
    enter(&mut event, 1, DRAWN);
    act(&mut event, |contest| contest.set_present(id(3), true));
    change(&mut event, undo, first);
    let meetings = &event.contest.stages[0].rounds[0].meetings;
    assert_eq!(meetings[0].result_of(0), None);
    assert_eq!(meetings[1].result_of(0), Some(DRAWN), "what others entered stays");
    change(&mut event, redo, first);
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].result_of(0), Some(FIRST));
}

#[test]
fn a_result_that_was_corrected_is_undone_only_after_its_correction() {
    let mut event = begun();
    let entered = enter(&mut event, 0, FIRST);
    let corrected = enter(&mut event, 0, SECOND);
    assert_eq!(undo(&event.facts, entered), Err(ContestError::LaterActs));
    change(&mut event, undo, corrected);
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].result_of(0), Some(FIRST));
    change(&mut event, undo, entered);
    enter(&mut event, 0, DRAWN);
    assert_eq!(redo(&event.facts, entered), Err(ContestError::LaterActs), "another was entered");
}

#[test]
fn a_result_is_not_undone_once_the_next_round_is_paired() {
    let mut event = begun();
    let first = enter(&mut event, 0, FIRST);
    event.play(0, 0, stronger);
    let paired = act(&mut event, |contest| contest.pair_round(0));
    assert_eq!(undo(&event.facts, first), Err(ContestError::LaterActs));
    change(&mut event, undo, paired);
    assert_eq!(event.contest.stages[0].rounds.len(), 1);
    change(&mut event, undo, first);
}

#[test]
fn a_round_whose_publication_is_undone_is_a_draft_again_and_everybody_sees_that_it_is_not_valid() {
    let mut event = Event::swiss(6, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    let draft = event.contest.stages[0].rounds.clone();
    let published = act(&mut event, |contest| contest.publish_round(round_id(0, 0)));
    change(&mut event, undo, published);
    assert_eq!(event.contest.stages[0].rounds, draft);
    assert_eq!(event.contest.stages[0].revoked_rounds(), 1);
    change(&mut event, redo, published);
    assert!(event.contest.stages[0].rounds[0].published);
    assert_eq!(event.contest.stages[0].revoked_rounds(), 0);
}

#[test]
fn entrants_who_were_registered_by_mistake_go_and_their_numbers_are_free_again() {
    let mut event = Event::swiss(4, 3);
    let first =
        act(&mut event, |contest| contest.register(crate::event::player(5), crate::event::DESK));
    let second =
        act(&mut event, |contest| contest.register(crate::event::player(6), crate::event::DESK));
    assert_eq!(
        undo(&event.facts, first),
        Err(ContestError::LaterActs),
        "the later number would change"
    );
    change(&mut event, undo, second);
    change(&mut event, undo, first);
    assert_eq!(event.contest.entrants.len(), 4);
}

#[test]
fn an_event_that_is_over_is_opened_by_undoing_its_end_alone() {
    let mut event = Event::swiss(4, 1);
    event.begin(0);
    event.next_round(0);
    let result = enter(&mut event, 0, FIRST);
    event.play(0, 0, stronger);
    let ended = act(&mut event, |contest| contest.set_ended(true));
    assert_eq!(undo(&event.facts, result), Err(ContestError::EventOver));
    change(&mut event, undo, ended);
    assert!(!event.contest.is_over);
}

#[test]
fn a_cancelled_event_is_opened_by_undoing_its_cancellation_alone() {
    let mut event = begun();
    let result = enter(&mut event, 0, FIRST);
    let open = event.contest.clone();
    let cancelled = act(&mut event, |contest| contest.cancel("No hall"));
    let closed = event.contest.clone();
    assert_eq!(undo(&event.facts, result), Err(ContestError::EventCancelled));
    change(&mut event, undo, cancelled);
    assert!(event.contest == open);
    change(&mut event, redo, cancelled);
    assert!(event.contest == closed);
}

#[test]
fn what_players_say_themselves_and_what_never_was_is_not_undone() {
    let mut event = begun();
    let sides = event.contest.stages[0].rounds[0].meetings[0].sides;
    let said = act(&mut event, |contest| contest.report_result(spot(0, 0, 0, 0), sides[0], DRAWN));
    assert_eq!(undo(&event.facts, said), Err(ContestError::NotUndoable));
    let left = act(&mut event, |contest| contest.withdraw(id(8), true));
    assert_eq!(undo(&event.facts, left), Err(ContestError::NotUndoable));
    assert_eq!(undo(&event.facts, Act { first: 1, last: 1 }), Err(ContestError::NotFound));
    assert_eq!(undo(&event.facts, Act { first: 90, last: 91 }), Err(ContestError::NotFound));
    assert_eq!(redo(&event.facts, said), Err(ContestError::NotUndone));
}

#[test]
fn facts_that_undo_what_is_not_there_or_no_longer_counts_are_refused() {
    let event = begun();
    let undone = |first, last| ContestFact::Undone { first, last };
    let with = |more: &[ContestFact]| {
        let all: Vec<ContestFact> = event.facts.iter().chain(more).cloned().collect();
        Contest::from_facts(&all).is_ok()
    };
    let last = event.facts.len();
    assert!(with(&[undone(last, last)]));
    assert!(!with(&[undone(1, 1)]), "the settings");
    assert!(!with(&[undone(last, last + 1)]), "itself");
    assert!(!with(&[undone(last, last - 1)]), "nothing");
    assert!(!with(&[undone(last, last), undone(last, last)]), "twice");
    assert!(!with(&[undone(last, last), undone(last + 1, last + 1)]), "an undoing");
    assert!(!with(&[undone(last - 1, last - 1)]), "what the rest relies on");
    assert!(event.contest.with_facts(&[undone(last, last)]).is_err(), "without those before");
    let all: Vec<&ContestFact> = event.facts.iter().collect();
    assert_eq!(facts_in_force(&all), Ok((0..last).collect()));
}

/// A knock-out of three whose first match is over, with the final published.
fn with_final() -> Event {
    let mut event = Event::of(3, &stages(r#"{"name":"K","system":{"type":"knock-out"}}"#, ""));
    event.begin(0);
    event.next_round(0);
    enter_at(&mut event, 0, Some(FIRST));
    event.next_round(0);
    event
}

fn enter_at(event: &mut Event, round: usize, result: Option<GameResult>) -> Act {
    let entry = event.entry(spot(0, round, 0, 0), FIRST);
    act(event, |contest| contest.enter_result(&ResultEntry { result, ..entry }))
}

#[test]
fn what_decides_who_plays_in_a_knockout_stands_once_the_next_match_is_played() {
    let mut event = with_final();
    enter_at(&mut event, 0, None);
    let again = enter_at(&mut event, 0, Some(FIRST));
    assert!(undo(&event.facts, again).is_ok(), "nobody has played the final");
    enter_at(&mut event, 1, Some(SECOND));
    assert_eq!(undo(&event.facts, again), Err(ContestError::LaterActs));

    let mut event = with_final();
    let removed = enter_at(&mut event, 0, None);
    change(&mut event, undo, removed);
    enter_at(&mut event, 1, Some(SECOND));
    assert_eq!(redo(&event.facts, removed), Err(ContestError::LaterActs));
}
