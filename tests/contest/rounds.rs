//! Swiss rounds: drafts, what changes them, publishing, taking back.

use std::collections::BTreeSet;

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{
    ContestError, ContestFact, EntrantId, EntrantProfile, PairingWarning, RequestedBye,
};
use adjutant_domain::moment::Micros;
use swiss::Color;
use swiss::pairing::NoPairing;
use swiss::series::GameResult;

use crate::event::{
    DESK, DRAWN, Event, SECOND, id, player, round_id, spot, stages, stronger, swiss,
};

const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

fn seated(event: &Event, round: usize) -> BTreeSet<u32> {
    event.sides(0, round).into_iter().flatten().collect()
}

#[test]
fn the_first_half_meets_the_second() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    assert_eq!(event.sides(0, 0), [[1, 5], [6, 2], [3, 7], [8, 4]]);
}

#[test]
fn a_draft_is_seen_by_officials_only_and_has_no_results() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    let entry = event.entry(spot(0, 0, 0, 0), DRAWN);
    assert_eq!(event.refused(|contest| contest.enter_result(&entry)), ContestError::NotPublished);
    event.tell(|contest| contest.publish_round(round_id(0, 0)));
    assert_eq!(
        event.refused(|contest| contest.publish_round(round_id(0, 0))),
        ContestError::AlreadyPublished
    );
    event.tell(|contest| contest.enter_result(&entry));
}

#[test]
fn a_withdrawal_between_pairing_and_publication_pairs_the_draft_anew() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    let facts = event.tell(|contest| contest.withdraw(id(3), false));
    assert!(
        matches!(
            facts[..],
            [ContestFact::EntrantWithdrew { .. }, ContestFact::RoundDrafted { .. }]
        ),
        "{facts:?}"
    );
    assert!(!seated(&event, 0).contains(&3));
    assert_eq!(event.contest.stages[0].rounds[0].byes.len(), 1);
    event.check();
}

#[test]
fn forfeiting_and_withdrawing_loses_the_game_and_scores_nothing_later() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| contest.withdraw(id(5), false));
    event.tell(|contest| contest.forfeit(id(5), TABLE));
    assert!(event.contest.stages[0].rounds[0].meetings[0].is_over());
    event.play(0, 0, stronger);
    event.play_out(0, stronger);
    assert_eq!(event.points(0, 5), 0);
    assert!((1..3).all(|round| !seated(&event, round).contains(&5)));
    assert_eq!(event.order(0, 0).len(), 8);
    event.check();
}

#[test]
fn a_returning_entrant_is_in_the_draft_again() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.withdraw(id(3), false));
    event.tell(|contest| contest.pair_round(0));
    assert!(!seated(&event, 0).contains(&3));
    event.tell(|contest| contest.admit(id(3)));
    assert!(seated(&event, 0).contains(&3));
}

#[test]
fn late_entrants_are_numbered_by_rating_and_have_no_earlier_points() {
    let mut event = Event::swiss(8, 4);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    let late = EntrantProfile { player: 99, rating: 1_975, ..player(99) };
    event.tell(|contest| contest.register(late, DESK));
    assert!(!seated(&event, 1).contains(&9));
    let facts = event.tell(|contest| contest.join_stage(0, id(9)));
    assert!(matches!(facts[0], ContestFact::StageJoined { at: 2, .. }), "{facts:?}");
    let is_placed =
        seated(&event, 1).contains(&9) || event.contest.stages[0].rounds[1].byes.contains(&id(9));
    assert!(is_placed);
    assert_eq!(event.points(0, 9), 0);
    assert_eq!(
        event.refused(|contest| contest.join_stage(0, id(9))),
        ContestError::AlreadyRegistered(id(9))
    );
    assert_eq!(
        event.refused(|contest| contest.join_stage(0, id(77))),
        ContestError::UnknownEntrant(id(77))
    );
    event.check();
}

