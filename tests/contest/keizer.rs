//! Stages by the Keizer system: people come and go, neighbors meet, and all rounds are counted again.

use adjutant_domain::contest::json::{read_settings, write_settings};
use adjutant_domain::contest::{
    Act, Contest, ContestError, ContestFact, PairingChange, PairingWarning, RequestedBye,
    ResultEntry, undo,
};
use swiss::keizer::Rules;
use swiss::stage::System;
use swiss::tiebreak::Value;

use crate::event::{DESK, DRAWN, Event, FIRST, id, player, round_id, spot, stages, stronger};
use crate::random::Random;
use crate::walks::is_sound;

/// A club's evenings, and the settings of a knock-out of the first four if asked for.
fn club(players: u32, system: &str, then: bool) -> Event {
    let last = r#",{"name":"Last","sources":[{"from":"top","of":0,"each":4}],"system":{"type":"knock-out"}}"#;
    let last = if then { last } else { "" };
    let club = format!(r#"{{"name":"Club","system":{{"type":"keizer",{system}}}}}{last}"#);
    Event::of(players, &stages(&club, ""))
}

/// The points and the value of each, in tenths and whole, best first.
fn table(event: &Event) -> Vec<(u32, i32, Value)> {
    let table = event.contest.group_tournament(0, 0, usize::MAX).expect("it has a table");
    let standings = table.standings();
    let ranking = standings.keizer().expect("it is ranked by Keizer");
    let line = |row: &swiss::standings::Row| {
        let value = ranking.line_of(row.entrant).expect("everybody is in it").value;
        (table.entrants[row.entrant].0, row.points.0, value)
    };
    standings.rows().iter().map(line).collect()
}

#[test]
fn neighbors_meet_and_a_win_counts_what_the_other_is_worth() {
    let mut event = club(6, r#""rounds":5,"top":10"#, false);
    event.begin(0);
    let round = event.next_round(0);
    assert_eq!(event.sides(0, round), [[2, 1], [4, 3], [6, 5]]);
    event.play(0, round, stronger);
    // 10 + 7, 9 + 6 and 8 + 5; those who lost have their own values.
    let points = [(1, 170), (3, 150), (5, 130), (2, 70), (4, 60), (6, 50)];
    for (place, (found, (number, points))) in table(&event).into_iter().zip(points).enumerate() {
        assert_eq!(found, (number, points, Value::whole(10 - place as i64)));
    }
    let round = event.next_round(0);
    assert_eq!(event.sides(0, round), [[3, 1], [5, 2], [6, 4]]);
    event.check();
}

#[test]
fn people_come_late_stay_away_and_leave() {
    let mut event = club(5, r#""rounds":4,"top":10,"bye":60,"excused":30"#, false);
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(1), Some(RequestedBye::Half)));
    event.begin(0);
    let round = event.next_round(0);
    assert_eq!(event.sides(0, round), [[3, 2], [5, 4]]);
    event.play(0, round, stronger);
    event.register(6..=7);
    for number in 6..=7 {
        event.tell(|contest| contest.join_stage(0, id(number)));
    }
    event.tell(|contest| contest.withdraw(id(2), false));
    let round = event.next_round(0);
    let seated: Vec<u32> = event.sides(0, round).into_iter().flatten().collect();
    assert_eq!(seated.len(), 6, "{seated:?}");
    assert!(seated.contains(&1) && seated.contains(&7) && !seated.contains(&2), "{seated:?}");
    event.play(0, round, stronger);
    // Who left keeps the place, and opponents keep what was won.
    assert_eq!(table(&event).len(), 7);
    let first = event.contest.group_tournament(0, 0, 1).expect("a table");
    let third = first.standings().rows()[2].clone();
    assert_eq!((first.entrants[third.entrant].0, third.points.0), (1, 104), "8, and 30 % of it");
    event.check();
}

#[test]
fn an_odd_one_is_free_in_turn_from_below() {
    let mut event = club(5, r#""rounds":5"#, false);
    event.begin(0);
    let mut free = Vec::new();
    for _ in 0..5 {
        let round = event.next_round(0);
        free.push(event.contest.stages[0].rounds[round].byes[0].0);
        event.play(0, round, |_| DRAWN);
    }
    assert_eq!(free[0], 5);
    free.sort_unstable();
    assert_eq!(free, [1, 2, 3, 4, 5], "everybody once");
}

#[test]
fn drafts_and_published_rounds_are_changed_by_hand_with_warnings_of_its_own_rules() {
    let mut event = club(6, r#""rounds":5,"apart":2"#, false);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    assert_eq!(event.contest.warnings(0), []);
    assert_eq!(event.sides(0, 1)[0], [3, 1]);
    event.tell(|contest| contest.swap_seats(0, id(3), id(2)));
    let again = PairingWarning::MetBefore { one: id(2), other: id(1), round: 0 };
    assert_eq!(event.contest.warnings(0), [again]);
    event.tell(|contest| contest.publish_round(round_id(0, 1)));
    let change = PairingChange::Exchange { one: id(3), other: id(2) };
    event.tell(|contest| contest.alter_round(round_id(0, 1), &[change], false));
    assert_eq!(event.sides(0, 1)[0], [3, 1]);
    event.check();
}

#[test]
fn what_rounds_count_changes_with_the_settings_and_so_does_the_draft() {
    let mut event = club(6, r#""rounds":3,"top":10"#, false);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, stronger);
    event.tell(|contest| contest.pair_round(0));
    let drafted = event.sides(0, 1);
    let changed = |rounds: usize, top: u32| {
        let mut settings = event.contest.settings.clone();
        let rules = Rules { top: Some(top), ..Rules::default() };
        settings.plan.stages[0].system = System::Keizer { rounds, rules };
        settings
    };
    let (more, fewer) = (changed(5, 100), changed(1, 100));
    let refused = event.refused(|contest| contest.change_settings(fewer));
    assert_eq!(refused, ContestError::PlanLocked, "a round is drafted");
    let facts = event.tell(|contest| contest.change_settings(more));
    assert!(matches!(facts[0], ContestFact::SettingsChanged { .. }), "{facts:?}");
    assert_eq!(table(&event)[0].1, 1_000 + 970, "a win against the fourth, of 97");
    assert_eq!(event.sides(0, 1), drafted);
    assert_eq!(event.contest.round_count(0), Some(5));
    event.check();
}

#[test]
fn the_first_four_go_on_to_a_knock_out() {
    let mut event = club(9, r#""rounds":4"#, true);
    event.begin(0);
    event.play_out(0, stronger);
    let best = event.order(0, 0)[..4].to_vec();
    event.tell(|contest| contest.withdraw(id(best[3]), false));
    let fifth = event.order(0, 0)[4];
    event.begin(1);
    let mut inside: Vec<u32> = event.contest.stages[1].entrants().map(|one| one.0).collect();
    inside.sort_unstable();
    let mut expected = vec![best[0], best[1], best[2], fifth];
    expected.sort_unstable();
    assert_eq!(inside, expected);
    event.play_out(1, stronger);
    assert_eq!(event.champion(1), Some(1));
    event.check();
}

#[test]
fn rules_are_written_as_they_are_read_and_old_plans_stay_readable() {
    let of = |system: &str| {
        let json = stages(&format!(r#"{{"name":"Club","system":{system}}}"#), "");
        read_settings(&json).unwrap_or_else(|fault| panic!("{json}: {fault}"))
    };
    let usual = of(r#"{"type":"keizer","rounds":9}"#);
    let rules = Rules::default();
    assert_eq!(usual.plan.stages[0].system, System::Keizer { rounds: 9, rules });
    assert_eq!(read_settings(&write_settings(&usual)), Ok(usual));
    let own =
        of(r#"{"type":"keizer","rounds":30,"top":60,"bye":50,"excused":35,"absent":10,"apart":8}"#);
    let rules = Rules { top: Some(60), bye: 50, excused: 35, absent: 10, apart: 8 };
    assert_eq!(own.plan.stages[0].system, System::Keizer { rounds: 30, rules });
    assert_eq!(read_settings(&write_settings(&own)), Ok(own));
    for wrong in [r#""bye":101"#, r#""top":0"#, r#""absent":-1"#, r#""apart":"3""#, r#""rank":1"#] {
        let system = format!(r#"{{"type":"keizer","rounds":9,{wrong}}}"#);
        let json = stages(&format!(r#"{{"name":"Club","system":{system}}}"#), "");
        let fault = read_settings(&json).expect_err(wrong).to_string();
        let (member, _) = wrong.split_once(':').expect("a member");
        assert!(fault.contains(member.trim_matches('"')), "{fault}");
    }
}

/// What happens between two rounds.
fn something(random: &mut Random, event: &mut Event) {
    let who = id(1 + random.below(event.contest.entrants.len() as u64) as u32);
    let round = event.contest.stages[0].rounds.len();
    let facts = match random.below(6) {
        0 if event.contest.active_count() > 3 => event.contest.withdraw(who, false),
        1 => event.contest.request_bye(round_id(0, round), who, Some(RequestedBye::Half)),
        2 => {
            let number = event.contest.entrants.len() as u32 + 1;
            event.contest.register(player(number), DESK).and_then(|mut facts| {
                let after = event.contest.with_facts(&facts).expect("they make sense");
                facts.extend(after.join_stage(0, id(number))?);
                Ok(facts)
            })
        }
        3 | 4 if round > 0 => {
            // A result of any round is corrected.
            let round = random.up_to(round);
            let meetings = &event.contest.stages[0].rounds[round].meetings;
            if meetings.is_empty() {
                return;
            }
            let at = spot(0, round, random.up_to(meetings.len()), 0);
            let entry = event.entry(at, random.result());
            event.contest.enter_result(&ResultEntry { reason: "misread".to_owned(), ..entry })
        }
        _ => Ok(Vec::new()),
    };
    if let Ok(facts) = facts {
        add(event, facts);
    }
}

fn add(event: &mut Event, facts: Vec<ContestFact>) {
    event.contest = event.contest.with_facts(&facts).expect("facts of a command make sense");
    event.facts.extend(facts);
}

/// Undoing the last act leads to the contest before.
fn is_undone(event: &Event, before: &Contest, first: usize) {
    if event.facts.len() > first {
        let act = Act { first: first + 1, last: event.facts.len() };
        if let Ok((_, contest)) = undo(&event.facts, act) {
            assert!(contest == *before, "{act:?}");
        }
    }
}

#[test]
fn whatever_happens_it_ends_with_everybody_in_one_place() {
    let (mut corrected, mut ended) = (0, 0);
    for seed in 0..60 {
        let mut random = Random(seed);
        let rounds = 1 + random.up_to(8);
        let players = 3 + random.below(14) as u32;
        let percent = random.below(101);
        let rules = format!(r#""rounds":{rounds},"bye":{percent},"absent":{}"#, percent / 2);
        let mut event = club(players, &rules, false);
        event.begin(0);
        while !event.contest.is_stage_over(0) {
            for _ in 0..random.below(4) {
                let (before, first) = (event.contest.clone(), event.facts.len());
                something(&mut random, &mut event);
                is_undone(&event, &before, first);
            }
            let round = event.next_round(0);
            event.play(0, round, |_| random.result());
            is_sound(&event.contest);
            corrected += usize::from(event.facts.iter().any(
                |fact| matches!(fact, ContestFact::ResultEntered { reason, .. } if !reason.is_empty()),
            ));
        }
        ended += 1;
        let places: Vec<usize> =
            event.standings(0, 0).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, (1..=places.len()).collect::<Vec<_>>(), "seed {seed}");
        event.check();
    }
    assert!(corrected > 20 && ended == 60, "{corrected} after corrections, {ended} ended");
    // Results matter.
    let mut event = club(4, r#""rounds":1"#, false);
    event.begin(0);
    let round = event.next_round(0);
    event.play(0, round, |_| FIRST);
    assert_eq!(event.order(0, 0), [2, 4, 1, 3]);
}
