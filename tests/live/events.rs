//! Games of an event: made by its officials, confirmed, and closed until ranks are opened.

use adjutant_domain::play::{Disclosure, PlayId, PlayerAction, Refusal, Rule, State, Terms};
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Arrangement, Lifted, LiftingWanted, Refused, Viewer};
use adjutant_service::records::GameId;
use adjutant_service::{Error, export, games, integrity};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color, Outcome, RuleSet, Termination};

use crate::officials::{arbiter, league, organizer, outsiders};
use crate::support::{
    ANA, BEN, BLACK, CORA, Hall, Place, SECOND, WHITE, actor, on_both_engines, refusal,
};

pub const SLUG: &str = "the-open";

const fn open(why: &str) -> LiftingWanted<'_> {
    LiftingWanted::Open(why)
}

fn arrangement(round: &str, disclosure: Disclosure) -> Arrangement {
    Arrangement {
        round: round.to_owned(),
        players: ByColor::new("Player 1".to_owned(), "Player 2".to_owned()),
        terms: Terms {
            rated: true,
            disclosure,
            ..Terms::of_event(RuleSet::STANDARD.into(), Pace::parse("600+5").unwrap())
        },
    }
}

pub fn made(hall: &Hall, round: &str, disclosure: Disclosure) -> PlayId {
    live::arrange(&hall.live, &organizer(), SLUG, arrangement(round, disclosure)).expect("made")
}

/// A game of the event that White has resigned after a ply.
fn resigned(hall: &Hall, round: &str, disclosure: Disclosure) -> PlayId {
    let play = made(hall, round, disclosure);
    hall.deploy(&play, ANA, WHITE).unwrap();
    hall.deploy(&play, BEN, BLACK).unwrap();
    hall.any_ply(&play);
    hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
    assert_eq!(hall.state(&play), State::Ended);
    play
}

/// The one record that there is.
fn record(hall: &Hall) -> (GameId, games::Game) {
    let page = games::page(&hall.app, &games::Filter::default(), None, 10).unwrap();
    assert_eq!(page.items.len(), 1);
    let id = page.items[0].id;
    (id, games::get(&hall.app, id).unwrap())
}

fn exported(hall: &Hall) -> usize {
    let mut count = 0;
    export::export(&hall.app, &games::Filter::default(), &mut |_| {
        count += 1;
        true
    })
    .unwrap();
    count
}

fn is_whole(hall: &Hall) {
    let faults = std::cell::RefCell::new(Vec::new());
    integrity::check(&hall.app, &mut |fault| faults.borrow_mut().push(fault.clone()), &mut |_| {})
        .unwrap();
    assert_eq!(*faults.borrow(), []);
}

