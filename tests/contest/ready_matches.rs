//! Knock-outs that do not wait for rounds: a match is published as soon as both of its players are known.

use std::collections::BTreeSet;

use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, GameSlot, StewardScope, StewardTold,
};
use adjutant_domain::moment::Micros;
use swiss::series::{GameResult, Next};

use crate::event::{Event, FIRST, SECOND, id, spot, stages, stronger};
use crate::random::Random;

const KNOCKOUT: &str = r#"{"name":"Knock-out","system":{"type":"knock-out"}}"#;
const DOUBLE: &str = r#"{"name":"Double","system":{"type":"double-elimination"}}"#;
const NOW: Micros = Micros(1_000_000);

fn of(players: u32, stage: &str, more: &str) -> Event {
    let mut event = Event::of(players, &stages(stage, more));
    event.tell(|contest| contest.start_stage(0, true));
    event.next_round(0);
    event
}

fn continuous(players: u32, stage: &str) -> Event {
    of(players, stage, r#","continuous_knockout":true"#)
}

/// Enters a result, as the site does: with the matches that follow.
fn enter(event: &mut Event, spot: GameSlot, result: GameResult) -> Vec<ContestFact> {
    let entry = event.entry(spot, result);
    event.tell(|contest| Ok(contest.with_ready_matches(contest.enter_result(&entry)?, NOW)))
}

fn pairs(event: &Event, round: usize) -> Vec<[u32; 2]> {
    let rounds = &event.contest.stages[0].rounds;
    rounds.get(round).map_or_else(Vec::new, |round| {
        round.meetings.iter().map(|one| one.sides.map(|id| id.0)).collect()
    })
}

#[test]
fn a_match_is_published_when_its_second_player_is_known_and_the_next_ones_join_its_round() {
    let mut event = continuous(8, KNOCKOUT);
    assert_eq!(pairs(&event, 0), [[1, 8], [4, 5], [2, 7], [3, 6]]);
    enter(&mut event, spot(0, 0, 0, 0), FIRST);
    enter(&mut event, spot(0, 0, 2, 0), FIRST);
    assert_eq!(pairs(&event, 1), [[0; 2]; 0], "neither has an opponent");
    enter(&mut event, spot(0, 0, 3, 0), SECOND);
    assert_eq!(pairs(&event, 1), [[2, 6]]);
    enter(&mut event, spot(0, 1, 0, 0), FIRST);
    assert_eq!(pairs(&event, 2), [[0; 2]; 0], "the first round goes on");
    let facts = enter(&mut event, spot(0, 0, 1, 0), FIRST);
    assert!(facts.iter().any(|fact| matches!(fact, ContestFact::RoundExtended { round: 1, .. })));
    assert_eq!(pairs(&event, 1), [[2, 6], [1, 4]]);
    enter(&mut event, spot(0, 1, 1, 0), SECOND);
    assert_eq!(pairs(&event, 2).len(), 1, "the final is on");
    enter(&mut event, spot(0, 2, 0, 0), FIRST);
    assert!(event.contest.is_stage_over(0));
    event.check();
}

/// The numbers in the hall of the tables at which somebody plays.
fn busy_tables(event: &Event) -> Vec<usize> {
    let open = event.contest.published_tables().filter(|(_, one)| !one.is_over());
    open.map(|(at, one)| one.number_in_hall(at.table)).collect()
}

#[test]
fn a_match_that_starts_early_gets_a_table_in_the_hall_at_which_nobody_plays() {
    let mut event = continuous(8, KNOCKOUT);
    enter(&mut event, spot(0, 0, 2, 0), FIRST);
    enter(&mut event, spot(0, 0, 3, 0), FIRST);
    assert_eq!(pairs(&event, 1), [[2, 3]], "its own key is the first of its round");
    assert_eq!(busy_tables(&event), [1, 2, 3]);
    enter(&mut event, spot(0, 0, 0, 0), FIRST);
    enter(&mut event, spot(0, 0, 1, 0), FIRST);
    assert_eq!(busy_tables(&event), [3, 2]);
    enter(&mut event, spot(0, 1, 0, 0), FIRST);
    enter(&mut event, spot(0, 1, 1, 0), FIRST);
    assert_eq!(busy_tables(&event), [1], "the final is played at its own table");
    event.check();
}

#[test]
fn a_steward_enters_results_of_every_round_in_which_somebody_plays() {
    let mut event = continuous(8, KNOCKOUT);
    enter(&mut event, spot(0, 0, 2, 0), FIRST);
    enter(&mut event, spot(0, 0, 3, 0), FIRST);
    let all = StewardScope::default();
    let seen = |event: &Event, reach: &StewardScope| -> Vec<usize> {
        let tables = event.contest.tables_in_scope(reach).filter(|(_, one)| !one.is_over());
        tables.map(|(at, one)| one.number_in_hall(at.table)).collect()
    };
    assert_eq!(seen(&event, &all), [1, 2, 3]);
    let first = StewardScope { tables: Some(0..=0), ..StewardScope::default() };
    assert_eq!(seen(&event, &first), [1]);
    let sides = event.contest.stages[0].rounds[0].meetings[0].sides;
    let told = StewardTold { spot: spot(0, 0, 0, 0), sides, result: FIRST, link_name: "Hall" };
    event.tell(|contest| contest.enter_steward_result(&first, &told));
    assert_eq!(seen(&event, &all), [2, 3]);
    event.check();
}

#[test]
fn a_correction_puts_the_right_player_at_the_table_until_somebody_has_played_there() {
    let mut event = continuous(4, KNOCKOUT);
    let first = pairs(&event, 0);
    enter(&mut event, spot(0, 0, 0, 0), FIRST);
    enter(&mut event, spot(0, 0, 1, 0), FIRST);
    assert_eq!(pairs(&event, 1), [[first[0][0], first[1][0]]]);
    enter_correction(&mut event, spot(0, 0, 0, 0), SECOND).expect("it is corrected");
    assert!(pairs(&event, 1).concat().contains(&first[0][1]));
    assert!(!event.contest.stages[0].rounds[1].stale);
    enter(&mut event, spot(0, 1, 0, 0), FIRST);
    let late = enter_correction(&mut event, spot(0, 0, 0, 0), FIRST);
    assert_eq!(late, Err(ContestError::LaterRoundExists));
    event.check();
}

fn enter_correction(
    event: &mut Event,
    spot: GameSlot,
    result: GameResult,
) -> Result<(), ContestError> {
    let entry = event.entry(spot, result);
    let entry = adjutant_domain::contest::ResultEntry { reason: "a mistake".to_owned(), ..entry };
    let facts = event.contest.enter_result(&entry)?;
    event.tell(|contest| Ok(contest.with_ready_matches(facts, NOW)));
    Ok(())
}

#[test]
fn otherwise_rounds_wait_and_officials_start_what_is_ready_by_hand() {
    let mut event = of(8, KNOCKOUT, "");
    enter(&mut event, spot(0, 0, 0, 0), FIRST);
    let early = event.refused(|contest| contest.start_ready_matches(0, NOW));
    assert_eq!(early, ContestError::NoMatchReady);
    enter(&mut event, spot(0, 0, 1, 0), FIRST);
    assert_eq!((pairs(&event, 1).len(), event.contest.ready_match_count(0)), (0, 1));
    event.tell(|contest| contest.start_ready_matches(0, NOW));
    assert_eq!((pairs(&event, 1).len(), event.contest.ready_match_count(0)), (1, 0));
    event.play(0, 0, stronger);
    event.tell(|contest| contest.start_ready_matches(0, NOW));
    assert_eq!(pairs(&event, 1).len(), 2);
    event.check();
}

#[test]
fn players_who_arrange_their_matches_have_a_window_for_each() {
    let rules = r#","continuous_knockout":true,"arranged":{}"#;
    let mut event = Event::of(4, &stages(KNOCKOUT, rules));
    event.tell(|contest| contest.start_stage(0, true));
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.publish_round_at(crate::event::round_id(0, 0), NOW));
    enter(&mut event, spot(0, 0, 0, 0), FIRST);
    let facts = enter(&mut event, spot(0, 0, 1, 0), FIRST);
    assert!(facts.iter().any(|fact| matches!(fact, ContestFact::WindowOpened { round: 1, .. })));
    event.check();
}

