//! What the server does by itself.

use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::play::{Fact, PlayerAction, Refusal, State};
use adjutant_service::games;
use adjutant_service::live::{self, AskedPly};
use salpakan::rules::{Color, Outcome, Termination};

use crate::support::{
    ANA, BEN, Hall, Place, SECOND, WHITE, actor, on_both_engines, refusal, sent, written,
};

/// The day of the one record there is.
fn day_of_record(hall: &Hall) -> String {
    hall.until(|| {
        !games::page(&hall.app, &games::Filter::default(), None, 10).unwrap().items.is_empty()
    });
    games::page(&hall.app, &games::Filter::default(), None, 10).unwrap().items[0].date.clone()
}

fn day(at: Micros) -> String {
    at.to_utc().unwrap().format("%Y.%m.%d").to_string()
}

on_both_engines! {
    fn a_record_has_the_day_on_the_wall_on_which_its_game_began(place: &Place) {
        let hall = Hall::new(place);
        // The machine has slept for two days, which no even clock counts.
        hall.wall_moves(2 * DAY);
        let play = hall.begun("600+0");
        let began = hall.live.moments().on_the_wall();
        hall.pass(5 * SECOND);
        let left = hall.left(&play);
        hall.wall_moves(3 * DAY);
        assert_eq!(hall.left(&play), left, "it is nobody's time");
        hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
        assert_eq!(day_of_record(&hall), day(began));
    }

    fn a_clock_on_the_wall_that_was_ahead_and_is_set_right_dates_no_record_ahead(place: &Place) {
        let hall = Hall::new(place);
        hall.wall_moves(-DAY);
        let play = hall.begun("600+0");
        let began = hall.live.moments().on_the_wall();
        hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
        assert_eq!(day_of_record(&hall), day(began));
    }

    fn a_flag_falls_without_any_client(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("60+0");
        let loser = hall.turn(&play);
        hall.pass(59 * SECOND);
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert_eq!(hall.state(&play), State::InPlay);
        hall.pass(2 * SECOND);
        hall.until(|| hall.state(&play) == State::Revealed);
        let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
        let end = seen.play.life().finished().unwrap().end;
        assert_eq!((end.outcome, end.termination), (Outcome::Win(loser.opponent()), Termination::Time));
    }

    fn no_flag_falls_before_a_command_that_was_received_in_time_and_waits(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("60+0");
        let other = hall.begun("60+0");
        let mover = hall.mover(&play);
        let mv = live::see(&hall.live, &actor(ANA), &play).unwrap().play.board().unwrap().moves().next().unwrap();
        hall.pass(60 * SECOND);
        let receipt = hall.live.receive(Some(play));
        hall.pass(5 * SECOND);
        // The timer comes long before the ply does.
        hall.until(|| hall.state(&other) == State::Revealed);
        hall.settles();
        assert_eq!(hall.state(&play), State::InPlay);
        let asked = AskedPly { sent: sent(9, receipt.at()), number: 1, ply: written(mv) };
        live::ply(&hall.live, &actor(mover), &play, asked).expect("it was received in time");
        drop(receipt);
        hall.pass(60 * SECOND);
        let late = hall.live.receive(Some(play));
        let early = hall.live.receive(None);
        assert_eq!(early.at(), late.at());
        drop(early);
        hall.pass(SECOND);
        let too_late = hall.live.receive(Some(play));
        drop(late);
        hall.until(|| hall.state(&play) == State::Revealed);
        drop(too_late);
    }

    fn a_flag_falls_in_a_play_that_nobody_has_in_memory(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("60+0");
        let now = hall.now();
        drop(hall);
        let hall = Hall::at(place, now + 10 * SECOND);
        hall.pass(61 * SECOND);
        hall.until(|| place_state(place) == 6);
        assert_eq!(hall.state(&play), State::Revealed);
    }

    fn nobody_deploys_and_the_play_is_off(place: &Place) {
        let hall = Hall::new(place);
        let (one, other) = (hall.play("1200+5"), hall.play("1200+5"));
        hall.deploy(&one, ANA, WHITE).unwrap();
        hall.pass(601 * SECOND);
        hall.until(|| hall.state(&one) == State::Aborted && hall.state(&other) == State::Aborted);
        assert!(live::see(&hall.live, &actor(BEN), &one).unwrap().play.timeline().expect("a game of Salpakan").taken.white.is_none());
    }

    fn who_is_alone_claims_after_a_minute_and_not_before(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("300+5");
        let (first, second) = if hall.turn(&play) == Color::White { (ANA, BEN) } else { (BEN, ANA) };
        hall.any_ply(&play);
        let color = if second == ANA { Color::White } else { Color::Black };
        let there = hall.live.attend(play, color).unwrap();
        hall.pass(90 * SECOND);
        let refused = refusal(hall.act(&play, first, 60, PlayerAction::Claim));
        assert!(matches!(refused, Refusal::NotGone { .. }), "he listens: {refused:?}");
        drop(there);
        hall.pass(30 * SECOND);
        assert!(matches!(refusal(hall.act(&play, first, 61, PlayerAction::Claim)), Refusal::NotGone { .. }));
        hall.pass(31 * SECOND);
        let claimed = hall.act(&play, first, 62, PlayerAction::Claim).unwrap();
        assert!(matches!(claimed.event.fact, Fact::Over { termination: Termination::Left, .. }));
    }
}

/// The state of the one play there is, as the store has it.
fn place_state(place: &Place) -> i64 {
    if let Some(database) = &place.postgres {
        return database.run_sql("SELECT state FROM plays").trim().parse().expect("a number");
    }
    use diesel::prelude::*;
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        state: i64,
    }
    let path = place.dir.path().join("adjutant.sqlite");
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    let row: Row =
        diesel::sql_query("SELECT state FROM plays").get_result(&mut connection).unwrap();
    row.state
}
