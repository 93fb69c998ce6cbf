//! Every address of the service, found in its own tables; what holds for all of them.

use std::sync::Arc;

use adjutant::web::api::endpoints;

use crate::client::Reply;
use crate::service::Service;

/// A route of a page or an endpoint of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The function of `crates/site/src/resources.rs` that adds it, and `_resource`: `get_resource`.
    pub kind: String,
    /// The row of the table of rights.
    pub act: String,
    pub pattern: String,
}

/// The routes of pages, as the sources state them, and the endpoints of the API, as it declares them.
pub fn routes() -> Vec<Route> {
    let events = include_str!("../../crates/event-pages/src/routes.rs");
    let table = include_str!("../../src/web/routes.rs")
        .replace("event_pages::configure(&mut routes);", events);
    let mut routes = routes_in(&table);
    assert!(routes.len() > 30, "{routes:?}");
    routes.extend(endpoints().map(|endpoint| Route {
        kind: format!("{}_resource", endpoint.method().as_str().to_lowercase()),
        act: format!("{:?}", endpoint.act()),
        pattern: endpoint.path().to_owned(),
    }));
    routes
}

fn routes_in(table: &str) -> Vec<Route> {
    let kinds = ["get", "get_with_query", "form", "post"];
    let rows = table.lines().filter_map(|line| line.trim().split_once(' '));
    let rows = rows.filter(|(kind, _)| kinds.contains(kind));
    rows.map(|(kind, rest)| {
        let (act, rest) = rest.split_once(" \"").expect("an act and an address");
        let pattern = rest.split('"').next().expect("an address").to_owned();
        Route { kind: format!("{kind}_resource"), act: act.to_owned(), pattern }
    })
    .collect()
}

#[test]
fn a_route_is_found_however_it_is_written() {
    let table = "    routes! { config,\n        get ReadPublic \"/a\" a;\n        form Enter \"/b/{c}\"\n            b, \
                 c;\n    }";
    let found = routes_in(table);
    let route = |kind: &str, act: &str, pattern: &str| Route {
        kind: kind.to_owned(),
        act: act.to_owned(),
        pattern: pattern.to_owned(),
    };
    assert_eq!(
        found,
        [route("get_resource", "ReadPublic", "/a"), route("form_resource", "Enter", "/b/{c}")]
    );
}

/// The pattern with real names in it.
fn address(service: &Service, pattern: &str) -> String {
    let games =
        service.get("/api/v1/games?player=Sidapa&opponent=Pandesal&result=0-1&limit=1").json();
    let id = games["games"][0]["id"].as_str().expect("a game").to_owned();
    let css = service.get("/").text();
    let css = css.split("/static/").nth(1).and_then(|rest| rest.split('"').next());
    let digest = css.and_then(|rest| rest.split('/').next()).expect("a digest");
    pattern
        .replace("{id}", &id)
        .replace("{file}", "game.ggn")
        .replace("{handle}", "Sidapa")
        .replace("{other}", "Pandesal")
        .replace("{pool}", "rapid")
        .replace("{slug}", games["games"][0]["event_slug"].as_str().expect("a slug"))
        .replace("{digest}", digest)
        .replace("{code}", "000000000000000")
        .replace("{entrant}", "1")
        .replace("{round}", "1")
        .replace("{sheet}", "pairings")
        .replace("{date}", &chrono::Utc::now().date_naive().to_string())
        .replace("{name:.*}", "css/adjutant.css")
}

/// All addresses that everybody reads.
pub fn addresses(service: &Service) -> Vec<String> {
    addresses_by_pattern(service).into_iter().map(|(_, address)| address).collect()
}

