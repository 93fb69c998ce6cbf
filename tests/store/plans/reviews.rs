//! What is asked of games that are over: reviews, what notes were worth, what could be known, set-ups, the quiz.

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::formation::Condition;
use adjutant_domain::moment::Micros;
use adjutant_domain::review::PlyRemark;
use adjutant_service::access::{Actor, Credential};
use adjutant_service::formations::{self, FormationSearch};
use adjutant_service::games::{self, AnyGame, Filter, Game};
use adjutant_service::knowing::{self, Viewer};
use adjutant_service::reviews::{self, Moderation, Whole};
use adjutant_service::{App, analyses, calibration, quiz, tallies};
use ledger_ratings::Day;
use salpakan::record::share_code;
use salpakan::rules::{Color, RuleSet};

use super::people::{joined, who};
use crate::support::NOW;

/// A game whose ranks are open.
fn revealed(app: &App) -> Game {
    let all = games::page(app, &Filter::default(), None, 50).expect("a page").items;
    let open = all.iter().find(|game| game.revealed).expect("one is over");
    games::get(app, open.id).expect("a game")
}

/// The first request reads what is cached; it runs before the statements are checked.
pub fn read_at_start(app: &App) {
    formations::overview(app, &Actor::nobody(), &FormationSearch::default()).expect("a look");
}

/// What is answered from it, before anything is changed.
pub fn ask_of_memory(app: &App) {
    let game = revealed(app);
    ask_of_set_ups(app, &game);
    ask_of_knowledge(app, &game);
}

fn ask_of_set_ups(app: &App, game: &Game) {
    let nobody = Actor::nobody();
    let player = || Some("Sidapa".to_owned());
    let wishes = [
        FormationSearch {
            player: player(),
            opponent: Some("Pandesal".to_owned()),
            ..FormationSearch::default()
        },
        FormationSearch {
            event: Some("ranked-evening-10-january".to_owned()),
            ..FormationSearch::default()
        },
        FormationSearch { organisation: Some("club".to_owned()), ..FormationSearch::default() },
        FormationSearch {
            pool: Some("rapid".to_owned()),
            from: Some(Day(20_000)),
            ..FormationSearch::default()
        },
        FormationSearch {
            conditions: vec![Condition { cell: 0, occupant: None }],
            ..FormationSearch::default()
        },
    ];
    for wish in &wishes {
        formations::overview(app, &nobody, wish).expect("a look");
    }
    let record = game.stored.revealed().expect("it is over");
    let army = record.armies()[Color::White].as_ref().expect("an army");
    let code = share_code(&RuleSet::STANDARD, army);
    let army = formations::from_share_code(&code).expect("its code");
    formations::similar_formations(app, &nobody, &army, &FormationSearch::default())
        .expect("a look around");
    let through = Credential::Session { id: 1, authenticated_at: Micros(0) };
    let own =
        Actor { account: 1, player: Some(game.white_id), credential: through, ..Actor::nobody() };
    formations::own_formations(app, &own).expect("his set-ups");
    assert!(formations::can_query_player(app, &nobody, "Sidapa").expect("an answer"));
}

fn ask_of_knowledge(app: &App, game: &Game) {
    let record = knowing::record(game).expect("it is over");
    let account = knowing::account(game).expect("a ledger");
    assert!(!knowing::steps(&account.ledger).is_empty());
    assert!(!knowing::falls(record.timeline()).is_empty());
    for viewer in Viewer::ALL {
        knowing::at(app, game, viewer, 3).expect("knowledge");
        knowing::at_in(app, game, &account, viewer, 3).expect("knowledge");
    }
    knowing::whole(game, Color::White).expect("knowledge");
    assert!(knowing::is_learned(record.timeline()));
    knowing::guessed_at(app, game, Color::White, 3).expect("a guess");
    let all = tallies::of_player(app, game.white_id).expect("tallies");
    assert!(tallies::sum(&all).games > 0);
    assert!(tallies::complete(app).expect("they are calculated") > 0);
    let stored = tallies::of_player(app, game.white_id).expect("tallies");
    assert_eq!(stored.len(), all.len());
    let today = NOW.day();
    for asked in quiz::daily(app, today, today).expect("a set").iter() {
        quiz::game_of(app, asked).expect("a game");
    }
}

pub fn ask(app: &App) {
    let game = &revealed(app);
    let author = who(app, &joined(app, "Reva", "reva@example.org").session.session);
    let other = who(app, &joined(app, "Modesto", "modesto@example.org").session.session);
    let moderator = Actor { site_role: SiteRole::Moderator, ..other };
    calibration::own(app, &author).expect("his notes");
    let remark = || PlyRemark { comment: "Too early.".to_owned(), ..PlyRemark::default() };
    let whole = Whole { title: "Whole".to_owned(), remarks: vec![(1, remark())] };
    reviews::may_write(&author).expect("he may");
    let id = reviews::begin(app, &author, game.head(), "First", NOW).expect("begun");
    reviews::make(app, &author, game.head(), &whole, NOW).expect("made");
    let at = (game.head(), id);
    reviews::remark(app, &author, at, (2, remark()), NOW).expect("remarked");
    reviews::rewrite(app, &author, at, &whole, NOW).expect("written anew");
    assert!(reviews::may_publish(app, &author).expect("an answer"));
    reviews::publish(app, &author, at, true, NOW).expect("published");
    for actor in [&author, &Actor::nobody()] {
        reviews::get(app, actor, game.head(), id).expect("he sees it");
        reviews::of_game(app, actor, (game.number, game.summary.id)).expect("a list");
    }
    reviews::own(app, &author).expect("his own");
    reviews::may_moderate(&moderator).expect("he may");
    reviews::moderate(app, &moderator, at, Moderation::TakeDown, "rude", NOW).expect("taken down");
    assert_eq!(reviews::taken_down(app, &moderator).expect("a list").len(), 1);
    reviews::moderate(app, &moderator, at, Moderation::Restore, "kind", NOW).expect("given back");
    reviews::remove(app, &author, at).expect("removed");
    let any = AnyGame::Salpakan(Box::new(game.clone()));
    analyses::request(app, &author, &any, NOW).expect("queued");
    analyses::of_game(app, game).expect("it waits");
    assert_eq!(analyses::work_off(app, || NOW).expect("made"), 1);
    analyses::of_game(app, game).expect("it is done");
}
