//! Collections of finished games: private until their author publishes them.

use crate::service::{Service, Start, games, unfinished};
use crate::visitor::{PASSWORD, Visitor};

/// Some games whose ranks are open.
fn open_games(count: usize) -> Vec<String> {
    let list = format!("/api/v1/games?termination=flag-captured&limit={count}");
    let list = Service::lively().get(&list).json();
    let ids = list["games"].as_array().expect("games").iter();
    let ids: Vec<String> = ids.map(|one| one["id"].as_str().expect("an id").to_owned()).collect();
    assert_eq!(ids.len(), count);
    ids
}

fn led(reply: &crate::client::Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.whole());
    reply.must("location").split('?').next().expect("an address").to_owned()
}

/// Makes a collection; gives its address.
fn made(visitor: &mut Visitor, title: &str) -> String {
    led(&visitor.fill("/collections/new", "/collections/new", &[("title", title)]))
}

/// Adds a game as the last chapter.
fn add(visitor: &mut Visitor, to: &str, game: &str, said: [&str; 3]) -> u16 {
    let page = format!("/games/{game}/collect");
    let [ply, title, words] = said;
    let to = to.rsplit('/').next().expect("a number");
    let fields = [("collection", to), ("ply", ply), ("title", title), ("words", words)];
    visitor.fill(&page, &page, &fields).status
}

fn set(visitor: &mut Visitor, address: &str, fields: &[(&str, &str)]) -> crate::client::Reply {
    let token = visitor.token("/collections/new");
    let mut all = vec![("csrf", token.as_str())];
    all.extend_from_slice(fields);
    visitor.post_bare(&format!("{address}/state"), &all, &[])
}

/// The addresses of the chapters that a page has, in its order.
fn chapters(page: &str, collection: &str) -> Vec<String> {
    let before = format!("<h3><a href=\"{collection}/chapters/");
    let parts = page.split(&before).skip(1).map(|rest| rest.split('"').next().expect("a number"));
    parts.map(|id| format!("{collection}/chapters/{id}")).collect()
}

#[test]
fn a_collection_is_its_makers_alone_until_he_publishes_it() {
    let games = open_games(3);
    let (mut ana, mut cora) = (Visitor::called("Romblonanon"), Visitor::anybody());
    let here = made(&mut ana, "Flags on the wing");
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 409, "it is empty");
    assert_eq!(add(&mut ana, &here, &games[0], ["3", "The first <b>try</b>", "Look left."]), 303);
    assert_eq!(add(&mut ana, &here, &games[1], ["0", "", ""]), 303);
    assert_eq!(add(&mut ana, &here, &games[2], ["5", "The third", ""]), 303);
    let page = ana.get(&here).text();
    for word in ["Flags on the wing", "The first &#60;b&#62;try", "Look left.", "move 3"] {
        assert!(page.contains(word), "{word}: {page}");
    }
    let all = chapters(&page, &here);
    assert_eq!(all.len(), 3);
    for hidden in [&here, &all[0]] {
        assert_eq!(cora.get(hidden).status, 404);
    }
    assert!(!cora.get("/collections").text().contains("Flags on the wing"));
    assert!(ana.get("/collections/mine").text().contains("Flags on the wing"));
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 303);
    let list = cora.get("/collections").text();
    assert!(list.contains("Flags on the wing") && list.contains("Romblonanon"), "{list}");
    let shown = cora.get(&here).text();
    assert!(shown.contains("Look left.") && !shown.contains("/state") && !shown.contains("/edit"));
    let first = cora.get(&all[0]).text();
    assert!(first.contains(&format!("rel=\"next\" href=\"{}\"", all[1])), "{first}");
    assert!(!first.contains("rel=\"prev\"") && first.contains("Chapter 1 of 3"));
    assert!(first.contains("data-ply=\"3\"") && first.contains(&format!("{}?ply=4&", all[0])));
    let collection = all[0].split('/').nth(2).expect("a collection");
    let listed = format!("?ply=3&#38;list=collection-{collection}\"");
    assert!(first.contains(&listed), "its replay goes on in the collection: {first}");
    let third = cora.get(&format!("{}?ply=7&view=white", all[2])).text();
    assert!(third.contains(&format!("rel=\"prev\" href=\"{}\"", all[1])), "{third}");
    assert_eq!(set(&mut ana, &here, &[("do", "withdraw")]).status, 303);
    assert_eq!(cora.get(&here).status, 404);
    assert!(!cora.get("/collections").text().contains("Flags on the wing"));
}

