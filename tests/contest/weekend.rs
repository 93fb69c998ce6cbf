//! A whole weekend: sixty players, two officials, late entries, a withdrawal, a no-show, a wrong result corrected two
//! rounds later, and a final in which the first is twice to beat. It is told by a data file, by which tests/web runs it
//! through the API and tests/browser at the desk.

use std::collections::BTreeSet;

use adjutant_domain::contest::{Contest, ContestError, EntrantProfile, EntrantStatus, ResultEntry};
use serde_json::{Value, json};
use swiss::series::{GameResult, Next, Side};

use crate::event::{DESK, DRAWN, Event, FIRST, SECOND, id, round_id, spot};

const SCRIPT: &str = include_str!("data/weekend.json");

/// What a key means at a table.
fn of_key(key: char) -> GameResult {
    match key {
        '1' => FIRST,
        '2' => SECOND,
        '3' => DRAWN,
        '4' => GameResult::Default { absent: Side::First },
        '5' => GameResult::Default { absent: Side::Second },
        '6' => GameResult::BothAbsent,
        _ => panic!("no key: {key}"),
    }
}

/// A guest, as the desk registers them.
fn person(script: &Value, number: usize) -> EntrantProfile {
    let one = &script["people"][number - 1];
    let text = |at: usize| one[at].as_str().expect("a text").to_owned();
    let rating = one[1].as_u64().expect("a rating") as u32;
    EntrantProfile {
        name: text(0),
        rating,
        club: text(2),
        province: text(3),
        ..EntrantProfile::default()
    }
}

/// A number of a step, counted from 1.
fn number(step: &Value, name: &str) -> usize {
    step[name].as_u64().unwrap_or_else(|| panic!("no {name}: {step}")) as usize
}

/// The game that is open at a table.
fn open_game(event: &Event, stage: usize, round: usize, table: usize) -> usize {
    match event.contest.stages[stage].rounds[round].meetings[table].next {
        Next::Play { game, .. } => game,
        ref next => panic!("no game is open at {stage} {round} {table}: {next:?}"),
    }
}

/// Whether keys that leave a table leave it because it has a result, and enters the others.
fn enter(event: &mut Event, stage: usize, round: usize, keys: &str) {
    let tables = event.contest.stages[stage].rounds[round].meetings.len();
    assert_eq!(keys.chars().count(), tables, "a key for each table of round {}", round + 1);
    for (table, key) in keys.chars().enumerate().filter(|(_, key)| *key != '.') {
        let game = open_game(event, stage, round, table);
        event.result(spot(stage, round, table, game), of_key(key));
    }
}

/// Two officials enter different results at one table: the faster one's stands, the other is told so.
fn clash(event: &mut Event, stage: usize, round: usize, step: &Value) {
    let at = spot(stage, round, number(step, "table") - 1, 0);
    let keys: Vec<GameResult> = step["keys"].as_str().expect("keys").chars().map(of_key).collect();
    let entries = [event.entry(at, keys[0]), event.entry(at, keys[1])];
    event.tell(|contest| contest.enter_result(&entries[0]));
    let refused = event.refused(|contest| contest.enter_result(&entries[1]));
    assert_eq!(refused, ContestError::ResultConflict(Some(keys[0])));
}

/// Both officials set a result right at once; only the points of the two who played move.
fn correct(event: &mut Event, stage: usize, round: usize, step: &Value) {
    let at = spot(stage, round, number(step, "table") - 1, 0);
    let right = of_key(step["key"].as_str().and_then(|key| key.chars().next()).expect("a key"));
    let why = step["why"].as_str().expect("why").to_owned();
    let entry = ResultEntry { reason: why, ..event.entry(at, right) };
    assert_ne!(entry.expected, Some(right));
    let all: Vec<u32> = event.contest.stages[stage].entrants().map(|one| one.0).collect();
    let points = |event: &Event, number: u32| event.points(stage, number);
    let before: Vec<i32> = all.iter().map(|number| points(event, *number)).collect();
    event.tell(|contest| contest.enter_result(&entry));
    assert_eq!(event.tell(|contest| contest.enter_result(&entry)), []);
    for (number, before) in all.into_iter().zip(before) {
        let moved = points(event, number) != before;
        assert_eq!(moved, entry.sides.contains(&id(number)), "{number}");
    }
}

/// The round is taken back by mistake with all of its results, and comes back as it was.
fn restored(event: &mut Event, stage: usize, round: usize) {
    let order = event.order(stage, 0);
    event.tell(|contest| contest.take_back_round(round_id(stage, round), true));
    event.tell(|contest| contest.restore_round(stage));
    assert_eq!(event.order(stage, 0), order);
}

