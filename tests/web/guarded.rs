//! The headers that guard pages of those who are signed in, and every refusal.

use std::sync::Arc;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use crate::client::{Reply, send};
use crate::matrix::address;
use crate::routes::{assert_guarded, routes};
use crate::service::Start;
use crate::visitor::{PASSWORD, Visitor};
use crate::world::World;

/// Whether no cache keeps it.
fn kept_by_nobody(path: &str, reply: &Reply) {
    let cache = reply.header("cache-control").unwrap_or_default();
    assert!(cache.contains("no-store"), "{path}: {} {cache:?}", reply.status);
}

#[test]
fn every_page_of_somebody_has_the_headers_that_guard_it() {
    let world = World::new();
    let mut seen = 0;
    for route in routes() {
        let open = ["ReadPublic", "Probe"].contains(&route.act.as_str());
        if route.kind == "post_resource"
            || route.pattern.starts_with("/api/")
            || (open && route.pattern.contains("{digest}"))
        {
            continue;
        }
        let path = address(&world, &route.pattern, "league");
        for kind in ["nobody", "stranger", "owner", "operator"] {
            let reply = world.ask(kind, "GET", &path);
            assert_guarded(&path, &reply);
            let page = reply.header("content-type").is_some_and(|one| one.starts_with("text/html"));
            if !open || (kind != "nobody" && page) {
                kept_by_nobody(&path, &reply);
            }
            seen += usize::from(reply.status == 200);
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn every_refusal_of_a_form_has_the_headers_that_guard_it() {
    let world = World::new();
    let mut statuses = std::collections::BTreeSet::new();
    for route in routes() {
        let takes = ["form_resource", "post_resource"].contains(&route.kind.as_str());
        if !takes || route.pattern == "/sign-out" || route.pattern.starts_with("/api/") {
            continue;
        }
        let path = address(&world, &route.pattern, "league");
        for kind in ["nobody", "stranger", "owner"] {
            for reply in [
                world.post_from_elsewhere(kind, "cross-site", &path),
                world.post(kind, &path, "x=1"),
            ] {
                assert_guarded(&path, &reply);
                if reply.status >= 400 && path != "/preferences" {
                    kept_by_nobody(&path, &reply);
                }
                statuses.insert(reply.status);
            }
        }
    }
    for status in [400, 401, 403] {
        assert!(statuses.contains(&status), "{status} in {statuses:?}");
    }
}

#[test]
fn rate_limits_and_faults_carry_the_same_headers() {
    let start = Start::empty().env("ADJUTANT_REQUESTS_A_MINUTE", "5");
    let service = start.serve();
    let over = (0..40).map(|_| service.get("/organisations")).find(|reply| reply.status == 429);
    let over = over.expect("there is a limit");
    assert_guarded("/organisations", &over);
    kept_by_nobody("/organisations", &over);
    over.must("retry-after");

    let service = Arc::new(Start::empty().serve());
    let mut visitor = Visitor::new(&service);
    assert_eq!(visitor.sign_up("Amparo", PASSWORD).status, 303);
    let wrong = visitor.post("/account/password", &[("old_password", "x"), ("password", "y")]);
    assert_eq!(wrong.status, 422);
    assert_guarded("/account/password", &wrong);
    kept_by_nobody("/account/password", &wrong);
    let path = service.dir.path().join("data/adjutant.sqlite");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute("PRAGMA busy_timeout = 10000; ALTER TABLE claims RENAME TO lost")
        .expect("SQL");
    for page in ["/account/player", "/account/data"] {
        let cookies: Vec<String> =
            visitor.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let reply = send(service.address, "GET", page, &[("Cookie", &cookies.join("; "))], b"");
        if page == "/account/player" {
            assert_eq!(reply.status, 500, "{}", reply.text());
            assert!(!reply.text().contains("claims"), "{}", reply.text());
        }
        assert_guarded(page, &reply);
        kept_by_nobody(page, &reply);
    }
}
