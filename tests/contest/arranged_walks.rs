//! Anything that players, officials and the server may do with the times of matches, in any order: what follows makes
//! sense, nothing is due twice, and a server that looks when it is told to look misses nothing.

use adjutant_domain::contest::scheduling::{
    DefaultRuling, DueAction, ScheduleLogEntry, SchedulingEvent, TableId,
};
use adjutant_domain::contest::{Contest, ContestError, ContestFact};
use adjutant_domain::moment::{DAY, HOUR, MINUTE, Micros};
use swiss::series::Next;

use crate::arranged::{NOON, published};
use crate::event::{DRAWN, Event, FIRST, id, round_id, spot, stages, swiss};
use crate::random::Random;

const STEPS: usize = 60;
const RULES: [&str; 3] = [
    "",
    r#""remind_hours":2,"grace_minutes":5"#,
    r#""not_agreed":"default","both_absent":"default","one_silent":"officials","remind_hours":0"#,
];
const FINAL: &str =
    r#"{"name":"Final","system":{"type":"knock-out"},"series":{"format":"race","target":"4"}}"#;

fn walked(random: &mut Random) -> Event {
    let rule = random.of(&RULES);
    let more = format!(r#","players_report":true,"arranged":{{"days":3,"rule":{{{rule}}}}}"#);
    published(&if random.coin() { swiss(2, &more) } else { stages(FINAL, &more) })
}

/// Something that a player or an official might do at `now`.
fn command(
    random: &mut Random,
    contest: &Contest,
    now: Micros,
) -> Result<Vec<ContestFact>, ContestError> {
    let of = TableId { stage: 0, round: 0, table: random.up_to(2) };
    let sides = contest.stages[0].rounds[0].meetings[of.table].sides;
    let who = if random.below(9) == 0 { id(1) } else { random.of(&sides) };
    // Few times, so that some are equal.
    let time = now - now.0 % DAY + random.below(4) as i64 * 6 * HOUR;
    match random.below(22) {
        0..=7 => contest.propose_times(of, who, &[time, time + DAY][..1 + random.up_to(2)], now),
        8 => contest.withdraw_proposals(of, who, &[time, time + DAY], now),
        9 => contest.fix_time(of, Some(time + DAY).filter(|_| random.coin()), "so it is", now),
        10..=13 => contest.check_in_to_match(of, who, now),
        14 => contest.report_result(spot(0, 0, of.table, 0), who, FIRST),
        15 if random.coin() => contest.open_window(round_id(0, 0), Some(of.table), 2, now),
        16 | 17 => contest.appeal(of, who, "It was not so.", now),
        18 => {
            let anew = DefaultRuling::Reschedule { days: 2 };
            let ruling = random.of(&[DefaultRuling::Uphold, DefaultRuling::Replace(DRAWN), anew]);
            contest.rule_on_default(of, ruling, "It was so.", now)
        }
        19 => contest.start_match(of, now),
        20 => contest.default_missed_start(of, [random.coin(), random.coin()], now),
        _ if random.below(9) == 0 => contest.withdraw(who, false),
        _ => Ok(Vec::new()),
    }
}

/// What holds after anything that was told.
fn check(contest: &Contest, now: Micros) {
    for (of, meeting) in contest.scheduled_matches() {
        let dossier = contest.dossier(of).expect("it is arranged");
        assert!(dossier.lines.is_sorted_by_key(|line| line.at));
        let lapsed = dossier.schedule.applied_default;
        let is_lost = lapsed.is_some_and(|lapse| lapse.result.is_some());
        assert!(
            !is_lost
                || dossier.schedule.has_ruling
                || matches!(meeting.next, Next::Decided { .. } | Next::BothOut | Next::Tied)
        );
        assert!(
            dossier.schedule.proposals.iter().flatten().all(|time| *time <= dossier.window.until)
        );
    }
    // What is not due yet has a moment that is still to come; there is one exactly where something will be.
    match contest.next_due_at() {
        Some(moment) if moment > now => {
            assert!(contest.due_matches(moment - 1, Micros(0)).is_empty())
        }
        Some(_) => assert!(!contest.due_matches(now, Micros(0)).is_empty()),
        None => assert!(contest.due_matches(Micros(i64::MAX / 4), Micros(0)).is_empty()),
    }
}

#[test]
fn random_scheduling_stays_valid_and_nothing_is_due_twice() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut event = walked(&mut random);
        let mut now = NOON;
        for _ in 0..STEPS {
            now += random.below(3 * HOUR as u64) as i64 / MINUTE * MINUTE;
            let due = event.contest.due_matches(now, Micros(0));
            event.tell(|contest| contest.execute_due(&due, now));
            assert!(event.contest.due_matches(now, Micros(0)).is_empty(), "seed {seed}");
            if let Ok(facts) = command(&mut random, &event.contest, now) {
                event.tell(|_| Ok(facts));
            }
            check(&event.contest, now);
        }
        event.check();
    }
}

#[test]
fn a_default_fires_at_most_once_in_a_window() {
    for seed in 400..440 {
        let mut random = Random(seed);
        let mut event = walked(&mut random);
        let mut now = NOON;
        for _ in 0..STEPS {
            now += random.below(4 * HOUR as u64) as i64;
            let due = event.contest.due_matches(now, Micros(0));
            event.tell(|contest| contest.execute_due(&due, now));
            if let Ok(facts) = command(&mut random, &event.contest, now) {
                event.tell(|_| Ok(facts));
            }
        }
        for (of, _) in event.contest.scheduled_matches() {
            let mut is_lost = false;
            for line in event.contest.dossier(of).expect("it is arranged").lines {
                match line.entry {
                    ScheduleLogEntry::Window(_) => is_lost = false,
                    ScheduleLogEntry::Event(SchedulingEvent::DefaultApplied { result, .. }) => {
                        assert!(!is_lost, "seed {seed}: {of:?}");
                        is_lost = result.is_some();
                    }
                    ScheduleLogEntry::Event(_) => {}
                }
            }
        }
    }
}

#[test]
fn a_server_that_looks_late_does_the_same_defaults_as_one_that_looks_in_time() {
    for seed in 700..720 {
        let mut random = Random(seed);
        let event = walked(&mut random);
        let lapses = |step: i64| {
            let (mut event, mut all) = (event.clone(), Vec::new());
            for tick in 1..=(4 * DAY / step) {
                let now = NOON + tick * step;
                let due = event.contest.due_matches(now, Micros(0));
                let fired =
                    due.iter().filter(|one| matches!(one.action, DueAction::ApplyDefault { .. }));
                all.extend(fired.map(|one| (one.table, one.since, one.action)));
                event.tell(|contest| contest.execute_due(&due, now));
            }
            all
        };
        assert_eq!(lapses(HOUR), lapses(7 * HOUR), "seed {seed}");
    }
}
