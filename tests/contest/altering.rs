//! Published rounds changed by hand: pairs that stay keep their results.

use adjutant_domain::contest::{
    AlterationError, ContestError, ContestFact, EntrantId, PairingChange, PairingWarning, TableMove,
};
use swiss::series::GameResult;

use crate::event::{
    DESK, DRAWN, Event, FIRST, SECOND, id, player, round_id, spot, stages, stronger, swiss,
};

const ROUND: adjutant_domain::contest::RoundId = round_id(0, 0);

/// An odd number of players, so that one has the bye, in the first round.
fn of_seven() -> Event {
    let mut event = Event::swiss(7, 4);
    event.begin(0);
    event.next_round(0);
    event
}

fn bye_holder(event: &Event) -> EntrantId {
    event.contest.stages[0].rounds[0].byes[0]
}

fn result_of(event: &Event, table: usize) -> Option<GameResult> {
    event.contest.stages[0].rounds[0].meetings[table].result_of(0)
}

fn refusal(why: AlterationError) -> ContestError {
    ContestError::Alteration { change: 0, why }
}

#[test]
fn a_latecomer_meets_who_had_the_bye_and_no_result_is_lost() {
    let mut event = of_seven();
    event.result(spot(0, 0, 1, 0), FIRST);
    event.register(8..=8);
    let black = bye_holder(&event);
    let pair = [PairingChange::Pair { white: id(8), black }];
    let seen = event.contest.preview_alteration(ROUND, &pair).expect("it can be done");
    assert_eq!((seen.joining.as_slice(), seen.byes.as_slice()), (&[id(8)][..], &[][..]));
    let facts = event.tell(|contest| contest.alter_round(ROUND, &pair, false));
    assert!(matches!(
        facts[..],
        [ContestFact::StageJoined { .. }, ContestFact::RoundAltered { .. }]
    ));
    assert_eq!(event.sides(0, 0)[3], [8, black.0]);
    assert_eq!(result_of(&event, 1), Some(FIRST));
    assert!(event.contest.stages[0].rounds[0].is_manual);
    event.play(0, 0, stronger);
    event.check();
    event.next_round(0);
    assert_eq!(event.points(0, black.0), 20, "the bye counts no longer, the win does");
}

#[test]
fn players_change_places_and_the_others_keep_tables_and_results() {
    let mut event = of_seven();
    event.result(spot(0, 0, 2, 0), DRAWN);
    let sides = event.sides(0, 0);
    let change = [PairingChange::Exchange { one: id(sides[0][1]), other: id(sides[1][1]) }];
    event.tell(|contest| contest.alter_round(ROUND, &change, false));
    let after = event.sides(0, 0);
    assert_eq!(after[0], [sides[0][0], sides[1][1]]);
    assert_eq!(after[1], [sides[1][0], sides[0][1]]);
    assert_eq!((after[2], result_of(&event, 2)), (sides[2], Some(DRAWN)));
    event.check();
}

#[test]
fn a_pair_with_a_result_is_parted_only_where_that_is_said() {
    let mut event = of_seven();
    event.result(spot(0, 0, 0, 0), FIRST);
    let sides = event.sides(0, 0);
    let change = [PairingChange::Exchange { one: id(sides[0][1]), other: bye_holder(&event) }];
    let refused = event.refused(|contest| contest.alter_round(ROUND, &change, false));
    assert_eq!(refused, ContestError::HasResults { tables: 1 });
    let seen = event.contest.preview_alteration(ROUND, &change).expect("it can be done");
    assert_eq!(seen.lost_results, [0]);
    event.tell(|contest| contest.alter_round(ROUND, &change, true));
    assert_eq!(result_of(&event, 0), None);
    event.check();
}

