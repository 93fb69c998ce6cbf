//! Stages after stages: knock-outs, groups, series, play-offs, points that carry over.

use std::collections::BTreeSet;

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{ContestError, ContestFact, PlayOffTie, ResultEntry};
use swiss::points::Points;
use swiss::series::{GameResult, Next, Side};
use swiss::stage::NotYet;

use crate::event::{DRAWN, Event, FIRST, SECOND, id, round_id, spot, stages, stronger, swiss};

const KNOCKOUT: &str = r#"{"name":"Knock-out","system":{"type":"knock-out","third_place":true}}"#;
const FINAL: &str =
    r#"{"name":"Final","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"}"#;

fn knockout(players: u32) -> Event {
    let mut event = Event::of(players, &stages(KNOCKOUT, ""));
    event.begin(0);
    event
}

/// A Swiss stage, and a final of its first two with more members.
fn with_final(players: u32, rounds: usize, more: &str) -> Event {
    let all = format!(
        r#"{{"name":"Swiss","system":{{"type":"swiss","rounds":{rounds}}}}},{FINAL}{more}}}"#
    );
    Event::of(players, &stages(&all, ""))
}

#[test]
fn seeds_meet_as_late_as_they_can() {
    let mut event = knockout(8);
    event.play_out(0, stronger);
    assert_eq!(event.sides(0, 0), [[1, 8], [4, 5], [2, 7], [3, 6]]);
    assert_eq!(event.sides(0, 1), [[1, 4], [2, 3]]);
    assert_eq!(event.sides(0, 2), [[1, 2], [4, 3]]);
    assert_eq!(event.champion(0), Some(1));
    event.check();
}

#[test]
fn the_first_seeds_pass_through_where_lines_are_empty() {
    let mut event = knockout(6);
    event.next_round(0);
    assert_eq!(event.sides(0, 0), [[4, 5], [3, 6]]);
    event.play(0, 0, stronger);
    event.play_out(0, stronger);
    assert_eq!(event.champion(0), Some(1));
}

#[test]
fn a_drawn_game_of_a_knock_out_is_played_again() {
    let mut event = knockout(4);
    event.next_round(0);
    event.result(spot(0, 0, 0, 0), DRAWN);
    assert_eq!(
        event.refused(|contest| contest.pair_round(0)),
        ContestError::RoundUnfinished { round: 0, tables: vec![0, 1] }
    );
    event.result(spot(0, 0, 1, 0), FIRST);
    // There is a result at each table, but nobody has won at the first.
    assert_eq!(
        event.refused(|contest| contest.pair_round(0)),
        ContestError::MatchUndecided { round: 0, tables: vec![0] }
    );
    event.result(spot(0, 0, 0, 1), SECOND);
    event.next_round(0);
    assert!(event.sides(0, 1).contains(&[4, 2]), "{:?}", event.sides(0, 1));
}

#[test]
fn withdrawing_before_a_match_lets_the_opponent_advance() {
    let mut event = knockout(8);
    event.next_round(0);
    event.play(0, 0, stronger);
    event.tell(|contest| contest.withdraw(id(1), false));
    event.next_round(0);
    assert_eq!(event.sides(0, 1), [[2, 3]]);
    event.play_out_all();
    assert_eq!(event.champion(0), Some(2));
    event.check();
}

impl Event {
    fn play_out_all(&mut self) {
        for stage in 0..self.contest.stages.len() {
            if !self.contest.stages[stage].has_begun() {
                self.begin(stage);
            }
            for round in 0..self.contest.stages[stage].rounds.len() {
                self.play(stage, round, stronger);
            }
            self.play_out(stage, stronger);
        }
    }
}

