//! Reviews of finished games: private until their author publishes them.

use std::sync::Arc;

use crate::analyses::SHOT;
use crate::service::{Service, Start, games, unfinished};
use crate::visitor::Visitor;

fn game() -> String {
    let list = Service::lively().get("/api/v1/games?termination=flag-captured&limit=1").json();
    list["games"][0]["id"].as_str().expect("a game").to_owned()
}

/// Begins a review; gives its address.
fn begun(visitor: &mut Visitor, game: &str, title: &str) -> String {
    let new = format!("/games/{game}/reviews/new");
    let reply = visitor.fill(&new, &new, &[("title", title)]);
    assert_eq!(reply.status, 303, "{}", reply.whole());
    let address = reply.must("location").split('?').next().expect("an address").to_owned();
    assert!(address.starts_with(&format!("/games/{game}/reviews/")));
    address
}

fn remark(visitor: &mut Visitor, address: &str, ply: &str, said: [&str; 3]) -> u16 {
    let page = format!("{address}?ply={ply}");
    let [words, glyph, marks] = said;
    let fields = [("words", words), ("glyph", glyph), ("marks", marks)];
    visitor.fill(&page, &format!("{address}/remark"), &fields).status
}

fn set(visitor: &mut Visitor, address: &str, what: &str) -> u16 {
    let token = visitor.token(address);
    let fields = [("csrf", token.as_str()), ("do", what)];
    visitor.post_bare(&format!("{address}/state"), &fields, &[]).status
}

#[test]
fn a_review_is_its_authors_alone_until_he_publishes_it() {
    let game = game();
    let (mut ana, mut cora) = (Visitor::called("Antique"), Visitor::anybody());
    let address = begun(&mut ana, &game, "The left wing");
    assert_eq!(remark(&mut ana, &address, "3", ["Too early.\nWait.", "?!", "Ge4 Rd5d6"]), 303);
    assert_eq!(remark(&mut ana, &address, "0", ["A <b>start</b>", "", ""]), 303);
    let page = ana.get(&format!("{address}?ply=3")).text();
    for word in ["Too early.\nWait.", "?!", "Green: e4", "Red: d5 → d6", "A &#60;b&#62;start"] {
        assert!(page.contains(word), "{word}: {page}");
    }
    let replay = format!("/games/{game}");
    assert!(ana.get(&replay).text().contains("The left wing"));
    assert_eq!(cora.get(&address).status, 404);
    assert!(!cora.get(&replay).text().contains("The left wing"));
    assert_eq!(set(&mut ana, &address, "publish"), 303);
    let shown = cora.get(&address);
    assert_eq!(shown.status, 200);
    assert!(shown.text().contains("Antique") && !shown.text().contains("/state"));
    assert!(cora.get(&replay).text().contains("The left wing"));
    assert_eq!(set(&mut ana, &address, "withdraw"), 303);
    assert_eq!(cora.get(&address).status, 404);
    assert!(!cora.get(&replay).text().contains("The left wing"));
    assert!(ana.get("/reviews").text().contains("The left wing"));
    assert_eq!(set(&mut ana, &address, "remove"), 303);
    assert_eq!(ana.get(&address).status, 404);
}