#[test]
fn colors_as_they_were_played_leave_the_result_with_the_players() {
    let mut event = of_seven();
    event.result(spot(0, 0, 0, 0), FIRST);
    event.play(0, 0, stronger);
    event.next_round(0);
    let [white, black] = event.sides(0, 0)[0];
    let points = event.points(0, white);
    let change = [PairingChange::SwapColors { entrant: id(black) }];
    event.tell(|contest| contest.alter_round(ROUND, &change, false));
    assert_eq!(event.sides(0, 0)[0], [black, white]);
    assert_eq!((result_of(&event, 0), event.points(0, white)), (Some(SECOND), points));
    assert!(event.contest.stages[0].rounds[1].stale, "the next round was paired by other colors");
    let other = [PairingChange::Unpair { entrant: id(black) }];
    let refused = event.refused(|contest| contest.alter_round(ROUND, &other, true));
    assert_eq!(refused, refusal(AlterationError::LaterRound));
    event.check();
}

#[test]
fn of_a_dissolved_table_only_the_last_one_takes_the_place() {
    let mut event = Event::swiss(90, 4);
    event.begin(0);
    event.next_round(0);
    let before = event.sides(0, 0);
    let change = [PairingChange::Unpair { entrant: id(before[1][0]) }];
    let seen = event.contest.preview_alteration(ROUND, &change).expect("it can be done");
    assert_eq!(seen.moves, [TableMove { from: 44, to: 1 }]);
    event.tell(|contest| contest.alter_round(ROUND, &change, false));
    let after = event.sides(0, 0);
    assert_eq!((after.len(), after[1]), (44, before[44]));
    assert_eq!((&after[0], &after[2..]), (&before[0], &before[2..44]), "the others stay");
    event.check();
}

#[test]
fn who_is_paired_anew_gets_the_table_that_was_left() {
    let mut event = of_seven();
    let sides = event.sides(0, 0);
    let (white, black) = (id(sides[0][1]), bye_holder(&event));
    let change = [
        PairingChange::Unpair { entrant: white },
        PairingChange::Pair { white, black },
        PairingChange::Bye { entrant: id(sides[0][0]), bye: true },
    ];
    let seen = event.contest.preview_alteration(ROUND, &change).expect("it can be done");
    assert_eq!(seen.moves, []);
    event.tell(|contest| contest.alter_round(ROUND, &change, false));
    assert_eq!(event.sides(0, 0), [[white.0, black.0], sides[1], sides[2]]);
    event.check();
}

