//! Rounds are explained by what was known when they were published.

use adjutant_domain::contest::{EntrantProfile, RoundExplanation};
use swiss::pairing::explain::{Bar, Breach};

use crate::event::{DESK, DRAWN, Event, id, player, round_id, spot, stages, stronger};

fn explained(event: &Event, round: usize) -> RoundExplanation {
    event.contest.explain_round(&event.facts, round_id(0, round)).expect("a round of a Swiss stage")
}

/// Whether the rules pair a round as it was published, and everybody who is in it is in a bracket.
fn is_by_the_rules(event: &Event, round: usize) -> bool {
    let told = explained(event, round);
    let said = told.explanation.expect("the rules find a pairing");
    let residents = said.brackets.iter().map(|bracket| bracket.residents.len()).sum::<usize>();
    let of_round = &event.contest.stages[0].rounds[round];
    assert_eq!(residents, 2 * of_round.meetings.len() + of_round.byes.len());
    said.changed.is_none()
}

#[test]
fn every_round_of_an_evening_is_as_the_rules_pair_it_and_a_draft_too() {
    let mut event = Event::swiss(9, 4);
    event.begin(0);
    for _ in 0..3 {
        let round = event.next_round(0);
        event.play(0, round, stronger);
    }
    event.tell(|contest| contest.pair_round(0));
    assert!((0..4).all(|round| is_by_the_rules(&event, round)));
    assert!(event.contest.explain_round(&event.facts, round_id(0, 4)).is_none());
    assert!(event.contest.explain_round(&event.facts, round_id(1, 0)).is_none());
}

#[test]
fn later_facts_change_no_explanation() {
    let mut event = Event::swiss(8, 4);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.next_round(0);
    let before = explained(&event, 1);
    // Somebody joins, somebody leaves, and a result of the first round was wrong.
    let strongest = EntrantProfile { rating: 2_900, ..player(99) };
    event.tell(|contest| contest.register(strongest, DESK));
    event.tell(|contest| contest.join_stage(0, id(9)));
    event.tell(|contest| contest.withdraw(id(2), false));
    event.result(spot(0, 0, 0, 0), DRAWN);
    assert!(event.contest.stages[0].rounds[1].stale);
    assert_eq!(explained(&event, 1), before);
}

#[test]
fn a_round_that_was_taken_back_and_restored_is_explained_as_before() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.next_round(0);
    let before = explained(&event, 1);
    event.tell(|contest| contest.take_back_round(round_id(0, 1), false));
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.restore_round(0));
    assert_eq!(explained(&event, 1), before);
}

#[test]
fn a_draft_that_was_changed_by_hand_is_told_with_what_it_breaks() {
    let mut event = Event::swiss(4, 3);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    assert!(is_by_the_rules(&event, 1));
    // Who met in the first round meets again.
    let [one, other] = event.sides(0, 1)[0];
    let met = event.sides(0, 0).into_iter().find(|sides| sides.contains(&one)).expect("he played");
    let again = if met[0] == one { met[1] } else { met[0] };
    event.tell(|contest| contest.swap_seats(0, id(other), id(again)));
    let told = explained(&event, 1);
    let changed = told.explanation.expect("the rules find one").changed.expect("it was changed");
    let meets_again = |breach: &Breach| match breach {
        Breach::Pair { pair, bar: Bar::Met { round: 0 } } => {
            let pair = pair.map(|place| told.ids[place]);
            pair.contains(&id(one)) && pair.contains(&id(again))
        }
        _ => false,
    };
    assert!(changed.breaches.iter().any(meets_again), "{changed:?}");
}

#[test]
fn rounds_of_other_systems_are_drawn_and_not_explained() {
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(4, &stages(all, ""));
    event.begin(0);
    event.next_round(0);
    assert!(event.contest.explain_round(&event.facts, round_id(0, 0)).is_none());
}