#[test]
fn nobody_joins_what_has_not_begun_or_is_no_swiss() {
    let event = Event::swiss(4, 1);
    assert_eq!(
        event.refused(|contest| contest.join_stage(0, id(1))),
        ContestError::StageNotStarted
    );
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(5, &stages(all, ""));
    event.tell(|contest| contest.withdraw(id(5), false));
    event.begin(0);
    assert_eq!(event.refused(|contest| contest.join_stage(0, id(5))), ContestError::NoLateEntry);
    let mut event = Event::of(5, &swiss(3, ""));
    event.tell(|contest| contest.withdraw(id(5), false));
    event.begin(0);
    assert_eq!(
        event.refused(|contest| contest.join_stage(0, id(5))),
        ContestError::NotActive(id(5))
    );
}

#[test]
fn byes_that_are_asked_for_are_given() {
    let mut event = Event::swiss(8, 3);
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(1), Some(RequestedBye::Half)));
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(2), Some(RequestedBye::Zero)));
    event.tell(|contest| contest.request_bye(round_id(0, 1), id(2), Some(RequestedBye::Half)));
    event.tell(|contest| contest.request_bye(round_id(0, 1), id(2), None));
    event.begin(0);
    event.next_round(0);
    assert!(!seated(&event, 0).contains(&1) && !seated(&event, 0).contains(&2));
    event.play(0, 0, stronger);
    assert_eq!((event.points(0, 1), event.points(0, 2)), (10, 0));
    let bye = Some(RequestedBye::Half);
    assert_eq!(
        event.refused(|contest| contest.request_bye(round_id(0, 0), id(3), bye)),
        ContestError::AlreadyPublished
    );
    for none in [3, usize::MAX] {
        let refused = event.refused(|contest| contest.request_bye(round_id(0, none), id(3), bye));
        assert_eq!(refused, ContestError::NoSuchRound { rounds: 3 });
    }
    event.next_round(0);
    assert!(seated(&event, 1).contains(&2));
    event.check();
}

#[test]
fn a_bye_that_is_asked_for_in_a_draft_pairs_it_anew() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(1), Some(RequestedBye::Half)));
    assert!(!seated(&event, 0).contains(&1));
}

#[test]
fn withdrawing_cancels_half_point_byes_of_later_rounds() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.request_bye(round_id(0, 1), id(8), Some(RequestedBye::Half)));
    event.next_round(0);
    event.play(0, 0, stronger);
    event.tell(|contest| contest.withdraw(id(8), false));
    event.next_round(0);
    event.play(0, 1, stronger);
    assert_eq!(event.points(0, 8), 0);
    event.check();
}

