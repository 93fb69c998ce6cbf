//! What fails is tried again, later each time, and holds nothing else up.

use std::time::Duration;

use adjutant_domain::play::{PlayerAction, State};
use adjutant_service::contests::ContestCommand;

use crate::officials::league;
use crate::rounds::{TWICE, deployed, made, publish, published, results, tell};
use crate::support::{ANA, BEN, Hall, Place, SECOND, on_both_engines};

/// From now on the store refuses rows of `games` on `INSERT` or `UPDATE` where this holds of the new one.
fn refuse(place: &Place, verb: &str, when: &str) {
    place.run_sql(&match &place.postgres {
        Some(_) => format!(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$; \
             CREATE TRIGGER refused BEFORE {verb} ON games FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION refuse()"
        ),
        None => format!(
            "CREATE TRIGGER refused BEFORE {verb} ON games WHEN {when} BEGIN SELECT RAISE(ABORT, 'refused'); END"
        ),
    });
}

fn allow(place: &Place) {
    place.run_sql(match &place.postgres {
        Some(_) => "DROP TRIGGER refused ON games",
        None => "DROP TRIGGER refused",
    });
}

/// How often the server has begun to write.
fn tries(hall: &Hall) -> u64 {
    hall.live.written().0
}

fn wait() {
    std::thread::sleep(Duration::from_millis(500));
}

on_both_engines! {
    fn a_record_that_cannot_be_kept_is_tried_again_later_and_later(place: &Place) {
        let hall = Hall::new(place);
        refuse(place, "INSERT", "NEW.plies = 1");
        let stuck = hall.begun("1200+5");
        hall.any_ply(&stuck);
        hall.act(&stuck, ANA, 50, PlayerAction::Resign).unwrap();
        let before = tries(&hall);
        wait();
        assert!(tries(&hall) <= before + 1, "{} tries while no time passes", tries(&hall) - before);
        let free = hall.begun("1200+5");
        hall.act(&free, ANA, 51, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&free) == State::Revealed);
        assert_eq!(hall.state(&stuck), State::Final);
        let before = tries(&hall);
        for pause in [1, 2, 4, 8, 16] {
            hall.pass(pause * SECOND);
            wait();
        }
        assert_eq!(tries(&hall) - before, 5, "one for each pause");
        assert_eq!(hall.app.retries().counted().1, 1);
        allow(place);
        hall.pass(300 * SECOND);
        hall.until(|| hall.state(&stuck) == State::Revealed);
        assert_eq!(hall.app.retries().counted().1, 0);
    }

    fn a_game_that_cannot_be_opened_holds_no_other_of_its_event_up(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
        let first = made(&hall, 0);
        deployed(&hall, &first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&first) == State::Final);
        // A round is paired once the event has taken the result of the one before.
        hall.until(|| !results(&hall.app, 0).is_empty());
        publish(&hall.app, 1);
        let second = made(&hall, 1);
        deployed(&hall, &second);
        hall.act(&second, BEN, 51, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&second) == State::Final);
        // An event is ended once it has every result.
        hall.until(|| !results(&hall.app, 1).is_empty());
        refuse(place, "UPDATE", "NEW.round = '1' AND NEW.revealed = 1");
        tell(&hall.app, ContestCommand::SetEnded(true)).unwrap();
        hall.until(|| hall.state(&second) == State::Revealed);
        assert_eq!(hall.state(&first), State::Final);
        allow(place);
        hall.pass(300 * SECOND);
        hall.until(|| hall.state(&first) == State::Revealed);
    }
}
