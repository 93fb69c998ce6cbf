//! Computer analyses of games: asked for, made once by one of any servers, kept while the record stays, and of revealed games alone.

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::{HOUR, Micros};
use adjutant_service::access::{Actor, Credential};
use adjutant_service::accounts::create_account;
use adjutant_service::analyses::{self, Analysis, Lessons, Losses, MOST_OF_ONE, work_off};
use adjutant_service::games::{self, AnyGame, Filter, Game};
use adjutant_service::owner::Owner;
use adjutant_service::records::{Provenance, encode};
use adjutant_service::{App, Error};
use adjutant_store::analyses as rows;
use adjutant_store::record_corrections::replace_record;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, Store, StoreError};
use salpakan::record::notation::ggn;
use salpakan::rules::Color;
use three_generals::{Kind, Troop};

use crate::support::{NOW, Place, import_text, on_both_engines, resignation, unfinished};
use crate::three_generals::RESIGNED;

fn clock() -> Micros {
    NOW
}

fn an_hour_later() -> Micros {
    NOW.saturating_add(HOUR)
}

/// Somebody with an account.
fn person(app: &App, name: &str) -> Actor {
    let (account, _) = create_account(app, &Actor::for_command(), name, "", SiteRole::None, NOW)
        .expect("an account");
    let credential = Credential::Session { id: 1, authenticated_at: NOW };
    Actor { account, name: name.to_owned(), credential, ..Actor::nobody() }
}

fn request(app: &App, actor: &Actor, game: &Game, now: Micros) -> Result<(), Error> {
    analyses::request(app, actor, &AnyGame::Salpakan(Box::new(game.clone())), now)
}

/// All games, the first round first.
fn stored_games(app: &App) -> Vec<Game> {
    let page = games::page(app, &Filter::default(), None, 50).expect("games");
    let mut all: Vec<Game> =
        page.items.iter().map(|one| games::get(app, one.id).expect("a game")).collect();
    all.sort_by_key(|game| game.number);
    all
}

/// So many games that are over, and the person who asks.
fn place_with(app: &App, count: usize) -> (Vec<Game>, Actor) {
    let texts: Vec<String> =
        (1..=count).map(|round| resignation("Open", "Lam-ang", &round.to_string())).collect();
    import_text(app, &texts.concat());
    (stored_games(app), person(app, "Datu"))
}

fn is_waiting(app: &App, game: &Game) -> bool {
    matches!(analyses::of_game(app, game), Ok(Analysis::Waiting { .. }))
}

fn connection(place: &Place) -> AnyConnection {
    let store = Store::open(place.settings().database).expect("a second way in");
    store.dedicated_connection().expect("a connection")
}