#[test]
fn only_who_was_seen_is_paired_where_people_are_checked_in() {
    let mut event = Event::of(8, &swiss(3, r#","check_in":true"#));
    assert!(matches!(
        event.refused(|contest| contest.start_stage(0, true)),
        ContestError::TooFewEntrants { present: 0, needed: 2 }
    ));
    for number in 1..=8 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.set_present(id(4), false));
    assert!(!seated(&event, 0).contains(&4));
    event.tell(|contest| contest.set_present(id(4), true));
    assert!(seated(&event, 0).contains(&4));
    event.check();
}

#[test]
fn a_new_day_finds_everybody_absent_and_no_pairing() {
    let mut event = Event::of(6, &swiss(3, r#","check_in":true"#));
    for number in 1..=6 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    event.tell(adjutant_domain::contest::Contest::clear_check_in);
    assert_eq!(event.contest.stages[0].rounds.len(), 1);
    let nobody = ContestError::NoPairing(NoPairing::NobodyThere);
    assert_eq!(event.refused(|contest| contest.pair_round(0)), nobody);
    event.check();
}

#[test]
fn absent_players_lose_by_forfeit_after_the_grace_period() {
    let mut event = Event::of(8, &swiss(3, r#","check_in":true"#));
    for number in 1..=8 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    event.next_round(0);
    for number in [5, 2, 6] {
        event.tell(|contest| contest.set_present(id(number), false));
    }
    event.result(spot(0, 0, 2, 0), DRAWN);
    assert_eq!(event.contest.no_shows(round_id(0, 0)).len(), 2);
    event.tell(|contest| contest.default_no_shows(round_id(0, 0), &[]));
    let games = |table: usize| event.contest.stages[0].rounds[0].meetings[table].games.clone();
    use swiss::series::Side::Second;
    assert_eq!(games(0), [GameResult::Default { absent: Second }]);
    assert_eq!(games(1), [GameResult::BothAbsent]);
    assert_eq!(games(2), [DRAWN]);
    assert!(games(3).is_empty());
    assert_eq!(event.tell(|contest| contest.default_no_shows(round_id(0, 0), &[])), []);
    event.check();
}

#[test]
fn nobody_loses_by_default_where_nobody_is_checked_in() {
    let mut event = Event::swiss(4, 1);
    event.begin(0);
    event.next_round(0);
    assert_eq!(event.tell(|contest| contest.default_no_shows(round_id(0, 0), &[])), []);
}

#[test]
fn a_round_is_paired_when_the_one_before_is_over() {
    let mut event = Event::swiss(8, 3);
    assert_eq!(event.refused(|contest| contest.pair_round(0)), ContestError::StageNotStarted);
    event.begin(0);
    assert_eq!(event.refused(|contest| contest.start_stage(0, true)), ContestError::StageStarted);
    event.next_round(0);
    event.result(spot(0, 0, 1, 0), DRAWN);
    let tables = vec![0, 2, 3];
    assert_eq!(
        event.refused(|contest| contest.pair_round(0)),
        ContestError::RoundUnfinished { round: 0, tables }
    );
    event.play_out_from(0);
    assert_eq!(event.refused(|contest| contest.pair_round(0)), ContestError::NoRoundLeft);
}

impl Event {
    fn play_out_from(&mut self, round: usize) {
        self.play(0, round, stronger);
        self.play_out(0, stronger);
    }
}

#[test]
fn a_result_that_is_taken_away_opens_its_round_again() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, stronger);
    event.next_round(0);
    event.play(0, 1, stronger);
    event.tell(|contest| contest.pair_round(0));
    let mut entry = event.entry(spot(0, 0, 3, 0), DRAWN);
    entry.result = None;
    event.tell(|contest| contest.enter_result(&entry));
    // The draft stood on it, and is gone.
    assert_eq!(event.contest.stages[0].rounds.len(), 2);
    let open = ContestError::RoundUnfinished { round: 0, tables: vec![3] };
    assert_eq!(event.refused(|contest| contest.pair_round(0)), open);
    event.check();
}

#[test]
fn more_rounds_than_opponents_end_in_no_pairing_with_its_reason() {
    let mut event = Event::swiss(4, 5);
    event.begin(0);
    for _ in 0..3 {
        let round = event.next_round(0);
        event.play(0, round, stronger);
    }
    let refusal = event.refused(|contest| contest.pair_round(0));
    assert_eq!(refusal, ContestError::NoPairing(NoPairing::NoneIsLegal));
    assert!(NoPairing::NoneIsLegal.to_string().contains("two have met before"));
    // Nobody can play on, and nothing is over: the rounds that were played are all there are.
    assert_eq!(event.refused(|contest| contest.set_ended(true)), ContestError::GamesLeft);
    let with = |rounds: usize| {
        let settings = swiss(rounds, "");
        adjutant_domain::contest::json::read_settings(&settings).expect("settings")
    };
    assert_eq!(event.refused(|contest| contest.change_settings(with(2))), ContestError::PlanLocked);
    event.tell(|contest| contest.change_settings(with(3)));
    assert_eq!(event.refused(|contest| contest.pair_round(0)), ContestError::NoRoundLeft);
    event.tell(|contest| contest.set_ended(true));
    event.check();
}

#[test]
fn rounds_stay_as_many_as_they_were_once_a_final_stands_on_them() {
    let settings = |rounds: usize| {
        let text =
            format!(r#"{{"plan":{{"template":"swiss-to-final","entrants":8,"rounds":{rounds}}}}}"#);
        adjutant_domain::contest::json::read_settings(&text).expect("settings")
    };
    let text = adjutant_domain::contest::json::write_settings(&settings(4));
    let mut event = Event::of(8, &text);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.change_settings(settings(3)));
    event.play_out(0, stronger);
    assert_eq!(event.contest.stages[0].rounds.len(), 3);
    event.begin(1);
    assert_eq!(
        event.refused(|contest| contest.change_settings(settings(4))),
        ContestError::PlanLocked
    );
    event.check();
}

#[test]
fn players_kept_apart_do_not_meet() {
    let mut event = Event::swiss(8, 3);
    event.tell(|contest| contest.keep_apart(vec![vec![id(1), id(5), id(6)]]));
    event.begin(0);
    event.play_out(0, stronger);
    for round in 0..3 {
        let apart = [1, 5, 6];
        let meet = |pair: &[u32; 2]| pair.iter().all(|one| apart.contains(one));
        assert!(!event.sides(0, round).iter().any(meet));
    }
    let stranger = vec![vec![id(1), id(99)]];
    let refused = event.refused(|contest| contest.keep_apart(stranger));
    assert_eq!(refused, ContestError::UnknownEntrant(id(99)));
}

#[test]
fn club_members_do_not_meet_in_protected_rounds() {
    let mut event = Event::new(&swiss(3, r#","protection":{"of":"club","rounds":1}"#));
    for number in 1..=8 {
        let club = if number % 4 == 1 { "Knights".to_owned() } else { String::new() };
        event.tell(|contest| contest.register(EntrantProfile { club, ..player(number) }, DESK));
    }
    event.begin(0);
    event.next_round(0);
    assert!(!event.sides(0, 0).contains(&[1, 5]));
    // Who turns out to be of no club may meet anybody.
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.amend_person(id(5), player(5)));
    assert!(event.sides(0, 0).contains(&[1, 5]));
}

#[test]
fn officials_exchange_seats_and_are_told_what_that_breaks() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    assert!(event.contest.warnings(0).is_empty());
    let before = event.sides(0, 1);
    // 1 met 5 in the first round.
    let with_one = before.iter().find(|pair| pair.contains(&1)).expect("he is paired");
    let other = with_one[usize::from(with_one[0] == 1)];
    event.tell(|contest| contest.swap_seats(0, id(other), id(5)));
    assert!(event.contest.stages[0].rounds[1].is_manual);
    let met =
        |warning: &PairingWarning| matches!(warning, PairingWarning::MetBefore { round: 0, .. });
    assert!(event.contest.warnings(0).iter().any(met), "{:?}", event.contest.warnings(0));
    assert_eq!(
        event.refused(|contest| contest.swap_seats(0, id(1), id(1))),
        ContestError::CannotSwap
    );
    event.tell(|contest| contest.publish_round(round_id(0, 1)));
    let published = event.refused(|contest| contest.swap_seats(0, id(1), id(2)));
    assert_eq!(published, ContestError::AlreadyPublished);
    event.check();
}

#[test]
fn a_second_bye_by_hand_is_warned_of() {
    let mut event = Event::swiss(5, 4);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    let [before, now] = [0, 1].map(|round| event.contest.stages[0].rounds[round].byes[0]);
    event.tell(|contest| contest.swap_seats(0, before, now));
    assert!(event.contest.warnings(0).contains(&PairingWarning::SecondBye(before)));
}

/// Who meets somebody in the last round.
fn opponent(event: &Event, who: u32) -> EntrantId {
    let sides = event.sides(0, event.contest.stages[0].rounds.len() - 1);
    let pair = sides.into_iter().find(|pair| pair.contains(&who)).expect("he is paired");
    id(pair[usize::from(pair[0] == who)])
}

#[test]
fn a_meeting_by_hand_of_two_who_are_kept_apart_is_warned_of() {
    let mut event = Event::swiss(8, 3);
    event.tell(|contest| contest.keep_apart(vec![vec![id(1), id(5)]]));
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    let other = opponent(&event, 1);
    event.tell(|contest| contest.swap_seats(0, other, id(5)));
    let warned = event.contest.warnings(0);
    let apart = |one: &PairingWarning| matches!(one, PairingWarning::ProhibitedPair { .. });
    assert!(warned.iter().any(apart), "{warned:?}");
}

#[test]
fn a_color_for_the_third_time_by_hand_is_warned_of() {
    let mut event = Event::swiss(8, 4);
    event.begin(0);
    for _ in 0..2 {
        event.tell(|contest| contest.pair_round(0));
        let round = event.contest.stages[0].rounds.len() - 1;
        let other = opponent(&event, 1);
        if event.sides(0, round).iter().any(|pair| pair[1] == 1) {
            event.tell(|contest| contest.swap_seats(0, id(1), other));
        }
        event.tell(|contest| contest.publish_round(round_id(0, round)));
        event.play(0, round, stronger);
    }
    event.tell(|contest| contest.pair_round(0));
    // They are due to have Black now.
    let other = opponent(&event, 1);
    assert!(event.contest.warnings(0).is_empty());
    event.tell(|contest| contest.swap_seats(0, id(1), other));
    let third = PairingWarning::ColorThreeTimes(id(1), Color::White);
    assert!(event.contest.warnings(0).contains(&third), "{:?}", event.contest.warnings(0));
}

#[test]
fn manual_changes_stay_while_their_input_is_unchanged() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.swap_seats(0, id(1), id(2)));
    let by_hand = event.sides(0, 0);
    event.tell(|contest| contest.request_bye(round_id(0, 2), id(7), Some(RequestedBye::Half)));
    event.tell(|contest| contest.set_present(id(7), true));
    assert_eq!(event.sides(0, 0), by_hand);
    // Of those who are gone the opponent is seated anew; the tables made by hand stay.
    event.tell(|contest| contest.withdraw(id(8), false));
    let draft = &event.contest.stages[0].rounds[0];
    assert!(draft.is_manual && draft.byes.len() == 1);
    let kept = by_hand.iter().filter(|pair| !pair.contains(&8));
    assert!(kept.clone().all(|pair| event.sides(0, 0).contains(pair)), "{:?}", event.sides(0, 0));
    event.check();
}

#[test]
fn an_exchange_by_hand_is_kept_when_somebody_comes_late() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.swap_seats(0, id(1), id(2)));
    let by_hand = event.sides(0, 0);
    event.register([9, 10]);
    event.tell(|contest| contest.join_stage(0, id(9)));
    let draft = &event.contest.stages[0].rounds[0];
    assert!(draft.is_manual && event.sides(0, 0) == by_hand && draft.byes == [id(9)]);
    event.tell(|contest| contest.join_stage(0, id(10)));
    assert_eq!(event.sides(0, 0)[..4], by_hand[..]);
    assert!(event.contest.stages[0].rounds[0].byes.is_empty());
    event.check();
    event.tell(|contest| contest.pair_round(0));
    assert!(!event.contest.stages[0].rounds[0].is_manual, "officials may pair anew");
}

