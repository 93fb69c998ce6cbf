//! Any commands, in any order: what they give makes sense, adds up to the same however it is added up, and makes
//! standings in which everybody is once.

use std::collections::BTreeSet;

use adjutant_domain::contest::json::{read_fact, write_fact};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{
    Act, ChallengeAnswer, Contest, ContestError, ContestFact, EntrantId, EntrantProfile, GameSlot,
    PairingChange, RequestedBye, ResultEntry, SubmittedBy, redo, undo,
};
use adjutant_domain::moment::{DAY, Micros};
use swiss::entrant::Entry;
use swiss::series::Next;

use crate::event::{Event, id, player, round_id, stages, swiss};
use crate::random::Random;

const GROUPS: &str = r#"{"plan":{"template":"groups-to-knock-out","entrants":8,"groups":2}}"#;
const CARRIED: &str = r#"{"name":"Swiss","system":{"type":"swiss","rounds":2}},
    {"name":"Last","sources":[{"from":"top","of":0,"each":3}],"system":{"type":"round-robin"},"carry":{"points":"all"}}"#;
const DOUBLE: &str = r#"{"name":"Double","system":{"type":"double-elimination"}}"#;
const KEIZER: &str = r#"{"name":"Club","system":{"type":"keizer","rounds":4,"absent":20,"apart":1}},
    {"name":"Last","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"}}"#;
const ARENA: &str = r#"{"name":"Arena","system":{"type":"arena","minutes":60,"rematch":0}},
    {"name":"Last","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"}}"#;
const LADDER: &str = r#"{"name":"Ladder","system":{"type":"ladder","apart_days":0,"idle_days":2}},
    {"name":"Last","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"}}"#;
const ARENA_TIME: Micros = Micros(1_000_000_000_000);
const STEPS: usize = 240;