#[test]
fn chapters_are_moved_changed_and_removed_by_their_maker() {
    let games = open_games(3);
    let mut ana = Visitor::called("Siquijodnon");
    let here = made(&mut ana, "In order");
    for (game, title) in games.iter().zip(["One", "Two", "Three"]) {
        assert_eq!(add(&mut ana, &here, game, ["1", title, ""]), 303);
    }
    let all = chapters(&ana.get(&here).text(), &here);
    assert_eq!(set(&mut ana, &all[2], &[("do", "place"), ("place", "1")]).status, 303);
    let now = chapters(&ana.get(&here).text(), &here);
    assert_eq!(now, [all[2].clone(), all[0].clone(), all[1].clone()]);
    assert_eq!(set(&mut ana, &all[2], &[("do", "place"), ("place", "4")]).status, 422);
    let edit = format!("{}/edit", all[0]);
    let fields = [("ply", "2"), ("title", "Another"), ("words", "New words")];
    assert_eq!(led(&ana.fill(&edit, &edit, &fields)), here);
    let page = ana.get(&here).text();
    assert!(page.contains("Another") && page.contains("New words") && page.contains("move 2"));
    assert_eq!(set(&mut ana, &all[2], &[("do", "remove")]).status, 303);
    assert_eq!(chapters(&ana.get(&here).text(), &here), [all[0].clone(), all[1].clone()]);
    assert_eq!(ana.get(&all[2]).status, 404);
    let edit = format!("{here}/edit");
    let fields = [("title", "Renamed"), ("words", "About it")];
    assert_eq!(led(&ana.fill(&edit, &edit, &fields)), here);
    assert!(ana.get(&here).text().contains("About it"));
    let remove = format!("{here}/remove");
    assert_eq!(led(&ana.fill(&remove, &remove, &[])), "/collections/mine");
    assert_eq!(ana.get(&here).status, 404);
    assert!(ana.get("/collections/mine").text().contains("No collections yet"));
}

#[test]
fn nobody_else_changes_a_collection_and_what_is_wrong_is_said() {
    let games = open_games(1);
    let (mut ana, mut ben) = (Visitor::called("Tarlaqueno"), Visitor::called("Samarnon"));
    let page = format!("/games/{}/collect", games[0]);
    let new = [("name", "At once"), ("ply", "4")];
    let here = led(&ana.fill(&page, &page, &new));
    let all = chapters(&ana.get(&here).text(), &here);
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 303);
    for (at, what) in [(&here, "withdraw"), (&all[0], "remove")] {
        assert_eq!(set(&mut ben, at, &[("do", what)]).status, 404, "{at} {what}");
    }
    assert_eq!(add(&mut ben, &here, &games[0], ["1", "", ""]), 404);
    for own in ["/edit", "/remove"] {
        assert_eq!(ben.get(&format!("{here}{own}")).status, 404);
    }
    assert_eq!(ben.get(&format!("{}/edit", all[0])).status, 404);
    let long = "x".repeat(1_001);
    for wrong in [["9999", "", ""], ["no", "", ""], ["1", &long, ""], ["1", "", &long]] {
        assert_eq!(add(&mut ana, &here, &games[0], wrong), 422, "{wrong:?}");
    }
    let other = [("name", " "), ("collection", ""), ("ply", "4")];
    let refused = ana.fill(&page, &page, &other);
    assert_eq!(refused.status, 422);
    assert_eq!(chapters(&ana.get(&here).text(), &here).len(), 1, "nothing was added");
}