#[test]
fn the_reviewed_draft_is_what_is_published() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    let seen = event.contest.draft_fingerprint(round_id(0, 0)).expect("a draft");
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(8), Some(RequestedBye::Half)));
    assert_eq!(event.contest.requested_byes(round_id(0, 0)), [(id(8), RequestedBye::Half)]);
    let refused =
        event.refused(|contest| contest.publish_seen_draft(round_id(0, 0), seen, Micros(0)));
    assert_eq!(refused, ContestError::DraftChanged);
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(8), None));
    assert_eq!(event.contest.draft_fingerprint(round_id(0, 0)), Some(seen), "it is the same again");
    event.tell(|contest| contest.publish_seen_draft(round_id(0, 0), seen, Micros(0)));
    assert_eq!(event.contest.draft_fingerprint(round_id(0, 0)), None);
}

#[test]
fn a_round_that_was_taken_back_by_mistake_is_restored_with_its_results() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, stronger);
    let before = event.contest.stages[0].rounds.clone();
    let has_results = event.refused(|contest| contest.take_back_round(round_id(0, 0), false));
    assert_eq!(has_results, ContestError::HasResults { tables: 4 });
    event.tell(|contest| contest.take_back_round(round_id(0, 0), true));
    assert!(event.contest.stages[0].rounds.is_empty());
    // A draft that was made and thrown away meanwhile does not matter.
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.restore_round(0));
    assert_eq!(event.contest.stages[0].rounds, before);
    assert_eq!(event.refused(|contest| contest.restore_round(0)), ContestError::NothingToRestore);
    event.check();
}