#[test]
fn forfeiting_a_match_loses_the_rest_of_the_series() {
    let series = r#","series":{"format":"games","count":3,"extras":[{"extra":"until-won"}]}"#;
    let mut event = with_final(4, 3, series);
    event.begin(0);
    event.play_out(0, stronger);
    event.begin(1);
    event.next_round(1);
    event.result(spot(1, 0, 0, 0), FIRST);
    event.tell(|contest| contest.forfeit(id(1), TableId { stage: 1, round: 0, table: 0 }));
    let meeting = &event.contest.stages[1].rounds[0].meetings[0];
    let default = GameResult::Default { absent: Side::First };
    assert_eq!(meeting.games, [FIRST, default, default]);
    assert!(!meeting.by_withdrawal);
    assert_eq!(event.champion(1), Some(2));
    event.check();
}

#[test]
fn an_earlier_game_is_corrected_once_later_results_that_would_not_count_are_gone() {
    let series = r#","series":{"format":"games","count":1,"extras":[{"extra":"until-won"}]}"#;
    let mut event = with_final(4, 3, series);
    event.begin(0);
    event.play_out(0, stronger);
    event.begin(1);
    event.next_round(1);
    event.result(spot(1, 0, 0, 0), DRAWN);
    event.result(spot(1, 0, 0, 1), FIRST);
    assert_eq!(event.champion(1), Some(1));
    let first = event.entry(spot(1, 0, 0, 0), SECOND);
    let refused = event.refused(|contest| contest.enter_result(&first));
    assert_eq!(refused, ContestError::LaterGameHasResult { game: 2 });
    let second = event.entry(spot(1, 0, 0, 1), FIRST);
    event.tell(|contest| contest.enter_result(&ResultEntry { result: None, ..second }));
    event.tell(|contest| contest.enter_result(&first));
    assert_eq!(event.contest.stages[1].rounds[0].meetings[0].games, [SECOND]);
    assert_eq!(event.champion(1), Some(2));
    event.check();
}

#[test]
fn a_withdrawn_player_returns_to_a_knockout_until_it_has_moved_on() {
    let mut event = knockout(4);
    event.tell(|contest| contest.withdraw(id(4), false));
    event.tell(|contest| contest.admit(id(4)));
    event.tell(|contest| contest.withdraw(id(4), false));
    event.next_round(0);
    assert_eq!(event.sides(0, 0), [[2, 3]]);
    event.play(0, 0, stronger);
    event.next_round(0);
    event.play(0, 1, stronger);
    assert_eq!(event.refused(|contest| contest.admit(id(4))), ContestError::LaterRoundExists);
}

#[test]
fn returning_before_the_next_match_makes_its_round_stale() {
    let mut event = knockout(4);
    event.tell(|contest| contest.withdraw(id(4), false));
    event.next_round(0);
    event.play(0, 0, stronger);
    event.next_round(0);
    event.tell(|contest| contest.admit(id(4)));
    assert!(event.contest.stages[0].rounds[1].stale);
    event.tell(|contest| contest.take_back_round(round_id(0, 1), false));
    event.next_round(0);
    assert!(event.sides(0, 1).contains(&[1, 4]), "{:?}", event.sides(0, 1));
    event.play_out_all();
    assert_eq!(event.champion(0), Some(1));
    event.check();
}

#[test]
fn a_corrected_match_on_which_nothing_was_played_changes_who_meets_next() {
    let mut event = knockout(4);
    event.next_round(0);
    event.play(0, 0, stronger);
    event.next_round(0);
    let stale_entry = event.entry(spot(0, 1, 0, 0), FIRST);
    let at = event.sides(0, 0).iter().position(|pair| pair.contains(&1)).expect("he plays");
    event.result(spot(0, 0, at, 0), SECOND);
    let round = &event.contest.stages[0].rounds[1];
    assert!(round.published && round.stale);
    // Nobody enters a result between two who do not meet any more.
    assert_eq!(
        event.refused(|contest| contest.enter_result(&stale_entry)),
        ContestError::PairingChanged
    );
    assert_eq!(event.contest.no_shows(round_id(0, 1)).len(), 0);
    event.tell(|contest| contest.take_back_round(round_id(0, 1), false));
    event.next_round(0);
    assert!(event.sides(0, 1).contains(&[4, 2]), "{:?}", event.sides(0, 1));
    event.play_out_all();
    assert_eq!(event.champion(0), Some(2));
    event.check();
}