on_both_engines! {
    fn who_makes_no_pairings_makes_no_game_of_an_event(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let asked = || arrangement("1", Disclosure::Round);
        for (who, actor) in outsiders().into_iter().filter(|(who, _)| *who != "pairings") {
            assert!(live::arrange(&hall.live, &actor, SLUG, asked()).is_err(), "{who}");
        }
        assert!(live::arrange(&hall.live, &arbiter(), SLUG, asked()).is_err(), "results alone");
        let own = Actor { account: ANA, player: Some(ANA), ..organizer() };
        let refused = live::arrange(&hall.live, &own, SLUG, asked()).unwrap_err();
        assert!(matches!(refused, Error::Conflict(_)), "his own game: {refused}");
        let play = made(&hall, "1", Disclosure::Round);
        let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
        assert_eq!((seen.viewer, seen.play.terms().credit), (Viewer::Seat(Color::White), 0));
        assert!(seen.play.terms().is_of_event() && !seen.play.terms().claims);
    }

    fn a_result_is_final_once_an_official_confirms_it_and_closed_until_the_round_is_opened(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = resigned(&hall, "3", Disclosure::Round);
        assert!(live::lift(&hall.live, &arbiter(), SLUG, Some("3"), open("Over.")).is_err(), "it is not final");
        assert!(matches!(hall.rule(&organizer(), &play, 1, None, ""), Err(Refused::Error(Error::Role { .. }))));
        hall.rule(&arbiter(), &play, 1, None, "").unwrap();
        hall.until(|| games::totals(&hall.app).unwrap().games == 1);
        assert_eq!(hall.state(&play), State::Final);
        let (before, game) = record(&hall);
        assert!(game.stored.revealed().is_none(), "its ranks are closed");
        assert_eq!((game.summary.event.as_str(), game.summary.round.as_str()), ("The Open", "3"));
        assert_eq!(game.summary.outcome, Some(Outcome::Win(Color::Black)));
        assert_eq!(exported(&hall), 0);
        for who in [actor(CORA), arbiter(), actor(BEN)] {
            let seen = live::see(&hall.live, &who, &play).unwrap();
            assert!(seen.game.is_none());
            assert_eq!(seen.own.is_some(), who.account == BEN);
        }
        is_whole(&hall);
        assert!(live::lift(&hall.live, &actor(CORA), SLUG, Some("3"), open("Over.")).is_err());
        assert!(live::lift(&hall.live, &arbiter(), SLUG, Some("2"), open("Over.")).is_err(), "another round");
        assert!(live::lift(&hall.live, &arbiter(), SLUG, Some("3"), open(" ")).is_err(), "without a reason");
        let own = Actor { account: ANA, player: Some(ANA), ..arbiter() };
        assert!(live::lift(&hall.live, &own, SLUG, Some("3"), open("Over.")).is_err(), "his own game");
        assert_eq!(live::lift(&hall.live, &arbiter(), SLUG, Some("3"), open("The round is over.")).unwrap(), Lifted::Opened(1));
        assert_eq!(hall.state(&play), State::Revealed);
        let (after, game) = record(&hall);
        assert!(game.stored.revealed().is_some() && after != before);
        assert_eq!(live::see(&hall.live, &actor(CORA), &play).unwrap().game, Some(after));
        assert_eq!(exported(&hall), 1);
        assert!(live::lift(&hall.live, &arbiter(), SLUG, Some("3"), open("Again.")).is_err());
        is_whole(&hall);
    }

    fn a_result_is_final_once_both_sides_accept_it(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = resigned(&hall, "1", Disclosure::Game);
        hall.act(&play, ANA, 51, PlayerAction::AcceptResult).unwrap();
        assert_eq!(refusal(hall.act(&play, ANA, 52, PlayerAction::AcceptResult)), Refusal::AlreadyAccepted);
        assert_eq!(hall.state(&play), State::Ended);
        let rule = Rule::Correct { outcome: Outcome::Draw, termination: Termination::Agreement };
        hall.rule(&arbiter(), &play, 1, Some(rule), "They had agreed.").unwrap();
        hall.act(&play, BEN, 53, PlayerAction::AcceptResult).unwrap();
        assert_eq!(hall.state(&play), State::Ended, "she had accepted another result");
        hall.act(&play, ANA, 54, PlayerAction::AcceptResult).unwrap();
        hall.until(|| hall.state(&play) == State::Revealed);
        assert_eq!(record(&hall).1.summary.outcome, Some(Outcome::Draw));
    }

    fn what_the_event_keeps_closed_is_not_opened_with_a_round(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = resigned(&hall, "1", Disclosure::Event);
        hall.rule(&arbiter(), &play, 1, None, "").unwrap();
        hall.until(|| games::totals(&hall.app).unwrap().games == 1);
        assert_eq!(live::lift(&hall.live, &arbiter(), SLUG, Some("1"), open("The round is over.")).unwrap(), Lifted::Opened(0));
        assert_eq!(hall.state(&play), State::Final);
        let desk = live::event_desk(&hall.live, &arbiter(), SLUG).unwrap();
        assert_eq!((desk.closed.len(), desk.makes, desk.opens), (1, false, true));
        // Of an event without a plan nobody knows when it is over: two officials open what it keeps closed.
        let asked = live::lift(&hall.live, &arbiter(), SLUG, None, open("It is all over."));
        assert_eq!(asked.unwrap(), Lifted::Asked);
        assert_eq!(hall.state(&play), State::Final);
        let lift = |who: &Actor, wanted| live::lift(&hall.live, who, SLUG, None, wanted);
        assert!(lift(&arbiter(), LiftingWanted::Confirm).is_err(), "one official is not two");
        assert!(lift(&arbiter(), open("Once more.")).is_err(), "it is asked for already");
        let plays = Actor { account: BEN, player: Some(BEN), ..arbiter() };
        assert!(lift(&plays, LiftingWanted::Confirm).is_err(), "a player of the event");
        let second = Actor { account: CORA, player: Some(CORA), ..arbiter() };
        assert_eq!(live::event_desk(&hall.live, &second, SLUG).unwrap().asked.len(), 1);
        assert_eq!(lift(&second, LiftingWanted::Drop).unwrap(), Lifted::Dropped);
        assert!(lift(&second, LiftingWanted::Confirm).is_err(), "nothing is asked for");
        assert_eq!(lift(&arbiter(), open("It is all over.")).unwrap(), Lifted::Asked);
        hall.pass(25 * 3600 * SECOND);
        assert!(lift(&second, LiftingWanted::Confirm).is_err(), "that was a day ago");
        assert_eq!(lift(&arbiter(), open("It is all over.")).unwrap(), Lifted::Asked);
        assert_eq!(live::liftings(&hall.live, SLUG).unwrap(), []);
        assert_eq!(lift(&second, LiftingWanted::Confirm).unwrap(), Lifted::Opened(1));
        let told = live::liftings(&hall.live, SLUG).unwrap();
        assert_eq!((told.len(), told[0].reason.as_str()), (1, "It is all over."));
        assert_eq!(hall.state(&play), State::Revealed);
    }

    fn an_arbiter_takes_the_end_back_before_it_is_final_and_never_after(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = resigned(&hall, "1", Disclosure::Round);
        hall.rule(&arbiter(), &play, 1, Some(Rule::Reinstate), "A child had pressed it.").unwrap();
        assert_eq!(hall.state(&play), State::Paused);
        hall.rule(&arbiter(), &play, 2, Some(Rule::Resume), "Both sit again.").unwrap();
        hall.any_ply(&play);
        hall.act(&play, BEN, 60, PlayerAction::Resign).unwrap();
        hall.rule(&arbiter(), &play, 3, None, "").unwrap();
        hall.until(|| games::totals(&hall.app).unwrap().games == 1);
        live::lift(&hall.live, &arbiter(), SLUG, Some("1"), open("The round is over.")).unwrap();
        for (number, rule) in (4..).zip([Rule::Reinstate, Rule::Resume]) {
            assert!(hall.rule(&arbiter(), &play, number, Some(rule), "Once more.").is_err());
        }
        assert_eq!(hall.state(&play), State::Revealed);
    }
}
