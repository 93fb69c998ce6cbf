//! Errors have two faces: a page with a way forward, and a problem document. Both say what
//! is wrong, where, and what to do.

use crate::service::Service;

fn problem(path: &str, status: u16) -> serde_json::Value {
    let reply = Service::shared().get(path);
    assert_eq!(reply.status, status, "{path}: {}", reply.whole());
    assert_eq!(reply.must("content-type"), "application/problem+json", "{path}");
    assert_eq!(reply.must("cache-control"), "no-store", "{path}");
    let problem = reply.json();
    assert_eq!(problem["status"], status, "{path}");
    assert!(problem["type"].as_str().is_some_and(|kind| kind.starts_with("/api/problems#")));
    assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()));
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.len() > 10), "{problem}");
    problem
}

fn page(path: &str, status: u16) -> String {
    let reply = Service::shared().get(path);
    assert_eq!(reply.status, status, "{path}: {}", reply.whole());
    assert_eq!(reply.must("content-type"), "text/html; charset=utf-8", "{path}");
    let text = reply.text();
    assert!(text.contains("<main id=\"main\">") && text.contains("href=\"/games\""), "{path}");
    text
}

#[test]
fn missing_pages_are_named_with_a_way_forward() {
    for path in [
        "/nothing",
        "/players/Nobody",
        "/games/nothing",
        "/events/nothing",
        "/leaderboards/x",
        "/events/nothing/places/none",
    ] {
        let text = page(path, 404);
        assert!(text.contains("Not found"), "{path}");
    }
    for path in ["/api/v1/nothing", "/api/v1/games/nothing", "/api/v1/events/nothing"] {
        assert!(problem(path, 404)["detail"].as_str().unwrap().contains("nothing"), "{path}");
    }
    let detail = problem("/api/v1/nope", 404)["detail"].to_string();
    assert!(detail.contains("/api/v1/nope") && !detail.contains("below"), "{detail}");
    let detail = problem("/api/v1/leaderboards/x", 404)["detail"].to_string();
    assert!(detail.contains("rapid"), "the pools that there are: {detail}");
    assert!(problem("/api/v1/players/Nobody", 404)["detail"].to_string().contains("Nobody"));
}

#[test]
fn a_parameter_that_is_unknown_is_named_with_those_that_there_are() {
    let lists = ["/games", "/players", "/events", "/leaderboards/rapid"];
    for path in lists {
        let text = page(&format!("{path}?colour=red"), 400);
        assert!(text.contains("“colour”"), "{path}");
        let problem = problem(&format!("/api/v1{path}?colour=red"), 400);
        assert_eq!(problem["field"], "colour", "{path}");
        assert!(problem["detail"].as_str().unwrap().contains("Available: "), "{problem}");
    }
    for path in ["/players/Sidapa", "/rules", "/"] {
        assert!(page(&format!("{path}?colour=red"), 400).contains("takes no parameters"), "{path}");
    }
    assert_eq!(problem("/api/v1/pools?colour=red", 400)["field"], "colour");
}

#[test]
fn a_parameter_that_cannot_be_read_is_named_with_what_it_takes() {
    let wrong = [
        ("/games", "from=yesterday", "from", "2026-04-30"),
        ("/games", "to=2026-13-45", "to", "2026-04-30"),
        ("/games", "result=2-0", "result", "1/2-1/2"),
        ("/games", "termination=boredom", "termination", "flag-captured"),
        ("/games", "min_plies=-1", "min_plies", "from 0"),
        ("/games", "max_plies=many", "max_plies", "from 0"),
        ("/games", "limit=0", "limit", "from 1 to 200"),
        ("/games", "limit=201", "limit", "from 1 to 200"),
        ("/games", "cursor=x", "cursor", "next"),
        ("/games", "player=%FF", "player", "UTF-8"),
        ("/games", "player=a&player=b", "player", "twice"),
        ("/events", "before=x", "before", "next"),
        ("/players", "after=%00", "after", "control"),
        ("/leaderboards/rapid", "place=0", "place", "from 1"),
        ("/leaderboards/rapid", "place=-3", "place", "from 1"),
        ("/leaderboards/rapid", "limit=501", "limit", "from 1 to 500"),
        ("/leaderboards/rapid", "after=x", "after", "next"),
    ];
    for (path, query, field, remedy) in wrong {
        let text = page(&format!("{path}?{query}"), 400);
        assert!(text.contains(field) && text.contains(remedy), "{path}?{query}");
        let problem = problem(&format!("/api/v1{path}?{query}"), 400);
        assert_eq!(problem["field"], field, "{path}?{query}");
        assert!(problem["detail"].as_str().unwrap().contains(remedy), "{problem}");
    }
}

#[test]
fn a_position_or_a_view_that_is_none_is_refused() {
    let service = Service::shared();
    let id = service.get("/api/v1/games?limit=1&result=1-0").json()["games"][0]["id"].clone();
    let game = format!("/games/{}", id.as_str().expect("an id"));
    for query in ["ply=x", "ply=-1", "view=all", "flip=2", "flip=yes"] {
        assert_eq!(service.get(&format!("{game}?{query}")).status, 400, "{query}");
        if !query.starts_with("flip") {
            assert_eq!(service.get(&format!("{game}/board.png?{query}")).status, 400, "{query}");
        }
    }
    assert_eq!(problem(&format!("/api/v1{game}/replay?view=all"), 400)["field"], "view");
    assert_eq!(service.get(&format!("{game}?ply=9999")).status, 200, "the last position");
}