fn settings(random: &mut Random) -> String {
    match random.below(8) {
        7 => stages(LADDER, r#","players_report":true"#),
        6 => stages(ARENA, r#","check_in":true,"players_report":true"#),
        5 => stages(KEIZER, r#","check_in":true,"players_report":true"#),
        0 => swiss(5, r#","check_in":true,"players_report":true"#),
        1 => swiss(4, r#","accelerated":true,"cap":9,"protection":{"of":"club","rounds":2}"#),
        2 => GROUPS.to_owned(),
        3 => stages(CARRIED, r#","tie_breaks":["DEL"],"players_report":true"#),
        _ => stages(DOUBLE, ""),
    }
}

/// Something that somebody might do.
pub fn command(random: &mut Random, contest: &Contest) -> Result<Vec<ContestFact>, ContestError> {
    let who = id(1 + random.below(contest.entrants.len() as u64 + 1) as u32);
    let other = id(1 + random.below(contest.entrants.len() as u64 + 1) as u32);
    let stray = usize::from(random.below(20) == 0);
    let stage = random.up_to(contest.stages.len() + stray);
    let rounds = contest.stages.get(stage).map_or(0, |stage| stage.rounds.len());
    let last = rounds.saturating_sub(1);
    let round = if random.below(4) == 0 { random.up_to(rounds + 1) } else { last };
    match random.below(48) {
        0 | 1 => {
            let number = 1 + random.below(14) as u32;
            let club = if random.coin() { "Knights" } else { "" }.to_owned();
            // Guests can be one with somebody else.
            let player = match random.below(3) {
                0 => EntrantProfile { player: 0, ..player(number) },
                _ => player(number),
            };
            contest.register(
                EntrantProfile { club, ..player },
                SubmittedBy::Official { waives_eligibility: false },
            )
        }
        2 => match random.below(6) {
            0 | 1 => contest.withdraw(who, random.coin()),
            2 => contest.rejoin(who),
            3 => contest.forfeit(who, TableId { stage, round, table: random.up_to(4) }),
            4 => contest.take_back_forfeit(who, TableId { stage, round, table: random.up_to(4) }),
            _ => Ok(Vec::new()),
        },
        3 => contest.admit(who),
        4 => contest.set_present(who, random.below(4) > 0),
        5 => contest.join_stage(stage, who),
        6 => {
            let bye = random.of(&[None, Some(RequestedBye::Half), Some(RequestedBye::Zero)]);
            contest.request_bye(round_id(stage, random.up_to(5)), who, bye)
        }
        7 if random.below(3) == 0 => contest.remove(who),
        7 => contest.keep_apart(vec![vec![who, other]]),
        8 => contest.swap_seats(stage, who, other),
        9 if random.below(4) == 0 => contest.take_back_round(round_id(stage, round), random.coin()),
        10 => contest.restore_round(stage),
        11 => contest.default_no_shows(round_id(stage, round), &[]),
        12 => contest.record_play_off(stage, who, other),
        13 if random.below(9) == 0 => contest.clear_check_in(),
        14 if random.below(9) == 0 => contest.set_ended(random.coin()),
        14 | 15 => contest.start_stage(stage, random.coin()),
        16..=20 => contest.pair_round(stage),
        21..=25 => contest.publish_round(round_id(stage, round)),
        26 if random.coin() => {
            let change = match random.below(4) {
                0 => PairingChange::Exchange { one: who, other },
                1 => PairingChange::SwapColors { entrant: who },
                2 => PairingChange::Unpair { entrant: who },
                _ => PairingChange::Pair { white: who, black: other },
            };
            contest.alter_round(round_id(stage, round), &[change], random.coin())
        }
        26 => contest.amend_person(
            who,
            EntrantProfile { rating: random.below(3_000) as u32, ..player(who.0) },
        ),
        28..=33 if contest.is_arena(stage) => match random.below(20) {
            0..=4 => contest.pause_in_arena(stage, who, random.coin()),
            5..=7 => contest.join_arena(stage, who),
            8 => contest.end_arena(stage),
            9 => contest.set_arena_end(stage, 30, ARENA_TIME),
            _ => Ok(contest.with_new_pairs(Vec::new(), ARENA_TIME)),
        },
        28..=33 if contest.is_ladder(stage) => in_ladder(random, contest, stage, [who, other]),
        27 if random.coin() => contest.merge(who, other),
        27 => match random.below(3) {
            0 => contest.number_by_rating(stage),
            _ => contest.set_pairing_number(stage, who, random.up_to(9)),
        },
        _ => of_result(random, contest, stage, round),
    }
}

fn in_ladder(
    random: &mut Random,
    contest: &Contest,
    stage: usize,
    [who, other]: [EntrantId; 2],
) -> Result<Vec<ContestFact>, ContestError> {
    let now = ARENA_TIME + random.below(6) as i64 * DAY;
    match random.below(20) {
        0..=8 => contest.challenge(stage, who, other, now),
        9..=13 => contest.answer_challenge(stage, who, ChallengeAnswer::Accept, now),
        14 => contest.answer_challenge(stage, who, ChallengeAnswer::Refuse, now),
        15 => contest.answer_challenge(stage, who, ChallengeAnswer::Withdraw, now),
        16 => contest.end_ladder(stage, now),
        17 => contest.join_ladder(stage, who),
        _ => Ok(contest.with_new_pairs(Vec::new(), now)),
    }
}

fn of_result(
    random: &mut Random,
    contest: &Contest,
    stage: usize,
    round: usize,
) -> Result<Vec<ContestFact>, ContestError> {
    let round_of = contest.stages.get(stage).and_then(|stage| stage.rounds.get(round));
    let Some(meetings) = round_of.map(|round| &round.meetings).filter(|all| !all.is_empty()) else {
        return Ok(Vec::new());
    };
    let table = random.up_to(meetings.len());
    let meeting = &meetings[table];
    let game = match meeting.next {
        Next::Play { game, .. } => game,
        _ => meeting.games.len().saturating_sub(1),
    };
    let spot = GameSlot { stage, round, table, game };
    let result = random.result();
    if random.below(4) == 0 {
        return contest.report_result(spot, meeting.sides[random.up_to(2)], result);
    }
    let entry = ResultEntry {
        spot,
        sides: meeting.sides,
        expected: meeting.games.get(game).copied(),
        result: (random.below(12) > 0).then_some(result),
        reason: "because".to_owned(),
    };
    contest.enter_result(&entry)
}

/// Everybody stands once in each table, and every game is one of both.
pub fn is_sound(contest: &Contest) {
    for (stage, state) in contest.stages.iter().enumerate() {
        for group in 0..state.groups.len() {
            let Some(table) = contest.group_tournament(stage, group, usize::MAX) else { continue };
            let standings = table.standings();
            let standing: BTreeSet<usize> =
                standings.rows().iter().map(|row| row.entrant).collect();
            assert_eq!(
                (standing.len(), standings.rows().len()),
                (table.entrants.len(), table.entrants.len())
            );
            for (at, entrant) in table.tournament.entrants.iter().enumerate() {
                assert_eq!(entrant.entries.len(), table.tournament.played);
                for (round, entry) in entrant.entries.iter().enumerate() {
                    let Some(other) = entry.opponent() else { continue };
                    let back = &table.tournament.entrants[other].entries[round];
                    assert_eq!((back.opponent(), back.is_played()), (Some(at), entry.is_played()));
                    assert!(!matches!(back, Entry::Bye(_)));
                }
            }
        }
    }
}

#[test]
fn any_commands_give_facts_that_make_sense_and_add_up() {
    let (mut done, mut over) = (0, 0);
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut event = Event::new(&settings(&mut random));
        event.register(1..=4 + random.below(6) as u32);
        for number in 1..=event.contest.entrants.len() as u32 {
            event.tell(|contest| contest.set_present(id(number), true));
        }
        for _ in 0..STEPS {
            let Ok(facts) = command(&mut random, &event.contest) else { continue };
            let after = event.contest.with_facts(&facts);
            event.contest =
                after.unwrap_or_else(|fault| panic!("seed {seed}: {fault:?} of {facts:?}"));
            done += facts.len();
            event.facts.extend(facts);
            is_sound(&event.contest);
        }
        event.check();
        let stages = 0..event.contest.stages.len();
        over += stages.filter(|stage| event.contest.is_stage_over(*stage)).count();
    }
    // The walks come somewhere.
    assert!(done > 10_000 && over > 20, "{done} facts, {over} stages");
}

#[test]
fn any_act_is_undone_as_if_it_had_not_been_and_done_again_as_if_it_had() {
    let (mut undone, mut earlier) = (0, 0);
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut event = Event::new(&settings(&mut random));
        event.register(1..=4 + random.below(6) as u32);
        let mut acts: Vec<Act> = Vec::new();
        for _ in 0..STEPS {
            let Ok(facts) = command(&mut random, &event.contest) else { continue };
            if facts.is_empty() {
                continue;
            }
            let before = event.contest.clone();
            let mut act =
                Act { first: event.facts.len() + 1, last: event.facts.len() + facts.len() };
            event.contest = before.with_facts(&facts).expect("facts of a command make sense");
            event.facts.extend(facts);
            let after = event.contest.clone();
            if let Ok((facts, contest)) = undo(&event.facts, act) {
                let revoked = |contest: &Contest| {
                    contest.stages.iter().map(|stage| stage.revoked_with_start).sum::<usize>()
                };
                assert!(contest == before || revoked(&contest) > revoked(&before), "seed {seed}");
                event.facts.extend(facts);
                let (facts, contest) = redo(&event.facts, act).expect("nothing came between");
                assert!(contest == after, "seed {seed}");
                let first = event.facts.len() + 1;
                event.facts.extend(facts);
                act = Act { first, last: event.facts.len() };
                undone += 1;
            }
            acts.push(act);
            if random.below(8) > 0 {
                continue;
            }
            let act = acts[acts.len() - 1 - random.up_to(acts.len().min(3))];
            if let Ok((facts, contest)) = undo(&event.facts, act) {
                event.facts.extend(facts);
                event.contest = contest;
                is_sound(&event.contest);
                earlier += 1;
            }
        }
        event.check();
    }
    assert!(undone > 500 && earlier > 20, "{undone} undone at once, {earlier} later");
}

#[test]
fn a_command_that_is_given_again_at_once_has_no_effect_or_is_refused() {
    let mut event = Event::swiss(6, 3);
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    event.tell(|contest| contest.publish_round(round_id(0, 0)));
    let entry = event.entry(crate::event::spot(0, 0, 0, 0), crate::event::FIRST);
    event.tell(|contest| contest.enter_result(&entry));
    assert_eq!(event.tell(|contest| contest.enter_result(&entry)), []);
    event.tell(|contest| contest.withdraw(id(6), false));
    assert_eq!(
        event.refused(|contest| contest.withdraw(id(6), false)),
        ContestError::NotActive(id(6))
    );
    event.tell(|contest| contest.admit(id(6)));
    assert_eq!(event.tell(|contest| contest.admit(id(6))), []);
}

#[test]
fn facts_from_elsewhere_that_stand_on_nothing_are_refused_and_change_nothing() {
    let mut event = Event::swiss(6, 3);
    event.begin(0);
    event.next_round(0);
    for seed in 0..4_000 {
        let fact = match seed % 10 {
            0 => Random(seed).later_fact(),
            _ => Random(seed).fact(),
        };
        let Ok(after) = event.contest.with_facts(std::slice::from_ref(&fact)) else { continue };
        is_sound(&after);
    }
    let again = event.facts.last().expect("it is published").clone();
    assert!(event.contest.with_facts(&[again]).is_err());
}

/// Looks at everything that anybody may ask of a contest.
fn look(contest: &Contest) {
    is_sound(contest);
    for stage in 0..contest.stages.len() {
        let _asked = (
            contest.stage_entrants(stage),
            contest.is_stage_over(stage),
            contest.round_count(stage),
        );
        let _asked =
            (contest.knockout_progress(stage), contest.knockout(stage), contest.warnings(stage));
        let _told = (
            contest.start_stage(stage, true),
            contest.pair_round(stage),
            contest.restore_round(stage),
        );
        for round in 0..contest.stages[stage].rounds.len() {
            let _told = (
                contest.no_shows(round_id(stage, round)),
                contest.take_back_round(round_id(stage, round), true),
            );
        }
    }
    for (who, _) in contest.numbered_entrants() {
        let _told = (contest.withdraw(who, false), contest.admit(who));
    }
}

#[test]
fn facts_with_any_number_changed_are_refused_or_leave_an_event_that_can_be_looked_at() {
    let mut refused = 0;
    for seed in 0..150 {
        let mut random = Random(seed);
        let event = finished(seed);
        let mut lines: Vec<String> = event.facts.iter().map(write_fact).collect();
        for _ in 0..4 {
            let line = &mut lines[1 + random.up_to(event.facts.len() - 1)];
            let digits: Vec<usize> = line
                .bytes()
                .enumerate()
                .filter(|(_, byte)| byte.is_ascii_digit())
                .map(|(at, _)| at)
                .collect();
            if digits.is_empty() {
                continue;
            }
            let at = digits[random.up_to(digits.len())];
            line.replace_range(at..=at, random.of(&["0", "1", "2", "3", "5", "8", "12"]));
        }
        let mut contest =
            Contest::from_facts(&event.facts[..1]).expect("settings stand on nothing");
        for line in &lines[1..] {
            match read_fact(line).ok().map(|fact| contest.with_facts(&[fact])) {
                Some(Ok(after)) => contest = after,
                _ => refused += 1,
            }
        }
        look(&contest);
    }
    assert!(refused > 50, "{refused}");
}

/// An event that was played through, of one kind or another.
fn finished(seed: u64) -> Event {
    let mut random = Random(seed);
    let mut event = Event::of(6 + (seed % 3) as u32, &settings(&mut random));
    for number in 1..=event.contest.entrants.len() as u32 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    while !event.contest.is_stage_over(0) && event.contest.pair_round(0).is_ok() {
        let round = event.next_round(0);
        event.play(0, round, crate::event::stronger);
    }
    if event.contest.stages.len() > 1 && event.contest.start_stage(1, false).is_ok() {
        event.begin(1);
        event.play_out(1, crate::event::stronger);
    }
    event
}