#[test]
fn a_table_that_is_dissolved_moves_the_one_behind_it_and_that_is_said() {
    let mut event = of_seven();
    event.result(spot(0, 0, 2, 0), SECOND);
    let sides = event.sides(0, 0);
    let change = [
        PairingChange::Unpair { entrant: id(sides[1][0]) },
        PairingChange::Bye { entrant: bye_holder(&event), bye: false },
        PairingChange::Bye { entrant: id(sides[1][1]), bye: true },
    ];
    let seen = event.contest.preview_alteration(ROUND, &change).expect("it can be done");
    assert_eq!(seen.moves, [TableMove { from: 2, to: 1 }]);
    assert_eq!(
        seen.unpaired,
        [bye_holder(&event), id(sides[1][0])]
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    event.tell(|contest| contest.alter_round(ROUND, &change, false));
    assert_eq!((event.sides(0, 0)[1], result_of(&event, 1)), (sides[2], Some(SECOND)));
    assert_eq!(event.contest.stages[0].rounds[0].byes, [id(sides[1][1])]);
    event.check();
}

#[test]
fn a_preview_says_which_rules_the_new_pairs_break() {
    let mut event = of_seven();
    event.play(0, 0, stronger);
    event.next_round(0);
    let met = event.sides(0, 0)[0];
    let at = round_id(0, 1);
    let of = |number: u32| {
        let tables = event.sides(0, 1);
        let found = tables.iter().flatten().any(|one| *one == number);
        found.then_some(PairingChange::Unpair { entrant: id(number) })
    };
    let mut changes: Vec<PairingChange> = of(met[0]).into_iter().chain(of(met[1])).collect();
    changes.push(PairingChange::Pair { white: id(met[0]), black: id(met[1]) });
    let seen = event.contest.preview_alteration(at, &changes).expect("officials decide");
    let again = PairingWarning::MetBefore { one: id(met[0]), other: id(met[1]), round: 0 };
    assert!(seen.warnings.contains(&again), "{:?}", seen.warnings);
}

#[test]
fn what_cannot_be_changed_is_refused_with_the_number_of_the_change() {
    let mut event = of_seven();
    let sides = event.sides(0, 0);
    let [one, other] = sides[0].map(id);
    let bye = bye_holder(&event);
    let cases = [
        (PairingChange::Exchange { one, other }, AlterationError::Nothing),
        (PairingChange::Exchange { one, other: id(99) }, AlterationError::NotActive(id(99))),
        (PairingChange::Pair { white: one, black: bye }, AlterationError::Seated(one)),
        (PairingChange::Pair { white: bye, black: bye }, AlterationError::Nothing),
        (PairingChange::Unpair { entrant: bye }, AlterationError::NotSeated(bye)),
        (PairingChange::SwapColors { entrant: bye }, AlterationError::NotSeated(bye)),
        (PairingChange::Bye { entrant: one, bye: true }, AlterationError::Seated(one)),
        (PairingChange::Bye { entrant: one, bye: false }, AlterationError::NotSeated(one)),
    ];
    for (change, why) in cases {
        let refused = event.refused(|contest| contest.alter_round(ROUND, &[change], true));
        assert_eq!(refused, refusal(why), "{change:?}");
    }
    event.tell(|contest| contest.register(player(9), DESK));
    event.tell(|contest| contest.withdraw(id(8), false));
    let late = PairingChange::Pair { white: id(8), black: bye };
    assert_eq!(
        event.refused(|contest| contest.alter_round(ROUND, &[late], false)),
        refusal(AlterationError::NotActive(id(8)))
    );
    assert_eq!(
        event.refused(|contest| contest.alter_round(round_id(0, 1), &[late], false)),
        ContestError::NotFound
    );
}

#[test]
fn in_a_round_robin_only_colors_change_and_in_a_knockout_nothing() {
    let mut event = Event::of(6, &stages(r#"{"name":"All","system":{"type":"round-robin"}}"#, ""));
    event.begin(0);
    event.next_round(0);
    let [one, other] = event.sides(0, 0)[0].map(id);
    event.tell(|contest| {
        contest.alter_round(ROUND, &[PairingChange::SwapColors { entrant: one }], false)
    });
    assert_eq!(event.sides(0, 0)[0], [other.0, one.0]);
    let refused = event.refused(|contest| {
        contest.alter_round(ROUND, &[PairingChange::Unpair { entrant: one }], true)
    });
    assert_eq!(refused, refusal(AlterationError::FixedPairs));
    event.check();
    let mut event = Event::of(4, &stages(r#"{"name":"Out","system":{"type":"knock-out"}}"#, ""));
    event.begin(0);
    event.next_round(0);
    let refused = event.refused(|contest| {
        contest.alter_round(ROUND, &[PairingChange::SwapColors { entrant: id(1) }], true)
    });
    assert_eq!(refused, refusal(AlterationError::FixedColors));
}

#[test]
fn a_round_that_is_undone_and_paired_again_keeps_tables_and_results_of_pairs_that_stay() {
    let mut event = Event::of(8, &swiss(3, ""));
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, stronger);
    event.next_round(0);
    for table in 0..4 {
        event.result(spot(0, 1, table, 0), DRAWN);
    }
    let before = event.sides(0, 1);
    event.tell(|contest| contest.take_back_round(round_id(0, 1), true));
    // One who was at the last table leaves: others stay where they are.
    event.tell(|contest| contest.withdraw(id(before[3][1]), false));
    event.next_round(0);
    let after = event.sides(0, 1);
    let kept: Vec<usize> =
        (0..after.len()).filter(|at| before.get(*at) == after.get(*at)).collect();
    assert!(!kept.is_empty(), "{before:?} {after:?}");
    for (table, sides) in after.iter().enumerate() {
        let result = event.contest.stages[0].rounds[1].meetings[table].result_of(0);
        match before.iter().position(|old| old == sides) {
            Some(old) => assert_eq!((old, result), (table, Some(DRAWN))),
            None => assert_eq!(result, None, "table {table}"),
        }
    }
    event.check();
}
