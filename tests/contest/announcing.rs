//! What officials announce, and when rounds start.

use adjutant_domain::contest::json::{read_settings, write_settings};
use adjutant_domain::contest::{
    ContestError, ContestSettings, ContestSettingsError, MAX_ANNOUNCEMENT_LEN, MAX_ANNOUNCEMENTS,
    RoundId, RoundStart, Timetable,
};
use adjutant_domain::moment::{HOUR, Micros};

use crate::event::{Event, stages, swiss};

fn shown(event: &Event) -> Vec<(u32, &str)> {
    let all = event.contest.announcements.iter();
    all.map(|(number, text)| (*number, text.as_str())).collect()
}

#[test]
fn an_announcement_is_shown_until_it_is_taken_down_and_its_number_is_not_used_again() {
    let mut event = Event::swiss(4, 2);
    event.tell(|contest| contest.announce("  Lunch until 13:00 "));
    event.tell(|contest| contest.announce("Round 2 starts late"));
    assert_eq!(shown(&event), [(1, "Lunch until 13:00"), (2, "Round 2 starts late")]);
    event.tell(|contest| contest.take_announcement_down(2));
    assert_eq!(shown(&event), [(1, "Lunch until 13:00")]);
    event.tell(|contest| contest.announce("Prizes at 17:00"));
    assert_eq!(shown(&event), [(1, "Lunch until 13:00"), (3, "Prizes at 17:00")]);
    event.check();
}

#[test]
fn saying_the_same_twice_or_taking_down_what_is_not_there_changes_nothing() {
    let mut event = Event::swiss(4, 2);
    assert_eq!(event.tell(|contest| contest.take_announcement_down(1)), []);
    event.tell(|contest| contest.announce("Lunch"));
    assert_eq!(event.tell(|contest| contest.announce("Lunch")), []);
}

#[test]
fn an_announcement_is_one_line_of_limited_length_and_only_a_few_are_shown() {
    let mut event = Event::swiss(4, 2);
    let long = "a".repeat(MAX_ANNOUNCEMENT_LEN + 1);
    for wrong in ["", "  ", "one\ntwo", &long] {
        let refused = event.refused(|contest| contest.announce(wrong));
        assert_eq!(refused, ContestError::InvalidAnnouncement, "{wrong:?}");
    }
    for number in 0..MAX_ANNOUNCEMENTS {
        event.tell(|contest| contest.announce(&format!("News {number}")));
    }
    let refused = event.refused(|contest| contest.announce("More news"));
    assert_eq!(refused, ContestError::TooManyAnnouncements);
    event.tell(|contest| contest.take_announcement_down(1));
    event.tell(|contest| contest.announce("More news"));
    event.check();
}

const TIMED: &str = r#"{"plan": {"template": "swiss", "entrants": 8, "rounds": 3}, "place": "Baguio",
    "timetable": {"zone": "Asia/Manila", "starts": [{"stage": 0, "round": 1, "at": 1795320000000000}]}}"#;

#[test]
fn place_and_timetable_are_written_as_they_are_read() {
    let settings = read_settings(TIMED).expect("settings");
    assert_eq!(read_settings(&write_settings(&settings)), Ok(settings.clone()));
    let second = RoundId { stage: 0, round: 1 };
    assert_eq!(settings.timetable.start_of(second), Some(Micros(1_795_320_000_000_000)));
    assert!(settings.validate().is_empty());
}

#[test]
fn a_timetable_of_an_unknown_zone_or_stage_is_refused() {
    for (from, to) in [("Asia/Manila", "Manila"), (r#""stage": 0"#, r#""stage": 1"#)] {
        let settings = read_settings(&TIMED.replace(from, to)).expect("it can be read");
        assert_eq!(settings.validate(), [ContestSettingsError::Timetable], "{to}");
    }
}

#[test]
fn a_schedule_has_no_rounds_that_the_event_does_not_have() {
    let scheduled = |event: &Event, rounds: &[usize]| {
        let start = |round: &usize| RoundStart {
            stage: 0,
            round: *round,
            at: Micros(HOUR * (*round as i64 + 1)),
        };
        let timetable = Timetable {
            time_zone: "Asia/Manila".to_owned(),
            starts: rounds.iter().map(start).collect(),
        };
        let settings = ContestSettings { timetable, ..event.contest.settings.clone() };
        event.contest.change_settings(settings).map(drop)
    };
    let missing = |round: usize, rounds: usize| ContestError::ScheduledRoundMissing {
        stage: 0,
        round,
        rounds,
    };
    let event = Event::of(5, &swiss(3, ""));
    assert_eq!(scheduled(&event, &[0, 2]), Ok(()));
    assert_eq!(scheduled(&event, &[0, 3, 59]), Err(missing(3, 3)));
    let all = r#"{"name":"All","system":{"type":"round-robin"}}"#;
    let mut event = Event::of(5, &stages(all, ""));
    assert_eq!(scheduled(&event, &[59]), Ok(()), "more may come");
    event.begin(0);
    assert_eq!(scheduled(&event, &[4]), Ok(()));
    assert_eq!(scheduled(&event, &[59]), Err(missing(59, 5)));
    let knockout = r#"{"name":"All","system":{"type":"knock-out"}}"#;
    let mut event = Event::of(5, &stages(knockout, ""));
    event.begin(0);
    assert_eq!(scheduled(&event, &[2]), Ok(()));
    assert_eq!(scheduled(&event, &[3]), Err(missing(3, 3)));
    let settings = event.contest.settings.clone();
    assert_eq!(settings.check_timetable(), Ok(()));
}
