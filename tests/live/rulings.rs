//! What officials decide, who they are, and what is kept of it.

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::play::{Fact, OfficialAction, PlayId, PlayerAction, Refusal, Rule, State};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::audit::{self, AuditScope, AuditView, ShownEntry};
use adjutant_service::live::{self, Refused, Viewer};
use salpakan::rules::{Color, Outcome, Termination};

use crate::officials::{EVENT, LEAGUE, arbiter, league, moderator, organizer, outsiders};
use crate::support::{ANA, BEN, CORA, Hall, Place, SECOND, actor, on_both_engines, refusal};

/// A game of the event that has begun.
fn of_event(hall: &Hall, place: &Place) -> PlayId {
    let play = hall.play("600+5");
    place.run_sql(&format!("UPDATE plays SET organisation_id = {LEAGUE}, event_id = {EVENT}"));
    hall.deploy(&play, ANA, crate::support::WHITE).unwrap();
    hall.deploy(&play, BEN, crate::support::BLACK).unwrap();
    play
}

fn error<T>(answer: Result<T, Refused>) -> Error {
    match answer {
        Err(Refused::Error(e)) => e,
        Err(why) => panic!("the play refuses it: {why:?}"),
        Ok(_) => panic!("it was done"),
    }
}

fn trail(hall: &Hall) -> Vec<ShownEntry> {
    let operator = Actor { site_role: SiteRole::Operator, ..moderator() };
    let view = AuditView::all_of(AuditScope::Site);
    audit::page(&hall.app, &operator, &view, None, 100).unwrap().entries
}

