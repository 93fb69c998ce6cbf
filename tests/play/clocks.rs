//! Clocks: who is charged for what.

use proptest::prelude::*;
use salpakan::clock::{Clocks, DAY, FlagFell, Pace, Pressed, SECOND, not_charged};
use salpakan::rules::{ByColor, Color};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;
/// Some moment of 2026.
const DAWN: i64 = 1_790_000_000 * SECOND;

fn running(pace: &str) -> Clocks {
    let mut clocks = Clocks::new(Pace::parse(pace).expect("a pace"));
    clocks.start(WHITE, DAWN);
    clocks
}

#[test]
fn a_ply_costs_the_time_since_the_opponents_was_announced() {
    let mut clocks = running("60+5");
    let pressed = clocks.press(DAWN + 10 * SECOND, 0);
    assert_eq!(pressed, Ok(Pressed { spent: 10 * SECOND, credited: 0, left: 55 * SECOND }));
    assert_eq!(clocks.running(), None);
    // The server took two seconds to commit: they are nobody's.
    clocks.start(BLACK, DAWN + 12 * SECOND);
    assert_eq!(clocks.left(BLACK, DAWN + 15 * SECOND), 57 * SECOND);
    assert_eq!(clocks.left(WHITE, DAWN + 15 * SECOND), 55 * SECOND);
}

#[test]
fn a_ply_counts_up_to_the_moment_the_flag_falls_and_not_a_microsecond_later() {
    let fall = running("60+5").falls_at().expect("white runs");
    assert_eq!(fall, DAWN + 60 * SECOND);
    for (late, counts) in [(-1, true), (0, true), (1, false)] {
        let mut clocks = running("60+5");
        let before = clocks.clone();
        match clocks.press(fall + late, 0) {
            Ok(pressed) => assert_eq!((counts, pressed.left), (true, 5 * SECOND - late)),
            Err(FlagFell) => assert_eq!((counts, &clocks), (false, &before)),
        }
    }
}

#[test]
fn the_credit_moves_the_race_by_itself_and_no_further() {
    let fall = running("60+5").falls_at().expect("white runs");
    let press = |received, credit| running("60+5").press(received, credit).map(|p| p.credited);
    assert_eq!(press(fall + 200_000, 200_000), Ok(200_000));
    assert_eq!(press(fall + 200_001, 200_000), Err(FlagFell));
    // More credit than time has passed is not given, and none is taken away.
    assert_eq!(press(DAWN + 5, 200_000), Ok(5));
    assert_eq!(press(DAWN + 5, -200_000), Ok(0));
    assert_eq!(press(DAWN - 5, 200_000), Ok(0));
}

#[test]
fn a_delay_passes_before_the_clock_runs_and_comes_again_with_each_ply() {
    let mut clocks = running("60+0d5");
    assert_eq!(clocks.left(WHITE, DAWN + 5 * SECOND), 60 * SECOND);
    assert_eq!(clocks.left(WHITE, DAWN + 6 * SECOND), 59 * SECOND);
    assert_eq!(clocks.falls_at(), Some(DAWN + 65 * SECOND));
    let pressed = clocks.press(DAWN + 4 * SECOND, 0);
    assert_eq!(pressed, Ok(Pressed { spent: 0, credited: 0, left: 60 * SECOND }));
    clocks.start(BLACK, DAWN + 4 * SECOND);
    let pressed = clocks.press(DAWN + 11 * SECOND, 0);
    assert_eq!(pressed, Ok(Pressed { spent: 2 * SECOND, credited: 0, left: 58 * SECOND }));
}

#[test]
fn a_pause_in_the_delay_keeps_what_is_left_of_it() {
    let mut clocks = running("60+0d5");
    clocks.stop(DAWN + 3 * SECOND);
    assert_eq!(clocks.falls_at(), None);
    assert_eq!(clocks.left(WHITE, DAWN + 100 * SECOND), 60 * SECOND);
    clocks.go_on(DAWN + 100 * SECOND);
    assert_eq!(clocks.falls_at(), Some(DAWN + 162 * SECOND));
    assert_eq!(clocks.left(WHITE, DAWN + 103 * SECOND), 59 * SECOND);
}