/// The same, each with its pattern.
pub fn addresses_by_pattern(service: &Service) -> Vec<(String, String)> {
    let public = |route: &Route| ["ReadPublic", "Probe"].contains(&route.act.as_str());
    let reads = routes().into_iter().filter(|route| route.kind.starts_with("get_"));
    // Those of one organisation need one: the tests of organisations have some.
    let reads = reads.filter(|route| !route.pattern.contains("/organisations/{slug}"));
    // A game under way needs one, and a table its pass: the tests of plays have some.
    // So does an event that is run here: the tests of contests have some.
    let live = [
        "/plays/{id}",
        // A line that does not end.
        "/plays/events",
        "/play/{id}",
        "/at",
        "/hall",
        "{slug}/contest",
        "{slug}/matches",
        "{slug}/sections",
        "events/{slug}/ratings",
        "/places/{entrant}",
        // A review is written first: the tests of reviews have some.
        "/reviews/{review}",
        // A room is opened first: the tests of rooms have some.
        "/rooms/{link}",
        // So is a collection.
        "/collections/{collection}",
        "/rounds/{round}",
        // A view of an event that is run here: the tests of contests have some.
        "/embed/events/{slug}/{view}",
        // Published where a setting says so: the tests of the open archive have one.
        "/archive",
        // Needs an address to tell of: the tests of sharing have one.
        "/oembed",
        "/overlay/",
    ];
    let reads = reads.filter(|route| live.iter().all(|room| !route.pattern.contains(room)));
    // Nor is an event of records run here: the tests of contests have some.
    let reads = reads.filter(|route| !route.pattern.starts_with("/events/{slug}/"));
    let reads = reads.filter(public);
    reads.map(|route| (route.pattern.clone(), address(service, &route.pattern))).collect()
}

fn shared() -> (Arc<Service>, Vec<String>) {
    let service = Service::shared();
    let addresses = addresses(&service);
    (service, addresses)
}

/// Whether an answer has the headers that guard it.
pub fn assert_guarded(address: &str, reply: &Reply) {
    let policy = reply.must("content-security-policy");
    let framed = address.starts_with("/embed/");
    assert!(policy.starts_with("default-src 'none'"), "{address}: {policy}");
    for unsafe_word in ["unsafe-inline", "unsafe-eval", "*", "data:", "http:"] {
        let policy = if framed { policy.trim_end_matches('*') } else { policy };
        assert!(!policy.contains(unsafe_word), "{address}: {policy}");
    }
    let frames = if framed { "frame-ancestors *" } else { "frame-ancestors 'none'" };
    for part in [frames, "base-uri 'none'", "form-action 'self'"] {
        assert!(policy.contains(part), "{address}: {policy}");
    }
    assert_eq!(reply.must("x-content-type-options"), "nosniff", "{address}");
    assert_eq!(reply.must("referrer-policy"), "no-referrer", "{address}");
    assert_eq!(reply.header("x-frame-options"), (!framed).then_some("DENY"), "{address}");
    assert_eq!(reply.must("cross-origin-opener-policy"), "same-origin", "{address}");
    reply.must("permissions-policy");
    let resource = reply.must("cross-origin-resource-policy");
    let live = ["/api/v1/plays", "/api/v1/seeks", "/api/v1/quick-pairing"];
    let live = live.iter().any(|room| address.starts_with(room));
    let writes = address == "/api/v1/records" || address.ends_with("/roster") || live;
    let picture = ["/board.png", "/game.gif"].iter().any(|name| address.contains(name));
    let open = address.starts_with("/api/v1/") && !writes || picture;
    assert_eq!(resource, if open { "cross-origin" } else { "same-origin" }, "{address}");
    for telling in ["server", "x-powered-by", "server-timing"] {
        assert_eq!(reply.header(telling), None, "{address}");
    }
}

#[test]
fn every_address_answers() {
    let (service, addresses) = shared();
    for address in &addresses {
        let reply = service.get(address);
        let expected = match address.as_str() {
            "/leaderboards" => 303,
            "/formations/000000000000000" => 308,
            // Nobody of these shows a picture.
            "/players/Sidapa/picture.jpg" => 404,
            _ => 200,
        };
        assert_eq!(reply.status, expected, "{address}: {}", reply.whole());
        let moved = reply.header("location").is_some();
        assert!(moved || reply.header("content-type").is_some(), "{address}");
    }
}

#[test]
fn every_answer_has_the_headers_that_guard_it() {
    let (service, addresses) = shared();
    for address in &addresses {
        assert_guarded(address, &service.get(address));
    }
}

#[test]
fn every_error_has_the_headers_that_guard_it() {
    let (service, addresses) = shared();
    for address in addresses {
        assert_guarded(&address, &service.ask("DELETE", &address, &[]));
        assert_guarded(&address, &service.get(&format!("{address}?nothing=1")));
    }
    for address in ["/nothing", "/api/v1/nothing", "/games/nothing", "/games/", "/%FF"] {
        assert_guarded(address, &service.get(address));
    }
    assert_guarded("/api/v1/records", &service.ask("POST", "/api/v1/records", &[]));
}

