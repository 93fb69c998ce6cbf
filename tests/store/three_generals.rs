//! Games of Three Generals beside those of Salpakan: stored, rated apart, given back; and in no room that is for hidden ranks.

use adjutant_service::access::Actor;
use adjutant_service::formations::{self, FormationSearch};
use adjutant_service::games::{self, AnyGame, Filter};
use adjutant_service::import::Verdict;
use adjutant_service::integrity::check;
use adjutant_service::records::GameId;
use adjutant_service::{Error, players, ratings, tallies};

use crate::support::{Place, demo, exported, import_text, on_both_engines};

pub const RESIGNED: &str = "\
[Event \"Open\"]
[Site \"?\"]
[Date \"2026.11.29\"]
[Round \"1\"]
[White \"Lakandula\"]
[Black \"Maharlika\"]
[Result \"1-0\"]
[Game \"three-generals\"]
[TimeControl \"600+5\"]
[Termination \"resignation\"]
[Annotator \"Tala\"]

1. e3-e4 {[%clk 0:09:58]} e7-e6 2. e4-e5 {the Jeweled Generals' file opens}
e6xe5 3. f3-f4 e5xf4 4. e2*e8 {[%clk 0:09:40]} P@e3 1-0

";

/// Both Jeweled Generals go to and fro until a position occurs for the fourth time.
const REPEATED: &str = "\
[Event \"Open\"]
[Site \"?\"]
[Date \"2026.11.29\"]
[Round \"2\"]
[White \"Maharlika\"]
[Black \"Lakandula\"]
[Result \"1/2-1/2\"]
[Game \"three-generals\"]
[TimeControl \"-\"]
[Termination \"repetition\"]

1. e2-d2 e8-d8 2. d2-e2 d8-e8 3. e2-d2 e8-d8 4. d2-e2 d8-e8 5. e2-d2 e8-d8 6.
d2-e2 d8-e8 1/2-1/2

";

/// Its comment is no secret, though it is not over.
const UNFINISHED: &str = "\
[Event \"Open\"]
[Site \"?\"]
[Date \"2026.11.29\"]
[Round \"3\"]
[White \"Tala\"]
[Black \"Lakandula\"]
[Result \"*\"]
[Game \"three-generals\"]
[TimeControl \"-\"]
[Termination \"unterminated\"]

1. c3-c4 {to be continued} *

";

fn added(verdicts: &[Verdict]) -> Vec<GameId> {
    let id = |verdict: &Verdict| match verdict {
        Verdict::Added(id) => *id,
        other => panic!("it is not added: {other:?}"),
    };
    verdicts.iter().map(id).collect()
}

on_both_engines! {
    fn games_of_three_generals_come_in_once_and_out_as_they_were(place: &Place) {
        let app = place.open();
        let text = [RESIGNED, REPEATED, UNFINISHED].concat();
        let ids = added(&import_text(&app, &text).verdicts);
        assert_eq!(import_text(&app, &text).counts.duplicates, 3);
        assert_eq!(exported(&app), text);
        let mut faults = Vec::new();
        check(&app, &mut |fault| faults.push(fault.clone()), &mut |_| ()).expect("it reads");
        assert_eq!(faults, []);
        let only = Filter { rule_set: Some("three-generals".to_owned()), ..Filter::default() };
        import_text(&app, demo()[0]);
        assert_eq!(games::page(&app, &only, None, 10).expect("a page").items.len(), 3);
        let AnyGame::ThreeGenerals(game) = games::get_any(&app, ids[0]).expect("it is there") else {
            panic!("it is a game of Three Generals");
        };
        assert_eq!(game.stored.timeline.plies[6].clock, Some(580));
        assert!(matches!(games::get(&app, ids[0]), Err(Error::NotFound(_))), "of Salpakan");
    }

    fn they_are_rated_in_a_pool_of_their_own(place: &Place) {
        let app = place.open();
        import_text(&app, &[RESIGNED, REPEATED, UNFINISHED].concat());
        let pools = || {
            let lakan = players::by_handle(&app, "Lakandula").expect("a player").id;
            let ledgers = ratings::of_player(&app, lakan).expect("ledgers");
            ledgers.iter().map(|(pool, ledger)| (pool.key, ledger.totals.games())).collect::<Vec<_>>()
        };
        assert_eq!(pools(), [("three-generals", 2)]);
        let salpakan: Vec<&str> =
            demo().into_iter().filter(|game| game.contains("\"Lakandula\"")).take(1).collect();
        import_text(&app, &salpakan.concat());
        let both = pools();
        assert!(both.contains(&("three-generals", 2)) && both.len() == 2, "{both:?}");
    }

    fn they_have_no_set_ups_to_browse_and_nothing_to_tell_of_hidden_ranks(place: &Place) {
        let app = place.open();
        import_text(&app, &[RESIGNED, REPEATED].concat());
        formations::refresh_index(&app).expect("an index");
        let found = formations::overview(&app, &Actor::nobody(), &FormationSearch::default());
        let found = found.expect("an overview");
        assert_eq!((found.is_preparing, found.game_count), (false, 0));
        let lakan = players::by_handle(&app, "Lakandula").expect("a player").id;
        assert!(tallies::of_player(&app, lakan).expect("tallies").is_empty());
    }
}
