//! The computer stands in where the number of players is odd.

use adjutant_domain::contest::json::{read_settings, write_settings};
use adjutant_domain::contest::{
    ContestError, ContestFact, ContestSettingsError, EntrantProfile, RequestedBye,
};

use crate::event::{DESK, Event, id, player, round_id, stages, stronger};

/// A prize for the first place.
const CUP: &str = r#","prizes":[{"what":"a cup","from":1,"to":1}]"#;
const ONLINE: &str = r#","games":{"pace":"600+5"},"stand_in":3"#;
/// The number of the computer's player.
const COMPUTER: i32 = 900;

fn computer(number: i32) -> EntrantProfile {
    let name = format!("Computer {number}");
    EntrantProfile { name, player: number, rating: 1_500, ..EntrantProfile::default() }
}

/// An event whose first entrant is the computer; the people have the numbers from 2.
fn with_stand_in(people: u32, system: &str, more: &str) -> Event {
    let stage = format!(r#"{{"name":"All","system":{{"type":{system}}}}}"#);
    let mut event = Event::new(&stages(&stage, &format!("{ONLINE}{more}")));
    event.tell(|contest| contest.register_stand_in(computer(COMPUTER)));
    event.register(2..2 + people);
    event
}

fn swiss(people: u32, rounds: usize, more: &str) -> Event {
    with_stand_in(people, &format!(r#""swiss","rounds":{rounds}"#), more)
}

/// Whether the computer sits at a table of the round.
fn plays(event: &Event, round: usize) -> bool {
    event.sides(0, round).iter().any(|sides| sides.contains(&1))
}

fn byes(event: &Event, round: usize) -> usize {
    event.contest.stages[0].rounds[round].byes.len()
}

#[test]
fn it_plays_where_the_number_is_odd_and_steps_back_where_it_is_even_again() {
    let mut event = swiss(5, 4, "");
    event.begin(0);
    let first = event.next_round(0);
    assert!(plays(&event, first) && byes(&event, first) == 0);
    event.play(0, first, stronger);
    event.tell(|contest| contest.withdraw(id(6), false));
    let second = event.next_round(0);
    assert!(!plays(&event, second) && byes(&event, second) == 0, "four people are left");
    event.play(0, second, stronger);
    event.tell(|contest| contest.admit(id(6)));
    let third = event.next_round(0);
    assert!(plays(&event, third) && byes(&event, third) == 0);
    event.check();
}

#[test]
fn it_enters_a_stage_only_when_it_is_needed_and_changes_nobodys_number() {
    let mut event = swiss(4, 3, "");
    event.begin(0);
    let first = event.next_round(0);
    let people = |event: &Event| -> Vec<u32> {
        event.contest.stages[0].entrants().map(|one| one.0).collect()
    };
    assert_eq!(people(&event), [2, 3, 4, 5]);
    event.play(0, first, stronger);
    event.tell(|contest| contest.withdraw(id(5), false));
    let second = event.next_round(0);
    assert!(plays(&event, second));
    assert_eq!(people(&event), [2, 3, 4, 5, 1]);
    event.check();
}

#[test]
fn a_draft_follows_who_comes_and_who_stays_away() {
    let mut event = swiss(4, 3, r#","check_in":true"#);
    for number in 2..=5 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    event.tell(|contest| contest.pair_round(0));
    assert!(!plays(&event, 0));
    event.tell(|contest| contest.set_present(id(4), false));
    assert!(plays(&event, 0) && byes(&event, 0) == 0, "nobody has to check the computer in");
    event.tell(|contest| contest.request_bye(round_id(0, 0), id(3), Some(RequestedBye::Half)));
    assert!(!plays(&event, 0), "two are left, and one of four asked for a bye");
    event.tell(|contest| contest.clear_check_in());
    assert!(event.contest.entrant(id(1)).is_some_and(|one| one.present));
    event.check();
}

#[test]
fn it_competes_for_nothing() {
    let last = r#"{"name":"All","system":{"type":"swiss","rounds":2}},
        {"name":"Final","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"}}"#;
    let settings = stages(last, &format!("{ONLINE}{CUP}"));
    let mut event = Event::new(&settings);
    event.tell(|contest| contest.register_stand_in(computer(COMPUTER)));
    event.register(2..=4);
    event.begin(0);
    // The computer has the lowest number and wins everything.
    event.play_out(0, stronger);
    assert_eq!(event.points(0, 1), 40);
    let standings = event.standings(0, 0);
    assert_eq!(standings.last(), Some(&(4, 1)), "it comes last, behind three people");
    assert!(standings[..3].iter().all(|(place, _)| *place <= 3), "{standings:?}");
    assert!(event.contest.final_places().iter().all(|(one, _)| *one != id(1)));
    let cup = &event.contest.awards().prizes[0];
    assert!(cup.winners.contains(&id(standings[0].1)) && !cup.winners.contains(&id(1)));
    event.begin(1);
    assert!(event.contest.stages[1].entrants().all(|one| one != id(1)), "it does not qualify");
    event.check();
}

#[test]
fn it_takes_nobodys_place() {
    let mut event = swiss(2, 1, r#","cap":2"#);
    assert_eq!(event.contest.active_count(), 2);
    event.tell(|contest| contest.register(player(9), DESK));
    let waiting = event.contest.numbered_people().last().expect("somebody").1.status;
    assert_eq!(waiting, adjutant_domain::contest::EntrantStatus::Waiting);
    event.check();
}

#[test]
fn a_round_robin_of_an_odd_number_has_it_from_the_start() {
    for (people, has_it) in [(5, true), (4, false)] {
        let mut event = with_stand_in(people, r#""round-robin""#, "");
        event.begin(0);
        let round = event.next_round(0);
        assert_eq!(plays(&event, round), has_it, "{people}");
        assert_eq!(byes(&event, round), 0);
        event.play(0, round, stronger);
        let mut settings = event.contest.settings.clone();
        settings.stand_in = None;
        let told = event.contest.change_settings(settings);
        assert_eq!(told == Err(ContestError::PlanLocked), has_it, "everybody has a game with it");
    }
}

#[test]
fn one_person_alone_does_not_start_an_event_with_it() {
    for system in [r#""round-robin""#, r#""swiss","rounds":1"#] {
        let event = with_stand_in(1, system, "");
        let refused = event.refused(|contest| contest.start_stage(0, true));
        assert_eq!(refused, ContestError::TooFewEntrants { present: 1, needed: 2 });
    }
}

#[test]
fn a_keizer_stage_has_it_in_some_rounds() {
    let mut event = with_stand_in(3, r#""keizer","rounds":3"#, "");
    event.begin(0);
    let round = event.next_round(0);
    assert!(plays(&event, round) && byes(&event, round) == 0);
    event.play(0, round, stronger);
    assert_eq!(event.standings(0, 0).last(), Some(&(4, 1)));
    event.check();
}

#[test]
fn another_level_takes_over_and_none_gives_byes_again() {
    let mut event = swiss(5, 4, "");
    event.begin(0);
    let first = event.next_round(0);
    event.play(0, first, stronger);
    let mut settings = event.contest.settings.clone();
    settings.stand_in = Some(7);
    event.tell(|contest| contest.change_settings(settings.clone()));
    assert!(event.contest.lacks_stand_in());
    event.tell(|contest| contest.register_stand_in(computer(COMPUTER + 1)));
    let second = event.next_round(0);
    let seated = event.sides(0, second).concat();
    assert!(seated.contains(&7) && !seated.contains(&1), "{seated:?}");
    event.play(0, second, stronger);
    settings.stand_in = None;
    event.tell(|contest| contest.change_settings(settings.clone()));
    let third = event.next_round(0);
    assert_eq!((byes(&event, third), event.sides(0, third).len()), (1, 2));
    event.play(0, third, stronger);
    settings.stand_in = Some(3);
    event.tell(|contest| contest.change_settings(settings));
    event.tell(|contest| contest.register_stand_in(computer(COMPUTER)));
    let fourth = event.next_round(0);
    assert!(plays(&event, fourth), "the first one is back");
    event.check();
}

#[test]
fn whom_an_official_had_entered_stands_in_from_then_on() {
    let mut event = swiss(3, 2, "");
    event.tell(|contest| contest.remove(id(1)));
    event.tell(|contest| contest.register(computer(COMPUTER), DESK));
    assert_eq!(event.contest.active_count(), 4, "it takes part like anybody else");
    let facts = event.tell(|contest| contest.register_stand_in(computer(COMPUTER)));
    assert!(matches!(
        &facts[..],
        [ContestFact::PersonAmended { .. }, ContestFact::PresenceSet { .. }]
    ));
    assert_eq!((event.contest.active_count(), event.contest.lacks_stand_in()), (3, false));
    event.check();
}

#[test]
fn it_stands_in_only_where_it_can() {
    let swiss = r#"{"name":"All","system":{"type":"swiss","rounds":2}}"#;
    let cases = [
        (swiss, ONLINE.to_owned(), true),
        (swiss, format!(r#"{ONLINE},"rated":true"#), false),
        (swiss, format!(r#"{ONLINE},"arranged":{{}},"grace_minutes":5"#), false),
        (swiss, r#","stand_in":3"#.to_owned(), false),
        (swiss, ONLINE.replace(r#""600+5""#, r#""600+5","venue":"table""#), false),
        (r#"{"name":"All","system":{"type":"knock-out"}}"#, ONLINE.to_owned(), false),
        (r#"{"name":"All","system":{"type":"round-robin","groups":2}}"#, ONLINE.to_owned(), false),
    ];
    for (stage, more, can) in cases {
        let settings = read_settings(&stages(stage, &more)).expect(&more);
        let faults = settings.validate();
        let expected = if can { vec![] } else { vec![ContestSettingsError::StandIn] };
        assert_eq!(faults, expected, "{stage} {more}");
        assert_eq!(read_settings(&write_settings(&settings)).as_ref(), Ok(&settings));
    }
    for level in ["0", "10", r#""3""#] {
        let more = ONLINE.replace(":3", &format!(":{level}"));
        let fault = read_settings(&stages(swiss, &more)).expect_err("no such level");
        assert_eq!(fault.place, "stand_in");
    }
}