#[test]
fn a_chapter_shows_a_review_to_whoever_may_see_that() {
    let games = open_games(1);
    let (mut ana, mut cora) = (Visitor::called("Quirinense"), Visitor::anybody());
    let new = format!("/games/{}/reviews/new", games[0]);
    let review = led(&ana.fill(&new, &new, &[("title", "What was missed")]));
    let said = [("ply", "2"), ("words", "Too early."), ("glyph", "?"), ("marks", "Ge4")];
    assert_eq!(ana.fill(&review, &format!("{review}/remark"), &said).status, 303);
    let page = format!("/games/{}/collect", games[0]);
    let number = review.rsplit('/').next().expect("a number");
    let fields = [("name", "With words"), ("ply", "2"), ("review", number)];
    let here = led(&ana.fill(&page, &page, &fields));
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 303);
    let chapter = chapters(&ana.get(&here).text(), &here).remove(0);
    assert!(ana.get(&chapter).text().contains("Too early."));
    let shown = cora.get(&chapter).text();
    assert!(!shown.contains("Too early.") && !shown.contains("What was missed"), "{shown}");
    assert!(!cora.get(&here).text().contains("with a review"));
    assert_eq!(set(&mut ana, &review, &[("do", "publish")]).status, 303);
    let shown = cora.get(&chapter).text();
    assert!(shown.contains("Too early.") && shown.contains("Green: e4"), "{shown}");
    assert!(cora.get(&here).text().contains("with a review"));
    let mut ben = Visitor::called("Palaweno");
    let fields = [("name", "Not his"), ("ply", "2"), ("review", "999999")];
    assert_eq!(ben.fill(&page, &page, &fields).status, 422);
}

#[test]
fn a_collection_is_in_its_makers_data_and_goes_with_his_account() {
    let games = open_games(1);
    let mut ana = Visitor::called("Ivatan");
    let here = made(&mut ana, "To take along");
    assert_eq!(add(&mut ana, &here, &games[0], ["6", "First", "Why"]), 303);
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 303);
    let data = ana.post("/account/data", &[]).json();
    let parts = data["parts"].as_array().expect("parts");
    let own = parts.iter().find(|part| part["part"] == "collection").expect("it is there");
    let chapter = &own["chapters"][0];
    assert_eq!(own["title"], "To take along", "{own}");
    assert_eq!((chapter["ply"].as_i64(), chapter["game"].as_str()), (Some(6), Some(&*games[0])));
    let fields = [("name", "Ivatan"), ("password", PASSWORD)];
    assert_eq!(ana.post("/account/delete", &fields).status, 303);
    let mut cora = Visitor::anybody();
    assert_eq!(cora.get(&here).status, 404);
    assert!(!cora.get("/collections").text().contains("To take along"));
}

#[test]
fn hidden_players_publish_nothing() {
    let games = open_games(1);
    let mut ana = Visitor::called("Capiznon");
    let here = made(&mut ana, "Mine alone");
    assert_eq!(add(&mut ana, &here, &games[0], ["0", "", ""]), 303);
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 303);
    let profile = [("age", "13-17")];
    let kept = ana.fill("/account/player", "/account/player", &profile);
    assert!([200, 303].contains(&kept.status), "{}", kept.whole());
    let mut cora = Visitor::anybody();
    assert_eq!(cora.get(&here).status, 404);
    assert!(!cora.get("/collections").text().contains("Mine alone"));
    assert_eq!(set(&mut ana, &here, &[("do", "withdraw")]).status, 303);
    let refused = set(&mut ana, &here, &[("do", "publish")]);
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("is unlisted"), "{}", refused.text());
}