#[test]
fn pages_hold_no_script_and_no_style_in_line() {
    let (service, addresses) = shared();
    for address in addresses {
        let reply = service.get(&address);
        if !reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            continue;
        }
        let text = reply.text();
        for part in text.split("<script").skip(1) {
            let tag = part.split('>').next().expect("a tag");
            assert!(tag.contains("src=\"/static/") || tag.contains("application/json"), "{tag}");
        }
        for forbidden in [" style=", "<style", " onclick=", " onload=", "javascript:"] {
            assert!(!text.contains(forbidden), "{address} has {forbidden}");
        }
    }
}

#[test]
fn head_answers_as_get_does_without_the_body() {
    let (service, addresses) = shared();
    for address in addresses {
        let (get, head) = (service.get(&address), service.ask("HEAD", &address, &[]));
        assert_eq!(head.status, get.status, "{address}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{address}");
        assert!(head.body.is_empty(), "{address}");
    }
}

#[test]
fn a_method_that_an_address_does_not_take_is_answered_with_those_it_takes() {
    let service = Service::shared();
    // A page that is not for everybody says so first, whatever it takes.
    let open = |route: &Route| {
        let public = ["ReadPublic", "Probe", "ChooseLooks", "Enter", "HoldPass", "PlayNow"];
        route.pattern.starts_with("/api/") || public.contains(&route.act.as_str())
    };
    for route in routes().into_iter().filter(open) {
        let address = address(&service, &route.pattern);
        let (wrong, allowed): (&[&str], _) = match route.kind.as_str() {
            "post_resource" => (&["GET", "PUT", "DELETE"], "POST, OPTIONS"),
            "form_resource" => (&["PUT", "DELETE"], "GET, HEAD, POST, OPTIONS"),
            _ => (&["POST", "PUT", "DELETE"], "GET, HEAD, OPTIONS"),
        };
        for method in wrong {
            let reply = service.ask(method, &address, &[]);
            assert_eq!(reply.status, 405, "{method} {address}");
            assert_eq!(reply.must("allow"), allowed, "{method} {address}");
        }
        let reply = service.ask("OPTIONS", &address, &[]);
        assert_eq!((reply.status, reply.must("allow")), (204, allowed), "{address}");
    }
}

#[test]
fn an_address_with_slashes_too_many_leads_to_the_one_without() {
    let (service, addresses) = shared();
    for address in addresses.iter().filter(|address| *address != "/") {
        let reply = service.get(&format!("{address}/?a=b"));
        assert_eq!(reply.status, 308, "{address}/");
        assert_eq!(reply.must("location"), format!("{address}?a=b"));
    }
    assert_eq!(service.get("//evil.example/").must("location"), "/evil.example");
}

#[test]
fn an_address_that_is_no_text_is_that_of_nothing() {
    let service = Service::shared();
    for address in ["/players/%FF", "/players/a%00b", "/api/v1/players/%C3", "/events/%0A", "/%00"]
    {
        let reply = service.get(address);
        assert_eq!(reply.status, 404, "{address}");
    }
}

#[test]
fn other_sites_may_read_the_api_and_nothing_else() {
    let (service, addresses) = shared();
    for address in addresses {
        let reply = service.ask("GET", &address, &[("Origin", "https://other.example")]);
        let open = reply.header("access-control-allow-origin");
        let own = ["/api/v1/seeks", "/api/v1/quick-pairing", "/api/v1/plays"];
        let own = own.iter().any(|room| address.starts_with(room));
        let api = address.starts_with("/api/v1/") && !own;
        assert_eq!(open, api.then_some("*"), "{address}");
        assert_eq!(reply.header("access-control-allow-credentials"), None);
    }
    let asks = [("Origin", "https://other.example"), ("Access-Control-Request-Method", "GET")];
    let reply = service.ask("OPTIONS", "/api/v1/games", &asks);
    assert_eq!((reply.status, reply.must("access-control-allow-methods")), (204, "GET, HEAD"));
    assert!(reply.must("access-control-allow-headers").contains("If-None-Match"));
    let reply = service.ask("OPTIONS", "/api/v1/records", &asks);
    assert_eq!(reply.header("access-control-allow-origin"), None);
    let missing = service.get("/api/v1/games/nothing");
    assert_eq!(missing.must("access-control-allow-origin"), "*");
}