#[test]
fn a_match_whose_winner_has_played_on_is_corrected_only_so_that_he_stays_its_winner() {
    let series = r#","series":{"format":"games","count":3,"extras":[{"extra":"until-won"}]}"#;
    let all = format!("{}{series}}}", KNOCKOUT.strip_suffix('}').expect("it is an object"));
    let mut event = Event::of(4, &stages(&all, ""));
    event.begin(0);
    event.next_round(0);
    for game in 0..3 {
        event.result(spot(0, 0, 0, game), [FIRST, SECOND, FIRST][game]);
    }
    event.play(0, 0, stronger);
    event.next_round(0);
    event.result(spot(0, 1, 0, 0), FIRST);
    let entry = event.entry(spot(0, 0, 0, 2), SECOND);
    assert_eq!(
        event.refused(|contest| contest.enter_result(&entry)),
        ContestError::LaterRoundExists
    );
    event.result(spot(0, 0, 0, 1), FIRST);
    event.check();
}

#[test]
fn nobody_who_comes_to_a_match_puts_both_out() {
    let mut event = knockout(4);
    event.next_round(0);
    event.result(spot(0, 0, 0, 0), GameResult::BothAbsent);
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].next, Next::BothOut);
    event.play_out_all();
    assert_eq!(event.champion(0), Some(2));
}

#[test]
fn the_first_of_a_swiss_is_twice_to_beat() {
    let mut event = with_final(8, 3, r#","series":{"format":"twice-to-beat"}"#);
    event.begin(0);
    assert!(matches!(
        event.refused(|contest| contest.start_stage(1, true)),
        ContestError::EntrantsUndecided(NotYet::Unfinished(_))
    ));
    event.play_out(0, stronger);
    event.begin(1);
    event.next_round(1);
    assert_eq!(event.sides(1, 0), [[1, 2]]);
    event.result(spot(1, 0, 0, 0), SECOND);
    assert_eq!(event.champion(1), None);
    event.result(spot(1, 0, 0, 1), DRAWN);
    event.result(spot(1, 0, 0, 2), SECOND);
    assert_eq!(event.champion(1), Some(2));
    event.tell(|contest| contest.set_ended(true));
    event.check();
}

#[test]
fn two_losses_end_a_double_elimination() {
    let all = r#"{"name":"Double","system":{"type":"double-elimination"}}"#;
    let mut event = Event::of(6, &stages(all, ""));
    event.begin(0);
    // The strongest loses the first match and no other.
    let mut lost = false;
    event.play_out(0, |sides| match sides {
        [one, _] if one.0 == 1 && !lost => {
            lost = true;
            SECOND
        }
        sides => stronger(sides),
    });
    assert!(lost);
    assert_eq!(event.champion(0), Some(1));
    let last = event.contest.stages[0].rounds.len() - 1;
    // The grand final and its reset.
    assert_eq!(event.sides(0, last).len(), 1);
    let both =
        |round: usize| -> BTreeSet<u32> { event.sides(0, round).into_iter().flatten().collect() };
    assert_eq!(both(last), both(last - 1));
    event.check();
}

#[test]
fn groups_cross_over_and_who_has_withdrawn_is_passed_over() {
    let all = r#"{"name":"Groups","system":{"type":"round-robin","groups":2}},
        {"name":"Knock-out","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out","draw":"cross-over"}}"#;
    let mut event = Event::of(8, &stages(all, ""));
    event.begin(0);
    let groups: Vec<Vec<u32>> = event.contest.stages[0]
        .groups
        .iter()
        .map(|group| group.iter().map(|one| one.0).collect())
        .collect();
    assert_eq!(groups, [vec![1, 4, 5, 8], vec![2, 3, 6, 7]]);
    event.play_out(0, stronger);
    assert_eq!((event.order(0, 0), event.order(0, 1)), (vec![1, 4, 5, 8], vec![2, 3, 6, 7]));
    event.tell(|contest| contest.withdraw(id(4), false));
    event.begin(1);
    event.next_round(1);
    assert_eq!(event.sides(1, 0), [[1, 3], [2, 5]]);
    event.check();
}

