//! Arenas whose games are played here.

use adjutant_domain::moment::MINUTE;
use adjutant_domain::play::{PlayerAction, State};
use adjutant_service::access::Actor;
use adjutant_service::contests::{self, BoardOptions, ContestCommand, MeetingLine, RoundCommand};
use adjutant_service::live::{self, Following};

use crate::officials::{league, organizer};
use crate::rounds::{SLUG, deployed, made, published, tell};
use crate::support::{BEN, Hall, NOW, Place, actor, on_both_engines};

const ARENA: &str = r#"{"template": "arena", "entrants": 2}"#;

fn games(hall: &Hall) -> Vec<MeetingLine> {
    let board = contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .unwrap();
    board.stages[0].rounds[0].meetings.clone()
}

fn is_running(hall: &Hall) -> bool {
    let board = contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .unwrap();
    board.stages[0].arena.as_ref().is_some_and(|arena| arena.is_running)
}

on_both_engines! {
    fn a_game_that_ends_is_followed_by_the_next_and_ranks_stay_closed_until_the_arena_is_over(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, ARENA, "", r#", "disclosure": "round""#);
        let first = made(&hall, 0);
        deployed(&hall, &first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        let second = hall.once(|| games(&hall).get(1).and_then(|line| line.play)).id;
        let following = |actor| live::following(&hall.live, &actor, &first).expect("it is asked");
        let next = Following { next: Some(second), may_be_paired: true };
        assert_eq!(following(actor(BEN)), Some(next));
        assert_eq!(following(Actor::nobody()), None, "it is the players' own");
        hall.until(|| hall.state(&first) == State::Final);
        let pause = ContestCommand::Round(RoundCommand::Pause { stage: 0, entrant: games(&hall)[0].sides[0] });
        tell(&hall.app, pause).expect("a break");
        deployed(&hall, &second);
        hall.act(&second, BEN, 51, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&second) == State::Final);
        assert_eq!(games(&hall).len(), 2, "the other has nobody to play");
        assert_eq!(hall.state(&first), State::Final, "no game is open, and yet it is not over");
        tell(&hall.app, ContestCommand::Round(RoundCommand::EndArena { stage: 0 })).expect("it ends");
        hall.until(|| hall.state(&first) == State::Revealed && hall.state(&second) == State::Revealed);
        let over = Following { next: None, may_be_paired: false };
        assert_eq!(following(actor(BEN)), Some(over));
    }

    fn an_arena_whose_ranks_are_revealed_is_not_opened_again(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, ARENA, "", r#", "disclosure": "round""#);
        let first = made(&hall, 0);
        let end = |at| {
            let end = ContestCommand::Round(RoundCommand::EndArena { stage: 0 });
            contests::execute(&hall.app, &organizer(), SLUG, &end, NOW + at).expect("it ends")
        };
        let undone = |ended: contests::CommandOutcome| {
            contests::undo_act(&hall.app, &organizer(), SLUG, ended.version as usize, NOW + 3)
        };
        undone(end(1)).expect("nothing is revealed while its game is played");
        let ended = end(2);
        deployed(&hall, &first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&first) == State::Revealed);
        let refused = undone(ended).expect_err("their set-ups are known");
        assert!(refused.to_string().contains("ranks are revealed"), "{refused}");
        assert!(!is_running(&hall));
    }

    fn the_clock_ends_it_even_if_the_server_was_stopped(place: &Place) {
        {
            let hall = Hall::new(place);
            league(place);
            published(&hall.app, ARENA, "", "");
            made(&hall, 0);
        }
        let hall = Hall::at(place, NOW);
        let due = |at| contests::run_due_actions(&hall.app, at, NOW).expect("it is looked at");
        due(NOW + 89 * MINUTE);
        assert!(is_running(&hall));
        due(NOW + 90 * MINUTE);
        assert!(!is_running(&hall));
        let open = games(&hall);
        assert!(open.len() == 1 && open[0].is_open(), "who plays goes on");
    }
}