/// The open games of an event.
fn open(contest: &Contest) -> Vec<GameSlot> {
    let rounds = contest.stages[0].rounds.iter().enumerate();
    let mut found = Vec::new();
    for (round, known) in rounds.filter(|(_, round)| round.published) {
        for (table, meeting) in known.meetings.iter().enumerate() {
            if let Next::Play { game, .. } = meeting.next {
                found.push(spot(0, round, table, game));
            }
        }
    }
    found
}

#[test]
fn in_whatever_order_games_end_each_match_is_published_once_and_somebody_wins() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let stage = if random.coin() { KNOCKOUT } else { DOUBLE };
        let players = 2 + random.below(15) as u32;
        let mut event = continuous(players, stage);
        let mut steps = 0;
        while !event.contest.is_stage_over(0) {
            steps += 1;
            assert!(steps < 200, "seed {seed} does not end");
            if random.below(12) == 0 {
                let who = id(1 + random.below(u64::from(players)) as u32);
                if let Ok(facts) = event.contest.withdraw(who, false) {
                    event.tell(|contest| Ok(contest.with_ready_matches(facts, NOW)));
                }
                continue;
            }
            let busy = busy_tables(&event);
            let distinct: BTreeSet<usize> = busy.iter().copied().collect();
            assert_eq!(
                distinct.len(),
                busy.len(),
                "seed {seed}: two matches at a table of {busy:?}"
            );
            let open = open(&event.contest);
            let Some(game) = open.get(random.up_to(open.len())).copied() else { continue };
            let entry = event.entry(game, random.of(&[FIRST, SECOND]));
            if let Ok(facts) = event.contest.enter_result(&entry) {
                event.tell(|contest| Ok(contest.with_ready_matches(facts, NOW)));
            }
        }
        let rounds = &event.contest.stages[0].rounds;
        let matches = rounds.iter().flat_map(|round| &round.meetings);
        let matches: Vec<usize> =
            matches.filter_map(|one| one.knockout_match.map(|of| of.0)).collect();
        let once: BTreeSet<usize> = matches.iter().copied().collect();
        assert_eq!(once.len(), matches.len(), "seed {seed}");
        event.check();
    }
}

#[test]
fn a_table_that_a_correction_left_without_a_match_does_not_hold_up_the_end() {
    let mut event = continuous(8, DOUBLE);
    for table in 0..4 {
        enter(&mut event, spot(0, 0, table, 0), FIRST);
    }
    // Neither of the first two goes on, so that those who were to meet them pass without a game.
    enter_correction(&mut event, spot(0, 0, 0, 0), GameResult::BothAbsent)
        .expect("it is corrected");
    // At their tables, nobody sits by now.
    let taken = |event: &Event, spot: GameSlot| {
        let entry = event.entry(spot, FIRST);
        event.contest.enter_result(&entry) == Err(ContestError::PairingChanged)
    };
    while let Some(at) = open(&event.contest).into_iter().find(|at| !taken(&event, *at)) {
        enter(&mut event, at, FIRST);
    }
    assert!(!open(&event.contest).is_empty(), "one of them is still there");
    assert!(event.contest.is_stage_over(0));
    event.check();
}