#[test]
fn the_sides_may_have_unequal_time() {
    let mut clocks = running("60/30+0");
    assert_eq!(clocks.left(BLACK, DAWN), 30 * SECOND);
    clocks.press(DAWN + SECOND, 0).expect("in time");
    clocks.start(BLACK, DAWN + SECOND);
    assert_eq!(clocks.falls_at(), Some(DAWN + 31 * SECOND));
}

#[test]
fn a_correspondence_ply_has_its_days_anew() {
    let mut clocks = running("3d");
    let pressed = clocks.press(DAWN + 2 * DAY, 0);
    assert_eq!(pressed, Ok(Pressed { spent: 2 * DAY, credited: 0, left: 3 * DAY }));
    clocks.start(BLACK, DAWN + 2 * DAY);
    assert_eq!(clocks.falls_at(), Some(DAWN + 5 * DAY));
    assert_eq!(clocks.press(DAWN + 5 * DAY + 1, 0), Err(FlagFell));
}

#[test]
fn nobody_is_charged_for_an_outage_wherever_it_begins() {
    // The time ran since 100; from 200 to 300 there was no server.
    assert_eq!(not_charged(100, 200, 300), 200);
    // It began to run within the outage, which is when it was last heard of.
    assert_eq!(not_charged(250, 200, 300), 300);
    assert_eq!(not_charged(300, 200, 300), 300);
    assert_eq!(not_charged(400, 200, 300), 400);
    // A clock that was set back leaves all as it is.
    assert_eq!(not_charged(100, 300, 200), 100);
}

#[test]
fn a_late_announcement_gives_time_back_and_an_early_one_takes_none() {
    let mut clocks = running("60+0");
    clocks.announced(DAWN + SECOND);
    assert_eq!(clocks.falls_at(), Some(DAWN + 61 * SECOND));
    clocks.announced(DAWN);
    assert_eq!(clocks.falls_at(), Some(DAWN + 61 * SECOND));
}

#[test]
fn a_clock_that_does_not_run_takes_no_ply() {
    let mut clocks = Clocks::new(Pace::parse("60+0").expect("a pace"));
    assert_eq!(clocks.press(DAWN, 0), Err(FlagFell));
    clocks.start(WHITE, DAWN);
    clocks.stop(DAWN + 1);
    assert_eq!(clocks.press(DAWN + 2, 0), Err(FlagFell));
}

/// What happens to a clock, each so many microseconds after what came before.
#[derive(Debug, Clone, Copy)]
enum Happening {
    Press { credit: i64, commit: i64 },
    Pause { length: i64 },
    Outage { length: i64 },
    Add { color: Color, duration: i64 },
}

fn happenings() -> impl Strategy<Value = Vec<(i64, Happening)>> {
    let one = prop_oneof![
        4 => (0..3 * SECOND, 0..SECOND).prop_map(|(credit, commit)| Happening::Press { credit, commit }),
        1 => (0..100 * SECOND).prop_map(|length| Happening::Pause { length }),
        1 => (0..100 * SECOND).prop_map(|length| Happening::Outage { length }),
        1 => (any::<bool>(), 0..100 * SECOND).prop_map(|(white, duration)| Happening::Add {
            color: if white { WHITE } else { BLACK },
            duration,
        }),
    ];
    prop::collection::vec((0..20 * SECOND, one), 0..60)
}

/// What the clocks should hold, by sums alone.
#[derive(Default)]
struct Sums {
    elapsed: i64,
    delays: i64,
    credits: i64,
    given: i64,
}

/// One stretch in which a side ran: its delay that is left, and what of it is credited.
fn stretch(sums: &mut Sums, delay: &mut i64, elapsed: i64, credit: i64) {
    let credited = credit.min(elapsed);
    let delayed = (*delay).min(elapsed - credited);
    *delay -= delayed;
    sums.elapsed += elapsed;
    sums.credits += credited;
    sums.delays += delayed;
}

