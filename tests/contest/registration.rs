//! Registration: who may, who waits, who withdraws and comes back.

use adjutant_domain::contest::{
    Amount, Contest, ContestError, ContestFact, ContestSettingsError, EntrantId, EntrantProfile,
    EntrantStatus, FeeDue, IneligibleReason, PersonalDetails, RequestedBye, SubmittedBy,
};

use crate::event::{DESK, Event, id, player, round_id, stages, stronger, swiss};

fn standing(event: &Event, number: u32) -> EntrantStatus {
    event.contest.entrant(id(number)).expect("he is registered").status
}

#[test]
fn people_register_themselves_while_registration_is_open() {
    let mut event = Event::new(&swiss(3, ""));
    let himself = |contest: &adjutant_domain::contest::Contest| {
        contest.register(player(1), SubmittedBy::Entrant)
    };
    assert_eq!(event.refused(himself), ContestError::RegistrationClosed);
    event.tell(|contest| contest.set_registration_open(true));
    event.tell(himself);
    assert_eq!(event.refused(himself), ContestError::AlreadyRegistered(id(1)));
    assert_eq!(event.tell(|contest| contest.set_registration_open(true)), []);
    event.tell(|contest| contest.set_registration_open(false));
    event.check();
}

#[test]
fn a_guest_may_share_a_name_with_another() {
    let mut event = Event::new(&swiss(3, ""));
    let guest = EntrantProfile { name: "Ana".to_owned(), ..EntrantProfile::default() };
    event.tell(|contest| contest.register(guest.clone(), DESK));
    event.tell(|contest| contest.register(guest.clone(), DESK));
    assert_eq!(event.contest.active_count(), 2);
}

