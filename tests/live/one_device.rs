//! Two players on one device: each sees their own army, once for every look, and the other never.

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::moment::DAY;
use adjutant_domain::play::{PlayerAction, State};
use adjutant_service::live::{self, AskedPly, JointAction, Look, OneDevice, Pass, Refused};
use adjutant_service::{Error, games, housekeeping};
use salpakan::rules::{Color, Draft, RuleSet};

use crate::support::{BLACK, Hall, Place, WHITE, on_both_engines, sent, written};

struct Device<'a> {
    hall: &'a Hall,
    pass: Pass,
}

impl<'a> Device<'a> {
    fn new(hall: &'a Hall) -> Device<'a> {
        let token = live::begin_on_one_device(&hall.live, GameKind::Salpakan).expect("begun");
        let pass = live::pass(&hall.live, &token).expect("asked").expect("it is held");
        Device { hall, pass }
    }

    fn see(&self, look: Option<Look>) -> OneDevice {
        live::see_on_one_device(&self.hall.live, &self.pass, look).expect("seen")
    }

    /// What is shown to whoever uncovers it now.
    fn uncovered(&self) -> OneDevice {
        let look = live::uncover(&self.hall.live, &self.pass).expect("uncovered");
        self.see(Some(look))
    }

    fn deploy(&self, side: Color, text: &str) -> Result<(), Refused> {
        let draft = |color: Color, rules: &RuleSet| {
            Draft::parse(color, rules, text).map_err(|_| Error::invalid("setup", "no set-up"))
        };
        let sent = sent(side as u8, self.hall.now());
        live::deploy_by_pass(&self.hall.live, &self.pass, sent, Some(side), draft).map(|_| ())
    }

    fn begun(self) -> Device<'a> {
        self.deploy(Color::White, WHITE).expect("White deploys");
        self.deploy(Color::Black, BLACK).expect("Black deploys");
        self
    }

    /// Whether a page of this side, answered now, shows an army.
    fn is_shown_again(&self, side: Color) -> bool {
        let look = live::uncover_again(&self.hall.live, &self.pass, side).expect("asked");
        let army = self.see(look).seen.own;
        assert!(army.as_ref().is_none_or(|army| army.color() == side), "the other army is shown");
        army.is_some()
    }

    fn any_ply(&self) {
        let seen = self.see(None).seen;
        let number = seen.play.progress().len() + 1;
        let mv = seen.play.board().expect("a board").moves().next().expect("a move");
        let sent = sent(100 + number as u8, self.hall.now());
        let asked = AskedPly { sent, number, ply: written(mv) };
        live::ply_by_pass(&self.hall.live, &self.pass, asked).expect("a legal ply");
    }
}