#[test]
fn a_link_that_a_social_network_has_tagged_still_works() {
    for path in ["/?fbclid=abc", "/games?utm_source=x&gclid=y", "/players/Sidapa?fbclid=1"] {
        assert_eq!(Service::shared().get(path).status, 200, "{path}");
    }
}

#[test]
fn an_error_page_speaks_the_visitor_s_language() {
    let service = Service::shared();
    let reply = service.ask("GET", "/games?colour=red", &[("Accept-Language", "fil,en;q=0.5")]);
    assert!(reply.text().contains("Walang parameter na “colour”"));
    let reply = service.ask("GET", "/nothing", &[("Cookie", "language=fil")]);
    assert!(reply.text().contains("lang=\"fil\""));
}

#[test]
fn visitor_errors_are_in_the_visitors_language() {
    let service = Service::shared();
    let ids = service.get("/api/v1/games?limit=1&result=*").json();
    let open = ids["games"][0]["id"].as_str().expect("a game that is not over").to_owned();
    let ids = service.get("/api/v1/games?limit=1&result=1-0").json();
    let over = ids["games"][0]["id"].as_str().expect("a game that is over").to_owned();
    let none = "0000000000000000";
    let wrong = [
        ("/nothing".to_owned(), "There is no page at", "Walang pahina sa /nothing"),
        ("/games/nothing".to_owned(), "not found", "Walang larong “nothing”"),
        (format!("/games/{none}"), "not found", "Walang larong “0"),
        (format!("/games/{none}/board.png"), "not found", "Walang larong “0"),
        (format!("/games/{none}/game.ggn"), "not found", "Walang larong “0"),
        (
            format!("/games/{open}/game.ggn"),
            "can be downloaded once it is over",
            "Mada-download lang ang larong ito",
        ),
        (
            format!("/games/{over}/game.pdf"),
            "downloaded as game.ggn",
            "Mada-download ang laro bilang",
        ),
        (format!("/games/{over}?view=all"), "cannot be read: write one of", "isulat ang isa sa"),
        (format!("/games/{over}?ply=x"), "must be a whole number", "buong bilang"),
        ("/players/Nobody".to_owned(), "not found", "Walang manlalarong “Nobody”"),
        ("/players/Nobody/versus/X".to_owned(), "not found", "Walang manlalarong"),
        ("/events/none".to_owned(), "not found", "Walang torneong “none”"),
        ("/leaderboards/x".to_owned(), "not found", "Walang pool na “x”"),
        ("/games?player=Nobody".to_owned(), "not found", "Walang manlalarong “Nobody”"),
        ("/games?event=none".to_owned(), "not found", "Walang torneong “none”"),
        ("/games?from=now".to_owned(), "write a date as", "isulat ang petsa gaya ng"),
        ("/games?result=2-0".to_owned(), "write 1-0", "isulat ang 1-0"),
        ("/games?termination=fun".to_owned(), "write one of", "isulat ang isa sa flag-captured"),
        ("/games?cursor=x".to_owned(), "of an earlier page", "ng naunang pahina"),
        ("/leaderboards/rapid?after=x".to_owned(), "of a page unchanged", "ng isang pahina nang"),
        ("/events?before=x".to_owned(), "of an earlier page", "ng naunang pahina"),
        ("/players?after=%00".to_owned(), "Use percent-encoded UTF-8", "control character"),
        ("/rules?a=b".to_owned(), "takes no parameters", "Walang parameter ang address"),
    ];
    for (path, english, filipino) in wrong {
        let in_language = |tag| service.ask("GET", &path, &[("Accept-Language", tag)]);
        let (en, fil) = (in_language("en"), in_language("fil"));
        assert!((400..500).contains(&en.status) && en.status == fil.status, "{path}");
        assert!(en.text().contains(english), "{path}: no {english}: {}", en.text());
        assert!(fil.text().contains(filipino), "{path}: no {filipino}: {}", fil.text());
        for said in [english, "not found", "cannot be read", "write one of"] {
            assert!(!fil.text().contains(said), "{path} says {said}: {}", fil.text());
        }
        let main = |text: String| text.split("<main").nth(1).map(str::to_owned).expect("a page");
        assert_ne!(main(en.text()), main(fil.text()), "{path}");
    }
}

#[test]
fn visitor_input_is_never_markup() {
    let service = Service::shared();
    let tag = "%3Cscript%3Ealert(1)%3C/script%3E";
    for path in [
        format!("/games?player={tag}"),
        format!("/games?{tag}=1"),
        format!("/players?search={tag}"),
        format!("/leaderboards/rapid?handle={tag}"),
        format!("/players/{tag}"),
        format!("/events/{tag}"),
        format!("/{tag}"),
    ] {
        assert!(!service.get(&path).text().contains("<script>alert"), "{path}");
    }
}

#[test]
fn the_kind_of_every_problem_is_an_address_that_explains_it() {
    let service = Service::shared();
    let page = service.get("/api/problems").text();
    let described = service.get("/api/v1/openapi.json").text();
    let kinds: std::collections::BTreeSet<&str> = described
        .split("/api/problems#")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("a kind"))
        .collect();
    assert!(kinds.len() > 6, "{kinds:?}");
    for kind in kinds {
        assert!(page.contains(&format!("<dt id=\"{kind}\">")), "{kind}");
    }
}
