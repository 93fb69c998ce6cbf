//! Passing games on: pictures, films, frames on other sites, oEmbed, score sheets.

use crate::client::Reply;
use crate::service::{Service, Start, games, unfinished};

fn id_of(service: &Service, query: &str) -> String {
    let list = service.get(&format!("/api/v1/games?limit=1{query}")).json();
    list["games"][0]["id"].as_str().expect("an id").to_owned()
}

fn decided(service: &Service) -> String {
    id_of(service, "&result=1-0")
}

fn is_kept_for_everybody(reply: &Reply) -> bool {
    reply.must("cache-control").contains("public") && reply.header("etag").is_some()
}

#[test]
fn a_position_is_drawn_in_the_looks_that_are_asked_for() {
    let service = Service::shared();
    let game = format!("/games/{}", decided(&service));
    let size = |query: &str| {
        let reply = service.get(&format!("{game}/board.png?{query}"));
        assert_eq!((reply.status, reply.must("content-type")), (200, "image/png"), "{query}");
        assert!(is_kept_for_everybody(&reply), "{query}");
        let picture = image::load_from_memory(&reply.body).expect("a picture");
        (picture.width(), picture.height())
    };
    assert_eq!(size("ply=10"), (1200, 630), "a card where nothing is said");
    assert!(size("ply=10&size=small") < size("ply=10&size=large&theme=dark&names=0&flip=1"));
    for wrong in ["size=huge", "theme=pink", "names=2", "from=1", "ply=x"] {
        assert_eq!(service.get(&format!("{game}/board.png?{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn a_game_is_a_film_that_fits_into_a_limit() {
    let service = Service::shared();
    let game = format!("/games/{}", decided(&service));
    let film = |query: &str| {
        let reply = service.get(&format!("{game}/game.gif?{query}"));
        assert_eq!((reply.status, reply.must("content-type")), (200, "image/gif"), "{query}");
        assert!(reply.body.starts_with(b"GIF89a") && is_kept_for_everybody(&reply), "{query}");
        assert_eq!(reply.must("cross-origin-resource-policy"), "cross-origin");
        reply.body
    };
    let (whole, span) = (film("size=large"), film("size=large&from=3&to=9&view=public"));
    assert!(span.len() < whole.len() && whole == film("size=large"), "the same each time");
    assert!(film("size=large&limit=30").len() < whole.len(), "a smaller size is taken");
    for wrong in ["from=9&to=3", "size=card", "speed=9", "limit=1", "ply=3"] {
        assert_eq!(service.get(&format!("{game}/game.gif?{wrong}")).status, 400, "{wrong}");
    }
    let none = service.get("/games/00000000000000000000000000000000/game.gif");
    assert_eq!(none.status, 404);
}

#[test]
fn a_frame_may_stand_on_any_site_and_leaves_nothing_behind() {
    let service = Service::shared();
    let id = decided(&service);
    let reply = service.get(&format!("/embed/games/{id}?ply=12&view=white&theme=dark"));
    assert_eq!(reply.status, 200);
    let policy = reply.must("content-security-policy");
    assert!(policy.contains("frame-ancestors *") && policy.starts_with("default-src 'none'"));
    assert_eq!(reply.header("x-frame-options"), None);
    assert_eq!(reply.header("set-cookie"), None);
    let page = reply.text();
    assert!(page.contains("data-theme=\"dark\"") && !page.contains("<form"), "{page}");
    assert!(
        page.contains(&format!("/embed/games/{id}?ply=13&amp;view=white&amp;theme=dark"))
            || page.contains(&format!("/embed/games/{id}?ply=13&#38;view=white&#38;theme=dark")),
        "{page}"
    );
    // Nothing else may be framed, and a frame that is none is as open as one that is.
    let own = service.get(&format!("/games/{id}"));
    assert!(own.must("content-security-policy").contains("frame-ancestors 'none'"));
    assert_eq!(own.must("x-frame-options"), "DENY");
    let none = service.get("/embed/games/nothing");
    assert_eq!(none.status, 404);
    assert!(none.must("content-security-policy").contains("frame-ancestors *"));
    assert_eq!(service.get(&format!("/embed/games/{id}?theme=pink")).status, 400);
}

#[test]
fn other_sites_learn_by_oembed_how_a_replay_is_shown() {
    let service =
        Start::with(&games(1)).arg("--public-url").arg("https://salpakan.example/").serve();
    let id = id_of(&service, "");
    let page = service.get(&format!("/games/{id}?ply=5&view=black")).text();
    let link = page.split("application/json+oembed\" href=\"").nth(1).expect("a discovery link");
    let link = crate::markup::plain(link.split('"').next().expect("its end"));
    let path = link.strip_prefix("https://salpakan.example").expect("on this site");
    let reply = service.get(path);
    assert_eq!((reply.status, reply.must("content-type")), (200, "application/json"));
    let answer = reply.json();
    assert_eq!((&answer["version"], &answer["type"]), (&"1.0".into(), &"rich".into()));
    let html = answer["html"].as_str().expect("markup");
    let source = format!("src=\"https://salpakan.example/embed/games/{id}?ply=5&amp;view=black\"");
    assert!(html.contains(&source) && html.starts_with("<iframe "), "{html}");
    assert!(answer["thumbnail_url"].as_str().expect("a picture").contains("/board.png?ply=5"));
    let ask = |query: &str| {
        service.get(&format!("/oembed?url=https://salpakan.example/games/{id}{query}"))
    };
    let small = ask("&maxwidth=300").json();
    assert_eq!(small["width"], 300);
    assert!(ask("&maxheight=500").json()["height"].as_u64().expect("a height") <= 500);
    assert_eq!(ask("&format=xml").status, 501);
    let elsewhere = service.get(&format!("/oembed?url=https://evil.example/games/{id}"));
    assert_eq!(elsewhere.status, 404);
    assert_eq!(service.get("/oembed").status, 400);
    assert_eq!(service.get("/oembed?url=https://salpakan.example/games/nothing").status, 404);
}

#[test]
fn the_panel_has_everything_without_a_script_and_in_both_languages() {
    let service = Service::shared();
    let id = decided(&service);
    let page = service.get(&format!("/games/{id}?ply=7&view=white")).text();
    for part in [
        "Share this game",
        "name=\"from\"",
        "name=\"limit\"",
        &format!("action=\"/games/{id}/board.png\""),
        &format!("action=\"/games/{id}/game.gif\""),
        &format!("href=\"/games/{id}/sheet\""),
        "<option value=\"white\" selected>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let filipino = service.ask("GET", &format!("/games/{id}"), &[("Accept-Language", "fil")]);
    assert!(filipino.text().contains("Ibahagi ang larong ito"));
}

#[test]
fn a_score_sheet_has_the_set_ups_once_they_are_open() {
    let service = Start::with(&[games(1), unfinished().concat()].concat()).serve();
    let list = service.get("/api/v1/games").json();
    for game in list["games"].as_array().expect("games") {
        let id = game["id"].as_str().expect("an id");
        let revealed = game["revealed"] == true;
        let reply = service.get(&format!("/games/{id}/sheet"));
        assert_eq!(reply.status, 200);
        let page = reply.text();
        assert_eq!(page.contains("<td>FLAG</td>"), revealed, "{game}");
        let turns = page.contains("<th scope=\"row\">2</th><td>");
        assert!((turns || game["plies"] == 0) && page.contains("Signature:"), "{page}");
    }
    assert_eq!(service.get("/games/nothing/sheet").status, 404);
}
