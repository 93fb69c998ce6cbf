//! Answers that are kept ready to send: never older than the data, never another's.

use std::time::{Duration, Instant};

use crate::client::Reply;
use crate::service::{Service, Start, games, import, unfinished};

/// How often a kept answer was given.
fn given(service: &Service) -> u64 {
    let metrics = service.get("/metrics").text();
    let line =
        metrics.lines().find(|line| line.starts_with("adjutant_http_cached_responses_total "));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

/// Everything of an answer but its date and the number of the request.
fn content(reply: &Reply) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let own = |name: &str| matches!(name, "date" | "x-request-id");
    let mut headers: Vec<_> =
        reply.headers.iter().filter(|(name, _)| !own(name)).cloned().collect();
    headers.sort();
    (reply.status, headers, reply.body.clone())
}

fn busy() -> Service {
    Start::with(&games(12)).token().serve()
}

/// With so many games that a leaderboard has places.
fn large() -> Service {
    Start::with(&games(400)).token().serve()
}

#[test]
fn a_second_asker_gets_the_same_bytes_without_the_work() {
    let service = busy();
    let game = service.get("/api/v1/games?limit=1").json()["games"][0]["id"].to_string();
    let game = game.trim_matches('"');
    for path in [
        "/".to_owned(),
        "/leaderboards/rapid".to_owned(),
        "/players/Sidapa".to_owned(),
        "/games?result=1-0".to_owned(),
        format!("/games/{game}?ply=10&view=white"),
        format!("/api/v1/games/{game}/replay"),
        "/api/v1/leaderboards/rapid".to_owned(),
    ] {
        for encoding in ["identity", "br", "gzip"] {
            let ask = || service.ask("GET", &path, &[("Accept-Encoding", encoding)]);
            let first = ask();
            let before = given(&service);
            let second = ask();
            assert_eq!(given(&service), before + 1, "{path} {encoding}");
            assert_eq!(content(&first).2, content(&second).2, "{path} {encoding}");
            let names = |reply: &Reply| -> Vec<_> {
                let sized = |name: &str| name == "content-length" || name == "transfer-encoding";
                content(reply).1.into_iter().filter(|(name, _)| !sized(name)).collect()
            };
            assert_eq!(names(&first), names(&second), "{path} {encoding}");
        }
    }
}

#[test]
fn of_a_crowd_that_asks_at_once_one_has_the_work() {
    let service = large();
    for path in ["/leaderboards/rapid", "/games", "/players/Sidapa"] {
        let before = given(&service);
        let bodies: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let ask =
                || scope.spawn(|| service.ask("GET", path, &[("Accept-Encoding", "br")]).body);
            let asked: Vec<_> = (0..24).map(|_| ask()).collect();
            asked.into_iter().map(|one| one.join().expect("an answer")).collect()
        });
        assert!(bodies.iter().all(|body| *body == bodies[0]), "{path}");
        assert_eq!(given(&service), before + 23, "{path}");
    }
    // What is for nobody else is made for each, and nobody waits for ever.
    let pages: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> =
            (0..8).map(|_| scope.spawn(|| service.get("/sign-up").status)).collect();
        asked.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    assert_eq!(pages, [200; 8]);
    assert_eq!(service.get("/games/0123456789abcdef").status, 404);
}

#[test]
fn a_record_that_comes_in_is_seen_at_once() {
    let service = large();
    let total = |reply: Reply| reply.json()["games"].as_u64().expect("a count");
    let lists = ["/", "/games", "/leaderboards/rapid", "/api/v1/leaderboards/rapid"];
    assert_eq!(total(service.get("/api/v1/totals")), 400);
    let before = lists.map(|path| (service.get(path).body, service.get(path).body));
    assert!(before.iter().all(|(one, two)| one == two));
    assert_eq!(service.post_records(games(500).as_bytes()).status, 200);
    assert_eq!(total(service.get("/api/v1/totals")), 500);
    for (path, (old, _)) in lists.iter().zip(before) {
        assert!(service.get(path).body != old, "{path}");
    }
}