on_both_engines! {
    fn an_arbiter_pauses_a_game_and_has_it_go_on_and_both_players_read_why(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = of_event(&hall, place);
        hall.pass(10 * SECOND);
        let paused = hall.rule(&arbiter(), &play, 1, Some(Rule::Pause), "The  lights are out.").unwrap();
        let Fact::Paused { .. } = &paused.event.fact else { panic!("{paused:?}") };
        assert_eq!(paused.event.fact.ruling().unwrap().reason.as_str(), "The lights are out.");
        hall.pass(600 * SECOND);
        let again = hall.rule(&arbiter(), &play, 1, Some(Rule::Pause), "The lights are out.").unwrap();
        assert_eq!(again, paused, "sent again it is done once");
        let other = hall.rule(&arbiter(), &play, 1, Some(Rule::Annul), "The lights are out.");
        assert_eq!(refusal(other), Refusal::OtherCommand);
        for account in [ANA, BEN, CORA] {
            let seen = live::see(&hall.live, &actor(account), &play).unwrap();
            assert_eq!(seen.rulings, [(paused.number, paused.event.clone())]);
            assert!(seen.may_rule.is_empty());
        }
        assert_eq!(refusal(hall.act(&play, ANA, 9, PlayerAction::Resume)), Refusal::OfficialsOnly);
        hall.rule(&organizer(), &play, 2, Some(Rule::Resume), "They are on again.").unwrap();
        let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
        let mover = seen.play.to_move().unwrap();
        let left = seen.play.clocks().unwrap().left(mover, seen.now.0);
        assert_eq!(left, 590 * SECOND, "the pause is charged to nobody");
    }

    fn who_is_no_official_of_the_event_decides_nothing_in_its_games(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = of_event(&hall, place);
        let rules = [Some(Rule::Pause), Some(Rule::Annul), None];
        for (who, outsider) in outsiders() {
            for rule in rules {
                match error(hall.rule(&outsider, &play, 1, rule, "I say so.")) {
                    Error::SignIn if who == "nobody" => {}
                    Error::Role { .. } | Error::Missing { .. } if who != "nobody" => {}
                    e => panic!("{who}: {e}"),
                }
            }
            let seen = live::see(&hall.live, &outsider, &play).unwrap();
            assert_eq!((seen.viewer, seen.may_rule.len()), (Viewer::Spectator, 0), "{who}");
        }
        for side in [ANA, BEN] {
            let own = Actor { account: side, player: Some(side), ..arbiter() };
            error(hall.rule(&own, &play, 1, Some(Rule::Pause), "It is my game."));
            let other_account = Actor { player: Some(side), ..arbiter() };
            error(hall.rule(&other_account, &play, 1, Some(Rule::Pause), "It is my game."));
        }
        assert_eq!(hall.state(&play), State::InPlay);
        assert!(trail(&hall).is_empty());
    }

    fn an_arbiter_gives_time_and_an_organizer_does_not(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = of_event(&hall, place);
        let rule = Some(Rule::AddTime { to: Color::Black, amount: 120 * SECOND });
        assert!(matches!(error(hall.rule(&organizer(), &play, 1, rule, "A broken clock.")), Error::Role { .. }));
        hall.rule(&arbiter(), &play, 1, rule, "A broken clock.").unwrap();
        let seen = live::see(&hall.live, &arbiter(), &play).unwrap();
        assert_eq!(seen.play.clocks().unwrap().left(Color::Black, seen.now.0), 720 * SECOND);
        let entry = &trail(&hall)[0];
        let changes: Vec<_> = entry.changes.iter().map(|one| (one.field.as_str(), one.values.clone())).collect();
        let clock = ("black_clock", Some(("600".to_owned(), "720".to_owned())));
        assert!(changes.contains(&clock), "{changes:?}");
        assert_eq!((entry.action.as_str(), entry.acting_as.as_str()), ("play.ruled", "official"));
        let much = Some(Rule::AddTime { to: Color::Black, amount: SECOND / 2 });
        assert_eq!(refusal(hall.rule(&arbiter(), &play, 2, much, "Half a second.")), Refusal::Amount);
    }

    fn a_ruling_needs_a_reason_and_names_nobody(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = of_event(&hall, place);
        for reason in ["", "  "] {
            let e = error(hall.rule(&arbiter(), &play, 1, Some(Rule::Pause), reason));
            assert!(matches!(e, Error::Invalid { field: "reason", .. }), "{e}");
        }
        let long = "x".repeat(501);
        error(hall.rule(&arbiter(), &play, 1, Some(Rule::Pause), &long));
        let outcome = Outcome::Win(Color::Black);
        let rule = Some(Rule::Adjudicate { outcome });
        let done = hall.rule(&arbiter(), &play, 2, rule, "Player 1 has left, says Player 4.").unwrap();
        let said = done.event.fact.ruling().unwrap().reason.as_str().to_owned();
        assert_eq!(said, "the player has left, says the player.");
        let entry = &trail(&hall)[0];
        assert_eq!(entry.reason, said);
        let shown = format!("{:?}", entry.changes);
        for told in ["\"\", \"adjudicate\"", "\"in-play\"", "\"0-1\"", "\"adjudication\""] {
            assert!(shown.contains(told), "{told}: {shown}");
        }
        let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
        let end = seen.play.life().finished().unwrap().end;
        assert_eq!((end.outcome, end.termination), (outcome, Termination::Adjudication));
    }

    fn a_game_is_annulled_or_lost_by_default_and_never_taken_up_again(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let annulled = of_event(&hall, place);
        hall.rule(&organizer(), &annulled, 1, Some(Rule::Annul), "The wrong pairing.").unwrap();
        assert_eq!(hall.state(&annulled), State::Aborted);
        for (number, rule) in (2..).zip([Rule::Resume, Rule::Reinstate, Rule::Annul]) {
            let refused = refusal(hall.rule(&arbiter(), &annulled, number, Some(rule), "Let us go on."));
            assert_eq!(refused, Refusal::Aborted);
        }
        let lost = hall.play("600+5");
        place.run_sql(&format!("UPDATE plays SET organisation_id = {LEAGUE}, event_id = {EVENT}"));
        let rule = Some(Rule::Default { loser: Color::White });
        hall.rule(&arbiter(), &lost, 1, rule, "Nobody came.").unwrap();
        let seen = live::see(&hall.live, &actor(BEN), &lost).unwrap();
        let end = seen.play.life().finished().unwrap().end;
        assert_eq!((end.outcome, end.termination), (Outcome::Win(Color::Black), Termination::Default));
    }

    fn a_revealed_game_can_not_be_resumed_and_a_moderator_sets_its_result_right_once(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = hall.begun("600+5");
        hall.any_ply(&play);
        hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&play) == State::Revealed);
        let before = live::see(&hall.live, &actor(ANA), &play).unwrap().game.unwrap();
        for rule in [Rule::Resume, Rule::Reinstate] {
            error(hall.rule(&moderator(), &play, 1, Some(rule), "Play on."));
        }
        let seen = live::see(&hall.live, &moderator(), &play).unwrap();
        assert_eq!((seen.viewer, seen.may_rule), (Viewer::Official, vec![OfficialAction::Correct]));
        assert!(seen.own.is_none());
        let (outcome, termination) = (Outcome::Win(Color::White), Termination::Adjudication);
        let rule = Some(Rule::Correct { outcome, termination });
        hall.rule(&moderator(), &play, 1, rule, "The opponent was a program.").unwrap();
        hall.until(|| live::see(&hall.live, &actor(ANA), &play).unwrap().game != Some(before));
        let after = live::see(&hall.live, &actor(ANA), &play).unwrap().game.unwrap();
        let found = adjutant_service::games::get(&hall.app, after).unwrap();
        assert_eq!(found.summary.outcome, Some(outcome));
        assert!(found.stored.revealed().is_some(), "its ranks stay open");
        let former = adjutant_service::games::get(&hall.app, before).unwrap();
        assert_eq!(former.summary.id, after, "there is one record, and its former id leads to it");
        assert_eq!(refusal(hall.rule(&moderator(), &play, 2, rule, "Once more.")), Refusal::SameResult);
        let faults = std::cell::RefCell::new(Vec::new());
        adjutant_service::integrity::check(&hall.app, &mut |fault| faults.borrow_mut().push(fault.clone()), &mut |_| {}).unwrap();
        assert_eq!(*faults.borrow(), []);
    }

    fn what_a_moderator_does_in_a_game_under_way_is_to_annul_it(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = hall.begun("600+5");
        let seen = live::see(&hall.live, &moderator(), &play).unwrap();
        assert_eq!(seen.may_rule, [OfficialAction::Annul]);
        for rule in [Rule::Pause, Rule::Adjudicate { outcome: Outcome::Draw }] {
            assert!(matches!(error(hall.rule(&moderator(), &play, 1, Some(rule), "So be it.")), Error::Hidden));
        }
        let own = Actor { account: ANA, player: Some(ANA), ..moderator() };
        error(hall.rule(&own, &play, 1, Some(Rule::Annul), "I am losing."));
        hall.rule(&moderator(), &play, 1, Some(Rule::Annul), "Both are one person.").unwrap();
        assert_eq!(hall.state(&play), State::Aborted);
        let ana = audit::page(&hall.app, &actor(ANA), &AuditView::all_of(AuditScope::Account(ANA)), None, 9);
        assert_eq!(ana.unwrap().entries.len(), 1, "she reads of it in her own trail");
    }
}