#[test]
fn two_rounds_that_were_taken_back_are_restored_in_their_order() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    for _ in 0..2 {
        let round = event.next_round(0);
        event.play(0, round, stronger);
    }
    let before = event.contest.stages[0].rounds.clone();
    assert_eq!(
        event.refused(|contest| contest.take_back_round(round_id(0, 0), true)),
        ContestError::LaterRoundExists
    );
    event.tell(|contest| contest.take_back_round(round_id(0, 1), true));
    event.tell(|contest| contest.take_back_round(round_id(0, 0), true));
    event.tell(|contest| contest.restore_round(0));
    event.tell(|contest| contest.restore_round(0));
    assert_eq!(event.contest.stages[0].rounds, before);
}

#[test]
fn a_round_is_not_restored_once_another_is_published_in_its_place() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    event.next_round(0);
    assert_eq!(event.refused(|contest| contest.restore_round(0)), ContestError::NothingToRestore);
}

#[test]
fn withdrawing_while_a_round_is_undone_forfeits_its_open_game() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| contest.take_back_round(round_id(0, 0), false));
    event.tell(|contest| contest.withdraw(id(1), false));
    event.tell(|contest| contest.restore_round(0));
    assert!(event.contest.stages[0].rounds[0].meetings[0].by_withdrawal);
    event.check();
}