on_both_engines! {
    fn white_deploys_then_black_then_whoever_won_the_toss_has_the_device(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall);
        assert_eq!(device.see(None).turn, Some(Color::White));
        let shown = device.uncovered();
        assert!(shown.seen.may.contains(&PlayerAction::Ready));
        device.deploy(Color::White, WHITE).expect("White deploys");
        assert_eq!(device.see(None).turn, Some(Color::Black));
        assert!(device.uncovered().seen.own.is_none(), "White's army is not Black's to see");
        device.deploy(Color::Black, BLACK).expect("Black deploys");
        let seen = device.see(None);
        assert_eq!((seen.seen.play.state(), seen.turn), (State::InPlay, seen.seen.play.to_move()));
        let turn = seen.turn.expect("somebody moves");
        device.any_ply();
        assert_eq!(device.see(None).turn, Some(turn.opponent()));
    }

    fn a_look_shows_one_page_and_only_the_army_of_whose_turn_it_is(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall).begun();
        let covered = device.see(None);
        assert!(covered.seen.own.is_none() && covered.next.is_none());
        let turn = covered.turn.expect("somebody moves");
        let look = live::uncover(&hall.live, &device.pass).expect("uncovered");
        let shown = device.see(Some(look));
        assert_eq!(shown.seen.own.as_ref().map(|army| army.color()), Some(turn));
        let next = shown.next.expect("the next page");
        assert!(device.see(Some(next)).seen.own.is_some(), "a piece is chosen");
        assert!(device.see(Some(look)).seen.own.is_none(), "loaded again");
        assert!(device.see(Some(next)).seen.own.is_none(), "and all are covered by that");
        let look = live::uncover(&hall.live, &device.pass).expect("uncovered");
        device.any_ply();
        assert!(device.see(Some(look)).seen.own.is_none(), "the other player has the device");
        assert!(device.see(Some([7; 16])).seen.own.is_none(), "made up");
    }

    fn a_set_up_that_is_sent_twice_is_not_the_other_side_s(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall);
        device.deploy(Color::White, WHITE).expect("White deploys");
        device.deploy(Color::White, WHITE).expect("a command that is sent again is done once");
        let seen = device.see(None);
        assert_eq!((seen.seen.play.state(), seen.turn), (State::Deploying, Some(Color::Black)));
        let other = sent(99, hall.now());
        let draft = |color: Color, rules: &RuleSet| {
            Draft::parse(color, rules, WHITE).map_err(|_| Error::invalid("setup", "no set-up"))
        };
        let again =
            live::deploy_by_pass(&hall.live, &device.pass, other, Some(Color::White), draft);
        assert!(matches!(again, Err(Refused::Rules(_))), "{again:?}");
        assert_eq!(device.see(None).turn, Some(Color::Black));
        device.deploy(Color::Black, BLACK).expect("Black deploys");
    }

    fn a_page_of_a_side_is_answered_with_no_other_army(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall).begun();
        let turn = device.see(None).turn.expect("somebody moves");
        assert!(device.is_shown_again(turn));
        assert!(!device.is_shown_again(turn.opponent()));
        device.any_ply();
        assert!(!device.is_shown_again(turn), "the other player is to have the device");
        assert!(device.is_shown_again(turn.opponent()));
    }

    fn a_restart_covers_everything_and_the_game_goes_on(place: &Place) {
        let hall = Hall::new(place);
        let token = live::begin_on_one_device(&hall.live, GameKind::Salpakan).expect("begun");
        let pass = live::pass(&hall.live, &token).expect("asked").expect("it is held");
        let device = Device { hall: &hall, pass }.begun();
        let look = live::uncover(&hall.live, &pass).expect("uncovered");
        let turn = device.see(None).turn;
        let now = hall.now();
        drop(hall);
        let hall = Hall::at(place, now);
        let pass = live::pass(&hall.live, &token).expect("asked").expect("it is held still");
        let device = Device { hall: &hall, pass };
        assert_eq!(device.see(Some(look)).next, None);
        assert_eq!(device.see(None).turn, turn);
        assert!(device.uncovered().seen.own.is_some());
    }

    fn the_end_opens_an_unrated_record_of_nobody(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall).begun();
        device.any_ply();
        let turn = device.see(None).turn.expect("somebody moves");
        let resign = JointAction::Resign(turn);
        live::say_by_pass(&hall.live, &device.pass, sent(3, hall.now()), resign).expect("resigned");
        let game = hall.once(|| device.see(None).seen.game);
        let seen = device.see(None);
        assert_eq!((seen.turn, seen.seen.play.terms().rated), (None, false));
        let game = games::get(&hall.app, game).expect("a record");
        assert!(game.stored.revealed().is_some());
        let listed = adjutant_service::players::page(&hall.app, "White", "", 9).expect("a list");
        assert!(listed.is_empty(), "{listed:?}");
    }

    fn a_device_of_a_table_shows_no_army_and_another_pass_uncovers_nothing(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall).begun();
        let seen = live::see_by_pass(&hall.live, &device.pass).expect("seen");
        assert!(seen.own.is_none());
        let play = *device.pass.play();
        place.run_sql("UPDATE play_passes SET place = 2");
        let token = live::begin_on_one_device(&hall.live, GameKind::Salpakan).expect("another");
        place.run_sql("UPDATE play_passes SET place = 2");
        let table = live::pass(&hall.live, &token).expect("asked").expect("it is held");
        assert_ne!(*table.play(), play);
        let refused = live::uncover(&hall.live, &table);
        assert!(matches!(refused, Err(Error::Hidden)), "{refused:?}");
    }

    fn a_game_that_hides_nothing_begins_at_once_and_lies_between_both(place: &Place) {
        let hall = Hall::new(place);
        let token = live::begin_on_one_device(&hall.live, GameKind::ThreeGenerals).expect("begun");
        let pass = live::pass(&hall.live, &token).expect("asked").expect("it is held");
        let see = || live::see_by_pass(&hall.live, &pass).expect("seen");
        assert_eq!(see().play.state(), State::InPlay);
        assert_eq!(see().play.terms().rules, Rules::ThreeGenerals);
        for (number, ply) in [(1, "c3-c4"), (2, "c7-c6")] {
            let sent = sent(number, hall.now());
            let asked = AskedPly { sent, number: number.into(), ply: ply.to_owned() };
            live::ply_by_pass(&hall.live, &pass, asked).expect("a legal ply");
        }
        let sent = sent(9, hall.now());
        live::say_by_pass(&hall.live, &pass, sent, JointAction::Draw).expect("both agree");
        let game = hall.once(|| see().game);
        let game = games::get_any(&hall.app, game).expect("a record");
        assert_eq!((game.head().kind, game.head().plies), (GameKind::ThreeGenerals, 2));
        let listed = adjutant_service::players::page(&hall.app, "White", "", 9).expect("a list");
        assert!(listed.is_empty(), "{listed:?}");
    }

    fn a_game_that_nobody_continues_ends_with_its_pass(place: &Place) {
        let hall = Hall::new(place);
        let device = Device::new(&hall).begun();
        let lives = SessionLifetimes::from_days(14, 90);
        let tidy = |after| housekeeping::tidy(&hall.app, lives, hall.now() + after).expect("tidied");
        assert_eq!(tidy(6 * DAY).passes, 0);
        assert_eq!(tidy(8 * DAY).passes, 1);
        let (pass, now) = (device.pass, hall.now());
        assert!(!live::pass_holds(&hall.live, &pass).expect("asked"));
        drop(hall);
        let hall = Hall::at(place, now + 8 * DAY);
        let seen = live::see_on_one_device(&hall.live, &pass, None).expect("seen").seen;
        assert_eq!(seen.play.state(), State::Aborted);
    }
}
