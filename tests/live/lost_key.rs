//! After the sealing key was lost, and the loss accepted: what is open stays right, what is closed stays so.

use adjutant_domain::play::{Rule, State};
use adjutant_service::Error;
use adjutant_service::live::{self, LiftingWanted};
use adjutant_service::{games, seal_keys};
use salpakan::rules::{Outcome, Termination};

use crate::events::SLUG;
use crate::officials::{arbiter, league, moderator};
use crate::records::{closed, faults, record_of, resigned_at_once};
use crate::support::{Hall, Place, SECOND, WHITE, on_both_engines};

on_both_engines! {
    fn what_is_open_can_be_set_right_and_what_is_closed_is_never_opened(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let (shut, open) = (closed(&hall, WHITE, 1), resigned_at_once(&hall));
        let running = hall.begun("1200+5");
        hall.any_ply(&running);
        let now = hall.now() + SECOND;
        drop(hall);
        std::fs::remove_file(place.settings().key_file).expect("it is lost");
        let lost = seal_keys::accept_loss(&place.settings(), now).expect("accepted");
        assert_eq!((lost.plays, lost.records), (1, 1));
        let hall = Hall::at(place, now + SECOND);
        let states = [&shut, &open, &running].map(|play| hall.state(play));
        assert_eq!(states, [State::Final, State::Revealed, State::Aborted]);
        assert_eq!(faults(&hall), Vec::<String>::new());

        let wanted = LiftingWanted::Open("The round is over.");
        let refused = live::lift(&hall.live, &arbiter(), SLUG, Some("1"), wanted).expect_err("closed");
        assert!(matches!(&refused, Error::Conflict(said) if said.to_string().contains("never be revealed")), "{refused}");
        assert_eq!(hall.state(&shut), State::Final);

        let draw = Rule::Correct { outcome: Outcome::Draw, termination: Termination::Agreement };
        hall.rule(&arbiter(), &shut, 2, Some(draw), "They had agreed.").expect("set right");
        hall.rule(&moderator(), &open, 3, Some(draw), "They had agreed.").expect("set right");
        let all = || games::page(&hall.app, &games::Filter::default(), None, 10).expect("read").items;
        hall.until(|| all().iter().filter(|game| game.outcome == Some(Outcome::Draw)).count() == 2);
        let id = record_of(&hall, &open).expect("a record");
        let game = games::get(&hall.app, id).expect("there");
        let armies = *game.stored.revealed().expect("open").armies();
        assert_eq!(armies.white.expect("an army").notation(), WHITE);
        assert!(record_of(&hall, &shut).is_none(), "its ranks are closed");
        assert_eq!(faults(&hall), Vec::<String>::new());
        let again = hall.begun("1200+5");
        hall.any_ply(&again);
    }
}