#[test]
fn nobody_is_registered_late_where_the_pairings_are_made() {
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(4, &stages(all, r#","cap":4"#));
    event.register([5]);
    assert_eq!(standing(&event, 5), EntrantStatus::Waiting);
    assert!(event.contest.takes_new_entrants());
    event.begin(0);
    assert!(!event.contest.takes_new_entrants());
    let late = event.refused(|contest| contest.register(player(6), DESK));
    assert_eq!(late, ContestError::NoLateEntry);
    assert_eq!(event.refused(|contest| contest.admit(id(5))), ContestError::NoLateEntry);
    assert_eq!(event.refused(|contest| contest.join_stage(0, id(5))), ContestError::NoLateEntry);
    // Who is in it returns.
    event.tell(|contest| contest.withdraw(id(2), false));
    event.tell(|contest| contest.register(player(2), DESK));
    let mut swiss = Event::of(4, &swiss(3, ""));
    swiss.begin(0);
    swiss.register([5]);
    swiss.tell(|contest| contest.join_stage(0, id(5)));
    // A later stage may take others.
    let open = r#"{"name":"All","system":{"type":"round-robin"}},
        {"name":"Open","sources":[{"from":"registration"}],"system":{"type":"round-robin"}}"#;
    let mut event = Event::of(4, &stages(open, ""));
    event.begin(0);
    event.register([5]);
}

#[test]
fn a_name_that_is_missing_or_too_long_is_refused() {
    let mut event = Event::new(&swiss(3, ""));
    for name in [String::new(), "  ".to_owned(), "n".repeat(61), "a\nb".to_owned()] {
        let person = EntrantProfile { name, ..player(1) };
        assert_eq!(
            event.refused(|contest| contest.register(person, DESK)),
            ContestError::InvalidText
        );
    }
    event.register([1]);
    let nameless = EntrantProfile::default();
    assert_eq!(
        event.refused(|contest| contest.amend_person(id(1), nameless)),
        ContestError::InvalidText
    );
}

#[test]
fn entrants_beyond_the_cap_wait_and_move_up_when_somebody_withdraws() {
    let mut event = Event::of(4, &swiss(3, r#","cap":3"#));
    assert_eq!(standing(&event, 4), EntrantStatus::Waiting);
    event.register([5]);
    let facts = event.tell(|contest| contest.withdraw(id(2), false));
    assert_eq!(
        facts,
        [
            ContestFact::EntrantWithdrew { entrant: id(2), plays_on: true, by_entrant: false },
            ContestFact::EntrantAdmitted { entrant: id(4) }
        ]
    );
    assert_eq!(standing(&event, 5), EntrantStatus::Waiting);
    assert_eq!(event.contest.active_count(), 3);
    assert_eq!(
        event.refused(|contest| contest.withdraw(id(2), false)),
        ContestError::NotActive(id(2))
    );
    event.check();
}

#[test]
fn withdrawing_from_the_waiting_list_frees_no_place() {
    let mut event = Event::of(5, &swiss(3, r#","cap":3"#));
    assert_eq!(
        event.tell(|contest| contest.withdraw(id(4), false)),
        [ContestFact::EntrantWithdrew { entrant: id(4), plays_on: true, by_entrant: false }]
    );
    assert_eq!(standing(&event, 5), EntrantStatus::Waiting);
}

#[test]
fn where_officials_admitted_more_than_the_cap_nobody_moves_up_for_one_who_leaves() {
    let mut event = Event::of(5, &swiss(3, r#","cap":3"#));
    event.tell(|contest| contest.admit(id(4)));
    assert_eq!(event.contest.active_count(), 4);
    event.tell(|contest| contest.withdraw(id(1), false));
    assert_eq!(standing(&event, 5), EntrantStatus::Waiting);
}

#[test]
fn a_higher_cap_lets_in_who_waits() {
    let mut event = Event::of(5, &swiss(1, r#","cap":2"#));
    let mut settings = event.contest.settings.clone();
    settings.max_entrants = Some(4);
    event.tell(|contest| contest.change_settings(settings));
    let all: Vec<EntrantStatus> = (1..=5).map(|number| standing(&event, number)).collect();
    assert_eq!(all[..4], [EntrantStatus::Active; 4]);
    assert_eq!(all[4], EntrantStatus::Waiting);
    event.check();
}

#[test]
fn who_withdrew_from_a_full_event_goes_to_the_end_of_the_waiting_list() {
    let mut event = Event::of(3, &swiss(3, r#","cap":3"#));
    event.tell(|contest| contest.withdraw(id(1), true));
    event.register([4, 5]);
    event.tell(|contest| contest.rejoin(id(1)));
    assert_eq!(standing(&event, 6), EntrantStatus::Waiting);
    assert_eq!(event.contest.entrants[5].person, player(1));
    assert_eq!(event.contest.active_count(), 3);
    event.check();
}

#[test]
fn a_withdrawn_entrant_registers_again_if_there_is_room() {
    let mut event = Event::of(3, &swiss(3, r#","cap":3"#));
    event.tell(|contest| contest.withdraw(id(1), false));
    let better = EntrantProfile { rating: 2_100, ..player(1) };
    event.tell(|contest| contest.register(better.clone(), DESK));
    assert_eq!(standing(&event, 1), EntrantStatus::Active);
    assert_eq!(event.contest.entrants[0].person, better);
    event.tell(|contest| contest.withdraw(id(1), false));
    event.register([4]);
    assert_eq!(event.refused(|contest| contest.register(player(1), DESK)), ContestError::Full);
    event.tell(|contest| contest.admit(id(1)));
    assert_eq!(event.contest.active_count(), 4);
}

#[test]
fn a_player_registers_again_for_a_full_event_on_the_waiting_list_or_is_told_whom_to_ask() {
    let mut event = Event::of(3, &swiss(3, r#","cap":3"#));
    event.tell(|contest| contest.set_registration_open(true));
    event.tell(|contest| contest.withdraw(id(1), false));
    event.register([4]);
    let own = |contest: &Contest, n| contest.register(player(n), SubmittedBy::Entrant);
    let refused = event.refused(|contest| own(contest, 1));
    assert_eq!(refused, ContestError::FullForEntrant, "an official has withdrawn them");
    event.tell(|contest| contest.withdraw(id(2), true));
    event.register([5]);
    event.tell(|contest| own(contest, 2));
    assert_eq!(standing(&event, 6), EntrantStatus::Waiting);
    event.check();
}

#[test]
fn eligibility_is_evaluated_and_every_reason_is_told() {
    let eligible = r#","eligibility":{"title_at_most":3,"rating_from":1000,"rating_to":1500,"titles_won":2,
        "provinces":["Cebu"]}"#;
    let mut event = Event::new(&swiss(3, eligible));
    let person = EntrantProfile {
        title: Some(4),
        titles_won: 2,
        rating: 1_501,
        province: "Iloilo".to_owned(),
        ..player(1)
    };
    let reasons = vec![
        IneligibleReason::Title,
        IneligibleReason::RatingTooHigh,
        IneligibleReason::TitlesWon,
        IneligibleReason::Province,
    ];
    let enter = |by| {
        move |contest: &adjutant_domain::contest::Contest| contest.register(person.clone(), by)
    };
    assert_eq!(event.refused(enter.clone()(DESK)), ContestError::NotEligible(reasons));
    let weak = EntrantProfile { rating: 999, province: "cebu".to_owned(), ..player(2) };
    let refused = event.refused(|contest| contest.register(weak, DESK));
    assert_eq!(refused, ContestError::NotEligible(vec![IneligibleReason::RatingTooLow]));
    // An official may make an exception.
    event.tell(enter(SubmittedBy::Official { waives_eligibility: true }));
    let fits = EntrantProfile { rating: 1_500, title: Some(3), titles_won: 1, ..player(3) };
    let fits = EntrantProfile { province: "CEBU".to_owned(), ..fits };
    event.tell(|contest| contest.register(fits, DESK));
    event.check();
}

#[test]
fn fees_are_noted_and_told_once() {
    let mut event = Event::of(2, &swiss(1, r#","fee":"₱75""#));
    assert_eq!(event.tell(|contest| contest.set_paid(id(1), true)).len(), 1);
    assert_eq!(event.tell(|contest| contest.set_paid(id(1), true)), []);
    assert!(event.contest.entrants[0].paid && !event.contest.entrants[1].paid);
    assert_eq!(
        event.refused(|contest| contest.set_paid(id(9), true)),
        ContestError::UnknownEntrant(id(9))
    );
}

#[test]
fn nobody_is_set_right_into_somebody_else() {
    let mut event = Event::of(2, &swiss(1, ""));
    assert_eq!(
        event.refused(|contest| contest.amend_person(id(1), player(2))),
        ContestError::AlreadyRegistered(id(2))
    );
    event.tell(|contest| contest.amend_person(id(1), EntrantProfile { rating: 7, ..player(1) }));
    assert_eq!(event.tell(|contest| contest.amend_person(id(2), player(2))), []);
    assert_eq!(event.contest.entrants[0].person.rating, 7);
}

#[test]
fn faulty_settings_are_refused_with_what_is_wrong() {
    let event = Event::swiss(4, 3);
    let mut settings = event.contest.settings.clone();
    settings.max_entrants = Some(1);
    settings.points.draw = settings.points.win + settings.points.win;
    settings.fee = "f".repeat(81);
    let ContestError::InvalidSettings(faults) =
        event.refused(|contest| contest.change_settings(settings))
    else {
        panic!("it is about settings");
    };
    for fault in [
        ContestSettingsError::MaxEntrants,
        ContestSettingsError::Points,
        ContestSettingsError::FeeTooLong,
    ] {
        assert!(faults.contains(&fault), "{fault:?} of {faults:?}");
    }
}

#[test]
fn the_plan_stays_once_a_stage_has_begun_and_tie_breaks_may_change() {
    let mut event = Event::swiss(4, 3);
    event.begin(0);
    let mut other = event.contest.settings.clone();
    other.plan.stages[0].name = "Other".to_owned();
    assert_eq!(event.refused(|contest| contest.change_settings(other)), ContestError::PlanLocked);
    let mut settings = event.contest.settings.clone();
    settings.tie_breaks.pop();
    event.tell(|contest| contest.change_settings(settings));
    event.check();
}

#[test]
fn nothing_changes_when_it_is_over_until_it_is_opened_again() {
    let mut event = Event::swiss(4, 1);
    event.begin(0);
    assert_eq!(event.refused(|contest| contest.set_ended(true)), ContestError::GamesLeft);
    event.play_out(0, stronger);
    event.tell(|contest| contest.set_ended(true));
    let over = ContestError::EventOver;
    assert_eq!(event.refused(|contest| contest.register(player(9), DESK)), over);
    assert_eq!(event.refused(|contest| contest.withdraw(id(1), false)), over);
    assert_eq!(event.refused(|contest| contest.set_present(id(1), true)), over);
    assert_eq!(event.refused(|contest| contest.pair_round(0)), over);
    assert_eq!(event.refused(|contest| contest.take_back_round(round_id(0, 0), true)), over);
    assert_eq!(event.refused(|contest| contest.restore_round(0)), over);
    assert_eq!(event.refused(|contest| contest.keep_apart(vec![vec![id(1), id(2)]])), over);
    assert_eq!(event.refused(|contest| contest.request_bye(round_id(0, 0), id(1), None)), over);
    let entry = event.entry(crate::event::spot(0, 0, 0, 0), crate::event::DRAWN);
    assert_eq!(event.refused(|contest| contest.enter_result(&entry)), over);
    event.tell(|contest| contest.set_ended(false));
    event.tell(|contest| contest.enter_result(&entry));
    event.check();
}

/// A guest with the details of nobody else.
fn guest(name: &str) -> EntrantProfile {
    EntrantProfile { name: name.to_owned(), ..EntrantProfile::default() }
}

#[test]
fn somebody_registered_twice_keeps_the_games_of_both_rows() {
    let mut event = Event::of(5, &swiss(4, ""));
    event.tell(|contest| contest.start_stage(0, true));
    let round = event.next_round(0);
    event.play(0, round, stronger);
    let played = |event: &Event, one: u32| {
        let rounds = event.contest.stages[0].rounds.iter().filter(|round| round.published);
        rounds
            .map(|round| round.meetings.iter().any(|meeting| meeting.sides.contains(&id(one))))
            .collect::<Vec<bool>>()
    };
    // The fifth leaves, and comes back under another name and with a number of the federation.
    event.tell(|contest| contest.withdraw(id(5), false));
    let personal =
        PersonalDetails { federation_number: "77".to_owned(), ..PersonalDetails::default() };
    let again =
        EntrantProfile { personal: personal.clone(), club: "Owls".to_owned(), ..guest("Jo") };
    event.tell(|contest| contest.register(again.clone(), DESK));
    event.tell(|contest| contest.join_stage(0, id(6)));
    event.tell(|contest| contest.set_paid(id(6), true));
    let round = event.next_round(0);
    event.play(0, round, stronger);
    let (first, second) = (played(&event, 5), played(&event, 6));
    let before = event.contest.clone();
    event.tell(|contest| contest.merge(id(6), id(5)));
    let both: Vec<bool> = first.iter().zip(&second).map(|(one, other)| *one || *other).collect();
    assert_eq!(played(&event, 5), both);
    let one = event.contest.entrant(id(5)).expect("the row that stays");
    assert_eq!((one.status, one.paid), (EntrantStatus::Active, true));
    assert_eq!((one.person.player, one.person.club.as_str()), (5, "Owls"));
    assert_eq!(one.person.personal, personal);
    assert!(event.contest.entrant(id(6)).is_none());
    let group = &event.contest.stages[0].groups[0];
    assert_eq!(group.len(), before.stages[0].groups[0].len() - 1);
    assert_eq!(event.contest.stages[0].late_entrants, []);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.check();
}

#[test]
fn two_who_were_paired_at_once_are_two_people() {
    let mut event = Event::of(4, &swiss(3, ""));
    event.tell(|contest| contest.register(guest("Jo"), DESK));
    event.tell(|contest| contest.register(guest("Kim"), DESK));
    assert_eq!(event.refused(|contest| contest.merge(id(1), id(2))), ContestError::TwoPlayers);
    assert_eq!(event.refused(|contest| contest.merge(id(5), id(5))), ContestError::MergeIntoItself);
    let unknown = ContestError::UnknownEntrant(id(9));
    assert_eq!(event.refused(|contest| contest.merge(id(5), id(9))), unknown);
    // Before a round, the draft is made again.
    event.tell(|contest| contest.start_stage(0, true));
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.merge(id(6), id(5)));
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.publish_round(round_id(0, 0)));
    assert_eq!(event.refused(|contest| contest.merge(id(5), id(1))), ContestError::TwoPeople);
    event.check();
}

#[test]
fn a_guest_who_is_a_player_after_all_becomes_that_player() {
    let mut event = Event::of(2, &swiss(3, r#","cap":3"#));
    event.tell(|contest| contest.register(guest("Jo"), DESK));
    event.tell(|contest| contest.register(player(7), DESK));
    event.register([8]);
    assert_eq!(standing(&event, 5), EntrantStatus::Waiting);
    event.tell(|contest| contest.merge(id(4), id(3)));
    let one = event.contest.entrant(id(3)).expect("the row that stays");
    assert_eq!((one.person.player, one.status), (7, EntrantStatus::Active));
    assert_eq!(one.person.name, player(7).name);
    event.check();
}

#[test]
fn pairing_numbers_of_a_swiss_are_set_by_hand_or_by_rating_again() {
    let mut event = Event::of(6, &swiss(4, ""));
    let order =
        |event: &Event| event.contest.stages[0].groups[0].iter().map(|id| id.0).collect::<Vec<_>>();
    let early = event.refused(|contest| contest.set_pairing_number(0, id(1), 2));
    assert_eq!(early, ContestError::StageNotStarted);
    event.tell(|contest| contest.start_stage(0, true));
    assert_eq!(order(&event), [1, 2, 3, 4, 5, 6]);
    event.tell(|contest| contest.set_pairing_number(0, id(5), 2));
    assert_eq!(order(&event), [1, 5, 2, 3, 4, 6]);
    assert_eq!(event.contest.pairing_number(0, id(3)), Some(4));
    let beyond = event.refused(|contest| contest.set_pairing_number(0, id(5), 7));
    assert_eq!(beyond, ContestError::NoSuchNumber { last: 6 });
    let round = event.next_round(0);
    event.play(0, round, stronger);
    let tables = event.contest.stages[0].rounds[0].clone();
    event.tell(|contest| contest.number_by_rating(0));
    assert_eq!(order(&event), [1, 2, 3, 4, 5, 6]);
    assert_eq!(event.contest.stages[0].rounds[0], tables, "published rounds stay");
    assert_eq!(event.tell(|contest| contest.number_by_rating(0)), []);
    event.check();
}

#[test]
fn the_fee_is_paid_once_its_amount_is_and_what_was_paid_stays_when_it_changes() {
    let mut event = Event::of(3, &swiss(1, r#","fee_due":{"amount":"75.00","currency":"PHP"}"#));
    let stands = |event: &Event, number: u32| {
        let one = event.contest.entrant(id(number)).expect("registered");
        (one.paid, one.amount_paid)
    };
    event.tell(|contest| contest.set_paid(id(1), true));
    assert_eq!(stands(&event, 1), (true, Amount(7_500)), "the amount is that of the fee");
    event.tell(|contest| contest.record_payment(id(2), Amount(5_000)));
    assert_eq!(stands(&event, 2), (false, Amount(5_000)));
    assert_eq!(event.tell(|contest| contest.record_payment(id(2), Amount(5_000))), []);
    event.tell(|contest| contest.record_payment(id(2), Amount(8_000)));
    assert_eq!(stands(&event, 2), (true, Amount(8_000)));
    let mut settings = event.contest.settings.clone();
    settings.fee_due = None;
    event.tell(|contest| contest.change_settings(settings.clone()));
    assert_eq!(stands(&event, 2), (true, Amount(8_000)));
    event.tell(|contest| contest.set_paid(id(3), true));
    assert_eq!(stands(&event, 3), (true, Amount(0)), "nobody knows how much");
    event.tell(|contest| contest.record_payment(id(2), Amount(0)));
    assert_eq!(stands(&event, 2), (false, Amount(0)));
    event.check();
    for (amount, currency) in [(0, "PHP"), (7_500, " "), (7_500, "pesos in cash")] {
        settings.fee_due = Some(FeeDue { amount: Amount(amount), currency: currency.to_owned() });
        assert_eq!(settings.validate(), [ContestSettingsError::FeeDue], "{amount} {currency}");
    }
}

#[test]
fn nothing_changes_while_it_is_cancelled_until_it_is_opened_again() {
    let mut event = Event::swiss(4, 1);
    event.begin(0);
    event.next_round(0);
    let open = event.contest.clone();
    let invalid = ContestError::InvalidCancellation;
    assert_eq!(event.refused(|contest| contest.cancel("one\ntwo")), invalid);
    assert_eq!(event.refused(|contest| contest.cancel(&"x".repeat(501))), invalid);
    event.tell(|contest| contest.cancel(" The hall is flooded. "));
    assert_eq!(event.contest.cancelled.as_deref(), Some("The hall is flooded."));
    assert!(event.contest.is_over && !event.contest.has_ended());
    let cancelled = ContestError::EventCancelled;
    let entry = event.entry(crate::event::spot(0, 0, 0, 0), crate::event::DRAWN);
    assert_eq!(event.refused(|contest| contest.enter_result(&entry)), cancelled);
    assert_eq!(event.refused(|contest| contest.register(player(9), DESK)), cancelled);
    assert_eq!(event.refused(|contest| contest.pair_round(0)), cancelled);
    assert_eq!(event.refused(|contest| contest.set_ended(true)), cancelled);
    assert_eq!(event.tell(|contest| contest.cancel("The hall is flooded.")), []);
    event.tell(|contest| contest.cancel(""));
    assert_eq!(event.contest.cancelled.as_deref(), Some(""), "the reason is corrected");
    event.tell(|contest| contest.set_ended(false));
    assert!(event.contest == open);
    event.tell(|contest| contest.enter_result(&entry));
    event.check();
}

#[test]
fn what_ended_is_not_cancelled() {
    let mut event = Event::swiss(4, 1);
    event.begin(0);
    event.play_out(0, stronger);
    event.tell(|contest| contest.set_ended(true));
    assert_eq!(event.refused(|contest| contest.cancel("Too late")), ContestError::EventOver);
}

#[test]
fn a_wrong_row_is_removed_before_it_is_paired_and_its_number_stays_unused() {
    let mut event = Event::of(4, &swiss(3, r#","cap":4"#));
    event.register([5]);
    assert_eq!(standing(&event, 5), EntrantStatus::Waiting);
    event.tell(|contest| contest.keep_apart(vec![vec![id(2), id(3)], vec![id(1), id(2), id(4)]]));
    event.tell(|contest| contest.request_bye(round_id(0, 1), id(2), Some(RequestedBye::Half)));
    let facts = event.tell(|contest| contest.remove(id(2)));
    let next = ContestFact::EntrantAdmitted { entrant: id(5) };
    assert_eq!(facts, [ContestFact::EntrantRemoved { entrant: id(2) }, next]);
    assert_eq!(event.contest.active_count(), 4);
    assert_eq!(event.contest.numbered_entrants().count(), 4);
    assert_eq!(event.contest.prohibited, [vec![id(1), id(4)].into()]);
    assert!(event.contest.stages[0].requested_byes.is_empty());
    for refused in [
        event.refused(|contest| contest.remove(id(2))),
        event.refused(|contest| contest.admit(id(2))),
        event.refused(|contest| contest.amend_person(id(2), player(2))),
        event.refused(|contest| contest.set_paid(id(2), true)),
    ] {
        assert_eq!(refused, ContestError::UnknownEntrant(id(2)));
    }
    // The same player can be registered again, with a new number.
    event.tell(|contest| contest.remove(id(5)));
    event.register([2]);
    assert_eq!(standing(&event, 6), EntrantStatus::Active);
    event.tell(|contest| contest.start_stage(0, true));
    let taking: Vec<EntrantId> = event.contest.stages[0].entrants().collect();
    assert!(!taking.contains(&id(2)) && taking.contains(&id(6)), "{taking:?}");
    assert_eq!(event.refused(|contest| contest.remove(id(1))), ContestError::InStage(id(1)));
    event.check();
}