#[test]
fn a_game_whose_ranks_are_closed_comes_into_no_collection() {
    let service = Start::with(&(games(2) + &unfinished().concat())).serve();
    let list = service.get("/api/v1/games?termination=unterminated").json();
    let id = list["games"][0]["id"].as_str().expect("it is listed").to_owned();
    let mut visitor = Visitor::new(&std::sync::Arc::new(service));
    assert_eq!(visitor.sign_up("Albay", PASSWORD).status, 303);
    assert_eq!(visitor.get(&format!("/games/{id}/collect")).status, 404);
    assert!(!visitor.get(&format!("/games/{id}")).text().contains("/collect?"));
    let token = visitor.token("/collections/new");
    let fields = [("csrf", token.as_str()), ("name", "No"), ("ply", "0")];
    assert_eq!(visitor.post_bare(&format!("/games/{id}/collect"), &fields, &[]).status, 404);
}

/// A game of ten plies of Three Generals.
const OPEN_GAME: &str = include_str!("../browser/data/three-generals.ggn");

#[test]
fn games_of_both_kinds_are_read_one_after_the_other() {
    let service = std::sync::Arc::new(Start::with(&(games(1) + OPEN_GAME)).serve());
    let ids = ["standard", "three-generals"].map(|rules| {
        let list = service.get(&format!("/api/v1/games?ruleset={rules}")).json();
        list["games"][0]["id"].as_str().expect("a game").to_owned()
    });
    let [salpakan, open] = &ids;
    let mut ana = Visitor::new(&service);
    ana.sign_up("Diwata", PASSWORD);
    assert!(ana.get(&format!("/games/{open}?ply=4")).text().contains("/collect?ply=4"));
    let here = made(&mut ana, "Two games");
    assert_eq!(add(&mut ana, &here, open, ["11", "", ""]), 422, "it has ten plies");
    assert_eq!(add(&mut ana, &here, open, ["8", "The drop", "Look at both hands."]), 303);
    assert_eq!(add(&mut ana, &here, salpakan, ["0", "", ""]), 303);
    let list = ana.get(&here).text();
    let told = "Game of Three Generals · Lakandula 1–0 Maharlika · move 8";
    assert!(list.contains(told), "{list}");
    assert_eq!(list.matches("Game of Three Generals · ").count(), 1, "the usual game is not named");
    assert_eq!(set(&mut ana, &here, &[("do", "publish")]).status, 303);

    let all = chapters(&list, &here);
    let page = crate::markup::plain(&service.get(&all[0]).text());
    for part in ["data-ply=\"8\"", "data-rows=\"9\"", "In hand: Black", "Look at both hands."] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains(&format!("href=\"{}?ply=9\"", all[0])), "it stays in the chapter");
    assert!(page.contains(&format!("rel=\"next\" href=\"{}\"", all[1])));
    assert!(service.get(&format!("{}?ply=2&flip=1", all[0])).text().contains("data-ply=\"2\""));
    // Its replay goes on in the collection, and so does that of the other game.
    let id = here.rsplit('/').next().expect("a number");
    let listed = format!("/games/{open}?ply=8&list=collection-{id}");
    assert!(page.contains(&listed), "{page}");
    let replay = crate::markup::plain(&service.get(&listed).text());
    assert!(replay.contains(&format!("/games/{salpakan}?list=collection-{id}")), "{replay}");
    assert!(replay.contains(&format!("?ply=9&list=collection-{id}")), "steps keep the list");
    let replay = service.get(&format!("/games/{salpakan}?list=collection-{id}")).text();
    assert!(replay.contains(&format!("/games/{open}?list=collection-{id}")), "{replay}");

    let edit = format!("{}/edit", all[0]);
    let fields = [("ply", "5"), ("title", "The shot"), ("words", "")];
    assert_eq!(ana.fill(&edit, &edit, &fields).status, 303);
    assert!(ana.get(&here).text().contains("move 5"));
    let shown = service.get(&format!("/api/v1/collections/{id}")).json();
    assert_eq!(shown["chapters"][0]["game"], open.as_str());
    assert_eq!(shown["chapters"][0]["ply"], 5);
    let data = ana.post("/account/data", &[]).json();
    let parts = data["parts"].as_array().expect("parts");
    let own = parts.iter().find(|part| part["part"] == "collection").expect("it is there");
    assert_eq!(own["chapters"][0]["game"], open.as_str(), "{own}");
}