#[test]
fn writes_of_other_programs_are_visible_within_seconds() {
    let service = large();
    let total = || service.get("/api/v1/totals").json()["games"].as_u64().expect("a count");
    let board = || service.get("/api/v1/leaderboards/rapid").text();
    let (_, old) = (total(), board());
    let file = service.dir.path().join("more.ggn");
    std::fs::write(&file, games(500)).expect("a file");
    import(service.dir.path(), &file);
    let start = Instant::now();
    while total() != 500 || board() == old {
        assert!(start.elapsed() < Duration::from_secs(30), "still {} games", total());
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn each_language_theme_and_form_has_its_own() {
    let service = busy();
    let ask = |headers: &[(&str, &str)]| service.ask("GET", "/leaderboards/rapid", headers).text();
    for _ in 0..2 {
        assert!(ask(&[]).contains("<html lang=\"en\""));
        assert!(ask(&[("Accept-Language", "fil")]).contains("<html lang=\"fil\""));
        assert!(ask(&[("Cookie", "language=fil")]).contains("<html lang=\"fil\""));
        assert!(ask(&[("Cookie", "theme=dark")]).contains("data-theme=\"dark\""));
        assert!(!ask(&[]).contains("data-theme=\"dark\""));
        let list = |accept| service.ask("GET", "/api/v1/games", &[("Accept", accept)]);
        assert_eq!(list("text/csv").must("content-type"), "text/csv; charset=utf-8");
        assert_eq!(list("application/json").must("content-type"), "application/json");
        assert_eq!(list("application/x-ndjson").must("content-type"), "application/x-ndjson");
    }
}

#[test]
fn identified_clients_get_their_own_responses() {
    let service = busy();
    service.get("/games");
    for header in [("Authorization", "Bearer anything"), ("Cookie", "session=1; theme=dark")] {
        for _ in 0..2 {
            let before = given(&service);
            assert_eq!(service.ask("GET", "/games", &[header]).status, 200);
            assert_eq!(given(&service), before, "{header:?}");
        }
    }
}

#[test]
fn errors_and_long_addresses_are_not_kept() {
    let service = busy();
    let long = format!("/games?player={}", "a".repeat(600));
    for path in ["/nothing", "/players/Nobody", "/games?colour=red", "/api/v1/nothing", &long] {
        for _ in 0..2 {
            let before = given(&service);
            assert!(service.get(path).status >= 400, "{path}");
            assert_eq!(given(&service), before, "{path}");
        }
    }
}

#[test]
fn a_page_that_the_asker_has_is_not_sent_again_until_it_changes() {
    let service = busy();
    for path in ["/", "/games", "/leaderboards/rapid", "/players/Sidapa", "/rules"] {
        let tag = service.get(path).must("etag").to_owned();
        let again = service.ask("GET", path, &[("If-None-Match", &tag), ("Accept-Encoding", "br")]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.must("etag"), tag);
        assert!(again.must("vary").contains("Cookie"), "{path}");
        assert!(again.must("content-security-policy").contains("default-src"), "{path}");
    }
    let tag = service.get("/games").must("etag").to_owned();
    service.post_records(games(14).as_bytes());
    assert_eq!(service.ask("GET", "/games", &[("If-None-Match", &tag)]).status, 200);
}

#[test]
fn without_memory_nothing_is_kept() {
    let service = Start::with(&games(3)).env("ADJUTANT_KEPT_ANSWERS", "0").serve();
    for _ in 0..3 {
        assert_eq!(service.get("/games").status, 200);
    }
    assert_eq!(given(&service), 0);
}

#[test]
fn formerly_popular_pages_make_room_in_the_cache() {
    let service = Start::with(&games(12)).env("ADJUTANT_KEPT_ANSWERS", "200000").token().serve();
    let often = |times: usize| {
        for _ in 0..times {
            for path in ["/", "/games", "/rules", "/players", "/api", "/events"] {
                service.get(path);
            }
        }
    };
    often(12);
    service.post_records(games(14).as_bytes());
    let before = given(&service);
    for _ in 0..10 {
        service.get("/leaderboards/rapid");
        service.get("/players/Sidapa");
    }
    assert!(given(&service) >= before + 14, "{} of 20", given(&service) - before);
}

#[test]
fn of_a_game_that_is_not_over_the_kept_answer_tells_no_more() {
    let service = Start::with(&unfinished().concat()).serve();
    let list = service.get("/api/v1/games").json();
    for game in list["games"].as_array().expect("games") {
        let id = game["id"].as_str().expect("an id");
        for view in ["revealed", "white", "black", "public"] {
            let path = format!("/api/v1/games/{id}/replay?view={view}");
            let (first, second) = (service.get(&path), service.get(&path));
            assert_eq!(first.body, second.body, "{path}");
            assert!(!second.whole().contains("canary"), "{path}");
            assert!(!second.text().contains("\"rank\""), "{path}");
        }
    }
}