#[test]
fn a_withdrawal_in_a_round_robin_loses_all_games_that_are_left_and_draws_nothing_anew() {
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(5, &stages(all, ""));
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.withdraw(id(1), false));
    event.play_out(0, stronger);
    assert_eq!(event.contest.stages[0].rounds.len(), 5);
    let played = event.sides(0, 0).iter().any(|pair| pair.contains(&1));
    assert_eq!(event.points(0, 1), if played { 20 } else { 0 });
    event.check();
}

#[test]
fn a_small_group_is_not_held_against_its_members_when_larger_ones_play_on() {
    let all = r#"{"name":"Groups","system":{"type":"round-robin","groups":2}}"#;
    let mut event = Event::of(9, &stages(all, r#","points":{"zero_bye":"1"}"#));
    event.begin(0);
    event.play_out(0, stronger);
    assert_eq!(event.contest.stages[0].rounds.len(), 5);
    let rounds: Vec<usize> = (0..2)
        .map(|group| {
            event
                .contest
                .group_tournament(0, group, usize::MAX)
                .expect("it is a group")
                .tournament
                .played
        })
        .collect();
    assert_eq!(rounds, [5, 3]);
    // A free round in a group of five gives no points.
    assert_eq!(event.points(0, 1), 4 * 20);
}

#[test]
fn clubs_are_kept_apart_in_groups_where_that_is_wanted() {
    use adjutant_domain::contest::EntrantProfile;
    let all = r#"{"name":"Groups","system":{"type":"round-robin","groups":2}}"#;
    let apart = |more: &str| -> bool {
        let mut event = Event::new(&stages(all, more));
        for number in 1..=4 {
            let club = if matches!(number, 1 | 4) { "Knights" } else { "" }.to_owned();
            let province = if matches!(number, 1 | 3) { "Cebu" } else { "" }.to_owned();
            let person = EntrantProfile { club, province, ..crate::event::player(number) };
            event.tell(|contest| contest.register(person, crate::event::DESK));
        }
        event.begin(0);
        let groups = &event.contest.stages[0].groups;
        !groups.iter().any(|group| group.contains(&id(1)) && group.contains(&id(4)))
    };
    assert!(!apart(""));
    assert!(apart(r#","protection":{"of":"club","rounds":1}"#));
}

#[test]
fn players_tied_across_the_line_play_off() {
    let all = format!(r#"{{"name":"All","system":{{"type":"round-robin"}}}},{FINAL}}}"#);
    let mut event = Event::of(4, &stages(&all, r#","tie_breaks":["DEL"]"#));
    event.begin(0);
    // 1 beats all; each of 2, 3 and 4 beats one of the others.
    event.play_out(0, |[one, other]| match (one.0, other.0) {
        (1, _) | (2, 3) | (3, 4) | (4, 2) => FIRST,
        _ => SECOND,
    });
    let refusal = event.refused(|contest| contest.start_stage(1, true));
    let ContestError::EntrantsUndecided(NotYet::Undecided { undecided, .. }) = refusal else {
        panic!("{refusal:?}");
    };
    let among: Vec<usize> = undecided.among.iter().map(|one| one.entrant).collect();
    assert_eq!((among, undecided.places), (vec![1, 2, 3], 1));
    let alone = event.refused(|contest| contest.record_play_off(0, id(3), id(3)));
    assert_eq!(alone, ContestError::PlayOffOfOne);
    let tie = PlayOffTie { place: Some(2), entrants: vec![id(2), id(3), id(4)] };
    assert_eq!(event.contest.play_off_ties(0), std::slice::from_ref(&tie));
    event.tell(|contest| contest.record_play_off(0, id(3), id(2)));
    event.tell(|contest| contest.record_play_off(0, id(3), id(4)));
    assert_eq!(event.contest.play_off_ties(0), [tie], "it may be corrected");
    assert_eq!(event.order(0, 0)[..2], [1, 3]);
    event.begin(1);
    assert_eq!(event.contest.play_off_ties(0), [], "it is too late");
    event.next_round(1);
    assert_eq!(event.sides(1, 0), [[1, 3]]);
    let late = event.refused(|contest| contest.record_play_off(0, id(2), id(3)));
    assert_eq!(late, ContestError::LaterStageExists);
    event.check();
}

#[test]
fn only_those_who_are_tied_with_each_other_play_off() {
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(4, &stages(all, ""));
    event.begin(0);
    // 1 and 2 share the first place, 3 and 4 the third.
    event.play_out(0, |[one, other]| match (one.0.min(other.0), one.0.max(other.0)) {
        (1, 2) | (3, 4) => DRAWN,
        (one_of_first, _) if one_of_first == one.0 => FIRST,
        _ => SECOND,
    });
    let apart = event.refused(|contest| contest.record_play_off(0, id(1), id(4)));
    assert_eq!(apart, ContestError::PlayOffUntied);
    event.tell(|contest| contest.record_play_off(0, id(4), id(3)));
    assert_eq!(event.order(0, 0), [1, 2, 4, 3]);
}

#[test]
fn entrants_tied_across_groups_play_off() {
    let all = r#"{"name":"Groups","system":{"type":"round-robin","groups":2}},
        {"name":"Final","system":{"type":"round-robin"},"sources":[{"from":"best-of-place","of":0,"place":0,"count":1},{"from":"best-of-place","of":0,"place":1,"count":1}]}"#;
    let mut event = Event::of(4, &stages(all, ""));
    event.begin(0);
    event.play_out(0, |[one, other]| if one.0 < other.0 { FIRST } else { SECOND });
    let ties = event.contest.play_off_ties(0);
    assert_eq!(ties.len(), 1, "{ties:?}");
    assert_eq!((ties[0].place, ties[0].entrants.len()), (None, 2), "{ties:?}");
}

#[test]
fn where_places_are_not_shared_nobody_plays_off() {
    for all in [
        r#"{"name":"All","system":{"type":"knock-out"}}"#,
        r#"{"name":"All","system":{"type":"keizer","rounds":1}}"#,
        r#"{"name":"All","system":{"type":"ladder"}}"#,
    ] {
        let mut event = Event::of(2, &stages(all, ""));
        event.begin(0);
        let refused = event.refused(|contest| contest.record_play_off(0, id(1), id(2)));
        assert_eq!(refused, ContestError::NoPlayOffs, "{all}");
        assert_eq!(event.contest.play_off_ties(0), [], "{all}");
    }
}

#[test]
fn a_play_off_that_was_told_wrongly_is_told_again() {
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(2, &stages(all, ""));
    event.begin(0);
    assert_eq!(
        event.refused(|contest| contest.record_play_off(0, id(1), id(2))),
        ContestError::GamesLeft
    );
    event.play_out(0, |_| DRAWN);
    assert_eq!(event.standings(0, 0), [(1, 1), (1, 2)]);
    event.tell(|contest| contest.record_play_off(0, id(2), id(1)));
    assert_eq!(event.standings(0, 0), [(1, 2), (2, 1)]);
    event.tell(|contest| contest.record_play_off(0, id(1), id(2)));
    assert_eq!(event.standings(0, 0), [(1, 1), (2, 2)]);
    assert_eq!(
        event.refused(|contest| contest.record_play_off(0, id(1), id(1))),
        ContestError::PlayOffOfOne
    );
    assert_eq!(
        event.refused(|contest| contest.record_play_off(0, id(1), id(9))),
        ContestError::NotActive(id(9))
    );
}

#[test]
fn the_order_of_two_who_go_on_matters_where_one_is_twice_to_beat() {
    let drawn = |series: &str| {
        let all =
            format!(r#"{{"name":"All","system":{{"type":"round-robin"}}}},{FINAL}{series}}}"#);
        let mut event = Event::of(3, &stages(&all, ""));
        event.begin(0);
        event.play_out(0, |[one, other]| match (one.0, other.0) {
            (_, 3) => FIRST,
            (3, _) => SECOND,
            _ => DRAWN,
        });
        event.contest.start_stage(1, true).is_ok()
    };
    assert!(drawn(""));
    assert!(!drawn(r#","series":{"format":"twice-to-beat"}"#));
}

#[test]
fn points_carry_over_as_the_plan_says() {
    let carried = |points: &str| -> Vec<(u32, i32)> {
        let all = format!(
            r#"{{"name":"Groups","system":{{"type":"round-robin","groups":2}}}},
            {{"name":"Last","sources":[{{"from":"top","of":0,"each":2}}],"system":{{"type":"round-robin"}},
            "carry":{{"points":"{points}"}}}}"#
        );
        let mut event = Event::of(6, &stages(&all, ""));
        event.begin(0);
        event.play_out(0, stronger);
        event.begin(1);
        let table = event.contest.group_tournament(1, 0, usize::MAX).expect("it has begun");
        let of = table.tournament.entrants.iter().zip(&table.entrants);
        let carried = of.map(|(entrant, id)| (id.0, entrant.carried.0)).collect();
        event.play_out(1, stronger);
        let best = event.order(1, 0)[0];
        assert_eq!(best, 1);
        let expected =
            if points == "none" { 60 } else { 60 + table.tournament.entrants[0].carried.0 };
        assert_eq!(event.points(1, 1), expected);
        let table = event.contest.group_tournament(1, 0, usize::MAX).expect("it has begun");
        let first = &table.standings().rows()[0].clone();
        assert_eq!(first.points, Points(expected));
        event.check();
        carried
    };
    assert_eq!(carried("none"), [(1, 0), (2, 0), (4, 0), (3, 0)]);
    assert_eq!(carried("all"), [(1, 40), (2, 40), (4, 20), (3, 20)]);
    assert_eq!(carried("among-advancing"), [(1, 20), (2, 20), (4, 0), (3, 0)]);
}

#[test]
fn a_correction_in_the_groups_marks_what_was_drawn_from_them() {
    let mut event = with_final(4, 3, "");
    event.begin(0);
    event.play_out(0, stronger);
    event.begin(1);
    event.next_round(1);
    let facts = event.result(spot(0, 2, 0, 0), DRAWN);
    assert!(matches!(facts[..], [ContestFact::ResultEntered { .. }]));
    assert!(event.contest.stages[1].rounds[0].stale);
    assert_eq!(
        event.refused(|contest| contest.take_back_round(round_id(0, 2), true)),
        ContestError::LaterStageExists
    );
}

#[test]
fn a_stage_whose_only_entrants_have_withdrawn_does_not_begin() {
    let mut event = with_final(4, 2, "");
    event.begin(0);
    event.play_out(0, stronger);
    for number in [1, 2, 3] {
        event.tell(|contest| contest.withdraw(id(number), false));
    }
    let refusal = event.refused(|contest| contest.start_stage(1, true));
    assert!(
        matches!(refusal, ContestError::EntrantsUndecided(NotYet::Missing { missing: 1, .. })),
        "{refusal:?}"
    );
}

#[test]
fn a_result_that_decides_takes_no_game_behind_it() {
    let mut event = knockout(4);
    event.next_round(0);
    event.result(spot(0, 0, 0, 0), FIRST);
    let sides = event.contest.stages[0].rounds[0].meetings[0].sides;
    let entry = ResultEntry {
        spot: spot(0, 0, 0, 1),
        sides,
        expected: None,
        result: Some(FIRST),
        reason: String::new(),
    };
    assert_eq!(event.refused(|contest| contest.enter_result(&entry)), ContestError::GameNotOpen);
}

#[test]
fn a_swiss_day_of_which_nobody_came_does_not_begin() {
    let event = Event::new(&swiss(3, ""));
    let refusal = event.refused(|contest| contest.start_stage(0, true));
    assert_eq!(refusal, ContestError::TooFewEntrants { present: 0, needed: 2 });
}
