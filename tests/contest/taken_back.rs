//! A stage that has begun by mistake has not begun after all.

use adjutant_domain::contest::{ContestError, ContestFact, RequestedBye};

use crate::event::{DRAWN, Event, id, round_id, spot, stronger, swiss};

#[test]
fn a_stage_that_has_begun_by_mistake_begins_again_with_who_is_there_then() {
    let mut event = Event::of(8, &swiss(3, ""));
    event.tell(|contest| contest.request_bye(round_id(0, 1), id(4), Some(RequestedBye::Half)));
    event.begin(0);
    assert_eq!(
        event.refused(|contest| contest.take_back_stage_start(1, false)),
        ContestError::NotFound
    );
    event.tell(|contest| contest.pair_round(0));
    let facts = event.tell(|contest| contest.take_back_stage_start(0, false));
    assert!(matches!(
        facts[..],
        [ContestFact::RoundTakenBack(_), ContestFact::StageStartTakenBack { stage: 0 }]
    ));
    assert!(!event.contest.stages[0].has_begun() && event.contest.stages[0].revoked_rounds() == 0);
    assert_eq!(event.contest.stages[0].requested_byes.len(), 1, "who asked for a bye still does");
    assert_eq!(
        event.refused(|contest| contest.take_back_stage_start(0, false)),
        ContestError::StageNotStarted
    );
    event.register(9..=10);
    event.begin(0);
    assert_eq!(event.contest.stages[0].entrants().count(), 10);
    event.check();
}

#[test]
fn published_rounds_go_only_where_that_is_said_and_everybody_is_told() {
    let mut event = Event::of(8, &swiss(3, ""));
    event.begin(0);
    event.next_round(0);
    let refused = event.refused(|contest| contest.take_back_stage_start(0, false));
    assert_eq!(refused, ContestError::StageHasPublishedRounds { rounds: 1 });
    let facts = event.tell(|contest| contest.take_back_stage_start(0, true));
    assert_eq!(facts.len(), 2);
    assert_eq!(event.contest.stages[0].revoked_rounds(), 1);
    assert_eq!(event.refused(|contest| contest.restore_round(0)), ContestError::NothingToRestore);
    event.begin(0);
    assert_eq!(event.contest.stages[0].revoked_rounds(), 1, "until another is published");
    event.next_round(0);
    assert_eq!(event.contest.stages[0].revoked_rounds(), 0);
    event.check();
}

#[test]
fn played_rounds_and_those_others_depend_on_cannot_be_undone() {
    let mut event = Event::of(8, &swiss(1, r#", "players_report": true"#));
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| {
        let sides = contest.stages[0].rounds[0].meetings[2].sides;
        contest.report_result(spot(0, 0, 2, 0), sides[0], DRAWN)
    });
    let refused = event.refused(|contest| contest.take_back_stage_start(0, true));
    assert_eq!(refused, ContestError::StageHasResults { tables: 1 });
    event.play(0, 0, stronger);
    let refused = event.refused(|contest| contest.take_back_stage_start(0, true));
    assert_eq!(refused, ContestError::StageHasResults { tables: 4 });
    event.tell(|contest| contest.take_back_round(round_id(0, 0), true));
    event.tell(|contest| contest.take_back_stage_start(0, true));
    assert_eq!(event.contest.stages[0].revoked_rounds(), 1);
    event.check();
}