#[test]
fn a_game_of_three_generals_is_reviewed_on_its_own_board() {
    let service = Arc::new(Start::with(SHOT).serve());
    let list = service.get("/api/v1/games").json();
    let game = list["games"][0]["id"].as_str().expect("a game").to_owned();
    let mut ana = Visitor::new(&service);
    ana.sign_up("Diwata", "a long password of hers");
    let replay = format!("/games/{game}");
    assert!(ana.get(&replay).text().contains(&format!("{replay}/reviews/new")));
    let address = begun(&mut ana, &game, "The open file");
    assert_eq!(remark(&mut ana, &address, "7", ["He shoots.", "!!", "Re2e8 Gi9"]), 303);
    assert_eq!(remark(&mut ana, &address, "6", ["", "", "Gj1"]), 422, "no such square");
    let page = ana.get(&format!("{address}?ply=7")).text();
    for words in [
        "He shoots.",
        "Red: e2 → e8",
        "Green: i9",
        "data-rows=\"9\"",
        "the Jeweled General on e2 shoots the one on e8",
        "In hand: Black",
        "three-generals.svg",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(ana.get(&format!("{address}?ply=0")).text().contains("Starting position"));
    assert!(ana.get(&replay).text().contains("The open file"));
}

#[test]
fn private_reviews_do_not_crowd_out_published_ones() {
    let list = Service::lively().get("/api/v1/games?termination=time&limit=1").json();
    let game = list["games"][0]["id"].as_str().expect("a game").to_owned();
    let (mut ana, mut ben) = (Visitor::called("Antipolo"), Visitor::called("Bacolod"));
    for number in 0..50 {
        begun(&mut ana, &game, &format!("Draft {number}"));
    }
    let address = begun(&mut ben, &game, "The last word");
    assert_eq!(set(&mut ben, &address, "publish"), 303);
    let page = Visitor::anybody().get(&format!("/games/{game}")).text();
    assert!(page.contains("The last word") && !page.contains("Draft"), "{page}");
}

#[test]
fn review_errors_keep_the_input_and_change_nothing() {
    let game = game();
    let mut ana = Visitor::called("Apayao");
    let new = format!("/games/{game}/reviews/new");
    assert_eq!(ana.fill(&new, &new, &[("title", " ")]).status, 422);
    let address = begun(&mut ana, &game, "A try");
    let long = "x".repeat(1_001);
    let many = "e4 ".repeat(21);
    for said in [["fine", "", "e9"], [&long, "", ""], ["fine", "", &many], ["a\u{202e}b", "", ""]] {
        assert_eq!(remark(&mut ana, &address, "1", said), 422, "{said:?}");
    }
    let page = ana.get(&format!("{address}?ply=1")).text();
    assert!(page.contains("No comments yet."), "{page}");
    let token = ana.token(&address);
    let beyond = [("csrf", token.as_str()), ("ply", "100000"), ("words", "x")];
    assert_eq!(ana.post_bare(&format!("{address}/remark"), &beyond, &[]).status, 404);
    let odd = [("csrf", token.as_str()), ("ply", "1"), ("glyph", "!!!")];
    assert_eq!(ana.post_bare(&format!("{address}/remark"), &odd, &[]).status, 400);
}

#[test]
fn nobody_else_writes_into_a_review_nor_finds_it_at_another_game() {
    let game = game();
    let (mut ana, mut ben) = (Visitor::called("Aurora"), Visitor::called("Abra"));
    let address = begun(&mut ana, &game, "Mine");
    assert_eq!(set(&mut ana, &address, "publish"), 303);
    let token = ben.token("/play/new");
    for (path, fields) in [
        ("remark", vec![("csrf", token.as_str()), ("ply", "1"), ("words", "no")]),
        ("state", vec![("csrf", token.as_str()), ("do", "remove")]),
    ] {
        assert_eq!(ben.post_bare(&format!("{address}/{path}"), &fields, &[]).status, 404, "{path}");
    }
    let list = Service::lively().get("/api/v1/games?termination=resignation&limit=1").json();
    let other = list["games"][0]["id"].as_str().expect("another").to_owned();
    assert_eq!(ben.get(&address.replace(&game, &other)).status, 404);
    assert_eq!(ben.get(&address).status, 200);
}

#[test]
fn a_game_whose_ranks_are_closed_has_no_reviews() {
    let service = Start::with(&(games(2) + &unfinished().concat())).serve();
    let list = service.get("/api/v1/games?termination=unterminated").json();
    let id = list["games"][0]["id"].as_str().expect("it is listed").to_owned();
    assert_eq!(service.get(&format!("/games/{id}/reviews/1")).status, 404);
    let mut visitor = Visitor::new(&std::sync::Arc::new(service));
    assert_eq!(visitor.sign_up("Albay", crate::visitor::PASSWORD).status, 303);
    assert_eq!(visitor.get(&format!("/games/{id}/reviews/new")).status, 404);
    assert!(!visitor.get(&format!("/games/{id}")).text().contains("/reviews/new"));
}
