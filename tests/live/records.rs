//! One record for each game that was played here, whatever else is stored.

use adjutant_domain::play::{Disclosure, PlayId, PlayerAction, Rule, State};
use adjutant_service::import::{Counts, import};
use adjutant_service::live::{self, LiftingWanted, Offer};
use adjutant_service::owner::Owner;
use adjutant_service::records::GameId;
use adjutant_service::{Error, games, integrity};
use salpakan::record::notation::ggn;
use salpakan::rules::{Color, Outcome, Termination};

use crate::events::{SLUG, made};
use crate::officials::{arbiter, league};
use crate::support::{
    ANA, BEN, BLACK, CORA, Hall, NOW, Place, SECOND, WHITE, actor, on_both_engines,
};

/// The record of a play as anybody sees it.
pub fn record_of(hall: &Hall, play: &PlayId) -> Option<GameId> {
    live::see(&hall.live, &actor(CORA), play).expect("seen").game
}

fn count(hall: &Hall) -> i64 {
    games::totals(&hall.app).expect("counted").games
}

pub fn faults(hall: &Hall) -> Vec<String> {
    let found = std::cell::RefCell::new(Vec::new());
    integrity::check(
        &hall.app,
        &mut |fault| found.borrow_mut().push(fault.message.clone()),
        &mut |_| {},
    )
    .expect("checked");
    found.into_inner()
}

/// The same game each time: nobody has moved when White resigns.
pub fn resigned_at_once(hall: &Hall) -> PlayId {
    let play = hall.begun("1200+5");
    hall.act(&play, ANA, 50, PlayerAction::Resign).expect("resigned");
    hall.until(|| hall.state(&play) == State::Revealed);
    play
}

/// A game of a closed round, with these set-ups, that White resigns at once; it is final.
pub fn closed(hall: &Hall, white: &str, number: i64) -> PlayId {
    let play = made(hall, "1", Disclosure::Round);
    hall.deploy(&play, ANA, white).expect("White deploys");
    hall.deploy(&play, BEN, BLACK).expect("Black deploys");
    hall.act(&play, ANA, 50, PlayerAction::Resign).expect("resigned");
    hall.rule(&arbiter(), &play, 1, None, "").expect("confirmed");
    hall.until(|| count(hall) == number);
    play
}

/// Imports a text; how many games of it are new, and how many are known.
fn bring(hall: &Hall, text: &str, owner: Owner) -> (u64, u64) {
    let mut last = Counts::default();
    let read = import(&hall.app, text.as_bytes(), owner, NOW, &mut |_, counts| last = *counts);
    // The server may be at the ratings, too, once the games are in.
    assert!(matches!(read, Ok(_) | Err(Error::Conflict(_))), "{read:?}");
    (last.added, last.duplicates)
}

/// Opens the ranks of the closed round.
fn open(hall: &Hall) {
    let wanted = LiftingWanted::Open("The round is over.");
    live::lift(&hall.live, &arbiter(), SLUG, Some("1"), wanted).expect("opened");
}

/// The text of a record that everybody may read.
fn text_of(hall: &Hall, id: GameId) -> String {
    let game = games::get(&hall.app, id).expect("there");
    let mut text = String::new();
    ggn::write(&mut text, &game.stored.revealed().expect("open").clone().into_judged());
    text
}