fn people(event: &mut Event, script: &Value, step: &Value, what: &str) {
    for one in number(step, "from")..=number(step, "to") {
        let entrant = id(one as u32);
        match what {
            "register" => {
                let person = person(script, one);
                event.tell(|contest| contest.register(person, DESK));
            }
            "check-in" => {
                event.tell(|contest| contest.set_present(entrant, true));
            }
            _ => {
                event.tell(|contest| contest.set_paid(entrant, true));
            }
        }
    }
}

fn one_step(event: &mut Event, script: &Value, step: &Value) {
    let stage = step["stage"].as_u64().map_or(0, |stage| stage as usize - 1);
    let round = || number(step, "round") - 1;
    let who = || id(number(step, "person") as u32);
    match step["do"].as_str().expect("what is done") {
        what @ ("register" | "check-in" | "pay") => people(event, script, step, what),
        "begin" => event.begin(stage),
        "join" => drop(event.tell(|contest| contest.join_stage(stage, who()))),
        "gone" => drop(event.tell(|contest| contest.set_present(who(), false))),
        "pair" => drop(event.tell(|contest| contest.pair_round(stage))),
        "publish" => drop(event.tell(|contest| contest.publish_round(round_id(stage, round())))),
        "results" => enter(event, stage, round(), step["keys"].as_str().expect("keys")),
        "clash" => clash(event, stage, round(), step),
        "correct" => correct(event, stage, round(), step),
        "no-shows" => {
            assert_eq!(
                event.tell(|one| one.default_no_shows(round_id(stage, round()), &[])).len(),
                1
            )
        }
        "take-back-and-restore" => restored(event, stage, round()),
        "end" => drop(event.tell(|contest: &Contest| contest.set_ended(true))),
        "withdraw" => {
            event.tell(|contest| contest.withdraw(who(), false));
            let draft = event.contest.stages[stage].rounds.last().expect("a draft");
            assert!(
                !draft.published && draft.meetings.iter().all(|one| one.side_of(who()).is_none())
            );
        }
        "see-waiting" => {
            let standing = event.contest.entrant(who()).map(|one| one.status);
            assert_eq!(standing, Some(EntrantStatus::Waiting));
        }
        "see-stale" => {
            let rounds = event.contest.stages[stage].rounds.iter().enumerate();
            let stale: Vec<usize> =
                rounds.filter(|(_, one)| one.stale).map(|(at, _)| at + 1).collect();
            assert_eq!(json!(stale), step["rounds"]);
        }
        what => panic!("nobody knows how to {what}"),
    }
}

/// The same player never stands twice in the standings; each game is one of both.
fn is_sound(event: &Event) {
    let Some(table) = event.contest.group_tournament(0, 0, usize::MAX) else { return };
    let order = event.order(0, 0);
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
    assert_eq!(order.len(), table.entrants.len());
    for (at, entrant) in table.tournament.entrants.iter().enumerate() {
        assert_eq!(entrant.entries.len(), table.tournament.played);
        let mut met = BTreeSet::new();
        for (round, entry) in entrant.entries.iter().enumerate() {
            if let Some(other) = entry.opponent() {
                let back = table.tournament.entrants[other].entries[round].opponent();
                assert_eq!(back, Some(at));
                assert!(met.insert(other) || !entry.is_played(), "they met before");
            }
        }
    }
}

/// The standings of the first stage: place, name, points and a value for each tie-break, as pages write them.
fn standings(event: &Event) -> Vec<Value> {
    let table = event.contest.group_tournament(0, 0, usize::MAX).expect("it has begun");
    let shown = |text: String| text.strip_suffix(".0").map(str::to_owned).unwrap_or(text);
    let standings = table.standings();
    let rows = standings.rows().iter().map(|row| {
        let value = |value: &Option<_>| match value {
            Some(value) => json!(format!("{value}")),
            None => json!(""),
        };
        let name =
            &event.contest.entrant(table.entrants[row.entrant]).expect("he is in it").person.name;
        let values: Vec<Value> = row.values.iter().map(value).collect();
        json!([row.place, name, shown(row.points.to_string()), values])
    });
    rows.collect()
}

#[test]
fn a_weekend_of_sixty_players() {
    let script: Value = serde_json::from_str(SCRIPT).expect("JSON");
    let mut event = Event::new(&script["settings"].to_string());
    for step in script["steps"].as_array().expect("steps") {
        one_step(&mut event, &script, step);
        is_sound(&event);
    }
    let expected = script["standings"].as_array().expect("rows");
    for (row, expected) in standings(&event).iter().zip(expected) {
        assert_eq!(row, expected);
    }
    assert_eq!(expected.len(), 60);
    let champion = event.champion(1).map(|number| person(&script, number as usize).name);
    assert_eq!(json!(champion), script["champion"]);
    event.check();
}