fn run(pace: Pace, happenings: &[(i64, Happening)]) -> (Clocks, Sums, i64) {
    let mut clocks = Clocks::new(pace);
    let increment = if let Pace::Clocked { increment, .. } = pace { increment } else { 0 };
    let (mut now, mut turn, mut sums) = (DAWN, WHITE, Sums::default());
    // Since when the side runs, without outages, and what is left of its delay.
    let (mut since, mut delay) = (now, pace.delay());
    clocks.start(turn, now);
    for (after, happening) in happenings {
        now += after;
        match *happening {
            Happening::Press { credit, commit } => {
                clocks.press(now, credit).expect("there is time enough");
                stretch(&mut sums, &mut delay, now - since, credit);
                sums.given += increment;
                turn = turn.opponent();
                now += commit;
                clocks.start(turn, now);
                (since, delay) = (now, pace.delay());
            }
            Happening::Pause { length } => {
                clocks.stop(now);
                stretch(&mut sums, &mut delay, now - since, 0);
                now += length;
                clocks.go_on(now);
                since = now;
            }
            Happening::Outage { length } => {
                clocks.not_charged(now, now + length);
                now += length;
                since += length;
            }
            Happening::Add { color, duration } => {
                clocks.add(color, duration);
                sums.given += duration;
            }
        }
    }
    stretch(&mut sums, &mut delay, now - since, 0);
    (clocks, sums, now)
}

fn long(increment: i64, delay: i64) -> Pace {
    Pace::Clocked { base: ByColor::new(DAY, DAY / 2), increment, delay }
}

proptest! {
    #[test]
    fn what_is_charged_is_what_passed_less_pauses_outages_delays_and_credits(
        happenings in happenings(), step in 0..10_i64, delays: bool,
    ) {
        let step = step * SECOND;
        let pace = if delays { long(0, step) } else { long(step, 0) };
        let (clocks, sums, now) = run(pace, &happenings);
        let left = clocks.left(WHITE, now) + clocks.left(BLACK, now);
        let charged = DAY + DAY / 2 + sums.given - left;
        prop_assert_eq!(charged, sums.elapsed - sums.delays - sums.credits);
    }

    #[test]
    fn what_is_left_rises_by_increments_and_gifts_alone(
        happenings in happenings(), more in 0..1000 * SECOND,
    ) {
        let (clocks, _, now) = run(long(0, 5 * SECOND), &happenings);
        let gifts: i64 = happenings
            .iter()
            .map(|(_, one)| if let Happening::Add { duration, .. } = one { *duration } else { 0 })
            .sum();
        prop_assert!(clocks.left(WHITE, now) <= DAY + gifts);
        for color in Color::ALL {
            prop_assert!(clocks.left(color, now + more) <= clocks.left(color, now));
            prop_assert!(clocks.left(color, now + more) >= 0);
        }
        let other = clocks.running().expect("one side runs").opponent();
        prop_assert_eq!(clocks.left(other, now + more), clocks.left(other, now));
    }

    /// An outage within a pause, before it, after it, or as the pause itself.
    #[test]
    fn an_outage_and_a_pause_give_the_same_in_either_order(
        ran in 0..100 * SECOND, gap in 0..100 * SECOND, then in 0..100 * SECOND, delay in 0..20_i64,
    ) {
        let pace = long(0, delay * SECOND);
        let [mut one, mut other, mut third] = [pace; 3].map(Clocks::new);
        for clocks in [&mut one, &mut other, &mut third] {
            clocks.start(WHITE, DAWN);
        }
        let (stopped, resumed) = (DAWN + ran, DAWN + ran + gap);
        one.not_charged(stopped, resumed);
        one.stop(resumed + then);
        other.stop(stopped);
        other.not_charged(stopped, resumed);
        other.go_on(resumed);
        other.stop(resumed + then);
        third.stop_after(ran + then);
        prop_assert_eq!(&one, &other);
        prop_assert_eq!(&one, &third);
    }

    #[test]
    fn two_outages_are_as_one_where_they_touch(
        since in 0..1000_i64, stopped in 0..1000_i64, one in 0..1000_i64, other in 0..1000_i64,
    ) {
        let (between, end) = (stopped + one, stopped + one + other);
        let twice = not_charged(not_charged(since, stopped, between), between, end);
        prop_assert_eq!(twice, not_charged(since, stopped, end));
    }

    #[test]
    fn the_flag_falls_where_nothing_is_left(happenings in happenings()) {
        let (clocks, _, _) = run(long(3 * SECOND, 0), &happenings);
        let color = clocks.running().expect("one side runs");
        let fall = clocks.falls_at().expect("one side runs");
        prop_assert_eq!(clocks.left(color, fall), 0);
        prop_assert_eq!(clocks.left(color, fall - 1), 1);
        prop_assert!(clocks.clone().press(fall, 0).is_ok());
        prop_assert!(clocks.clone().press(fall + 1, 0).is_err());
        prop_assert!(clocks.clone().press(fall + 7, 7).is_ok());
    }
}
