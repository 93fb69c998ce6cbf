//! Matches whose players arrange their times, and whose games are played here: each begins at its time by itself.

use std::time::Duration;

use adjutant_domain::contest::scheduling::{
    DefaultRuling, ScheduleLogEntry, SchedulingEvent, TableId,
};
use adjutant_domain::moment::{HOUR, MINUTE, Micros};
use adjutant_domain::play::{PlayId, PlayerAction, State};
use adjutant_service::contests::{self, ContestCommand, MatchState, SchedulingCommand};
use adjutant_service::live;
use adjutant_service::{App, Error};
use salpakan::rules::Color;
use swiss::series::{GameResult, Side};

use crate::officials::{league, organizer};
use crate::rounds::{SLUG, by_hand, deployed, made, published, results, table, winner};
use crate::support::{ANA, BEN, BLACK, Hall, NOW, Place, SECOND, WHITE, actor, on_both_engines};

const ONCE: &str = r#"{"template": "round-robin", "entrants": 2}"#;
const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

/// The first whole minute so many hours after the round was published.
fn hour(hours: i64) -> Micros {
    Micros((NOW.0 / MINUTE + 1) * MINUTE) + hours * HOUR
}

/// A published match of Ana and Ben, with some of the default rule.
fn arranged(hall: &Hall, place: &Place, rule: &str) {
    league(place);
    let more = format!(r#""arranged": {{"days": 3, "rule": {{{rule}}}}},"#);
    published(&hall.app, ONCE, &more, "");
}

fn times(
    hall: &Hall,
    by: i32,
    command: SchedulingCommand,
) -> Result<contests::CommandOutcome, Error> {
    contests::execute(&hall.app, &actor(by), SLUG, &ContestCommand::Scheduling(command), hall.now())
}

fn ruled(hall: &Hall, command: SchedulingCommand) -> Result<contests::CommandOutcome, Error> {
    contests::execute(
        &hall.app,
        &organizer(),
        SLUG,
        &ContestCommand::Scheduling(command),
        hall.now(),
    )
}

fn agreed(hall: &Hall, time: Micros) {
    for by in [ANA, BEN] {
        times(hall, by, SchedulingCommand::ProposeTimes { table: TABLE, times: vec![time] })
            .expect("proposed");
    }
    let run = contests::load_contest(&hall.app, SLUG).expect("it is run");
    assert_eq!(run.contest.match_time(TABLE), Some(time));
}

/// Moves the clock to a moment, and lets the server look.
fn at(hall: &Hall, moment: Micros) {
    hall.pass(moment - hall.now());
    std::thread::sleep(Duration::from_millis(1_300));
}

fn log(app: &App) -> Vec<SchedulingEvent> {
    let run = contests::load_contest(app, SLUG).expect("it is run");
    let lines = run.contest.dossier(TABLE).expect("it is arranged").lines;
    let told = lines.into_iter().filter_map(|line| match line.entry {
        ScheduleLogEntry::Event(told) => Some(told),
        ScheduleLogEntry::Window(_) => None,
    });
    told.collect()
}

fn state(hall: &Hall) -> MatchState {
    let (_, lines) = contests::matches(&hall.app, SLUG, hall.now()).expect("matches");
    lines[0].state
}

/// Ana deploys, whatever her color.
fn ana_deploys(hall: &Hall, play: &PlayId) {
    let seen = live::see(&hall.live, &actor(ANA), play).expect("seen");
    let is_white = seen.viewer == live::Viewer::Seat(Color::White);
    hall.deploy(play, ANA, if is_white { WHITE } else { BLACK }).expect("she deploys");
}

on_both_engines! {
    fn a_game_begins_by_itself_at_the_time_that_both_agree_on(place: &Place) {
        let hall = Hall::new(place);
        arranged(&hall, place, "");
        at(&hall, NOW + SECOND);
        assert!(table(&hall.app, 0).play.is_none(), "no time is agreed on");
        agreed(&hall, hour(5));
        // They move it before it begins: the game follows.
        agreed(&hall, hour(7));
        at(&hall, hour(5) + MINUTE);
        assert!(table(&hall.app, 0).play.is_none(), "it was moved");
        hall.pass(hour(7) - hall.now());
        let play = made(&hall, 0);
        assert_eq!(state(&hall), MatchState::Playing);
        let seen = contests::match_view(&hall.app, &actor(ANA), SLUG, TABLE, hall.now()).unwrap();
        assert_eq!(seen.play.map(|one| one.id), Some(play));
        let late = SchedulingCommand::ProposeTimes { table: TABLE, times: vec![hour(9)] };
        assert!(times(&hall, ANA, late).is_err(), "it has begun");
        deployed(&hall, &play);
        hall.any_ply(&play);
        let fix = SchedulingCommand::FixTime { table: TABLE, time: Some(hour(9)), reason: "No.".to_owned() };
        let refused = ruled(&hall, fix).unwrap_err().to_string();
        assert!(refused.contains("being played on this site"), "{refused}");
        hall.act(&play, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty());
        assert_eq!((winner(&hall.app, 0), state(&hall)), (ANA, MatchState::Over));
        assert_eq!(log(&hall.app).last(), Some(&SchedulingEvent::GameStarted));
    }

    fn a_game_begins_by_the_clock_on_the_wall_also_after_the_machine_has_slept(place: &Place) {
        let hall = Hall::new(place);
        arranged(&hall, place, "");
        agreed(&hall, hour(5));
        at(&hall, NOW + SECOND);
        assert!(table(&hall.app, 0).play.is_none(), "it is not time");
        hall.wall_moves(hour(5) - hall.now());
        made(&hall, 0);
    }

    fn who_does_not_deploy_loses_by_the_rule_and_an_appeal_gives_another_game(place: &Place) {
        let hall = Hall::new(place);
        arranged(&hall, place, r#""grace_minutes": 20"#);
        agreed(&hall, hour(5));
        hall.pass(hour(5) - hall.now());
        let play = made(&hall, 0);
        ana_deploys(&hall, &play);
        at(&hall, hour(5) + 19 * MINUTE);
        assert_eq!((results(&hall.app, 0), hall.state(&play)), (vec![], State::Deploying));
        hall.pass(hour(5) + 20 * MINUTE + SECOND - hall.now());
        hall.until(|| hall.state(&play) == State::Aborted);
        assert!(matches!(results(&hall.app, 0)[..], [GameResult::Default { .. }]));
        assert_eq!(winner(&hall.app, 0), ANA);
        let told = log(&hall.app);
        let [.., SchedulingEvent::GameStarted, SchedulingEvent::CheckedIn { .. }, SchedulingEvent::DefaultApplied { .. }] = told[..]
        else { panic!("{told:?}") };
        let words = "My line was down.".to_owned();
        times(&hall, BEN, SchedulingCommand::Appeal { table: TABLE, text: words }).unwrap();
        let (ruling, words) = (DefaultRuling::Reschedule { days: 2 }, "It was.".to_owned());
        // The game is gone within a second.
        hall.until(|| table(&hall.app, 0).play.is_none());
        ruled(&hall, SchedulingCommand::DecideDefault { table: TABLE, ruling, text: words }).unwrap();
        agreed(&hall, hour(12));
        hall.pass(hour(12) - hall.now());
        let again = made(&hall, 0);
        assert_ne!(again, play);
        deployed(&hall, &again);
        assert_eq!(hall.state(&again), State::InPlay);
    }

    fn in_a_game_without_set_ups_who_is_not_ready_loses_by_the_rule(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let more = r#""game": "three-generals", "arranged": {"days": 3, "rule": {"grace_minutes": 20}},"#;
        published(&hall.app, ONCE, more, "");
        agreed(&hall, hour(5));
        hall.pass(hour(5) - hall.now());
        let play = made(&hall, 0);
        hall.act(&play, ANA, 7, PlayerAction::Ready).expect("it is open");
        hall.pass(hour(5) + 20 * MINUTE + SECOND - hall.now());
        hall.until(|| hall.state(&play) == State::Aborted);
        assert!(matches!(results(&hall.app, 0)[..], [GameResult::Default { .. }]));
        assert_eq!(winner(&hall.app, 0), ANA);
    }

    fn where_nobody_comes_officials_decide_and_set_another_time(place: &Place) {
        let hall = Hall::new(place);
        arranged(&hall, place, "");
        agreed(&hall, hour(5));
        hall.pass(hour(5) - hall.now());
        let play = made(&hall, 0);
        hall.pass(30 * MINUTE + 2 * SECOND);
        hall.until(|| hall.state(&play) == State::Aborted);
        assert_eq!((results(&hall.app, 0), state(&hall)), (vec![], MatchState::AwaitingOfficials));
        at(&hall, hour(6));
        assert!(table(&hall.app, 0).play.is_none(), "the rule has fired");
        let fix = SchedulingCommand::FixTime { table: TABLE, time: Some(hour(8)), reason: "Both.".to_owned() };
        ruled(&hall, fix).unwrap();
        hall.pass(hour(8) - hall.now());
        made(&hall, 0);
    }

    fn a_match_that_is_settled_by_hand_has_no_game(place: &Place) {
        let hall = Hall::new(place);
        arranged(&hall, place, "");
        agreed(&hall, hour(5));
        by_hand(&hall.app, 0, GameResult::Won(Side::First)).unwrap();
        at(&hall, hour(5) + MINUTE);
        assert!(table(&hall.app, 0).play.is_none());
        let run = contests::load_contest(&hall.app, SLUG).unwrap();
        let moved = run.contest.start_match(TABLE, hall.now());
        assert!(moved.is_err(), "{moved:?}");
    }

    fn a_match_that_is_set_to_another_time_while_both_deploy_has_its_game_then(place: &Place) {
        let hall = Hall::new(place);
        arranged(&hall, place, "");
        agreed(&hall, hour(5));
        hall.pass(hour(5) - hall.now());
        let play = made(&hall, 0);
        ana_deploys(&hall, &play);
        let fix = SchedulingCommand::FixTime { table: TABLE, time: Some(hour(8)), reason: "Both.".to_owned() };
        ruled(&hall, fix).unwrap();
        hall.until(|| hall.state(&play) == State::Aborted);
        hall.pass(hour(8) - hall.now());
        hall.until(|| table(&hall.app, 0).play.is_some_and(|one| one.id != play));
    }
}
