//! The formats of the Generals League, as its pages tell them, each played through.

use adjutant_domain::contest::ContestError;
use swiss::series::{GameResult, Side};
use swiss::stage::NotYet;

use crate::event::{DRAWN, Event, FIRST, SECOND, id, round_id, spot, stages, stronger};

/// A monthly championship: 4 groups, 2 points for a win and 1 for a draw, the first two of each cross over, races to 4
/// points; ties by head-to-head, and then by playing on.
const AUGUST: &str = r#"{"plan":{"template":"groups-to-knock-out","entrants":16,"groups":4,
    "series":{"format":"race","target":"4"}},"tie_breaks":["DEL","PO"],"eligibility":{"titles_won":2}}"#;

/// Face to face: who does not come within 30 minutes loses by default; the first tie-break is to have no default win;
/// knock-out by single games, and a match for the third place.
const FACE_TO_FACE: &str = r#"{"plan":{"template":"groups-to-knock-out","entrants":8,"groups":2},
    "tie_breaks":["NDW","DEL","PO"],"check_in":true,"grace_minutes":30}"#;

/// Six Swiss rounds, and a final in which the first is twice to beat.
const PATH_TO_GLORY: &str = r#"{"plan":{"template":"swiss-to-final","entrants":24,"rounds":6},
    "tie_breaks":["DE","BH/C1","BH","SB","PO"]}"#;

#[test]
fn a_monthly_championship_of_groups_and_races_to_four_points() {
    let mut event = Event::of(16, AUGUST);
    event.begin(0);
    // Groups by snake, each in the order of the seeds.
    let first: Vec<u32> = event.contest.stages[0].groups[0].iter().map(|one| one.0).collect();
    assert_eq!(first, [1, 8, 9, 16]);
    event.play_out(0, stronger);
    event.begin(1);
    event.next_round(1);
    // A1 meets B2, C1 meets D2, B1 meets A2, D1 meets C2.
    assert_eq!(event.sides(1, 0), [[1, 7], [3, 5], [2, 8], [4, 6]]);
    // A win and two draws are 4 points against 2.
    for (game, result) in [DRAWN, FIRST, DRAWN].into_iter().enumerate() {
        event.result(spot(1, 0, 0, game), result);
    }
    assert!(event.contest.stages[1].rounds[0].meetings[0].is_over());
    // At 4 to 4 they play on.
    for game in 0..4 {
        event.result(spot(1, 0, 1, game), DRAWN);
    }
    assert!(!event.contest.stages[1].rounds[0].meetings[1].is_over());
    event.result(spot(1, 0, 1, 4), SECOND);
    event.play(1, 0, stronger);
    event.next_round(1);
    assert_eq!(event.sides(1, 1), [[1, 5], [2, 4]]);
    event.play(1, 1, stronger);
    event.play_out(1, stronger);
    assert_eq!(event.champion(1), Some(1));
    event.tell(|contest| contest.set_ended(true));
    event.check();
}

#[test]
fn three_who_beat_each_other_in_a_group_play_on_until_there_is_a_clear_winner() {
    let mut event = Event::of(16, AUGUST);
    event.begin(0);
    // In the first group 1, 8 and 9 beat each other and all beat 16.
    event.play_out(0, |sides| match sides.map(|side| side.0) {
        [1, 8] | [8, 9] | [9, 1] => FIRST,
        [8, 1] | [9, 8] | [1, 9] => SECOND,
        _ => stronger(sides),
    });
    let refusal = event.refused(|contest| contest.start_stage(1, true));
    let ContestError::EntrantsUndecided(NotYet::Undecided { undecided, .. }) = refusal else {
        panic!("{refusal:?}");
    };
    assert_eq!(undecided.among.len(), 3);
    for (winner, loser) in [(9, 1), (9, 8), (8, 1)] {
        event.tell(|contest| contest.record_play_off(0, id(winner), id(loser)));
    }
    assert_eq!(event.order(0, 0), [9, 8, 1, 16]);
    event.begin(1);
    event.next_round(1);
    assert_eq!(event.sides(1, 0)[0], [9, 7]);
    event.check();
}

#[test]
fn face_to_face_a_default_win_counts_and_is_the_first_thing_that_separates() {
    let mut event = Event::of(8, FACE_TO_FACE);
    for number in 1..=8 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    let round = event.next_round(0);
    // 8 does not come: their opponent has two points and a win by forfeit.
    event.tell(|contest| contest.set_present(id(8), false));
    event.tell(|contest| contest.default_no_shows(round_id(0, 0), &[]));
    assert_eq!(event.sides(0, round)[0], [1, 8]);
    assert_eq!(
        event.contest.stages[0].rounds[0].meetings[0].games,
        [GameResult::Default { absent: Side::Second }]
    );
    event.tell(|contest| contest.set_present(id(8), true));
    event.play(0, 0, stronger);
    // 1 and 4 draw, and have as many points in the end.
    event.play_out(0, |sides| match sides.map(|side| side.0) {
        [1, 4] | [4, 1] => DRAWN,
        _ => stronger(sides),
    });
    assert_eq!(event.points(0, 1), event.points(0, 4));
    assert_eq!(event.order(0, 0)[..2], [4, 1]);
    event.begin(1);
    event.play_out(1, stronger);
    assert_eq!(event.sides(1, 0), [[4, 3], [2, 1]]);
    // Both a final and a match for the third place.
    assert_eq!(event.sides(1, 1).len(), 2);
    assert_eq!(event.champion(1), Some(1));
    event.tell(|contest| contest.set_ended(true));
    event.check();
}

#[test]
fn the_path_to_glory_ends_with_the_first_seed_twice_to_beat() {
    let mut event = Event::of(24, PATH_TO_GLORY);
    event.begin(0);
    event.play_out(0, stronger);
    assert_eq!(event.contest.stages[0].rounds.len(), 6);
    let order = event.order(0, 0);
    assert_eq!(order[0], 1);
    event.begin(1);
    event.next_round(1);
    assert_eq!(event.sides(1, 0), [[order[0], order[1]]]);
    event.result(spot(1, 0, 0, 0), SECOND);
    assert!(!event.contest.is_stage_over(1));
    event.result(spot(1, 0, 0, 1), FIRST);
    assert_eq!(event.champion(1), Some(1));
    event.tell(|contest| contest.set_ended(true));
    event.check();
}

#[test]
fn a_national_open_ends_with_the_best_of_three() {
    let all = r#"{"name":"Swiss","system":{"type":"swiss","rounds":7}},
        {"name":"Final","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"},
         "series":{"format":"games","count":3,"extras":[{"extra":"until-won"}]}}"#;
    let mut event = Event::of(40, &stages(all, r#","fee":"₱75","players_report":true"#));
    event.begin(0);
    event.play_out(0, stronger);
    event.begin(1);
    event.next_round(1);
    let [first, second] = event.sides(1, 0)[0];
    event.result(spot(1, 0, 0, 0), FIRST);
    event.result(spot(1, 0, 0, 1), SECOND);
    assert!(!event.contest.is_stage_over(1));
    // The players report the last game themselves.
    event.tell(|contest| contest.report_result(spot(1, 0, 0, 2), id(first), SECOND));
    event.tell(|contest| contest.report_result(spot(1, 0, 0, 2), id(second), SECOND));
    assert_eq!(event.champion(1), Some(second));
    event.tell(|contest| contest.set_ended(true));
    event.check();
}