#[test]
fn acceleration_gives_the_upper_half_points_for_pairing_only() {
    let mut event = Event::of(10, &swiss(5, r#","accelerated":true"#));
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, stronger);
    let table = event.contest.pairing_tournament(0).expect("it has begun");
    // The first 6 of 10 (half, rounded up to an even number) have 2, 2 and 1 points more (C.04.5.1).
    let added = |at: usize| -> Vec<i32> {
        table.tournament.entrants[at].accelerations.iter().map(|points| points.0).collect()
    };
    assert_eq!(added(0), [20, 20, 10]);
    assert_eq!((added(5).len(), added(6).len()), (3, 0));
    assert_eq!(event.points(0, 1), 20);
    // Who comes late among the first ones makes their group larger, and moves nobody out of it.
    let late = EntrantProfile { player: 99, rating: 1_999, ..player(99) };
    event.tell(|contest| contest.register(late, DESK));
    event.tell(|contest| contest.join_stage(0, id(11)));
    let table = event.contest.pairing_tournament(0).expect("it has begun");
    let with = |at: &usize| !table.tournament.entrants[*at].accelerations.is_empty();
    let upper: Vec<EntrantId> = (0..11).filter(with).map(|at| table.entrants[at]).collect();
    assert_eq!(upper, [11, 1, 2, 3, 4, 5, 6].map(EntrantId));
}

#[test]
fn entrants_before_the_first_round_are_part_of_the_acceleration() {
    let mut event = Event::of(9, &swiss(5, r#","accelerated":true"#));
    event.begin(0);
    event.register([10, 11, 12, 13]);
    for number in 10..=13 {
        event.tell(|contest| contest.join_stage(0, id(number)));
    }
    let table = event.contest.pairing_tournament(0).expect("it has begun");
    let with = table.tournament.entrants.iter().filter(|one| !one.accelerations.is_empty());
    // Half of 13, rounded up to an even number.
    assert_eq!(with.count(), 8);
}

#[test]
fn a_correction_two_rounds_later_marks_published_rounds_stale_and_moves_standings() {
    let mut event = Event::swiss(8, 5);
    event.begin(0);
    for _ in 0..3 {
        let round = event.next_round(0);
        event.play(0, round, stronger);
    }
    let before = event.points(0, 1);
    event.tell(|contest| contest.pair_round(0));
    let draft = event.sides(0, 3);
    let table = event.sides(0, 0).iter().position(|pair| pair.contains(&1)).expect("he played");
    let facts = event.result(spot(0, 0, table, 0), SECOND);
    assert_eq!(event.points(0, 1), before - 20);
    let stale: Vec<bool> = event.contest.stages[0].rounds.iter().map(|round| round.stale).collect();
    assert_eq!(stale, [false, true, true, false]);
    // The draft is paired by what is known now.
    assert!(facts.iter().any(|fact| matches!(fact, ContestFact::RoundDrafted { round: 3, .. })));
    assert_ne!(event.sides(0, 3), draft);
    event.check();
}