on_both_engines! {
    fn games_that_are_alike_to_the_last_ply_are_as_many_records(place: &Place) {
        let hall = Hall::new(place);
        // Of three, two have the same first side.
        let plays: Vec<PlayId> = (0..3).map(|_| resigned_at_once(&hall)).collect();
        let mut ids: Vec<GameId> = plays.iter().filter_map(|play| record_of(&hall, play)).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!((count(&hall), ids.len()), (3, 3));
        assert_eq!(faults(&hall), Vec::<String>::new());
    }

    fn a_game_that_was_played_for_nothing_is_kept_and_is_no_fault(place: &Place) {
        let hall = Hall::new(place);
        let offer = Offer { rated: false, ..hall.offer("1200+5") };
        let seek = live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
        let play = live::accept(&hall.live, &actor(BEN), &seek).expect("accepted");
        hall.deploy(&play, ANA, WHITE).expect("White deploys");
        hall.deploy(&play, BEN, BLACK).expect("Black deploys");
        hall.act(&play, ANA, 50, PlayerAction::Resign).expect("resigned");
        hall.until(|| hall.state(&play) == State::Revealed);
        assert_eq!(count(&hall), 1);
        assert_eq!(faults(&hall), Vec::<String>::new());
    }

    fn a_closed_game_never_shows_the_set_up_of_another_that_was_played_alike(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let mirrored: String =
            WHITE.split('/').map(|row| row.chars().rev().collect()).collect::<Vec<String>>().join("/");
        // Of three, two have the same first side.
        let armies = [WHITE, mirrored.as_str(), WHITE];
        let plays: Vec<PlayId> =
            armies.iter().zip(1..).map(|(army, number)| closed(&hall, army, number)).collect();
        open(&hall);
        for (play, army) in plays.iter().zip(armies) {
            let id = record_of(&hall, play).expect("a record");
            let game = games::get(&hall.app, id).expect("there");
            let armies = *game.stored.revealed().expect("open").armies();
            assert_eq!(armies.white.expect("an army").notation(), army);
        }
        assert_eq!(faults(&hall), Vec::<String>::new());
    }

    fn two_plays_that_share_a_record_are_found_and_part_when_one_is_set_right(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let plays = [1, 2].map(|number| closed(&hall, WHITE, number));
        open(&hall);
        // As it was stored before each play had an identity of its own.
        place.run_sql("UPDATE plays SET game_id = (SELECT min(game_id) FROM plays); DELETE FROM played_games");
        let said = faults(&hall);
        assert!(said.iter().any(|fault| fault.contains("have one record")), "{said:?}");
        let shared = record_of(&hall, &plays[0]);
        assert_eq!(shared, record_of(&hall, &plays[1]));
        let rule = Rule::Correct { outcome: Outcome::Draw, termination: Termination::Agreement };
        hall.rule(&arbiter(), &plays[1], 2, Some(rule), "They had agreed.").expect("set right");
        hall.until(|| record_of(&hall, &plays[1]) != shared);
        let outcome = |id: Option<GameId>| games::get(&hall.app, id.unwrap()).unwrap().summary.outcome;
        assert_eq!(outcome(record_of(&hall, &plays[1])), Some(Outcome::Draw));
        assert_ne!(outcome(record_of(&hall, &plays[0])), Some(Outcome::Draw), "the other stays");
    }

    fn a_copy_that_a_member_brought_does_not_hold_a_correction_up(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = closed(&hall, WHITE, 1);
        open(&hall);
        let text = text_of(&hall, record_of(&hall, &play).expect("a record"));
        let corrected = text.replace("0-1", "1/2-1/2").replace("resignation", "agreement");
        let member = || Owner::Member { account: CORA };
        assert_eq!(bring(&hall, &text, member()), (0, 1), "the game is known");
        assert_eq!(bring(&hall, &corrected, member()), (1, 0));
        let rule = Rule::Correct { outcome: Outcome::Draw, termination: Termination::Agreement };
        hall.rule(&arbiter(), &play, 2, Some(rule), "They had agreed.").expect("set right");
        let draw = || {
            let game = games::get(&hall.app, record_of(&hall, &play).expect("a record"));
            game.is_ok_and(|game| game.summary.outcome == Some(Outcome::Draw))
        };
        hall.until(draw);
        let own = games::get(&hall.app, record_of(&hall, &play).unwrap()).unwrap();
        assert_eq!(own.provenance.key(), "played");
        assert_eq!(bring(&hall, &corrected, member()), (0, 1), "the game is known");
        let league = || Owner::Organisation { id: 1, slug: "league".to_owned(), pool: None, account: 4 };
        assert_eq!(bring(&hall, &corrected, league()), (0, 1), "nobody has it counted twice");
        assert_eq!(faults(&hall), Vec::<String>::new());
    }

    fn a_record_is_found_by_each_id_that_it_ever_had(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let play = closed(&hall, WHITE, 1);
        let listed = games::page(&hall.app, &games::Filter::default(), None, 10).expect("a list");
        let mut ids = vec![listed.items[0].id];
        open(&hall);
        ids.push(record_of(&hall, &play).expect("a record"));
        for (number, outcome, termination) in [
            (2, Outcome::Draw, Termination::Agreement),
            (3, Outcome::Win(Color::White), Termination::Resignation),
            (4, Outcome::Draw, Termination::Agreement),
        ] {
            let rule = Rule::Correct { outcome, termination };
            hall.rule(&arbiter(), &play, number, Some(rule), "It was so.").expect("set right");
            let last = *ids.last().expect("an id");
            hall.until(|| record_of(&hall, &play) != Some(last));
            ids.push(record_of(&hall, &play).expect("a record"));
        }
        let current = *ids.last().expect("an id");
        assert_eq!(ids[2], current, "the same content has the same id");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 4, "{ids:?}");
        for id in ids {
            let game = games::get(&hall.app, id).expect("it is found");
            assert_eq!((game.summary.id, game.summary.outcome), (current, Some(Outcome::Draw)));
        }
        assert_eq!(faults(&hall), Vec::<String>::new());
    }

    fn the_record_of_a_game_states_its_clocks_whatever_they_are(place: &Place) {
        let hall = Hall::new(place);
        for (pace, written) in
            [("1200+0d5", "1200d5"), ("1200/600+5", "1200+5|600+5"), ("3d", "1/259200"), ("1200+5", "1200+5")]
        {
            let play = hall.begun(pace);
            hall.any_ply(&play);
            hall.act(&play, ANA, 50, PlayerAction::Resign).expect("resigned");
            hall.until(|| hall.state(&play) == State::Revealed);
            let id = record_of(&hall, &play).expect("a record");
            let text = text_of(&hall, id);
            assert!(text.contains(&format!("[TimeControl \"{written}\"]")), "{pace}: {text}");
            let listed = games::page(&hall.app, &games::Filter::default(), None, 10).expect("a list");
            let listed = listed.items.iter().find(|game| game.id == id).expect("it is listed");
            assert_eq!(listed.time_control.expect("clocks").to_string(), written);
            let owner = Owner::Member { account: CORA };
            assert_eq!(bring(&hall, &text, owner), (0, 1), "{pace}: the game is known");
        }
        assert_eq!(faults(&hall), Vec::<String>::new());
    }

    fn who_has_left_loses_so_in_the_record(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("300+5");
        let first = hall.mover(&play);
        hall.any_ply(&play);
        hall.pass(180 * SECOND);
        hall.act(&play, first, 60, PlayerAction::Claim).expect("claimed");
        hall.until(|| hall.state(&play) == State::Revealed);
        let text = text_of(&hall, record_of(&hall, &play).expect("a record"));
        assert!(text.contains("[Termination \"left\"]"), "{text}");
        assert_eq!(faults(&hall), Vec::<String>::new());
    }
}
