//! Computer analyses over HTTP: asked for with a form or a token, shown on the replay, and turned into tasks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::service::{Service, Start, unfinished};
use crate::visitor::Visitor;

/// A short game, so that its analysis takes a moment only. White challenges with the Flag, which is a blunder whatever stands there.
const BLUNDER: &str = "[Event \"Analyzed\"]\n[Date \"2026.04.30\"]\n[Round \"1\"]\n[White \"Lam-ang\"]\n\
    [Black \"Buwan\"]\n[Result \"0-1\"]\n[TimeControl \"1200+5\"]\n[Termination \"flag-captured\"]\n\
    [WhiteSetup \"3..PLFP../.ASKTP.4S/BMCPP512P\"]\n[BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n\
    1. f3-f4 f6-f5 2. f4xf5-# 0-1\n\n";

/// A service of its own with that game.
fn one_game() -> (Arc<Service>, String) {
    let service = Arc::new(Start::with(BLUNDER).serve());
    let list = service.get("/api/v1/games").json();
    let game = list["games"][0]["id"].as_str().expect("a game").to_owned();
    (service, game)
}

/// Asks until the analysis is done.
fn done(service: &Service, game: &str) -> Value {
    let began = Instant::now();
    loop {
        let answer = service.get(&format!("/api/v1/games/{game}/analysis")).json();
        if answer["state"] == "done" {
            return answer;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The first link on a page that begins so, as a browser reads it.
fn link(page: &str, begins: &str) -> String {
    let at = page.find(&format!("href=\"{begins}")).unwrap_or_else(|| panic!("{begins} in {page}"));
    let rest = &page[at + 6..];
    rest.split('"').next().expect("an address").replace("&#38;", "&").replace("&amp;", "&")
}

/// A marked ply, and the address of the task that it is.
fn task(answer: &Value, game: &str) -> (Value, String) {
    let plies = answer["plies"].as_array().expect("plies");
    let marked = plies.iter().find(|ply| !ply["judgement"].is_null()).expect("a marked move");
    let color = marked["color"].as_str().expect("a side");
    (marked.clone(), format!("/games/{game}/learn?side={color}"))
}

#[test]
fn an_analysis_is_asked_for_with_a_form_shown_on_the_replay_and_learned_from() {
    let (service, game) = one_game();
    let (replay, mut visitor) = (format!("/games/{game}"), Visitor::new(&service));
    let none = service.get(&format!("/api/v1/games/{game}/analysis")).json();
    assert_eq!(
        (&none["state"], none["points"].as_array().map(Vec::len)),
        (&"none".into(), Some(0))
    );
    let before = service.get(&replay).text();
    assert!(before.contains("Sign in to have this game analyzed"));
    let early = service.get(&format!("{replay}/learn?side=white"));
    assert_eq!(early.status, 200);
    assert!(early.text().contains("has not been analyzed yet"));

    assert_eq!(
        visitor.post_bare(&format!("{replay}/analysis"), &[], &[]).status,
        401,
        "sign in first"
    );
    assert_eq!(visitor.sign_up("Diwata", "a long password of hers").status, 303);
    let token = visitor.token(&replay);
    assert_eq!(visitor.post_bare(&format!("{replay}/analysis"), &[], &[]).status, 403, "no token");
    let asked = visitor.post_bare(&format!("{replay}/analysis"), &[("csrf", &token)], &[]);
    assert_eq!(
        (asked.status, asked.must("location")),
        (303, format!("{replay}#analysis").as_str())
    );
    let waiting = visitor.get(&replay).text();
    assert!(waiting.contains("class=\"truth\""), "the first look is there at once");

    let answer = done(&service, &game);
    let plies = answer["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), answer["points"].as_array().expect("points").len());
    assert!(answer["white"]["accuracy"].as_f64().is_some_and(|one| (0.0..=100.0).contains(&one)));
    let after = service.get(&replay).text();
    assert!(after != before, "what was kept of the page has been made anew");
    for words in
        ["How both sides did", "class=\"truth\"", "The graph as a table", "Learn from mistakes"]
    {
        assert!(after.contains(words), "{words}");
    }
    assert!(after.len() < 250_000, "{}", after.len());

    let (marked, address) = task(&answer, &game);
    let page = service.get(&address).text();
    assert!(page.contains(marked["judgement"].as_str().expect("a word")), "{page}");
    assert!(!page.contains("What would have followed"), "it tells nothing yet");
    let piece = link(&page, &format!("{replay}/learn?side="));
    let squares = service.get(&piece).text();
    assert!(squares.contains("Where to?"), "{piece}");
    let best = marked["best"].as_str().expect("a move").replace('x', "-");
    let found = service.get(&format!("{address}&move={best}")).text();
    assert!(found.contains("is the best move") && found.contains("What would have followed"));
    let illegal = service.get(&format!("{address}&move=a1-a1")).text();
    assert!(illegal.contains("not a legal move"), "{illegal}");
    let shown = service.get(&format!("{address}&show=1")).text();
    assert!(shown.contains("What would have followed"));

    let player = service.get(&format!("/api/v1/games/{game}/replay")).json();
    let handle = player["players"]["white"]["handle"].as_str().expect("a handle").to_owned();
    let lessons = service.get(&format!("/players/{handle}/analysis"));
    assert_eq!(lessons.status, 200);
    assert!(lessons.text().contains("Opening (moves 1 to 30)"));
}

/// A game in which Black leaves a General in the line of fire.
pub const SHOT: &str = "[Event \"Open\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n[White \"Lakandula\"]\n\
    [Black \"Maharlika\"]\n[Result \"1-0\"]\n[Game \"three-generals\"]\n[TimeControl \"600+5\"]\n\
    [Termination \"resignation\"]\n\n1. e3-e4 e7-e6 2. e4-e5 e6xe5 3. f3-f4 e5xf4 4. e2*e8 1-0\n\n";

#[test]
fn a_game_of_three_generals_is_analysed_and_nothing_of_it_is_said_to_be_hidden() {
    let service = Arc::new(Start::with(SHOT).serve());
    let list = service.get("/api/v1/games").json();
    let game = list["games"][0]["id"].as_str().expect("a game").to_owned();
    let (replay, mut visitor) = (format!("/games/{game}"), Visitor::new(&service));
    visitor.sign_up("Diwata", "a long password of hers");
    let token = visitor.token(&replay);
    let asked = visitor.post_bare(&format!("{replay}/analysis"), &[("csrf", &token)], &[]);
    assert_eq!(asked.status, 303);
    assert!(visitor.get(&replay).text().contains("class=\"truth\""), "the first look");
    let answer = done(&service, &game);
    let plies = answer["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 7);
    let marked = plies.iter().find(|ply| ply["reason"]["about"] == "J").expect("a General is lost");
    assert!(marked["judgement"].is_string() && marked["luck"].is_null(), "{marked}");
    let points = answer["points"].as_array().expect("points");
    assert!(points.iter().all(|point| point["own"] == point["truth"]), "{answer}");
    let page = service.get(&replay).text();
    for words in ["How both sides did", "The graph as a table", "brings the Jeweled General back"] {
        assert!(page.contains(words), "{words}");
    }
    for words in ["Luck", "by what", "both armies", "/knowledge"] {
        assert!(!page.contains(words), "{words}");
    }
    let lessons = service.get("/players/Maharlika/analysis").text();
    for words in
        ["Game of Three Generals</h2>", "Opening (moves 1 to 30)", "Pawn", "Without a clock"]
    {
        assert!(lessons.contains(words), "{words}");
    }
    for words in ["the Flag", "Game of the Generals</h2>", "Dropped from the hand", "/knowledge#"] {
        assert!(!lessons.contains(words), "{words}");
    }
}

/// A ply in an address.
fn encoded(ply: &str) -> String {
    ply.replace('+', "%2B").replace('@', "%40").replace('*', "%2A")
}

#[test]
fn the_better_move_of_a_game_of_three_generals_is_looked_for_on_its_board() {
    let service = Arc::new(Start::with(SHOT).serve());
    let list = service.get("/api/v1/games").json();
    let game = list["games"][0]["id"].as_str().expect("a game").to_owned();
    let (replay, mut visitor) = (format!("/games/{game}"), Visitor::new(&service));
    let early = service.get(&format!("{replay}/learn?side=black"));
    assert!(early.status == 200 && early.text().contains("has not been analyzed yet"));
    visitor.sign_up("Diwata", "a long password of hers");
    let token = visitor.token(&replay);
    visitor.post_bare(&format!("{replay}/analysis"), &[("csrf", &token)], &[]);
    let answer = done(&service, &game);
    let (marked, address) = task(&answer, &game);
    let number = marked["ply"].as_u64().expect("a number") as usize;
    let played = ["e3-e4", "e7-e6", "e4-e5", "e6xe5", "f3-f4", "e5xf4", "e2*e8"][number - 1];
    let own = &played[..2];
    let best = marked["best"].as_str().expect("a move");
    let is_white = marked["color"] == "white";
    let (enemy, blocked) = if is_white { ("a7", "h2-h3") } else { ("a3", "h8-h7") };
    let shown = service.get(&replay).text();
    assert!(shown.contains(&address), "the replay leads there");

    let page = service.get(&address).text();
    assert!(
        page.contains(&format!("played {played} here")) && page.contains("on the board or in hand")
    );
    assert!(!page.contains("What would have followed"), "it tells nothing yet");
    let has = |page: &str, begins: &str| page.contains(&format!("href=\"{begins}"));
    let address_in_page = format!("{address}&#38;at=1");
    assert!(has(&page, &format!("{address_in_page}&#38;piece={own}")), "its own Pawn moves");
    assert!(
        !has(&page, &format!("{address_in_page}&#38;piece={enemy}")),
        "the enemy's Pawn does not"
    );
    let squares = service.get(&format!("{address}&piece={own}")).text();
    assert!(squares.contains("Where to?"));
    assert!(has(&squares, &format!("{address_in_page}&#38;move={}", encoded(played))), "{squares}");

    let told = |ply: &str| service.get(&format!("{address}&move={}", encoded(ply))).text();
    let (found, wrong) = (told(best), told(played));
    assert!(found.contains("is the best move") && found.contains("What would have followed"));
    assert!(wrong.contains("is what was played. There is something better."), "{wrong}");
    assert!(wrong.contains("Try again") && !wrong.contains("What would have followed"));
    assert!(told(blocked).contains("not a legal move"), "an own Pawn is there");
    assert!(told("R@e5").contains("not a legal move"), "there is no Rook in hand");
    let given = service.get(&format!("{address}&show=1")).text();
    assert!(given.contains(&format!("The best move is {best}.")), "{given}");
    assert!(given.contains("What would have followed"));
    assert!(
        given.contains(&format!("{replay}?ply={}\"", number - 1)),
        "the position in the replay"
    );
    for wrong in ["from=e5", "move=nonsense", "to=z9", "at=0"] {
        assert_eq!(service.get(&format!("{address}&{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn the_position_of_a_task_is_what_the_player_saw() {
    let (service, game) = one_game();
    let mut visitor = Visitor::new(&service);
    visitor.sign_up("Diwata", "a long password of hers");
    let token = visitor.token(&format!("/games/{game}"));
    visitor.post_bare(&format!("/games/{game}/analysis"), &[("csrf", &token)], &[]);
    let (marked, address) = task(&done(&service, &game), &game);
    let color = marked["color"].as_str().expect("a side");
    let enemy = if color == "white" { "Black" } else { "White" };
    let page = service.get(&address).text();
    let hidden = page.matches(&format!("{enemy}: hidden rank")).count();
    assert!(hidden > 5, "{hidden} enemy pieces are hidden in {page}");
}

#[test]
fn a_game_that_is_not_revealed_has_no_analysis() {
    let service = Start::with(&unfinished().concat()).serve();
    let list = service.get("/api/v1/games").json();
    for game in list["games"].as_array().expect("games") {
        let id = game["id"].as_str().expect("an id");
        for path in [format!("/api/v1/games/{id}/analysis"), format!("/games/{id}/learn")] {
            assert_eq!(service.get(&path).status, 404, "{path}");
        }
        assert!(!service.get(&format!("/games/{id}")).text().contains("id=\"analysis\""));
    }
}
