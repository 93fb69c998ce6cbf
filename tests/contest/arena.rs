//! Arenas: whoever is free is paired at once, points double in a row of wins, and the clock ends it.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_domain::contest::json::{read_settings, write_settings};
use adjutant_domain::contest::{
    Act, ContestError, ContestFact, ContestSettings, EntrantId, ResultEntry, undo,
};
use adjutant_domain::moment::{MINUTE, Micros, SECOND};
use adjutant_domain::play::Disclosure;
use swiss::arena::Rules;
use swiss::series::{GameResult, Side};
use swiss::stage::System;

use crate::event::{DESK, DRAWN, Event, FIRST, SECOND as LOST, id, player, round_id, spot, stages};
use crate::random::Random;

const START: Micros = Micros(1_000_000_000_000);

fn arena(players: u32, system: &str, more: &str) -> Event {
    let arena = format!(r#"{{"name":"Arena","system":{{"type":"arena",{system}}}}}"#);
    let mut event = Event::of(players, &stages(&arena, more));
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    at(&mut event, START, |contest| contest.publish_round(round_id(0, 0)));
    event
}

/// Does something, as the site does: with the pairs that follow.
fn at(
    event: &mut Event,
    now: Micros,
    command: impl FnOnce(&adjutant_domain::contest::Contest) -> Result<Vec<ContestFact>, ContestError>,
) -> Vec<ContestFact> {
    event.tell(|contest| Ok(contest.with_new_pairs(command(contest)?, now)))
}

fn enter(event: &mut Event, game: usize, result: GameResult, now: Micros) {
    let entry = event.entry(spot(0, 0, game, 0), result);
    at(event, now, |contest| contest.enter_result(&entry));
}

/// The tables in the hall at which games are open, with who plays.
fn open(event: &Event) -> Vec<(usize, usize, [u32; 2])> {
    let meetings = event.contest.stages[0].rounds[0].meetings.iter().enumerate();
    let open = meetings.filter(|(_, one)| !one.is_over());
    open.map(|(game, one)| (one.hall_table.expect("it has one"), game, one.sides.map(|id| id.0)))
        .collect()
}

/// Numbers, points, games and wins in a row, the best first.
fn table(event: &Event) -> Vec<(u32, i32, u32, u32)> {
    let table = event.contest.group_tournament(0, 0, usize::MAX).expect("it has a table");
    let standings = table.standings();
    let ranking = standings.arena().expect("it is an arena");
    let line = |row: &swiss::standings::Row| {
        let line = ranking.line_of(row.entrant).expect("everybody is in it");
        (table.entrants[row.entrant].0, row.points.0 / 10, line.games, line.wins)
    };
    standings.rows().iter().map(line).collect()
}

#[test]
fn those_who_are_free_are_paired_at_once_at_a_table_that_is_free() {
    let mut event = arena(6, r#""minutes":60"#, "");
    assert_eq!(open(&event).iter().map(|one| one.2).collect::<Vec<_>>(), [[2, 1], [4, 3], [6, 5]]);
    assert_eq!(event.contest.stages[0].arena.ends, Some(START + 60 * MINUTE));
    enter(&mut event, 0, LOST, START);
    assert_eq!(open(&event).len(), 2, "the two have just met, and others may become free");
    enter(&mut event, 2, LOST, START);
    // 1 and 5 have won; the tables of both games are free again.
    assert_eq!(open(&event)[1..], [(1, 3, [5, 1]), (3, 4, [6, 2])]);
    assert!(!event.contest.is_stage_over(0));
    event.check();
}

#[test]
fn two_who_have_just_met_meet_again_when_nobody_else_came_for_a_minute() {
    let mut event = arena(4, r#""minutes":60"#, "");
    enter(&mut event, 0, FIRST, START);
    assert_eq!(event.contest.next_due_at(), Some(START + MINUTE));
    at(&mut event, START + MINUTE - 1, |_| Ok(Vec::new()));
    assert_eq!(open(&event).len(), 1);
    at(&mut event, START + MINUTE, |_| Ok(Vec::new()));
    assert_eq!(open(&event)[1].2, [1, 2], "with the other colors");
    let mut event = arena(4, r#""minutes":60,"rematch":0"#, "");
    enter(&mut event, 0, FIRST, START);
    assert_eq!(open(&event).len(), 2, "at once if nobody waits");
    let mut event = arena(2, r#""minutes":60"#, "");
    enter(&mut event, 0, FIRST, START);
    assert_eq!(open(&event).len(), 1, "at once if nobody else can come");
    event.check();
}

#[test]
fn after_two_wins_in_a_row_points_count_double_until_a_game_is_not_won() {
    let mut event = arena(2, r#""minutes":60"#, "");
    let wins = |event: &mut Event, result: Option<u32>| {
        let (_, game, sides) = open(event)[0];
        let result = match result {
            None => DRAWN,
            Some(winner) if winner == sides[0] => FIRST,
            Some(_) => LOST,
        };
        enter(event, game, result, START);
        let points = |number| table(event).iter().find(|one| one.0 == number).map(|one| one.1);
        (points(1), points(2))
    };
    assert_eq!(wins(&mut event, Some(1)), (Some(2), Some(0)));
    assert_eq!(wins(&mut event, Some(1)), (Some(4), Some(0)));
    assert_eq!(wins(&mut event, Some(1)), (Some(8), Some(0)), "doubled");
    assert_eq!(wins(&mut event, None), (Some(10), Some(1)), "a draw, too, and it ends the streak");
    assert_eq!(wins(&mut event, Some(1)), (Some(12), Some(1)));
    assert_eq!(wins(&mut event, Some(2)), (Some(12), Some(3)));
    assert_eq!(table(&event)[0], (1, 12, 6, 0));
    event.check();
}

#[test]
fn the_clock_ends_it_and_games_that_have_begun_count() {
    let mut event = arena(4, r#""minutes":60"#, "");
    let end = START + 60 * MINUTE;
    assert_eq!(event.contest.next_due_at(), Some(end));
    at(&mut event, end, |_| Ok(Vec::new()));
    assert!(!event.contest.is_arena_running(0) && !event.contest.is_stage_over(0));
    enter(&mut event, 0, FIRST, end);
    enter(&mut event, 1, FIRST, end);
    assert!(event.contest.is_stage_over(0));
    assert_eq!(table(&event).iter().map(|one| one.1).collect::<Vec<_>>(), [2, 2, 0, 0]);
    assert_eq!(event.contest.next_due_at(), None);
    assert_eq!(event.refused(|contest| contest.end_arena(0)), ContestError::ArenaNotRunning);
    event.check();
}

#[test]
fn taken_back_and_restored_it_ends_when_it_would_have_ended() {
    let mut event = arena(4, r#""minutes":60"#, "");
    let later = START + 40 * MINUTE;
    let again = |event: &mut Event, now| {
        at(event, now, |contest| contest.take_back_round(round_id(0, 0), false));
        at(event, now, |contest| contest.restore_round(0));
        event.contest.stages[0].arena.ends
    };
    assert_eq!(again(&mut event, later), Some(START + 60 * MINUTE));
    at(&mut event, later, |contest| contest.take_back_round(round_id(0, 0), false));
    assert_eq!(event.contest.next_due_at(), None);
    at(&mut event, START + 70 * MINUTE, |contest| contest.restore_round(0));
    assert!(!event.contest.is_arena_running(0), "its time was over");
    event.check();
    let mut event = arena(4, r#""minutes":60"#, "");
    at(&mut event, later, |contest| contest.take_back_round(round_id(0, 0), false));
    event.tell(|contest| contest.pair_round(0));
    at(&mut event, later, |contest| contest.publish_round(round_id(0, 0)));
    assert_eq!(event.contest.stages[0].arena.ends, Some(later + 60 * MINUTE), "another one");
    event.check();
}

#[test]
fn it_ends_with_a_cancelled_event_and_stays_ended() {
    let mut event = arena(4, r#""minutes":60"#, "");
    at(&mut event, START, |contest| contest.cancel("a storm"));
    assert!(!event.contest.is_arena_running(0));
    assert_eq!(event.contest.next_due_at(), None);
    at(&mut event, START, |contest| contest.set_ended(false));
    assert!(!event.contest.is_arena_running(0), "its ranks may be known");
    enter(&mut event, 0, FIRST, START);
    enter(&mut event, 1, FIRST, START);
    assert!(event.contest.is_stage_over(0), "nobody is paired any more");
    event.check();
}

#[test]
fn officials_end_it_or_give_it_more_time() {
    let mut event = arena(4, r#""minutes":60"#, "");
    let now = START + 50 * MINUTE;
    at(&mut event, now, |contest| contest.set_arena_end(0, 30, now));
    assert_eq!(event.contest.stages[0].arena.ends, Some(START + 80 * MINUTE));
    let refused = event.refused(|contest| contest.set_arena_end(0, 0, now));
    assert_eq!(refused, ContestError::InvalidArenaMinutes { most: 10_080 });
    at(&mut event, now, |contest| contest.end_arena(0));
    enter(&mut event, 0, FIRST, now);
    enter(&mut event, 1, FIRST, now);
    assert!(event.contest.is_stage_over(0));
    event.check();
}

#[test]
fn who_takes_a_break_or_has_left_is_not_paired_and_late_ones_are() {
    let mut event = arena(4, r#""minutes":60"#, "");
    at(&mut event, START, |contest| contest.pause_in_arena(0, id(1), true));
    at(&mut event, START, |contest| contest.withdraw(id(3), true));
    enter(&mut event, 0, DRAWN, START);
    enter(&mut event, 1, DRAWN, START);
    assert_eq!(open(&event).iter().map(|one| one.2).collect::<Vec<_>>(), [[4, 2]]);
    event.register(5..=5);
    at(&mut event, START, |contest| contest.join_arena(0, id(5)));
    assert_eq!(open(&event).len(), 1);
    at(&mut event, START, |contest| contest.pause_in_arena(0, id(1), false));
    assert_eq!(open(&event)[1].2, [1, 5], "who had Black gets White");
    let refused = event.refused(|contest| contest.pause_in_arena(0, id(3), true));
    assert_eq!(refused, ContestError::NotActive(id(3)));
    event.check();
}

#[test]
fn a_result_is_corrected_but_not_removed_while_its_players_have_another_game() {
    let mut event = arena(4, r#""minutes":60"#, "");
    enter(&mut event, 0, FIRST, START);
    enter(&mut event, 1, FIRST, START);
    let entry = event.entry(spot(0, 0, 0, 0), LOST);
    let gone = ResultEntry { result: None, ..entry.clone() };
    assert_eq!(event.refused(|contest| contest.enter_result(&gone)), ContestError::PlaysElsewhere);
    at(&mut event, START, |contest| contest.enter_result(&entry));
    assert_eq!(table(&event)[0].0, 1, "the loser of before has won");
    event.check();
}

#[test]
fn points_and_waits_are_settings_and_teams_have_no_arena() {
    let of = |system: &str| {
        stages(&format!(r#"{{"name":"Arena","system":{{"type":"arena",{system}}}}}"#), "")
    };
    let usual = read_settings(&of(r#""minutes":90"#)).expect("it is fine");
    let rules = Rules::default();
    assert_eq!(usual.plan.stages[0].system, System::Arena { minutes: 90, rules });
    let own = of(r#""minutes":5,"win":3,"draw":1,"loss":1,"streak":0,"rematch":30"#);
    let own = read_settings(&own).expect("it is fine");
    let rules = Rules { win: 3, draw: 1, loss: 1, streak: 0, rematch: 30 };
    assert_eq!(own.plan.stages[0].system, System::Arena { minutes: 5, rules });
    assert_eq!(read_settings(&write_settings(&own)), Ok(own.clone()));
    for wrong in [r#""minutes":0"#, r#""minutes":5,"win":-1"#, r#""minutes":5,"rematch":4000"#] {
        assert!(read_settings(&of(wrong)).is_err(), "{wrong}");
    }
    let teams = of(r#""minutes":5"#).replace(r#""players""#, r#""teams","boards":3"#);
    let teams = read_settings(&teams).expect("it can be read");
    assert!(adjutant_domain::contest::Contest::create(teams).is_err());
}

/// What each has by an own count: points and games.
fn counted(event: &Event) -> BTreeMap<u32, (i32, u32)> {
    let mut all: BTreeMap<u32, (i32, u32, u32)> = BTreeMap::new();
    for meeting in &event.contest.stages[0].rounds[0].meetings {
        let Some(result) = meeting.games.first() else { continue };
        for side in [Side::First, Side::Second] {
            let (won, drawn) = match *result {
                GameResult::Won(winner) => (winner == side, false),
                GameResult::Drawn => (false, true),
                GameResult::Default { absent } => (absent != side, false),
                GameResult::BothAbsent => (false, false),
            };
            let (points, games, row) = all.entry(meeting.entrant_on(side).0).or_default();
            let plain = if won { 2 } else { i32::from(drawn) };
            let is_played = matches!(result, GameResult::Won(_) | GameResult::Drawn);
            *points += if *row >= 2 && is_played { 2 * plain } else { plain };
            *games += 1;
            *row = if won { *row + u32::from(is_played) } else { 0 };
        }
    }
    all.into_iter().map(|(number, (points, games, _))| (number, (points, games))).collect()
}

fn is_sound(event: &Event, waits: bool, seed: u64) {
    let seated: Vec<u32> = open(event).iter().flat_map(|one| one.2).collect();
    let once: BTreeSet<u32> = seated.iter().copied().collect();
    assert_eq!(once.len(), seated.len(), "seed {seed}: nobody sits at two tables");
    let tables: BTreeSet<usize> = open(event).iter().map(|one| one.0).collect();
    assert_eq!(tables.len(), open(event).len(), "seed {seed}: a table has one game");
    let free = event.contest.free_in_arena(0);
    if event.contest.is_arena_running(0) {
        match waits {
            true => assert!(free.len() <= 2, "seed {seed}: {free:?} are free"),
            false => assert!(free.len() <= 1, "seed {seed}: {free:?} are free"),
        }
        if let [one, other] = free[..] {
            let last = |of: EntrantId| {
                let meetings = &event.contest.stages[0].rounds[0].meetings;
                let last = meetings.iter().rfind(|meeting| meeting.side_of(of).is_some());
                last.map(|meeting| meeting.sides)
            };
            let met = last(one).is_some_and(|sides| sides.contains(&other))
                || last(other).is_some_and(|sides| sides.contains(&one));
            assert!(met, "seed {seed}: {one:?} and {other:?} are free and have not just met");
        }
    }
    let own = counted(event);
    for (number, points, games, _) in table(event) {
        assert_eq!(own.get(&number).copied().unwrap_or_default(), (points, games), "seed {seed}");
    }
}

/// Something that happens in the hall.
fn something(random: &mut Random, event: &mut Event, now: Micros) {
    let who = id(1 + random.below(event.contest.entrants.len() as u64) as u32);
    let games = event.contest.stages[0].rounds[0].meetings.len();
    let contest = &event.contest;
    let facts = match random.below(12) {
        0 if contest.active_count() > 3 => contest.withdraw(who, false),
        1 | 2 => contest.pause_in_arena(0, who, random.coin()),
        3 => {
            let number = contest.entrants.len() as u32 + 1;
            contest.register(player(number), DESK).and_then(|mut facts| {
                let after = contest.with_facts(&facts).expect("they make sense");
                facts.extend(after.join_arena(0, id(number))?);
                Ok(facts)
            })
        }
        4 => {
            // A result is corrected, or removed.
            let entry = event.entry(spot(0, 0, random.up_to(games), 0), random.result());
            let result = entry.result.filter(|_| random.coin());
            contest.enter_result(&ResultEntry { reason: "misread".to_owned(), result, ..entry })
        }
        5 => contest.forfeit(who, {
            let mine = contest.open_tables(who);
            mine.first().copied().unwrap_or(spot(0, 0, 0, 0).table_id())
        }),
        _ => match open(event).as_slice() {
            [] => Ok(Vec::new()),
            open => {
                let (_, game, _) = open[random.up_to(open.len())];
                let result = random.of(&[FIRST, LOST, DRAWN]);
                contest.enter_result(&event.entry(spot(0, 0, game, 0), result))
            }
        },
    };
    let Ok(facts) = facts else { return };
    let (before, first) = (event.contest.clone(), event.facts.len());
    at(event, now, |_| Ok(facts));
    // Undone at once, it was never there.
    if event.facts.len() > first {
        let act = Act { first: first + 1, last: event.facts.len() };
        if let Ok((facts, contest)) = undo(&event.facts, act) {
            assert!(contest == before, "{act:?}");
            if random.below(4) == 0 {
                event.facts.extend(facts);
                event.contest = contest;
                at(event, now, |_| Ok(Vec::new()));
            }
        }
    }
}

#[test]
fn whatever_happens_all_who_are_free_are_paired_and_it_ends() {
    let (mut games, mut repeats) = (0, 0);
    for seed in 0..30 {
        let mut random = Random(seed);
        let players = 2 + random.below(14) as u32;
        let waits = random.coin();
        let rematch = if waits { 60 } else { 0 };
        let mut event = arena(players, &format!(r#""minutes":60,"rematch":{rematch}"#), "");
        let mut now = START;
        while event.contest.is_arena_running(0) {
            now += 20 * SECOND;
            something(&mut random, &mut event, now);
            // The site looks at what is due.
            if event.contest.next_due_at().is_some_and(|due| due <= now) {
                at(&mut event, now, |_| Ok(Vec::new()));
            }
            is_sound(&event, waits, seed);
        }
        while let Some((_, game, _)) = open(&event).first().copied() {
            enter(&mut event, game, random.of(&[FIRST, LOST, DRAWN]), now);
        }
        assert!(event.contest.is_stage_over(0), "seed {seed}");
        let places: Vec<usize> = event.standings(0, 0).into_iter().map(|one| one.0).collect();
        assert_eq!(places, (1..=places.len()).collect::<Vec<_>>(), "seed {seed}");
        event.check();
        let meetings = &event.contest.stages[0].rounds[0].meetings;
        games += meetings.len();
        repeats += meetings.windows(2).filter(|two| two[0].sides == two[1].sides).count();
    }
    assert!(games > 1_500 && repeats < games / 10, "{games} games, {repeats} at once again");
}

#[test]
fn ranks_stay_closed_until_an_arena_is_over_unless_its_settings_say_otherwise() {
    let read = |template: &str, disclosure: &str| {
        let text = format!(
            r#"{{"plan": {{"template": "{template}", "entrants": 4}}, "games": {{"pace": "180+2"{disclosure}}}}}"#
        );
        read_settings(&text).expect("settings")
    };
    let of = |settings: &ContestSettings| {
        (settings.onsite_games().expect("games").disclosure, settings.reveals_during_arena())
    };
    let usual = read("arena", "");
    assert_eq!(of(&usual), (Disclosure::Round, false));
    assert_eq!(read_settings(&write_settings(&usual)), Ok(usual));
    let open = read("arena", r#", "disclosure": "game""#);
    assert_eq!(of(&open), (Disclosure::Game, true));
    assert_eq!(read_settings(&write_settings(&open)), Ok(open), "what is stored stays");
    assert_eq!(of(&read("swiss", "")), (Disclosure::Game, false));
}

#[test]
fn who_did_not_come_takes_a_break_until_they_are_back() {
    let mut event = arena(4, r#""minutes":60,"rematch":0"#, "");
    let absent = |side| GameResult::Default { absent: side };
    assert_eq!(open(&event)[0].2, [2, 1]);
    enter(&mut event, 0, absent(Side::Second), START);
    assert_eq!(event.contest.free_in_arena(0), [id(2)], "the absent one is not paired again");
    assert!(event.contest.stages[0].arena.paused.contains(&id(1)));
    enter(&mut event, 1, GameResult::BothAbsent, START);
    assert_eq!((open(&event), event.contest.free_in_arena(0)), (Vec::new(), vec![id(2)]));
    at(&mut event, START, |contest| contest.pause_in_arena(0, id(1), false));
    assert_eq!(open(&event).len(), 1, "who is back plays");
    let correction = ResultEntry {
        reason: "nobody came".to_owned(),
        ..event.entry(spot(0, 0, 0, 0), GameResult::BothAbsent)
    };
    let facts = at(&mut event, START, |contest| contest.enter_result(&correction));
    assert!(!facts.iter().any(|fact| matches!(fact, ContestFact::ArenaPaused { .. })), "{facts:?}");
    event.check();
}