on_both_engines! {
    fn what_is_asked_for_in_bulk_waits_until_nobody_else_does(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, MOST_OF_ONE as usize + 1);
        for game in &games[..MOST_OF_ONE as usize] {
            request(&app, &datu, game, NOW).expect("it is queued");
        }
        place.run_sql("UPDATE analyses SET bulk = 1");
        let last = games.last().expect("a game");
        request(&app, &datu, last, an_hour_later()).expect("the others do not count");
        let before = |game| match analyses::of_game(&app, game) {
            Ok(Analysis::Waiting { before, .. }) => before,
            other => panic!("{other:?}"),
        };
        assert_eq!((before(last), before(&games[0])), (0, 1), "asked for later, made before");
        request(&app, &datu, &games[0], NOW).expect("a reader asks for one of them");
        assert_eq!((before(&games[0]), before(last)), (0, 1), "it is made first");
        let in_bulk = "SELECT count(*) AS number FROM analyses WHERE bulk = 1";
        assert_eq!(place.numbers(in_bulk), [MOST_OF_ONE - 1]);
        assert_eq!(work_off(&app, an_hour_later).expect("made"), games.len());
    }

    fn an_analysis_is_asked_for_made_once_and_read_by_every_server(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 1);
        assert_eq!(analyses::of_game(&app, &games[0]).expect("none yet"), Analysis::Absent);
        request(&app, &datu, &games[0], NOW).expect("it is queued");
        let Analysis::Waiting { before, first } = analyses::of_game(&app, &games[0]).expect("it waits")
        else { panic!("it does not wait") };
        assert_eq!((before, first.len()), (0, 2));
        request(&app, &datu, &games[0], NOW).expect("asking again changes nothing");
        assert_eq!(work_off(&app, clock).expect("it is made"), 1);
        let done = analyses::of_game(&place.open(), &games[0]).expect("another server reads it");
        let Analysis::Done(whole) = &done else { panic!("it is not done") };
        assert_eq!(whole.turns.len(), 2);
        assert!(whole.sides[Color::White].accuracy.is_some());
        request(&app, &datu, &games[0], NOW).expect("it is there");
        assert_eq!(work_off(&app, clock).expect("nothing to do"), 0);
        let accounts = "SELECT count(*) AS number FROM analyses WHERE account_id IS NOT NULL";
        assert_eq!(place.numbers(accounts), [0], "who asked is forgotten");
    }

    fn a_game_of_three_generals_is_analysed_too(place: &Place) {
        let app = place.open();
        // White shoots the General whom Black has left in the line of fire.
        import_text(&app, RESIGNED);
        let page = games::page(&app, &Filter::default(), None, 50).expect("games");
        let found = games::get_any(&app, page.items[0].id).expect("a game");
        let AnyGame::ThreeGenerals(game) = &found else { panic!("{found:?}") };
        let datu = person(&app, "Datu");
        let now = || analyses::of_three_generals(&app, game).expect("read");
        assert_eq!(now(), Analysis::Absent);
        analyses::request(&app, &datu, &found, NOW).expect("it is queued");
        let Analysis::Waiting { before, first } = now() else { panic!("it does not wait") };
        assert_eq!((before, first.len()), (0, game.stored.timeline.plies.len()));
        assert_eq!(work_off(&app, clock).expect("it is made"), 1);
        let Analysis::Done(whole) = now() else { panic!("it is not done") };
        assert_eq!(whole.turns.len(), game.stored.timeline.plies.len());
        let shot = |turn: &three_generals_computer::analysis::Turn| turn.judgement().is_some();
        assert!(whole.turns.iter().any(shot), "a General is lost for nothing");
        assert!(whole.sides.white.accuracy.is_some() && whole.sides.black.accuracy.is_some());
        analyses::request(&app, &datu, &found, NOW).expect("it is there");
        assert_eq!(work_off(&app, clock).expect("nothing to do"), 0);

        // What it teaches Black, who lost a chance in the opening.
        let lessons = analyses::of_player(&app, game.black_id).expect("lessons");
        let (own, plies) = (lessons.three_generals, whole.turns.len() as u32 / 2);
        assert_eq!(lessons.salpakan, Losses::default(), "it is another game");
        assert!(lessons.formations.is_empty(), "nobody sets up anything");
        assert_eq!((own.games, own.phases[0].plies), (1, plies));
        assert_eq!(own.pieces.iter().map(|(_, lost)| lost.plies).sum::<u32>(), plies);
        assert!(own.phases[0].lost > 0.0 && own.with(Some(Kind::Troop(Troop::Pawn))).plies > 0);
        assert_eq!(own.with(None).plies, 1, "one was dropped");
    }

    fn a_game_that_is_not_revealed_has_none_and_gets_none(place: &Place) {
        let app = place.open();
        import_text(&app, &unfinished("Lam-ang", "a secret"));
        let (game, datu) = (stored_games(&app).remove(0), person(&app, "Datu"));
        assert!(matches!(analyses::of_game(&app, &game), Err(Error::Missing { .. })));
        let refused = request(&app, &datu, &game, NOW);
        assert!(matches!(refused, Err(Error::Missing { .. })));
        assert!(!analyses::is_possible(&game));
        assert_eq!(place.numbers("SELECT count(*) AS number FROM analyses"), [0]);
    }

    fn only_people_with_an_account_may_ask(place: &Place) {
        let app = place.open();
        let (games, _) = place_with(&app, 1);
        assert!(request(&app, &Actor::nobody(), &games[0], NOW).is_err());
        assert_eq!(place.numbers("SELECT count(*) AS number FROM analyses"), [0]);
    }

    fn a_record_that_is_replaced_or_hidden_loses_its_analysis(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 3);
        for game in &games {
            request(&app, &datu, game, NOW).expect("it is queued");
        }
        assert_eq!(work_off(&app, clock).expect("they are made"), 3);
        let new = |text: &str| {
            let judged = ggn::read(text).expect("a record");
            encode(&app, &judged.into(), &Owner::from(Provenance::Command), NOW).expect("a game")
        };
        let other = new(&resignation("Open", "Lam-ang", "9"));
        let hidden = new(&unfinished("Lam-ang", "a secret"));
        in_transaction::<_, StoreError>(&mut connection(place), |conn| {
            replace_record(conn, games[0].number, &other)?;
            replace_record(conn, games[1].number, &hidden)
        }).expect("they are replaced");
        let left = "SELECT CAST(game_id AS BIGINT) AS number FROM analyses";
        assert_eq!(place.numbers(left), [i64::from(games[2].number)]);
        let after = stored_games(&app);
        assert_eq!(analyses::of_game(&app, &after[0]).expect("a game"), Analysis::Absent);
        assert!(analyses::of_game(&app, &after[1]).is_err());
        place.run_sql("UPDATE games SET revealed = 0");
        let closed = games::get(&place.open(), games[2].summary.id).expect("the game");
        assert!(analyses::of_game(&app, &closed).is_err(), "whatever is stored");
    }

    fn a_record_that_is_hidden_while_it_waits_is_not_analysed(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 1);
        request(&app, &datu, &games[0], NOW).expect("it is queued");
        place.run_sql("UPDATE games SET revealed = 0");
        work_off(&app, clock).expect("it is looked at");
        assert_eq!(place.numbers("SELECT length(body) AS number FROM analyses"), [0]);
    }

    fn so_many_of_one_account_may_wait_and_no_more(place: &Place) {
        let app = place.open();
        let most = MOST_OF_ONE as usize;
        let (games, datu) = place_with(&app, most + 1);
        for game in &games[..most] {
            request(&app, &datu, game, NOW).expect("it is queued");
        }
        let refused = request(&app, &datu, &games[most], NOW);
        assert!(matches!(refused, Err(Error::Conflict(_))));
        let other = person(&app, "Maya");
        request(&app, &other, &games[most], NOW).expect("others may");
        assert_eq!(work_off(&app, clock).expect("they are made"), most + 1);
        assert!(!is_waiting(&app, &games[most]));
    }

    fn what_a_lost_server_had_claimed_is_made_by_another_one(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 1);
        request(&app, &datu, &games[0], NOW).expect("it is queued");
        let claimed = in_transaction::<_, StoreError>(&mut connection(place), |conn| {
            rows::claim(conn, (NOW, NOW.saturating_add(HOUR - 1)))
        });
        assert!(claimed.expect("a claim").is_some());
        assert_eq!(work_off(&app, clock).expect("it has been claimed"), 0);
        assert_eq!(work_off(&app, an_hour_later).expect("the claim has expired"), 1);
        assert!(matches!(analyses::of_game(&app, &games[0]), Ok(Analysis::Done(_))));
    }

    fn what_ends_servers_is_given_up_and_may_be_asked_for_again(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 1);
        request(&app, &datu, &games[0], NOW).expect("it is queued");
        place.run_sql("UPDATE analyses SET tries = 3");
        assert_eq!(work_off(&app, clock).expect("it is given up"), 1);
        assert_eq!(analyses::of_game(&app, &games[0]).expect("a game"), Analysis::Failed);
        request(&app, &datu, &games[0], NOW).expect("it is asked for again");
        assert_eq!(work_off(&app, clock).expect("it is made"), 1);
        assert!(matches!(analyses::of_game(&app, &games[0]), Ok(Analysis::Done(_))));
    }

    fn a_damaged_or_older_analysis_is_not_shown(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 2);
        for game in &games {
            request(&app, &datu, game, NOW).expect("it is queued");
        }
        work_off(&app, clock).expect("they are made");
        place.run_sql(&format!(
            "UPDATE analyses SET version = version + 1 WHERE game_id = {}", games[0].number
        ));
        assert_eq!(analyses::of_game(&app, &games[0]).expect("a game"), Analysis::Absent);
        place.run_sql(&format!(
            "UPDATE analyses SET body = '' WHERE game_id = {}", games[1].number
        ));
        assert_eq!(analyses::of_game(&app, &games[1]).expect("a game"), Analysis::Failed);
        request(&app, &datu, &games[1], NOW).expect("it is asked for again");
        assert!(is_waiting(&app, &games[1]));
    }

    fn lessons_are_of_the_players_analysed_games(place: &Place) {
        let app = place.open();
        let (games, datu) = place_with(&app, 2);
        let player = games[0].white_id;
        assert_eq!(analyses::of_player(&app, player).expect("none"), Lessons::default());
        request(&app, &datu, &games[0], NOW).expect("it is queued");
        work_off(&app, clock).expect("it is made");
        let lessons = analyses::of_player(&app, player).expect("lessons");
        assert_eq!(lessons.three_generals, Losses::default(), "there is no game of it");
        let own = &lessons.salpakan;
        assert_eq!((own.games, own.phases[0].plies), (1, 1), "one of the two plies");
        assert_eq!(own.pieces.iter().map(|(_, lost)| lost.plies).sum::<u32>(), 1);
        assert_eq!(own.clocks.iter().map(|lost| lost.plies).sum::<u32>(), 1);
        assert_eq!(lessons.formations.len(), 1);
        assert_eq!(lessons.formations[0].points, 0.0, "White resigned");
    }
}
